"""Training from games to a file: repeatable, resumable, and better than chance at what a level does."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import tripot
from tests.compiled import need
from tests.packages import environment, put, run
from tripot.arena.workers import alone
from tripot.bots import LEVELS, networks, replies
from tripot.bots.engines import fast_learned, learned_engine, plain_learned
from tripot.bots.networks import TrainingError, nothing_known
from tripot.cli import main
from tripot.observe import DTYPE, layout, tensor
from tripot.training.alike import alike
from tripot.training.examples import MOST_CHOICES, Examples, _watched, examples
from tripot.training.fitting import Fit, fit, scales, uniform
from tripot.training.games import Recipe, play, read
from tripot.training.train import Training, train
from tripot.training.worth import Study, Views, _played, fit_worth

GAME = min(tripot.games(), key=lambda game: game.rules.ACTIONS)
ACTIONS = int(GAME.rules.ACTIONS)
PLAYERS = ("random", "thumb")  # they play in the kernels, so that games cost nothing
RECIPE = Recipe(GAME.name, (GAME.least, GAME.usual_seats), PLAYERS, seed=3)


def test_the_games_of_a_recipe_are_the_same_again_and_go_on_where_they_stopped(tmp_path: Path) -> None:
    at_once, in_parts = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    play(RECIPE, at_once, 12, alone)
    play(RECIPE, in_parts, 5, alone)
    with in_parts.open("a", encoding="utf-8") as file:
        file.write('[5,["thumb","th')  # the process was killed while it wrote
    play(RECIPE, in_parts, 12, alone)
    assert {each.number: each for each in read(at_once)} == {each.number: each for each in read(in_parts)}
    companies = {each.bots for each in read(at_once)}
    assert {len(company) for company in companies} == {GAME.least, GAME.usual_seats}
    assert any(len(set(company)) == 1 for company in companies)
    assert any(len(set(company)) == 2 for company in companies)


def test_a_line_that_is_no_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("[1, 2]\n", encoding="utf-8")
    with pytest.raises(TrainingError, match="line 1: not a game"):
        list(read(file))


def test_every_real_choice_of_a_level_is_an_example_with_what_was_legal(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    play(RECIPE, file, 6, alone)
    recorded = list(read(file))
    found = examples(GAME, recorded, ("thumb",))["thumb"]
    assert len(found) > 50
    assert (found.legal[np.arange(len(found)), found.chosen] == 1).all()
    assert (found.legal[np.arange(len(found)), found.advised] == 1).all()
    assert (found.advised == found.chosen).mean() > 0.5  # asked again it may say otherwise
    assert (found.legal.sum(axis=1) > 1).all()
    assert 0 < found.result[:, 0].max() <= 1
    learned_from, held_out = found.split()
    assert not set(learned_from.game) & set(held_out.game)
    assert len(learned_from) + len(held_out) == len(found)


def some_examples(count: int, seed: int) -> Examples:
    """Of three steps two are legal and one of them is advised; the one is taken whose number is observed."""
    rng = np.random.default_rng(seed)
    wanted = rng.integers(0, 3, count)
    other = (wanted + rng.integers(1, 3, count)) % 3
    legal = np.zeros((count, 3), "i1")
    legal[np.arange(count), wanted] = legal[np.arange(count), other] = 1
    observed = np.zeros((count, 4), "i2")
    observed[np.arange(count), wanted] = 1
    observed[:, 3] = 7
    advised = np.where(rng.integers(0, 2, count), wanted, other)
    return Examples(observed, legal, advised, wanted, np.arange(count), np.zeros((count, 2)))


def test_a_network_learns_what_can_be_learned_and_the_same_again() -> None:
    first, second = some_examples(2000, 1), some_examples(300, 2)
    scale = scales(first.observed)
    assert scale[3] == 0  # a number that never changes
    how = Fit(hidden=8, epochs=12, rate=1e-2, decay=0.0)
    found = [fit(first, second, scale, how) for _ in range(2)]
    assert found[0].curve == found[1].curve
    assert (found[0].numbers == found[1].numbers).all()
    assert uniform(second).mean() == pytest.approx(-np.log(2))
    assert found[0].log_likelihoods(second).mean() > -0.1


def test_a_network_learns_where_a_level_follows_the_rules_of_thumb() -> None:
    """Where the first number is 1 the advised step is taken, else the other one."""
    some = some_examples(4000, 1)
    follows = np.random.default_rng(3).integers(0, 2, len(some))
    observed = np.zeros_like(some.observed)
    observed[:, 0] = follows
    others = some.legal.copy()
    others[np.arange(len(some)), some.advised] = 0
    some = replace(some, observed=observed, chosen=np.where(follows, some.advised, others.argmax(axis=1)))
    learned_from, held_out = some.split()
    how = Fit(hidden=8, batch=32, epochs=12, rate=1e-2, decay=0.0)
    found = fit(learned_from, held_out, scales(observed), how)
    assert found.log_likelihoods(held_out).mean() > -0.1


@pytest.mark.parametrize(
    "game", [game for game in tripot.games() if game.part("alike")], ids=lambda game: str(game.name)
)
def test_things_that_are_alike_change_places_in_what_is_observed_and_in_what_is_done(game: tripot.Game) -> None:
    """Where a card is in the hand before, it is in the hand and may be played after; nothing else moves or is lost."""
    same = alike(game)
    assert sorted(set(same.observed.ravel())) == sorted(same.observed.ravel())  # no place stands there twice
    assert sorted(set(same.actions.ravel())) == sorted(same.actions.ravel())
    pos = game.start(seats=game.usual_seats, seed=1)
    while len(pos.pending) == 1:  # until all choose a card
        pos = pos.play(pos.view(pos.pending[0]).legal_moves[0], seat=pos.pending[0])
    view = pos.view(pos.pending[0])
    size, actions = layout(game).size, int(game.rules.ACTIONS)
    legal = np.zeros((1, actions), "i1")
    legal[0, [move.steps[0] for move in view.legal_moves]] = 1
    first = np.array([view.legal_moves[0].steps[0]])
    some = Examples(tensor(view)[None], legal, first, first, np.zeros(1), np.zeros((1, 2)))
    seen, done = same.order(np.random.default_rng(2))
    now = some.renamed(seen, done)
    assert sorted(seen) == list(range(size))
    assert sorted(done) == list(range(actions))
    assert now.legal.sum() == some.legal.sum()
    assert now.legal[0, now.chosen[0]] == 1
    hand = layout(game).named(now.observed[0])["hand"].ravel()
    assert [int(place) for place in np.flatnonzero(hand)] == [int(step) for step in np.flatnonzero(now.legal[0])]
    assert now.legal[0].tolist() != some.legal[0].tolist()
    scale = same.evened(np.arange(size, dtype="f4"))
    assert (scale[seen] == scale).all()


def training(tmp_path: Path, **changes: object) -> Training:
    how = Fit(hidden=4, epochs=2)
    what = Training(recipe=RECIPE, levels=PLAYERS, games=24, work=tmp_path / "work", out=tmp_path / "n.npz", fit=how)
    return replace(what, **changes)  # type: ignore[arg-type]


def test_training_writes_networks_that_are_read_again_and_does_nothing_twice(tmp_path: Path) -> None:
    said: list[str] = []
    about = train(training(tmp_path), alone, said=said.append)
    found = networks.read(tmp_path / "n.npz", GAME)
    assert found.levels == PLAYERS
    assert found.about["recipe"]["games"] == 24
    assert len(found.about["data"]) == 64
    assert about["random"]["network"] == pytest.approx(about["random"]["uniform"], abs=0.2)
    assert any("epoch" in line for line in said)
    before, said[:] = (tmp_path / "n.npz").read_bytes(), []
    train(training(tmp_path), alone, said=said.append)
    assert not any("epoch" in line for line in said)  # the finished networks are in the folder
    after = networks.read(tmp_path / "n.npz", GAME)
    assert all((after.weights[level] == found.weights[level]).all() for level in PLAYERS)
    assert len(before) == (tmp_path / "n.npz").stat().st_size


def test_one_level_is_trained_alone_and_the_others_stay(tmp_path: Path) -> None:
    train(training(tmp_path), alone, said=lambda line: None)
    before = networks.read(tmp_path / "n.npz", GAME)
    train(training(tmp_path, levels=("thumb",)), alone, said=lambda line: None)
    after = networks.read(tmp_path / "n.npz", GAME)
    assert (after.weights["random"] == before.weights["random"]).all()
    with pytest.raises(TrainingError, match="train all levels"):
        train(training(tmp_path, levels=("thumb",), games=30), alone, said=lambda line: None)


def test_a_file_that_cannot_be_used_is_no_hindrance_where_all_levels_are_trained(tmp_path: Path) -> None:
    (tmp_path / "n.npz").write_bytes(b"networks of old")
    with pytest.raises(TrainingError, match="damaged"):
        train(training(tmp_path, levels=("thumb",)), alone, said=lambda line: None)
    train(training(tmp_path), alone, said=lambda line: None)
    assert networks.read(tmp_path / "n.npz", GAME).levels == PLAYERS


def test_games_of_another_recipe_and_too_few_decisions_are_refused(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="fewer than"):
        train(training(tmp_path, games=1), alone, said=lambda line: None)
    with pytest.raises(TrainingError, match="another recipe"):
        train(training(tmp_path, recipe=replace(RECIPE, seed=4)), alone, said=lambda line: None)


def test_what_a_view_is_worth_is_learned_for_each_kind_of_rivals_and_the_same_again() -> None:
    rng, count = np.random.default_rng(1), 3000
    observed, kind = rng.integers(0, 5, (count, 3)).astype("i2"), rng.integers(0, 2, count)
    lead = (observed[:, 0] - 2.0) * np.where(kind == 0, 1, -1)  # what is good among some is bad among others
    views = Views(observed, kind, np.arange(count), np.stack([(lead > 0) * 1.0, lead], axis=1))
    how = Study(hidden=16, batch=64, rate=1e-2, epochs=10)
    found = [fit_worth(views, ("master", "thumb"), how, said=lambda line: None) for _ in range(2)]
    assert (found[0].numbers == found[1].numbers).all()
    assert min(found[0].about["explained"]) > 0.8
    assert found[0].scale == pytest.approx(lead.std())


def test_plain_and_compiled_games_to_learn_from_are_the_same() -> None:
    need(learned_engine(GAME).is_compiled)
    known = nothing_known(GAME)
    played = [
        next(_played(each(GAME), GAME, known, GAME.usual_seats, 1, "thumb", 2, 5))
        for each in (plain_learned, fast_learned)
    ]
    for plain, compiled in zip(*played, strict=True):
        assert len(plain) > 5
        assert (plain == compiled).all()


def test_plain_and_compiled_advice_is_the_same(tmp_path: Path) -> None:
    need(learned_engine(GAME).is_compiled)
    file = tmp_path / "games.jsonl"
    play(RECIPE, file, 2, alone)
    for each in read(file):
        seen = []
        for runner in (plain_learned(GAME), fast_learned(GAME)):
            rows, masks = np.zeros((MOST_CHOICES, layout(GAME).size), DTYPE), np.zeros((MOST_CHOICES, ACTIONS), "i1")
            advice, chosen, actors = (np.zeros(MOST_CHOICES, "i8") for _ in range(3))
            count = _watched(runner, GAME, each, rows, masks, advice, chosen, actors)  # type: ignore[arg-type]
            seen.append((count, rows.tolist(), advice.tolist()))
        assert seen[0] == seen[1]


FULL_DISK = """
import resource
import sys
from pathlib import Path
from tests.training.test_training import training
from tripot.arena.workers import alone
from tripot.bots.networks import TrainingError
from tripot.training.train import train

resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    train(training(Path(sys.argv[1])), alone, said=lambda line: None)
except (OSError, TrainingError) as error:
    print(type(error).__name__)
"""


@pytest.mark.parametrize("room", [60, 3000, 60_000])
def test_after_a_full_disk_and_damage_the_same_command_goes_on_to_the_same_networks(room: int, tmp_path: Path) -> None:
    train(training(tmp_path / "whole"), alone, said=lambda line: None)
    env = environment(Path(__file__).parents[2])
    assert run(FULL_DISK, env, str(tmp_path / "full"), str(room)).split() == (
        ["TrainingError"] if room == 60 else ["OSError"] if room == 3000 else []
    )
    for finished in (tmp_path / "full" / "work").glob("*.npz"):
        finished.write_bytes(finished.read_bytes()[:100])
    train(training(tmp_path / "full"), alone, said=lambda line: None)
    whole, after = (networks.read(tmp_path / which / "n.npz", GAME) for which in ("whole", "full"))
    assert whole.about["data"] == after.about["data"]
    assert all((whole.weights[level] == after.weights[level]).all() for level in PLAYERS)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("chess",), "there is no game 'chess'"),
        ((GAME.name, "--level", "nobody"), "there is no level 'nobody' to learn from"),
        ((GAME.name, "--seats", "1,2"), "--seats is a list of numbers"),
        ((GAME.name, "--check", "--out", "nowhere.npz"), "there are no networks"),
    ],
)
def test_the_command_says_in_one_line_what_would_be_right(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", *words]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("name", [game.name for game in tripot.games() if game.file(networks.FILE).is_file()])
def test_the_networks_of_the_house_belong_to_its_games_and_say_how_good_they_are(name: str) -> None:
    game = tripot.load(name)
    file = game.file(networks.FILE)
    found = networks.read(file, game)
    assert set(found.levels) == set(LEVELS) - {"champion"}
    assert json.dumps(found.about["recipe"])
    for about in found.about["measured"].values():
        assert about["network"] > about["uniform"] - 0.01
    best = found.about["measured"]["master"]
    assert best["network"] > best["uniform"] + 0.1


@pytest.mark.parametrize("game", tripot.games(), ids=lambda game: game.name)
def test_what_a_view_is_worth_belongs_to_the_networks_of_the_house(game: tripot.Game) -> None:
    known = networks.networks(game)
    assert known.worth is not None
    assert known.worth.kinds == (*known.levels, "thumb")
    victories, leads = known.worth.about["explained"]
    assert victories > 0.2
    assert leads > 0.3


def test_all_networks_together_are_small() -> None:
    files = [game.file(name) for game in tripot.games() for name in (networks.FILE, networks.WORTH_FILE, replies.FILE)]
    assert sum(len(file.read_bytes()) for file in files if file.is_file()) < 2_000_000


PLUGGED_IN = """
import sys
from pathlib import Path
import tripot
from tests.packages import environment, put, run
from tripot.arena.workers import alone
from tripot.bots import networks, stream
from tripot.bots.engines import plain_engine
from tripot.bots.search import Settings, think
from tripot.training.fitting import Fit
from tripot.training.games import Recipe
from tripot.training.train import Training, train

game = tripot.load("goofspiel")
file = Path(str(game.file(networks.FILE)))
recipe = Recipe(game.name, (3,), ("thumb", "random"))
work = Path(sys.argv[1])
train(Training(recipe=recipe, levels=recipe.levels, games=30, work=work, out=file, fit=Fit(hidden=4, epochs=2)), alone)
view = game.start(seats=3, seed=1).view(0)
settings = Settings(simulations=8, selection="halving", confirm=3, games=9, own="thumb")
print(think(view, settings, stream(1, 0), runner=plain_engine(game)).simulations > 8)
"""


def test_a_game_in_a_package_of_its_own_is_trained_and_confirms_its_moves(tmp_path: Path) -> None:
    put(tmp_path / "site")
    *_, last = run(PLUGGED_IN, environment(tmp_path / "site"), str(tmp_path / "work")).splitlines()
    assert last == "True"
