"""Attribution: each sentence of an explanation held against the sources that it cites (step 7).

Code checks that each source is one that counts, that its quote stands there, and that each number
of the sentence stands in a quote or a run. Whether a source entails a sentence is for a reader to
judge, pair by pair: without that judgement a pair is "not judged". Nothing is taken out: what
fails is marked with the reason.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import Field

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.readings import (
    LONGEST_TEXT,
    Handed,
    HandedQuote,
    Quote,
    Source,
    entries,
    quote_in,
)
from simulrag.verifier.literature.witnesses import SimulationWitness
from simulrag.verifier.number_words import ONES, TENS

Judgement = Literal["entails", "contradicts", "neither", "not judged"]
#: "composed": several sources each entail it; "doubtful": something about it fails.
Mark = Literal["attributed", "composed", "not_judged", "doubtful", "interpretation"]
_NUMBER = re.compile(r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:[.·]\d+)?")
#: A number whose thousands are parted by spaces, as some journals print it.
_SPACED = re.compile(r"(?<![\d.,])\d{1,3}(?: \d{3})+(?!\d)")
#: What stands before the digits of a name: "IL-6", "p53", "COVID-19".
_NAMED = re.compile(r"[^\W\d_]-?$")
_WORDS = {word: Decimal(value) for word, value in (ONES | TENS).items()}
_QUOTABLE = ("counted", "qualifies")


class HandedCite(Handed):
    """A source by its id, or that of a run or verdict; its words; how they bear on a sentence."""

    source: str
    quote: str = Field(default="", max_length=LONGEST_TEXT)
    judgement: Judgement = "not judged"


class HandedSentence(Handed):
    """A sentence of the explanation, the assumption under which it holds, and its sources."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
    assuming: str = Field(default="", max_length=LONGEST_TEXT)
    cites: list[Any] = Field(default_factory=list[Any])


class Cite(Quote):
    """A quote of the source of that number (0: a simulation), and how it bears on a sentence."""

    source: str
    number: int = 0
    judgement: Judgement


class Explained(Frozen):
    """A sentence of the explanation, how it is supported, by what, and what of it fails."""

    text: str
    assuming: str = ""
    mark: Mark
    cites: tuple[Cite, ...] = ()
    faults: tuple[str, ...] = ()


class Citable(Frozen):
    """What a sentence may cite: the sources with their documents, and simulations by their ids."""

    sources: Mapping[str, Source]
    documents: Mapping[str, Document]
    simulations: Mapping[str, SimulationWitness]


def attributed(
    given: Sequence[object], citable: Citable, faults: list[str]
) -> tuple[Explained, ...]:
    """Return the sentences that were handed in, each with what supports it and what fails."""
    return tuple(
        _explained(where, one, citable)
        for where, one in entries(HandedSentence, "explanation", given, faults)
    )


def _explained(where: str, given: HandedSentence, citable: Citable) -> Explained:
    faults: list[str] = []
    handed = entries(HandedCite, f"{where}.cites", given.cites, faults)
    cites = tuple(_cited(one, citable) for _, one in handed)
    standing = [one for one in cites if not one.fault]
    missing = _missing(given.text, standing, citable) if cites else []
    if missing:
        faults.append(f"{', '.join(missing)} stands in no quote and in no run that it cites")
    return Explained(
        text=" ".join(given.text.split()),
        assuming=given.assuming,
        mark=_mark(cites, standing, unheld=bool(missing)),
        cites=cites,
        faults=tuple(faults),
    )


def _cited(given: HandedCite, citable: Citable) -> Cite:
    name = given.source.strip()
    source, found = citable.sources.get(name), citable.simulations.get(name)
    if found is not None:
        told = " ".join(found.said.split())
        wrong = " ".join(given.quote.split()) not in told
        quote = Quote(
            text=given.quote or told, fault="the simulation does not say this" if wrong else ""
        )
    elif source is None:
        there = ", ".join([*citable.sources, *citable.simulations]) or "none"
        quote = Quote(text=given.quote, fault=f"no such source; there are {there}")
    elif source.use not in _QUOTABLE:
        quote = Quote(text=given.quote, fault=f"the source is {source.use.replace('_', ' ')}")
    else:
        quote = quote_in(citable.documents[name], HandedQuote(quote=given.quote))
    number = source.number if source is not None and found is None else 0
    return Cite(source=name, number=number, judgement=given.judgement, **quote.model_dump())


def _mark(cites: Sequence[Cite], standing: Sequence[Cite], *, unheld: bool) -> Mark:
    if not cites:
        return "interpretation"
    judged = {one.judgement for one in standing}
    if unheld or not standing or "contradicts" in judged or judged == {"neither"}:
        return "doubtful"
    able = {one.source for one in standing if one.judgement == "entails"}
    return "not_judged" if not able else "composed" if len(able) > 1 else "attributed"


def _missing(text: str, standing: Sequence[Cite], citable: Citable) -> list[str]:
    """Return the numbers of a sentence that none of what it cites has."""
    known, values = set[Decimal](), list[float]()
    for one in standing:
        known |= {value for _, value in numbers(one.text)}
        known |= {Decimal(found.replace(" ", "")) for found in _SPACED.findall(one.text)}
        known |= {
            _WORDS[word] for word in re.findall(r"[a-z]+", one.text.lower()) if word in _WORDS
        }
        if (found := citable.simulations.get(one.source)) is not None:
            known |= {value for _, value in numbers(found.said)}
            values += found.values
        elif (year := citable.documents[one.source].year) is not None:
            known.add(Decimal(year))
    return [
        printed
        for printed, value in numbers(text, names=False)
        if value not in known and not any(_rounds(one, value) for one in values)
    ]


def numbers(text: str, *, names: bool = True) -> Iterator[tuple[str, Decimal]]:
    """Yield the numbers of a text as printed and as values, without signs.

    names: digits that belong to a name, such as the 6 of IL-6, too.
    """
    for found in _NUMBER.finditer(text):
        if names or not _NAMED.search(text[max(0, found.start() - 2) : found.start()]):
            yield found[0], Decimal(found[0].replace(",", "").replace("·", "."))


def _rounds(value: float, printed: Decimal) -> bool:
    """Tell whether a value of a run is the printed one at that one's decimals."""
    return round(Decimal(str(abs(value))), -int(printed.as_tuple().exponent)) == printed
