"""The words that occur often in the log of a game: its lines hold the numbers of these words."""

# fmt: off
WORDS = (
    "turn_began", "face", "points", "card", "cell", "target", "cover_opened", "direction", "star", "passed",
    "round", "automatic", "paid", "throw_called", "asset", "card_laid", "gesture", "gesture_chosen", "home",
    "square", "pawn", "fireflies", "quartier", "why", "window_closed", "count", "round_began", "zokus", "to",
    "discarded", "drawn", "exchanged", "kept", "returned", "from", "held_up", "reactions", "window_open",
    "stone_flipped", "moved", "way", "votes", "brown", "forfeited", "golden", "landed", "gestures",
    "landing_settled", "left", "thrown", "placed", "placements", "limit", "lap", "go_began", "quartier_claimed",
    "concede_voted", "said_ready", "stone_relocated", "amount", "shared", "fight_began", "gangs", "attackable",
    "concede_withdrawn", "attack_lifted", "zoku", "gained", "stone_turned", "total", "bonus", "figure",
    "kicks_began", "statue_turned", "game_finished", "outcome", "squares", "stones_taken", "quartier_discarded",
    "peeked", "peek_declined", "quartiers", "kick_declined", "lieutenant", "lieutenant_played", "targets", "jailed",
    "day", "cards", "day_began", "first_player_chosen", "kicked", "released", "against", "ex_turned_up", "complete",
    "every_arrondissement", "lieutenants", "scored", "trios", "bitten", "by", "called_out", "gang", "hand_closed",
    "hand_opened", "hands_covered", "landing", "thrown_out", "zoku_turned", "asset_lost", "game", "game_counted",
    "given", "hands", "hungover", "reason", "sobered_up", "taken", "tallies", "turn_lost", "turn_skipped",
    "winners", "befriended", "defended", "asset_poached", "numbers_swapped", "zoku_moved", "freed", "limit_raised",
    "looked_ahead", "new", "old", "quartier_swapped", "rescuer", "zoku_joined", "board", "context", "covers_laid",
    "dealt", "dragon", "engine", "exit_found", "exit_opened", "figures", "game_abandoned", "game_began",
    "game_created", "game_started", "kind", "layout", "name", "pawns", "pieces", "pile", "pile_renewed",
    "riddle_declined", "riddle_posed", "riddle_solved", "seat_left", "seat_taken", "seats", "spared", "statues",
    "stones", "stones_laid", "tomb_laid", "turn_passed",
)
# fmt: on
"""Types of events and names of their fields; those that occur most often come first, because numbers below 128 take one
byte. Stored games hold the numbers, so never change, move or remove a word, and add new ones at the end. A word that is
not here is stored as it is, so that a new game need not be mentioned."""

NUMBERS = {word: number for number, word in enumerate(WORDS)}
