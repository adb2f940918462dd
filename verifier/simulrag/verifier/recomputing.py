"""Decides a stored verdict again, from the runs that it was made with.

The formula that is stored with it is evaluated again. The stored runs are used as they are, so that
a later version of a simulator changes nothing; that it would answer otherwise today is said beside
it.
"""

from collections.abc import Sequence

from simulrag.simulators.capabilities import maker
from simulrag.simulators.errors import Altered
from simulrag.simulators.interface import Frozen, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Verdict, VerdictWord
from simulrag.verifier.evidence import EvidenceStore, StoredVerdict
from simulrag.verifier.formulas.deciding_again import decided_again
from simulrag.verifier.formulas.language import VERSION


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
    runs, now, derivation = list[Run](), "unread", "the verdict has no formula"
    try:
        runs = [run for run_id in verdict.run_ids if (run := store.get(run_id)) is not None]
        if verdict.formula:
            now, derivation = decided_again(verdict, runs, store, registry)
    except Altered as error:
        derivation = str(error)
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
