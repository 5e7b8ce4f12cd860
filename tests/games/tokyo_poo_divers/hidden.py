"""What a viewer of Tokyo Poo Divers may not know, from the rules: the faces of covers that they have not looked under,
the cards left over, and the votes of others until all have voted.
"""

from engines.chance import Chance
from engines.tokyo_poo_divers.actions import Ballot, Vote
from engines.tokyo_poo_divers.content import SLEEPER
from tests.secrecy.pairs import Change, Path
from tests.support.tables import Table, open_table, options_for


def change(path: Path, viewer: int | None, dice: Chance) -> Change:
    """Deal the faces again that this viewer sees nowhere on the path, and let the others vote again."""
    other = path.change()
    change_faces(path, viewer, dice, other)
    if path.end.phase != "over":
        change_votes(viewer, dice, other)
    return other


def change_faces(path: Path, viewer: int | None, dice: Chance, other: Change) -> None:
    state, end = other.state, path.end
    looked = set() if viewer is None else set(end.peeked[viewer])
    covers = [number for number, opened in enumerate(end.opened) if not opened and number not in looked]
    dealt = dice.shuffled([*(state.faces[number] for number in covers), *state.leftover])
    faces, leftover = list(state.faces), "".join(dealt[len(covers) :])
    seen_by_others = {number for numbers in end.peeked for number in numbers}
    for number, face in zip(covers, dealt, strict=False):
        if face != faces[number]:
            other.kinds.add("covers others peeked at" if number in seen_by_others else "covers")
        faces[number] = face
    if leftover != state.leftover:
        other.kinds.add("cards left over")
    state.faces, state.leftover = "".join(faces), leftover


def change_votes(viewer: int | None, dice: Chance, other: Change) -> None:
    state = other.state
    choices = (*state.tied, None)
    for place, ballot in enumerate(state.ballots):
        if ballot.seat != viewer:
            state.ballots[place] = Ballot(ballot.seat, dice.choice(choices))
            other.kinds.add("votes")
    for place, (seat, action) in enumerate(other.actions):
        if isinstance(action, Vote) and seat != viewer and state.tied:
            other.actions[place] = seat, Vote(dice.choice(choices))
            other.kinds.add("votes")


def rare_moment(table: Table, dice: Chance) -> Table:
    """One cover is left, nobody has been paid anything, and tied players hold a contest: often all of them vote."""
    contest = open_table(table.engine.slug, table.seats, options_for(table.engine.slug, {"tie": "contest"}), table.seed)
    state = contest.state
    state.opened = [True] * len(state.opened)
    last = dice.choice([number for number, face in enumerate(state.faces) if face == SLEEPER])
    state.opened[last] = False
    return contest
