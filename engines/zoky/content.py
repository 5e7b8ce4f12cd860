"""What the box prints on its cards: Quartiers by Arrondissement, and the Lieutenants. Invented for this project."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

DISTRICTS, SIZE = 8, 5
"""Arrondissements in the box, and Quartiers in each of them; as many Days as SIZE use the deck up exactly."""
MOST_CHIEFS = 5
BAND = 3
"""At most this many Zokus of one gang stand on a Quartier."""
NUMBERS = BAND + 1
"""A gang has so many numbers for its Zokus in the street: one for each of a band, the last for a reinforcement."""
HIGHEST_VALUE = 99
NameText = Annotated[str, Meta(min_length=1, max_length=60)]
Value = Annotated[int, Meta(ge=0, le=HIGHEST_VALUE)]
LieutenantSlug = Literal[
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


class QuartierFace(Struct, frozen=True):
    """What is printed on a Quartier card."""

    name: NameText
    value: Value


class Arrondissement(Struct, frozen=True):
    """Five Quartiers of one colour."""

    name: NameText
    quartiers: Annotated[tuple[QuartierFace, ...], Meta(min_length=SIZE, max_length=SIZE)]


class LieutenantFace(Struct, frozen=True):
    """What is printed on a Lieutenant card."""

    lieutenant: Annotated[LieutenantSlug, Meta(description="The slug that plays it")]
    name: Annotated[str, Meta(description="Its name")]
    text: Annotated[str, Meta(description="Its power")]


def arrondissement(name: str, *quartiers: str) -> Arrondissement:
    """Five Quartiers worth 1 to 5, the least first."""
    return Arrondissement(name, tuple(QuartierFace(quartier, value) for value, quartier in enumerate(quartiers, 1)))


ARRONDISSEMENTS = (
    arrondissement("Chiyoda", "Kojimachi", "Jimbocho", "Kanda", "Marunouchi", "Akihabara"),
    arrondissement("Minato", "Shirokane", "Azabu-Juban", "Shimbashi", "Akasaka", "Roppongi"),
    arrondissement("Setagaya", "Todoroki", "Kyodo", "Futako-Tamagawa", "Sangenjaya", "Shimokitazawa"),
    arrondissement("Shibuya", "Hatagaya", "Yoyogi", "Ebisu", "Harajuku", "Dogenzaka"),
    arrondissement("Shinjuku", "Takadanobaba", "Yotsuya", "Okubo", "Golden Gai", "Kabukicho"),
    arrondissement("Sumida", "Mukojima", "Honjo", "Oshiage", "Kinshicho", "Ryogoku"),
    arrondissement("Taito", "Yanaka", "Kuramae", "Okachimachi", "Ueno", "Asakusa"),
    arrondissement("Toshima", "Zoshigaya", "Komagome", "Mejiro", "Sugamo", "Ikebukuro"),
)

LIEUTENANTS: dict[LieutenantSlug, LieutenantFace] = {
    face.lieutenant: face
    for face in (
        LieutenantFace("recruiter", "Loudhailer Goro", "Place up to six Zokus this turn instead of four."),
        LieutenantFace("smuggler", "Tarpaulin Yumi", "Drive one of your placed Zokus over to another Quartier."),
        LieutenantFace("bouncer", "Doorframe Daigo", "Throw one rival Zoku out of a Quartier, back to its reserve."),
        LieutenantFace("lookout", "Rooftop Rin", "See, alone, which Quartiers the next Day will bring."),
        LieutenantFace("shark", "Handshake Ishii", "Trade an empty Quartier for a random one still to come."),
        LieutenantFace("reinforcement", "Sidecar Kenta", "One more of your Zokus joins the fight before a throw."),
        LieutenantFace("medic", "Plaster Mako", "One of your knocked-out Zokus gets up again, on its edge."),
        LieutenantFace("low_blow", "Dirty Shoe Jiro", "Knock out one rival Zoku that lies on its back or edge."),
        LieutenantFace("second_wind", "Double Espresso Nao", "Throw all your Zokus of this round once more, at once."),
        LieutenantFace("acrobat", "Backflip Sayuri", "One of your Zokus on its edge or back jumps to its feet."),
        LieutenantFace("diversion", "Firecracker Taro", "Call the fight off before a throw: nobody gets the Quartier."),
        LieutenantFace("crooked_cop", "Sergeant Blindeye", "None of your Zokus goes to jail until the Day ends."),
        LieutenantFace("lawyer", "Counsellor Obata", "All your jailed Zokus walk free."),
        LieutenantFace("snitch", "Whisper Aki", "Have one Zoku of a rival's reserve jailed."),
        LieutenantFace("kingpin", "Auntie Kuroda", "You are first player tomorrow, whatever the count."),
    )
}
RANK: dict[LieutenantSlug, int] = {slug: rank for rank, slug in enumerate(LIEUTENANTS)}
