"""Folds the claims of several answers: equal readings, or equal words, are one claim.

The paper lets a language model find duplicates (A.2.2). Readings do it without one: claims with
the same expression, comparison and value fold, contradictions stay apart. What the grammar cannot
read folds only where the words agree.
"""

import re
from collections.abc import Sequence

from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Claim, Plan, Reading
from simulrag.verifier.quantities import printed_number
from simulrag.verifier.reading.questions import plan
from simulrag.verifier.reading.statements import read
from simulrag.verifier.reading.text import normalise


def merge(answers: Sequence[Sequence[str]], question: str, registry: Registry) -> tuple[Claim, ...]:
    """Return the distinct claims in order of first mention, each with the answers that make it.

    A claim supports another where their readings are the same; the first wording is kept.
    """
    asked = plan(question, registry) if question.strip() else None
    texts: dict[str, str] = {}
    support: dict[str, list[int]] = {}
    for index, claims in enumerate(answers):
        for claim in claims:
            if not claim.strip():
                continue
            key = _key(claim, asked, registry)
            texts.setdefault(key, claim.strip())
            answered = support.setdefault(key, [])
            if index not in answered:
                answered.append(index)
    return tuple(
        Claim(id=f"c{number}", text=text, support=tuple(support[key]))
        for number, (key, text) in enumerate(texts.items(), start=1)
    )


def _key(claim: str, asked: Plan | None, registry: Registry) -> str:
    own = asked if asked is not None and asked.calls else plan(claim, registry)
    readings = read(claim, own, registry).readings if own.calls else ()
    if readings:
        return " & ".join(sorted(_reading_key(reading) for reading in readings))
    return re.sub(r"[^\w%.-]+", " ", normalise(claim).casefold()).strip(" .")


def _reading_key(reading: Reading) -> str:
    terms = "|".join(f"{t.call.canonical()}:{t.output}" for t in reading.expression.terms)
    values = ",".join(_value(f.text) for f in reading.figures)
    shown = reading.label.casefold() if reading.comparator in ("is", "rises", "falls") else values
    if reading.comparator in ("rises", "falls"):
        shown = ""
    return (
        f"{reading.expression.operation}({terms}){reading.expression.absolute}"
        f"{reading.expression.negative} {reading.comparator} {shown} {reading.unit} "
        f"{reading.negated} {reading.quantile}"
    )


def _value(text: str) -> str:
    found = printed_number(normalise(text))
    return str(found.value.normalize()) if found is not None else text.casefold()
