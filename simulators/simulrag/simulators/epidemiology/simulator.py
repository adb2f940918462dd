"""The influenza simulator: simulated seasons, measures against them, and reported admissions.

Beside it stands the emulator of many seasons (see `emulated_season`). What runs them needs numpy,
and is loaded with the first run.
"""

import platform
from collections.abc import Collection, Mapping, Sequence
from functools import cache, partial
from importlib.metadata import version as installed_version
from typing import Any

from simulrag.handbooks.reader import question_templates
from simulrag.handbooks.reader import text as handbook_text
from simulrag.simulators.capabilities import EmulatedRun, Skill
from simulrag.simulators.epidemiology.admission_functions import (
    ADMISSIONS,
    ADMISSIONS_BETWEEN,
    ADMISSIONS_COURSE,
    LAST_DAY,
)
from simulrag.simulators.epidemiology.functions import (
    EMULATED_SEASON,
    INTERVENTION,
    INVASION,
    INVERSES,
    NEEDED_CONTACTS_FUNCTION,
    NEEDED_IMMUNITY_FUNCTION,
    NEEDED_R0_FUNCTION,
    RECORD_LAYOUT,
    RECORDED_SEASON,
    SEASON,
    SEASON_BY_AGE,
)
from simulrag.simulators.epidemiology.not_represented import NOT_REPRESENTED, OTHER_VALUES
from simulrag.simulators.epidemiology.outputs import PEAK_DATE
from simulrag.simulators.epidemiology.reported_source import REPORTS
from simulrag.simulators.errors import OutOfRange
from simulrag.simulators.handbook import sections
from simulrag.simulators.immutable_data import lately
from simulrag.simulators.interface import Call, Candidate, Run, Simulator

#: What is said of licences; each table's own stands in `data/SOURCES.md`.
LICENCE = "The emulator's weights and the code are under Apache-2.0; sources as stated above."

#: Calls whose values by member are kept.
KEPT = 128

#: What the version of an emulated run ends with; it changes with the emulator's numbers.
NUMBERS = "emulator.1"

#: As the handbook states it under Validity.
SKILL = Skill(share=0.94, measured="medians of 106 published records within the 90 % interval")


class EpidemiologySimulator:
    """Simulates influenza seasons; holds no state.

    of_records: speaks of a season as published records do (see `InRecords`). of_file: has the
    forecasts of a file as well (see `ReadsFiles`).
    """

    name = "epidemiology"
    title = "Influenza seasons in US states"
    published = REPORTS
    version = REPORTS.version("0.3.0")
    description = (
        "A population-level numerical model on public surveillance data: influenza in US states, "
        "measures, reported admissions. No other disease or place, deaths, costs, forecasts."
    )
    functions = (
        SEASON,
        INTERVENTION,
        SEASON_BY_AGE,
        ADMISSIONS,
        ADMISSIONS_BETWEEN,
        ADMISSIONS_COURSE,
        INVASION,
        NEEDED_R0_FUNCTION,
        NEEDED_IMMUNITY_FUNCTION,
        NEEDED_CONTACTS_FUNCTION,
    )
    not_represented = NOT_REPRESENTED
    other_values = OTHER_VALUES
    inverses = INVERSES
    record_layout = RECORD_LAYOUT

    def __init__(self, *, of_records: bool = False, of_file: bool = False) -> None:
        if of_records:
            self.functions = (RECORDED_SEASON, *self.functions[1:])
        if of_file:
            from simulrag.simulators.epidemiology.hub_files import FORECAST

            self.functions = (*self.functions, FORECAST)

    def of_records(self) -> "EpidemiologySimulator":
        """Return the simulator whose outputs are those that records hold (see `InRecords`)."""
        return EpidemiologySimulator(of_records=True)

    def of_file(self, text: str) -> "tuple[EpidemiologySimulator, tuple[Run, ...]] | None":
        """Return the forecasts of a file in the hub's columns as runs (see `ReadsFiles`)."""
        if "output_type_id" not in text.partition("\n")[0]:
            return None
        from simulrag.simulators.epidemiology.hub_files import is_hub_file, runs_of

        if not is_hub_file(text):
            return None
        return EpidemiologySimulator(of_file=True), runs_of(text, self.name)

    def run(self, call: Call) -> Run:
        """Run a validated call.

        Raises OutOfRange for a date or an ensemble that is not allowed, MissingCondition for an
        intervention without a measure.
        """
        from simulrag.simulators.epidemiology.runs import RUNS

        of_call = call.run_id(self.version)
        run = partial(Run, id=of_call, call=call, version=self.version, build=_build())
        return RUNS[call.function](call, run)

    def refuse(self, call: Call) -> None:
        """Raise OutOfRange for a season that no run can be made of (see `Refusing`)."""
        if call.function == SEASON.name:
            from simulrag.simulators.epidemiology.request import Request

            Request.of(call)

    def emulator(self) -> "EmulatedSeasons":
        """Return what makes many seasons at once (see `BatchEmulating`)."""
        return EmulatedSeasons(self)

    def prepare(self, calls: Sequence[Call]) -> None:
        """Simulate seasons in single states together (see `BatchEmulating`)."""
        from simulrag.simulators.epidemiology.ensemble import prepare
        from simulrag.simulators.epidemiology.request import Request

        prepare([Request.of(call) for call in calls if call.function == SEASON.name])

    def samples(self, call: Call) -> Mapping[str, Sequence[float]]:
        """Return outputs of seasons and of pairs of seasons by member (see `Sampled`).

        Empty for a function whose outputs are points. Raises as `run`.
        """
        return _samples(self, call.canonical())

    def find(self, parameter: str, text: str) -> tuple[Candidate, ...]:  # noqa: ARG002
        """Return nothing: states are choices, and there are no free places."""
        return ()

    def draw_parts(self, run: Run, axes: Any) -> None:
        """Draw a map of the days on which the states peak (see `DrawsParts`)."""
        from simulrag.simulators.epidemiology.figures import draw_tiles

        name = PEAK_DATE.name
        peaks = {state: str(held[name].value) for state, held in run.parts.items() if name in held}
        metric = run.resolved["metric"].split(":")[0]
        draw_tiles(peaks, f"Day on which {metric} is highest, median", "day of the peak", axes)

    def handbook(self) -> str:
        """Return the handbook's Markdown."""
        return handbook_text(self.name).replace("{{last month}}", f"{LAST_DAY:%B %Y}")

    def question_templates(self) -> str:
        """Return templates of benchmark questions (see `BringsQuestions`)."""
        return question_templates(self.name)

    def skill(self, call: Call) -> Skill | None:
        """Return how often a season fits published records (see `Validated`)."""
        return SKILL if call.function == SEASON.name else None

    def card(self) -> str:
        """Return what the handbook and the tables say of their making (see `Carded`)."""
        found = sections(self.handbook(), "Validity", "The emulator", "Sources")
        return f"# Model card: {self.title}\n\n{found}\n\n{LICENCE}"


@lately(KEPT)
def _samples(simulator: EpidemiologySimulator, canonical: str) -> Mapping[str, Sequence[float]]:  # noqa: ARG001
    from simulrag.simulators.epidemiology.runs import SAMPLES

    call = Call.model_validate_json(canonical)
    made = SAMPLES.get(call.function)
    return {} if made is None else {name: one.tolist() for name, one in made(call).items()}


class EmulatedSeasons:
    """Emulates seasons in single states for the simulator behind it (see `BatchEmulator`)."""

    functions = (EMULATED_SEASON,)

    def __init__(self, simulator: Simulator) -> None:
        self._simulator = simulator
        self.name, self.title = simulator.name, simulator.title
        self.description = simulator.description
        self.version = f"{simulator.version}+{NUMBERS}"

    def together(
        self, calls: Sequence[Call], outputs: Collection[str]
    ) -> Sequence[EmulatedRun | None]:
        """Return the run and members of each call, None where it is not known."""
        from simulrag.simulators.epidemiology.emulated_season import emulate

        return emulate(calls, outputs, self.version, _build())

    def run(self, call: Call) -> Run:
        """Emulate a season. Raises OutOfRange for what `together` does not know."""
        return self._made(call).run

    def samples(self, call: Call) -> Mapping[str, Sequence[float]]:
        """Return each output by member (see `Sampled`). Raises as `run`."""
        return {name: values.tolist() for name, values in self._made(call).members.items()}

    def _made(self, call: Call) -> EmulatedRun:
        (made,) = self.together([call], ())
        if made is None:
            raise OutOfRange(
                "the emulator knows seasons in a single state, states added up; run the simulator",
                parameter="states",
                given=str(call.arguments["states"]),
            )
        return made

    def find(self, parameter: str, text: str) -> tuple[Candidate, ...]:
        """Return what the simulator finds."""
        return self._simulator.find(parameter, text)

    def handbook(self) -> str:
        """Return the simulator's handbook."""
        return self._simulator.handbook()


@cache
def _build() -> str:
    """Return the version of numpy, and what it runs on."""
    library = f"numpy {installed_version('numpy')}"
    return f"{library}, python {platform.python_version()}, {platform.machine()}"
