"""What is printed on the cards: Quartiers by Arrondissement, and the Lieutenants. Invented for this project."""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from engines.text import Name, Text

DISTRICTS, SIZE = 8, 5
"""Arrondissements in the box, and Quartiers in each of them; in SIZE Days the deck is used up exactly."""
MOST_CHIEFS = 5
HAND = 3
"""How many Lieutenants each chief is dealt."""
BAND = 3
"""At most this many Zokus of one gang stand on a Quartier."""
NUMBERS = BAND + 1
"""How many numbers a gang has for its Zokus in the street: one for each of a band, the last for a reinforcement."""
HIGHEST_VALUE = 99
LONGEST_TEXT = 300
"""A power in words, as an owner of a box may write it."""
OwnName = Annotated[Name, Meta(description="Its name, unlike all others")]
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
Window = Literal["placement", "throw", "landed", "any"]
TargetField = Literal["quartier", "to", "gang", "zoku", "target"]
CardName = Annotated[str, Meta(description="Its name")]
CardText = Annotated[str, Meta(description="Its power")]
CardWindow = Annotated[
    Window,
    Meta(
        description="When it can be played: `placement` in your own placement turn, before placing; `throw` before a "
        "throw and `landed` after a landing, in a fight you are involved in; `any` whenever the game waits for anyone"
    ),
]
CardTargets = Annotated[
    tuple[TargetField, ...],
    Meta(description="The fields of the action `lieutenant` that name its targets: exactly these must be given"),
]


class Quartier(Struct, frozen=True):
    """A Quartier card's face."""

    name: OwnName
    value: Annotated[int, Meta(ge=0, le=HIGHEST_VALUE, description="Points for the gang that claims it")]


class Arrondissement(Struct, frozen=True):
    """Five Quartiers of one colour."""

    name: OwnName
    quartiers: Annotated[tuple[Quartier, ...], Meta(min_length=SIZE, max_length=SIZE, description="Its five Quartiers")]


class LieutenantFace(Struct, frozen=True):
    """What is printed on a Lieutenant card."""

    lieutenant: Annotated[LieutenantSlug, Meta(description="The slug that plays it")]
    name: CardName
    text: CardText
    window: CardWindow
    targets: CardTargets


class OwnLieutenant(Struct, frozen=True):
    """A Lieutenant of a table's own box, with one of our powers."""

    lieutenant: Annotated[LieutenantSlug, Meta(description="The slug of its power")]
    name: Annotated[Name | None, Meta(description="Its name, unlike all others; null: ours")] = None
    text: Annotated[
        Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT, extra={"visible": True})] | None,
        Meta(description="Its power in your own words; null: ours. The power itself stays ours"),
    ] = None


def arrondissement(name: str, *quartiers: str) -> Arrondissement:
    """Five Quartiers worth 1 to 5, the least first."""
    return Arrondissement(name, tuple(Quartier(quartier, value) for value, quartier in enumerate(quartiers, 1)))


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
    face.lieutenant: replace(face, name=Text(face.name), text=Text(face.text))
    for face in (
        LieutenantFace(
            "recruiter", "Loudhailer Goro", "Place up to six Zokus this turn instead of four.", "placement", ()
        ),
        LieutenantFace(
            "smuggler",
            "Tarpaulin Yumi",
            "Drive one of your placed Zokus over to another Quartier.",
            "placement",
            ("quartier", "to"),
        ),
        LieutenantFace(
            "bouncer",
            "Doorframe Daigo",
            "Throw one rival Zoku out of a Quartier, back to its reserve.",
            "placement",
            ("quartier", "gang"),
        ),
        LieutenantFace("lookout", "Rooftop Rin", "See, alone, which Quartiers the next Day will bring.", "any", ()),
        LieutenantFace(
            "shark",
            "Handshake Ishii",
            "Trade an empty Quartier for a random one still to come.",
            "placement",
            ("quartier",),
        ),
        LieutenantFace(
            "reinforcement", "Sidecar Kenta", "One more of your Zokus joins the fight before a throw.", "throw", ()
        ),
        LieutenantFace(
            "medic", "Plaster Mako", "One of your knocked-out Zokus gets up again, on its edge.", "landed", ("zoku",)
        ),
        LieutenantFace(
            "low_blow",
            "Dirty Shoe Jiro",
            "Knock out one rival Zoku that lies on its back or edge.",
            "landed",
            ("target",),
        ),
        LieutenantFace(
            "second_wind", "Double Espresso Nao", "Throw all your Zokus of this round once more, at once.", "landed", ()
        ),
        LieutenantFace(
            "acrobat",
            "Backflip Sayuri",
            "One of your Zokus on its edge or back jumps to its feet.",
            "landed",
            ("zoku",),
        ),
        LieutenantFace(
            "diversion", "Firecracker Taro", "Call the fight off before a throw: nobody gets the Quartier.", "throw", ()
        ),
        LieutenantFace(
            "crooked_cop", "Sergeant Blindeye", "None of your Zokus goes to jail until the Day ends.", "any", ()
        ),
        LieutenantFace("lawyer", "Counsellor Obata", "All your jailed Zokus walk free.", "any", ()),
        LieutenantFace("snitch", "Whisper Aki", "Have one Zoku of a rival's reserve jailed.", "any", ("gang",)),
        LieutenantFace("kingpin", "Auntie Kuroda", "You are first player tomorrow, whatever the count.", "any", ()),
    )
}
RANK: dict[LieutenantSlug, int] = {slug: rank for rank, slug in enumerate(LIEUTENANTS)}


def faces_of(own: Iterable[OwnLieutenant]) -> dict[LieutenantSlug, LieutenantFace]:
    """The Lieutenants of a table's own box, or all of ours, in our order."""
    lines = sorted(own, key=lambda line: RANK[line.lieutenant])
    return {line.lieutenant: own_face(line) for line in lines} or LIEUTENANTS


def own_face(line: OwnLieutenant) -> LieutenantFace:
    """Our Lieutenant, with the name and the text of this line where it has them."""
    ours = LIEUTENANTS[line.lieutenant]
    name = ours.name if line.name is None else line.name
    return replace(ours, name=name, text=ours.text if line.text is None else line.text)
