"""Place names in text: capitalised phrases that the simulator's own look-up knows best."""

import re
from collections.abc import Sequence
from functools import lru_cache

from simulrag.simulators.interface import Simulator
from simulrag.simulators.kept import once_for_each
from simulrag.simulators.possible import Regional
from simulrag.verifier.reading.text import Phrases, Span, blanked

#: Lower-case words that may stand inside a name ("San Juan del Sur", "Mwaline al Oued").
_INNER = (
    "de|del|della|di|do|dos|da|das|du|des|la|le|les|el|al|en|et|e|y|of|the|and|an|am|bei|im|in der|"
    "der|den|van|von|ter|op|aan|sur|sous|upon|on|near|ul|ud|od|ou|i|na|nad|pod|bin|ben|ash|ad|as|er"
)
_WORD = r"['\u02bb\u02bf]?[^\W\d_a-z\u00df-\u00f6\u00f8-\u00ff][\w'.\u02bb\u02bf-]*"
_NAME = re.compile(
    rf"(?<![\w'])(?P<name>{_WORD}(?:(?:\s+(?:[^\W\d_]{{1,5}}\s+){{0,2}}|,\s){_WORD})*)"
)
_INNER_WORDS = frozenset(_INNER.replace(" ", "|").split("|"))
#: Words that join names as often as they stand inside one.
_JOINS = frozenset(("and", "of", "in", "on", "the", "near", "i", "e", "y", "an", "on"))
_SUBJECT = re.compile(
    r"'s\b|:|,\s+too\b"
    r"|(?:,(?:\s+[^,;.]{3,50},)?)?\s+(?:will|would|is|was|are|were|has|had|could|should|can|may|might|ends?|gains?|does|"
    r"averag(?:ed?|es)|stays?|keeps?|comes?|stands?|remains?|warms?|cools?|experiences?|gets?|sees?|reache[sd]|rises?|falls?|lies|becomes?|and|as)\b"
    r"|\s+in\s+(?:the\s+)?(?:year\s+)?\d{4}\b"
)
#: The country or region of a place that has been named ("Colombo in Sri Lanka").
_COUNTRY = re.compile(r"\s+in\s+[^\W\d_a-z][\w'-]*(?:\s+[^\W\d_a-z][\w'-]*)*")
#: Coordinates given in place of a name, in either order ("48.87 N, 2.22 E").
_DEGREES = r"-?\d{1,3}(?:\.\d+)?\s*\u00b0?\s*"
_COORDINATES = (
    rf"{_DEGREES}[NS]\s*,?\s*(?:and\s+)?{_DEGREES}[EW]\b"
    rf"|{_DEGREES}[EW]\s*,?\s*(?:and\s+)?{_DEGREES}[NS]\b"
)
_POINT = re.compile(_COORDINATES)
_IN_BRACKETS = re.compile(rf"\s*\((?:{_COORDINATES})\s*\)")
#: Words that begin sentences or stand in capitals and name no place.
ORDINARY = frozenset(
    (
        "a an the in on at for of by to from with under over between among during after before "
        "while when if is are was were be does do did will would should could can may "
        "might must has have had what which who whose where why how this that these those "
        "it its they their we our you your there here and or but not no nor so then than "
        "given considering consider assuming suppose compared compare comparing based "
        "according regarding quantitatively additionally furthermore moreover also "
        "finally overall first second third simultaneously separately alternatively "
        "two three four five six seven eight nine ten eleven twelve dozen half third quarter "
        "instead specifically relative both each either neither one another as per since "
        "because due only even just still already taken going raising cutting following "
        "without temperature temperatures climate baseline historical future projected "
        "annual average mean global local such some any all more most less least about "
        "around roughly nearly almost exactly black carbon emissions scenario situation "
        "approach option strategy pathway case plan phase one two three scenarios results "
        "result intervention interventions aerosol greenhouse gas gases perhaps "
        "surprisingly unfortunately currently today now january february march april june "
        "july august september october november december celsius fahrenheit kelvin ipcc "
        "ar6 ssp rcp cmip cmip5 cmip6 co2 ch4 so2 bc ghg r0 city town confirm describe "
        "estimate predict calculate determine explain provide please tell give show state "
        "cooling warming heating analyze analyse assess evaluate discuss let"
    ).split()
)
_ANY_WORD = re.compile(r"\S+")
_LETTER = re.compile(r"[^\W\d_]")
_SMALL_WORD = re.compile(r"[^\W\d_]{2,}")
#: As many words as a place typed in small letters has.
_FEW_WORDS = re.compile(r"[^\W\d_]+(?:\s+[^\W\d_]+){0,2}")
#: Where a shorter name may end: at a comma or before a short word in small letters.
_PART_ENDS = re.compile(r",\s|\s+(?=[^\W\d_A-Z]{1,5}\s)")
_SENTENCE_START = re.compile(r"(?:^|[.?!:]\s*|\n\s*)$")
_STRONG_BEFORE = re.compile(
    r"(?:\b(?:city|town|village|municipality|place|location|region|residents|people) "
    r"(?:of|in|near)|\b(?:for|in|at|of|near|considering|consider|to|from|around|does|will|would|"
    r"is|by|under|both|and|that|given|confirm if|if|whether|local|makes?|gives?|leaves?|"
    r"between|neighbouring))\s+$",
    re.IGNORECASE,
)


def place_mentions(
    text: str, simulator: Simulator, parameter: str, taken: Sequence[Span], known: Phrases
) -> list[Span]:
    """Return the spans that name places, each as the shortest text that the look-up knows.

    A capitalised phrase that the look-up does not know is kept where the words before it
    announce a place, so that the refusal can name it.
    """
    blocked = [
        *taken,
        *(s for s in known.find(text) if not s.text.istitle() or " " in s.text),
    ]
    points = _POINT.finditer(text) if "E" in text or "W" in text else ()
    found = [Span(text=m.group(), start=m.start(), end=m.end()) for m in points]
    blocked += found
    match = _NAME.search(text)
    while match is not None:
        cut = [b for b in blocked if match.start() < b.start < match.end()]
        after = min((b.end for b in cut), default=match.end())
        span = _trimmed(text, match.start("name"), match.end("name"), blocked)
        chosen = None if span is None else _chosen(text, span, simulator, parameter)
        if chosen is not None:
            found.append(_with_coordinates(text, chosen))
            qualifier = _COUNTRY.match(text, chosen.end)
            after = qualifier.end() if qualifier else chosen.end
        match = _NAME.search(text, after)
    return _only_announced_or_known(found)


#: Words in small letters behind a preposition or a verb that are times of the year.
_TIMES = frozenset("winter summer spring autumn fall season january may march".split())


def small_letters_place(
    text: str, simulator: Simulator, parameter: str, taken: Sequence[Span], known: Phrases
) -> Span | None:
    """Return the place of a question typed without capitals, as the look-up knows it, or None.

    It is one to three words where a place is announced ("in lagos"), of which most people can
    only mean a place: no word of grammar, of time or of the simulator's own.
    """
    blocked = [*taken, *known.find(text)]
    if any(letter.isupper() for letter in blanked(text, [(s.start, s.end) for s in blocked])[1:]):
        return None
    for first in _SMALL_WORD.finditer(text):
        if not _STRONG_BEFORE.search(text[: first.start()]):
            continue
        words = _FEW_WORDS.match(text, first.start())
        named = words and _trimmed_small(words.group(), first.start(), blocked)
        for span in _shortened(named) if named else ():
            if simulator.find(parameter, span.text.title()):
                return span
    return None


def _trimmed_small(words: str, start: int, blocked: Sequence[Span]) -> Span | None:
    """Return the words up to the first that cannot belong to a name."""
    end = start
    for match in _ANY_WORD.finditer(words):
        low, high = start + match.start(), start + match.end()
        taken = any(b.start < high and low < b.end for b in blocked)
        if taken or match.group() in ORDINARY or match.group() in _TIMES:
            break
        end = high
    return Span(text=words[: end - start], start=start, end=end) if end > start else None


def _shortened(span: Span) -> list[Span]:
    """Return a span and its beginnings of fewer words, longest first."""
    ends = [m.start() for m in re.finditer(r"\s+\S+", span.text)]
    return [
        Span(text=span.text[:length], start=span.start, end=span.start + length)
        for length in (len(span.text), *reversed(ends))
    ]


def _with_coordinates(text: str, name: Span) -> Span:
    """Take in coordinates that follow a name in brackets: "Chaiwu (36.2 N, 117.9 E)"."""
    match = _IN_BRACKETS.match(text, name.end)
    if match is None:
        return name
    return Span(text=text[name.start : match.end()], start=name.start, end=match.end())


def _trimmed(text: str, start: int, end: int, blocked: Sequence[Span]) -> Span | None:
    """Cut ordinary words and other mentions from both ends of a capitalised phrase."""
    for span in blocked:
        if span.start <= start < span.end:
            start = span.end
        if start < span.start < end:
            end = span.start
    words = list(_ANY_WORD.finditer(text[start:end]))
    while words and (_ordinary(words[0].group()) or words[0].group()[0].islower()):
        words.pop(0)
    while words and _ordinary(words[-1].group()) and not _is_of_name(words):
        words.pop()
    if not words:
        return None
    low, high = start + words[0].start(), start + words[-1].end()
    name = text[low:high].rstrip(" .,;:'-")
    name = name[:-2] if name.endswith("'s") else name
    if len(name) < 2 or not _LETTER.search(name) or not name.strip("'")[:1].isalpha():
        return None
    return Span(text=name, start=low, end=low + len(name))


def _is_of_name(words: Sequence[re.Match[str]]) -> bool:
    """Tell whether "City" ends a name: "Mexico City"."""
    return len(words) > 1 and words[-1].group().rstrip(".,;:!?()").removesuffix("'s") == "City"


@lru_cache(maxsize=4096)
def _ordinary(word: str) -> bool:
    bare = word.strip(" .,;:!?()[]\"'").removesuffix("'s")
    return bare.casefold() in ORDINARY or not bare or bare in _INNER_WORDS


def _chosen(text: str, span: Span, simulator: Simulator, parameter: str) -> Span | None:
    """Return the longest beginning of a phrase that the look-up knows ("Paris, France")."""
    pieces = _beginnings(span)
    announced = _STRONG_BEFORE.search(text[: span.start])
    first_word = _starts_sentence(text, span.start)
    if first_word and " " in span.text:
        pieces = [*pieces, *_without_first_word(span)]
    for piece in pieces:
        if first_word and not announced and not _acts(text[piece.end :]):
            continue
        if simulator.find(parameter, piece.text):
            return piece
        if first_word and _is_region(piece.text, parameter, simulator):
            return piece
    if not announced or span.text.isupper():
        return None
    return next((p for p in pieces if _plain_name(p.text)), pieces[-1])


def _is_region(name: str, parameter: str, simulator: Simulator) -> bool:
    """Tell whether a name is known to mean a country or state, and so no place of a run."""
    regional = _regional(simulator)
    return regional is not None and regional.is_region(parameter, name)


@once_for_each
def _regional(simulator: Simulator) -> Regional | None:
    """Return a simulator that knows regions; to ask a protocol takes long."""
    return simulator if isinstance(simulator, Regional) else None


def _beginnings(span: Span) -> list[Span]:
    """Return the phrase and its beginnings, cut before a comma or a lower-case word."""
    ends = [m.start() for m in _PART_ENDS.finditer(span.text)]
    ends += [len(span.text.removesuffix(" City"))]
    lengths = [len(span.text), *sorted(ends, reverse=True)]
    pieces = [span.text[:length].rstrip(" ,") for length in lengths]
    return [
        Span(text=piece, start=span.start, end=span.start + len(piece))
        for piece in dict.fromkeys(pieces)
        if piece and (piece.endswith(" City") or not _ordinary(piece.split()[-1]))
    ]


def _without_first_word(span: Span) -> list[Span]:
    """Return what follows a capital that only begins the sentence ("Neighbouring Naples")."""
    start = span.start + len(span.text) - len(span.text.split(maxsplit=1)[1])
    return _beginnings(Span(text=span.text.split(maxsplit=1)[1], start=start, end=span.end))


def _plain_name(name: str) -> bool:
    """Tell whether all lower-case words of a name are ones that names have."""
    lower = [word for word in name.split() if word[0].islower()]
    return "," not in name and all(word in _INNER_WORDS and word not in _JOINS for word in lower)


def _starts_sentence(text: str, start: int) -> bool:
    return bool(_SENTENCE_START.search(text[:start]))


def _acts(tail: str) -> bool:
    """Tell whether a name at the start of a sentence is followed as a subject is."""
    return bool(_SUBJECT.match(tail))


def _only_announced_or_known(found: list[Span]) -> list[Span]:
    """Drop spans inside others and keep the rest in order."""
    kept: list[Span] = []
    for span in sorted(found, key=lambda s: (s.start, -s.end)):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return kept
