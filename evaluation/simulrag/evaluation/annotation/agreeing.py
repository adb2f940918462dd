"""What two raters' answers come to: their agreement, and labels merged with the automatic ones."""

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Literal

from pydantic import JsonValue

from simulrag.evaluation.annotation.cases import Case
from simulrag.evaluation.annotation.sheets import QUESTIONS, Answered
from simulrag.simulators.errors import NotInstalled
from simulrag.simulators.interface import Frozen

Answers = Mapping[str, Answered]
#: What the raters make of a claim together: both the same, two sides, or not decided by both.
Together = Literal["agreed", "disputed", "open"]


class Merged(Frozen):
    """A case with what the raters and the automatic way say of it.

    label: that of the raters where they agree, None where they dispute it or left it open; then
    nothing is taken for it, also not what was found automatically.
    """

    case: Case
    first: Answered
    second: Answered
    together: Together
    label: bool | None
    #: Whether the raters' label is another than the automatic one; None where one is missing.
    contradicts: bool | None


def merge(cases: Sequence[Case], first: Answers, second: Answers) -> list[Merged]:
    """Return all cases with the answers of both raters; who has no row has answered nothing."""
    return [_merged(case, first.get(case.id), second.get(case.id)) for case in cases]


def _merged(case: Case, first: Answered | None, second: Answered | None) -> Merged:
    one, other = first or Answered(), second or Answered()
    if one.true is None or other.true is None:
        together, label = "open", None
    elif one.true is other.true:
        together, label = "agreed", one.true
    else:
        together, label = "disputed", None
    missing = label is None or case.automatic is None
    return Merged(
        case=case,
        first=one,
        second=other,
        together=together,
        label=label,
        contradicts=None if missing else label is not case.automatic,
    )


def figures(merged: Sequence[Merged], first: Answers, second: Answers) -> dict[str, JsonValue]:
    """Return the agreement on each question and on truth, and that with the automatic labels."""
    said = Counter(one.together for one in merged)
    truths = [(one.first.true, one.second.true) for one in merged]
    both = [(one.label, one.case.automatic) for one in merged if one.contradicts is not None]
    return {
        "cases": len(merged),
        "rows missing": {
            "first": sum(one.case.id not in first for one in merged),
            "second": sum(one.case.id not in second for one in merged),
        },
        **{word: said[word] for word in ("agreed", "disputed", "open")},
        **{name: _agreement(_answered(merged, name)) for name in QUESTIONS},
        "true (correct and relevant)": _agreement(
            [(_word(a), _word(b)) for a, b in truths if a is not None and b is not None]
        ),
        "raters and automatic label": {
            **_agreement([(_word(a), _word(b)) for a, b in both]),
            "raters true, automatic false": both.count((True, False)),
            "raters false, automatic true": both.count((False, True)),
        },
    }


def _answered(merged: Sequence[Merged], name: str) -> list[tuple[str, str]]:
    pairs = [(getattr(one.first, name), getattr(one.second, name)) for one in merged]
    return [(a, b) for a, b in pairs if a and b]


def _agreement(pairs: Sequence[tuple[str, str]]) -> dict[str, JsonValue]:
    count = len(pairs)
    return {
        "answered by both": count,
        "agreed": round(sum(a == b for a, b in pairs) / count, 4) if count else None,
        "kappa": kappa(pairs),
    }


def kappa(pairs: Sequence[tuple[str, str]]) -> float | None:
    """Return Cohen's kappa (1960, doi 10.1177/001316446002000104), -1 to 1.

    None where nothing was answered, or one word by both always. Raises NotInstalled without
    scikit-learn.
    """
    if len({word for pair in pairs for word in pair}) < 2:
        return None
    try:
        metrics: Any = import_module("sklearn.metrics")
    except ModuleNotFoundError as error:
        raise NotInstalled("kappa: pip install 'simulrag[evaluation]'") from error
    first, second = zip(*pairs, strict=True)
    return round(float(metrics.cohen_kappa_score(first, second)), 4)


def _word(true: bool | None) -> str:
    return "true" if true else "false"
