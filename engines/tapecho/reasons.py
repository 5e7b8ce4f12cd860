"""Why an action is refused: the slugs are stable, the sentences are for people."""

from engines import steps
from engines.engine import error_factory

REASONS = {
    **steps.REASONS,
    "not_next": "Only the next player begins a turn; this seat may only react.",
    "window_first": "Nobody begins a turn before the window closes: a hand is empty, or no card is left to draw.",
    "too_late": "Too late: the window on that card has closed, or another reaction was quicker.",
    "already_passed": "This seat has passed on the window already.",
    "nothing_to_pass_on": "There is nothing in the window that this seat could react to.",
    "must_act": "A player must act as long as some action is possible.",
    "not_in_hand": "This card is not in your hand.",
    "not_drawn": "This is not one of the two cards drawn.",
    "wrong_kind": "A card of this kind cannot be played in this way.",
    "wrong_role": "The card is for the other role.",
    "no_such_seat": "There is no such seat at this table.",
    "not_yourself": "This card must go in front of another player.",
    "yourself_unnamed": "Name no target for an asset of your own.",
    "not_a_team_mate": "An asset goes in front of yourself or, in the team modes, of a team-mate.",
    "team_mate": "A team-mate cannot be attacked.",
    "hungover": "A player with a hangover cannot lay an asset.",
    "already_attacked": "This player has received an attack within the round.",
    "asset_to_name": "This attack must name one of the target's assets that is mixed or of your role.",
    "asset_not_there": "This attack cannot take the asset that it names.",
    "nothing_to_name": "This card takes no asset, so it must not name one.",
    "one_card_twice": "A pair must be two different cards.",
    "one_target_twice": "Two attacks need two targets.",
    "nothing_to_draw": "There is no card left to draw.",
    "own_card": "The player who laid the card cannot call it out of context.",
    "in_context": "Only a spot that is not of the context's colour can be called out of context.",
    "not_yours_to_defend": "Only the target of an attack, or the player whose card was called out, may defend.",
}
illegal = error_factory(REASONS)
