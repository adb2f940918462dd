"""What `compare_runs` says: by how much the outputs of one run exceed those of another."""

from pydantic import JsonValue

from simulrag.server.replies import CompareData, Difference, Reply
from simulrag.server.wording import outputs_of, value_text
from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Quantity, Run
from simulrag.simulators.operations import DIFFERENCE_UNITS, Interval, apply, sampled_spread
from simulrag.simulators.registry import Registry


def compare(first: Run, second: Run, registry: Registry) -> Reply[CompareData]:
    """Return second minus first for every number that both have.

    Runs of one seed share all that is random (common random numbers), so that their difference
    has the interval of paired samples; it is left out for runs of two seeds and for recorded
    ones. Raises BadValue for runs of two functions, or without a number in common.
    """
    names = [f"{run.call.simulator}.{run.call.function}" for run in (first, second)]
    if names[0] != names[1]:
        raise BadValue(
            f"run {first.id} is of {names[0]} and run {second.id} of {names[1]}; compare two runs "
            "of one function",
            parameter="second",
        )
    paired = first.call.seed == second.call.seed and "recorded" not in (first.source, second.source)
    found = [
        _difference(name, first, second, registry, paired=paired)
        for name, value in second.outputs.items()
        if isinstance(value, Quantity) and isinstance(first.outputs.get(name), Quantity)
    ]
    if not found:
        raise BadValue(f"runs {first.id} and {second.id} have no number in common")
    data = CompareData(differences=found, paired=paired, changed=_changed(first, second))
    return Reply(_text(first, second, data, registry), data)


def _changed(first: Run, second: Run) -> dict[str, str]:
    """Return the arguments in which two runs differ, as "from -> to"."""
    before, after = first.call.arguments, second.call.arguments
    return {
        name: f"{_given(before.get(name))} -> {_given(after.get(name))}"
        for name in dict.fromkeys((*before, *after))
        if before.get(name) != after.get(name)
    }


def _given(value: JsonValue) -> str:
    return "not given" if value is None else str(value)


def _difference(
    name: str, first: Run, second: Run, registry: Registry, *, paired: bool
) -> Difference:
    before, after = first.outputs[name], second.outputs[name]
    assert isinstance(before, Quantity) and isinstance(after, Quantity)  # noqa: PT018
    made = apply("difference", [before, after])
    # Degrees Celsius have no natural zero, so that a share of them means nothing.
    shares = before.value != 0 and before.unit not in DIFFERENCE_UNITS
    percent = apply("percent_change", [before, after]).value if shares else None
    spread = _spread(name, first, second, registry) if paired else None
    return Difference(
        output=name,
        first=before.value,
        second=after.value,
        difference=made.value,
        percent=percent,
        unit=made.unit,
        low=None if spread is None else min(spread.low, made.value),
        high=None if spread is None else max(spread.high, made.value),
    )


def _spread(name: str, first: Run, second: Run, registry: Registry) -> Interval | None:
    """Return the 90 % interval of second - first on paired samples, where they are drawn."""
    simulator = registry.simulator(first.call.simulator)
    if second.version != simulator.version or first.version != simulator.version:
        return None
    return sampled_spread(simulator, "difference", [(first.call, name), (second.call, name)])


def _text(first: Run, second: Run, data: CompareData, registry: Registry) -> str:
    described = outputs_of(second, registry)
    changed = "; ".join(f"{name}: {change}" for name, change in data.changed.items())
    told = [f"Run {second.id} minus run {first.id} ({changed or 'same arguments'}):"]
    for one in data.differences:
        quantity = Quantity(
            value=one.difference, unit=one.unit, low=one.low, high=one.high, level=0.9
        )
        share = "" if one.percent is None else f" ({one.percent:+.1f} %)"
        told.append(f"- {one.output}: {value_text(quantity, described.get(one.output))}{share}")
    if not data.paired:
        told.append("Not paired: give both runs one seed for the interval of their difference.")
    return "\n".join(told)
