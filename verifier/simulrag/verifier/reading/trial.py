"""A run with changes beside the same without: what was tried, and what each result became by it.

Several results are told of it, each as a value, as a difference, as a change in percent or by the
class that the question gives such changes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from simulrag.simulators.aspects import Appraised
from simulrag.simulators.interface import Band, Call, Output, Parameter, Simulator
from simulrag.simulators.operations import Operation
from simulrag.verifier.claims import Comparator, Counted, Expression, Figure, Plan, Reading, Term
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.figures import figure_of
from simulrag.verifier.reading.mentions import unique_parameters
from simulrag.verifier.reading.roles import Runs, changes_anything, runs_of
from simulrag.verifier.reading.scene_frames import RELATIONS

#: Fewest results that statements tell apart by name.
_FEWEST = 2
#: How what is small stands to a number, and to one below zero.
_UP_TO = ("below", "at_most", "just_below")
_FROM = ("above", "at_least", "just_above")
#: The units of time, whose amounts are long and short.
TIMES = ("second", "minute", "hour")


@dataclass(frozen=True)
class Trial:
    """Two runs of one function, without changes and with them, and the results of both."""

    without: Call
    changed: Call
    #: The results that have values in both, by name.
    results: Mapping[str, Output]
    #: Those whose changes the question grades.
    graded: Mapping[str, tuple[Band, ...]]
    parameters: tuple[Parameter, ...]
    question: str
    #: The outputs that hold changes in percent, by result.
    changes: Mapping[str, str]
    #: Words for what a single graded result measures ("environmental"), with that result.
    aspects: Mapping[str, str]
    #: How far off "about" a change in percent may be, by result.
    loose: Mapping[str, float] = field(default_factory=dict[str, float])

    def is_time(self, name: str) -> bool:
        """Tell whether a result is a time."""
        return self.results[name].unit in TIMES

    def better(self, name: str) -> int:
        """Return 1 where more of a result is better, -1 where less is, 0 where neither."""
        shrinks, grows = self.results[name].fall_words, self.results[name].rise_words
        return -1 if "improve" in shrinks else 1 if "improve" in grows else 0

    def value(self, name: str, *, changed: bool) -> Expression:
        """Return a result of one of the runs."""
        term = Term(call=self.changed if changed else self.without, output=name)
        return Expression(operation="value", terms=(term,))

    def between(
        self, operation: Operation, name: str, *, negative: bool = False, absolute: bool = False
    ) -> Expression:
        """Return what the run with changes makes of that without them."""
        terms = (Term(call=self.without, output=name), Term(call=self.changed, output=name))
        return Expression(operation=operation, terms=terms, negative=negative, absolute=absolute)

    def turned(self, name: str, way: int) -> Reading:
        """Return the reading that a result rises by the changes, or falls if way < 0."""
        comparator: Comparator = "rises" if way > 0 else "falls"
        return Reading(expression=self.between("difference", name), comparator=comparator)


def compared(
    trial: Trial,
    expression: Expression,
    relation: str,
    printed: Printed | Figure,
    *,
    unit: str,
    negated: bool = False,
) -> Reading:
    """Return the reading that compares an expression with a number.

    relation : a sign of `scene_words`
    """
    output = trial.results[expression.terms[0].output]
    relative, absolute = output.about_relative, output.about_absolute
    if expression.operation == "percent_change":
        relative, absolute = 0.0, trial.loose.get(output.name, 0.0)
    figure = figure_of(printed) if isinstance(printed, Printed) else printed
    if relation in tuple("ij") and figure.text[-1:].isalpha():
        absolute = max(absolute, figure.half_unit / 2)  # "little more than a second"
    return Reading(
        expression=expression,
        comparator=RELATIONS[relation],
        figures=(figure,),
        unit=unit,
        negated=negated,
        about_relative=relative,
        about_absolute=absolute,
    )


def turns(readings: Sequence[Reading], trial: Trial) -> list[Reading]:
    """Return which way results go of which it is said that they do so by less than something."""
    made: list[Reading] = []
    for reading in readings:
        expression = reading.expression
        name = expression.terms[0].output.removesuffix("_change")
        told = expression.operation in ("percent_change", "difference") and not expression.absolute
        if told and name in trial.results and not isinstance(reading, Counted):
            below_zero = any(f.text.startswith("-") or (f.value or 0) < 0 for f in reading.figures)
            small = reading.comparator in (_FROM if below_zero else _UP_TO)
            way = -1 if expression.negative != below_zero else 1
            made += [trial.turned(name, way)] if small and not reading.negated else []
    return made


def trial_of(plan: Plan, held: Sequence[Output], simulator: Simulator) -> Trial | None:
    """Return the trial that the calls of a plan make up; None where they make up none."""
    bases = {o.changes_of for o in held if o.changes_of}
    results = {o.name: o for o in held if not o.is_change and o.kind == "number"}
    if len(bases & set(results)) < _FEWEST or plan.bands or not plan.calls:
        return None
    runs = runs_of(plan.calls, simulator, next(iter(bases)))
    pair = _pair(runs)
    if pair is None:
        return None
    return Trial(
        without=pair[0],
        changed=pair[1],
        results=results,
        graded={g.output: g.bands for g in plan.graded if g.output in results},
        parameters=unique_parameters(simulator),
        question=plan.question,
        changes={o.changes_of: o.name for o in held if o.is_change},
        aspects=_aspects(simulator, [g.output for g in plan.graded]),
        loose={o.changes_of: o.about_absolute for o in held if o.changes_of},
    )


def _aspects(simulator: Simulator, graded: Sequence[str]) -> Mapping[str, str]:
    """Return the result that words for a quality mean, where the question grades just one."""
    made: dict[str, str] = {}
    for aspect in simulator.aspects if isinstance(simulator, Appraised) else ():
        names = [n for n in aspect.outputs if n in graded]
        if len(names) == 1:
            words = (*aspect.words, *aspect.burdens)
            made |= {w: names[0] for w in words if "[" not in w}
    return made


def _pair(runs: Runs) -> tuple[Call, Call] | None:
    """Return the only run without changes and the only one with them."""
    changed = [c for c in runs.calls if changes_anything(c, runs.parameters)]
    without = [c for c in runs.calls if not changes_anything(c, runs.parameters)]
    return (without[0], changed[0]) if len(changed) == len(without) == 1 else None
