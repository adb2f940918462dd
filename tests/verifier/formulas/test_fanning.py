"""Formulas over many runs: an emulator answers, and full runs where its error could turn them."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simulrag.simulators.capabilities import EmulatedRun
from simulrag.simulators.interface import Call, Function, Output, Parameter, Quantity, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import FormulaClaim, Verdict
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.decision import Against, decide
from simulrag.verifier.formulas.emulation import FEW_RUNS, answering
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.verification import Verifier
from verifier.formulas.gauge import GAUGE, Gauge

SITES = 12
#: Of the emulator, metres; it says so.
ERROR = 0.5
SITE = Parameter(
    name="site", kind="integer", description="which site", low=1, high=SITES, words=("site",)
)
LEVEL: Output = GAUGE.outputs[0]
LEVELS = Function(
    name="level", title="Level at a site", description="Level of the river at a site.",
    parameters=(SITE,), outputs=(LEVEL, GAUGE.outputs[1]), context="{site}: {level} m.",
    example={"site": 1},
)  # fmt: skip
#: Level at each site, metres, as simulated; what the emulator is off by there.
FLAT, NEVER_OFF = tuple(range(1, SITES + 1)), (0.0,) * SITES
RUN = "levels.level(site=s)"
LIST = f"[{', '.join(str(one) for one in FLAT)}]"


class Levels(Gauge):
    """A river with known levels; counts what it simulates. spread: of its members, metres."""

    name = "levels"
    functions = (LEVELS,)

    def __init__(self, levels: Sequence[float], off: Sequence[float], spread: float) -> None:
        self.levels, self.off, self.spread = levels, off, spread
        self.simulated: list[int] = []

    def emulator(self) -> "EmulatedLevels":
        return EmulatedLevels(self)

    def prepare(self, calls: Sequence[Call]) -> None:
        """Nothing is shared by runs that take no time."""

    def run(self, call: Call) -> Run:
        self.simulated.append(site(call))
        return self.made(call, 0.0, self.version)

    def made(self, call: Call, off: float, version: str) -> Run:
        made = super().run(call.model_copy(update={"arguments": {"river": "Ann", "rain": 0}}))
        centre = self.levels[site(call) - 1] + off
        value = Quantity(value=centre, unit="m")
        if version != self.version:
            value = value.model_copy(
                update={"value_low": centre - ERROR, "value_high": centre + ERROR}
            )
        return made.model_copy(
            update={"call": call, "version": version, "id": call.run_id(version),
                    "outputs": {**made.outputs, "level": value}, "series": {}}
        )  # fmt: skip

    def samples(self, call: Call) -> Mapping[str, Sequence[float]]:
        draws = np.linspace(-1.0, 1.0, 101) * self.spread
        return {"level": (self.levels[site(call) - 1] + draws).tolist()}


class EmulatedLevels(Levels):
    """Knows levels, and no flows, of all sites but the last."""

    version = "1+emulator"
    functions = (LEVELS.model_copy(update={"outputs": (LEVEL,)}),)

    def __init__(self, river: Levels) -> None:
        super().__init__(river.levels, river.off, river.spread)
        self._river = river

    def together(
        self, calls: Sequence[Call], outputs: Collection[str]
    ) -> Sequence[EmulatedRun | None]:
        assert set(outputs) <= {"level"}
        return [None if site(one) == SITES else self._emulated(one) for one in calls]

    def _emulated(self, call: Call) -> EmulatedRun:
        off = self.off[site(call) - 1]
        members = np.array(self._river.samples(call)["level"]) + off
        return EmulatedRun(self._river.made(call, off, self.version), {"level": members})


def site(call: Call) -> int:
    return int(str(call.arguments["site"]))


def verdict(river: Levels, formula: str, text: str, against: Against = "run") -> Verdict:
    with EvidenceStore(None) as store:
        made = Verifier(Registry([river]), store).verdict(FormulaClaim(text=text, formula=formula),
                                                          against)  # fmt: skip
        assert store.stored_ids(made.run_ids) == set(made.run_ids)
        return made


def said(limit: float) -> tuple[str, str]:
    sites = ", ".join(str(one) for one in FLAT)
    return (
        f"all({RUN}.level > {limit} for s in {LIST})",
        f"The river level is above {limit} m at each of the sites {sites}.",
    )


def test_many_runs_are_emulated_and_the_verdict_says_within_what():
    river = Levels(FLAT, NEVER_OFF, 0.1)
    made = verdict(river, *said(0.2))
    assert made.verdict == "supported"
    assert river.simulated == [SITES]  # the one that the emulator does not know
    assert f"emulated: level ±0.50 in {SITES - 1} runs" in made.derivation
    assert not made.escalated
    assert len(made.run_ids) == SITES


@pytest.mark.parametrize("off", [-0.4, 0.4])
def test_only_the_runs_in_doubt_are_simulated(off):
    river = Levels(FLAT, (off,) * SITES, 0.1)
    made = verdict(river, *said(0.95))
    assert made.verdict == "supported"
    assert sorted(river.simulated) == [1, SITES]
    assert made.escalated
    assert "1 simulated in full" in made.derivation


def test_few_runs_are_simulated():
    river = Levels(FLAT, (3.0,) * SITES, 0.1)
    few = [*range(1, FEW_RUNS + 1)]
    text = f"The river level is above 0.5 m at the sites {', '.join(map(str, few))}."
    made = verdict(river, f"all({RUN}.level > 0.5 for s in {few})", text)
    assert made.verdict == "supported"
    assert river.simulated == few
    assert "emulated" not in made.derivation


def test_what_the_emulator_does_not_give_is_simulated():
    river = Levels(FLAT, NEVER_OFF, 0.1)
    sites = ", ".join(str(one) for one in FLAT)
    text = f"The flow is above 1 m3/s at each of the sites {sites}."
    made = verdict(river, f"all({RUN}.flow > 1 for s in {LIST})", text)
    assert made.verdict == "supported"
    assert river.simulated == list(FLAT)


def test_a_value_to_compute_holds_the_emulators_error_and_a_place_is_made_sure_of():
    river = Levels((*FLAT[:-2], 11.0, 11.2), (0.0,) * (SITES - 2) + (0.45, 0.0), 0.1)
    with EvidenceStore(None) as store:
        verifier = Verifier(Registry([river]), store)
        highest, lowest = verifier.compute(
            [f"argmax({RUN}.level for s in {LIST})", f"min({RUN}.level for s in {LIST})"]
        )
    assert highest.value == SITES
    assert river.simulated == [SITES, SITES - 1]
    assert lowest.value == 1.0
    assert "emulated" in lowest.notes[0]


FORMULAS = (
    f"all({RUN}.level > {{limit}} for s in {LIST})",
    f"any({RUN}.level > {{limit}} for s in {LIST})",
    f"count({RUN}.level > {{limit}} for s in {LIST}) == {{count}}",
    f"count({RUN}.level > {{limit}} for s in {LIST}) >= {{count}}",
    f"argmax({RUN}.level for s in {LIST}) == {{count}}",
    f"argmin({RUN}.level for s in {LIST}) == {{count}}",
    f"rank(({RUN}.level for s in {LIST}), of={{count}}) <= 3",
    f"max({RUN}.level for s in {LIST}) > {{limit}}",
    f"min({RUN}.level for s in {LIST}) == {{limit}}",
    f"sum({RUN}.level for s in {LIST}) > 10 * {{limit}}",
    f"mean({RUN}.level for s in {LIST}) == {{limit}} and any({RUN}.level < 1 for s in {LIST})",
    f"not count(levels.level(site=1).level > {RUN}.level for s in {LIST}) > {{count}}",
)
METRES = st.floats(0.0, 4.0).map(lambda one: round(one, 2))


@settings(max_examples=150, deadline=None)
@given(
    levels=st.lists(METRES, min_size=SITES, max_size=SITES),
    off=st.lists(st.floats(-ERROR, ERROR), min_size=SITES, max_size=SITES),
    limit=METRES,
    count=st.integers(1, SITES),
    formula=st.sampled_from(FORMULAS),
    against=st.sampled_from(["run", "world"]),
    spread=st.sampled_from([0.05, 0.5, 2.0]),
)
def test_an_emulator_within_its_error_never_contradicts_the_simulator(
    levels, off, limit, count, formula, against, spread
):
    river = Levels(levels, off, spread)
    asked = parse(formula.format(limit=limit, count=count))

    def answered(*, emulated: bool) -> str:
        with EvidenceStore(None) as store:
            evaluator = Evaluator(Runs(Registry([river]), store))
            calls = evaluator.calls(asked.root)
            if emulated:
                evaluator = answering(asked.root, evaluator, calls, against)
            else:
                evaluator.runs.make(calls)
            return decide(asked, evaluator, against).decision

    ours, full = answered(emulated=True), answered(emulated=False)
    assert {ours, full} != {"supported", "refuted"}
    if against == "run" and ours != "undecided":
        assert ours == full
