"""Sheets for what needs persons (the paper's tables 3, 4, 5 and 7), and what they come to.

Two people fill in a copy each. A share that both agree on is the paper's "two annotators agreed on
x out of n"; Cohen's kappa says how far that exceeds chance.
"""

import csv
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

from pydantic import JsonValue

from simulrag.evaluation.kappa import kappa
from simulrag.simulators.spreadsheet import plain
from simulrag.verifier.literature.assessments import Assessment
from simulrag.verifier.literature.errors import ImportFault, LiteratureError
from simulrag.verifier.literature.weighing import LiteratureVerdict

#: Questions of the paper, and the answers that each takes.
QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "interpretable": ("yes", "no"),
    "supported": ("yes", "no"),
    "label": ("weighted", "unweighted", "either", "neither"),
    "richer": ("ours", "other"),
    "takeaways": ("yes", "no"),
    "local_explanations": ("yes", "no"),
    "local_labels": ("yes", "no"),
    "global_explanation": ("yes", "no"),
    "error": ("retrieval", "inference", "parsing"),
}
_SHOWN = (
    "number", "domain", "claim", "weighted", "unweighted", "explanation", "other_explanation",
    "readings", "sources",
)  # fmt: skip

Sheet = list[dict[str, str]]


def write_sheet(
    verdicts: Sequence[LiteratureVerdict],
    path: Path,
    domains: Sequence[str] = (),
    others: Sequence[str] = (),
) -> None:
    """Write a sheet to fill in, a row for each claim. Raises LiteratureError.

    domains: what each claim is about; others: the explanation that ours is compared with, "" where
    there is none.
    """
    rows = zip_longest(verdicts, domains, others, fillvalue="")
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, (*_SHOWN, *QUESTIONS))
            writer.writeheader()
            writer.writerows(
                _row(number, one, domain, other)
                for number, (one, domain, other) in enumerate(rows, start=1)
                if isinstance(one, LiteratureVerdict)
            )
    except OSError as error:
        raise LiteratureError(f"{path} cannot be written: {error.strerror or error}") from error


def read_sheet(path: Path) -> Sheet:
    """Read a sheet that was filled in; raises ImportFault for another table or answer."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = [
                {name: (row.get(name) or "").strip() for name in ("number", "domain", *QUESTIONS)}
                for row in csv.DictReader(file)
            ]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ImportFault(f"{path} cannot be read: {error}") from error
    for line, row in enumerate(rows, start=2):
        if not row["number"]:
            raise ImportFault(f"{path}:{line} has no number of a claim; give a filled-in sheet")
        for name, allowed in QUESTIONS.items():
            row[name] = row[name].lower()
            if row[name] not in ("", *allowed):
                raise ImportFault(
                    f"{path}:{line}: {name} is {row[name]!r}; allowed are {', '.join(allowed)}, or "
                    "nothing where it was not answered"
                )
    return rows


def measure_sheets(first: Sheet, second: Sheet) -> dict[str, JsonValue]:
    """Return attribution accuracy and the agreement on each question.

    Raises LiteratureError where the sheets are not on the same claims.
    """
    numbers = [row["number"] for row in first]
    if numbers != [row["number"] for row in second]:
        raise LiteratureError("the two sheets are not on the same claims in the same order")
    return {
        "attribution accuracy": {
            "first": attribution_accuracy(first),
            "second": attribution_accuracy(second),
            "both": _share([attributable(a) and attributable(b) for a, b in _pairs(first, second)]),
        },
        **{name: _agreement(name, first, second) for name in QUESTIONS},
    }


def attribution_accuracy(sheet: Sheet) -> float | None:
    """Return the mean of h over claims: 1 where both questions are affirmed, else 0."""
    return _share([attributable(row) for row in sheet])


def _agreement(name: str, first: Sheet, second: Sheet) -> dict[str, JsonValue]:
    given = [(a.get(name, ""), b.get(name, "")) for a, b in _pairs(first, second)]
    pairs = [(one, other) for one, other in given if one and other]
    agreed = Counter(a for a, b in pairs if a == b)
    return {
        "answered by both": len(pairs),
        "agreed": _share([a == b for a, b in pairs]),
        "kappa": kappa(pairs),
        **{f"both say {word}": _share([a == b == word for a, b in pairs]) for word in agreed},
    }


def _pairs(first: Sheet, second: Sheet) -> list[tuple[dict[str, str], dict[str, str]]]:
    return list(zip(first, second, strict=True))


def attributable(row: Mapping[str, str]) -> bool:
    """Tell whether both questions of the paper are affirmed: its h."""
    return row["interpretable"] == row["supported"] == "yes"


def _share(found: Sequence[bool]) -> float | None:
    return round(sum(found) / len(found), 4) if found else None


def _row(number: int, verdict: LiteratureVerdict, domain: str, other: str) -> dict[str, str]:
    numbers = {one.takeaway.document.id: one.number for one in verdict.assessments}
    said = [
        " ".join([one.text, *(f"[{numbers[s.document]}: {s.start}-{s.end}]" for s in one.spans)])
        for one in verdict.explanation.sentences
    ]
    shown = {
        "number": str(number),
        "domain": domain,
        "claim": verdict.claim,
        "weighted": verdict.verdict.weighted.label or "none",
        "unweighted": verdict.verdict.unweighted.label or "none",
        "explanation": "\n".join(said),
        "other_explanation": other,
        "readings": "\n".join(_reading(one) for one in verdict.assessments),
        "sources": "\n".join(
            f"[{one.number}] {one.takeaway.document.abstract}" for one in verdict.assessments
        ),
    }
    return {name: plain(text) for name, text in shown.items()}


def _reading(one: Assessment) -> str:
    """Return what was read from a source, its label and why."""
    taken = " ".join(sentence.text for sentence in one.takeaway.sentences) or one.use
    return f"[{one.number}] {taken} -> {one.label.explanation}"
