"""What a reader says of each source, handed in as data and checked by code.

A reader is whoever reads English: the model of a host, that of the client, or a person. Quotes
must stand in the abstract, word for word but for white space. Nothing that was handed in is
changed: what fails is named, what holds is kept, and no entry costs another one.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.labels import Grade, grade_named
from simulrag.verifier.literature.retrieval import Hit, Retrieved, best_sentences
from simulrag.verifier.literature.sentences import Sentence, sentences

#: Entries of one list at most, and characters of one text; the fewest words of a quote.
MOST_ENTRIES, LONGEST_TEXT, LEAST_QUOTED = 200, 2_000, 2
#: Characters of the sources that are read at once, at most.
BATCH = 6_000
ASPECTS = ("population", "period", "place", "dose", "design")
#: Where a word or number of a text may begin and end: 5 is no part of 12.5, nor of -5.
_BEGIN, _END = r"(?<!\w)(?<!\d[.,·])(?<![\s(][-−])", r"(?!\w)(?![.,·]\d)"
_Entry = TypeVar("_Entry", bound=BaseModel)
_Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
Use = Literal[
    "counted", "no_evidence", "qualifies", "irrelevant", "unusable", "retracted", "unread"
]


class Handed(BaseModel):
    """An entry as it is handed in."""

    model_config = ConfigDict(frozen=True, extra="forbid", coerce_numbers_to_str=True)


class HandedQuote(Handed):
    """Words of an abstract, and the number of the sentence that they stand in."""

    sentence: int | None = None
    quote: _Text = ""


class Said(Handed):
    """What a reader says of one source in words."""

    takeaway: _Text = ""
    population: _Text = ""
    period: _Text = ""
    place: _Text = ""
    dose: _Text = ""
    design: _Text = ""
    explanation: _Text = ""


class HandedReading(Said):
    """What one source says of a claim."""

    source: str
    relevant: bool = True
    quotes: list[Any] = Field(default_factory=list[Any])
    grade: Annotated[Grade | None, BeforeValidator(grade_named)] = None
    qualifies: bool = False


class Quote(Frozen):
    """abstract[start:end] of a source, within the sentence of that number; or why it is not there.

    `start` is None where the quote stands nowhere; `text` is then as it was handed in.
    """

    sentence: int | None = None
    start: int | None = None
    end: int | None = None
    text: str
    fault: str = ""


class Source(Said):
    """A source as it was found and read; `number`, from 1, is what citations name it by.

    Only a source of use "counted" gives evidence. "qualifies" holds it to some condition or is of
    another season, place or population, and does not vote; "unusable" was graded without a quote
    that stands, or read without a grade. `sentences` are those that a reader is shown.
    """

    number: int
    id: str
    citation: str
    title: str = ""
    year: int | None = None
    types: tuple[str, ...] = ()
    found_by: tuple[str, ...] = ()
    use: Use
    grade: str = ""
    quotes: tuple[Quote, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    reputation: float | None = None
    reputation_by: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()


def entries(
    kind: type[_Entry], name: str, given: Sequence[object], faults: list[str]
) -> list[tuple[str, _Entry]]:
    """Return where each entry stands and what of it fits; what does not is named in `faults`."""
    if len(given) > MOST_ENTRIES:
        faults.append(f"{name}: of {len(given)} entries the first {MOST_ENTRIES} are read")
    made: list[tuple[str, _Entry]] = []
    for place, one in enumerate(given[:MOST_ENTRIES]):
        where = f"{name}[{place}]"
        if not isinstance(one, Mapping):
            faults.append(f"{where}: it is no object; one has {', '.join(kind.model_fields)}")
        elif (
            entry := _fitting(kind, dict(cast("Mapping[str, Any]", one)), where, faults)
        ) is not None:
            made.append((where, entry))
    return made


def _fitting(
    kind: type[_Entry], left: dict[str, Any], where: str, faults: list[str]
) -> _Entry | None:
    """Return an entry without the fields that do not fit; None where it cannot be without them."""
    dropped = set[str]()
    while True:
        try:
            return kind.model_validate(left)
        except ValidationError as error:
            for one in error.errors(include_url=False):
                field = str(one["loc"][0])
                if field not in dropped:
                    told = one["msg"].removeprefix("Value error, ")
                    faults.append(f"{where}.{'.'.join(map(str, one['loc']))}: {told}")
                if left.pop(field, None) is None and one["type"] == "missing":
                    return None
                dropped.add(field)


def by_source(
    given: Sequence[object], known: Mapping[str, Document], faults: list[str]
) -> dict[str, tuple[str, HandedReading]]:
    """Return source -> where its reading stands and what it is, the first where there are two."""
    found: dict[str, tuple[str, HandedReading]] = {}
    for where, one in entries(HandedReading, "readings", given, faults):
        name = one.source.strip()
        if name not in known:
            there = ", ".join(known) or "none"
            faults.append(f"{where}: no source {name[:80]!r} was found; there are {there}")
        elif name in found:
            faults.append(f"{where}: {name} was read before, in {found[name][0]}, which is kept")
        else:
            found[name] = (where, one)
    return found


def quote_in(document: Document, given: HandedQuote) -> Quote:
    """Return a quote with its place, or what is wrong with it."""
    cut, words = sentences(document.abstract), given.quote.strip().strip('“”"').split()
    named = next((one for one in cut if one.index == given.sentence), None)
    if len(words) < LEAST_QUOTED and named is None:
        return Quote(text=" ".join(words), fault=f"a quote has at least {LEAST_QUOTED} words")
    places = [(m.start(), m.end()) for m in _standing(words, document.abstract)]
    if places:
        inside = [p for p in places if named and named.start <= p[0] < named.end]
        start, end = (inside or places)[0]
        stands = next(one.index for one in reversed(cut) if one.start <= start)
        told = f"it stands in sentence {stands}, not in {given.sentence}"
        wrong = given.sentence is not None and not inside
        text = document.abstract[start:end]
        return Quote(sentence=stands, start=start, end=end, text=text, fault=told if wrong else "")
    if named is not None:
        told = f"“{given.quote[:80]}” does not stand there" if words else "no quote was given"
        found = named.model_dump(exclude={"index"})
        fault = f"{told}: the whole sentence stands for it"
        return Quote(sentence=named.index, **found, fault=fault)
    there = f", which has sentences 0 to {len(cut) - 1}" if given.sentence is not None else ""
    return Quote(text=given.quote, fault=f"it stands nowhere in the abstract{there}")


def _standing(words: Sequence[str], text: str) -> Iterator[re.Match[str]]:
    """Yield where words stand in a text, as whole words and numbers: "men" not within "women"."""
    if words:
        begin = _BEGIN if re.match(r"\w", words[0]) else ""
        end = _END if re.search(r"\w$", words[-1]) else ""
        yield from re.finditer(begin + r"\s+".join(map(re.escape, words)) + end, text)


def read(number: int, hit: Hit, reading: tuple[str, HandedReading] | None = None) -> Source:
    """Return a source with what was read of it, all of it checked."""
    document, faults = hit.document, list[str]()
    known = document.model_dump(include={"id", "title", "year", "types"})
    told = ("claim",) * hit.by_claim + ("opposing claim",) * hit.by_opposing
    use: Use = "retracted" if document.retracted else "unread"
    if reading is None:
        return Source(number=number, citation=document.citation(), found_by=told, use=use, **known)
    where, one = reading
    handed = entries(HandedQuote, f"{where}.quotes", one.quotes, faults)
    quotes = [(at, quote_in(document, quote)) for at, quote in handed]
    faults += [f"{at}: {quote.fault}" for at, quote in quotes if quote.fault]
    use = use if document.retracted else _use(one, [quote for _, quote in quotes])
    if use == "unusable":
        lacks = "a quote that stands in the abstract" if one.grade is not None else "a grade"
        faults.append(f"{where}: it lacks {lacks}, and does not count")
    return Source(
        number=number,
        citation=document.citation(),
        found_by=told,
        use=use,
        grade=one.grade.title if one.grade is not None else "",
        quotes=tuple(quote for _, quote in quotes),
        faults=tuple(faults),
        **known,
        **one.model_dump(include=set(Said.model_fields)),
    )


def _use(one: HandedReading, quotes: Sequence[Quote]) -> Use:
    if not one.relevant:
        return "irrelevant"
    if one.grade is Grade.NO_EVIDENCE:
        return "no_evidence"
    if one.grade is None or all(quote.start is None for quote in quotes):
        return "unusable"
    return "qualifies" if one.qualifies else "counted"


def shown(claim: str, found: Retrieved) -> list[Source]:
    """Return the sources as they are found, with the sentences that fit the claim best."""
    best = best_sentences(claim, [hit.document for hit in found.hits])
    return [
        read(number, hit).model_copy(update={"sentences": best[hit.document.id]})
        for number, hit in enumerate(found.hits, start=1)
    ]


def batches(found: Retrieved) -> list[list[Source]]:
    """Return the sources that may be read with all sentences, BATCH characters at once.

    An abstract that is longer by itself is shown up to there.
    """
    parts: list[list[Source]] = []
    room = 0
    for number, hit in enumerate(found.hits, start=1):
        cut, size = list[Sentence](), len(hit.document.citation())
        for one in sentences(hit.document.abstract):
            size += len(one.text) + len(f"({one.index}) ")
            cut += [one] if size <= BATCH else []
        if hit.document.retracted or not cut:
            continue
        if size > room:
            parts.append([])
            room = BATCH
        room -= size
        parts[-1].append(read(number, hit).model_copy(update={"sentences": tuple(cut)}))
    return parts
