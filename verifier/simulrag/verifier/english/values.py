"""Rules for claims about one value: a number, a range, a date, a class; and their conditions."""

from dataclasses import replace

from simulrag.verifier.english.chart import Grammar
from simulrag.verifier.english.meanings import (
    Amount,
    Claim,
    Joined,
    Label,
    Measure,
    Moment,
    Setting,
    Statement,
    Term,
    bound,
    under,
)
from simulrag.verifier.formulas.syntax import Number

CLAIMS = Grammar()
rule = CLAIMS.rule


@rule("measure", "measure setting", "measure -comma setting")
def under_conditions(measure: Measure, setting: Setting) -> Measure | None:
    """Annual mean temperature in Nairobi in 2090."""
    return measure.within(setting)


@rule("measure", "setting measure")
def of_subject(setting: Setting, measure: Measure) -> Measure | None:
    """Nairobi's annual mean temperature."""
    return measure.within(setting)


@rule("measure", "-level -prep measure", "measure -level", "-median measure", "measure -median",
      "measure -open -median -close", "-median -prep measure")  # fmt: skip
def level_of(measure: Measure) -> Measure:
    """The level of global warming; the median peak."""
    return measure


@rule("measure", "year measure")
def of_year(year: Number, measure: Measure) -> Measure | None:
    """The 2079 global mean temperature."""
    return measure.within(bound("year", year))


@rule("measure", "measure -prep measure")
def of_measure(measure: Measure, other: Measure) -> Measure | None:
    """The level of global warming: outputs that both speak of."""
    return _both(measure, other)


def _both(measure: Measure, other: Measure) -> Measure | None:
    outputs = measure.outputs & other.outputs
    joined = measure.setting.joined(other.setting)
    if not outputs or joined is None:
        return None
    return Measure(outputs, (measure.sure | other.sure) & outputs, joined)


@rule("term", "measure")
def value(measure: Measure) -> Term:
    """The value of an output."""
    return Term("value", measure)


@rule("claim", "term -be amount", "term -prep amount", "term -to amount", "term -reach amount",
      "term -be -prep amount", "term -colon amount", "term -comes -prep amount", "term amount")  # fmt: skip
def compared(term: Term, amount: Amount) -> Claim:
    """The temperature is about 4 °C; incidence peaks at 340."""
    return Claim(term, amount)


@rule("claim", "amount measure", "amount measure -prep measure")
def so_many_are(amount: Amount, *measures: Measure) -> Claim | None:
    """About 54 % of the population is infected."""
    measure = measures[0] if len(measures) == 1 else _both(*measures)
    return Claim(Term("value", measure), amount) if measure else None


@rule("claim", "measure -exceed amount")
def exceeds(measure: Measure, amount: Amount) -> Claim | None:
    """Global warming exceeds 1.5 °C."""
    more = amount.meant(">")
    return Claim(Term("value", measure), more) if more else None


@rule("claim", "measure -not -exceed amount")
def exceeds_not(measure: Measure, amount: Amount) -> Claim | None:
    """Global warming does not exceed 1.5 °C."""
    made = exceeds(measure, amount)
    return replace(made, denied=True) if made else None


@rule("claim", "term -be -not amount")
def compared_not(term: Term, amount: Amount) -> Claim:
    """The temperature is not above 4 °C."""
    return Claim(term, amount, denied=True)


@rule("claim", "term moment", "term -prep moment", "term -be moment", "term -be -prep moment",
      "term -comes moment", "term -comes -prep moment", "term -colon moment")  # fmt: skip
def on(term: Term, moment: Moment) -> Claim:
    """Incidence peaks around 2 January 2023."""
    return Claim(term, moment)


@rule("claim", "term -be label", "term label", "term -classed label", "term -be -prep label",
      "term -colon label")  # fmt: skip
def classed(term: Term, label: Label) -> Claim:
    """Perm lies on land; the change is substantial (over 25 %)."""
    return Claim(term, label)


@rule("claim", "setting -be label", "setting -classed label", "setting -be -prep label")
def classed_subject(setting: Setting, label: Label) -> Claim | None:
    """Perm is on land."""
    outputs = frozenset(output for output, _ in label.values)
    return Claim(Term("value", Measure(outputs, outputs, setting)), label) if outputs else None


@rule("claim", "claim -open -range amount -close", "claim -comma -range amount",
      "claim -open -range -prep amount -close")  # fmt: skip
def with_range(claim: Statement, amount: Amount) -> Joined | None:
    """... (range 2,000 to 6,500)."""
    if not isinstance(claim, Claim) or amount.sign != "within" or isinstance(claim.to, Moment):
        return None
    to = amount if isinstance(claim.to, Amount) else replace(claim.to, amount=amount)
    return Joined("and", (claim, replace(claim, to=to)))


@rule("claim", "setting claim", "setting -comma claim")
def with_conditions(setting: Setting, claim: Statement) -> Statement | None:
    """Under ssp585, ..."""
    return under(claim, setting)


@rule("claim", "claim setting", "claim -comma setting")
def with_conditions_behind(claim: Statement, setting: Setting) -> Statement | None:
    """... under ssp585."""
    return under(claim, setting)


@rule("claim", "claim -and claim", "claim -comma -and claim")
def both(first: Statement, second: Statement) -> Joined:
    """... and ..."""
    return Joined("and", (first, second))
