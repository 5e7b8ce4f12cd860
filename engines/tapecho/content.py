"""What a card is, and the deck of this project, invented for it: 6 contexts and 142 other cards, named in English and
French. Owners of another deck pass it with the options.

Spots: yellow is the beach, purple the nightclub, silver the office party, red the wedding, green the hike and
orange the cooking class. As traps, a few assets are worth a minus and a few handicaps a plus.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, cast, get_args

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict, replace

from engines.engine import Face
from engines.text import Name, Text

Role = Literal["man", "woman"]
For = Literal["man", "woman", "mixed"]
Kind = Literal["asset", "handicap", "attack", "defence", "out_of_context", "context"]
AttackName = Literal[
    "stood_up",
    "rejected",
    "the_ex",
    "hangover",
    "poached",
    "big_reveal",
    "swapped_numbers",
    "friend_with_benefits",
]
ATTACK_NAMES: tuple[AttackName, ...] = get_args(AttackName)
Line = tuple[str, str, int, str | None]
CardRole = Annotated[For, Meta(description="Mixed if left out; a defence needs one")]
CardValue = Annotated[int, Meta(ge=-99, le=99, description="Points with their sign; only for assets and handicaps")]
CardSpot = Annotated[
    str,
    Meta(
        pattern=r"^[a-z][a-z0-9_]{0,19}$",
        description="The colour of a context; on assets and handicaps: the context they belong to",
        extra={"error": Text("A colour is a word in lower case.")},
    ),
]


class DeckCard(
    Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="kind", tag=""
):
    """A line of a custom deck; its kind decides which fields it has."""

    name: Annotated[Name, Meta(description="English")]
    name_fr: Annotated[Name | None, Meta(description="The French name; if left out, the English one")] = None
    copies: Annotated[int, Meta(ge=1, le=60, description="How many copies of the card; 1 if left out")] = 1

    @property
    def kind(self) -> Kind:
        """What can be done with it."""
        return cast(Kind, self.__struct_config__.tag)


class AssetCard(DeckCard, frozen=True, kw_only=True, tag="asset"):
    """Assets, which are laid in front of oneself."""

    value: CardValue
    role: CardRole = "mixed"
    spot: CardSpot | None = None


class HandicapCard(DeckCard, frozen=True, kw_only=True, tag="handicap"):
    """Handicaps, which are laid in front of others."""

    value: CardValue
    role: CardRole = "mixed"
    spot: CardSpot | None = None


class AttackCard(DeckCard, frozen=True, kw_only=True, tag="attack"):
    """Attacks on another player."""

    attack: Annotated[AttackName, Meta(description="What an attack does")]
    role: CardRole = "mixed"


class DefenceCard(DeckCard, frozen=True, kw_only=True, tag="defence"):
    """Defences against attacks, for one of the two roles."""

    role: CardRole


class OutOfContextCard(DeckCard, frozen=True, kw_only=True, tag="out_of_context"):
    """Reactions to a card that clashes with the context."""


class ContextCard(DeckCard, frozen=True, kw_only=True, tag="context"):
    """Contexts, of which one lies face up."""

    spot: CardSpot


DeckLine = AssetCard | HandicapCard | AttackCard | DefenceCard | OutOfContextCard | ContextCard


class Card(Face, frozen=True, omit_defaults=True):
    """A card as it is shown to those who may see its face. With `omit=content` only its `id` is shown."""

    id: Annotated[int, Meta(description="Its number in the deck")]
    kind: Annotated[Kind | UnsetType, Meta(description="What can be done with it")] = UNSET
    name: Annotated[
        str | UnsetType, Meta(description="In the language of the response, if the deck is the project's own")
    ] = UNSET
    name_fr: Annotated[str | UnsetType, Meta(description="French")] = UNSET
    role: Annotated[For, Meta(description="In front of whom it may be laid; for a defence: whom it defends")] = "mixed"
    value: Annotated[int | None, Meta(description="Its points, with their sign; only for assets and handicaps")] = None
    spot: Annotated[
        str | None,
        Meta(description="The colour of a context; for an asset or handicap the colour of its context, if it has one"),
    ] = None
    attack: Annotated[AttackName | None, Meta(description="For an attack: which one; the rules page explains them")] = (
        None
    )

    def suits(self, role: Role) -> bool:
        """Whether it may lie in front of a player of this role."""
        return self.role in ("mixed", role)

    def clashes(self, context: "Card") -> bool:
        """Whether its spot has another colour than the context; never without a spot."""
        return self.spot is not None and self.spot != context.spot


def numbered(lines: Iterable[DeckLine]) -> tuple[Card, ...]:
    """Every single card of a deck, numbered in its order."""
    singles = [line for line in lines for _ in range(line.copies)]
    return tuple(card_of(line, number) for number, line in enumerate(singles))


def card_of(line: DeckLine, number: int) -> Card:
    """The card of a line, under its number."""
    fields = asdict(line)
    del fields["copies"]
    return Card(id=number, kind=line.kind, **{**fields, "name_fr": line.name_fr or line.name})


CONTEXTS: tuple[tuple[str, str, str], ...] = (
    ("yellow", "A day at the beach", "Une journée à la plage"),
    ("purple", "Night out at the club", "Nuit en boîte"),
    ("silver", "The office party", "Le pot du bureau"),
    ("red", "A cousin's wedding", "Le mariage d'une cousine"),
    ("green", "A hike in the hills", "Une rando en montagne"),
    ("orange", "The cooking class", "Le cours de cuisine"),
)

ASSETS: dict[For, tuple[Line, ...]] = {
    "man": (
        ("Swims like a dolphin", "Nage comme un dauphin", 6, "yellow"),
        ("Sandcastle architect", "Architecte de châteaux de sable", 3, "yellow"),
        ("Knows the DJ", "Connaît le DJ", 5, "purple"),
        ("Dances on the beat", "Danse en rythme", 8, "purple"),
        ("Fixes the coffee machine", "Répare la machine à café", 4, "silver"),
        ("Ties a real bow tie", "Sait nouer un vrai nœud papillon", 5, "red"),
        ("Reads a map", "Sait lire une carte", 7, "green"),
        ("Whisks without splashing", "Fouette sans éclabousser", 2, "orange"),
        ("Well-kept beard", "Barbe bien taillée", 3, None),
        ("Irons his own shirts", "Repasse ses chemises", 4, None),
        ("Calls his grandmother", "Appelle sa grand-mère", 6, None),
        ("Voice of a radio host", "Voix d'animateur radio", 7, None),
        ("Listens to the end", "Écoute jusqu'au bout", 9, None),
        ("Shoulders made for leaning on", "Épaules faites pour s'y appuyer", 8, None),
        ("The smile from the advert", "Le sourire de la pub", 10, None),
        ("Moustache grown for a bet", "Moustache de pari perdu", -2, None),
    ),
    "woman": (
        ("Surfs before breakfast", "Surfe avant le petit-déjeuner", 8, "yellow"),
        ("Knows every chorus", "Connaît tous les refrains", 3, "purple"),
        ("Ends meetings on time", "Finit les réunions à l'heure", 7, "silver"),
        ("Tames the spreadsheet", "Dompte le tableur", 2, "silver"),
        ("Catches the bouquet one-handed", "Attrape le bouquet d'une main", 6, "red"),
        ("Moving toast to the couple", "Discours qui fait pleurer la salle", 9, "red"),
        ("Lights a fire in the rain", "Allume un feu sous la pluie", 5, "green"),
        ("Soufflé that stays up", "Soufflé qui ne retombe pas", 4, "orange"),
        ("Contagious laugh", "Rire contagieux", 7, None),
        ("Dress with pockets", "Robe à poches", 3, None),
        ("Wins at table football", "Gagne au baby-foot", 4, None),
        ("Plays the saxophone", "Joue du saxophone", 6, None),
        ("Mends her own bike", "Répare son vélo", 5, None),
        ("Eyes that finish sentences", "Regard qui finit les phrases", 8, None),
        ("Owns every room she enters", "Illumine chaque pièce", 10, None),
        ("Remembers birthdays", "N'oublie aucun anniversaire", 1, None),
    ),
    "mixed": (
        ("Shares the sunscreen", "Partage la crème solaire", 2, "yellow"),
        ("Never loses the cloakroom ticket", "Ne perd jamais le ticket de vestiaire", 4, "purple"),
        ("Brings the good biscuits", "Apporte les bons biscuits", 3, "silver"),
        ("Waltzes with the aunts", "Fait valser les tantes", 5, "red"),
        ("Names every flower", "Nomme chaque fleur", 4, "green"),
        ("Carries the heavy backpack", "Porte le gros sac", 6, "green"),
        ("Perfectly cooked pasta", "Pâtes parfaitement al dente", 5, "orange"),
        ("Secret family recipe", "Recette de famille secrète", 8, "orange"),
        ("Speaks four languages", "Parle quatre langues", 6, None),
        ("Adopted a three-legged cat", "A adopté un chat à trois pattes", 7, None),
        ("Good with plants", "A la main verte", 2, None),
        ("Always on time", "Toujours à l'heure", 3, None),
        ("Tells stories well", "Raconte bien les histoires", 5, None),
        ("Makes the waiter smile", "Fait sourire le serveur", 4, None),
        ("Perfectly happy alone", "Le bonheur, même en solo", 9, None),
        ("Irresistible dimples", "Fossettes irrésistibles", 10, None),
    ),
}

HANDICAPS: dict[For, tuple[Line, ...]] = {
    "man": (
        ("Sandals over socks", "Sandales et chaussettes", -5, "yellow"),
        ("Flexes at every wave", "Gonfle ses biceps à chaque vague", -4, "yellow"),
        ("Only does the robot", "Ne danse que le robot", -3, "purple"),
        ("Sunglasses at midnight", "Lunettes de soleil à minuit", -6, "purple"),
        ("Replies to all", "Répond à tous", -7, "silver"),
        ("Sings at the altar, unasked", "Chante à l'autel sans y être invité", -8, "red"),
        ("Never asks the way", "Ne demande jamais son chemin", -6, "green"),
        ("Puts ketchup on everything", "Met du ketchup partout", -2, "orange"),
        ("Talks about his car", "Parle de sa voiture", -4, None),
        ("Cloud of aftershave", "Nuage d'après-rasage", -5, None),
        ("Explains the offside rule", "Explique le hors-jeu", -3, None),
        ("Mum does his laundry", "Sa mère fait sa lessive", -7, None),
        ("Lucky underpants, since 2009", "Caleçon porte-bonheur depuis 2009", -9, None),
        ("Whistles through his nose", "Siffle du nez", -1, None),
        ("Forgot his wallet, again", "A encore oublié son portefeuille", -10, None),
        ("Blushes at every compliment", "Rougit au moindre compliment", 7, None),
    ),
    "woman": (
        ("Takes up four towels", "Occupe quatre serviettes", -4, "yellow"),
        ("Requests the same song all night", "Réclame la même chanson toute la nuit", -5, "purple"),
        ("Microwaves fish at noon", "Réchauffe du poisson à midi", -8, "silver"),
        ("Speaks only in acronyms", "Ne parle qu'en acronymes", -3, "silver"),
        ("Comes in white to the wedding", "Vient en blanc au mariage", -9, "red"),
        ("Reseats the guests", "Refait le plan de table", -5, "red"),
        ("Hikes in evening shoes", "Randonne en escarpins", -6, "green"),
        ("Photographs it until it is cold", "Photographie jusqu'à ce que ce soit froid", -2, "orange"),
        ("Handbag like a building site", "Sac à main en chantier", -1, None),
        ("Spoils the ending", "Raconte la fin du film", -6, None),
        ("Reads your horoscope aloud", "Lit votre horoscope à voix haute", -3, None),
        ("Perfume at forty paces", "Parfum à quarante pas", -4, None),
        ("Names her future children", "A déjà choisi les prénoms des enfants", -7, None),
        ("Quizzes you on her pets", "Vous interroge sur ses animaux", -5, None),
        ("Brings her whole choir along", "Vient avec toute sa chorale", -10, None),
        ("Snorts when she laughs, adorably", "Rit en reniflant, c'est adorable", 3, None),
    ),
    "mixed": (
        ("Burnt like a lobster", "Rouge comme un homard", -6, "yellow"),
        ("Shouts over the music", "Crie plus fort que la musique", -3, "purple"),
        ("Laughs at the boss's jokes", "Rit aux blagues du patron", -5, "silver"),
        ("Cries before the ceremony", "Pleure avant la cérémonie", -4, "red"),
        ("Afraid of cows", "A peur des vaches", -3, "green"),
        ("Blisters after ten minutes", "Des ampoules au bout de dix minutes", -7, "green"),
        ("Confuses salt and sugar", "Confond le sel et le sucre", -6, "orange"),
        ("Sets off the smoke alarm", "Déclenche l'alarme incendie", -8, "orange"),
        ("Spinach between the teeth", "Épinard entre les dents", -5, None),
        ("Checks the phone all evening", "Regarde son téléphone toute la soirée", -8, None),
        ("Hiccups at bad moments", "Hoquet au mauvais moment", -2, None),
        ("Talks about the weather", "Parle de la météo", -2, None),
        ("Price tag still on", "Étiquette encore accrochée", -4, None),
        ("Calls everyone by the wrong name", "Se trompe de prénom", -9, None),
        ("Three hours late", "Trois heures de retard", -7, None),
        ("Collects toenail clippers", "Collectionne les coupe-ongles", -10, None),
    ),
}

ATTACK_CARDS: tuple[tuple[AttackName, str, str, dict[For, int]], ...] = (
    ("stood_up", "Stood up", "Lapin posé", {"man": 1, "woman": 1, "mixed": 2}),
    ("rejected", "Rejected", "Râteau", {"man": 1, "woman": 2, "mixed": 1}),
    ("the_ex", "The ex turns up", "L'ex débarque", {"man": 2, "woman": 1, "mixed": 1}),
    ("hangover", "Hangover", "Gueule de bois", {"man": 1, "woman": 1, "mixed": 1}),
    ("poached", "Poached", "Braconnage", {"man": 1, "woman": 1, "mixed": 1}),
    ("big_reveal", "The big reveal", "Le grand déballage", {"man": 1, "woman": 1, "mixed": 1}),
    ("swapped_numbers", "Swapped numbers", "Numéros échangés", {"man": 1, "woman": 1}),
    ("friend_with_benefits", "Friend with benefits", "Plus si affinités", {"mixed": 1}),
)

DEFENCES: tuple[tuple[For, str, str, int], ...] = (
    ("man", "Captain Velvet", "Capitaine Velours", 5),
    ("woman", "Lady Comeback", "Dame Réplique", 5),
)

OUT_OF_CONTEXT = ("Wrong place, wrong time", "Pas le lieu, pas l'heure", 12)


def lines() -> Iterator[DeckLine]:
    """The tables above as lines of a deck, in the order in which the cards are numbered."""
    for card, table in ((AssetCard, ASSETS), (HandicapCard, HANDICAPS)):
        for role, group in table.items():
            for name, french, value, spot in group:
                yield card(name=name, name_fr=french, role=role, value=value, spot=spot)
    for slug, name, french, copies in ATTACK_CARDS:
        for role, count in copies.items():
            yield AttackCard(name=name, name_fr=french, role=role, attack=slug, copies=count)
    for role, name, french, count in DEFENCES:
        yield DefenceCard(name=name, name_fr=french, role=role, copies=count)
    name, french, count = OUT_OF_CONTEXT
    yield OutOfContextCard(name=name, name_fr=french, copies=count)
    for colour, name, french in CONTEXTS:
        yield ContextCard(name=name, name_fr=french, spot=colour)


DECK = tuple(lines())
CARDS = tuple(replace(card, name=Text(str(card.name))) for card in numbered(DECK))
