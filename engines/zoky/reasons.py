"""Why the rules refuse something: stable slugs, each with its rule in a sentence."""

from engines import steps
from engines.engine import error_factory

REASONS = {
    **steps.REASONS,
    "not_your_turn": "It is another chief's turn to do this.",  # the game may ask this chief too, to react
    "quartier_twice": "A placement must name each Quartier only once.",
    "bad_count": "Place one to three Zokus on each Quartier that you name.",
    "not_on_table": "This Quartier is not on the table.",
    "too_many_zokus": "A turn places at most four Zokus, six with the recruiter.",
    "reserve_short": "There are not that many Zokus in your reserve.",
    "gang_limit": "At most three Zokus of one gang stand on a Quartier.",
    "three_gangs": "At most three gangs stand on a Quartier.",
    "already_said": "You have said this already, and nothing has happened since.",
    "not_involved": "Your gang had no Zoku on this Quartier when the fight began.",
    "none_able": "None of your Zokus is able to fight.",
    "no_such_zoku": "There is no such Zoku in the street.",
    "not_your_zoku": "This Zoku is not of your gang.",
    "own_zoku": "This Zoku is of your own gang.",
    "not_on_feet": "Only a Zoku on its feet can kick.",
    "already_kicked": "This Zoku has already kicked this round.",
    "not_on_back": "Only a Zoku on its back can be kicked.",
    "not_held": "You do not hold this Lieutenant.",
    "already_played": "This Lieutenant lies face up: it has been used already.",
    "target_needed": "This Lieutenant needs a target that you have not named.",
    "target_not_needed": "This Lieutenant does not take this kind of target.",
    "only_in_own_placement": "This Lieutenant can be played only in your own placement turn, before placing.",
    "only_before_a_throw": "This Lieutenant can be played only in a fight, before a throw.",
    "only_when_landed": "This Lieutenant can be played only when Zokus have landed, before the kicks.",
    "limit_enough": "You could not place more than four Zokus anyway.",
    "no_own_zoku_there": "None of your Zokus stands on this Quartier.",
    "same_quartier": "The Zoku must go to another Quartier.",
    "no_such_gang": "There is no such gang at this table.",
    "own_gang": "This is aimed at a rival, not at your own gang.",
    "no_rival_zoku_there": "None of that gang's Zokus stands on this Quartier.",
    "last_day": "No Day comes after this one.",
    "quartier_occupied": "There are Zokus on this Quartier.",
    "reserve_empty": "There is no Zoku in your reserve.",
    "not_knocked_out": "This Zoku is not knocked out.",
    "not_back_or_edge": "This Zoku lies neither on its back nor on its edge.",
    "none_thrown": "You have thrown no Zoku this round.",
    "none_jailed": "None of your Zokus is in jail.",
    "rival_reserve_empty": "There is no Zoku in that gang's reserve.",
    "rival_protected": "That gang's Zokus cannot be jailed today.",
}
illegal = error_factory(REASONS)
