"""The page on units: what they measure, their names, and how texts write them."""

from collections.abc import Iterator

from reference_pages.source import NOTE, table


def units_page() -> str:
    """Return the page on the units that are read in texts and converted into each other."""
    told = (
        f'{NOTE} The name is what declarations, `simulator.toml` and `quantity(5.6, "degF")` take; '
        "units of one kind are converted into each other, by pint. A unit that stands behind a "
        "number and is not here is told as unknown where it is a symbol of physics (`ms`, `GHz`); "
        "spelt out (`parsecs`), it is a word like any other."
    )
    return "\n\n".join(["# Units", told, table(("measures", "name", "in texts"), rows())]) + "\n"


def rows() -> Iterator[tuple[str, str, str]]:
    """Yield what a unit measures, its name, and the words for it, sorted by what it measures."""
    from simulrag.simulators.unit_notation import WORDS
    from simulrag.verifier.units import FAMILIES, UNITS

    words: dict[str, list[str]] = {}
    as_written = {word.lower(): word for word in WORDS}
    for word, unit in ((as_written.get(word, word), unit) for word, unit in UNITS.items()):
        words.setdefault(unit, []).append(word)
    other = "a share, a multiple"
    for unit in sorted(words, key=lambda one: (FAMILIES.get(one, other), one.casefold())):
        said = ", ".join(dict.fromkeys(words[unit]))
        yield FAMILIES.get(unit, other), f"`{unit}`", said
