"""Rock, paper, scissors among any number of players."""

from collections.abc import Mapping

from engines.dragon_fights.actions import Gesture

GESTURES: tuple[Gesture, ...] = ("rock", "paper", "scissors")
BEATS: dict[Gesture, Gesture] = {"rock": "scissors", "scissors": "paper", "paper": "rock"}


def best(gestures: Mapping[int, Gesture]) -> list[int]:
    """The seats still in the throw: those with the stronger of two gestures; all if one or three gestures are shown."""
    shown = set(gestures.values())
    if len(shown) != 2:
        return list(gestures)
    stronger = next(gesture for gesture in shown if BEATS[gesture] in shown)
    return [seat for seat, gesture in gestures.items() if gesture == stronger]
