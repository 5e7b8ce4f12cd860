"""Which of its forms an answer has, by the Accept header of the request."""

import re
from functools import lru_cache

from engines.text import Text
from service.problems import Problem

LONGEST_ACCEPT = 1000
MOST_ITEMS = 50
"""Items of a list in a header that are read: nobody sends more in earnest, and reading thousands takes time."""
QUALITY = re.compile(r"q=([01]\.?\d*|\.\d+)")


def demand_accept(accept: str | None, forms: tuple[str, ...]) -> str:
    """The form of the answer that suits the client best, by its Accept header."""
    if not accept:
        return forms[0]
    if len(accept) > LONGEST_ACCEPT:
        raise Problem("not_acceptable", Text("The `Accept` header has more than {n} characters.", n=LONGEST_ACCEPT))
    best = _best(accept, forms)
    if best is None:
        raise Problem("not_acceptable", Text("This answer comes in these forms: {forms}.", forms=", ".join(forms)))
    return best


@lru_cache(1024)  # most clients send one of a few
def _best(accept: str, forms: tuple[str, ...]) -> str | None:
    """The form with the highest quality; among equals the one that is named most exactly, and then our first.

    As RFC 9110 says, the most exact range that fits a form gives its quality. Parameters of a range are ignored.
    """
    ranges = _ranges(accept)
    if not ranges:
        return forms[0]
    rated = []
    for form in forms:
        for exactness, name in ((2, form), (1, form.partition("/")[0] + "/*"), (0, "*/*")):
            if name in ranges:
                rated.append((ranges[name], exactness, form))
                break
    acceptable = [one for one in rated if one[0] > 0]
    return max(acceptable, key=lambda one: one[:2])[2] if acceptable else None


def _ranges(accept: str) -> dict[str, float]:
    """The media ranges of an Accept header with their qualities; a quality that cannot be read counts as none given."""
    found: dict[str, float] = {}
    for item in accept.lower().split(",", MOST_ITEMS)[:MOST_ITEMS]:
        name, *parameters = (part.strip() for part in item.split(";"))
        told = [min(1.0, float(match[1])) for part in parameters if (match := QUALITY.fullmatch(part))]
        if name:
            found["*/*" if name == "*" else name] = told[0] if told else 1.0
    return found
