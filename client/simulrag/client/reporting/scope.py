"""What was assumed, out of scope and why, or went otherwise than asked, and what can be asked."""

from collections.abc import Mapping, Sequence
from typing import Any

from simulrag.client.reporting.claims import badge
from simulrag.client.reporting.html import Child, Markup, join, tag
from simulrag.client.result import AnsweredClaim, Result
from simulrag.client.simulating import run_command

#: Verdicts of claims that no run decided.
_OPEN = ("outside", "unread", "not_measured", "undecided")


def scope(result: Result) -> Markup:
    """Return three lists, without those that are empty; "" where there is none."""
    assumed = [p for p in result.problems if p.get("reason") == "assumed"]
    refused = [p for p in result.problems if p.get("reason") != "assumed"]
    undecided = [claim for claim in result.claims if claim.verdict in _OPEN]
    return join(
        _list("Not answered", [*map(_problem, refused), *map(_claim, undecided)]),
        _list("Assumed", _once(assumed)),
        _list("Notes", list(result.notes)),
    )


def refusal(problems: Sequence[Mapping[str, Any]]) -> Markup:
    """Return why a question was refused."""
    return tag("ul", [tag("li", _problem(problem)) for problem in problems], class_="reasons")


def _list(title: str, items: Sequence[Child]) -> Markup | None:
    if not items:
        return None
    return join(tag("h3", title), tag("ul", [tag("li", item) for item in items]))


def _once(problems: Sequence[Mapping[str, Any]]) -> list[Child]:
    return list(dict.fromkeys(str(problem.get("message", "")) for problem in problems))


def _problem(problem: Mapping[str, Any]) -> Child:
    reason = str(problem.get("reason", "")).replace("_", " ")
    near = problem.get("nearest")
    # What is in scope stands on the page already where nothing helps.
    known = problem.get("reason") == "no_simulator"
    offered = "" if known else ", ".join(map(str, problem.get("candidates") or ()))
    return join(
        tag("strong", f"{reason}: ") if reason else None,
        str(problem.get("message", "")),
        f" Nearest valid value: {near}." if near is not None else None,
        f" Perhaps: {offered}." if offered else None,
    )


def _claim(claim: AnsweredClaim) -> Child:
    reason = claim.why if claim.problem is None else claim.problem.message
    return join(badge(claim.verdict), f" {claim.text} ", tag("span", reason, class_="to"))


def offers(simulators: Sequence[Mapping[str, Any]]) -> Markup:
    """Return a list for each simulator: what it can be asked, with a command that works."""
    return join(
        [
            join(
                tag("h3", one["title"]),
                tag("ul", [_offer(one["name"], f) for f in one["functions"]]),
            )
            for one in simulators
        ]
    )


def _offer(simulator: str, function: Mapping[str, Any]) -> Markup:
    command = run_command(simulator, function["name"], function["example"])
    return tag(
        "li",
        tag("strong", f"{function['title']}: "),
        function["description"].replace("`", ""),
        tag("span", tag("code", command), class_="line command"),
    )
