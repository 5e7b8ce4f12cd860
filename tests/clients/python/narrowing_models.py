"""What `engine` and `type` tell mypy about the work of datamodel-code-generator. Where it must object, it does."""

from typing import Any, assert_never

from ludotheque_models import (
    ActionResult,
    GameView,
    JoinResult,
    LegalActions,
    NewSeat,
    NewSeatHuman,
    TokyoPooDiversEventList,
    TokyoPooDiversOptions,
    UnknownActionResult,
    UnknownGameView,
    UnknownJoinResult,
    UnknownLegalActions,
    ZokyNewGame,
)


def describe_events(page: TokyoPooDiversEventList) -> list[str]:
    """The events as text. A type without a case would be no `Never` at the end."""
    lines = []
    for event in (each.root for each in page.events):
        match event.type:
            case "game_created":
                lines.append(f"A table of {event.data.engine}.")
            case "seat_taken":
                lines.append(f"{event.data.name} sits down.")
            case "game_finished":
                lines.append(f"{len(event.data.outcome.winners)} have won: {event.data.outcome.reason}.")
            case "covers_laid":
                lines.append(f"{len(event.data.board)} rows in the layout {event.data.layout}.")
            case "cover_opened":
                lines.append(f"Row {event.data.cell[0]}: a {event.data.face}, worth {event.data.points}.")
            case "paid":
                lines.append(f"{event.data.points - event.data.forfeited} points ({event.data.why}).")
            case "peeked":
                lines.append(f"Under {event.data.cell} there is {event.data.face or 'something'}.")
            case (
                "seat_left"
                | "game_started"
                | "game_abandoned"
                | "turn_began"
                | "peek_declined"
                | "contest_began"
                | "voted"
                | "contest_decided"
            ):
                lines.append(f"Seat {event.seat}: {event.type}")
            case _:
                assert_never(event)
    return lines


def narrow_view(view: GameView) -> Any:
    """A view's state, options and actions are of one game, once it is clear that the document has this game."""
    game = view.root
    if isinstance(game, UnknownGameView):
        assert game.state is not None
        assert game.legal is not None
        return game.engine.title(), game.seats, game.state["anything"], [action.type for action in game.legal.actions]
    if game.engine == "zoky":
        assert game.state is not None
        assert game.legal is not None
        return game.state.day, game.options.throw_odds, [action.root.type == "kick" for action in game.legal.actions]
    if game.engine == "tokyo_poo_divers":
        assert game.state is not None
        return game.state.board, game.options.layout
    return game.version


def narrow_results(acted: ActionResult, joined: JoinResult, legal: LegalActions) -> Any:
    """So are other results."""
    if not isinstance(acted.root, UnknownActionResult) and acted.root.engine == "zoky":
        return [event.root.data.placements for event in acted.root.events if event.root.type == "placed"]
    if not isinstance(joined.root, UnknownJoinResult) and joined.root.engine == "tapecho":
        return joined.root.game.options.reaction_seconds
    if not isinstance(legal.root, UnknownLegalActions) and legal.root.engine == "dragon_fights":
        return [action.root.gesture for action in legal.root.actions if action.root.type == "gesture"]
    return None


def mistaken(page: TokyoPooDiversEventList, view: GameView, acted: ActionResult) -> Any:
    """What mypy must not let pass."""
    for event in (each.root for each in page.events):
        if event.type == "cover_opened":
            return event.data.forfeited  # type: ignore[attr-defined] # only who is paid can forfeit something
        if event.type == "paid":
            return event.data.cell  # type: ignore[attr-defined] # nobody is paid at a cell
        if event.type == "kicked":  # type: ignore[comparison-overlap] # nobody kicks in Tokyo Poo Divers
            return event
    if isinstance(view.root, UnknownGameView):
        return view.root.state and view.root.state.day  # type: ignore[attr-defined] # nobody knows whether it has days
    if view.root.engine == "zoky":
        return view.root.options.layout  # type: ignore[attr-defined] # Zoky has no layout
    if not isinstance(acted.root, UnknownActionResult) and acted.root.engine == "tokyo_poo_divers":
        assert acted.root.game.state is not None
        return acted.root.game.state.day  # type: ignore[attr-defined] # Zoky has days
    seats = [NewSeat(root=NewSeatHuman())]
    return [
        ZokyNewGame(engine="zoky", seats=seats, options=TokyoPooDiversOptions()),  # type: ignore[arg-type]
        ZokyNewGame(engine="ludo", seats=seats),  # type: ignore[arg-type]
        TokyoPooDiversOptions(layout="doughnut"),  # type: ignore[arg-type]
    ]
