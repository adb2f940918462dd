"""Decides how many of several statements hold."""

from simulrag.verifier.claims import Counted, Reading
from simulrag.verifier.verdicts import Decided, Decision, Evidence, decide

#: Most statements that are named one by one in a derivation.
_MOST_NAMED = 6


def decide_any(reading: Reading, evidence: Evidence) -> Decided:
    """Decide a reading, or how many of several hold."""
    return _count(reading, evidence) if isinstance(reading, Counted) else decide(reading, evidence)


def _count(reading: Counted, evidence: Evidence) -> Decided:
    """Decide a statement of how many others hold; those that are undecided may hold or not."""
    made = [[decide_any(r, evidence) for r in group] for group in reading.of]
    decisions: list[Decision] = [_all_hold(group) for group in made]
    if "not_measured" in decisions:
        return Decided(decision="not_measured", derivation="a run of one of them is missing")
    holding = decisions.count("supported")
    possible = holding + decisions.count("undecided")
    return Decided(
        decision=_negated(_decision(reading, holding, possible), reading.negated),
        derivation=_shown(reading, decisions, holding, possible),
        claimed=_range(reading),
        simulated=str(holding) if holding == possible else f"{holding} to {possible}",
        value=float(holding),
        run_ids=tuple(dict.fromkeys(i for group in made for d in group for i in d.run_ids)),
    )


def _all_hold(decisions: list[Decided]) -> Decision:
    words = [d.decision for d in decisions]
    for word in ("refuted", "not_measured", "undecided"):
        if word in words:
            return word
    return "supported"


def _decision(reading: Counted, holding: int, possible: int) -> Decision:
    if holding >= reading.at_least and possible <= reading.at_most:
        return "supported"
    if possible < reading.at_least:
        return "refuted"
    if holding > reading.at_most and not reading.open_above:
        return "refuted"
    return "undecided"


def _negated(decision: Decision, negated: bool) -> Decision:
    turned: dict[Decision, Decision] = {"supported": "refuted", "refuted": "supported"}
    return turned.get(decision, decision) if negated else decision


def _range(reading: Counted) -> str:
    low, high, count = reading.at_least, reading.at_most, len(reading.of)
    if low == high:
        return f"{low} of {count}"
    if high == count:
        return f"at least {low} of {count}"
    return f"{low} to {high} of {count}"


def _shown(reading: Counted, decisions: list[Decision], holding: int, possible: int) -> str:
    count = str(holding) if holding == possible else f"{holding} to {possible}"
    text = f"it holds for {count} of {len(decisions)}, claimed {_range(reading)}"
    few = [i for i, d in enumerate(decisions) if d == "supported"]
    if 0 < len(few) <= _MOST_NAMED:
        text += f": {', '.join(_name(reading, i) for i in few)}"
    return text


def _name(reading: Counted, index: int) -> str:
    """Return the arguments in which one statement differs from the others."""
    own = reading.of[index][0].expression.terms[-1].call.arguments
    others = [g[0].expression.terms[-1].call.arguments for g in reading.of]
    differing = [v for k, v in own.items() if any(o.get(k) != v for o in others)]
    return " ".join(", ".join(map(str, v)) if isinstance(v, list) else str(v) for v in differing)
