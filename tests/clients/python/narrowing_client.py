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


def told(page: models.TokyoPooDiversEventList) -> list[str]:
    """The events in words. A type without a case would be no `Never` at the end."""
    words = []
    for event in page.events:
        match event.type_:
            case "game_created":
                words.append(f"A table of {event.data.engine}.")
            case "seat_taken":
                words.append(f"{event.data.name} sits down.")
            case "game_finished":
                words.append(f"{len(event.data.outcome.winners)} have won: {event.data.outcome.reason}.")
            case "covers_laid":
                words.append(f"{len(event.data.board)} rows in the layout {event.data.layout}.")
            case "cover_opened":
                words.append(f"Row {event.data.cell[0]}: a {event.data.face}, worth {event.data.points}.")
            case "paid":
                words.append(f"{event.data.points - event.data.forfeited} points ({event.data.why}).")
            case "peeked":
                words.append(f"Under {event.data.cell} there is {event.data.face or 'something'}.")
            case "seat_left" | "game_started" | "game_abandoned" | "turn_began" | "peek_declined":
                words.append(f"Seat {event.seat}: {event.type_}")
            case _:
                assert_never(event)
    return words


def shown(view: GameView) -> Any:
    """A view's state, options and actions are of one game."""
    if view.engine == "zoky":
        assert view.state is not None
        assert not isinstance(view.legal, Unset)
        return view.state.day, view.options.throw_odds, [action.type_ == "kick" for action in view.legal.actions]
    if view.engine == "tokyo_poo_divers":
        assert view.state is not None
        return view.state.board, view.options.layout
    return view.version


def listed(legal: LegalActions) -> Any:
    """So are the actions that are listed."""
    if legal.engine != "dragon_fights":
        return legal.types
    return [action.gesture for action in legal.actions if action.type_ == "gesture"]


def acted(answer: ActionResult) -> Any:
    """So is the answer to an action."""
    if answer.engine != "zoky":
        return answer.game.engine
    return answer.game.state, [event.data.placements for event in answer.events if event.type_ == "placed"]


def mistaken(page: models.TokyoPooDiversEventList, view: GameView, answer: ActionResult) -> Any:
    """What mypy must not let pass."""
    for event in page.events:
        if event.type_ == "cover_opened":
            return event.data.forfeited  # type: ignore[attr-defined] # only who is paid can forfeit something
        if event.type_ == "paid":
            return event.data.cell  # type: ignore[attr-defined] # nobody is paid at a cell
        if event.type_ == "kicked":  # type: ignore[comparison-overlap] # nobody kicks in Tokyo Poo Divers
            return event
    if view.engine == "zoky":
        return view.options.layout  # type: ignore[attr-defined] # Zoky has no layout
    if answer.engine == "tokyo_poo_divers":
        assert answer.game.state is not None
        return answer.game.state.day  # type: ignore[attr-defined] # Zoky has days
    seats: list[models.NewSeatBot | models.NewSeatHuman | models.NewSeatOpen] = [models.NewSeatHuman()]
    return [
        models.ZokyNewGame("zoky", seats, models.TokyoPooDiversOptions()),  # type: ignore[arg-type]
        models.ZokyNewGame("ludo", seats),  # type: ignore[arg-type]
        models.TokyoPooDiversOptions(layout="doughnut"),  # type: ignore[arg-type]
    ]
