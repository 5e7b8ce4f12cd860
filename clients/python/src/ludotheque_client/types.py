"""What goes over the wire: made from openapi.yaml by write_types.py, not by hand."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

UnknownName: TypeAlias = Literal["(any other)"]
"""The `engine` of a game that is not in openapi.yaml, or the type of its events and actions. At run time it is any
other text; this literal stands for all of them, because only literals discriminate unions. Never compare with it.
"""


class EventBase(TypedDict):
    """An event as one viewer sees it."""

    seq: int
    """Its number, from 1, without gaps for every viewer"""
    version: int
    """The version it belongs to"""
    at: str
    """When, by the store's clock"""
    seat: int | None
    """The seat it is about; null: the whole table"""
    timeout: NotRequired[bool]
    """True if the clock did it for a seat whose time was up"""


class GameSummaryBase(TypedDict):
    """A public game in the list."""

    id: str
    """Its id"""
    status: Literal["abandoned", "active", "finished", "open"]
    """`open`, `active`, `finished` or `abandoned`"""
    version: int
    """Grows by one with every step"""
    seats: list[SeatView]
    """In order"""
    created_at: str
    """When the game was created; all times are in UTC"""
    updated_at: str
    """When the newest version was made"""


class GameViewBase(TypedDict):
    """A game as one viewer may see it."""

    id: str
    """The game's id; anyone who knows it can watch"""
    rules_version: str
    """The version of the rules it is played under"""
    status: Literal["abandoned", "active", "finished", "open"]
    """`open`: waits for players; `abandoned`: broken off, without an outcome"""
    version: int
    """Grows by one with every step"""
    viewer: int | None
    """The seat whose view this is; null: a spectator's or the host's"""
    seats: list[SeatView]
    """In order"""
    awaiting: list[int]
    """The seats the game waits for"""
    may_react: list[int]
    """The seats that may act, though nobody waits for them"""
    deadline: str | None
    """When the time of the first awaited seat is up; null: no clock runs"""
    not_before: str | None
    """When the awaited seats may act, if others have time to react first; null: at once"""
    now: str
    """The store's clock"""
    outcome: Outcome | None
    """Null until the game is finished"""
    seed_commitment: str
    """SHA-256 of "commit/1" and the secret server seed, in hexadecimal; see docs/fairness.md"""
    public: bool
    """Whether it is in the list of games"""
    turn_seconds: int | None
    """Seconds a seat has to act; null: as long as it likes"""
    bot_pace: float
    """Seconds after an action before which no bot acts"""
    last_seq: int
    """The `seq` of the newest event"""
    created_at: str
    """When the game was created; all times are in UTC"""
    updated_at: str
    """When the newest version was made"""
    expires_at: str
    """When it is deleted if nothing more happens"""
    previous_game: str | None
    """The id of the game this is a rematch of"""
    next_game: str | None
    """The id of its rematch"""
    host_token: NotRequired[str]
    """Only in the response that creates the game: to start it, delete it or ask for a rematch"""


class RecordBase(TypedDict):
    """Everything needed to replay a game, and the hashes that seal it."""

    id: str
    """The game's id"""
    rules_version: str
    """The version of the rules it was played under"""
    seats: list[RecordedSeat]
    """In order"""
    server_seed: str
    """32 bytes in hexadecimal; `seed_commitment` is made from them"""
    seed_commitment: str
    """What the game showed from its creation on"""
    outcome: Outcome | None
    """How it ended; null if it was abandoned"""
    state_hash: str
    """SHA-256 of the canonical JSON of the final state"""
    record_hash: NotRequired[str]
    """SHA-256 of the canonical JSON of all other fields"""
    format: NotRequired[str]
    """The version of this format"""


class DragonFightsActionResult(TypedDict):
    """The result of an accepted action."""

    version: int
    """The version the action made"""
    events: list[DragonFightsEvent]
    """The action's events, as this seat may know them"""
    game: DragonFightsGameView
    """The game as it is now; others may have acted since"""
    engine: Literal["dragon_fights"]
    """The slug of the game's engine"""


class DragonFightsContent(TypedDict):
    """What is the same in every view of every game."""

    map: DragonFightsMapView
    """The tomb: squares and the ways between them"""


class DragonFightsDragonView(TypedDict):
    """A player."""

    seat: int
    """A seat's number, from 0"""
    choosing: bool
    """Whether they take part in the current throw"""
    chosen: bool
    """Whether they have chosen their gesture for it"""
    stones: list[int]
    """The fireflies on each stone they have taken, oldest first"""
    fireflies: int
    """How many they have taken in all"""


class DragonFightsDrawnEvent(EventBase):
    """Too many throws in a row were undecided: this seat was drawn from those still choosing."""

    type: Literal["drawn"]
    """One of those under `events` in the engine's page"""
    data: DragonFightsDrawnEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class DragonFightsDrawnEventData(TypedDict):
    """Too many throws in a row were undecided: this seat was drawn from those still choosing."""


class DragonFightsEventList(TypedDict):
    """A page of the log."""

    events: list[DragonFightsEvent]
    """In order"""
    next_after: int | None
    """Send as `after` for the next page; null: there are no more events for now"""
    engine: Literal["dragon_fights"]
    """The slug of the game's engine"""


class DragonFightsFlipAction(TypedDict):
    """Turn a stone over."""

    type: Literal["flip"]
    square: int
    """The square of a stone that lies face down"""


class DragonFightsGameSummary(GameSummaryBase):
    """A public game in the list."""

    engine: Literal["dragon_fights"]
    """The slug of the game's engine"""
    options: DragonFightsOptions | None
    """The options as the creator gave them; null if they are over 1 KiB: look at the game"""


class DragonFightsGameView(GameViewBase):
    """A game as one viewer may see it."""

    engine: Literal["dragon_fights"]
    """The slug of the game's engine"""
    options: DragonFightsOptions
    """The options as given; the engine's page has the defaults"""
    state: DragonFightsState | None
    """The table as this viewer may see it; null until it starts. The engine's page has the schema"""
    legal: NotRequired[DragonFightsLegal]
    """With `include=actions`, for a seat: what it may do now"""


class DragonFightsGestureAction(TypedDict):
    """Choose rock, paper or scissors; nobody sees it before all have chosen."""

    type: Literal["gesture"]
    gesture: Literal["rock", "paper", "scissors"]
    """Rock beats scissors, scissors beat paper, paper beats rock"""


class DragonFightsGestureChosenEvent(EventBase):
    """A player has chosen; only they know what, until all have chosen."""

    type: Literal["gesture_chosen"]
    """One of those under `events` in the engine's page"""
    data: DragonFightsGestureChosenEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class DragonFightsGestureChosenEventData(TypedDict):
    """A player has chosen; only they know what, until all have chosen."""

    gesture: NotRequired[Literal["paper", "rock", "scissors"]]
    """What was chosen. Only the seats concerned see this."""


class DragonFightsGoBeganEvent(EventBase):
    """This seat turns over a stone."""

    type: Literal["go_began"]
    """One of those under `events` in the engine's page"""
    data: DragonFightsGoBeganEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class DragonFightsGoBeganEventData(TypedDict):
    """This seat turns over a stone."""


class DragonFightsJoinResult(TypedDict):
    """The seat and its token, which is not shown again; a bot has none."""

    seat: int
    """The seat that was taken"""
    game: DragonFightsGameView
    """The game as this seat sees it; for a bot as spectators see it"""
    engine: Literal["dragon_fights"]
    """The slug of the game's engine"""
    token: NotRequired[str]
    """The bearer token of the seat's player; not shown again"""


class DragonFightsLegal(TypedDict):
    """What a seat may do now; nothing for a seat that has to wait."""

    version: int
    """The game's version at which they are legal"""
    types: list[Literal["gesture", "flip", "take", "relocate"]]
    """All their types, and types with too many actions to list"""
    actions: list[DragonFightsAction]
    """Each can be posted as it is"""
    truncated: bool
    """Whether there are more than `limit`"""


class DragonFightsLegalActions(TypedDict):
    """What a seat may do now; nothing for a seat that has to wait."""

    version: int
    """The game's version at which they are legal"""
    types: list[Literal["gesture", "flip", "take", "relocate"]]
    """All their types, and types with too many actions to list"""
    actions: list[DragonFightsAction]
    """Each can be posted as it is"""
    truncated: bool
    """Whether there are more than `limit`"""
    engine: Literal["dragon_fights"]
    """The slug of the game's engine"""


class DragonFightsMapView(TypedDict):
    """The map as a frontend draws it."""

    squares: list[DragonFightsSquare]
    """A square's place in this list is its id"""
    edges: list[list[int]]
    """Pairs of squares one step apart"""


class DragonFightsNewGame(TypedDict):
    """A table to set up."""

    engine: Literal["dragon_fights"]
    """The engine's slug"""
    seats: list[NewSeat]
    """As many as the engine allows"""
    options: NotRequired[DragonFightsOptions]
    """The game's own options; see its engine's page"""
    turn_seconds: NotRequired[int | None]
    """Seconds a seat has before the default action is done for it; null: no clock"""
    bot_pace: NotRequired[float]
    """Seconds after an action before which no bot acts. A bot waits for at most half of its `turn_seconds`, and
    one that only passes in reaction to others does so at once
    """
    public: NotRequired[bool]
    """Whether the game is in the list of games"""
    auto_start: NotRequired[bool]
    """Start as soon as the last open seat is taken"""


class DragonFightsOptions(TypedDict):
    """Whether the view helps the players to remember stones."""

    first_player: NotRequired[int | None]
    """Always null: nobody begins this game"""
    memory_aid: NotRequired[bool]
    """Whether the view keeps showing the face of a stone that has been turned over"""


class DragonFightsRecord(RecordBase):
    """Everything needed to replay a game, and the hashes that seal it."""

    engine: Literal["dragon_fights"]
    """The slug of its engine"""
    options: DragonFightsOptions
    """All options, with defaults filled in"""
    actions: list[DragonFightsRecordedAction]
    """In the order they were applied"""


class DragonFightsRecordedAction(TypedDict):
    """One step of a game."""

    seat: int
    """Who acted"""
    action: DragonFightsAction
    """The action as it was posted"""
    at: NotRequired[str]
    """When"""
    automatic: NotRequired[bool]
    """Whether the service did it for the seat"""


DragonFightsRelocateAction = TypedDict(
    "DragonFightsRelocateAction", {"type": 'Literal["relocate"]', "from": "int", "to": "int"}
)
"""Put a stone that was turned over back, face down, on a free square."""


class DragonFightsRoundBeganEvent(EventBase):
    """All players choose a gesture."""

    type: Literal["round_began"]
    """One of those under `events` in the engine's page"""
    data: DragonFightsRoundBeganEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class DragonFightsRoundBeganEventData(TypedDict):
    """All players choose a gesture."""

    round: int
    """Which round it is, from 1"""


class DragonFightsShown(TypedDict):
    """One player's gesture in a throw that everyone has seen."""

    seat: int
    """A seat's number, from 0"""
    gesture: Literal["paper", "rock", "scissors"]
    """What they showed"""


class DragonFightsSquare(TypedDict):
    """A square of the map, at whole coordinates around the hall."""

    id: int
    """Its number"""
    x: int
    """To the right of the hall"""
    y: int
    """Below the hall"""
    kind: Literal["corner", "corridor", "dragon", "hall"]
    """`hall`: the start; `corner`: a way's end; `dragon`: the exit behind it"""
    colour: Literal["blue", "green", "red", "yellow"] | None
    """For corners and dragons: the colour of their exit; else null"""


class DragonFightsState(TypedDict):
    """All that is needed to draw the table."""

    phase: Literal["decide", "flip", "gesture", "over", "relocate"]
    """What the awaited seats have to do"""
    round: int
    """Which round it is, from 1"""
    player: int | None
    """Who turns stones over; after the end, who did so last; null while gestures are chosen"""
    dragons: list[DragonFightsDragonView]
    """The players, by seat"""
    your_gesture: Literal["paper", "rock", "scissors"] | None
    """What the viewer has chosen and nobody has seen yet"""
    last_throw: list[DragonFightsShown]
    """The gestures shown last, also if in the round before, by seat; only of those who were choosing"""
    undecided: int
    """How many throws in a row of this round, up to the last, have eliminated nobody"""
    stones: list[DragonFightsStoneView]
    """Those that lie on the map, by square"""
    turned: list[int]
    """Stones of this go that lie face up, in the order they were turned over"""
    at_stake: int
    """The fireflies on them; 0 while they are put back after an animal"""
    fireflies_left: int
    """How many fireflies are on the stones that lie face down"""
    memory_aid: bool
    """As in the options"""
    map: NotRequired[DragonFightsMapView]
    """The same in every game"""


class DragonFightsStoneFlippedEvent(EventBase):
    """A stone was turned over."""

    type: Literal["stone_flipped"]
    """One of those under `events` in the engine's page"""
    data: DragonFightsStoneFlippedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class DragonFightsStoneFlippedEventData(TypedDict):
    """A stone was turned over."""

    square: int
    """A square of the map, by its id"""
    face: Literal[1, 2, 3, 4] | Literal["animal"]
    """An animal, or the number of fireflies"""
    fireflies: int
    """What the go is worth now; 0 after an animal"""


class DragonFightsStoneRelocatedEvent(EventBase):
    """A stone was put back face down on another square; everyone has seen its face."""

    type: Literal["stone_relocated"]
    """One of those under `events` in the engine's page"""
    data: DragonFightsStoneRelocatedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


DragonFightsStoneRelocatedEventData = TypedDict(
    "DragonFightsStoneRelocatedEventData",
    {"from": "int", "to": "int", "face": 'Literal[1, 2, 3, 4] | Literal["animal"]'},
)
"""A stone was put back face down on another square; everyone has seen its face."""


class DragonFightsStoneView(TypedDict):
    """A stone on the map."""

    square: int
    """A square of the map, by its id"""
    up: bool
    """Whether it lies face up: turned over in this go and not put back yet"""
    face: Literal[1, 2, 3, 4] | Literal["animal"] | None
    """Shown while it is up, and with `memory_aid` once it has been seen"""


class DragonFightsStonesLaidEvent(EventBase):
    """The stones lie on the map, all of them face down."""

    type: Literal["stones_laid"]
    """One of those under `events` in the engine's page"""
    data: DragonFightsStonesLaidEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class DragonFightsStonesLaidEventData(TypedDict):
    """The stones lie on the map, all of them face down."""

    squares: list[int]
    """Where they lie, one on each of these"""


class DragonFightsStonesTakenEvent(EventBase):
    """A player keeps the stones of their go."""

    type: Literal["stones_taken"]
    """One of those under `events` in the engine's page"""
    data: DragonFightsStonesTakenEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class DragonFightsStonesTakenEventData(TypedDict):
    """A player keeps the stones of their go."""

    squares: list[int]
    """Where they lay, in the order they were turned over"""
    fireflies: int
    """How many the stones show together"""
    total: int
    """How many fireflies this seat has taken in all"""


class DragonFightsTakeAction(TypedDict):
    """Stop, and keep all stones turned over in this go."""

    type: Literal["take"]


class DragonFightsThrownEvent(EventBase):
    """All have chosen and show their gestures."""

    type: Literal["thrown"]
    """One of those under `events` in the engine's page"""
    data: DragonFightsThrownEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class DragonFightsThrownEventData(TypedDict):
    """All have chosen and show their gestures."""

    gestures: list[DragonFightsShown]
    """What each choosing player showed"""
    left: list[int]
    """Who is still in the throw: a single seat has won; several choose again, unless one is drawn"""


class EngineDetail(TypedDict):
    """A kind of game and its JSON Schemas. Each schema is a document of its own: its `#/$defs/…` refer to itself."""

    slug: str
    """Its name in paths and bodies"""
    title: str
    """Its name for people"""
    summary: str
    """What it is about, in a sentence"""
    players: Players
    """How many can play"""
    rules_version: str
    """The version of the rules; a game keeps the one it started with"""
    options: dict[str, Any]
    """JSON Schema of `options` in a new game, with the defaults"""
    actions: dict[str, Any]
    """JSON Schema of each action, by type, with an example"""
    events: dict[str, Any]
    """JSON Schema of each event's `data`, by type, with those of the service itself"""
    reasons: dict[str, str]
    """What the `reason` of an `illegal_action` means"""
    endings: dict[str, str]
    """What the `reason` of an outcome means"""
    state: dict[str, Any]
    """JSON Schema of `state` in a game's view"""
    content: dict[str, Any]
    """JSON Schema of a game's content: what never changes while it is played"""


class EngineList(TypedDict):
    """All kinds of games."""

    engines: list[EngineSummary]
    """All engines"""


class EngineSummary(TypedDict):
    """A kind of game."""

    slug: str
    """Its name in paths and bodies"""
    title: str
    """Its name for people"""
    summary: str
    """What it is about, in a sentence"""
    players: Players
    """How many can play"""
    rules_version: str
    """The version of the rules; a game keeps the one it started with"""


class GameAbandonedEvent(EventBase):
    """The game was broken off and has no outcome. This is the last event."""

    type: Literal["game_abandoned"]
    """One of those under `events` in the engine's page"""
    data: GameAbandonedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class GameAbandonedEventData(TypedDict):
    """The game was broken off and has no outcome. This is the last event."""

    reason: Literal["deleted_by_host", "too_many_actions"]
    """The host deleted it, or it had more than `MAX_ACTIONS` actions"""


class GameCreatedEvent(EventBase):
    """The table was set up."""

    type: Literal["game_created"]
    """One of those under `events` in the engine's page"""
    data: GameCreatedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class GameCreatedEventData(TypedDict):
    """The table was set up."""

    engine: str
    """The slug of its engine"""


class GameFinishedEvent(EventBase):
    """The game has ended by the rules. This is the last event."""

    type: Literal["game_finished"]
    """One of those under `events` in the engine's page"""
    data: GameFinishedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class GameFinishedEventData(TypedDict):
    """The game has ended by the rules. This is the last event."""

    outcome: Outcome
    """Who won, and why it is over"""


class GameList(TypedDict):
    """A page of public games; only a null `next_cursor` means the end."""

    games: list[GameSummary]
    """Newest first"""
    next_cursor: str | None
    """Send as `cursor` for the next page; null: this is the last"""


class GameStartedEvent(EventBase):
    """The game starts. Seats that nobody took are removed and those after them move up: `seats` has the new
    numbers.
    """

    type: Literal["game_started"]
    """One of those under `events` in the engine's page"""
    data: GameStartedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class GameStartedEventData(TypedDict):
    """The game starts. Seats that nobody took are removed and those after them move up: `seats` has the new
    numbers.
    """

    seats: list[str]
    """The players' names, in the order of seats"""


class Health(TypedDict):
    """Whether the service is healthy."""

    status: str
    """`ok`"""


class JoinRequestBot(TypedDict):
    """A player who takes a seat, or a bot that the host puts there. This one is of the kind `bot`."""

    kind: Literal["bot"]
    """`bot`: with the host's token, a bot sits there; else `human`"""
    level: Literal["random", "greedy", "search"]
    """How well the bot plays"""
    name: NotRequired[str | None]
    """The player's name, in characters that can be seen; a bot may do without"""
    seat: NotRequired[int | None]
    """Which seat; without it the first open one"""


class JoinRequestHuman(TypedDict):
    """A player who takes a seat, or a bot that the host puts there. This one is of the kind `human`."""

    kind: NotRequired[Literal["human"]]
    """`bot`: with the host's token, a bot sits there; else `human`"""
    name: str
    """The player's name, in characters that can be seen; a bot may do without"""
    seat: NotRequired[int | None]
    """Which seat; without it the first open one"""
    entropy: NotRequired[str]
    """Your own random text, mixed into the game's seed; published with the record"""


class NewSeatBot(TypedDict):
    """A seat in a new game: taken by a person, whose token is in the response, by a bot, or open for anyone to
    join. This one is of the kind `bot`.
    """

    kind: Literal["bot"]
    """`human`: taken, its token is in the response; `open`: for anyone to join; `bot`: one of the service's own
    players
    """
    level: Literal["random", "greedy", "search"]
    """How well the bot plays"""
    name: NotRequired[str | None]
    """The player's name, in characters that can be seen; left out: `Player 1` or `Bot 2`"""


class NewSeatHuman(TypedDict):
    """A seat in a new game: taken by a person, whose token is in the response, by a bot, or open for anyone to
    join. This one is of the kind `human`.
    """

    kind: NotRequired[Literal["human"]]
    """`human`: taken, its token is in the response; `open`: for anyone to join; `bot`: one of the service's own
    players
    """
    name: NotRequired[str | None]
    """The player's name, in characters that can be seen; left out: `Player 1` or `Bot 2`"""


class NewSeatOpen(TypedDict):
    """A seat in a new game: taken by a person, whose token is in the response, by a bot, or open for anyone to
    join. This one is of the kind `open`.
    """

    kind: Literal["open"]
    """`human`: taken, its token is in the response; `open`: for anyone to join; `bot`: one of the service's own
    players
    """


class NoContent(TypedDict):
    """The content of a game in which everything shown may change."""


class Outcome(TypedDict):
    """How a game ended. A shared victory has several winners; a lost cooperative game has none."""

    winners: list[int]
    """The seats that have won"""
    scores: list[Score]
    """Every seat's result, in the order of seats"""
    reason: str
    """Why it is over: one of the engine's `endings`"""


class Players(TypedDict):
    """How many can play."""

    min: int
    """The fewest seats"""
    max: int
    """The most seats"""


class ProblemDetails(TypedDict):
    """RFC 9457 problem details."""

    type: str
    """A path on this service that explains the problem"""
    title: str
    """The problem in a few words"""
    status: int
    """The HTTP status"""
    detail: str
    """What is wrong this time"""
    code: str
    """The problem's stable name"""
    errors: NotRequired[dict[str, Any]]
    """In a `validation_error`: what is wrong, by field"""
    reason: NotRequired[str]
    """In an `illegal_action`: the stable name of the rule; the engine's page explains it"""
    version: NotRequired[int]
    """The game's version when the request was checked"""


class ProblemList(TypedDict):
    """All problems that a request can end in."""

    problems: list[ProblemType]
    """All problems"""


class ProblemType(TypedDict):
    """A kind of problem, explained."""

    code: str
    """The problem's stable name"""
    type: str
    """The path of its page on this service"""
    title: str
    """The problem in a few words"""
    status: int
    """The HTTP status of its responses"""
    explanation: str
    """What it means and what to do, in Markdown"""


class Readiness(TypedDict):
    """Whether the service is ready, and what the operator should look at."""

    status: str
    """`ok`"""
    packages_left_out: NotRequired[list[str]]
    """Installed packages whose games could not be loaded; the log says why. Not there if all are"""
    store_losses: NotRequired[list[StoreLoss]]
    """What the file of the embedded store has lost, as found since the service was started. Not there if it has
    lost nothing
    """
    warnings: NotRequired[list[str]]
    """Settings that the operator should change; the log explains each at the start. `replicas_not_awaited`: a
    fail-over of the store loses confirmed actions. Not there if there are none
    """


class RecordedSeat(TypedDict):
    """A seat that took part, without its token."""

    name: str
    """The player's name"""
    kind: str
    """Who sat there at the end: `human` or `bot`"""
    entropy: NotRequired[str]
    """The entropy they sent when they joined"""
    level: NotRequired[str]
    """Only of a bot: how well it played"""


class Score(TypedDict):
    """A seat's result; `detail` says what it is made of."""

    seat: int
    """A seat's number, from 0"""
    score: int
    """Higher is better; in a cooperative game 1 for won, 0 for lost"""
    detail: dict[str, int]
    """The parts by name; the rules page explains them"""


class SeatLeftEvent(EventBase):
    """This seat was given up. Before the start it is open again; after it, a bot plays until its player is back."""

    type: Literal["seat_left"]
    """One of those under `events` in the engine's page"""
    data: SeatLeftEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class SeatLeftEventData(TypedDict):
    """This seat was given up. Before the start it is open again; after it, a bot plays until its player is back."""


class SeatTakenEvent(EventBase):
    """Somebody sits here now: a player who joined or came back, or a bot."""

    type: Literal["seat_taken"]
    """One of those under `events` in the engine's page"""
    data: SeatTakenEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class SeatTakenEventData(TypedDict):
    """Somebody sits here now: a player who joined or came back, or a bot."""

    name: str
    """The player's name"""
    kind: Literal["bot", "human"]
    """`human`, or `bot` for one of the service's players"""


class SeatView(TypedDict):
    """A seat as everyone sees it."""

    seat: int
    """Its number, from 0; the start removes open seats and may change it"""
    name: str | None
    """The player's name; null while it is open"""
    kind: str
    """`human`, `bot`, or `open` for anyone to join"""
    present: bool
    """Whether it has a stream open or has acted within the last minute"""
    level: NotRequired[Literal["greedy", "random", "search"]]
    """Only of a bot: how well it plays"""
    left: NotRequired[bool]
    """Whether its player has left the running game; a bot plays until they are back"""
    token: NotRequired[str]
    """Only in the response that creates the game: the bearer token of its player"""


class StoreLoss(TypedDict):
    """What a part of the embedded store's file has lost."""

    file: str
    """The name of the part"""
    found_at: str
    """When it was found: at a start of the embedded store"""
    dropped_bytes: int
    """Bytes at its end that were dropped, because they were not a whole entry"""
    missing_bytes: int
    """Bytes of confirmed changes that are known to be missing. 0: only an entry that was not finished is gone, as
    after a crash; no change in it was confirmed
    """
    known_bytes: int
    """The size the part was last known to have; 0 if it was not known"""
    known_at: str | None
    """When it had that size; null if it was not known. Later changes may be missing too"""


class TapechoActionResult(TypedDict):
    """The result of an accepted action."""

    version: int
    """The version the action made"""
    events: list[TapechoEvent]
    """The action's events, as this seat may know them"""
    game: TapechoGameView
    """The game as it is now; others may have acted since"""
    engine: Literal["tapecho"]
    """The slug of the game's engine"""


class TapechoAssetAction(TypedDict):
    """Lay an asset in front of yourself; in the team modes `target` may name a team-mate."""

    type: Literal["asset"]
    card: int
    """A card's `id`, as the view shows it"""
    target: NotRequired[int]
    """A team-mate's seat; left out: yourself"""


class TapechoAssetLostEvent(EventBase):
    """Rejected: this seat's best asset went to the pit."""

    type: Literal["asset_lost"]
    """One of those under `events` in the engine's page"""
    data: TapechoAssetLostEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoAssetLostEventData(TypedDict):
    """Rejected: this seat's best asset went to the pit."""

    card: TapechoCard
    """The asset"""


class TapechoAssetPoachedEvent(EventBase):
    """An asset moved from the target's table to that of this seat."""

    type: Literal["asset_poached"]
    """One of those under `events` in the engine's page"""
    data: TapechoAssetPoachedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoAssetPoachedEventData(TypedDict):
    """An asset moved from the target's table to that of this seat."""

    card: TapechoCard
    """The asset"""
    target: int
    """The seat that lost it"""


class TapechoAttackAction(TypedDict):
    """Lay an attack in front of an opponent."""

    type: Literal["attack"]
    card: int
    """A card's `id`, as the view shows it"""
    target: int
    """The seat in front of which the card is laid"""
    asset: NotRequired[int]
    """For an attack that takes an asset of the target: the `id` of that asset, if there is one"""


class TapechoAttackLiftedEvent(EventBase):
    """This seat's next turn began or was skipped: an attack it had laid went to the pit."""

    type: Literal["attack_lifted"]
    """One of those under `events` in the engine's page"""
    data: TapechoAttackLiftedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoAttackLiftedEventData(TypedDict):
    """This seat's next turn began or was skipped: an attack it had laid went to the pit."""

    card: TapechoCard
    """The attack"""
    target: int
    """The seat in front of which it lay"""


class TapechoAttackableEvent(EventBase):
    """The next turn of this seat's attacker began or was skipped: this seat can receive attacks again."""

    type: Literal["attackable"]
    """One of those under `events` in the engine's page"""
    data: TapechoAttackableEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoAttackableEventData(TypedDict):
    """The next turn of this seat's attacker began or was skipped: this seat can receive attacks again."""


class TapechoBefriendedEvent(EventBase):
    """Friend with benefits: at the count each asset costs this seat a point."""

    type: Literal["befriended"]
    """One of those under `events` in the engine's page"""
    data: TapechoBefriendedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoBefriendedEventData(TypedDict):
    """Friend with benefits: at the count each asset costs this seat a point."""


class TapechoCalledOutEvent(EventBase):
    """An out-of-context card was played against a card in the window."""

    type: Literal["called_out"]
    """One of those under `events` in the engine's page"""
    data: TapechoCalledOutEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoCalledOutEventData(TypedDict):
    """An out-of-context card was played against a card in the window."""

    card: TapechoCard
    """The out-of-context card"""
    against: TapechoCard
    """The card it is to throw out"""


class TapechoCard(TypedDict):
    """A card as it is shown to those who may see its face. With `omit=content` only its `id` is shown."""

    id: int
    """Its number in the deck"""
    kind: NotRequired[Literal["asset", "attack", "context", "defence", "handicap", "out_of_context"]]
    """What can be done with it"""
    name: NotRequired[str]
    """In the language of the response, if the deck is the project's own"""
    name_fr: NotRequired[str]
    """French"""
    role: NotRequired[Literal["man", "mixed", "woman"]]
    """In front of whom it may be laid; for a defence: whom it defends"""
    value: NotRequired[int | None]
    """Its points, with their sign; only for assets and handicaps"""
    spot: NotRequired[str | None]
    """The colour of a context; for an asset or handicap the colour of its context, if it has one"""
    attack: NotRequired[
        Literal[
            "big_reveal",
            "friend_with_benefits",
            "hangover",
            "poached",
            "rejected",
            "stood_up",
            "swapped_numbers",
            "the_ex",
        ]
        | None
    ]
    """For an attack: which one; the rules page explains them"""


class TapechoCardLaidEvent(EventBase):
    """A card was laid in front of somebody."""

    type: Literal["card_laid"]
    """One of those under `events` in the engine's page"""
    data: TapechoCardLaidEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoCardLaidEventData(TypedDict):
    """A card was laid in front of somebody."""

    card: TapechoCard
    """What was laid"""
    target: int
    """The seat in front of which it lies"""
    asset: int | None
    """The `id` of the asset that the attack is to take; else null"""


class TapechoContent(TypedDict):
    """What never changes during a game."""

    cards: list[TapechoCard]
    """The whole deck, contexts too; a card's place is its `id`"""


class TapechoDealtEvent(EventBase):
    """A hand was dealt."""

    type: Literal["dealt"]
    """One of those under `events` in the engine's page"""
    data: TapechoDealtEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoDealtEventData(TypedDict):
    """A hand was dealt."""

    count: int
    """How many cards"""
    cards: NotRequired[list[TapechoCard]]
    """Which. Only the seats concerned see this."""


class TapechoDeckCardAsset(TypedDict):
    """A line of a custom deck; its kind decides which fields it has. This one is of the kind `asset`."""

    kind: Literal["asset"]
    """What can be done with it"""
    name: str
    """English"""
    value: int
    """Points with their sign; only for assets and handicaps"""
    role: NotRequired[Literal["man", "woman", "mixed"]]
    """Mixed if left out; a defence needs one"""
    spot: NotRequired[str]
    """The colour of a context; on assets and handicaps: the context they belong to"""
    name_fr: NotRequired[str]
    """The French name; if left out, the English one"""
    copies: NotRequired[int]
    """How many copies of the card; 1 if left out"""


class TapechoDeckCardAttack(TypedDict):
    """A line of a custom deck; its kind decides which fields it has. This one is of the kind `attack`."""

    kind: Literal["attack"]
    """What can be done with it"""
    name: str
    """English"""
    attack: Literal[
        "stood_up", "rejected", "the_ex", "hangover", "poached", "big_reveal", "swapped_numbers", "friend_with_benefits"
    ]
    """What an attack does"""
    role: NotRequired[Literal["man", "woman", "mixed"]]
    """Mixed if left out; a defence needs one"""
    name_fr: NotRequired[str]
    """The French name; if left out, the English one"""
    copies: NotRequired[int]
    """How many copies of the card; 1 if left out"""


class TapechoDeckCardContext(TypedDict):
    """A line of a custom deck; its kind decides which fields it has. This one is of the kind `context`."""

    kind: Literal["context"]
    """What can be done with it"""
    name: str
    """English"""
    spot: str
    """The colour of a context; on assets and handicaps: the context they belong to"""
    name_fr: NotRequired[str]
    """The French name; if left out, the English one"""
    copies: NotRequired[int]
    """How many copies of the card; 1 if left out"""


class TapechoDeckCardDefence(TypedDict):
    """A line of a custom deck; its kind decides which fields it has. This one is of the kind `defence`."""

    kind: Literal["defence"]
    """What can be done with it"""
    name: str
    """English"""
    role: Literal["man", "woman", "mixed"]
    """Mixed if left out; a defence needs one"""
    name_fr: NotRequired[str]
    """The French name; if left out, the English one"""
    copies: NotRequired[int]
    """How many copies of the card; 1 if left out"""


class TapechoDeckCardHandicap(TypedDict):
    """A line of a custom deck; its kind decides which fields it has. This one is of the kind `handicap`."""

    kind: Literal["handicap"]
    """What can be done with it"""
    name: str
    """English"""
    value: int
    """Points with their sign; only for assets and handicaps"""
    role: NotRequired[Literal["man", "woman", "mixed"]]
    """Mixed if left out; a defence needs one"""
    spot: NotRequired[str]
    """The colour of a context; on assets and handicaps: the context they belong to"""
    name_fr: NotRequired[str]
    """The French name; if left out, the English one"""
    copies: NotRequired[int]
    """How many copies of the card; 1 if left out"""


class TapechoDeckCardOutOfContext(TypedDict):
    """A line of a custom deck; its kind decides which fields it has. This one is of the kind `out_of_context`."""

    kind: Literal["out_of_context"]
    """What can be done with it"""
    name: str
    """English"""
    name_fr: NotRequired[str]
    """The French name; if left out, the English one"""
    copies: NotRequired[int]
    """How many copies of the card; 1 if left out"""


class TapechoDefendAction(TypedDict):
    """Out of turn: undo the attack, or the out-of-context card, with this number."""

    type: Literal["defend"]
    card: int
    """A card's `id`, as the view shows it"""
    against: int
    """The `id` of the attack on you, or of the out-of-context card against what you laid"""


class TapechoDefendedEvent(EventBase):
    """An attack or an out-of-context card was undone; both cards are in the pit."""

    type: Literal["defended"]
    """One of those under `events` in the engine's page"""
    data: TapechoDefendedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoDefendedEventData(TypedDict):
    """An attack or an out-of-context card was undone; both cards are in the pit."""

    card: TapechoCard
    """The defence"""
    against: TapechoCard
    """What it undid"""


class TapechoEventList(TypedDict):
    """A page of the log."""

    events: list[TapechoEvent]
    """In order"""
    next_after: int | None
    """Send as `after` for the next page; null: there are no more events for now"""
    engine: Literal["tapecho"]
    """The slug of the game's engine"""


class TapechoExTurnedUpEvent(EventBase):
    """The ex: this seat drew cards."""

    type: Literal["ex_turned_up"]
    """One of those under `events` in the engine's page"""
    data: TapechoExTurnedUpEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoExTurnedUpEventData(TypedDict):
    """The ex: this seat drew cards."""

    count: int
    """How many"""
    cards: NotRequired[list[TapechoCard]]
    """Which. Only the seats concerned see this."""


class TapechoExchangeAction(TypedDict):
    """Discard a card and draw two others, of which one is kept; for a last defence or out-of-context card only
    one.
    """

    type: Literal["exchange"]
    card: int
    """A card's `id`, as the view shows it"""


class TapechoExchangedEvent(EventBase):
    """A card was discarded and one or two were drawn; a single one is kept at once."""

    type: Literal["exchanged"]
    """One of those under `events` in the engine's page"""
    data: TapechoExchangedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoExchangedEventData(TypedDict):
    """A card was discarded and one or two were drawn; a single one is kept at once."""

    discarded: TapechoCard
    """What went to the pit"""
    count: int
    """How many were drawn"""
    drawn: NotRequired[list[TapechoCard]]
    """Which. Only the seats concerned see this."""


class TapechoGameBeganEvent(EventBase):
    """A game of the series begins, with nothing on the tables; this seat starts."""

    type: Literal["game_began"]
    """One of those under `events` in the engine's page"""
    data: TapechoGameBeganEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoGameBeganEventData(TypedDict):
    """A game of the series begins, with nothing on the tables; this seat starts."""

    game: int
    """Its number in the series, from 1"""
    context: TapechoCard
    """The context that holds for it"""
    pile: int
    """How many cards are left to draw after ten are dealt to each seat"""


class TapechoGameCountedEvent(EventBase):
    """A game of the series is over and counted."""

    type: Literal["game_counted"]
    """One of those under `events` in the engine's page"""
    data: TapechoGameCountedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoGameCountedEventData(TypedDict):
    """A game of the series is over and counted."""

    game: int
    """Its number in the series"""
    reason: str
    """How it ended, as in `endings`"""
    tallies: list[TapechoTally]
    """Each seat's count, in the order of seats"""
    hands: list[list[TapechoCard]]
    """The hands at the count, in the order of seats"""
    winners: list[int]
    """The seats that won it"""


class TapechoGameSummary(GameSummaryBase):
    """A public game in the list."""

    engine: Literal["tapecho"]
    """The slug of the game's engine"""
    options: TapechoOptions | None
    """The options as the creator gave them; null if they are over 1 KiB: look at the game"""


class TapechoGameView(GameViewBase):
    """A game as one viewer may see it."""

    engine: Literal["tapecho"]
    """The slug of the game's engine"""
    options: TapechoOptions
    """The options as given; the engine's page has the defaults"""
    state: TapechoState | None
    """The table as this viewer may see it; null until it starts. The engine's page has the schema"""
    legal: NotRequired[TapechoLegal]
    """With `include=actions`, for a seat: what it may do now"""


class TapechoHandClosedEvent(EventBase):
    """This seat's hand is secret again."""

    type: Literal["hand_closed"]
    """One of those under `events` in the engine's page"""
    data: TapechoHandClosedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoHandClosedEventData(TypedDict):
    """This seat's hand is secret again."""


class TapechoHandOpenedEvent(EventBase):
    """The big reveal: this seat's hand is open until the end of its next turn."""

    type: Literal["hand_opened"]
    """One of those under `events` in the engine's page"""
    data: TapechoHandOpenedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoHandOpenedEventData(TypedDict):
    """The big reveal: this seat's hand is open until the end of its next turn."""

    cards: list[TapechoCard]
    """The hand as it was then"""


class TapechoHandicapAction(TypedDict):
    """Lay a handicap in front of another player."""

    type: Literal["handicap"]
    card: int
    """A card's `id`, as the view shows it"""
    target: int
    """The seat in front of which the card is laid"""


class TapechoHandsCoveredEvent(EventBase):
    """The next action was taken: the hands that the previous action opened are no longer shown."""

    type: Literal["hands_covered"]
    """One of those under `events` in the engine's page"""
    data: TapechoHandsCoveredEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoHandsCoveredEventData(TypedDict):
    """The next action was taken: the hands that the previous action opened are no longer shown."""


class TapechoHungoverEvent(EventBase):
    """This seat can lay no asset on its next turn."""

    type: Literal["hungover"]
    """One of those under `events` in the engine's page"""
    data: TapechoHungoverEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoHungoverEventData(TypedDict):
    """This seat can lay no asset on its next turn."""


class TapechoJoinResult(TypedDict):
    """The seat and its token, which is not shown again; a bot has none."""

    seat: int
    """The seat that was taken"""
    game: TapechoGameView
    """The game as this seat sees it; for a bot as spectators see it"""
    engine: Literal["tapecho"]
    """The slug of the game's engine"""
    token: NotRequired[str]
    """The bearer token of the seat's player; not shown again"""


class TapechoKeepAction(TypedDict):
    """Keep one of the two cards drawn; the other goes back on top of the pile."""

    type: Literal["keep"]
    card: int
    """A card's `id`, as the view shows it"""


class TapechoKeptEvent(EventBase):
    """One of the two drawn cards was kept, the other put back on top of the pile."""

    type: Literal["kept"]
    """One of those under `events` in the engine's page"""
    data: TapechoKeptEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoKeptEventData(TypedDict):
    """One of the two drawn cards was kept, the other put back on top of the pile."""

    card: NotRequired[TapechoCard]
    """The one that was kept. Only the seats concerned see this."""
    returned: NotRequired[TapechoCard]
    """The one that was put back. Only the seats concerned see this."""


class TapechoLay(TypedDict):
    """One card of a pair, and in front of whom it is laid."""

    card: int
    """A card's `id`, as the view shows it"""
    target: int
    """The seat in front of which the card is laid"""
    asset: NotRequired[int]
    """For an attack that takes an asset of the target: the `id` of that asset, if there is one"""


class TapechoLegal(TypedDict):
    """What a seat may do now; nothing for a seat that has to wait."""

    version: int
    """The game's version at which they are legal"""
    types: list[Literal["asset", "handicap", "attack", "pair", "exchange", "keep", "defend", "out_of_context", "pass"]]
    """All their types, and types with too many actions to list"""
    actions: list[TapechoAction]
    """Each can be posted as it is"""
    truncated: bool
    """Whether there are more than `limit`"""


class TapechoLegalActions(TypedDict):
    """What a seat may do now; nothing for a seat that has to wait."""

    version: int
    """The game's version at which they are legal"""
    types: list[Literal["asset", "handicap", "attack", "pair", "exchange", "keep", "defend", "out_of_context", "pass"]]
    """All their types, and types with too many actions to list"""
    actions: list[TapechoAction]
    """Each can be posted as it is"""
    truncated: bool
    """Whether there are more than `limit`"""
    engine: Literal["tapecho"]
    """The slug of the game's engine"""


class TapechoLyingAttackView(TypedDict):
    """An attack in front of its target."""

    card: TapechoCard
    """The attack"""
    by: int
    """The seat that laid it"""
    target: int
    """The seat in front of which it lies"""
    until: Literal["attackers_turn", "end_of_game"]
    """When it is taken away: when the attacker's next turn begins or is skipped, or never"""


class TapechoNewGame(TypedDict):
    """A table to set up."""

    engine: Literal["tapecho"]
    """The engine's slug"""
    seats: list[NewSeat]
    """As many as the engine allows"""
    options: NotRequired[TapechoOptions]
    """The game's own options; see its engine's page"""
    turn_seconds: NotRequired[int | None]
    """Seconds a seat has before the default action is done for it; null: no clock"""
    bot_pace: NotRequired[float]
    """Seconds after an action before which no bot acts. A bot waits for at most half of its `turn_seconds`, and
    one that only passes in reaction to others does so at once
    """
    public: NotRequired[bool]
    """Whether the game is in the list of games"""
    auto_start: NotRequired[bool]
    """Start as soon as the last open seat is taken"""


class TapechoNumbersSwappedEvent(EventBase):
    """A card of this seat changed places with one of the target's; only the two know which."""

    type: Literal["numbers_swapped"]
    """One of those under `events` in the engine's page"""
    data: TapechoNumbersSwappedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoNumbersSwappedEventData(TypedDict):
    """A card of this seat changed places with one of the target's; only the two know which."""

    target: int
    """The other seat"""
    given: NotRequired[TapechoCard]
    """The card this seat gave. Only the seats concerned see this."""
    taken: NotRequired[TapechoCard]
    """The card this seat got. Only the seats concerned see this."""


class TapechoOptions(TypedDict):
    """Roles, mode, length of the series, the pause for reactions and the deck."""

    first_player: NotRequired[int | None]
    """The seat that begins; null: drawn"""
    roles: NotRequired[list[Literal["man", "woman"]]]
    """Each seat's role, the two counts differing by at most one; empty: alternating"""
    mode: NotRequired[Literal["classic", "battle_of_the_sexes", "battle_of_the_couples"]]
    """Everyone for themselves, or teams"""
    couples: NotRequired[list[list[int]]]
    """For `battle_of_the_couples`: pairs of seats; empty: n-th man with n-th woman"""
    games: NotRequired[int]
    """Games in the series"""
    reaction_seconds: NotRequired[int]
    """Seconds that the next player must leave others to react"""
    deck: NotRequired[list[TapechoDeckCard]]
    """A deck of your own; empty: the project's deck"""


class TapechoOutOfContextAction(TypedDict):
    """Out of turn: throw out the asset or handicap with this number, if its spot is not of the context's colour."""

    type: Literal["out_of_context"]
    card: int
    """A card's `id`, as the view shows it"""
    against: int
    """The `id` of the asset or handicap in the window"""


class TapechoPairAction(TypedDict):
    """Lay two cards at once, each an attack or a handicap, in this order."""

    type: Literal["pair"]
    cards: list[TapechoLay]
    """The two cards, in the order they count as laid"""


class TapechoPassAction(TypedDict):
    """Do not react: you agree that the open window closes."""

    type: Literal["pass"]


class TapechoPassedEvent(EventBase):
    """This seat does not react."""

    type: Literal["passed"]
    """One of those under `events` in the engine's page"""
    data: TapechoPassedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoPassedEventData(TypedDict):
    """This seat does not react."""


class TapechoPileRenewedEvent(EventBase):
    """The pit was shuffled into a new pile."""

    type: Literal["pile_renewed"]
    """One of those under `events` in the engine's page"""
    data: TapechoPileRenewedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoPileRenewedEventData(TypedDict):
    """The pit was shuffled into a new pile."""

    count: int
    """How many cards were in the pit"""


class TapechoReactionView(TypedDict):
    """A reaction that is still possible in the window; the seats named need not hold the card for it."""

    type: Literal["defend", "out_of_context"]
    """The type of action"""
    against: int
    """The `id` of the card to name in it"""
    seats: list[int]
    """Who could do it, as far as all can see"""


class TapechoRecord(RecordBase):
    """Everything needed to replay a game, and the hashes that seal it."""

    engine: Literal["tapecho"]
    """The slug of its engine"""
    options: TapechoOptions
    """All options, with defaults filled in"""
    actions: list[TapechoRecordedAction]
    """In the order they were applied"""


class TapechoRecordedAction(TypedDict):
    """One step of a game."""

    seat: int
    """Who acted"""
    action: TapechoAction
    """The action as it was posted"""
    at: NotRequired[str]
    """When"""
    automatic: NotRequired[bool]
    """Whether the service did it for the seat"""


class TapechoSheetView(TypedDict):
    """One counted game of the series."""

    game: int
    """Its number in the series, from 1"""
    context: TapechoCard
    """The context of that game"""
    starter: int
    """The seat that began"""
    reason: str
    """How it ended, as in `endings`"""
    tallies: list[TapechoTally]
    """Each seat's count"""
    scores: list[int]
    """Each seat's points, the sum of its count"""
    winners: list[int]
    """The seats that won it"""


class TapechoShownView(TypedDict):
    """A hand that the last action opened, as it was at that moment."""

    seat: int
    """A seat's number, from 0"""
    cards: list[TapechoCard]
    """The hand"""


class TapechoSoberedUpEvent(EventBase):
    """This seat's turn is over, and so is its hangover."""

    type: Literal["sobered_up"]
    """One of those under `events` in the engine's page"""
    data: TapechoSoberedUpEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoSoberedUpEventData(TypedDict):
    """This seat's turn is over, and so is its hangover."""


class TapechoState(TypedDict):
    """All that is needed to draw the table. The options, which are public too, are attached to it."""

    phase: Literal["keep", "over", "turn", "window"]
    """Somebody's turn, a choice of two cards drawn, reactions, or the end"""
    game: int
    """The number of the game in the series, from 1; at the end, of the last"""
    games: int
    """How many games the series has"""
    mode: Literal["battle_of_the_couples", "battle_of_the_sexes", "classic"]
    """As in the options"""
    context: TapechoCard
    """The context of this game"""
    starter: int
    """The seat that began this game"""
    turn: int
    """Whose turn it is; while a window is open, who is next; at the end, who was last"""
    turns_begun: int
    """Turns that have begun in the whole series, without skipped turns"""
    seats: list[TapechoSuitorView]
    """The players, by seat"""
    window: TapechoWindowView | None
    """Null while there is nothing to react to"""
    attacks: list[TapechoLyingAttackView]
    """The attacks that lie in front of their targets"""
    drawn: int
    """Cards drawn in an exchange, of which one will be kept"""
    drawn_cards: list[TapechoCard] | None
    """For the player who drew: these cards; for others null"""
    pile: int
    """How many cards it holds; when it is empty the pit makes a new one"""
    pit: list[TapechoCard]
    """The card thrown last comes last"""
    quiet_turns: int
    """Turns in a row in which nothing was laid; skipped and passed turns count too"""
    quiet_limit: int
    """A quiet turn that brings `quiet_turns` to this or more ends the game: three whole rounds"""
    since: int
    """Grows when cards are laid or a reaction is played: `reaction_seconds` restart"""
    shown: list[TapechoShownView]
    """Hands that the last action opened: by an attack, or by a count after which another game follows. Some may
    still be open. After the last count every `hand` is shown instead
    """
    sheet: list[TapechoSheetView]
    """The games counted so far"""


class TapechoSuitorView(TypedDict):
    """A player."""

    seat: int
    """A seat's number, from 0"""
    role: Literal["man", "woman"]
    """What it plays"""
    team: int
    """Seats with the same number play together"""
    hand_size: int
    """How many cards it holds; two cards drawn in an exchange do not count until one is kept"""
    hand: list[TapechoCard] | None
    """Null if the viewer may not see it"""
    assets: list[TapechoCard]
    """In front of it on the table; the newest is last"""
    handicaps: list[TapechoCard]
    """In front of it on the table; the newest is last"""
    score: int
    """The points in front of it, with attacks; the hand is not counted"""
    team_score: int
    """The sum of `score` over its team"""
    total: int
    """Points of the games of the series already counted"""
    team_total: int
    """The sum of `total` over its team: the highest wins the series"""
    skips: int
    """Turns it will lose; an attack in the window does not count yet"""
    hungover: bool
    """Can lay no asset before its next turn is over; an attack in the window does not count yet"""
    open_hand: bool
    """By an attack, everyone sees its hand until its next turn is over"""
    attacked_by: int | None
    """Can receive no other attack until this attacker's next turn begins"""


class TapechoTally(TypedDict):
    """A seat's count; the parts add up."""

    table: int
    """The values on its table, with their signs"""
    benefits: int
    """The points that friends with benefits cost it"""
    hand: int
    """What was left in its hand, as a loss"""


class TapechoThrownOutEvent(EventBase):
    """Out of context: a card in front of this seat and the card played against it went to the pit."""

    type: Literal["thrown_out"]
    """One of those under `events` in the engine's page"""
    data: TapechoThrownOutEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoThrownOutEventData(TypedDict):
    """Out of context: a card in front of this seat and the card played against it went to the pit."""

    card: TapechoCard
    """The asset or handicap"""
    by: TapechoCard
    """The out-of-context card"""


class TapechoTurnBeganEvent(EventBase):
    """It is this seat's turn."""

    type: Literal["turn_began"]
    """One of those under `events` in the engine's page"""
    data: TapechoTurnBeganEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoTurnBeganEventData(TypedDict):
    """It is this seat's turn."""


class TapechoTurnLostEvent(EventBase):
    """Stood up: this seat's next turn is skipped."""

    type: Literal["turn_lost"]
    """One of those under `events` in the engine's page"""
    data: TapechoTurnLostEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoTurnLostEventData(TypedDict):
    """Stood up: this seat's next turn is skipped."""


class TapechoTurnPassedEvent(EventBase):
    """Nothing was possible for this seat, and its turn is over."""

    type: Literal["turn_passed"]
    """One of those under `events` in the engine's page"""
    data: TapechoTurnPassedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoTurnPassedEventData(TypedDict):
    """Nothing was possible for this seat, and its turn is over."""


class TapechoTurnSkippedEvent(EventBase):
    """This seat was stood up and loses its turn."""

    type: Literal["turn_skipped"]
    """One of those under `events` in the engine's page"""
    data: TapechoTurnSkippedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoTurnSkippedEventData(TypedDict):
    """This seat was stood up and loses its turn."""


class TapechoWindowCard(TypedDict):
    """A card in the window, and what has been played against it."""

    card: TapechoCard
    """What was laid"""
    target: int
    """The seat in front of which it lies"""
    asset: int | None
    """The `id` of the asset that the attack is to take; else null"""
    defended: bool
    """For an attack: whether it has been undone"""
    out_of_context: TapechoCard | None
    """The card that calls it out and will throw it out"""
    out_of_context_by: int | None
    """The seat that played this card"""


class TapechoWindowClosedEvent(EventBase):
    """No more reactions; what is pending happens now."""

    type: Literal["window_closed"]
    """One of those under `events` in the engine's page"""
    data: TapechoWindowClosedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoWindowClosedEventData(TypedDict):
    """No more reactions; what is pending happens now."""


class TapechoWindowOpenEvent(EventBase):
    """Cards were laid or a reaction was played, and there is something to react to; this seat is next."""

    type: Literal["window_open"]
    """One of those under `events` in the engine's page"""
    data: TapechoWindowOpenEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TapechoWindowOpenEventData(TypedDict):
    """Cards were laid or a reaction was played, and there is something to react to; this seat is next."""

    held_up: bool
    """No turn begins before it closes; all who could react are awaited"""
    reactions: list[TapechoReactionView]
    """What may still be done"""


class TapechoWindowView(TypedDict):
    """What may still be reacted to."""

    by: int
    """The seat that laid the cards"""
    cards: list[TapechoWindowCard]
    """In the order laid"""
    reactions: list[TapechoReactionView]
    """What may still be done"""
    passed: list[int]
    """The seats that have passed since the last reaction"""
    next_player: int
    """The seat that is next; its action closes the window"""
    held_up: bool
    """No turn begins before it closes; all who could react are awaited"""


class TchangActionResult(TypedDict):
    """The result of an accepted action."""

    version: int
    """The version the action made"""
    events: list[TchangEvent]
    """The action's events, as this seat may know them"""
    game: TchangGameView
    """The game as it is now; others may have acted since"""
    engine: Literal["tchang"]
    """The slug of the game's engine"""


class TchangBittenEvent(EventBase):
    """A stone hid a dangerous animal, which holds the pawn until another comes."""

    type: Literal["bitten"]
    """One of those under `events` in the engine's page"""
    data: TchangBittenEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TchangBittenEventData(TypedDict):
    """A stone hid a dangerous animal, which holds the pawn until another comes."""

    pawn: int
    """A pawn's number, from 0; pawn p belongs to seat p modulo the number of seats"""
    square: int
    """A square's id, its place in the map's list of squares"""


class TchangConcedeAction(TypedDict):
    """Vote to give up. The game is lost when all seats have voted; a vote stands until its seat moves a pawn."""

    type: Literal["concede"]


class TchangConcedeVotedEvent(EventBase):
    """A seat voted to give up; when all have voted, the game is lost."""

    type: Literal["concede_voted"]
    """One of those under `events` in the engine's page"""
    data: TchangConcedeVotedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TchangConcedeVotedEventData(TypedDict):
    """A seat voted to give up; when all have voted, the game is lost."""

    votes: int
    """How many seats want to give up now"""


class TchangConcedeWithdrawnEvent(EventBase):
    """A seat that had voted to give up moved a pawn, and so took its vote back."""

    type: Literal["concede_withdrawn"]
    """One of those under `events` in the engine's page"""
    data: TchangConcedeWithdrawnEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TchangConcedeWithdrawnEventData(TypedDict):
    """A seat that had voted to give up moved a pawn, and so took its vote back."""

    votes: int
    """How many seats still want to give up"""


class TchangContent(TypedDict):
    """What never changes during a game."""

    map: TchangMapView
    """The same in every game"""
    difficulty: Literal["easy", "hard", "normal"]
    """As in the options"""
    rules: TchangRules
    """What the difficulty and the single options come to"""
    pieces: list[TchangPieceShape]
    """The riddle's seven pieces by kind; none without the option `riddle`"""


class TchangDeclineRiddleAction(TypedDict):
    """Leave the riddle to others; the game ends when all seats have declined."""

    type: Literal["decline_riddle"]


class TchangEndTurnAction(TypedDict):
    """After the move: share no more. The next seat's turn begins."""

    type: Literal["end_turn"]


class TchangEventList(TypedDict):
    """A page of the log."""

    events: list[TchangEvent]
    """In order"""
    next_after: int | None
    """Send as `after` for the next page; null: there are no more events for now"""
    engine: Literal["tchang"]
    """The slug of the game's engine"""


class TchangExitFoundEvent(EventBase):
    """Three dragons of one colour lie face up for the first time: the exit of their colour is the way out."""

    type: Literal["exit_found"]
    """One of those under `events` in the engine's page"""
    data: TchangExitFoundEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TchangExitFoundEventData(TypedDict):
    """Three dragons of one colour lie face up for the first time: the exit of their colour is the way out."""

    dragon: Literal["blue", "green", "red", "yellow"]
    """Their colour"""
    square: int
    """The square of the dragon behind the corner of that colour"""


class TchangExitOpenedEvent(EventBase):
    """The exit is known and all seven tangrams lie face up: pawns may step onto the dragon's square."""

    type: Literal["exit_opened"]
    """One of those under `events` in the engine's page"""
    data: TchangExitOpenedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TchangExitOpenedEventData(TypedDict):
    """The exit is known and all seven tangrams lie face up: pawns may step onto the dragon's square."""

    square: int
    """The dragon's square"""


class TchangExitView(TypedDict):
    """The way out."""

    dragon: Literal["blue", "green", "red", "yellow"]
    """Its colour"""
    square: int
    """A square's id, its place in the map's list of squares"""
    open: bool
    """Whether pawns may step onto it: once all tangrams are found"""


class TchangFreedEvent(EventBase):
    """A bitten pawn was freed by another that came to its square; the animal left the game."""

    type: Literal["freed"]
    """One of those under `events` in the engine's page"""
    data: TchangFreedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TchangFreedEventData(TypedDict):
    """A bitten pawn was freed by another that came to its square; the animal left the game."""

    pawn: int
    """A pawn's number, from 0; pawn p belongs to seat p modulo the number of seats"""
    rescuer: int
    """The pawn that came"""
    square: int
    """A square's id, its place in the map's list of squares"""


class TchangGameSummary(GameSummaryBase):
    """A public game in the list."""

    engine: Literal["tchang"]
    """The slug of the game's engine"""
    options: TchangOptions | None
    """The options as the creator gave them; null if they are over 1 KiB: look at the game"""


class TchangGameView(GameViewBase):
    """A game as one viewer may see it."""

    engine: Literal["tchang"]
    """The slug of the game's engine"""
    options: TchangOptions
    """The options as given; the engine's page has the defaults"""
    state: TchangState | None
    """The table as this viewer may see it; null until it starts. The engine's page has the schema"""
    legal: NotRequired[TchangLegal]
    """With `include=actions`, for a seat: what it may do now"""


class TchangJoinResult(TypedDict):
    """The seat and its token, which is not shown again; a bot has none."""

    seat: int
    """The seat that was taken"""
    game: TchangGameView
    """The game as this seat sees it; for a bot as spectators see it"""
    engine: Literal["tchang"]
    """The slug of the game's engine"""
    token: NotRequired[str]
    """The bearer token of the seat's player; not shown again"""


class TchangLayAction(TypedDict):
    """Before the first turn, with the placement `players`: lay the next statue, or once all lie the next stone."""

    type: Literal["lay"]
    square: int
    """The id of the square: without a statue for a statue, without a stone for a stone"""


class TchangLegal(TypedDict):
    """What a seat may do now; nothing for a seat that has to wait."""

    version: int
    """The game's version at which they are legal"""
    types: list[Literal["lay", "move", "share", "pass", "end_turn", "concede", "solve_riddle", "decline_riddle"]]
    """All their types, and types with too many actions to list"""
    actions: list[TchangAction]
    """Each can be posted as it is"""
    truncated: bool
    """Whether there are more than `limit`"""


class TchangLegalActions(TypedDict):
    """What a seat may do now; nothing for a seat that has to wait."""

    version: int
    """The game's version at which they are legal"""
    types: list[Literal["lay", "move", "share", "pass", "end_turn", "concede", "solve_riddle", "decline_riddle"]]
    """All their types, and types with too many actions to list"""
    actions: list[TchangAction]
    """Each can be posted as it is"""
    truncated: bool
    """Whether there are more than `limit`"""
    engine: Literal["tchang"]
    """The slug of the game's engine"""


class TchangMapView(TypedDict):
    """The map as a frontend draws it."""

    squares: list[TchangSquare]
    """A square's place in this list is its id"""
    edges: list[list[int]]
    """Pairs of squares one step apart"""


class TchangMoveAction(TypedDict):
    """Walk one of your free pawns to another square by a shortest way; each step costs a firefly."""

    type: Literal["move"]
    pawn: int
    """A pawn's number, from 0; pawn p belongs to seat p modulo the number of seats"""
    square: int
    """The id of the square to stop at"""


class TchangMovedEvent(EventBase):
    """A pawn walked to another square."""

    type: Literal["moved"]
    """One of those under `events` in the engine's page"""
    data: TchangMovedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TchangMovedEventData(TypedDict):
    """A pawn walked to another square."""

    pawn: int
    """A pawn's number, from 0; pawn p belongs to seat p modulo the number of seats"""
    way: list[int]
    """The squares it walked over; the last one is where it stopped"""
    paid: int
    """Fireflies, one for each step"""


class TchangNewGame(TypedDict):
    """A table to set up."""

    engine: Literal["tchang"]
    """The engine's slug"""
    seats: list[NewSeat]
    """As many as the engine allows"""
    options: NotRequired[TchangOptions]
    """The game's own options; see its engine's page"""
    turn_seconds: NotRequired[int | None]
    """Seconds a seat has before the default action is done for it; null: no clock"""
    bot_pace: NotRequired[float]
    """Seconds after an action before which no bot acts. A bot waits for at most half of its `turn_seconds`, and
    one that only passes in reaction to others does so at once
    """
    public: NotRequired[bool]
    """Whether the game is in the list of games"""
    auto_start: NotRequired[bool]
    """Start as soon as the last open seat is taken"""


class TchangOptions(TypedDict):
    """How hard it is to get out, and whether the dragon asks its riddle."""

    first_player: NotRequired[int | None]
    """The seat that begins; null: drawn"""
    difficulty: NotRequired[Literal["easy", "normal", "hard"]]
    """Sets all single options; a single option that is given is used instead"""
    fireflies: NotRequired[int | None]
    """Fireflies each pawn begins with; null: as the difficulty says"""
    animals: NotRequired[int | None]
    """Dangerous animals under stones; null: as the difficulty says"""
    tangram_bonus: NotRequired[bool | None]
    """Whether uncovering a tangram brings a firefly; null: as the difficulty says"""
    placement: NotRequired[Literal["random", "covered", "far", "far_covered", "players", "custom"] | None]
    """Where statues and stones lie: anywhere, every statue under a stone, the statues far from the hall, far from
    it and under stones, where the players lay them before the first turn, or on the squares named; null: as the
    difficulty says
    """
    statue_squares: NotRequired[list[int]]
    """For the placement `custom`: the ids of the 19 squares for the statues"""
    stone_squares: NotRequired[list[int]]
    """For the placement `custom`: the ids of the 25 squares for the stones; one less with three animals"""
    riddle: NotRequired[bool]
    """Whether the dragon asks its riddle at the exit"""


class TchangPassAction(TypedDict):
    """Move no pawn this turn."""

    type: Literal["pass"]


class TchangPassedEvent(EventBase):
    """A seat's turn went by without a move."""

    type: Literal["passed"]
    """One of those under `events` in the engine's page"""
    data: TchangPassedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TchangPassedEventData(TypedDict):
    """A seat's turn went by without a move."""

    automatic: bool
    """Whether the rules passed it: it could neither move nor share"""


class TchangPawnView(TypedDict):
    """A pawn, and the seat it belongs to."""

    pawn: int
    """Its number"""
    seat: int
    """A seat's number, from 0"""
    square: int
    """A square's id, its place in the map's list of squares"""
    fireflies: int
    """What it carries"""
    bitten: bool
    """Whether an animal holds it until another pawn comes"""


class TchangPieceShape(TypedDict):
    """One kind of piece before it is turned: its corners clockwise, the first at the origin."""

    piece: Literal["large_triangle", "medium_triangle", "parallelogram", "small_triangle", "square"]
    """Its name"""
    count: int
    """How many of the seven pieces are of this kind"""
    corners: list[list[list[int]]]
    """Each corner as exact [x, y]"""
    drawing: list[list[float]]
    """The same in plain numbers, to draw with"""


class TchangPlaced(TypedDict):
    """A piece on the table: flipped top to bottom, then turned clockwise about its first corner, laid at (x, y)."""

    piece: Literal["large_triangle", "medium_triangle", "small_triangle", "square", "parallelogram"]
    """Which of the seven it is"""
    x: list[int]
    """[a, b] stands for a + b·√2"""
    y: list[int]
    """[a, b] stands for a + b·√2"""
    rotation: NotRequired[int]
    """Clockwise, in steps of 45°"""
    flip: NotRequired[bool]
    """Whether it is mirrored before it is turned; only the parallelogram needs it"""


class TchangRecord(RecordBase):
    """Everything needed to replay a game, and the hashes that seal it."""

    engine: Literal["tchang"]
    """The slug of its engine"""
    options: TchangOptions
    """All options, with defaults filled in"""
    actions: list[TchangRecordedAction]
    """In the order they were applied"""


class TchangRecordedAction(TypedDict):
    """One step of a game."""

    seat: int
    """Who acted"""
    action: TchangAction
    """The action as it was posted"""
    at: NotRequired[str]
    """When"""
    automatic: NotRequired[bool]
    """Whether the service did it for the seat"""


class TchangRiddleDeclinedEvent(EventBase):
    """A seat leaves the riddle to others; when all have declined, the game ends."""

    type: Literal["riddle_declined"]
    """One of those under `events` in the engine's page"""
    data: TchangRiddleDeclinedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TchangRiddleDeclinedEventData(TypedDict):
    """A seat leaves the riddle to others; when all have declined, the game ends."""


class TchangRiddlePosedEvent(EventBase):
    """All are out. The dragon asks for one of its figures; the game is won either way."""

    type: Literal["riddle_posed"]
    """One of those under `events` in the engine's page"""
    data: TchangRiddlePosedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TchangRiddlePosedEventData(TypedDict):
    """All are out. The dragon asks for one of its figures; the game is won either way."""

    dragon: Literal["blue", "green", "red", "yellow"]
    """The colour of the exit"""
    figures: list[TchangSilhouette]
    """Its four figures, any of which may be laid"""


class TchangRiddleSolvedEvent(EventBase):
    """A seat laid one of the figures with all seven pieces; the game ends."""

    type: Literal["riddle_solved"]
    """One of those under `events` in the engine's page"""
    data: TchangRiddleSolvedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TchangRiddleSolvedEventData(TypedDict):
    """A seat laid one of the figures with all seven pieces; the game ends."""

    figure: str
    """Its name"""
    pieces: list[TchangPlaced]
    """How it was laid"""


class TchangRiddleView(TypedDict):
    """How the riddle stands."""

    declined: list[int]
    """The seats that have left it to others; they may still solve it"""
    solver: int | None
    """The seat that solved it; null before, or if nobody did"""
    solved: str | None
    """The name of the figure that was laid"""
    pieces: list[TchangPlaced]
    """The seven pieces of the solution; none before"""
    figures: list[TchangSilhouette]
    """The exit's four figures; none until all pawns are out"""


class TchangRules(TypedDict):
    """The choices that make a game easier or harder."""

    fireflies: int
    """What each pawn begins with"""
    animals: int
    """Dangerous animals; with only three there is one stone less"""
    tangram_bonus: bool
    """Whether uncovering a tangram brings a firefly"""
    placement: Literal["covered", "custom", "far", "far_covered", "players", "random"]
    """How statues and stones were laid out"""


TchangShareAction = TypedDict(
    "TchangShareAction", {"type": 'Literal["share"]', "from": "int", "to": "int", "amount": "int"}
)
"""Hand fireflies from one pawn to another, on a square where a pawn of yours stands.  At most twenty times before
your move, and twenty times after it.
"""


class TchangSharedEvent(EventBase):
    """Fireflies went from one pawn to another on the same square."""

    type: Literal["shared"]
    """One of those under `events` in the engine's page"""
    data: TchangSharedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


TchangSharedEventData = TypedDict("TchangSharedEventData", {"from": "int", "to": "int", "amount": "int"})
"""Fireflies went from one pawn to another on the same square."""


class TchangSilhouette(TypedDict):
    """A figure to be laid: its outlines, clockwise, exact and for drawing."""

    name: str
    """The figure's name"""
    outlines: list[list[list[list[int]]]]
    """Rings of corners, each corner as exact [x, y]"""
    drawing: list[list[list[float]]]
    """The same in plain numbers, to draw with"""


class TchangSolveRiddleAction(TypedDict):
    """Lay the seven pieces so that they cover one of the exit dragon's figures exactly, where it is drawn."""

    type: Literal["solve_riddle"]
    pieces: list[TchangPlaced]
    """The seven pieces, in any order"""


class TchangSquare(TypedDict):
    """A square of the map, at whole coordinates around the hall."""

    id: int
    """Its number"""
    x: int
    """To the right of the hall"""
    y: int
    """Below the hall"""
    kind: Literal["corner", "corridor", "dragon", "hall"]
    """`hall`: the start; `corner`: a way's end; `dragon`: the exit behind it"""
    colour: Literal["blue", "green", "red", "yellow"] | None
    """For corners and dragons: the colour of their exit; else null"""


class TchangState(TypedDict):
    """All that is needed to draw the table, for all viewers. `omit=content` leaves out `difficulty`, `rules`,
    `map`.
    """

    phase: Literal["lay", "move", "over", "riddle", "share"]
    """Before the first turn, while the players lay out the tomb (`lay`), before the move (`move`), after it
    (`share`), during the dragon's riddle (`riddle`), which any seat may solve, or `over`
    """
    turn: int
    """Whose turn it is; during the riddle and after the end, whose it was last"""
    pawns: list[TchangPawnView]
    """By number"""
    reserve: int
    """Fireflies that no pawn holds"""
    statues: list[TchangStatueView]
    """By square"""
    stones: list[int]
    """Where a stone lies face down"""
    animals: list[int]
    """Where an animal lies face up and holds a pawn"""
    stones_by_face: list[TchangStoneCount]
    """How many stones there are of each face, and how many still lie face down"""
    tangrams: int
    """Tangrams face up, of 7"""
    dragons: dict[str, int]
    """Dragons face up by colour"""
    exit: TchangExitView | None
    """Null until three dragons of one colour lie face up"""
    shares_left: int
    """Shares left in this step of the turn: 20 before a move, as many after it"""
    idle_turns: int
    """Turns in a row without a move, automatic passes included"""
    idle_limit: int
    """The game is lost with this many idle turns: two whole rounds"""
    concede_votes: list[int]
    """The seats whose vote to give up stands"""
    riddle: TchangRiddleView | None
    """Null without the option `riddle`"""
    ending: str | None
    """How it ended, null before; `won` already while the riddle is asked"""
    to_lay: TchangToLay | None
    """Null unless the players still have something to lay"""
    difficulty: NotRequired[Literal["easy", "hard", "normal"]]
    """As in the options"""
    rules: NotRequired[TchangRules]
    """What the difficulty and the single options come to"""
    map: NotRequired[TchangMapView]
    """The same in every game"""


class TchangStatueLaidEvent(EventBase):
    """A seat laid the next statue face down; nobody knows which figure it is."""

    type: Literal["statue_laid"]
    """One of those under `events` in the engine's page"""
    data: TchangStatueLaidEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TchangStatueLaidEventData(TypedDict):
    """A seat laid the next statue face down; nobody knows which figure it is."""

    square: int
    """A square's id, its place in the map's list of squares"""


class TchangStatueTurnedEvent(EventBase):
    """A statue was turned over for good."""

    type: Literal["statue_turned"]
    """One of those under `events` in the engine's page"""
    data: TchangStatueTurnedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TchangStatueTurnedEventData(TypedDict):
    """A statue was turned over for good."""

    pawn: int
    """A pawn's number, from 0; pawn p belongs to seat p modulo the number of seats"""
    square: int
    """A square's id, its place in the map's list of squares"""
    figure: Literal["blue", "green", "red", "tangram", "yellow"]
    """What it shows"""
    bonus: int
    """Fireflies its finder got for it"""


class TchangStatueView(TypedDict):
    """A statue."""

    square: int
    """A square's id, its place in the map's list of squares"""
    figure: Literal["blue", "green", "red", "tangram", "yellow"] | None
    """A dragon of this colour, or a tangram; null while it lies face down"""


class TchangStoneCount(TypedDict):
    """How many stones there are of one face."""

    face: int
    """Fireflies; -1 is an animal"""
    hidden: int
    """Still face down"""
    total: int
    """At the start"""


class TchangStoneLaidEvent(EventBase):
    """A seat laid the next stone face down; nobody knows what it hides."""

    type: Literal["stone_laid"]
    """One of those under `events` in the engine's page"""
    data: TchangStoneLaidEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TchangStoneLaidEventData(TypedDict):
    """A seat laid the next stone face down; nobody knows what it hides."""

    square: int
    """A square's id, its place in the map's list of squares"""


class TchangStoneTurnedEvent(EventBase):
    """A stone gave its fireflies and left the game."""

    type: Literal["stone_turned"]
    """One of those under `events` in the engine's page"""
    data: TchangStoneTurnedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TchangStoneTurnedEventData(TypedDict):
    """A stone gave its fireflies and left the game."""

    pawn: int
    """A pawn's number, from 0; pawn p belongs to seat p modulo the number of seats"""
    square: int
    """A square's id, its place in the map's list of squares"""
    fireflies: int
    """How many it shows"""
    gained: int
    """How many of them the reserve could pay the pawn"""


class TchangToLay(TypedDict):
    """What the players still have to lay before the first turn: all statues, then all stones."""

    statues: int
    """How many statues"""
    stones: int
    """How many stones"""


class TchangTombLaidEvent(EventBase):
    """All pawns stand in the hall; statues and stones lie face down on their squares, or the players will lay
    them.
    """

    type: Literal["tomb_laid"]
    """One of those under `events` in the engine's page"""
    data: TchangTombLaidEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TchangTombLaidEventData(TypedDict):
    """All pawns stand in the hall; statues and stones lie face down on their squares, or the players will lay
    them.
    """

    pawns: list[int]
    """By number, the seat that each pawn belongs to"""
    fireflies: int
    """What each pawn carries"""
    statues: list[int]
    """Where the statues stand; nowhere yet if the players lay them"""
    stones: list[int]
    """Where the stones lie; nowhere yet if the players lay them"""


class TchangTurnBeganEvent(EventBase):
    """It is this seat's turn."""

    type: Literal["turn_began"]
    """One of those under `events` in the engine's page"""
    data: TchangTurnBeganEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TchangTurnBeganEventData(TypedDict):
    """It is this seat's turn."""


class Ticket(TypedDict):
    """A ticket for the event stream, for clients that cannot send headers."""

    ticket: str
    """Send it in `…/events?ticket=`; it is read-only and can be used again"""
    expires_at: str
    """When it expires"""


class TokyoPooDiversActionResult(TypedDict):
    """The result of an accepted action."""

    version: int
    """The version the action made"""
    events: list[TokyoPooDiversEvent]
    """The action's events, as this seat may know them"""
    game: TokyoPooDiversGameView
    """The game as it is now; others may have acted since"""
    engine: Literal["tokyo_poo_divers"]
    """The slug of the game's engine"""


class TokyoPooDiversBallot(TypedDict):
    """How a tied player has voted."""

    seat: int
    """A seat's number, from 0"""
    winner: int | None
    """The seat that it voted for; null for nobody"""


class TokyoPooDiversBankAction(TypedDict):
    """Stop: be paid the turn's points and end the turn."""

    type: Literal["bank"]


class TokyoPooDiversContestBeganEvent(EventBase):
    """The best are tied: they hold a contest, and vote on who has won it."""

    type: Literal["contest_began"]
    """One of those under `events` in the engine's page"""
    data: TokyoPooDiversContestBeganEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TokyoPooDiversContestBeganEventData(TypedDict):
    """The best are tied: they hold a contest, and vote on who has won it."""

    tied: list[int]
    """The seats that are tied"""


class TokyoPooDiversContestDecidedEvent(EventBase):
    """All tied players have voted, and the game is over."""

    type: Literal["contest_decided"]
    """One of those under `events` in the engine's page"""
    data: TokyoPooDiversContestDecidedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TokyoPooDiversContestDecidedEventData(TypedDict):
    """All tied players have voted, and the game is over."""

    ballots: list[TokyoPooDiversBallot]
    """All votes, in the order in which they were given"""
    winner: int | None
    """The seat with the votes of more than half of the tied players; null: none has them"""


class TokyoPooDiversContestView(TypedDict):
    """The contest of the tied players: they vote on who has won it."""

    tied: list[int]
    """The seats that are tied and vote"""
    voted: list[int]
    """The seats that have voted, in this order"""
    ballots: list[TokyoPooDiversBallot]
    """The viewer's own vote; all votes, in the same order, once everyone has voted"""
    winner: int | None
    """Who has a majority; null before the end, and if nobody has one"""


class TokyoPooDiversCoverOpenedEvent(EventBase):
    """A cover was opened for good."""

    type: Literal["cover_opened"]
    """One of those under `events` in the engine's page"""
    data: TokyoPooDiversCoverOpenedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TokyoPooDiversCoverOpenedEventData(TypedDict):
    """A cover was opened for good."""

    cell: list[int]
    """Row and column, both from 0, from the top left"""
    face: Literal["blank", "find", "sleeper"]
    """What was under it"""
    points: int
    """What the turn is worth now"""
    direction: Literal["e", "n", "ne", "nw", "s", "se", "sw", "w"] | None
    """Where a risk went; null for a dive"""
    star: list[list[int]]
    """The open finds that counted one point each; only for a dive that is a find"""


class TokyoPooDiversCoversLaidEvent(EventBase):
    """The covers lie on the street, all of them closed."""

    type: Literal["covers_laid"]
    """One of those under `events` in the engine's page"""
    data: TokyoPooDiversCoversLaidEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TokyoPooDiversCoversLaidEventData(TypedDict):
    """The covers lie on the street, all of them closed."""

    layout: Literal["cow_droppings", "custom", "donut", "heart", "mascot", "skull", "square"]
    """As in the options"""
    board: list[str]
    """Row by row: `#` a closed cover, `.` a hole"""


class TokyoPooDiversDeclinePeekAction(TypedDict):
    """Look under no cover."""

    type: Literal["decline_peek"]


class TokyoPooDiversDiveAction(TypedDict):
    """Open any closed cover."""

    type: Literal["dive"]
    cell: list[int]
    """Row and column, both from 0, from the top left"""


class TokyoPooDiversDiver(TypedDict):
    """The figure: where the turn's first find was opened, and in which direction it goes on."""

    cell: list[int]
    """Row and column, both from 0, from the top left"""
    facing: Literal["e", "n", "ne", "nw", "s", "se", "sw", "w"] | None
    """Where it looks; null before the first risk of the turn"""


class TokyoPooDiversEventList(TypedDict):
    """A page of the log."""

    events: list[TokyoPooDiversEvent]
    """In order"""
    next_after: int | None
    """Send as `after` for the next page; null: there are no more events for now"""
    engine: Literal["tokyo_poo_divers"]
    """The slug of the game's engine"""


class TokyoPooDiversGameSummary(GameSummaryBase):
    """A public game in the list."""

    engine: Literal["tokyo_poo_divers"]
    """The slug of the game's engine"""
    options: TokyoPooDiversOptions | None
    """The options as the creator gave them; null if they are over 1 KiB: look at the game"""


class TokyoPooDiversGameView(GameViewBase):
    """A game as one viewer may see it."""

    engine: Literal["tokyo_poo_divers"]
    """The slug of the game's engine"""
    options: TokyoPooDiversOptions
    """The options as given; the engine's page has the defaults"""
    state: TokyoPooDiversState | None
    """The table as this viewer may see it; null until it starts. The engine's page has the schema"""
    legal: NotRequired[TokyoPooDiversLegal]
    """With `include=actions`, for a seat: what it may do now"""


class TokyoPooDiversJoinResult(TypedDict):
    """The seat and its token, which is not shown again; a bot has none."""

    seat: int
    """The seat that was taken"""
    game: TokyoPooDiversGameView
    """The game as this seat sees it; for a bot as spectators see it"""
    engine: Literal["tokyo_poo_divers"]
    """The slug of the game's engine"""
    token: NotRequired[str]
    """The bearer token of the seat's player; not shown again"""


class TokyoPooDiversLegal(TypedDict):
    """What a seat may do now; nothing for a seat that has to wait."""

    version: int
    """The game's version at which they are legal"""
    types: list[Literal["dive", "bank", "risk", "peek", "decline_peek", "vote"]]
    """All their types, and types with too many actions to list"""
    actions: list[TokyoPooDiversAction]
    """Each can be posted as it is"""
    truncated: bool
    """Whether there are more than `limit`"""


class TokyoPooDiversLegalActions(TypedDict):
    """What a seat may do now; nothing for a seat that has to wait."""

    version: int
    """The game's version at which they are legal"""
    types: list[Literal["dive", "bank", "risk", "peek", "decline_peek", "vote"]]
    """All their types, and types with too many actions to list"""
    actions: list[TokyoPooDiversAction]
    """Each can be posted as it is"""
    truncated: bool
    """Whether there are more than `limit`"""
    engine: Literal["tokyo_poo_divers"]
    """The slug of the game's engine"""


class TokyoPooDiversNewGame(TypedDict):
    """A table to set up."""

    engine: Literal["tokyo_poo_divers"]
    """The engine's slug"""
    seats: list[NewSeat]
    """As many as the engine allows"""
    options: NotRequired[TokyoPooDiversOptions]
    """The game's own options; see its engine's page"""
    turn_seconds: NotRequired[int | None]
    """Seconds a seat has before the default action is done for it; null: no clock"""
    bot_pace: NotRequired[float]
    """Seconds after an action before which no bot acts. A bot waits for at most half of its `turn_seconds`, and
    one that only passes in reaction to others does so at once
    """
    public: NotRequired[bool]
    """Whether the game is in the list of games"""
    auto_start: NotRequired[bool]
    """Start as soon as the last open seat is taken"""


class TokyoPooDiversOptions(TypedDict):
    """Where the covers lie, whether peeks are remembered, and what a tie means."""

    first_player: NotRequired[int | None]
    """The seat that begins; null: drawn"""
    layout: NotRequired[Literal["square", "donut", "mascot", "heart", "cow_droppings", "skull", "custom"]]
    """The outline"""
    rows: NotRequired[list[str]]
    """For `custom`: rows of `#` (a cover) and `.` (a hole), 60 to 70 covers"""
    remember_peeks: NotRequired[bool]
    """Whether a player's view keeps showing what they have peeked at"""
    tie: NotRequired[Literal["shared", "contest"]]
    """What happens if the best are tied: they share the victory, or hold a contest and vote on who has won it"""


class TokyoPooDiversPaidEvent(EventBase):
    """A diver was paid for a turn."""

    type: Literal["paid"]
    """One of those under `events` in the engine's page"""
    data: TokyoPooDiversPaidEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TokyoPooDiversPaidEventData(TypedDict):
    """A diver was paid for a turn."""

    why: Literal["banked", "no_cover", "sleeper"]
    """They banked, they opened a sleeper, or there was no cover that a risk could open"""
    points: int
    """What was paid"""
    forfeited: int
    """What the bank could not pay"""
    brown: int
    """Pieces worth 1 this diver holds now"""
    golden: int
    """Pieces worth 5 this diver holds now"""


class TokyoPooDiversPeekAction(TypedDict):
    """Look secretly under a closed cover."""

    type: Literal["peek"]
    cell: list[int]
    """Row and column, both from 0, from the top left"""


class TokyoPooDiversPeekDeclinedEvent(EventBase):
    """A diver did not want to look."""

    type: Literal["peek_declined"]
    """One of those under `events` in the engine's page"""
    data: TokyoPooDiversPeekDeclinedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TokyoPooDiversPeekDeclinedEventData(TypedDict):
    """A diver did not want to look."""


class TokyoPooDiversPeekView(TypedDict):
    """A closed cover that somebody has looked under; only they see its `face`."""

    seat: int
    """Who looked"""
    cell: list[int]
    """Row and column, both from 0, from the top left"""
    face: Literal["blank", "find", "sleeper"] | None


class TokyoPooDiversPeekedEvent(EventBase):
    """A diver looked under a cover; only they know the face."""

    type: Literal["peeked"]
    """One of those under `events` in the engine's page"""
    data: TokyoPooDiversPeekedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TokyoPooDiversPeekedEventData(TypedDict):
    """A diver looked under a cover; only they know the face."""

    cell: list[int]
    """Row and column, both from 0, from the top left"""
    face: NotRequired[Literal["blank", "find", "sleeper"]]
    """What is under it. Only the seats concerned see this."""


class TokyoPooDiversPurse(TypedDict):
    """Pieces in one place: a diver's hand or the bank."""

    brown: NotRequired[int]
    """Pieces worth 1"""
    golden: NotRequired[int]
    """Pieces worth 5"""


class TokyoPooDiversPurseView(TypedDict):
    """What a seat has been paid."""

    seat: int
    """A seat's number, from 0"""
    brown: int
    """Pieces worth 1"""
    golden: int
    """Pieces worth 5"""
    points: int
    """What they are worth together"""


class TokyoPooDiversRecord(RecordBase):
    """Everything needed to replay a game, and the hashes that seal it."""

    engine: Literal["tokyo_poo_divers"]
    """The slug of its engine"""
    options: TokyoPooDiversOptions
    """All options, with defaults filled in"""
    actions: list[TokyoPooDiversRecordedAction]
    """In the order they were applied"""


class TokyoPooDiversRecordedAction(TypedDict):
    """One step of a game."""

    seat: int
    """Who acted"""
    action: TokyoPooDiversAction
    """The action as it was posted"""
    at: NotRequired[str]
    """When"""
    automatic: NotRequired[bool]
    """Whether the service did it for the seat"""


class TokyoPooDiversRiskAction(TypedDict):
    """Open the next cover in line. Only the first of a turn names a direction."""

    type: Literal["risk"]
    direction: NotRequired[Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"]]
    """Where the diver turns; `n` is up. Only the first risk of a turn has it"""


class TokyoPooDiversState(TypedDict):
    """All that is needed to draw the table."""

    phase: Literal["decide", "dive", "over", "peek", "vote"]
    """What the seat whose turn it is, or in a vote each tied seat, has to do"""
    turn: int
    """Whose turn it is; after the last turn, whose it was"""
    points: int
    """What the turn is worth if it is banked now"""
    finds: int
    """Finds opened in this turn; the next one is worth one more"""
    diver: TokyoPooDiversDiver | None
    """Null until a find has been opened in this turn"""
    last_find: list[int] | None
    """The find opened last in this turn; a later risk opens the cover next to it"""
    layout: Literal["cow_droppings", "custom", "donut", "heart", "mascot", "skull", "square"]
    """As in the options"""
    board: list[str]
    """Row by row: `#` closed, `F` find, `X` blank, `Z` sleeper, `.` hole"""
    last_opened: list[int] | None
    """The cover opened last, in any turn; null before the first"""
    covers_left: int
    """How many covers are still closed"""
    peeks: list[TokyoPooDiversPeekView]
    """Closed covers that were looked under, by seat"""
    bank: TokyoPooDiversPurse
    """What is left to be paid out"""
    purses: list[TokyoPooDiversPurseView]
    """By seat"""
    remember_peeks: bool
    """As in the options"""
    tie: Literal["contest", "shared"]
    """As in the options"""
    contest: TokyoPooDiversContestView | None
    """Null unless the best are tied and hold a contest"""
    ending: str | None
    """Why it is over, null before"""


class TokyoPooDiversTurnBeganEvent(EventBase):
    """It is this seat's turn."""

    type: Literal["turn_began"]
    """One of those under `events` in the engine's page"""
    data: TokyoPooDiversTurnBeganEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TokyoPooDiversTurnBeganEventData(TypedDict):
    """It is this seat's turn."""


class TokyoPooDiversVoteAction(TypedDict):
    """Say which of the tied players has won their contest, or that nobody has."""

    type: Literal["vote"]
    winner: NotRequired[int]
    """The seat of one of the tied players; left out: nobody"""


class TokyoPooDiversVotedEvent(EventBase):
    """A tied player has voted; only they know for whom, until all have voted."""

    type: Literal["voted"]
    """One of those under `events` in the engine's page"""
    data: TokyoPooDiversVotedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class TokyoPooDiversVotedEventData(TypedDict):
    """A tied player has voted; only they know for whom, until all have voted."""

    winner: NotRequired[int | None]
    """The seat that it voted for; null for nobody. Only the seats concerned see this."""


class UnknownAction(TypedDict):
    """An action of a game that is not in this document; its engine's page has the schema."""

    type: UnknownName
    """One of those under `actions` there"""


class UnknownActionResult(TypedDict):
    """The result of an accepted action. The game is not in this document."""

    version: int
    """The version the action made"""
    events: list[UnknownEvent]
    """The action's events, as this seat may know them"""
    game: UnknownGameView
    """The game as it is now; others may have acted since"""
    engine: UnknownName
    """The slug of the game's engine"""


class UnknownEvent(EventBase):
    """Something that happened in a game that is not in this document."""

    type: UnknownName
    """One of those under `events` in the engine's page"""
    data: dict[str, Any]
    """What this viewer may know of it; the engine's page has the schema by type"""


class UnknownEventList(TypedDict):
    """A page of the log. The game is not in this document."""

    events: list[UnknownEvent]
    """In order"""
    next_after: int | None
    """Send as `after` for the next page; null: there are no more events for now"""
    engine: UnknownName
    """The slug of the game's engine"""


class UnknownGameSummary(GameSummaryBase):
    """A public game in the list. The game is not in this document."""

    engine: UnknownName
    """The slug of the game's engine"""
    options: dict[str, Any] | None
    """The options as the creator gave them; null if they are over 1 KiB: look at the game"""


class UnknownGameView(GameViewBase):
    """A game as one viewer may see it. The game is not in this document."""

    engine: UnknownName
    """The slug of the game's engine"""
    options: dict[str, Any]
    """The options as given; the engine's page has the defaults"""
    state: dict[str, Any] | None
    """The table as this viewer may see it; null until it starts. The engine's page has the schema"""
    legal: NotRequired[UnknownLegal]
    """With `include=actions`, for a seat: what it may do now"""


class UnknownJoinResult(TypedDict):
    """The seat and its token, which is not shown again; a bot has none. The game is not in this document."""

    seat: int
    """The seat that was taken"""
    game: UnknownGameView
    """The game as this seat sees it; for a bot as spectators see it"""
    engine: UnknownName
    """The slug of the game's engine"""
    token: NotRequired[str]
    """The bearer token of the seat's player; not shown again"""


class UnknownLegal(TypedDict):
    """What a seat may do now; nothing for a seat that has to wait. The game is not in this document."""

    version: int
    """The game's version at which they are legal"""
    types: list[UnknownName]
    """All their types, and types with too many actions to list"""
    actions: list[UnknownAction]
    """Each can be posted as it is"""
    truncated: bool
    """Whether there are more than `limit`"""


class UnknownLegalActions(TypedDict):
    """What a seat may do now; nothing for a seat that has to wait. The game is not in this document."""

    version: int
    """The game's version at which they are legal"""
    types: list[UnknownName]
    """All their types, and types with too many actions to list"""
    actions: list[UnknownAction]
    """Each can be posted as it is"""
    truncated: bool
    """Whether there are more than `limit`"""
    engine: UnknownName
    """The slug of the game's engine"""


class UnknownRecord(RecordBase):
    """Everything needed to replay a game, and the hashes that seal it. The game is not in this document."""

    engine: UnknownName
    """The slug of its engine"""
    options: dict[str, Any]
    """All options, with defaults filled in"""
    actions: list[UnknownRecordedAction]
    """In the order they were applied"""


class UnknownRecordedAction(TypedDict):
    """One step of a game. The game is not in this document."""

    seat: int
    """Who acted"""
    action: UnknownAction
    """The action as it was posted"""
    at: NotRequired[str]
    """When"""
    automatic: NotRequired[bool]
    """Whether the service did it for the seat"""


class VerificationResult(TypedDict):
    """What replaying a record shows: the outcome where it is valid, and what is wrong where it is not."""

    valid: bool
    """Whether it replays to exactly what it says"""
    known: bool
    """Whether it is the record of a game stored here"""
    outcome: NotRequired[Outcome | None]
    """The replay's outcome"""
    state_hash: NotRequired[str]
    """Hash of the replay's final state"""
    step: NotRequired[int]
    """The first wrong step, from 1; 0: the record as a whole"""
    why: NotRequired[str]
    """What is wrong with it"""


class ZokyActionResult(TypedDict):
    """The result of an accepted action."""

    version: int
    """The version the action made"""
    events: list[ZokyEvent]
    """The action's events, as this seat may know them"""
    game: ZokyGameView
    """The game as it is now; others may have acted since"""
    engine: Literal["zoky"]
    """The slug of the game's engine"""


class ZokyArrondissement(TypedDict):
    """Five Quartiers of one colour."""

    name: str
    """Its name, unlike all others"""
    quartiers: list[ZokyQuartier]
    """Its five Quartiers"""


class ZokyBand(TypedDict):
    """Zokus of one gang that move together."""

    gang: int
    """A gang, by its chief's seat"""
    zokus: int
    """How many they are"""
    numbers: NotRequired[list[int]]
    """Their numbers in the street; empty if they were in no fight"""


class ZokyChiefView(TypedDict):
    """A gang as everyone sees it; only the number of its face-down Lieutenants is shown."""

    seat: int
    """A seat's number, from 0"""
    reserve: int
    """Zokus at home"""
    jail: int
    """Zokus in jail"""
    quartiers: list[int]
    """The Quartiers claimed so far, oldest first"""
    points: int
    """Only the values of its Quartiers"""
    face_down: int
    """How many Lieutenants are still unused"""
    face_up: list[ZokyLieutenantView]
    """The Lieutenants used, in the order they were played"""


class ZokyContent(TypedDict):
    """What is printed on the cards, and the odds: everyone may see it, and it never changes during a game."""

    arrondissements: list[ZokyDistrict]
    """Every Quartier in play and its face; number n is in `arrondissements[n // 5]`"""
    lieutenants: list[ZokyLieutenantFace]
    """The Lieutenants in the game, whether they were dealt or not"""
    throw_odds: ZokyOdds
    """As in the options"""


class ZokyDayBeganEvent(EventBase):
    """New Quartiers were laid; the seat is the Day's first player."""

    type: Literal["day_began"]
    """One of those under `events` in the engine's page"""
    data: ZokyDayBeganEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyDayBeganEventData(TypedDict):
    """New Quartiers were laid; the seat is the Day's first player."""

    day: int
    """Its number, 1 to 5"""
    quartiers: list[int]
    """The Quartiers laid out, in reading order"""


class ZokyDeclineKickAction(TypedDict):
    """Do not kick any more this round."""

    type: Literal["decline_kick"]


class ZokyDistrict(TypedDict):
    """An Arrondissement in play, with its five Quartiers."""

    name: str
    """Its name"""
    quartiers: list[ZokyQuartierCard]
    """Its five, by number"""


class ZokyEventList(TypedDict):
    """A page of the log."""

    events: list[ZokyEvent]
    """In order"""
    next_after: int | None
    """Send as `after` for the next page; null: there are no more events for now"""
    engine: Literal["zoky"]
    """The slug of the game's engine"""


class ZokyFightBeganEvent(EventBase):
    """The gangs on a Quartier fight: all Zokus on it go into the street, and the first round begins."""

    type: Literal["fight_began"]
    """One of those under `events` in the engine's page"""
    data: ZokyFightBeganEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyFightBeganEventData(TypedDict):
    """The gangs on a Quartier fight: all Zokus on it go into the street, and the first round begins."""

    quartier: int
    """A Quartier card's number in this game; `arrondissements` shows its face"""
    gangs: list[ZokyBand]
    """Who fights, in turn order"""


class ZokyFightView(TypedDict):
    """A fight under way."""

    quartier: int
    """A Quartier card's number in this game; `arrondissements` shows its face"""
    round: int
    """Its number, 1 to 3"""
    involved: list[int]
    """Who was on the Quartier when the fight began, in turn order"""
    street: list[ZokyZokuView]
    """The Zokus that have not gone home, gang by gang in turn order, reinforcements after them"""
    called: list[int]
    """Who has said `throw` and waits for the others"""
    ready: list[int]
    """Who has said `ready` on this landing"""
    kicker: int | None
    """Whose turn to kick it is; null outside the kicks"""


class ZokyFirstPlayerChosenEvent(EventBase):
    """The Day is over, and this seat takes the First Player card for the next."""

    type: Literal["first_player_chosen"]
    """One of those under `events` in the engine's page"""
    data: ZokyFirstPlayerChosenEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyFirstPlayerChosenEventData(TypedDict):
    """The Day is over, and this seat takes the First Player card for the next."""

    why: Literal["fewest_points", "fewest_zokus", "kingpin", "left_neighbour"]
    """The rule that decided it; the last rule is the Lieutenant `kingpin`"""


class ZokyGameSummary(GameSummaryBase):
    """A public game in the list."""

    engine: Literal["zoky"]
    """The slug of the game's engine"""
    options: ZokyOptions | None
    """The options as the creator gave them; null if they are over 1 KiB: look at the game"""


class ZokyGameView(GameViewBase):
    """A game as one viewer may see it."""

    engine: Literal["zoky"]
    """The slug of the game's engine"""
    options: ZokyOptions
    """The options as given; the engine's page has the defaults"""
    state: ZokyState | None
    """The table as this viewer may see it; null until it starts. The engine's page has the schema"""
    legal: NotRequired[ZokyLegal]
    """With `include=actions`, for a seat: what it may do now"""


class ZokyJailedEvent(EventBase):
    """One Zoku of this gang went to jail."""

    type: Literal["jailed"]
    """One of those under `events` in the engine's page"""
    data: ZokyJailedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyJailedEventData(TypedDict):
    """One Zoku of this gang went to jail."""

    why: Literal["lone_trio", "police", "snitch"]
    """`police`: they came after the third round of a fight; `lone_trio`: its gang was alone on a Quartier with
    three Zokus; `snitch`: this Lieutenant gave it away
    """
    quartier: int | None
    """The Quartier it was on or fought over; null: it was in reserve"""
    zoku: int | None
    """Its number in the street; null outside a fight"""


class ZokyJoinResult(TypedDict):
    """The seat and its token, which is not shown again; a bot has none."""

    seat: int
    """The seat that was taken"""
    game: ZokyGameView
    """The game as this seat sees it; for a bot as spectators see it"""
    engine: Literal["zoky"]
    """The slug of the game's engine"""
    token: NotRequired[str]
    """The bearer token of the seat's player; not shown again"""


class ZokyKickAction(TypedDict):
    """One of your Zokus on its feet knocks out a rival on its back."""

    type: Literal["kick"]
    zoku: int
    """The number of yours, on its feet"""
    target: int
    """The number of a rival on its back"""


class ZokyKickDeclinedEvent(EventBase):
    """A chief does not kick any more this round."""

    type: Literal["kick_declined"]
    """One of those under `events` in the engine's page"""
    data: ZokyKickDeclinedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyKickDeclinedEventData(TypedDict):
    """A chief does not kick any more this round."""


class ZokyKickedEvent(EventBase):
    """A Zoku on its feet knocked out a rival."""

    type: Literal["kicked"]
    """One of those under `events` in the engine's page"""
    data: ZokyKickedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyKickedEventData(TypedDict):
    """A Zoku on its feet knocked out a rival."""

    zoku: int
    """The number of the Zoku that kicked"""
    target: int
    """The number of the Zoku that was knocked out"""


class ZokyKicksBeganEvent(EventBase):
    """It is this chief's turn to kick."""

    type: Literal["kicks_began"]
    """One of those under `events` in the engine's page"""
    data: ZokyKicksBeganEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyKicksBeganEventData(TypedDict):
    """It is this chief's turn to kick."""


class ZokyLandedEvent(EventBase):
    """Zokus landed in the street: everyone's, or if a seat is named, only those that it threw again."""

    type: Literal["landed"]
    """One of those under `events` in the engine's page"""
    data: ZokyLandedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyLandedEventData(TypedDict):
    """Zokus landed in the street: everyone's, or if a seat is named, only those that it threw again."""

    round: int
    """The round of the fight, 1 to 3"""
    zokus: list[ZokyZokuLanding]
    """Those that were thrown"""


class ZokyLandingSettledEvent(EventBase):
    """The game waits for nobody on this landing any more: Zokus that are out go home, and the kicks begin."""

    type: Literal["landing_settled"]
    """One of those under `events` in the engine's page"""
    data: ZokyLandingSettledEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyLandingSettledEventData(TypedDict):
    """The game waits for nobody on this landing any more: Zokus that are out go home, and the kicks begin."""

    home: list[ZokyBand]
    """The Zokus that went home at the same time, to their gangs' reserves"""


class ZokyLegal(TypedDict):
    """What a seat may do now; nothing for a seat that has to wait."""

    version: int
    """The game's version at which they are legal"""
    types: list[Literal["place", "throw", "ready", "kick", "decline_kick", "lieutenant"]]
    """All their types, and types with too many actions to list"""
    actions: list[ZokyAction]
    """Each can be posted as it is"""
    truncated: bool
    """Whether there are more than `limit`"""


class ZokyLegalActions(TypedDict):
    """What a seat may do now; nothing for a seat that has to wait."""

    version: int
    """The game's version at which they are legal"""
    types: list[Literal["place", "throw", "ready", "kick", "decline_kick", "lieutenant"]]
    """All their types, and types with too many actions to list"""
    actions: list[ZokyAction]
    """Each can be posted as it is"""
    truncated: bool
    """Whether there are more than `limit`"""
    engine: Literal["zoky"]
    """The slug of the game's engine"""


class ZokyLieutenantAction(TypedDict):
    """Play a face-down Lieutenant, with exactly the targets its power needs."""

    type: Literal["lieutenant"]
    lieutenant: Literal[
        "recruiter",
        "smuggler",
        "bouncer",
        "lookout",
        "shark",
        "reinforcement",
        "medic",
        "low_blow",
        "second_wind",
        "acrobat",
        "diversion",
        "crooked_cop",
        "lawyer",
        "snitch",
        "kingpin",
    ]
    """One of your face-down ones; the rules explain its power and targets"""
    quartier: NotRequired[int]
    """The Quartier for `bouncer` and `shark`; for `smuggler` where the Zoku is"""
    to: NotRequired[int]
    """The Quartier the `smuggler` brings it to"""
    gang: NotRequired[int]
    """A rival's seat, for `bouncer` and `snitch`"""
    zoku: NotRequired[int]
    """One of your own in the street, for `medic` and `acrobat`"""
    target: NotRequired[int]
    """A rival in the street, for `low_blow`"""


class ZokyLieutenantFace(TypedDict):
    """What is printed on a Lieutenant card."""

    lieutenant: Literal[
        "acrobat",
        "bouncer",
        "crooked_cop",
        "diversion",
        "kingpin",
        "lawyer",
        "lookout",
        "low_blow",
        "medic",
        "recruiter",
        "reinforcement",
        "second_wind",
        "shark",
        "smuggler",
        "snitch",
    ]
    """The slug that plays it"""
    name: str
    """Its name"""
    text: str
    """Its power"""
    window: Literal["any", "landed", "placement", "throw"]
    """When it can be played: `placement` in your own placement turn, before placing; `throw` before a throw and
    `landed` after a landing, in a fight you are involved in; `any` whenever the game waits for anyone
    """
    targets: list[Literal["gang", "quartier", "target", "to", "zoku"]]
    """The fields of the action `lieutenant` that name its targets: exactly these must be given"""


class ZokyLieutenantPlayedEvent(EventBase):
    """A Lieutenant was turned face up and used on these targets.  Further events tell what it changes, except for
    `crooked_cop` and `kingpin`, which hold until the Day ends. In a fight it cancels every throw and ready said
    in the open window.
    """

    type: Literal["lieutenant_played"]
    """One of those under `events` in the engine's page"""
    data: ZokyLieutenantPlayedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyLieutenantPlayedEventData(TypedDict):
    """A Lieutenant was turned face up and used on these targets.  Further events tell what it changes, except for
    `crooked_cop` and `kingpin`, which hold until the Day ends. In a fight it cancels every throw and ready said
    in the open window.
    """

    lieutenant: Literal[
        "acrobat",
        "bouncer",
        "crooked_cop",
        "diversion",
        "kingpin",
        "lawyer",
        "lookout",
        "low_blow",
        "medic",
        "recruiter",
        "reinforcement",
        "second_wind",
        "shark",
        "smuggler",
        "snitch",
    ]
    """Which one; the rules explain its power"""
    targets: dict[str, int]
    """What it was used on, by the names of the action's fields"""


class ZokyLieutenantView(TypedDict):
    """A Lieutenant card. With `omit=content` only its slug is shown."""

    lieutenant: Literal[
        "acrobat",
        "bouncer",
        "crooked_cop",
        "diversion",
        "kingpin",
        "lawyer",
        "lookout",
        "low_blow",
        "medic",
        "recruiter",
        "reinforcement",
        "second_wind",
        "shark",
        "smuggler",
        "snitch",
    ]
    """The slug that plays it"""
    name: NotRequired[str]
    """Its name"""
    text: NotRequired[str]
    """Its power"""
    window: NotRequired[Literal["any", "landed", "placement", "throw"]]
    """When it can be played: `placement` in your own placement turn, before placing; `throw` before a throw and
    `landed` after a landing, in a fight you are involved in; `any` whenever the game waits for anyone
    """
    targets: NotRequired[list[Literal["gang", "quartier", "target", "to", "zoku"]]]
    """The fields of the action `lieutenant` that name its targets: exactly these must be given"""


class ZokyLimitRaisedEvent(EventBase):
    """This chief may place more Zokus in this turn."""

    type: Literal["limit_raised"]
    """One of those under `events` in the engine's page"""
    data: ZokyLimitRaisedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyLimitRaisedEventData(TypedDict):
    """This chief may place more Zokus in this turn."""

    limit: int
    """How many Zokus this turn may place now"""


class ZokyLookedAheadEvent(EventBase):
    """A chief saw the Quartiers of the next Day; only they know which."""

    type: Literal["looked_ahead"]
    """One of those under `events` in the engine's page"""
    data: ZokyLookedAheadEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyLookedAheadEventData(TypedDict):
    """A chief saw the Quartiers of the next Day; only they know which."""

    day: int
    """The Day that was looked at"""
    quartiers: NotRequired[list[int]]
    """What lies there, in reading order. Only the seats concerned see this."""


class ZokyLookoutView(TypedDict):
    """What the viewer's lookout saw of a Day, as it was then, in reading order."""

    day: int
    """Which Day"""
    quartiers: list[int]
    """What lay there"""


class ZokyMove(TypedDict):
    """The last action, and who took it."""

    seat: int
    """A seat's number, from 0"""
    action: (
        ZokyPlaceAction
        | ZokyThrowAction
        | ZokyReadyAction
        | ZokyKickAction
        | ZokyDeclineKickAction
        | ZokyLieutenantAction
    )
    """In canonical form: placements by Quartier number"""


class ZokyNewGame(TypedDict):
    """A table to set up."""

    engine: Literal["zoky"]
    """The engine's slug"""
    seats: list[NewSeat]
    """As many as the engine allows"""
    options: NotRequired[ZokyOptions]
    """The game's own options; see its engine's page"""
    turn_seconds: NotRequired[int | None]
    """Seconds a seat has before the default action is done for it; null: no clock"""
    bot_pace: NotRequired[float]
    """Seconds after an action before which no bot acts. A bot waits for at most half of its `turn_seconds`, and
    one that only passes in reaction to others does so at once
    """
    public: NotRequired[bool]
    """Whether the game is in the list of games"""
    auto_start: NotRequired[bool]
    """Start as soon as the last open seat is taken"""


class ZokyOdds(TypedDict):
    """Five whole percentages that add up to 100"""

    out: int
    """Out of the box: leaves the fight"""
    belly: int
    """On its belly: knocked out"""
    edge: int
    """On its edge: still in"""
    back: int
    """On its back: still in, can be kicked"""
    feet: int
    """On its feet: still in, may kick"""


class ZokyOptions(TypedDict):
    """Arrondissements chosen by name instead of drawn, other odds, or Quartiers and Lieutenants of another box."""

    first_player: NotRequired[int | None]
    """The seat that begins; null: drawn"""
    arrondissements: NotRequired[list[str]]
    """The Arrondissements in play, by name: three more than players; empty: drawn"""
    throw_odds: NotRequired[ZokyOdds]
    """Five whole percentages that add up to 100"""
    quartiers: NotRequired[list[ZokyArrondissement]]
    """Names and values of your own box: 8 Arrondissements of 5 Quartiers; empty: ours"""
    lieutenants: NotRequired[list[ZokyOwnLieutenant]]
    """The Lieutenants in the game, at least three for each player, each once; empty: all fifteen"""


class ZokyOwnLieutenant(TypedDict):
    """A Lieutenant of a table's own box, with one of our powers."""

    lieutenant: Literal[
        "recruiter",
        "smuggler",
        "bouncer",
        "lookout",
        "shark",
        "reinforcement",
        "medic",
        "low_blow",
        "second_wind",
        "acrobat",
        "diversion",
        "crooked_cop",
        "lawyer",
        "snitch",
        "kingpin",
    ]
    """The slug of its power"""
    name: NotRequired[str | None]
    """Its name, unlike all others; null: ours"""
    text: NotRequired[str | None]
    """Its power in your own words; null: ours. The power itself stays ours"""


class ZokyPlaceAction(TypedDict):
    """Place Zokus from the reserve, or none, and end the turn."""

    type: Literal["place"]
    placements: list[ZokyPlacement]
    """Each Quartier once, in any order; empty places nothing"""


class ZokyPlacedEvent(EventBase):
    """A chief placed Zokus and ended the turn."""

    type: Literal["placed"]
    """One of those under `events` in the engine's page"""
    data: ZokyPlacedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyPlacedEventData(TypedDict):
    """A chief placed Zokus and ended the turn."""

    placements: list[ZokyPlacement]
    """Where, and how many, by Quartier number; empty if none"""


class ZokyPlacement(TypedDict):
    """How many Zokus are placed on which Quartier."""

    quartier: int
    """A Quartier card's number in this game; `arrondissements` shows its face"""
    count: int
    """How many Zokus, 1 to 3"""


class ZokyQuartier(TypedDict):
    """A Quartier card's face."""

    name: str
    """Its name, unlike all others"""
    value: int
    """Points for the gang that claims it"""


class ZokyQuartierCard(TypedDict):
    """A Quartier in play: its number in this game and its face."""

    quartier: int
    """A Quartier card's number in this game; `arrondissements` shows its face"""
    name: str
    """Its name"""
    value: int
    """Points for the gang that claims it"""


class ZokyQuartierClaimedEvent(EventBase):
    """A gang took a Quartier, which leaves the table. If it was fought over, the fight is over."""

    type: Literal["quartier_claimed"]
    """One of those under `events` in the engine's page"""
    data: ZokyQuartierClaimedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyQuartierClaimedEventData(TypedDict):
    """A gang took a Quartier, which leaves the table. If it was fought over, the fight is over."""

    quartier: int
    """A Quartier card's number in this game; `arrondissements` shows its face"""
    points: int
    """What the cards of this gang are worth now"""
    home: list[ZokyBand]
    """The Zokus that went home at the same time, to their gangs' reserves"""


class ZokyQuartierDiscardedEvent(EventBase):
    """Nobody got this Quartier, which leaves the table. If it was fought over, the fight is over."""

    type: Literal["quartier_discarded"]
    """One of those under `events` in the engine's page"""
    data: ZokyQuartierDiscardedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyQuartierDiscardedEventData(TypedDict):
    """Nobody got this Quartier, which leaves the table. If it was fought over, the fight is over."""

    quartier: int
    """A Quartier card's number in this game; `arrondissements` shows its face"""
    why: Literal["diversion", "empty", "lone_trio", "nobody_left", "police"]
    """`empty`: nobody was there; `lone_trio`: a gang was there alone with three Zokus; `nobody_left`: no gang
    could still fight; `police`: after the raid none or several could still fight; `diversion`: that Lieutenant
    ended the fight
    """
    home: list[ZokyBand]
    """The Zokus that went home at the same time, to their gangs' reserves"""


class ZokyQuartierSwappedEvent(EventBase):
    """An empty Quartier went back into the deck, another took its slot."""

    type: Literal["quartier_swapped"]
    """One of those under `events` in the engine's page"""
    data: ZokyQuartierSwappedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyQuartierSwappedEventData(TypedDict):
    """An empty Quartier went back into the deck, another took its slot."""

    old: int
    """The number of the Quartier that went into the deck"""
    new: int
    """The number of the Quartier that lies there now"""


class ZokyReadyAction(TypedDict):
    """Say ready: you play no more Lieutenants on this landing."""

    type: Literal["ready"]


class ZokyRecord(RecordBase):
    """Everything needed to replay a game, and the hashes that seal it."""

    engine: Literal["zoky"]
    """The slug of its engine"""
    options: ZokyOptions
    """All options, with defaults filled in"""
    actions: list[ZokyRecordedAction]
    """In the order they were applied"""


class ZokyRecordedAction(TypedDict):
    """One step of a game."""

    seat: int
    """Who acted"""
    action: ZokyAction
    """The action as it was posted"""
    at: NotRequired[str]
    """When"""
    automatic: NotRequired[bool]
    """Whether the service did it for the seat"""


class ZokyReleasedEvent(EventBase):
    """This gang's jailed Zokus went back to its reserve."""

    type: Literal["released"]
    """One of those under `events` in the engine's page"""
    data: ZokyReleasedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyReleasedEventData(TypedDict):
    """This gang's jailed Zokus went back to its reserve."""

    zokus: int
    """How many"""


class ZokyRoundBeganEvent(EventBase):
    """Another round: everyone who can still fight throws."""

    type: Literal["round_began"]
    """One of those under `events` in the engine's page"""
    data: ZokyRoundBeganEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyRoundBeganEventData(TypedDict):
    """Another round: everyone who can still fight throws."""

    round: int
    """Its number, 2 or 3"""


class ZokySaidReadyEvent(EventBase):
    """A chief has nothing more to play on this landing."""

    type: Literal["said_ready"]
    """One of those under `events` in the engine's page"""
    data: ZokySaidReadyEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokySaidReadyEventData(TypedDict):
    """A chief has nothing more to play on this landing."""


class ZokyScoredEvent(EventBase):
    """The week is over: this gang's points, part by part."""

    type: Literal["scored"]
    """One of those under `events` in the engine's page"""
    data: ZokyScoredEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyScoredEventData(TypedDict):
    """The week is over: this gang's points, part by part."""

    quartiers: int
    """The values of its Quartiers"""
    lieutenants: int
    """5 for each Lieutenant still face down"""
    trios: int
    """5 for each Arrondissement with three or more Quartiers"""
    complete: int
    """5 more for each Arrondissement with all five"""
    every_arrondissement: int
    """15 for one Quartier or more of each Arrondissement"""
    total: int
    """All of these together"""


class ZokySparedEvent(EventBase):
    """The police picked a Zoku of this gang, but the crooked cop let it go home to the reserve."""

    type: Literal["spared"]
    """One of those under `events` in the engine's page"""
    data: ZokySparedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokySparedEventData(TypedDict):
    """The police picked a Zoku of this gang, but the crooked cop let it go home to the reserve."""

    why: Literal["lone_trio", "police"]
    """Why they came, as in `jailed`"""
    quartier: int
    """The number of the Quartier it was on or fought over"""
    zoku: int | None
    """Its number in the street; null outside a fight"""


class ZokySpotView(TypedDict):
    """A Quartier on the table; Zokus that fight over it are in the street and not counted here."""

    place: int
    """Its place in reading order, from 0; it does not change when others leave the table"""
    quartier: int
    """A Quartier card's number in this game; `arrondissements` shows its face"""
    zokus: list[int]
    """How many Zokus of each gang are on it, in seat order"""


class ZokyState(TypedDict):
    """What is needed to draw the table; `omit=content` leaves out `arrondissements`, `lieutenants`, `throw_odds`."""

    phase: Literal["kick", "landed", "over", "placement", "throw"]
    """What is awaited: a placement, throws, `ready` after a landing (`landed`), kicks, or nothing because the
    game is over
    """
    day: int
    """The Day, 1 to 5"""
    first_player: int
    """The seat with the First Player card"""
    turn: ZokyTurnView | None
    """Null outside Placement"""
    table: list[ZokySpotView]
    """The Quartiers still to be settled today, in reading order"""
    fight: ZokyFightView | None
    """Null outside a fight"""
    chiefs: list[ZokyChiefView]
    """By seat"""
    hand: list[ZokyLieutenantView] | None
    """The viewer's own face-down Lieutenants; null for a spectator"""
    lookout: ZokyLookoutView | None
    """Null unless the viewer has played the `lookout`"""
    deck: int
    """How many Quartiers are still to come"""
    discarded: list[int]
    """Quartiers nobody got, in the order they went"""
    crooked_cop: int | None
    """The gang that the `crooked_cop` protects from jail until this Day is over"""
    kingpin: int | None
    """Who gets the First Player card at the end of this Day because of the `kingpin`"""
    swap: ZokySwap | None
    """What the `shark` traded, shown until the game ends; null before"""
    latest: ZokyMove | None
    """What was done last, and by whom; null before the first action"""
    arrondissements: NotRequired[list[ZokyDistrict]]
    """Every Quartier in play and its face; number n is in `arrondissements[n // 5]`"""
    lieutenants: NotRequired[list[ZokyLieutenantFace]]
    """The Lieutenants in the game, whether they were dealt or not"""
    throw_odds: NotRequired[ZokyOdds]
    """As in the options"""


class ZokySwap(TypedDict):
    """What the shark traded: `old` went from the table to the place of `new` in the deck."""

    old: int
    """A Quartier card's number in this game; `arrondissements` shows its face"""
    new: int
    """A Quartier card's number in this game; `arrondissements` shows its face"""


class ZokyThrowAction(TypedDict):
    """Say throw: the Zokus land once every chief who is still fighting has said it."""

    type: Literal["throw"]


class ZokyThrowCalledEvent(EventBase):
    """A chief said throw; nothing lands before all have said it."""

    type: Literal["throw_called"]
    """One of those under `events` in the engine's page"""
    data: ZokyThrowCalledEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyThrowCalledEventData(TypedDict):
    """A chief said throw; nothing lands before all have said it."""


class ZokyTurnBeganEvent(EventBase):
    """This chief's placement turn begins."""

    type: Literal["turn_began"]
    """One of those under `events` in the engine's page"""
    data: ZokyTurnBeganEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyTurnBeganEventData(TypedDict):
    """This chief's placement turn begins."""

    lap: int
    """1 clockwise, 2 on the way back"""
    limit: int
    """How many Zokus this turn may place"""


class ZokyTurnPassedEvent(EventBase):
    """This chief has neither a Zoku in reserve nor a Lieutenant, and was skipped."""

    type: Literal["turn_passed"]
    """One of those under `events` in the engine's page"""
    data: ZokyTurnPassedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyTurnPassedEventData(TypedDict):
    """This chief has neither a Zoku in reserve nor a Lieutenant, and was skipped."""

    lap: int
    """1 clockwise, 2 on the way back"""


class ZokyTurnView(TypedDict):
    """Whose placement turn it is."""

    seat: int
    """A seat's number, from 0"""
    lap: int
    """1 clockwise, 2 on the way back"""
    limit: int
    """How many Zokus this turn may place"""


class ZokyZokuJoinedEvent(EventBase):
    """One more Zoku of this gang came from its reserve into the street."""

    type: Literal["zoku_joined"]
    """One of those under `events` in the engine's page"""
    data: ZokyZokuJoinedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyZokuJoinedEventData(TypedDict):
    """One more Zoku of this gang came from its reserve into the street."""

    zoku: int
    """A Zoku's number in the street, for the length of a fight: those of gang g are 4g, 4g + 1 and 4g + 2, its
    reinforcement is 4g + 3
    """


class ZokyZokuLanding(TypedDict):
    """How one Zoku came down."""

    zoku: int
    """A Zoku's number in the street, for the length of a fight: those of gang g are 4g, 4g + 1 and 4g + 2, its
    reinforcement is 4g + 3
    """
    gang: int
    """A gang, by its chief's seat"""
    landing: Literal["back", "belly", "edge", "feet", "in_hand", "out"]
    """How it lies now"""


class ZokyZokuMovedEvent(EventBase):
    """A placed Zoku of this gang went to another Quartier, or home."""

    type: Literal["zoku_moved"]
    """One of those under `events` in the engine's page"""
    data: ZokyZokuMovedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyZokuMovedEventData(TypedDict):
    """A placed Zoku of this gang went to another Quartier, or home."""

    quartier: int
    """The number of the Quartier it left"""
    to: int | None
    """The number of the Quartier it went to; null: home to the reserve"""


class ZokyZokuTurnedEvent(EventBase):
    """This chief turned a Zoku in the street."""

    type: Literal["zoku_turned"]
    """One of those under `events` in the engine's page"""
    data: ZokyZokuTurnedEventData
    """What this viewer may know of it; the engine's page has the schema by type"""


class ZokyZokuTurnedEventData(TypedDict):
    """This chief turned a Zoku in the street."""

    zoku: int
    """A Zoku's number in the street, for the length of a fight: those of gang g are 4g, 4g + 1 and 4g + 2, its
    reinforcement is 4g + 3
    """
    gang: int
    """A gang, by its chief's seat"""
    landing: Literal["back", "belly", "edge", "feet", "in_hand", "out"]
    """How it lies now"""


class ZokyZokuView(TypedDict):
    """A Zoku in the street."""

    zoku: int
    """A Zoku's number in the street, for the length of a fight: those of gang g are 4g, 4g + 1 and 4g + 2, its
    reinforcement is 4g + 3
    """
    gang: int
    """A gang, by its chief's seat"""
    landing: Literal["back", "belly", "edge", "feet", "in_hand", "out"]
    """How it lies; `in_hand` before its first throw"""
    thrown: bool
    """Whether it has been thrown this round"""
    kicked: bool
    """Whether it has kicked this round"""


ActionResult: TypeAlias = (
    DragonFightsActionResult
    | TapechoActionResult
    | TchangActionResult
    | TokyoPooDiversActionResult
    | ZokyActionResult
    | UnknownActionResult
)

Content: TypeAlias = DragonFightsContent | NoContent | TapechoContent | TchangContent | ZokyContent

DragonFightsAction: TypeAlias = (
    DragonFightsGestureAction | DragonFightsFlipAction | DragonFightsTakeAction | DragonFightsRelocateAction
)

DragonFightsEvent: TypeAlias = (
    GameCreatedEvent
    | SeatTakenEvent
    | SeatLeftEvent
    | GameStartedEvent
    | GameFinishedEvent
    | GameAbandonedEvent
    | DragonFightsStonesLaidEvent
    | DragonFightsRoundBeganEvent
    | DragonFightsGestureChosenEvent
    | DragonFightsThrownEvent
    | DragonFightsDrawnEvent
    | DragonFightsGoBeganEvent
    | DragonFightsStoneFlippedEvent
    | DragonFightsStonesTakenEvent
    | DragonFightsStoneRelocatedEvent
)

EventList: TypeAlias = (
    DragonFightsEventList
    | TapechoEventList
    | TchangEventList
    | TokyoPooDiversEventList
    | ZokyEventList
    | UnknownEventList
)

GameSummary: TypeAlias = (
    DragonFightsGameSummary
    | TapechoGameSummary
    | TchangGameSummary
    | TokyoPooDiversGameSummary
    | ZokyGameSummary
    | UnknownGameSummary
)

GameView: TypeAlias = (
    DragonFightsGameView | TapechoGameView | TchangGameView | TokyoPooDiversGameView | ZokyGameView | UnknownGameView
)

JoinRequest: TypeAlias = JoinRequestHuman | JoinRequestBot

JoinResult: TypeAlias = (
    DragonFightsJoinResult
    | TapechoJoinResult
    | TchangJoinResult
    | TokyoPooDiversJoinResult
    | ZokyJoinResult
    | UnknownJoinResult
)

LegalActions: TypeAlias = (
    DragonFightsLegalActions
    | TapechoLegalActions
    | TchangLegalActions
    | TokyoPooDiversLegalActions
    | ZokyLegalActions
    | UnknownLegalActions
)

NewGame: TypeAlias = DragonFightsNewGame | TapechoNewGame | TchangNewGame | TokyoPooDiversNewGame | ZokyNewGame

NewSeat: TypeAlias = NewSeatHuman | NewSeatOpen | NewSeatBot

Record: TypeAlias = (
    DragonFightsRecord | TapechoRecord | TchangRecord | TokyoPooDiversRecord | ZokyRecord | UnknownRecord
)

TapechoAction: TypeAlias = (
    TapechoAssetAction
    | TapechoHandicapAction
    | TapechoAttackAction
    | TapechoPairAction
    | TapechoExchangeAction
    | TapechoKeepAction
    | TapechoDefendAction
    | TapechoOutOfContextAction
    | TapechoPassAction
)

TapechoDeckCard: TypeAlias = (
    TapechoDeckCardAsset
    | TapechoDeckCardHandicap
    | TapechoDeckCardAttack
    | TapechoDeckCardDefence
    | TapechoDeckCardOutOfContext
    | TapechoDeckCardContext
)

TapechoEvent: TypeAlias = (
    GameCreatedEvent
    | SeatTakenEvent
    | SeatLeftEvent
    | GameStartedEvent
    | GameFinishedEvent
    | GameAbandonedEvent
    | TapechoGameBeganEvent
    | TapechoDealtEvent
    | TapechoTurnBeganEvent
    | TapechoTurnSkippedEvent
    | TapechoTurnPassedEvent
    | TapechoCardLaidEvent
    | TapechoExchangedEvent
    | TapechoKeptEvent
    | TapechoDefendedEvent
    | TapechoCalledOutEvent
    | TapechoWindowOpenEvent
    | TapechoPassedEvent
    | TapechoWindowClosedEvent
    | TapechoTurnLostEvent
    | TapechoAssetLostEvent
    | TapechoExTurnedUpEvent
    | TapechoHungoverEvent
    | TapechoSoberedUpEvent
    | TapechoAssetPoachedEvent
    | TapechoHandOpenedEvent
    | TapechoHandClosedEvent
    | TapechoHandsCoveredEvent
    | TapechoNumbersSwappedEvent
    | TapechoBefriendedEvent
    | TapechoThrownOutEvent
    | TapechoAttackLiftedEvent
    | TapechoAttackableEvent
    | TapechoPileRenewedEvent
    | TapechoGameCountedEvent
)

TchangAction: TypeAlias = (
    TchangLayAction
    | TchangMoveAction
    | TchangShareAction
    | TchangPassAction
    | TchangEndTurnAction
    | TchangConcedeAction
    | TchangSolveRiddleAction
    | TchangDeclineRiddleAction
)

TchangEvent: TypeAlias = (
    GameCreatedEvent
    | SeatTakenEvent
    | SeatLeftEvent
    | GameStartedEvent
    | GameFinishedEvent
    | GameAbandonedEvent
    | TchangTombLaidEvent
    | TchangStatueLaidEvent
    | TchangStoneLaidEvent
    | TchangTurnBeganEvent
    | TchangMovedEvent
    | TchangFreedEvent
    | TchangBittenEvent
    | TchangStoneTurnedEvent
    | TchangStatueTurnedEvent
    | TchangExitFoundEvent
    | TchangExitOpenedEvent
    | TchangSharedEvent
    | TchangPassedEvent
    | TchangConcedeVotedEvent
    | TchangConcedeWithdrawnEvent
    | TchangRiddlePosedEvent
    | TchangRiddleSolvedEvent
    | TchangRiddleDeclinedEvent
)

TokyoPooDiversAction: TypeAlias = (
    TokyoPooDiversDiveAction
    | TokyoPooDiversBankAction
    | TokyoPooDiversRiskAction
    | TokyoPooDiversPeekAction
    | TokyoPooDiversDeclinePeekAction
    | TokyoPooDiversVoteAction
)

TokyoPooDiversEvent: TypeAlias = (
    GameCreatedEvent
    | SeatTakenEvent
    | SeatLeftEvent
    | GameStartedEvent
    | GameFinishedEvent
    | GameAbandonedEvent
    | TokyoPooDiversCoversLaidEvent
    | TokyoPooDiversTurnBeganEvent
    | TokyoPooDiversCoverOpenedEvent
    | TokyoPooDiversPaidEvent
    | TokyoPooDiversPeekedEvent
    | TokyoPooDiversPeekDeclinedEvent
    | TokyoPooDiversContestBeganEvent
    | TokyoPooDiversVotedEvent
    | TokyoPooDiversContestDecidedEvent
)

ZokyAction: TypeAlias = (
    ZokyPlaceAction | ZokyThrowAction | ZokyReadyAction | ZokyKickAction | ZokyDeclineKickAction | ZokyLieutenantAction
)

ZokyEvent: TypeAlias = (
    GameCreatedEvent
    | SeatTakenEvent
    | SeatLeftEvent
    | GameStartedEvent
    | GameFinishedEvent
    | GameAbandonedEvent
    | ZokyDayBeganEvent
    | ZokyTurnBeganEvent
    | ZokyTurnPassedEvent
    | ZokyPlacedEvent
    | ZokyLimitRaisedEvent
    | ZokyZokuMovedEvent
    | ZokyQuartierClaimedEvent
    | ZokyQuartierDiscardedEvent
    | ZokyReleasedEvent
    | ZokyJailedEvent
    | ZokySparedEvent
    | ZokyFightBeganEvent
    | ZokyRoundBeganEvent
    | ZokyZokuJoinedEvent
    | ZokyThrowCalledEvent
    | ZokyLandedEvent
    | ZokySaidReadyEvent
    | ZokyLandingSettledEvent
    | ZokyKicksBeganEvent
    | ZokyKickedEvent
    | ZokyKickDeclinedEvent
    | ZokyLieutenantPlayedEvent
    | ZokyZokuTurnedEvent
    | ZokyLookedAheadEvent
    | ZokyQuartierSwappedEvent
    | ZokyFirstPlayerChosenEvent
    | ZokyScoredEvent
)

Lang: TypeAlias = Literal["en", "fr", "de"] | None

Omit: TypeAlias = Literal["content"] | None

Engine: TypeAlias = Literal["dragon_fights", "tapecho", "tchang", "tokyo_poo_divers", "zoky"] | None

Status: TypeAlias = Literal["open", "active", "finished", "abandoned"] | None

Include: TypeAlias = Literal["actions"] | None

Legal: TypeAlias = DragonFightsLegal | TapechoLegal | TchangLegal | TokyoPooDiversLegal | ZokyLegal | UnknownLegal

State: TypeAlias = DragonFightsState | TapechoState | TchangState | TokyoPooDiversState | ZokyState | dict[str, Any]

Options: TypeAlias = (
    DragonFightsOptions | TapechoOptions | TchangOptions | TokyoPooDiversOptions | ZokyOptions | dict[str, Any]
)

Action: TypeAlias = (
    DragonFightsAction | TapechoAction | TchangAction | TokyoPooDiversAction | ZokyAction | UnknownAction
)

Event: TypeAlias = DragonFightsEvent | TapechoEvent | TchangEvent | TokyoPooDiversEvent | ZokyEvent | UnknownEvent
