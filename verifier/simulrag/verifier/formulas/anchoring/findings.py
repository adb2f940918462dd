"""What keeps a formula from being accepted, each cause told once."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from simulrag.verifier.claims import Problem


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem, whose message is `before`, the thing that it is about, and `after`.

    kind: "number", "date" or the input that the thing is of.
    """

    problem: Problem
    before: str = ""
    thing: str = ""
    after: str = ""
    kind: str = ""


def finding(before: str, thing: str, after: str, kind: str = "", **fields: Any) -> Finding:
    """Return a finding with its message put together. fields: those of `Problem`."""
    problem = Problem(message=f"{before}{thing}{after}", **fields)
    return Finding(problem, before, thing, after, kind)


def folded(findings: Iterable[Finding]) -> tuple[Problem, ...]:
    """Return the problems, those that differ in their thing alone as one.

    A literal that is wrong and the only thing of its kind that is left out are one cause.
    """
    held = list(findings)
    wrong = _by_kind(held, "literal_without_source")
    lacking = _by_kind(held, "text_not_in_formula")
    groups: dict[tuple[str, ...], list[Finding]] = {}
    for one in held:
        only = lacking.get(one.kind) == [one] and len(wrong.get(one.kind, ())) == 1
        if not (one.kind and only):
            key = (one.before, one.after) if one.thing else (one.problem.message,)
            groups.setdefault(key, []).append(one)
    return tuple(map(_one, groups.values()))


def _by_kind(findings: Iterable[Finding], reason: str) -> dict[str, list[Finding]]:
    found: dict[str, list[Finding]] = {}
    for one in findings:
        if one.problem.reason == reason:
            found.setdefault(one.kind, []).append(one)
    return found


def _one(group: list[Finding]) -> Problem:
    things = list(dict.fromkeys(one.thing for one in group))
    if len(things) == 1:
        return group[0].problem
    listed = f"{', '.join(things[:-1])} and {things[-1]}"
    return group[0].problem.model_copy(
        update={"message": f"{group[0].before}{listed}{group[0].after}"}
    )
