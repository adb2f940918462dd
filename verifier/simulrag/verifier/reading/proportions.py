"""How outputs of one run compare with each other: "the total is eleven times the peak"."""

import re
from collections.abc import Sequence
from typing import Literal

from simulrag.simulators.interface import Output
from simulrag.verifier.claims import Reading, Term
from simulrag.verifier.reading.clauses import negated
from simulrag.verifier.reading.lone_numbers import number_of
from simulrag.verifier.reading.ratios import Ratio, Way, multiple, ratios
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.text import AnyCase, find_phrases

_HIGH = re.compile(
    r"\b(?:upper (?:limit|bound|end|edge|one)|top (?:end|of the (?:range|interval))|high end|"
    r"worst case)\b",
    re.I,
)
_LOW = re.compile(
    r"\b(?:lower (?:limit|bound|end|edge|one)|bottom (?:end|of the (?:range|interval))|low end|"
    r"best case)\b",
    re.I,
)
_MEDIAN = re.compile(r"\b(?:median|central estimate|middle of the range)\b", re.I)
_End = Literal["", "low", "high"]


def proportions(context: Context, outputs: Sequence[Output]) -> list[Reading]:
    """Return the readings of multiples of one output of the only run by another, or of its ends."""
    if len(context.plan.calls) != 1:
        return []
    spread = _spread(context, outputs)
    if spread is not None:
        return [spread]
    found = [r for r in ratios(context.text) if _whole(context.text, r)]
    made = [_reading(context, outputs, ratio) for ratio in found]
    return [reading for reading in made if reading is not None]


#: How far the ends of an interval are apart: "the range spans more than a factor of ten".
_SPREAD = AnyCase(
    r"\b(?:interval|range|bounds|limits|ends|spread|uncertainty)\b[^.;]{0,60}?"
    r"(?P<how>(?:no |not )?(?:more|less) than |over |under |at most |at least |up to |about |"
    r"around |roughly |nearly |almost )?"
    r"\ba factor (?:of )?(?P<number>(?:more|less) than )?(?P<n>[a-z]+(?:-[a-z]+)?|\d+(?:\.\d+)?)",
    holding=("a factor ",),
)
_HOW: dict[str, Way] = {
    "more than": "above", "over": "above", "less than": "below", "under": "below",
    "no more than": "at_most", "not more than": "at_most", "at most": "at_most",
    "up to": "at_most", "no less than": "at_least", "not less than": "at_least",
    "at least": "at_least",
}  # fmt: skip


def _spread(context: Context, outputs: Sequence[Output]) -> Reading | None:
    """Return the reading of how many times its lower end the upper end of an interval is."""
    found = _SPREAD.search(context.text)
    number = number_of(found["n"]) if found is not None else None
    name = _only(context, outputs)
    if found is None or number is None or not name:
        return None
    call = context.plan.calls[0]
    terms = tuple(Term(call=call, output=name, end=end) for end in ("low", "high"))
    said = (found["how"] or found["number"] or "").strip()
    start, end = found.span("n")
    lead = found.start("how") if found["how"] else start
    ratio = Ratio(
        value=float(number),
        start=start,
        end=end,
        tail=end,
        qualifier=_HOW.get(said, "about"),
        text=context.text[start:end],
    )
    return multiple(
        (terms[0], terms[1]),
        ratio,
        negated=negated(context.text[:lead]),
    )


def _whole(text: str, ratio: Ratio) -> bool:
    """Tell whether a multiple is of something that is named behind it."""
    return bool(re.match(r"\s*(?:of\s+)?(?:the|its|that|those|their)\b", text[ratio.end :], re.I))


def _reading(context: Context, outputs: Sequence[Output], ratio: Ratio) -> Reading | None:
    text = context.text
    first = _term(context, outputs, text[: ratio.start], 0)
    second = _term(context, outputs, text[ratio.end :], ratio.end)
    if first is None or second is None:
        return None
    if first.output == "" or second.output == "":  # "the median": of what the other end is of
        name = first.output or second.output or _only(context, outputs)
        first, second = (t.model_copy(update={"output": t.output or name}) for t in (first, second))
    if not first.output or first == second:
        return None
    made = multiple((second, first), ratio, negated=negated(text[: ratio.start]))
    if made.negated and made.comparator == "about" and _REACHES.search(text[: ratio.start]):
        return made.model_copy(update={"comparator": "at_least"})
    return made


#: What does not come to double is less, not only something else.
_REACHES = re.compile(r"\b(?:amount|reach|come|attain|get|make|add up)\w*\b[^.;:]*$", re.IGNORECASE)


def _only(context: Context, outputs: Sequence[Output]) -> str:
    """Return the output that an interval without a name is of: the first that has one."""
    named = [t.output for t in context.topics]
    spread = [o.name for o in outputs if o.stochastic]
    return next((n for n in named if n in spread), spread[0] if spread else "")


def _term(context: Context, outputs: Sequence[Output], piece: str, at: int) -> Term | None:
    call = context.plan.calls[0]
    names = {o.name for o in outputs if o.kind == "number"}
    near = [
        t.output for t in context.topics if at <= t.start < at + len(piece) and t.output in names
    ]
    # "Those of the peak day" are of the peak, though its day is what is named.
    near = near or [o.name for o in outputs if o.name in names and find_phrases(piece, o.words)]
    end: _End = "high" if _HIGH.search(piece) else "low" if _LOW.search(piece) else ""
    if not near and not end and not _MEDIAN.search(piece):
        return None
    return Term(call=call, output=near[0] if near else "", end=end)
