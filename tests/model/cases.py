"""What is searched: bounds within which every invariant must hold, and rules that are broken to see one fail."""

from typing import NamedTuple

from tests.model.world import FAULTS, Bounds, Rules

QUIET = Bounds(actions=(1, 1), tries=(1, 1), store_faults=0, service_crashes=0, late_messages=0)
ONE_FAULT = QUIET._replace(store_faults=1)

SMALL: dict[str, Bounds] = {
    "two clients, a process crashes": QUIET._replace(tries=(2, 1), service_crashes=1),
    "two clients, a commit is late": QUIET._replace(tries=(2, 1), late_messages=1),
    "one client, any fault of the store": ONE_FAULT._replace(actions=(1, 0), tries=(2, 0)),
}
"""Searched by `make test`."""

LARGE: dict[str, Bounds] = {
    f"{name}, {fault}": bounds._replace(kinds=(fault,))
    for fault in FAULTS
    for name, bounds in {
        "two clients, one repeats": ONE_FAULT._replace(tries=(2, 1)),
        "two clients, one acts twice": ONE_FAULT._replace(actions=(1, 2)),
    }.items()
}
"""Searched by `make soak` and `python -m tests.model`."""


class BrokenRule(NamedTuple):
    """Rules without one of them, bounds within which that shows, and the invariant that fails."""

    rules: Rules
    bounds: Bounds
    invariant: str


BROKEN: dict[str, BrokenRule] = {
    "a commit is not compared with the version": BrokenRule(
        Rules(compare_version=False), QUIET, "versions grow by one"
    ),
    "a commit is compared with the version alone": BrokenRule(
        Rules(compare_commit=False),
        ONE_FAULT._replace(tries=(2, 1), kinds=("partition",)),
        "no action is applied twice",
    ),
    "a commit that is sent again is not recognised": BrokenRule(
        Rules(commit_ids=False), QUIET._replace(late_messages=1), "no action is applied twice"
    ),
    "there is no receipt": BrokenRule(
        Rules(receipts=False), ONE_FAULT._replace(actions=(1, 0), tries=(2, 0)), "no action is applied twice"
    ),
    "no replica is waited for": BrokenRule(
        Rules(wait_replicas=0), ONE_FAULT._replace(actions=(1, 0)), "no confirmed action is lost"
    ),
    "only one of two replicas is waited for": BrokenRule(
        Rules(wait_for_all=False), ONE_FAULT._replace(actions=(1, 0)), "no confirmed action is lost"
    ),
    "nobody asks whether a replica is the master now": BrokenRule(
        Rules(check_roles=False), ONE_FAULT._replace(actions=(1, 0)), "no confirmed action is lost"
    ),
    "a repeated request waits for no replica": BrokenRule(
        Rules(assure=False),
        ONE_FAULT._replace(actions=(1, 0), tries=(2, 0), service_crashes=1),
        "no confirmed action is lost",
    ),
    "a repeated request is assured by its version alone": BrokenRule(
        Rules(assure_commit=False),
        ONE_FAULT._replace(tries=(2, 1), kinds=("partition",)),
        "no confirmed action is lost",
    ),
}
