"""Rules for what a sentence speaks of: a value of an output, a change of it, a difference."""

from dataclasses import replace

from simulrag.verifier.english.alterations import both_cases, no_case
from simulrag.verifier.english.chart import Grammar
from simulrag.verifier.english.meanings import (
    OPEN,
    Delta,
    Measure,
    Pair,
    Setting,
    Term,
    Turn,
    bound,
    of_kind,
    within,
)
from simulrag.verifier.formulas.syntax import Number

CLAIMS = Grammar()
rule = CLAIMS.rule


@rule("measure", "measure -comma? setting", "setting -be|have|reach? measure")
def under_conditions(*parts: Measure | Setting) -> Measure | None:
    """Annual mean temperature in Nairobi in 2090; Nairobi's annual mean temperature."""
    measure = of_kind(parts, Measure)
    return measure and within(measure, parts)


@rule("measure", "-level -prep measure", "measure -level", "-it measure")
def level_of(measure: Measure) -> Measure:
    """The level of global warming."""
    return measure


@rule("measure", "-median -prep? measure", "measure -open -median -close", "measure -prep -median")
def median_of(measure: Measure) -> Measure:
    """The median peak."""
    return replace(measure, is_median=True)


@rule("measure", "-baseline|unaltered measure")
def without_changes(measure: Measure) -> Measure | None:
    """The baseline temperature."""
    return measure.within(no_case())


@rule("measure", "year measure")
def of_year(year: Number, measure: Measure) -> Measure | None:
    """The 2079 global mean temperature."""
    return measure.within(bound("year", year))


@rule("measure", "measure -comma? measure")
def both_of(measure: Measure, other: Measure) -> Measure | None:
    """Summed over the season, the burden: outputs that both name, and not only hint at."""
    both = measure.outputs & other.outputs
    return _both(measure, other) if measure.sure & both and other.sure & both else None


def _both(measure: Measure, other: Measure) -> Measure | None:
    outputs = measure.outputs & other.outputs
    joined = measure.setting.joined(other.setting)
    if not outputs or joined is None:
        return None
    is_median = measure.is_median or other.is_median
    return Measure(outputs, (measure.sure | other.sure) & outputs, joined, is_median)


@rule("measure", "subject -prep? measure", "subject setting measure", "measure -prep subject")
def of_counted(*parts: frozenset[str] | Measure | Setting) -> Measure | None:
    """Flu admissions in Ohio peak ...: outputs of the functions in which they are counted."""
    measure = of_kind(parts, Measure)
    counted = next(one for one in parts if isinstance(one, frozenset))
    if measure is None or not measure.outputs & counted:
        return None
    outputs = measure.outputs & counted
    return within(replace(measure, outputs=outputs, sure=measure.sure & counted), parts)


# Values, changes, differences.


@rule("term", "measure")
def value(measure: Measure) -> Term:
    """The value of an output."""
    return Term("value", measure)


@rule("topic", "-level? setting -it|case?", "-it setting?", "year")
def topic(held: Setting | Number | None = None) -> Term:
    """Manpo: a value of what is around, there."""
    setting = bound("year", held) if isinstance(held, Number) else held or Setting()
    return Term("value", replace(OPEN, setting=setting))


@rule("term", "measure -difference pair", "-difference -prep measure pair",
      "-difference pair -prep measure", "-difference pair?")  # fmt: skip
def difference(*parts: Measure | Pair) -> Term | None:
    """The temperature difference between Brooklyn and Yangjiang."""
    pair = of_kind(parts, Pair) or both_cases("")
    measure = pair and (of_kind(parts, Measure) or OPEN).within(pair.first)
    return Term("size", measure, pair.second) if pair and measure else None


@rule("term", "-change_n pair?", "-change_n -prep measure pair?", "measure pair? -change_n pair?",
      "-change_n setting pair")  # fmt: skip
def change(*parts: Measure | Pair | Setting) -> Term | None:
    """The temperature change from 1983 to 2083; the change, of what is around."""
    pair, measure = of_kind(parts, Pair), within(of_kind(parts, Measure) or OPEN, parts)
    if pair is None or measure is None:
        return measure and Term("change", measure)
    later = measure.within(pair.second)
    return Term("change", later, pair.first) if later and pair.moves else None


@rule("term", "turn_n", "turn_n -prep measure", "measure turn_n")
def turned(*parts: Turn | Measure) -> Term | None:
    """The increase in travel time."""
    turn = of_kind(parts, Turn)
    if turn is None or turn.of_time:
        return None
    delta = Delta(turn.sign, outputs=turn.outputs, of=turn.of)
    return Term("change", of_kind(parts, Measure) or OPEN, turn=delta)


@rule("term", "term -from setting", "-change_n -from setting")
def change_from(*parts: Term | Setting) -> Term | None:
    """The change in travel time from a green wave."""
    term = of_kind(parts, Term) or Term("change", OPEN)
    if term.kind != "change" or term.second is not None or term.unaltered:
        return None
    measure = within(term.measure, parts)
    return replace(term, measure=measure, unaltered=True) if measure else None


@rule("term", "-effect setting? -prep measure setting?", "setting -effect -prep measure",
      "-prep measure -comma? setting -effect", "-effect -prep setting -prep measure",
      "-effect")  # fmt: skip
def effect_on(*parts: Measure | Setting) -> Term | None:
    """The effect of less CO2 on the global mean temperature."""
    measure = within(of_kind(parts, Measure) or OPEN, parts)
    return Term("change", measure) if measure else None


@rule("term", "term -comma? setting", "setting term")
def term_under(*parts: Term | Setting) -> Term | None:
    """... in 2098 under ssp585."""
    term = of_kind(parts, Term)
    if term is None or term.kind == "value":
        return None
    measure = within(term.measure, parts)
    return replace(term, measure=measure) if measure else None
