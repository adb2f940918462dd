"""The urban simulator as it is registered: what it says of itself, light to load."""

from simulrag.handbooks.reader import text as handbook_text
from simulrag.simulators.cards import sections
from simulrag.simulators.errors import NotInstalled
from simulrag.simulators.interface import Call, Candidate, Run
from simulrag.simulators.urban.aspects import ASPECTS
from simulrag.simulators.urban.functions import CORRIDOR

ENGINE = (
    "Nothing is trained and no weights ship: a run is made by Eclipse SUMO (EPL-2.0), which is "
    "not part of this package. How far it errs on a real road has not been measured here."
)


class UrbanSimulator:
    """Cars on a signalled corridor; plans, boundary and recorded evidence need no engine."""

    name = "urban"
    title = "Urban corridor"
    version = "0.1.0"
    description = (
        "Cars on one signalled corridor: travel time, idling, CO2, NOx, fuel, by speed limit, "
        "demand, lanes and signal. Not: air quality, safety, costs, other roads, policy."
    )
    functions = (CORRIDOR,)
    aspects = ASPECTS

    def missing(self) -> str:
        """Return why nothing can be run, with what to install (see `Installable`)."""
        return (
            "urban is not installed: its engine, Eclipse SUMO, comes with the extra "
            "pip install 'simulrag[urban]'; plans, handbook and recorded evidence work without it"
        )

    def run(self, call: Call) -> Run:
        """Raise NotInstalled, with what to install."""
        del call
        raise NotInstalled(self.missing())

    def find(self, parameter: str, text: str) -> tuple[Candidate, ...]:  # noqa: ARG002
        """Return nothing: there is one corridor and no places."""
        return ()

    def handbook(self) -> str:
        """Return the handbook's Markdown."""
        return handbook_text(self.name)

    def card(self) -> str:
        """Return what is known of the engine and of the published records (see `Carded`)."""
        found = sections(self.handbook(), "Confounds of the published records")
        return f"# Model card: {self.title}\n\n{ENGINE}\n\n{found}"
