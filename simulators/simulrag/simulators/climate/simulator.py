"""The climate simulator as it is registered: what it says of itself, light to load.

What runs it needs numpy and tables, and is loaded with the first run.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pydantic import JsonValue

from simulrag.handbooks import reader
from simulrag.simulators.capabilities import Skill
from simulrag.simulators.climate.functions import FUNCTIONS, INVERSES
from simulrag.simulators.climate.not_represented import NOT_REPRESENTED, OTHER_VALUES
from simulrag.simulators.climate.observed_functions import OBSERVED
from simulrag.simulators.climate.period_functions import FUNCTIONS as PERIODS
from simulrag.simulators.climate.precipitation_functions import RAIN
from simulrag.simulators.climate.record_source import RECORD
from simulrag.simulators.interface import Call, Candidate, Run, Series

if TYPE_CHECKING:
    from simulrag.simulators.capabilities import GlobeField
    from simulrag.simulators.climate.runs import ClimateRuns


class ClimateSimulator:
    """Mean temperature and precipitation, locally and globally, 1850 to 2100 (see `Simulator`)."""

    name = "climate"
    title = "Climate emulator"
    published = RECORD
    version = RECORD.version("7")
    description = (
        "Mean temperature and precipitation of places, countries and the world, by year, season "
        "or month, SSP scenario and change of CO2, CH4, SO2 and BC emissions; periods, "
        "trends, thresholds; land or sea; observations. "
        "Not: weather, extremes, sea level, causes, policy."
    )
    functions = (*FUNCTIONS, RAIN, *PERIODS, *OBSERVED)
    not_represented = NOT_REPRESENTED
    other_values = OTHER_VALUES
    inverses = INVERSES

    @cached_property
    def _runs(self) -> "ClimateRuns":
        from simulrag.simulators.climate.runs import ClimateRuns

        return ClimateRuns(self)

    def run(self, call: Call) -> Run:
        """Run a call whose arguments have passed `arguments.validate`.

        Raises UnknownName, MissingCondition, OutOfRange or RunFailed. The series run from 1850
        to the year asked for, every fifth year.
        """
        return self._runs.run(call)

    def refuse(self, call: Call) -> None:
        """Raise what stands in the way of a validated call (see `Refusing`)."""
        self._runs.refuse(call)

    def find(self, parameter: str, text: str) -> tuple[Candidate, ...]:
        """Return what `text` may mean as a place, the likeliest first."""
        return self._runs.find(parameter, text)

    def equal_choices(self, arguments: Mapping[str, JsonValue]) -> dict[str, tuple[str, ...]]:
        """Return what a season is called as well where a call's place lies (see `Equating`)."""
        from simulrag.simulators.climate import local_fields

        if not {"place", "season"} <= set(arguments):
            return {}
        return {"season": local_fields.other_names(*(arguments[n] for n in ("place", "season")))}

    def handbook(self) -> str:
        """Return the handbook's Markdown, with `{{tables}}` where rendered tables belong."""
        from simulrag.simulators.climate import global_figures, level_figures

        prose = reader.text(self.name).replace("{{last recorded}}", RECORD.through)
        return level_figures.filled(global_figures.filled(prose))

    def card(self) -> str:
        """Return the model card that training wrote (see `Carded`)."""
        from simulrag.simulators.climate import model_card

        return model_card.text()

    def skill(self, call: Call) -> Skill | None:
        """Return how often the local temperature fits stations (see `Validated`)."""
        from simulrag.simulators.climate import level_figures

        return level_figures.skill() if call.function == "temperature" else None

    def complete(self, parameter: str, begun: str, count: int) -> tuple[str, ...]:  # noqa: ARG002
        """Return places whose names begin so, the most inhabitants first (see `Completing`)."""
        from simulrag.simulators.climate.places import beginning

        return beginning(begun, count)

    def question_templates(self) -> str:
        """Return templates of benchmark questions (see `BringsQuestions`)."""
        return reader.question_templates(self.name)

    def draw(self, parameter: str, share: float) -> str:  # noqa: ARG002
        """Return the name of a town (see `DrawsValues`); the places are the only such parameter."""
        from simulrag.simulators.climate.benchmark_places import draw

        return draw(share)

    def samples(self, call: Call) -> dict[str, Sequence[float]]:
        """Return the equally likely values behind the intervals of a call (see `Sampled`)."""
        return self._runs.samples(call)

    def sweep(
        self, call: Call, parameter: str, values: Sequence[JsonValue], output: str
    ) -> Series | None:
        """Return an output over years faster than one by one (see `Swept`)."""
        return self._runs.sweep(call, parameter, values, output)

    def globe_fields(self, call: Call) -> "tuple[GlobeField, ...]":
        """Return the fields that belong to a call (see `Mapped`)."""
        return self._runs.globe_fields(call)
