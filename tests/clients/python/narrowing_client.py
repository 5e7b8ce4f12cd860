"""What `engine` and `type` tell mypy about the work of openapi-python-client. Where it must object, it does."""

from typing import Any, assert_never

from ludotheque_client import models
from ludotheque_client.types import Unset

GameView = (
    models.DragonFightsGameView
    | models.TapechoGameView
    | models.TchangGameView
    | models.TokyoPooDiversGameView
    | models.ZokyGameView
)
LegalActions = (
    models.DragonFightsLegalActions
    | models.TapechoLegalActions
    | models.TchangLegalActions
    | models.TokyoPooDiversLegalActions
    | models.ZokyLegalActions
)
ActionResult = (
    models.DragonFightsActionResult
    | models.TapechoActionResult
    | models.TchangActionResult
    | models.TokyoPooDiversActionResult
    | models.ZokyActionResult
)


def describe_events(page: models.TokyoPooDiversEventList) -> list[str]:
    """The events as text. A type without a case would be no `Never` at the end."""
    lines = []
    for event in page.events:
        match event.type_:
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
                lines.append(f"Seat {event.seat}: {event.type_}")
            case _:
                assert_never(event)
    return lines


def narrow_view(view: GameView | models.UnknownGameView) -> Any:
    """A view's state, options and actions are of one game, once it is clear that the document has this game."""
    if isinstance(view, models.UnknownGameView):
        assert view.state is not None
        assert not isinstance(view.legal, Unset)
        return view.engine.title(), view.seats, view.state["anything"], [action.type_ for action in view.legal.actions]
    if view.engine == "zoky":
        assert view.state is not None
        assert not isinstance(view.legal, Unset)
        return view.state.day, view.options.throw_odds, [action.type_ == "kick" for action in view.legal.actions]
    if view.engine == "tokyo_poo_divers":
        assert view.state is not None
        return view.state.board, view.options.layout
    return view.version


def narrow_actions(legal: LegalActions) -> Any:
    """So are the actions that are listed."""
    if legal.engine != "dragon_fights":
        return legal.types
    return [action.gesture for action in legal.actions if action.type_ == "gesture"]


def narrow_result(result: ActionResult) -> Any:
    """So is the result of an action."""
    if result.engine != "zoky":
        return result.game.engine
    return result.game.state, [event.data.placements for event in result.events if event.type_ == "placed"]


def mistaken(
    page: models.TokyoPooDiversEventList, view: GameView, result: ActionResult, unknown: models.UnknownGameView
) -> Any:
    """What mypy must not let pass."""
    if unknown.state is not None:
        return unknown.state.day  # type: ignore[attr-defined] # nobody knows whether it has days
    for event in page.events:
        if event.type_ == "cover_opened":
            return event.data.forfeited  # type: ignore[attr-defined] # only who is paid can forfeit something
        if event.type_ == "paid":
            return event.data.cell  # type: ignore[attr-defined] # nobody is paid at a cell
        if event.type_ == "kicked":  # type: ignore[comparison-overlap] # nobody kicks in Tokyo Poo Divers
            return event
    if view.engine == "zoky":
        return view.options.layout  # type: ignore[attr-defined] # Zoky has no layout
    if result.engine == "tokyo_poo_divers":
        assert result.game.state is not None
        return result.game.state.day  # type: ignore[attr-defined] # Zoky has days
    seats: list[models.NewSeatBot | models.NewSeatHuman | models.NewSeatOpen] = [models.NewSeatHuman()]
    return [
        models.ZokyNewGame("zoky", seats, models.TokyoPooDiversOptions()),  # type: ignore[arg-type]
        models.ZokyNewGame("ludo", seats),  # type: ignore[arg-type]
        models.TokyoPooDiversOptions(layout="doughnut"),  # type: ignore[arg-type]
    ]
