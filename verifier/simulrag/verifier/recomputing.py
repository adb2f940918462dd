"""Decides a stored verdict again, from the runs that it was made with.

A formula is evaluated again; a statement that rules read is read again.
The stored runs are used as they are, so that a later version of a simulator changes nothing; that
it would answer otherwise today is said beside it.
"""

from collections.abc import Sequence

from simulrag.simulators.arguments import validate
from simulrag.simulators.emulating import maker
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Call, Frozen, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Reading, Verdict, VerdictWord
from simulrag.verifier.counting import decide_any
from simulrag.verifier.evidence import EvidenceStore, StoredVerdict
from simulrag.verifier.formulas.deciding_again import decided_again
from simulrag.verifier.formulas.language import VERSION
from simulrag.verifier.reading.questions import plan
from simulrag.verifier.reading.statements import read
from simulrag.verifier.verdicts import Decided, Evidence


class Recomputed(Frozen):
    """A verdict as it was stored and as the stored runs decide it now."""

    text: str
    question: str
    made: str
    before: VerdictWord
    #: "unread" where the statement cannot be read back to these runs.
    now: VerdictWord
    derivation: str
    #: Simulators whose version is another today: "climate 1 -> 2"; "climate 1 -> none" if gone.
    changed: tuple[str, ...] = ()
    formula: str = ""

    @property
    def same(self) -> bool:
        """Tell whether the verdict stands."""
        return self.before == self.now


def recompute(stored: StoredVerdict, store: EvidenceStore, registry: Registry) -> Recomputed:
    """Decide a stored verdict again from its own runs, without simulating anything."""
    verdict, question = stored.verdict, stored.question
    runs = [run for run_id in verdict.run_ids if (run := store.get(run_id)) is not None]
    if verdict.formula:
        now, derivation = decided_again(verdict, runs, store, registry)
    else:
        now, derivation = _decided_again(verdict.text, question, runs, registry)
    return Recomputed(
        text=verdict.text,
        question=question,
        made=stored.made,
        before=verdict.verdict,
        now=now,
        derivation=derivation,
        changed=(*_changed(runs, registry), *_changed_language(verdict)),
        formula=verdict.formula,
    )


def _changed_language(verdict: Verdict) -> tuple[str, ...]:
    if verdict.language in (0, VERSION):
        return ()
    return (f"language {verdict.language} -> {VERSION}",)


def _changed(runs: Sequence[Run], registry: Registry) -> tuple[str, ...]:
    here = {simulator.name: simulator for simulator in registry}
    simulated = dict.fromkeys((r.call.simulator, r.version) for r in runs if r.source != "recorded")
    return tuple(
        f"{name} {version} -> {here[name].version if name in here else 'none'}"
        for name, version in simulated
        if name not in here or maker(here[name], version) is None
    )


def _decided_again(
    text: str, question: str, runs: Sequence[Run], registry: Registry
) -> tuple[VerdictWord, str]:
    asked = plan(question if question.strip() else text, registry)
    available = None
    if all(run.source == "recorded" for run in runs):
        available = frozenset(name for run in runs for name in run.outputs)
    readings = read(text, asked, registry, available).readings
    if not readings:
        return "unread", "the statement is not read by itself; its conditions stood elsewhere"
    evidence = _evidence(readings, runs, registry, world=not question.strip())
    decisions = [decide_any(reading, evidence) for reading in readings]
    derivation = "; ".join(decided.derivation for decided in decisions)
    return _worst(decisions), derivation


def _worst(decisions: Sequence[Decided]) -> VerdictWord:
    order: tuple[VerdictWord, ...] = ("refuted", "not_measured", "undecided", "supported")
    found = {decided.decision for decided in decisions}
    return next(word for word in order if word in found)


def _evidence(
    readings: Sequence[Reading], runs: Sequence[Run], registry: Registry, *, world: bool
) -> Evidence:
    terms = [term for reading in readings for term in reading.expression.terms]
    stored = {run.call.canonical(): run for run in runs}
    found = {
        term.call.canonical(): stored[key]
        for term in terms
        for key in (_complete(term.call, registry), term.call.canonical())
        if key in stored
    }
    outputs = {
        f"{t.call.simulator}.{t.call.function}.{t.output}": registry.function(t.call).output(
            t.output
        )
        for t in terms
    }
    return Evidence(runs=found, outputs=outputs, world=world)


def _complete(call: Call, registry: Registry) -> str:
    """Return the canonical text of a call with its defaults, as the store keys its runs."""
    try:
        arguments = validate(registry.function(call), call.arguments)
    except SimulatorError:
        return call.canonical()
    return call.model_copy(update={"arguments": arguments}).canonical()
