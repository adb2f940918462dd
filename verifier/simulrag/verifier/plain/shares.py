"""Parts of a whole: "Florida accounted for a tenth of the nation's admissions"."""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

from simulrag.simulators.interface import Call, Frozen, Output
from simulrag.verifier.claims import Comparator, Expression, Figure, Reading, Term
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.items import Item, as_value
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.quantities import Printed, quantities
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
_ONES = {
    w: n
    for n, w in enumerate(
        "one two three four five six seven eight nine ten eleven twelve".split(), start=1
    )
} | {"a": 1, "an": 1, "every": 1}
_PARTS = {
    "half": 2, "halves": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6,
    "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10, "twelfth": 12, "twentieth": 20,
    "hundredth": 100,
}  # fmt: skip
_WAYS: tuple[tuple[Comparator, str], ...] = (
    ("above", r"(?:well\s+)?(?:more\s+than|over|above|upwards\s+of|in\s+excess\s+of)"),
    ("at_least", r"at\s+least|no\s+less\s+than"),
    ("below", r"(?:well\s+)?(?:less\s+than|under|below|not\s+even|fewer\s+than)"),
    ("at_most", r"at\s+most|no\s+more\s+than|not\s+more\s+than"),
    ("about", r"about|around|roughly|approximately|nearly|almost|close\s+to|some|"
              r"just\s+(?:over|under)|a\s+little\s+(?:over|under|more\s+than|less\s+than)"),
)  # fmt: skip
_WORDED = re.compile(
    rf"\b(?:(?P<n>{'|'.join(sorted(_ONES, key=len, reverse=True))})[\s-]+)?"
    rf"(?P<part>{'|'.join(_PARTS)})s?\b"
    r"|\b(?P<of>one|two|three|four|five|six|seven|eight|nine)\s+(?:in|out\s+of)\s+(?:every\s+)?"
    r"(?P<whole>two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|\d+)\b",
    re.I,
)
_OF = re.compile(r"\s+(?:of|in)\s+(?:all\s+(?:of\s+)?)?(?:the\s+|its\s+)?", re.I)
#: Verbs between a part and its share of a whole, and between a share and the part it is.
_MAKES = re.compile(
    r"\b(?:account(?:s|ed|ing)?\s+for|ma(?:de|kes?)\s+up|contribut(?:es?|ed)|represent(?:s|ed)?|"
    r"(?:was|were|is)\s+responsible\s+for|suppl(?:y|ies|ied)|constitut(?:es?|ed)|provid(?:es?|ed)|"
    r"generat(?:es?|ed)|produc(?:es?|ed)|record(?:s|ed)|report(?:s|ed)|saw|had|took|takes)\b",
    re.I,
)
_FROM = re.compile(
    r"\b(?:came|come|were|was|are|is|occurred|happened|fell|took place|originated|reported|"
    r"recorded|stemmed|hailed)(?:\s+(?:alone|reported|recorded|admitted|counted))?\s+(?:from|in|by|to|on)\s+"
    r"(?:hospitals\s+in\s+)?(?:the\s+state\s+of\s+)?$",
    re.I,
)
_NEAR_ABOUT = 0.1
#: More of them in one sentence say more than one thing.
_MOST_SHARES = 2


class Share(Frozen):
    """A share of a whole at text[start:end]; `of` ends the words that lead in the whole."""

    value: float
    half_unit: float
    comparator: Comparator
    start: int
    end: int
    of: int


def shares_of(text: str) -> list[Share]:
    """Return what is said to be a share of something: "more than a fifth of", "8.5 % of"."""
    found: list[Share] = []
    for match in _WORDED.finditer(text):
        of = _OF.match(text, match.end())
        if of is not None and (value := _fraction(match)) is not None:
            comparator, start = _way(text, match.start(), "about")
            half = _NEAR_ABOUT * value if comparator == "about" else 0.0
            found.append(_share(value, half, comparator, (start, match.end(), of.end())))
    for figure in quantities(text):
        of = _OF.match(text, figure.unit_end)
        if of is not None and figure.unit == "percent":
            found.append(_printed(text, figure, of.end()))
    return found


def _share(
    value: float, half_unit: float, comparator: Comparator, places: tuple[int, int, int]
) -> Share:
    start, end, of = places
    return Share(
        value=value, half_unit=half_unit, comparator=comparator, start=start, end=end, of=of
    )


def _printed(text: str, figure: Printed, of: int) -> Share:
    hundred = Decimal(100)
    comparator, start = _way(text, figure.start, "equal")
    value, half = float(figure.value / hundred), float(figure.half_unit / hundred)
    if comparator == "about":
        half = max(half, value * _NEAR_ABOUT / 2)
    places = (min(start, figure.qualified_from), figure.unit_end, of)
    return _share(value, half, comparator, places)


def _fraction(match: re.Match[str]) -> float | None:
    if match["of"]:
        whole = match["whole"].lower()
        size = int(whole) if whole.isdigit() else {**_ONES, "twenty": 20}[whole]
        return _ONES[match["of"].lower()] / size
    if match["n"] is None and match["part"].lower() != "half":
        return None
    return _ONES.get((match["n"] or "one").lower(), 1) / _PARTS[match["part"].lower()]


def _way(text: str, start: int, plain: Comparator) -> tuple[Comparator, int]:
    for comparator, words in _WAYS:
        lead = re.search(rf"\b(?:{words})\s+$", text[:start], re.I)
        if lead is not None:
            return comparator, lead.start()
    return plain, start


def shares(scene: Scene) -> Readings:
    """Read what share of a whole a part is, both the same output of one input's values."""
    found = shares_of(scene.text)
    if len(found) > _MOST_SHARES:
        return []
    for share in found:
        for part, whole in _parts(scene, share):
            made = _read(scene, share, part, whole)
            if made:
                return made
    return []


def _parts(scene: Scene, share: Share) -> Iterable[tuple[Item, Item]]:
    """Yield a part and the whole that holds it: lists of choices, one inside the other."""
    lists = [i for i in scene.items if scene.parameter(i.parameter).kind == "choices"]
    for whole in lists:
        for part in lists:
            if (
                part.parameter == whole.parameter
                and _inside(part, whole)
                and _says(scene, share, part, whole)
            ):
                yield part, whole


def _inside(part: Item, whole: Item) -> bool:
    inner = set(_names(part))
    return inner < set(_names(whole))


def _names(item: Item) -> list[str]:
    return [str(v) for v in item.value] if isinstance(item.value, list) else [str(item.value)]


def _says(scene: Scene, share: Share, part: Item, whole: Item) -> bool:
    """Tell whether a verb makes the part that share of the whole."""
    if whole.start < share.of and not share.start <= whole.start:
        return False
    if part.end <= share.start:
        between = scene.text[part.end : share.start]
        return bool(_MAKES.search(between))
    return bool(_FROM.search(scene.text[share.of : part.start]))


def _read(scene: Scene, share: Share, part: Item, whole: Item) -> Readings:
    rest = [i for i in scene.items if i.parameter != part.parameter]
    own = {(i.parameter, str(i.value)) for i in scene.items if i.parameter == part.parameter}
    settings = settings_of(scene, rest)
    if len(settings) != 1 or len(own) != 2:
        return []
    calls = [
        complete(
            scene,
            {**settings[0], part.parameter: as_value(scene.parameter(part.parameter), one.value)},
            comparing=False,
        )
        for one in (whole, part)
    ]
    output = _additive(scene, calls[0])
    if output is None or not scene.function.observed:
        return []
    span = Span(text="", start=share.start, end=share.of)
    scene.use(span, *scene.items, *_verbs(scene))
    return [_reading(scene, share, calls, output)]


def _verbs(scene: Scene) -> list[Span]:
    return [Span(text="", start=m.start(), end=m.end()) for m in _MAKES.finditer(scene.text)]


def _additive(scene: Scene, call: Call) -> Output | None:
    """Return the output that adds up over parts: a count that is no highest of others."""
    held = choosing.named(scene, list(call.arguments))
    counts = [o for o in held if o.kind == "number" and not o.unit and not o.course]
    plain = [o for o in counts if o.highest_over is None and not _is_rate(o)]
    return next(iter(plain), None)


def _is_rate(output: Output) -> bool:
    return any("100" in word for word in output.unit_words)


def _reading(scene: Scene, share: Share, calls: Sequence[Call], output: Output) -> Reading:
    terms = tuple(Term(call=call, output=output.name) for call in calls)
    figure = Figure(
        text=scene.text[share.start : share.end],
        start=share.start,
        end=share.end,
        value=share.value,
        half_unit=share.half_unit,
    )
    return Reading(
        expression=Expression(operation="ratio", terms=terms),
        comparator=share.comparator,
        figures=(figure,),
        negated=denied(scene, share.start),
    )
