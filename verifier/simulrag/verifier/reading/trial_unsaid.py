"""What a statement about a trial says beside what was read of it by known words alone.

"35.33 % of drivers save CO2" holds a number that is right, and says it of something else.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise

from simulrag.simulators.interface import Simulator
from simulrag.verifier.claims import Counted, Reading, Term
from simulrag.verifier.quantities import Printed, family
from simulrag.verifier.reading.scene_sign import Sign
from simulrag.verifier.reading.scope import unrepresented
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.text import AnyCase, small_letters
from simulrag.verifier.reading.trial import Trial
from simulrag.verifier.reading.trial_figures import OF_THOSE, pieces
from simulrag.verifier.reading.trial_limits import without_limits
from simulrag.verifier.reading.trial_relation_words import SINGLED_OUT
from simulrag.verifier.reading.trial_signs import loose_signs, signs

#: Signs of numbers and classes, which a reading must hold.
_HELD = frozenset("Nfh")
#: Where a hedge is one of what stands before it: "a third longer, roughly".
_END, _ENDS = Sign("", -1, -1), ("", ",", "&")
_HEDGES = ("roughly", "approximately", "or so", "or thereabouts", "more or less", "give or take")
#: Results that something is said of together.
_JOINED = re.compile("(r)&(r)")
#: Whom a number is said of, right behind it: "18.48 % for buses".
_SAID_OF = re.compile(
    r"\s*(?:%|[\w-]+)?\s+(?:for|of|among|in)\s+(?:[\w-]+\s+){0,2}?[\w-]+(?:\s+[\w-]+)?"
)


def unsaid(
    context: Context, trial: Trial, readings: Sequence[Reading], simulator: Simulator
) -> str:
    """Return words that single something out, or a number or result that no reading holds."""
    figures = [span for r in readings for span in _figures(r)]
    row = signs(context.text, context.mentions, trial)
    if row is None:
        found = _singled().search(context.text) or _of_whom(context.text, figures)
        said = found.group() if found else _of_others(context.text, figures, simulator)
        return said or _multiple(context, trial, figures) or _unsure(context, trial, readings)
    names = {t.output.removesuffix("_change") for r in readings for t in _terms(r)}
    plain = "".join(s.sign for s in row)
    instead = any(s.sign == "x" for s in row)
    limits = {s.start for s in row if s.sign == "N"} - {s.start for s in without_limits(row, trial)}
    lost = [s for s in row if s.start in limits and any(a <= s.start < b for a, b in figures)]
    lost += [a for a, b in pairwise([*row, _END]) if a.word in _HEDGES and b.sign in _ENDS]
    lost += [s for s in row if s.sign == "U" or (not instead and _lost(s, figures, trial))]
    lost += [row[m.start(k)] for m in _JOINED.finditer(plain) for k in (1, 2)
             if not set(row[m.start(k)].inputs) & names]  # fmt: skip
    return context.text[lost[0].start : lost[0].end] if lost else _pace(context.text, readings)


#: What says of a change that is told before it what it is: "a 40% cut in CO2 is".
_COPULA = AnyCase(
    r"\b(?:is|are|was|were|would be|will be|remains?|seems?)\b"
    r"(?!(?:\s+(?:still|thus|also|now|then|no longer|never|only|being|\w+ly))*\s+\w+(?:ed|en|wn)\b)"
)


def _predicate(context: Context, row: Sequence[Sign], figures: Sequence[tuple[int, int]]) -> str:
    """Return an unknown word that is said of the numbers before: "... is the least one can do".

    Such a predicate tells what somebody thinks of them.
    """
    text = context.text
    last = max((end for _, end in figures), default=len(text))
    copula = _COPULA.search(text, last)
    if copula is None or any(t.start >= copula.end() for t in context.topics):
        return ""
    said = (s for s in row if s.start >= copula.end())
    return next((text[s.start : s.end] for s in said if s.sign == "unknown"), "")


def _of_another(text: str, row: Sequence[Sign], readings: Sequence[Reading], trial: Trial) -> str:
    """Return a number that was read of a result which is not named beside it.

    What stands behind it without a pause names it, or else what was named last before it. A number
    in a unit that none of these has is wrong of them, whatever it was read of.
    """
    for reading in readings:
        if isinstance(reading, Counted) or reading.comparator in ("rises", "falls"):
            continue
        names = {t.output.removesuffix("_change") for t in _terms(reading)}
        for start, end in _figures(reading):
            near = set(_beside(row, start, end))
            if near and not near & names and _may_be_of(near, reading.unit, trial):
                return text[start:end]
    return ""


def _may_be_of(names: Iterable[str], unit: str, trial: Trial) -> bool:
    """Tell whether one of some results has a unit, or has changes in it."""
    units = (trial.results[name].unit for name in names if name in trial.results)
    return unit in ("", "percent", "times") or any(family(u) == family(unit) for u in units)


def _beside(row: Sequence[Sign], start: int, end: int) -> Iterator[str]:
    before = [s for s in row if s.sign == "r" and s.end <= start]
    yield from before[-1].inputs if before else ()
    for sign in row:
        if sign.start >= end and sign.sign in ("r", ",", "&"):
            yield from sign.inputs if sign.sign == "r" else ()
            return


def _unsure(context: Context, trial: Trial, readings: Sequence[Reading]) -> str:
    row = loose_signs(context.text, context.mentions, trial)
    figures = [span for r in readings for span in _figures(r)]
    return _predicate(context, row, figures) or _of_another(context.text, row, readings, trial)


@cache
def _singled() -> AnyCase:
    return AnyCase(rf"(?<!\bon )\b(?:{'|'.join(SINGLED_OUT.split(' | '))})\b")


def _of_whom(text: str, figures: Sequence[tuple[int, int]]) -> re.Match[str] | None:
    small = small_letters(text)
    return next((m for _, end in figures if (m := OF_THOSE.match(small, end))), None)


def _multiple(context: Context, trial: Trial, figures: Sequence[tuple[int, int]]) -> str:
    """Return a multiple that no figure is made of."""
    small = small_letters(context.text)
    made = (s for _, _, s in pieces(context.text, small, context.mentions, trial) if s)
    lost = (s for s in made if s.sign == "f" and _lost(s, figures, trial))
    return next((context.text[s.start : s.end] for s in lost), "")


#: Which way time and speed go, where only values are read: "slower trips, 65.8 instead of 74".
_PACE = AnyCase(r"\b(?:slower|faster|quicker|swifter|longer|shorter|speedier)\b(?! than\b)")


def _pace(text: str, readings: Sequence[Reading]) -> str:
    """Return a word for which way something goes, of which no reading tells."""
    found = _PACE.search(text) if all(_is_value(r) for r in readings) else None
    return found.group() if found else ""


def _is_value(reading: Reading) -> bool:
    return (
        reading.expression.operation == "value"
        and reading.direction is None
        and reading.comparator not in ("rises", "falls")
        and not any(t.output.endswith("_change") for t in _terms(reading))
    )


def _of_others(text: str, figures: Sequence[tuple[int, int]], simulator: Simulator) -> str:
    """Return what numbers are said of that the simulator does not represent."""
    for _, end in figures:
        found = _SAID_OF.match(text, end)
        own = unrepresented(found.group(), simulator) if found else None
        if own is not None and own.given:
            return str(own.given)
    return ""


def _figures(reading: Reading) -> list[tuple[int, int]]:
    return [(f.start, f.end) for one in reading.single for f in one.figures]


def _terms(reading: Reading) -> list[Term]:
    return [t for one in reading.single for t in one.expression.terms]


def _lost(sign: Sign, figures: Sequence[tuple[int, int]], trial: Trial) -> bool:
    """Tell whether a sign turns what is said, or is a number that no figure is made of."""
    if sign.sign == "?":
        return not sign.word or _singled().fullmatch(sign.word) is not None
    held = sign.held
    if sign.sign not in _HELD or not isinstance(held, Printed) or not held.unit:
        return False
    if sign.word != "part" and float(held.value) in _limits(trial):
        return False
    return not any(s < sign.end and sign.start < e for s, e in figures)


def _limits(trial: Trial) -> set[float | None]:
    """Return the limits of classes, which numbers may only name."""
    return {e for bands in trial.graded.values() for b in bands for e in (b.low, b.high)}
