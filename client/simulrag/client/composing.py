"""An answer whose numbers are references to runs, filled in and marked here.

A model composes with references such as {c1.1} in place of digits. Each reference is replaced by
the number of a claim and the ids of the runs behind it. A number that the model wrote itself and
that the question does not give, and a number of a claim that no run decided, is marked
`[no run]`.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from simulrag.client.result import AnsweredClaim
from simulrag.client.stages import Sentence
from simulrag.simulators.interface import Frozen

NO_RUN = "[no run]"
#: A number that is no part of a name (CO2, ssp585, SSP2-4.5), with a sign and a symbol of a unit.
_ONE = (
    r"(?<![\w.{])(?<![A-Za-z]\d-)[-+−]?(?:\d+(?:[.,:]\d+)*|\.\d+)"
    r"(?:\s?[%°‰][A-Za-z]?\b|\s?[%‰])?"
)
#: Numbers that belong together are marked together: a date, a range.
_NUMBER = re.compile(rf"{_ONE}(?:(?:, | to | and |[-–/]| [-–] ){_ONE})*")
_SINGLE = re.compile(_ONE)
#: A name with digits in it, which may hide a number ("rose.5").
_NAME = re.compile(r"[^\W\d_][\w.-]*\d\w*")
_REFERENCE = re.compile(r"\{(\w+)(?:\.(\d+))?\}")


class Part(Frozen):
    """A number of a claim, and the runs that stand behind it."""

    text: str
    run_ids: tuple[str, ...]


class Masked(Frozen):
    """A claim with references in place of its numbers, and what each stands for."""

    id: str
    text: str
    verified: bool
    #: The claim's own text with each number marked.
    marked: str
    #: The claim's own text.
    plain: str
    parts: Mapping[str, Part]


class Composed(Frozen):
    """One sentence of the answer: as shown, without marks, and the claims it rests on."""

    marked: str
    plain: str
    claims: tuple[str, ...]


def _normal(number: str) -> str:
    return re.sub(r"\s", "", number).replace("−", "-").lstrip("+-")


def given_numbers(question: str) -> frozenset[str]:
    """Return the numbers and the names with digits that a question itself states.

    They are conditions, not results.
    """
    words = question.replace(" percent", "%")
    numbers = {_normal(found.group()) for found in _SINGLE.finditer(words)}
    return frozenset(numbers | set(_NAME.findall(words)))


def _is_given(number: str, given: frozenset[str]) -> bool:
    return all(_normal(found.group()) in given for found in _SINGLE.finditer(number))


def mark(run_ids: Sequence[str]) -> str:
    """Return the mark that follows a number."""
    return f"[{', '.join(run_ids)}]" if run_ids else NO_RUN


def mark_numbers(text: str, run_ids: Sequence[str], given: frozenset[str]) -> str:
    """Return a text with every number that is not given marked as that of these runs."""

    def marked(found: re.Match[str]) -> str:
        number = found.group()
        return number if _is_given(number, given) else f"{number} {mark(run_ids)}"

    return _NUMBER.sub(marked, text)


def mask(claim: AnsweredClaim, given: frozenset[str]) -> Masked:
    """Return a claim as the model that composes sees it."""
    verified = claim.verdict in ("supported", "refuted")
    runs = claim.run_ids if verified else ()
    parts: dict[str, Part] = {}

    def reference(found: re.Match[str]) -> str:
        if _is_given(found.group(), given):
            return found.group()
        key = f"{claim.id}.{len(parts) + 1}"
        parts[key] = Part(text=found.group(), run_ids=runs)
        return f"{{{key}}}"

    text = _NUMBER.sub(reference, claim.updated)
    return Masked(
        id=claim.id,
        text=text,
        verified=verified,
        marked=mark_numbers(claim.updated, runs, given),
        plain=claim.updated,
        parts=parts,
    )


def for_prompt(claims: Sequence[Masked]) -> list[dict[str, Any]]:
    """Return masked claims as the composing prompt holds them."""
    return [{"id": c.id, "text": c.text, "verified": c.verified} for c in claims]


def fill(
    sentences: Sequence[Sentence], claims: Sequence[Masked], given: frozenset[str]
) -> tuple[list[Composed], list[str]]:
    """Fill the references of composed sentences.

    A sentence that rests on no claim, or names a reference that does not exist, is left out and
    told in the notes.
    """
    by_id = {claim.id: claim for claim in claims}
    given |= {name for claim in claims for name in _NAME.findall(claim.plain)}
    composed: list[Composed] = []
    dropped: list[str] = []
    for sentence in sentences:
        rests_on = _rests_on(sentence, by_id)
        filled = _fill(sentence.text, by_id, given) if rests_on else None
        if filled is None:
            dropped.append(sentence.text)
        else:
            composed.append(Composed(marked=filled[0], plain=filled[1], claims=rests_on))
    notes = [
        f"left out of the composed answer, as it rests on no claim or number at hand: {text!r}"
        for text in dropped
    ]
    return composed, notes


def _rests_on(sentence: Sentence, by_id: Mapping[str, Masked]) -> tuple[str, ...]:
    named = [*sentence.claims, *(found[1] for found in _REFERENCE.finditer(sentence.text))]
    return tuple(dict.fromkeys(name for name in named if name in by_id))


def _fill(text: str, by_id: Mapping[str, Masked], given: frozenset[str]) -> tuple[str, str] | None:
    marked, plain, end = "", "", 0
    for found in _REFERENCE.finditer(text):
        claim = by_id.get(found[1])
        part = None if claim is None else _part(claim, found)
        if part is None:
            return None
        literal = text[end : found.start()]
        marked += _mark_own(literal, given) + part[0]
        plain += literal + part[1]
        end = found.end()
    return marked + _mark_own(text[end:], given), plain + text[end:]


def _mark_own(text: str, given: frozenset[str]) -> str:
    """Mark what the model wrote itself: numbers, and names with digits that nothing gave it."""

    def named(found: re.Match[str]) -> str:
        return found.group() if found.group() in given else f"{found.group()} {NO_RUN}"

    return mark_numbers(_NAME.sub(named, text), (), given)


def _part(claim: Masked, found: re.Match[str]) -> tuple[str, str] | None:
    if found[2] is None:
        return claim.marked, claim.plain
    part = claim.parts.get(f"{found[1]}.{found[2]}")
    return None if part is None else (f"{part.text} {mark(part.run_ids)}", part.text)


def plainly(claims: Sequence[Masked]) -> list[Composed]:
    """Return the claims one after another, those that were verified first."""
    ordered = sorted(claims, key=lambda claim: not claim.verified)
    return [Composed(marked=c.marked, plain=c.plain, claims=(c.id,)) for c in ordered]
