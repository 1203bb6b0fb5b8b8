"""Laws: what every game obeys. A game's own test file needs three lines:

    from tripot.laws import obey
    from whist import GAME
    def test_the_game_obeys_the_laws(): obey(GAME)

Each law is a function of a game and a number of seats that raises `Broken` with where and what.
None of them needs pytest or numba; where numba is there, the compiled rules are compared with the plain ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tripot.play import Game

from . import auditing, compiled, playing, redealing, secrecy, seeing, spelling, teaching
from .walks import Broken, Traits, traits

Law = Callable[[Game, int], None]

LAWS: tuple[Law, ...] = (
    spelling.every_move_and_outcome_has_one_spelling,
    playing.setup_gives_the_same_table_every_time,
    playing.somebody_can_move_until_it_is_over_and_nothing_is_lost,
    playing.draw_is_the_fast_twin_of_weights,
    playing.every_draw_has_a_number_of_its_own,
    playing.the_order_of_simultaneous_commits_does_not_matter,
    auditing.numbers_out_of_range_are_not_sound,
    auditing.what_audit_calls_sound_can_be_played_on,
    playing.rules_of_thumb_play_legal_moves,
    playing.the_future_value_is_no_more_than_games_bring,
    secrecy.a_view_is_enough_to_ask_the_rules,
    secrecy.worlds_that_differ_only_in_secrets_look_the_same,
    secrecy.a_hidden_step_looks_the_same_whatever_it_was,
    secrecy.a_choice_made_while_others_choose_is_hidden_from_all_others,
    secrecy.a_seat_sees_its_own_doings,
    secrecy.redeal_draws_from_all_worlds_that_agree_with_what_was_seen,
    redealing.a_hidden_step_is_redealt_as_often_as_it_happens,
    seeing.observations_stay_in_their_ranges,
    seeing.observations_are_the_same_in_worlds_that_look_the_same,
    seeing.whoever_looks_comes_first,
    seeing.private_parts_are_those_that_others_do_not_see,
    spelling.records_replay_to_the_same_position,
    teaching.a_lesson_can_be_played_to_its_end,
    teaching.a_lesson_lights_what_lies_on_its_board,
    compiled.plain_and_compiled_rules_agree,
)
"""In the order of what depends on what."""


def name_of(law: Law) -> str:
    """The law as a sentence."""
    return law.__name__.replace("_", " ")


def broken(game: Game, seats: int | None = None) -> Iterator[str]:
    """What a game breaks, at every number of seats or one: a line for each law, with where and what."""
    for law in LAWS:
        for count in game.seats if seats is None else [seats]:
            try:
                law(game, count)
            except Exception as error:  # a law may also find rules that raise
                what = str(error) if isinstance(error, Broken) else f"{type(error).__name__}: {error}"
                yield f"{name_of(law)}: {what or type(error).__name__}"
                break


def obey(game: Game, seats: int | None = None) -> None:
    """Raise `Broken` with everything that the game breaks."""
    if faults := list(broken(game, seats)):
        raise Broken("\n".join([f"{game.name} breaks {len(faults)} laws", *faults]))


__all__ = ["LAWS", "Broken", "Law", "Traits", "broken", "name_of", "obey", "traits"]
