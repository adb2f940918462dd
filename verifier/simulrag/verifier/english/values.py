"""Rules for claims about one value: a number, a range, a date, a class; and their conditions."""

from dataclasses import replace

from simulrag.verifier.english.chart import Grammar
from simulrag.verifier.english.entries import DURING, LEVEL
from simulrag.verifier.english.meanings import (
    OPEN,
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
from simulrag.verifier.formulas.syntax import Number, Text

_TIMES = ("second", "minute", "hour", "day", "week", "year")
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


@rule("measure", "-level -prep measure", "measure -level")
def level_of(measure: Measure) -> Measure:
    """The level of global warming."""
    return measure


@rule("measure", "-median measure", "-median -prep measure", "measure -open -median -close")
def median_of(measure: Measure) -> Measure:
    """The median peak."""
    return replace(measure, is_median=True)


@rule("measure", "year measure")
def of_year(year: Number, measure: Measure) -> Measure | None:
    """The 2079 global mean temperature."""
    return measure.within(bound("year", year))


@rule("measure", "measure prep measure")
def of_measure(measure: Measure, prep: str, other: Measure) -> Measure | None:
    """The height of the peak: outputs that both speak of."""
    return _both(measure, other) if prep == "of" else None


def _both(measure: Measure, other: Measure) -> Measure | None:
    outputs = measure.outputs & other.outputs
    joined = measure.setting.joined(other.setting)
    if not outputs or joined is None:
        return None
    return Measure(outputs, (measure.sure | other.sure) & outputs, joined)


@rule("measure", "subject measure", "subject setting measure", "subject -prep measure")
def of_counted(outputs: frozenset[str], *parts: Measure | Setting) -> Measure | None:
    """Flu admissions in Ohio peak ...: outputs of the functions in which they are counted."""
    measure, setting = parts[-1], parts[0]
    if not isinstance(measure, Measure) or not measure.outputs & outputs:
        return None
    held = replace(measure, outputs=measure.outputs & outputs, sure=measure.sure & outputs)
    return held.within(setting) if isinstance(setting, Setting) else held


@rule("measure", "measure -prep subject")
def of_what_is_counted(measure: Measure, outputs: frozenset[str]) -> Measure | None:
    """The peak of flu admissions."""
    return of_counted(outputs, measure)


@rule("term", "measure")
def value(measure: Measure) -> Term:
    """The value of an output."""
    return Term("value", measure)


@rule(
    "claim",
    "term -be amount",
    "term -to amount",
    "term -reach amount",
    "term -colon amount",
    "term amount",
)
def compared(term: Term, amount: Amount) -> Claim:
    """The temperature is about 4 °C; incidence peaks at 340."""
    return Claim(term, amount)


@rule("claim", "term -lasts amount")
def lasts(term: Term, amount: Amount) -> Claim | None:
    """Travel takes 70 seconds."""
    return Claim(term, amount) if amount.unit in _TIMES and not amount.signed else None


@rule("claim", "term prep amount", "term -be prep amount", "term -comes prep amount")
def compared_at(term: Term, prep: str, amount: Amount) -> Claim | None:
    """Incidence peaks at 340; a peak of 340."""
    return Claim(term, amount) if prep in ("at", "of") else None


@rule("claim", "amount measure", "amount measure -prep measure")
def so_many_are(amount: Amount, *measures: Measure) -> Claim | None:
    """About 54 % of the population is infected."""
    measure = measures[0] if len(measures) == 1 else _both(*measures)
    return Claim(Term("value", measure), amount) if measure else None


@rule("claim", "setting -have amount", "setting -have amount setting", "setting amount")
def has(setting: Setting, amount: Amount, behind: Setting | None = None) -> Claim | None:
    """Ohio reported 300 admissions: an output that is counted in what stands behind the number."""
    joined = setting if behind is None else setting.joined(behind)
    if joined is None or amount.outputs is None:
        return None
    return Claim(Term("value", Measure(amount.outputs, amount.outputs, joined)), amount)


@rule("claim", "setting totals amount setting")
def totals(setting: Setting, all_of: Measure, amount: Amount, *more: Setting) -> Claim | None:
    """The season leads to 87,000 hospital admissions: what they are counted in says of what."""
    measure = all_of.within(setting)
    for one in more:
        measure = measure.within(one) if measure else None
    fits = measure and not amount.unit and amount.outputs is None
    return Claim(Term("value", measure), amount) if measure and fits else None


@rule("claim", "term -not -reach amount", "setting -not -have amount")
def does_not_reach(one: Term | Setting, amount: Amount) -> Claim | None:
    """The peak does not reach 300: it stays below, however much."""
    least = amount.meant(">=")
    if isinstance(one, Term):
        return Claim(one, least, denied=True) if least else None
    made = has(one, amount)
    return replace(made, to=least, denied=True) if made and least else None


@rule("claim", "setting -exceed amount measure")
def subject_exceeds(setting: Setting, amount: Amount, measure: Measure) -> Claim | None:
    """Ohio passed 2,000 weekly admissions."""
    within = measure.within(setting)
    return exceeds(within, amount) if within else None


@rule("claim", "measure -exceed amount")
def exceeds(measure: Measure, amount: Amount) -> Claim | None:
    """Global warming exceeds 1.5 °C."""
    more = amount.meant(">")
    return Claim(Term("value", measure), more) if more else None


@rule("claim", "measure -undercut amount")
def undercuts(measure: Measure, amount: Amount) -> Claim | None:
    """Global warming falls short of 1.5 °C."""
    less = amount.meant("<")
    return Claim(Term("value", measure), less) if less else None


@rule("claim", "measure -not -undercut amount", "topic -not -undercut amount")
def undercuts_not(measure: Measure, amount: Amount) -> Claim | None:
    """Global warming does not fall below 1.5 °C."""
    made = undercuts(measure, amount)
    return replace(made, denied=True) if made else None


# What is around is spoken of: "it", "Manpo averages 4.5 °C".


@rule("topic", "setting", "setting -it", "-it setting", "-it")
def topic(setting: Setting | None = None) -> Measure:
    """Manpo: a value of what is around, there."""
    return replace(OPEN, setting=setting or Setting())


@rule("claim", "topic -be amount", "topic -averages amount", "topic -reach amount",
      "topic -average prep amount", "topic -be prep amount")  # fmt: skip
def topic_is(measure: Measure, *parts: Amount | str) -> Claim | None:
    """Manpo averages 4.5 °C."""
    *prep, amount = parts
    if not isinstance(amount, Amount) or amount.outputs is not None or prep not in ([], ["at"]):
        return None
    return Claim(Term("value", measure), amount) if amount.unit not in ("", "percent") else None


@rule("claim", "topic -exceed amount")
def topic_exceeds(measure: Measure, amount: Amount) -> Claim | None:
    """Manpo exceeds 4 °C."""
    more = amount.meant(">")
    return topic_is(measure, more) if more else None


@rule("claim", "topic -not -exceed amount", "topic -be -not amount")
def topic_is_not(measure: Measure, amount: Amount) -> Claim | None:
    """Manpo does not exceed 4 °C."""
    made = topic_is(measure, amount if amount.sign != "==" else replace(amount, sign=">"))
    return replace(made, denied=True) if made else None


# Crossing a level.


@rule("claim", "measure -exceed number by_year", "measure -reach number by_year",
      "measure -exceed -mark -prep number by_year")  # fmt: skip
def crosses(measure: Measure, level: Amount, when: Amount) -> Claim | None:
    """Global warming passes 2 °C before 2082."""
    if when.sign == "about" or not level.unit:
        return None  # "exceeds 2 °C in 2082" speaks of that year
    return _crossing(measure, level, when)


@rule("claim", "number -mark -prep measure -passed by_year", "number -mark -passed by_year",
      "number -prep measure -passed by_year",
      "number measure -mark -passed by_year")  # fmt: skip
def is_crossed(level: Amount, *parts: Measure | Amount) -> Claim | None:
    """The 2 °C mark of global warming is passed around 2053."""
    measure = parts[0] if isinstance(parts[0], Measure) else OPEN
    when = parts[-1]
    return _crossing(measure, level, when) if isinstance(when, Amount) and level.unit else None


def _crossing(measure: Measure, level: Amount, when: Amount) -> Claim | None:
    fits = level.kind == "number" and level.outputs is None and not level.is_median
    within = measure.within(bound(LEVEL, level.value, level.unit)) if fits else None
    return Claim(Term("value", within), when) if within else None


@rule("claim", "measure -not -exceed amount")
def exceeds_not(measure: Measure, amount: Amount) -> Claim | None:
    """Global warming does not exceed 1.5 °C."""
    made = exceeds(measure, amount)
    return replace(made, denied=True) if made else None


@rule("claim", "setting -not -exceed amount measure")
def subject_exceeds_not(setting: Setting, amount: Amount, measure: Measure) -> Claim | None:
    """Ohio never passed 2,000 weekly admissions."""
    within = measure.within(setting)
    return exceeds_not(within, amount) if within else None


@rule("claim", "term -be -not amount")
def compared_not(term: Term, amount: Amount) -> Claim:
    """The temperature is not above 4 °C."""
    return Claim(term, amount, denied=True)


@rule(
    "claim",
    "term moment",
    "term -prep moment",
    "term -be moment",
    "term -be -prep moment",
    "term -comes moment",
    "term -comes -prep moment",
    "term -colon moment",
)
def on(term: Term, moment: Moment) -> Claim:
    """Incidence peaks around 2 January 2023."""
    return Claim(term, moment)


@rule("claim", "term -not -comes moment", "term -not -comes -prep moment",
      "term -be -not moment", "term -not -be moment", "term -not -be -prep moment")  # fmt: skip
def not_on(term: Term, moment: Moment) -> Claim:
    """The peak does not fall in January 2023."""
    return Claim(term, moment, denied=True)


@rule(
    "claim", "term prep amount moment", "term moment prep amount", "term moment -comma prep amount"
)
def at_and_on(term: Term, *parts: str | Amount | Moment) -> Joined | None:
    """Admissions peaked at 1,315 in the week ending 8 February 2025."""
    amount = next(one for one in parts if isinstance(one, Amount))
    moment = next(one for one in parts if isinstance(one, Moment))
    if "at" not in parts:
        return None
    during = bound(DURING, Text(moment.first))
    return Joined("and", (Claim(term, amount, during), Claim(term, moment, during)))


@rule(
    "claim",
    "term -be label",
    "term label",
    "term -classed label",
    "term -be -prep label",
    "term -colon label",
)
def classed(term: Term, label: Label) -> Claim:
    """Perm lies on land; the change is substantial (over 25 %)."""
    return Claim(term, label)


@rule("label", "label -class_n", "label -change_n", "label -effect", "label -difference")
def label_of_class(label: Label) -> Label:
    """The "significant" category; a significant change."""
    return label


@rule("claim", "setting -be label", "setting -classed label", "setting -be -prep label")
def classed_subject(setting: Setting, label: Label) -> Claim | None:
    """Perm is on land."""
    outputs = frozenset(output for output, _ in label.values)
    return Claim(Term("value", Measure(outputs, outputs, setting)), label) if outputs else None


@rule(
    "claim",
    "claim -open -range amount -close",
    "claim -comma -range amount",
    "claim -open -range -prep amount -close",
)
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


@rule("claim", "-model -report claim", "-model -report -that claim", "claim -comma -model -report")
def said(claim: Statement) -> Statement:
    """The model shows that ..."""
    return claim


@rule("claim", "-model -put_at setting label", "-model -put_at setting -prep label")
def put_in_class(setting: Setting, label: Label) -> Claim | None:
    """The model places Vila Velha at sea."""
    return classed_subject(setting, label)


@rule("claim", "-model -put_at measure prep amount", "-model -put_at setting prep amount")
def put_at(one: Measure | Setting, prep: str, amount: Amount) -> Claim | None:
    """The model puts the peak at 480."""
    measure = one if isinstance(one, Measure) else replace(OPEN, setting=one)
    return compared_at(Term("value", measure), prep, amount)


@rule("claim", "claim -prep measure")
def in_measure(claim: Statement, measure: Measure) -> Claim | None:
    """... in the annual mean: an output that both speak of."""
    if not isinstance(claim, Claim):
        return None
    both = _both(claim.term.measure, measure)
    return replace(claim, term=replace(claim.term, measure=both)) if both else None


@rule("claim", "claim -and claim", "claim -comma -and claim", "claim -but claim",
      "claim -comma -but claim", "claim -comma -but -that claim", "claim -when claim")  # fmt: skip
def both(first: Statement, second: Statement) -> Joined:
    """... and ..."""
    return Joined("and", (first, second))
