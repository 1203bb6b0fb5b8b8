"""What was learned of the moves of a choice made face down: the best reply to the company that sat there.

Whole games in which everybody follows the rules of thumb do not know what rivals do with the cards that they hold; a reply that
was learned from their games does (`bots/replies.py`): the one that the champion plays by in such company, else one to anybody.
Where there is one it names the best move, as the trees do elsewhere (`trees.py`), and whole games say what that is worth. It
knows nothing of the worlds of these games.
"""

from __future__ import annotations

from tripot.bots import LEVELS
from tripot.bots.policies import is_sensible
from tripot.bots.replies import ANYBODY, judged, learned_for, taken_for
from tripot.play import View

from .company import Company
from .trees import JUDGE, Values


def learned(view: View, company: Company) -> Values:
    """By whole move what it should bring the seat, in points; nothing where nothing was learned for what it is asked."""
    rivals = [seat for seat in range(view.seats) if seat != view.seat]
    level = LEVELS[JUDGE].replies_to(view.game, [company.names[seat] for seat in rivals])
    reply = learned_for(view, level or ANYBODY)
    if reply is None:
        return {}
    taken = [taken_for(company.names[seat], reply.whom, company.guessed.get(seat, {})) for seat in rivals]
    moves = judged(view, reply, taken)
    return {steps: worth for steps, worth in moves.items() if is_sensible(view, steps)} or moves


def best_of(moves: Values) -> list[tuple[int, ...]]:
    """The best of the moves, if anything is known of them."""
    return [max(moves, key=moves.__getitem__)] if moves else []
