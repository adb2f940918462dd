"""Statements that only restate what was asked: "The scenario assumes 30 % prior immunity"."""

from collections.abc import Sequence

from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Plan, Verdict
from simulrag.verifier.quantities import Printed, family, quantities
from simulrag.verifier.reading.mentions import Mention, mentions, unique_parameters
from simulrag.verifier.reading.roles import same_value
from simulrag.verifier.reading.text import AnyCase, normalise

_RESTATES = AnyCase(
    r"\b(?:assum\w+|presum\w+|suppos\w+|underl(?:ies|ying|y)|premise|"
    r"is (?:a|the) (?:run|scenario) for|"
    r"plays? no (?:part|role)|what is being (?:forecast|projected|simulated)|is based on|"
    r"(?:is|are|was|were|being) (?:taken|held|reckoned|thought|deemed|believed|said) to (?:be|"
    r"have)|"
    r"(?:is|are|was|were) (?:put|set|fixed|held) at|taken as|starts? from|premis\w+|"
    r"postulat\w+|presuppos\w+|"
    r"set(?:ting)? (?:of|is)|takes? (?:an?|the) R0)\b",
    holding=(
        "assum", "presum", "suppos", "underl", "premis", "run for", "scenario for", "play",
        "what", "based", "taken", "held", "reckoned", "thought", "deemed", "believed", "said",
        "put", "set", "fixed", "start", "postulat", "take",
    ),
)  # fmt: skip


def restated(claim: str, plan: Plan, registry: Registry) -> Verdict | None:
    """Return the verdict on a statement about the inputs, or None where it is about results."""
    text = normalise(claim)
    if not _RESTATES.search(text):
        return None
    simulator = registry.simulator(plan.calls[0].simulator)
    kinds = {p.name: p.kind for p in unique_parameters(simulator)}
    found = [m for m in mentions(text, simulator) if kinds[m.parameter] != "points"]
    if any(_is_result(q, found) for q in quantities(text)):
        return None
    if not any(kinds[m.parameter] not in ("place", "choices") for m in found):
        return None
    wrong = [m for m in found if not _holds(m, plan)]
    names = ", ".join(f"{m.parameter} {m.words!r}" for m in (wrong or found))
    return Verdict(
        text=claim,
        updated=claim,
        verdict="refuted" if wrong else "supported",
        derivation=f"the question {'does not state' if wrong else 'states'} {names}",
        claimed=", ".join(m.words for m in found),
        simulated=", ".join(str(plan.calls[0].arguments.get(m.parameter, "")) for m in found),
    )


def _is_result(figure: Printed, found: Sequence[Mention]) -> bool:
    """Tell whether a number has a unit and is none of the inputs: a temperature beside a year."""
    inside = any(m.start <= figure.start < m.end for m in found)
    return family(figure.unit) == "temperature" and not inside


def _holds(mention: Mention, plan: Plan) -> bool:
    return any(
        same_value(call.arguments.get(mention.parameter), mention.value) for call in plan.calls
    )
