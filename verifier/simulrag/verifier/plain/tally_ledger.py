"""Where counts by place, season and week are kept: the functions and outputs that hold them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from pydantic import JsonValue

from simulrag.simulators.interface import Call, Function, Output, Simulator
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.claims import Term

#: Weeks end on a Saturday.
_SATURDAY = 5


@dataclass(frozen=True)
class Ledger:
    """The functions of a simulator that tell observed counts, and what they are called."""

    simulator: str
    #: Of a season or a week; and of the weeks from one day to another.
    kept: Function
    between: Function
    course: Function
    #: The inputs that name places, a season and a week.
    place: str
    season: str
    week: str
    #: The count of a week and its rate, the highest ones of a season, their date and its number.
    count: Output
    rate: Output
    peak: Output
    peak_rate: Output
    peak_day: Output
    peak_index: Output
    total: Output
    every_place: tuple[str, ...]
    #: Season -> its first and last day.
    seasons: tuple[tuple[str, date, date], ...]

    def season_of(self, day: date) -> str:
        """Return the season in which a day lies, "" where none is held."""
        return next((name for name, first, last in self.seasons if first <= day <= last), "")

    def days_of(self, season: str) -> tuple[date, date]:
        """Return the first and last day of a season that is held."""
        return next((first, last) for name, first, last in self.seasons if name == season)

    def term(
        self, output: Output, places: Sequence[str], *, season: str = "", day: date | None = None
    ) -> Term:
        """Return an output of some places together in a season or a week, else of all weeks."""
        given: dict[str, JsonValue] = {self.place: list(places)}
        if season:
            given[self.season] = season
        if day is not None:
            given[self.week] = day.isoformat()
        return Term(call=self._call(self.kept, given), output=output.name)

    def course_term(
        self, feature: str, places: Sequence[str], first: date, last: date
    ) -> tuple[Output, Term]:
        """Return a feature of how the weeks between two days follow each other."""
        output = next(o for o in self.course.outputs if o.course == feature)
        call = self._call(self.course, self._between(places, first, last))
        return output, Term(call=call, output=output.name)

    def _between(self, places: Sequence[str], first: date, last: date) -> dict[str, JsonValue]:
        return {self.place: list(places), "since": first.isoformat(), "until": last.isoformat()}

    def term_between(self, course: str, places: Sequence[str], first: date, last: date) -> Term:
        """Return an output of the weeks from one day to another, of the counts themselves."""
        output = self.output_between(course)
        given = self._between(places, first, last)
        return Term(call=self._call(self.between, given), output=output.name)

    def output_between(self, course: str) -> Output:
        """Return the output of the weeks between two days that has a feature of their course.

        course: "highest" or "lowest", led by "rate_" per head, "change" or "total".
        """
        units = (self.rate if course.startswith("rate_") else self.count).unit_words
        feature = course.removeprefix("rate_")
        return next(
            o
            for o in self.between.outputs
            if (o.is_change and feature == "change")
            or (o.unit_words == units and not o.is_change and (o.course or "total") == feature)
        )

    def _call(self, function: Function, given: dict[str, JsonValue]) -> Call:
        return Call(simulator=self.simulator, function=function.name, arguments=given)


def _is_between(function: Function) -> bool:
    """Tell whether a function gives the highest, the lowest and the change between two days."""
    features = {o.course for o in function.outputs}
    names = {p.name for p in function.parameters if p.kind == "date"}
    return {"since", "until"} == names and {"highest", "lowest", ""} == features


@once_for_each
def ledger_of(simulator: Simulator) -> Ledger | None:
    """Return where a simulator keeps observed counts by week; None where it keeps none."""
    held = [f for f in simulator.functions if f.observed]
    for function in held:
        highest = {o.highest_over[1]: o for o in function.outputs if o.highest_over}
        between = next((f for f in held if _is_between(f)), None)
        seasons = next((p for p in function.parameters if p.periods), None)
        places = next((p for p in function.parameters if p.kind == "choices"), None)
        course = next((f for f in held if any(o.course == "steps_not_up" for o in f.outputs)), None)
        if (
            len(highest) < 2
            or course is None
            or between is None
            or seasons is None
            or places is None
        ):
            continue
        weekly = [o for o in function.outputs if o.name in highest]
        free = [o for o in function.outputs if not o.needs and not o.highest_over]
        return Ledger(
            simulator=simulator.name, kept=function, between=between, course=course,
            place=places.name, season=seasons.name, week=weekly[0].needs[0],
            count=weekly[0], rate=weekly[1],
            peak=highest[weekly[0].name], peak_rate=highest[weekly[1].name],
            peak_day=next(o for o in free if o.kind == "date"),
            peak_index=next(o for o in free if o.unit == "week"),
            total=next(o for o in free if o.kind == "number" and not o.unit),
            every_place=tuple(places.choices),
            seasons=tuple(
                (name, date.fromisoformat(a), date.fromisoformat(b))
                for name, (a, b) in seasons.periods.items()
            ),
        )  # fmt: skip
    return None
