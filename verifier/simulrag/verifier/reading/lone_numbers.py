"""Numbers that stand alone, cut out of a pattern."""

from decimal import Decimal

from simulrag.verifier.quantities import quantities


def number_of(word: str) -> Decimal | None:
    """Return a number that stands alone, in words or digits."""
    number = quantities(f"{word} people")
    return number[0].value if number else None
