"""A model of how an action gets into the store: read, judge, commit, receipt, WAIT, and fail-over of the store.

Two clients send actions to two processes of the service, which write to one of three store servers; the other two
follow it. `steps` gives every step that can come next, so that a search can try every order of them. One game is
modelled, as a log of entries: what the real store holds beside it (state, version, receipts) is in its entries.

Assumptions: a server that is started again still has its log; the majority of the Sentinels, or of a cluster's masters,
never names two servers at once; when the master is gone it chooses the follower that has most, but in a planned
fail-over perhaps another one, as its figures may be old; the service reaches every server.
"""

from collections.abc import Iterator
from typing import Any

from tests.model.world import Bounds, Client, Commit, Entry, Phase, Rules, Server, Service, Task, World

Step = tuple[str, World]


def steps(world: World, rules: Rules, bounds: Bounds) -> Iterator[Step]:
    """Every step that can come next. Nothing tells the processes of the service apart, so their order is sorted."""
    for label, after in _steps(world, rules, bounds):
        one, other = after.services
        yield label, after if one <= other else after._replace(services=(other, one))


def _steps(world: World, rules: Rules, bounds: Bounds) -> Iterator[Step]:
    yield from _store_steps(world, rules, bounds)
    yield from _client_steps(world, rules, bounds)
    for number, service in enumerate(world.services):
        task = service.task
        if not task:
            continue
        if service.master != world.named:
            yield f"the process with {task.action} turns to server {world.named}", _turn_to_named(world, number)
        if world.service_crashes < bounds.service_crashes:
            crashed = _fail(world, number, bounds)._replace(service_crashes=world.service_crashes + 1)
            yield f"the process with {task.action} crashes", _turn_to_named(crashed, number)
        yield from WORK[task.phase](world, number, task, rules, bounds)


# The store


def _store_steps(world: World, rules: Rules, bounds: Bounds) -> Iterator[Step]:
    """Replication, crashes, partitions, elections, and messages that arrive late."""
    for number, server in enumerate(world.servers):
        if not server.up:
            yield f"server {number} starts again", _set_server(world, number, server._replace(up=True))
            continue
        if server.follows is not None and _connected(world, number, server.follows):
            theirs = world.servers[server.follows].log
            if server.log != theirs:
                shared = _shared_prefix(server.log, theirs)
                log = shared if shared != server.log else theirs[: len(shared) + 1]
                yield f"server {number} has {_actions(log)} now", _set_server(world, number, server._replace(log=log))
        if number != world.named and server.follows != world.named and _connected(world, number, world.named):
            log = _shared_prefix(server.log, world.servers[world.named].log)
            follower = server._replace(log=log, follows=world.named)
            yield f"server {number} is made a follower of {world.named}", _set_server(world, number, follower)
    yield from _faults(world, bounds)
    if world.cut is not None:
        yield "the partition ends", world._replace(cut=None)
    yield from _elections(world)
    yield from _late_arrivals(world, rules)


def _elections(world: World) -> Iterator[Step]:
    if world.servers[world.named].up and world.cut != world.named:
        return
    able = _candidates(world)
    most = max((len(world.servers[number].log) for number in able), default=0)
    for number in able:
        if len(world.servers[number].log) == most:
            yield f"server {number} is elected", _promote(world, number)


def _late_arrivals(world: World, rules: Rules) -> Iterator[Step]:
    for position, (number, task) in enumerate(world.late):
        rest = world._replace(late=world.late[:position] + world.late[position + 1 :])
        server = world.servers[number]
        arrived = _write(server, task, rules)[1] if server.up else server
        yield f"the late commit of {task.action} arrives at server {number}", _set_server(rest, number, arrived)


def _faults(world: World, bounds: Bounds) -> Iterator[Step]:
    if world.store_faults >= bounds.store_faults:
        return
    worse = world._replace(store_faults=world.store_faults + 1)
    for number, server in enumerate(world.servers):
        if server.up and "crash" in bounds.kinds:
            yield f"server {number} crashes", _set_server(worse, number, server._replace(up=False))
    if world.cut is None and "partition" in bounds.kinds:
        yield f"server {world.named} is cut off from its peers", worse._replace(cut=world.named)
    for number in _candidates(world) if "fail-over" in bounds.kinds else ():
        yield f"server {number} is made the master, unknown to server {world.named}", _promote(worse, number)


def _candidates(world: World) -> list[int]:
    """The followers that can become the master."""
    followers = [number for number, each in enumerate(world.servers) if each.up and each.follows is not None]
    return [number for number in followers if number != world.cut]


def _promote(world: World, number: int) -> World:
    server = world.servers[number]
    return _set_server(world, number, server._replace(follows=None))._replace(named=number)


def _connected(world: World, one: int, other: int) -> bool:
    return world.servers[one].up and world.servers[other].up and world.cut not in (one, other)


def _shared_prefix(mine: tuple[Entry, ...], theirs: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """What a server keeps that begins to follow another one; the rest is lost."""
    length = 0
    while length < min(len(mine), len(theirs)) and mine[length] == theirs[length]:
        length += 1
    return theirs[:length]


def _actions(log: tuple[Entry, ...]) -> str:
    return " ".join(entry.action for entry in log) or "nothing"


def _set_server(world: World, number: int, server: Server) -> World:
    return world._replace(servers=(*world.servers[:number], server, *world.servers[number + 1 :]))


# The clients


def _client_steps(world: World, rules: Rules, bounds: Bounds) -> Iterator[Step]:
    for number, client in enumerate(world.clients):
        if client.waiting or client.over == bounds.actions[number]:
            continue
        action = f"{'ab'[number]}{client.over + 1}"
        sending = _set_client(world, number, client._replace(waiting=True, sent=client.sent + 1))
        for place, service in enumerate(world.services):
            if not service.task:
                task = Task(number, action)
                given = _set_task(sending, place, task)
                yield from _read(given, place, task, rules, bounds)
                if service.master != world.named:  # it may have asked for the master meanwhile
                    yield from _read(_turn_to_named(given, place), place, task, rules, bounds)


def _set_client(world: World, number: int, client: Client) -> World:
    return world._replace(clients=(*world.clients[:number], client, *world.clients[number + 1 :]))


def _confirm(world: World, number: int, task: Task) -> World:
    """The client gets its response, and goes on to its next action."""
    client = world.clients[task.client]
    confirmed = (*client.confirmed, (task.action, task.version))
    client = Client(client.over + 1, confirmed=confirmed)
    return _set_task(_set_client(world, task.client, client), number, ())


def _fail(world: World, number: int, bounds: Bounds) -> World:
    """The client gets an error, so it sends the same again or gives up: what became of it, it does not know."""
    task = world.services[number].task
    assert task
    client = world.clients[task.client]._replace(waiting=False)
    if client.sent == bounds.tries[task.client]:
        client = client._replace(over=client.over + 1, sent=0, drafts=0)
    return _set_task(_set_client(world, task.client, client), number, ())


# The service


def _read(world: World, number: int, task: Task, rules: Rules, bounds: Bounds) -> Iterator[Step]:
    """Read the game, and judge the action unless there is a receipt of it."""
    place = world.services[number].master
    server = world.servers[place]
    if not server.up:
        yield f"{task.action} cannot be judged: server {place} is down", _fail(world, number, bounds)
        return
    seen = task._replace(base=len(server.log), last=_last_commit(server.log))
    seen = seen._replace(state=server.log[-1].state if server.log else ())
    receipt = next((entry.version for entry in server.log if entry.action == task.action), 0)
    if receipt and rules.receipts and bounds.tries[task.client] > 1:
        found = seen._replace(phase="assure", version=receipt)
        yield f"the receipt of {task.action} is found at server {place}", _set_task(world, number, found)
    else:
        client = world.clients[task.client]
        draft = seen._replace(phase="commit", commit=(task.action, client.drafts), version=seen.base + 1)
        counted = _set_client(world, task.client, client._replace(drafts=client.drafts + 1))
        yield (
            f"{task.action} is judged on version {seen.base} of server {place}",
            _set_task(counted, number, draft),
        )


def _commit(world: World, number: int, task: Task, rules: Rules, bounds: Bounds) -> Iterator[Step]:
    place = world.services[number].master
    server = world.servers[place]
    again = _second_try(world, number, task, bounds)
    if not server.up:
        yield f"{task.action} cannot be committed: server {place} is down", again
        return
    if world.late_messages < bounds.late_messages:
        late = again._replace(late=(*world.late, (place, task)), late_messages=world.late_messages + 1)
        yield f"the commit of {task.action} to server {place} takes too long", late
    outcome, written = _write(server, task, rules)
    changed = _set_server(world, place, written)
    label = f"{task.action} is committed to server {place}: {outcome}"
    if outcome == "readonly":
        yield label, again
    elif outcome == "moved":
        yield label, _set_task(changed, number, Task(task.client, task.action))
    else:
        waiting = task._replace(phase="wait", server=place, needed=len(written.log))
        yield label, _set_task(changed, number, waiting)


def _write(server: Server, task: Task, rules: Rules) -> tuple[str, Server]:
    """The script of a commit: what it returns, and the server after it."""
    log = server.log
    if server.follows is not None:
        return "readonly", server
    same_version = len(log) == task.base or not rules.compare_version
    if not same_version or (rules.compare_commit and rules.compare_version and _last_commit(log) != task.last):
        known = rules.commit_ids and len(log) > task.base and log[task.base].commit == task.commit
        return ("done" if known else "moved"), server
    entry = Entry(task.action, task.commit, task.base + 1, (*task.state, task.action))
    return "ok", server._replace(log=(*log, entry))


def _last_commit(log: tuple[Entry, ...]) -> Commit:
    return log[-1].commit if log else ()


def _assure(world: World, number: int, task: Task, rules: Rules, bounds: Bounds) -> Iterator[Step]:
    place = world.services[number].master
    server = world.servers[place]
    if not rules.assure:
        yield f"{task.action} is confirmed as it was read", _confirm(world, number, task)
    elif not server.up or server.follows is not None:
        yield f"{task.action} cannot be assured at server {place}", _fail(world, number, bounds)
    else:
        known = len(server.log) >= task.base and (
            not rules.assure_commit or not task.base or server.log[task.base - 1].commit == task.last
        )
        waiting = task._replace(phase="wait for what was read", server=place, needed=len(server.log))
        after = _set_task(world, number, waiting) if known else _fail(world, number, bounds)
        yield f"{task.action} is assured at server {place}: {'ok' if known else 'lost'}", after


def _wait(world: World, number: int, task: Task, rules: Rules, bounds: Bounds) -> Iterator[Step]:
    """WAIT, and then ROLE: both on the connection of the write."""
    service, server = world.services[number], world.servers[task.server]
    committing = task.phase == "wait"
    broken = _second_try(world, number, task, bounds) if committing else _fail(world, number, bounds)
    if not server.up or server.follows is not None or service.master != task.server:
        yield f"the connection on which {task.action} waits for replicas of server {task.server} breaks", broken
        return
    following = {each for each, one in enumerate(world.servers) if one.follows == task.server}
    following = {each for each in following if _connected(world, each, task.server)}
    copies = {each for each in following if len(world.servers[each].log) >= task.needed}
    if len(copies) < rules.wait_replicas:
        yield f"too few replicas have {task.action}", _fail(world, number, bounds)
    elif copies == following or not rules.wait_for_all:
        gone = set(service.following) - following
        if rules.check_roles and any(world.servers[each].up and world.servers[each].follows is None for each in gone):
            yield f"{task.action} is not confirmed: another server is the master", broken
        else:
            seen = _set_service(world, number, service._replace(following=tuple(sorted(following))))
            yield f"{task.action} is confirmed as version {task.version}", _confirm(seen, number, task)


def _second_try(world: World, number: int, task: Task, bounds: Bounds) -> World:
    """The same commit is sent once more; after that the client gets an error."""
    if task.second_try:
        return _fail(world, number, bounds)
    return _set_task(world, number, task._replace(phase="commit", second_try=True))


def _turn_to_named(world: World, number: int) -> World:
    """The process connects to the master that the majority names, and sees who follows it."""
    following = tuple(each for each, server in enumerate(world.servers) if server.follows == world.named)
    return _set_service(world, number, world.services[number]._replace(master=world.named, following=following))


def _set_service(world: World, number: int, service: Service) -> World:
    return world._replace(services=(*world.services[:number], service, *world.services[number + 1 :]))


def _set_task(world: World, number: int, task: Task | tuple[()]) -> World:
    return _set_service(world, number, world.services[number]._replace(task=task))


WORK: dict[Phase, Any] = {
    "read": _read,
    "commit": _commit,
    "wait": _wait,
    "assure": _assure,
    "wait for what was read": _wait,
}
