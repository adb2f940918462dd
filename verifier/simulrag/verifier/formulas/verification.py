"""Verifies claims by formulas: from text and formula to a verdict, each claim by itself."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import NormalDist
from typing import Any

from pydantic import JsonValue

from simulrag.simulators.errors import NotInstalled, RunFailed, SimulatorError, SimulRAGError
from simulrag.simulators.interface import Run
from simulrag.simulators.progress import part
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import (
    Agreement,
    Computed,
    FormulaClaim,
    Problem,
    Verdict,
    VerdictWord,
    Witness,
)
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.anchoring.anchor import Anchoring, anchor
from simulrag.verifier.formulas.assumptions import (
    alternatives,
    divided,
    filled,
    in_fahrenheit,
    open_defaults,
    shared,
)
from simulrag.verifier.formulas.bounding import admitted, named, refused
from simulrag.verifier.formulas.computed_lists import table, told
from simulrag.verifier.formulas.correction import NoCorrection, corrected
from simulrag.verifier.formulas.deciding_values import what_is_true, would_decide
from simulrag.verifier.formulas.decision import Against, Decided, decide, held_against
from simulrag.verifier.formulas.distribution import distribution
from simulrag.verifier.formulas.emulation import answering
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.formula_words import defaults_taken, in_words
from simulrag.verifier.formulas.language import VERSION
from simulrag.verifier.formulas.listings import alters
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.syntax import (
    Call,
    Formula,
    FormulaError,
    Node,
    Number,
    Output,
    listed,
    rebuilt,
    walk,
)
from simulrag.verifier.formulas.unrepresented import check_timing
from simulrag.verifier.formulas.values import Undefined

#: Said where a claim is about years that have been, and the simulation about what is forced.
SINGLE_YEAR = (
    "the centre is the forced mean of years that have been, its range holds natural variability"
)


#: Reason for which a verdict that the record contradicts is open.
ON_RECORD = "on_record"
#: How much further than nine in ten years 99 in a hundred reach, of a normal distribution.
RARE = NormalDist().inv_cdf(0.995) / NormalDist().inv_cdf(0.95)


class Verifier:
    """Verifies and computes formulas over the simulators and the evidence store of one check."""

    def __init__(
        self, registry: Registry, store: EvidenceStore, recorded: Sequence[Run] | None = None
    ) -> None:
        self._registry = registry
        self._store = store
        self._recorded = recorded is not None
        self.runs = Runs(registry, store, recorded)
        self._runs: dict[str, Run] = {}

    def used(self) -> tuple[Run, ...]:
        """Return the runs that were used, each once."""
        return tuple(self._runs.values())

    def save(self, verdicts: Sequence[Verdict], question: str = "") -> None:
        """Keep verdicts that rest on runs in the evidence store."""
        self._store.save_verdicts([one for one in verdicts if one.all_run_ids], question)

    def verify(
        self, claims: Sequence[FormulaClaim], against: Against = "world"
    ) -> tuple[Verdict, ...]:
        """Return a verdict on each claim, c1, c2, ...; what is wrong with one costs no other."""
        made: list[Verdict] = []
        for index, claim in enumerate(claims):
            with part(index, len(claims)):
                verdict = self.verdict(claim, against)
            made.append(verdict.model_copy(update={"id": f"c{index + 1}"}))
        return tuple(made)

    def verdict(self, claim: FormulaClaim, against: Against = "world") -> Verdict:
        """Return the verdict on one claim, with that of its witness beside it."""
        if not claim.witness:
            return self._by_formula(claim, against)
        both = (claim.formula, claim.witness)
        taken = divided(claim.assume, both, claim.let, self._registry)
        first, second = (
            claim.model_copy(update={"formula": formula, "assume": own, "witness": ""})
            for formula, own in zip(both, taken, strict=True)
        )
        verdict = self._by_formula(first, against)
        try:
            _check_other(claim)
            return _beside(verdict, self._by_formula(second, against))
        except SameWitness as error:
            return _beside(verdict, _without(second, "unread", refused(error)))

    def _by_formula(self, claim: FormulaClaim, against: Against) -> Verdict:
        try:
            formula, evaluator, calls, anchored = admitted(claim, self.runs)
            held = held_against("run" if self._recorded else against, evaluator, calls)
            evaluator = answering(formula.root, evaluator, calls, held)
            decided = decide(formula, evaluator, held)
            return self._verdict(claim, formula, evaluator, decided, anchored)
        except (FormulaError, SimulatorError) as error:
            broken = "not_measured" if isinstance(error, RunFailed | NotInstalled) else "outside"
            word = "unread" if isinstance(error, FormulaError) else broken
            return _without(claim, word, refused(error))

    def _verdict(
        self,
        claim: FormulaClaim,
        formula: Formula,
        evaluator: Evaluator,
        decided: Decided,
        anchored: Anchoring,
    ) -> Verdict:
        word: VerdictWord = decided.decision
        problem = (
            self._open(claim, formula, decided)
            or self._of_scale(formula, decided, anchored)
            or self._of_record(formula, decided)
            or _of_what_may_have_been(formula, evaluator, decided)
        )
        word = "undecided" if problem else word
        updated, uncorrected, true = claim.text, "", ""
        if word == "refuted":
            true = what_is_true(formula.root, evaluator, decided.against, self.runs.registry)
            try:
                updated = self._corrected(claim, formula, evaluator, decided, anchored)
            except NoCorrection as error:
                uncorrected = str(error)
        hangs_on = ""
        if word == "undecided" and not problem:
            hangs_on = self._by_record(formula, decided) or would_decide(
                formula.root, evaluator, decided.against
            )
        runs = evaluator.runs.held(evaluator.used.values())
        self._runs |= {run.id: run for run in runs}
        return Verdict(
            text=claim.text,
            verdict=word,
            updated=updated,
            derivation="; ".join([decided.derivation, *_notes(evaluator, decided)]),
            chance=decided.chance,
            forced=decided.against == "run" and evaluator.outputs.forced,
            would_decide=hangs_on,
            true=true,
            uncorrected=uncorrected,
            claimed=decided.claimed,
            simulated=decided.simulated,
            low=decided.low,
            high=decided.high,
            unit=decided.unit,
            probability=decided.probability,
            distribution=distribution(decided, evaluator),
            run_ids=tuple(run.id for run in runs),
            problem=problem,
            assumed=anchored.assumed,
            read_by="formula",
            escalated=evaluator.runs.escalated,
            formula=claim.formula,
            let=claim.let,
            against=decided.against,
            assume=claim.assume,
            context=claim.context,
            language=VERSION,
            versions=_versions(runs),
            words=in_words(formula.root, self._registry),
        )

    def _corrected(
        self,
        claim: FormulaClaim,
        formula: Formula,
        evaluator: Evaluator,
        decided: Decided,
        anchored: Anchoring,
    ) -> str:
        """Return the claim made true. Raises NoCorrection where that takes more than a literal."""
        again = corrected(claim.text, formula, anchored, evaluator, decided.against)
        held = anchor(
            again.text, again.formula, self._registry, context=claim.context, assume=claim.assume
        )
        if held.problems:
            raise NoCorrection(
                f"with {again.formula.text} the text would say something else: "
                f"{held.problems[0].message}"
            )
        found = self._decided(again.formula, decided.against)
        if found.decision != "supported":
            raise NoCorrection(f"with {again.formula.text} it would be {found.decision}")
        if problem := self._of_record(again.formula, found):
            raise NoCorrection(problem.message)
        return again.text

    def _decided(self, formula: Formula, against: Against) -> Decided:
        """Return the decision on another formula, on runs of its own."""
        evaluator = Evaluator(self.runs)
        calls = evaluator.calls(formula.root)
        against = held_against(against, evaluator, calls)
        return decide(formula, answering(formula.root, evaluator, calls, against), against)

    def _open(self, claim: FormulaClaim, formula: Formula, decided: Decided) -> Problem | None:
        """Return what would decide a claim whose verdict hangs on a value that was assumed."""
        if decided.decision == "undecided":
            return None
        tried: dict[str, bool] = {}
        taken_for_granted, defaults = dict(claim.assume), dict[str, JsonValue]()
        if decided.against == "world":
            defaults = open_defaults(formula, self._registry)
            formula = filled(formula, defaults, self._registry)
            taken_for_granted |= defaults
        for name, taken, other, formula_with in alternatives(
            formula, taken_for_granted, self._registry
        ):
            tried.setdefault(name, False)
            try:
                again = self._decided(formula_with, decided.against)
            except SimulatorError:  # the other inputs do not go with this value
                continue
            tried[name] = True
            # Where it means nothing, such as the peak of no wave, nothing speaks against it.
            # A default stands unless another value says the opposite; what was assumed has to hold.
            open_too = name in defaults and again.decision == "undecided"
            if again.decision != decided.decision and not (again.truth.why or open_too):
                said = f"with {name} {other} {_told(again)}; in the text, or written into the "
                said += f"formula, say which {name} is meant"
                return _hanging(name, taken, _told(decided), said)
        for name, was_tried in tried.items():
            if not was_tried:
                said = f"and no other {name} goes with the rest; state it"
                return _hanging(name, taken_for_granted[name], _told(decided), said)
        return None

    def _of_scale(self, formula: Formula, decided: Decided, anchored: Anchoring) -> Problem | None:
        """Return what would decide a claim that only degrees Fahrenheit make true."""
        if decided.decision != "refuted" or not anchored.degrees:
            return None
        other = replace(formula, root=in_fahrenheit(formula.root, anchored.degrees))
        try:
            again = self._decided(other, decided.against)
        except SimulRAGError:  # it compares more than temperatures
            return None
        if again.decision != "supported":
            return None
        said = f"with degrees Fahrenheit {_told(again)}; say which degrees are meant"
        return _hanging("degrees", "Celsius", _told(decided), said)

    def _of_record(self, formula: Formula, decided: Decided) -> Problem | None:
        """Return what stands against a verdict on years that have been: their record."""
        found = None if decided.decision == "undecided" else self._by_record(formula, decided)
        if not found:
            return None
        said = f"by what is forced it is {decided.decision}, {found}"
        return Problem(reason=ON_RECORD, message=said)

    def _by_record(self, formula: Formula, decided: Decided) -> str:
        """Return what the record decides of years that have been, where that is another verdict.

        What is refuted stays so only where the record refutes it as well.
        """
        other = _read_from_record(formula, self._registry) if decided.against == "world" else None
        if other is None:
            return ""
        again = self._decided(other, "world")
        open_too = again.decision == "undecided" and decided.decision != "refuted"
        if open_too or again.decision == decided.decision:
            return ""
        return f"by the record {_told(again)}, as {written(other.root)} says"

    def assumed(
        self, formulas: Sequence[str], let: Mapping[str, str], assume: Mapping[str, JsonValue]
    ) -> list[dict[str, JsonValue]]:
        """Return what each formula assumes of what is assumed for all."""
        return shared(assume, formulas, let, self._registry)

    def compute(
        self,
        formulas: Sequence[str],
        let: Mapping[str, str] | None = None,
        assume: Mapping[str, JsonValue] | None = None,
        question: str = "",
        against: Against = "world",
    ) -> tuple[Computed, ...]:
        """Return what each formula is worth; what is wrong with one costs no other.

        question: what the formulas are of; a condition of it that is not represented refuses them.
        against: "run" where chances are the share of the runs' members, natural years left out.
        """
        made: list[Computed] = []
        assumed = self.assumed(formulas, let or {}, assume or {})
        for index, (text, own) in enumerate(zip(formulas, assumed, strict=True)):
            with part(index, len(formulas)):
                made.append(self.computed(text, let or {}, own, question, against))
        return tuple(made)

    def computed(
        self,
        text: str,
        let: Mapping[str, str],
        assume: Mapping[str, JsonValue],
        question: str,
        against: Against,
    ) -> Computed:
        """Return what one formula is worth, with what it assumes itself; else as `compute`."""
        try:
            formula, evaluator, calls = named(text, let, assume, self.runs)
            check_timing((question,), formula.root, self._registry)
            held = held_against("world", evaluator, calls)
            natural = against != "run"
            evaluator = answering(formula.root, evaluator, calls, held, natural=natural)
            if listed(formula.root):
                made = table(formula.root, evaluator, held)
                fields: dict[str, Any] = {"items": made.items, "text": made.text}
            elif formula.is_truth:
                fields = _of_truth(formula, evaluator, held)
            else:
                value = evaluator.value(formula.root, {})
                fields = told(value)
                if isinstance(value, Undefined):
                    fields = {"problem": Problem(reason="undefined", message=value.why)}
        except (FormulaError, SimulatorError) as error:
            return Computed(formula=text, problem=refused(error))
        runs = evaluator.runs.held(evaluator.used.values())
        self._runs |= {run.id: run for run in runs}
        notes = [evaluator.runs.note] if evaluator.runs.note else []
        notes += [warning for run in runs for warning in run.warnings]
        notes += [SINGLE_YEAR] if evaluator.outputs.single_years else []
        notes += [f"{name} has no members" for name in sorted(evaluator.without_members)]
        return Computed(
            formula=text,
            full=written(formula.root),
            words=in_words(formula.root, self._registry),
            assumed=tuple(defaults_taken(formula.root, self._registry)),
            run_ids=tuple(run.id for run in runs),
            notes=tuple(dict.fromkeys(notes)),
            tried=len(evaluator.tried),
            forced=against == "run" and evaluator.outputs.forced,
            **fields,
        )


def _of_truth(formula: Formula, evaluator: Evaluator, against: Against) -> dict[str, Any]:
    decided = decide(formula, evaluator, against)
    value = {"supported": True, "refuted": False, "undecided": None}[decided.decision]
    word = {"supported": "true", "refuted": "false", "undecided": "undecided"}[decided.decision]
    text = f"{word}: {decided.derivation}"
    open_ = decided.decision == "undecided"
    return {
        "value": value,
        "text": text,
        "probability": decided.probability,
        "chance": decided.chance,
        "would_decide": would_decide(formula.root, evaluator, against) if open_ else "",
    }


def _of_what_may_have_been(
    formula: Formula, evaluator: Evaluator, decided: Decided
) -> Problem | None:
    """Return that a record differs from others by more than from a claim, or that a year was rare.

    What is told of years that have been is often told because they were rare.
    """
    if decided.decision != "refuted" or decided.against == "run":
        return None
    recorded = decided.against == "record"
    if not (recorded or evaluator.outputs.single_years):
        return None
    again = decide(formula, evaluator.of_world(1.0 if recorded else RARE), "world")
    if again.decision == "refuted":
        return None
    why = "by less than other records differ" if recorded else "but one year in a hundred may be so"
    return Problem(reason=ON_RECORD, message=f"refuted ({decided.derivation}), {why}")


def _notes(evaluator: Evaluator, decided: Decided) -> list[str]:
    """Return what is told of a decision beside the values that it rests on."""
    notes = [
        f"{name} has no members here: its intervals decide"
        for name in sorted(evaluator.without_members)
        if decided.against == "world"
    ]
    notes += [SINGLE_YEAR] if evaluator.outputs.single_years else []
    # Those at what was found are named.
    notes += [f"found in {len(evaluator.tried)} runs"] if evaluator.tried else []
    return notes + ([evaluator.runs.note] if evaluator.runs.note else [])


def _versions(runs: Sequence[Run]) -> dict[str, str]:
    """Return the versions of each simulator that made runs; those of an emulator are others."""
    made = sorted({(run.call.simulator, run.version) for run in runs})
    return {name: " and ".join(v for one, v in made if one == name) for name, _ in made}


def _told(decided: Decided) -> str:
    """Return what was decided, and by which values."""
    return f"{decided.decision} ({decided.derivation})"


def _hanging(name: str, taken: JsonValue, decision: str, said: str) -> Problem:
    return Problem(
        reason="missing_condition",
        message=f"with {name} {taken} it is {decision}, {said}",
        parameter=name,
        given=taken,
    )


def _without(claim: FormulaClaim, word: VerdictWord, problem: Problem) -> Verdict:
    return Verdict(
        text=claim.text,
        verdict=word,
        updated=claim.text,
        derivation=problem.message,
        problem=problem,
        read_by="formula",
        formula=claim.formula,
        let=claim.let,
        assume=claim.assume,
        context=claim.context,
        language=VERSION,
    )


# Two simulators that decide one claim are two witnesses: shown side by side, never averaged. The
# verdict is that of the claim's formula; of its witness is said whether it agrees.


class SameWitness(FormulaError):
    """A witness that is no second one."""

    reason = "same_witness"


def _check_other(claim: FormulaClaim) -> None:
    """Raise SameWitness where a claim's witness runs a simulator that its formula runs."""
    first, second = (_simulators(one, claim.let) for one in (claim.formula, claim.witness))
    if both := sorted(first & second):
        raise SameWitness(
            f"formula and witness both run {', '.join(both)}, which is one witness; write the "
            "second formula over another simulator, or leave witness out"
        )


def _simulators(formula: str, let: Mapping[str, str]) -> set[str]:
    """Return the simulators that a formula names; none of one that cannot be read."""
    try:
        root = parse(formula, let).root
    except FormulaError:
        return set()
    return {node.simulator for node in walk(root) if isinstance(node, Call)}


def _beside(verdict: Verdict, second: Verdict) -> Verdict:
    """Return a verdict with what its witness came to, and whether that agrees."""
    words = {verdict.verdict, second.verdict}
    told: Agreement = "agrees" if len(words) == 1 else "disagrees"
    if not words <= {"supported", "refuted"}:
        told = "cannot tell"
    found = second.model_dump(exclude={"updated", "uncorrected", "id"})
    witness = Witness(**found, updated=second.text, agreement=told)
    return verdict.model_copy(update={"witness": witness})


# Years that have been, with the record in the place of what is forced of them.


def _read_from_record(formula: Formula, registry: Registry) -> Formula | None:
    """Return a formula whose outputs are those on record where there is one (`Output.recorded`).

    None where no output of it is.
    """

    def change(node: Node) -> Node:
        return _on_record(node, registry) or node

    changed = rebuilt(formula.root, change)
    return None if changed == formula.root else replace(formula, root=changed)


def _on_record(node: Node, registry: Registry) -> Output | None:
    """Return the output that is on record for one that is simulated; None where there is none."""
    if not isinstance(node, Output) or node.part is not None:
        return None
    function = registry.function(node.run)
    output = next((one for one in function.outputs if one.name == node.name), None)
    if output is None or not output.recorded or alters(function, dict(node.run.arguments)):
        return None
    name, _, recorded = output.recorded.partition(".")
    run = replace(node.run, function=name)
    own = {one.name: one for one in registry.function(run).parameters}
    named = ((output.recorded_as.get(one, one), value) for one, value in node.run.arguments)
    kept = tuple((one, value) for one, value in named if one in own)
    for one, value in kept:
        low, high = own[one].low, own[one].high
        if not isinstance(value, Number) or low is None or high is None:
            return None
        if not low <= value.value <= high:
            return None
    return Output(replace(run, arguments=kept), recorded)
