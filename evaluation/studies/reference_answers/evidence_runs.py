"""What the evidence of a published record states, as recorded runs that formulas can name.

Every figure is a run of its own, `evidence.figure(number=3).value`, and every day one of
`evidence.day(number=1).date`: whatever simulator the record speaks of, whatever its wording.
"""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cached_property
from itertools import chain

from pydantic import JsonValue

from simulrag.simulators.errors import RunFailed
from simulrag.simulators.interface import (
    Call,
    Candidate,
    Check,
    Day,
    Frozen,
    Function,
    Output,
    Parameter,
    Quantity,
    Run,
    Value,
)
from simulrag.simulators.output_operations import Interval
from simulrag.simulators.registry import Registry
from studies.reference_answers.temperatures import Case, Kind, temperatures

_SIGNED = re.compile(r"(?<![\w.])[-−]?\d[\d,]*(?:\.\d+)?(?!\w)")
ISO_DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_NUMBER = Parameter(name="number", kind="integer", description="which of them, from 1", low=1)


class Figure(Frozen):
    """A printed figure, known to its decimals, and what kind of temperature it is, if any."""

    number: int
    printed: str
    decimals: int = 0
    kind: Kind | None = None
    case: Case = ""

    @property
    def term(self) -> str:
        """Return the figure as it stands in formulas."""
        return f"evidence.figure(number={self.number}).value"

    @property
    def known(self) -> Interval:
        """Return what the digits stand for."""
        value = float(self.printed.replace(",", "").replace("−", "-"))
        half = 0.5 * 10.0 ** -max(self.decimals, len(self.printed.partition(".")[2]))
        return Interval(low=value - half, high=value + half)

    @property
    def zero(self) -> bool:
        """Tell whether the figure may be nothing but rounding."""
        return self.known.low < 0 < self.known.high


class Evidence:
    """The figures and days of evidence; `alike` are the figures that may be compared.

    Figures are those of its JSON, or the temperatures of its prose. One program printed these and
    dropped trailing zeros, so that "1.4" beside "5.95" is 1.40. Where the JSON holds the same
    figures for several states ("baseline", "scenario"), a figure is compared with its own kind
    only: among so many, some pair of unlike ones has nearly any ratio.
    """

    def __init__(self, text: str) -> None:
        self.alike: list[list[Figure]] = []
        for group in _groups(text):
            first = 1 + sum(map(len, self.alike))
            self.alike.append(
                [one.model_copy(update={"number": n}) for n, one in enumerate(group, first)]
            )
        self.days = [date.fromisoformat(day) for day in ISO_DATE.findall(text)]

    @cached_property
    def figures(self) -> list[Figure]:
        """All figures."""
        return list(chain.from_iterable(self.alike))

    def runs(self) -> tuple[Run, ...]:
        """Return the recorded runs of figures and days."""
        figures = (_run("figure", one.number, "value", _quantity(one)) for one in self.figures)
        days = (_run("day", n, "date", Day(value=str(day))) for n, day in enumerate(self.days, 1))
        return (*figures, *days)


def _function(name: str, output: Output) -> Function:
    return Function(
        name=name,
        title=output.description,
        description=f"What the evidence states: {output.description}.",
        parameters=(_NUMBER,),
        outputs=(output,),
        context=f"The evidence states {{{output.name}}}.",
    )


class EvidenceSimulator:
    """Declares the figures and days of records to the language; it runs nothing."""

    name, title, version = "evidence", "Evidence of a record", "1"
    description = "What the evidence of a published record states."
    functions = (
        _function("figure", Output(name="value", kind="number", description="a printed figure")),
        _function("day", Output(name="date", kind="date", description="a printed day")),
    )

    def run(self, call: Call) -> Run:
        """Refuse: a record holds what it holds."""
        raise RunFailed(f"the evidence states no {call.function} {call.arguments['number']}")

    def find(self, parameter: str, text: str) -> tuple[Candidate, ...]:  # noqa: ARG002
        """Return nothing: there are no places here."""
        return ()

    def handbook(self) -> str:
        """Return what little there is to say."""
        return self.description


REGISTRY = Registry([EvidenceSimulator()])


def _quantity(figure: Figure) -> Quantity:
    low, high = figure.known.low, figure.known.high
    return Quantity(value=(low + high) / 2, unit="", value_low=low, value_high=high)


def _run(function: str, number: int, output: str, value: Value) -> Run:
    call = Call(simulator="evidence", function=function, arguments={"number": number})
    return Run(
        id=call.run_id(f"recorded-{value.model_dump_json()}"),
        call=call,
        version="1",
        build="recorded elsewhere",
        outputs={output: value},
        context=f"The evidence states {value.value}.",
        check=Check(tested="a recorded run cannot be tested again", verdict="not_evaluated"),
        source="recorded",
    )


def _groups(text: str) -> list[list[Figure]]:
    try:
        recorded = json.loads(text[text.index("{") : text.rindex("}") + 1])
    except ValueError:  # no JSON in it: it is prose
        found = temperatures(text)
        decimals = max((len(t.printed.partition(".")[2]) for t in found), default=0)
        return [
            [
                Figure(number=0, printed=t.printed, decimals=decimals, kind=t.kind, case=t.case)
                for t in found
            ]
        ]
    states = _states(recorded)
    if not states:
        return [_leaves([recorded])]
    rest = [_leaves([part]) for part in recorded.values() if part not in states]
    return [
        *(_leaves([state[kind] for state in states]) for kind in states[0]),
        *([one] for one in chain.from_iterable(rest)),
    ]


def _states(recorded: JsonValue) -> list[dict[str, JsonValue]]:
    """Return the objects directly inside a JSON object that hold the same names as another."""
    parts = recorded.values() if isinstance(recorded, dict) else ()
    objects = [part for part in parts if isinstance(part, dict)]
    return [a for a in objects if sum(a.keys() == b.keys() for b in objects) > 1]


def _leaves(values: Sequence[JsonValue]) -> list[Figure]:
    return [Figure(number=0, printed=text) for value in values for text in _printed(value)]


def _printed(value: JsonValue) -> Iterator[str]:
    match value:
        case dict():
            yield from chain.from_iterable(map(_printed, value.values()))
        case list():
            yield from chain.from_iterable(map(_printed, value))
        case str() | int() | float() if _SIGNED.fullmatch(str(value)):
            yield str(value)
        case _:
            return
