"""Other words for the same statement, and how to see through them."""

import random
import re

#: Openings that add nothing to a statement.
LEADS = (
    "Overall, ",
    "In this scenario, ",
    "In short, ",
    "According to the simulation, ",
)
_LEAD = re.compile("|".join(re.escape(lead.casefold()) for lead in LEADS))
_NAMES = re.compile(r"(?:The|In|Under|Over|Summed|By|A|An|Between|From|At|It|This|That)\b")


def paraphrased(text: str, chance: random.Random) -> str:
    """Return a statement with an opening; names keep their capital."""
    opened = text[:1].lower() + text[1:] if _NAMES.match(text) else text
    return chance.choice(LEADS) + opened


def plain(text: str) -> str:
    """Return a statement without its opening and its end, in lower case."""
    return without_opening(" ".join(text.casefold().split()).rstrip(" ."))


def without_opening(said: str) -> str:
    """Return what follows an opening; `said` is in lower case."""
    found = _LEAD.match(said)
    return said[found.end() :] if found else said
