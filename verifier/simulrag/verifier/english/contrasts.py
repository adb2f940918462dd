"""Rules for claims about two values: differences, ratios, changes, orders."""

from dataclasses import replace

from simulrag.verifier.english.entries import NOW
from simulrag.verifier.english.meanings import (
    Amount,
    Claim,
    Delta,
    Label,
    Measure,
    Pair,
    Setting,
    Statement,
    Term,
    Turn,
    bound,
)
from simulrag.verifier.english.values import CLAIMS
from simulrag.verifier.formulas.syntax import Number, Text

rule = CLAIMS.rule


# What something is held against.


@rule(
    "against",
    "-than -it -be setting",
    "-than setting -be",
    "-than -it setting",
    "-reference setting",
    "-than setting",
    "-instead setting",
    "-than -that setting",
    "-reference -that setting",
    "-from setting",
    "-from -that setting",
)
def against(setting: Setting) -> Setting:
    """Than in 1990; compared with no seasonality."""
    return setting


@rule(
    "against",
    "-from -that year",
    "-from -that -prep year",
    "-reference year",
    "-than year",
    "-than year -be",
    "-than -it -be year",
)
def against_year(held: Number) -> Setting:
    """Compared with 1987."""
    return bound("year", held)


@rule("baseline_ref", "than baseline", "reference baseline", "from baseline", "than prep baseline")
def against_baseline(*_: str) -> str:
    """Relative to the baseline."""
    return "baseline"


# Changes.


@rule("delta_c", "amount turn_c")
def by_higher(amount: Amount, turn: Turn) -> Delta:
    """4 °C warmer."""
    return Delta(turn.sign, amount, turn.of_time, turn.outputs, turn.of)


@rule("delta_c", "turn_c -by amount")
def higher_by(turn: Turn, amount: Amount) -> Delta:
    """Warmer by 4 °C."""
    return by_higher(amount, turn)


@rule("delta_v", "turn_v -by amount", "turn_v amount")
def rises_by(turn: Turn, amount: Amount) -> Delta | None:
    """Rises by 4 °C."""
    return None if amount.signed else by_higher(amount, turn)


@rule("delta_c", "turn_c")
def higher(turn: Turn) -> Delta:
    """Warmer."""
    return Delta(turn.sign, None, turn.of_time, turn.outputs, turn.of)


@rule("delta_v", "turn_v")
def rises(turn: Turn) -> Delta:
    """Rises."""
    return higher(turn)


@rule("delta_v", "-change_v -by amount")
def changes_by(amount: Amount) -> Delta:
    """Changes by -22 %."""
    return Delta(1 if amount.signed else 0, amount)


@rule("delta_v", "turn_v -instead turn_v", "turn_t -instead turn_t")
def rises_and_not(turn: Turn, other: Turn) -> Delta | None:
    """Rises rather than falls."""
    return higher(turn) if turn.sign == -other.sign else None


@rule("claim", "claim -by amount")
def by_so_much(claim: Statement, amount: Amount) -> Claim | None:
    """Oslo is cooler than Rome by 4 °C."""
    if not isinstance(claim, Claim) or not isinstance(claim.to, Delta) or claim.to.amount:
        return None
    if claim.denied or amount.signed or claim.term.second is None:
        return None
    return replace(claim, to=replace(claim.to, amount=amount))


@rule("claim", "claim baseline_ref")
def from_baseline(claim: Statement, _: str) -> Claim | None:
    """Travel time rises by 20 % compared with the baseline."""
    if not isinstance(claim, Claim) or not isinstance(claim.to, Delta):
        return None
    if claim.term.second is not None or claim.term.kind not in ("change", "value"):
        return None
    return replace(claim, term=replace(claim.term, kind="change", unaltered=True))


@rule("claim", "claim -reference now", "claim -than now", "claim -than -prep now")
def from_now(claim: Statement, _: str) -> Claim | None:
    """... compared with today, where no year is asked for."""
    made = from_baseline(claim, "")
    return replace(made, shared=made.shared.joined(bound(NOW, Text("now")))) if made else None


def _beside_baseline(sign: int, category: str) -> None:
    @rule("claim", f"measure -be amount -{category} baseline")
    def beside(measure: Measure, amount: Amount, _: str) -> Claim | None:
        return from_baseline(change_by(measure, None, Delta(sign, amount)), "")

    @rule("claim", f"measure -be amount -{category} now")
    def beside_now(measure: Measure, amount: Amount, _: str) -> Claim | None:
        return from_now(change_by(measure, None, Delta(sign, amount)), "")


_beside_baseline(1, "above")
_beside_baseline(-1, "below")


def change_by(measure: Measure, second: Setting | None, delta: Delta) -> Claim:
    """Return that a measure changes, against a second setting or what is around."""
    return Claim(Term("change", measure, second), delta)


@rule(
    "claim",
    "measure -be delta_c against",
    "measure -comes delta_c against",
    "measure delta_v against",
    "measure delta_c against",
)
def against_setting(measure: Measure, delta: Delta, second: Setting) -> Claim:
    """The peak is 70 % lower than with 15 % immunity."""
    return change_by(measure, second, delta)


@rule(
    "claim",
    "measure -be delta_c setting -than amount",
    "measure -comes delta_c setting -than amount",
    "measure delta_c setting -than amount",
    "measure -be delta_c setting -than -prep amount",
    "measure delta_c setting -than -prep amount",
    "measure -comes delta_c setting -than -prep amount",
)
def in_setting_against_amount(
    measure: Measure, delta: Delta, setting: Setting, amount: Amount
) -> Claim | None:
    """The peak is 70 % lower with 40 % immunity than with 15 %."""
    second = _likewise(setting, amount)
    return in_setting_against(measure, delta, setting, second) if second else None


def _likewise(setting: Setting, amount: Amount) -> Setting | None:
    """Return a number alone as a condition of the one kind that a setting has in its unit."""
    if amount.sign != "==" or amount.outputs is not None:
        return None
    fitting = [
        one for one in setting.bindings
        if isinstance(one.options[0][1], Number) and one.options[0][0] != "year"
        and one.unit == amount.unit
    ]  # fmt: skip
    if len(fitting) != 1:
        return None
    return bound(fitting[0].options[0][0], amount.value, amount.unit)


@rule(
    "claim",
    "measure -be delta_c setting against",
    "measure -comes delta_c setting against",
    "measure delta_v setting against",
    "measure delta_c setting against",
)
def in_setting_against(
    measure: Measure, delta: Delta, setting: Setting, second: Setting
) -> Claim | None:
    """The peak is 70 % lower with 40 % immunity than with 15 %."""
    within = measure.within(setting)
    return change_by(within, second, delta) if within else None


@rule("claim", "setting -be delta_c against", "setting delta_v against")
def subject_against(setting: Setting, delta: Delta, second: Setting) -> Claim | None:
    """Nairobi is 4 °C warmer than Oslo."""
    return (
        change_by(Measure(delta.outputs, setting=setting), second, delta) if delta.outputs else None
    )


@rule("claim", "setting -be delta_c setting against", "setting delta_v setting against")
def subject_in_against(
    subject: Setting, delta: Delta, setting: Setting, second: Setting
) -> Claim | None:
    """Nairobi is 4 °C warmer in 2090 than in 1990."""
    joined = subject.joined(setting)
    return subject_against(joined, delta, second) if joined else None


@rule(
    "claim",
    "setting turn_c measure against",
    "setting -have turn_c measure against",
    "setting -have turn_c measure setting against",
)
def has_more(subject: Setting, turn: Turn, measure: Measure, *parts: Setting) -> Claim | None:
    """Ohio had more flu admissions in its worst week than Texas."""
    within = measure.within(subject)
    for setting in parts[:-1]:
        within = within.within(setting) if within else None
    return change_by(within, parts[-1], higher(turn)) if within else None


@rule("claim", "measure -be -not delta_c against", "setting -be -not delta_c against",
      "measure -not -be delta_c against", "setting -not -be delta_c against",
      "measure -not -be -any delta_c against", "setting -not -be -any delta_c against",
      "measure -not delta_v against", "setting -not delta_v against")  # fmt: skip
def not_against(one: Measure | Setting, delta: Delta, second: Setting) -> Claim | None:
    """The peak is not higher than with 15 % immunity."""
    if delta.amount is not None:
        return None
    made = (against_setting if isinstance(one, Measure) else subject_against)(one, delta, second)
    return replace(made, denied=True) if made else None


@rule("claim", "measure -be amount -above -that setting", "measure -be amount -above setting")
def above_that(measure: Measure, amount: Amount, second: Setting) -> Claim:
    """Temperatures in the first case are 0.1 °C above those in the second."""
    return exceeds_by(measure, second, amount)


@rule("claim", "measure -be amount -below -that setting", "measure -be amount -below setting")
def below_that(measure: Measure, amount: Amount, second: Setting) -> Claim:
    """... 0.1 °C below those in the second."""
    return change_by(measure, second, Delta(-1, amount))


@rule("claim", "setting -leads measure delta_c against")
def leads_to(setting: Setting, measure: Measure, delta: Delta, second: Setting) -> Claim | None:
    """R0 2.6 gives a peak 70 % higher than R0 1.9."""
    within = measure.within(setting)
    return against_setting(within, delta, second) if within else None


@rule("claim", "term -be turn_n", "term -classed turn_n", "term -be turn_n -trend",
      "term -classed turn_n -trend")  # fmt: skip
def change_is(term: Term, turn: Turn) -> Claim | None:
    """The change is a warming trend."""
    fits = term.kind == "change" and not turn.of_time
    return Claim(term, replace(higher(turn), outputs=frozenset())) if fits else None


@rule("term", "term -from setting")
def change_from(term: Term, setting: Setting) -> Term | None:
    """The change in travel time from a green wave."""
    if term.kind != "change" or term.second is not None or term.unaltered:
        return None
    within = term.measure.within(setting)
    return replace(term, measure=within, unaltered=True) if within else None


@rule("claim", "setting -have label -effect -prep measure", "setting -have label -prep measure")
def has_effect(setting: Setting, label: Label, measure: Measure) -> Claim | None:
    """A lower limit has a minor effect on travel time."""
    term = effect_on(setting, measure)
    return Claim(term, label) if term else None


@rule("claim", "measure delta_v pair", "measure -be delta_c pair")
def over_time(measure: Measure, delta: Delta, pair: Pair) -> Claim | None:
    """The temperature rises between 2035 and 2045."""
    within = measure.within(pair.second)
    return change_by(within, pair.first, delta) if within and pair.moves else None


@rule("claim", "measure pair delta_v", "pair measure delta_v", "pair -comma measure delta_v")
def over_time_before(one: Measure | Pair, other: Measure | Pair, delta: Delta) -> Claim | None:
    """Between 2035 and 2045, the temperature rises."""
    measure, pair = (one, other) if isinstance(one, Measure) else (other, one)
    if not isinstance(measure, Measure) or not isinstance(pair, Pair):
        return None
    return over_time(measure, delta, pair)


@rule("claim", "setting delta_v pair")
def subject_over_time(setting: Setting, delta: Delta, pair: Pair) -> Claim | None:
    """Kanazawa warms by 1 °C between 2035 and 2045."""
    return (
        over_time(Measure(delta.outputs, setting=setting), delta, pair) if delta.outputs else None
    )


@rule("claim", "setting delta_v", "setting -be delta_c")
def subject_moves(setting: Setting, delta: Delta) -> Claim | None:
    """Red Hook cools by 0.3 °C: between years that what is around tells."""
    return (
        change_by(Measure(delta.outputs, setting=setting), None, delta) if delta.outputs else None
    )


@rule("claim", "measure delta_v", "measure -be delta_c")
def against_unaltered(measure: Measure, delta: Delta) -> Claim:
    """Travel time rises by 14 %, under conditions that alter it."""
    return change_by(measure, None, delta)


@rule("claim", "measure delta_v baseline_ref", "measure -be delta_c baseline_ref")
def against_the_baseline(measure: Measure, delta: Delta, _: str) -> Claim:
    """The global mean is 0.3 °C lower than in the baseline."""
    return Claim(Term("change", measure, unaltered=True), delta)


@rule("claim", "measure -be amount -below -baseline")
def below_baseline(measure: Measure, amount: Amount) -> Claim:
    """The global mean is 0.35 °C below the baseline."""
    return Claim(Term("change", measure, unaltered=True), Delta(-1, amount))


@rule("claim", "measure -be amount -above -baseline")
def above_baseline(measure: Measure, amount: Amount) -> Claim:
    """The global mean is 0.35 °C above the baseline."""
    return Claim(Term("change", measure, unaltered=True), Delta(1, amount))


# Causes: one setting changes a measure.


@rule("cause", "turn_t measure -by amount")
def raises_by(turn: Turn, measure: Measure, amount: Amount) -> Claim | None:
    """Raises the peak by 10 %."""
    return None if amount.signed else change_by(measure, None, by_higher(amount, turn))


@rule("cause", "turn_t measure")
def raises(turn: Turn, measure: Measure) -> Claim:
    """Raises the peak."""
    return change_by(measure, None, higher(turn))


@rule("cause", "-change_v measure -by amount")
def alters_by(measure: Measure, amount: Amount) -> Claim:
    """Changes the peak by +9 %."""
    return change_by(measure, None, changes_by(amount))


@rule("claim", "setting cause")
def caused(setting: Setting, claim: Claim) -> Claim | None:
    """A green wave lowers travel time by 15 %."""
    within = claim.term.measure.within(setting)
    return replace(claim, term=replace(claim.term, measure=within)) if within else None


@rule("claim", "setting cause against")
def caused_against(setting: Setting, claim: Claim, second: Setting) -> Claim | None:
    """High seasonality raises the peak by 10 % compared with no seasonality."""
    made = caused(setting, claim)
    return replace(made, term=replace(made.term, second=second)) if made else None


@rule("claim", "setting cause baseline_ref")
def caused_from_baseline(setting: Setting, claim: Claim, _: str) -> Claim | None:
    """A CO2 cut of 19 % cools the planet relative to the baseline."""
    made = caused(setting, claim)
    return replace(made, term=replace(made.term, unaltered=True)) if made else None


# Differences and changes as things.


@rule(
    "term",
    "measure -difference pair",
    "-difference -prep measure pair",
    "-difference pair -prep measure",
)
def difference_between(one: Measure | Pair, other: Measure | Pair) -> Term | None:
    """The temperature difference between Brooklyn and Yangjiang."""
    measure, pair = (one, other) if isinstance(one, Measure) else (other, one)
    if not isinstance(measure, Measure) or not isinstance(pair, Pair):
        return None
    within = measure.within(pair.first)
    return Term("size", within, pair.second) if within else None


@rule("term", "-change_n -prep measure", "measure -change_n")
def change_of(measure: Measure) -> Term:
    """The change in fuel consumption."""
    return Term("change", measure)


@rule("term", "-change_n -prep measure pair", "measure -change_n pair", "measure pair -change_n")
def change_over_time(measure: Measure, pair: Pair) -> Term | None:
    """The temperature change from 1983 to 2083."""
    within = measure.within(pair.second)
    return Term("change", within, pair.first) if within and pair.moves else None


@rule(
    "claim",
    "setting delta_v measure",
    "setting delta_v -prep measure",
    "measure -be delta_c",
    "setting -prep measure delta_v",
    "measure setting delta_v",
)
def grows(
    one: Setting | Measure, two: Delta | Measure | Setting, *three: Delta | Measure
) -> Claim | None:
    """Prevalence rises by 43 % in the first four weeks."""
    parts = (one, two, *three)
    measure = next((part for part in parts if isinstance(part, Measure)), None)
    delta = next((part for part in parts if isinstance(part, Delta)), None)
    setting = next((part for part in parts if isinstance(part, Setting)), Setting())
    within = measure.within(setting) if measure else None
    return Claim(Term("value", within), delta) if within and delta else None


@rule("term", "-effect setting -prep measure", "-effect -prep measure setting",
      "setting -effect -prep measure", "-prep measure -comma setting -effect",
      "-prep measure setting -effect", "-effect -prep setting -prep measure")  # fmt: skip
def effect_on(one: Measure | Setting, other: Measure | Setting) -> Term | None:
    """The effect of less CO2 on the global mean temperature."""
    measure, setting = (one, other) if isinstance(one, Measure) else (other, one)
    if not isinstance(measure, Measure) or not isinstance(setting, Setting):
        return None
    within = measure.within(setting)
    return Term("change", within) if within else None


@rule("term", "term setting", "term -comma setting", "setting term")
def term_under(one: Term | Setting, other: Term | Setting) -> Term | None:
    """... in 2098 under ssp585."""
    term, setting = (one, other) if isinstance(one, Term) else (other, one)
    if not isinstance(term, Term) or not isinstance(setting, Setting) or term.kind == "value":
        return None
    within = term.measure.within(setting)
    return replace(term, measure=within) if within else None


@rule("claim", "measure pair -differ -by amount", "measure -differ -by amount pair")
def differ_by(measure: Measure, one: Pair | Amount, other: Pair | Amount) -> Claim | None:
    """The temperatures under ssp245 and ssp370 differ by 0.1 °C."""
    pair, amount = (one, other) if isinstance(one, Pair) else (other, one)
    if not isinstance(pair, Pair) or not isinstance(amount, Amount):
        return None
    term = difference_between(measure, pair)
    return Claim(term, amount) if term else None


@rule("claim", "measure -differ against -by amount", "measure -differ -by amount against")
def differs_from(measure: Measure, one: Setting | Amount, other: Setting | Amount) -> Claim | None:
    """The annual mean in 2095 differs from that of 2005 by half a degree."""
    second, amount = (one, other) if isinstance(one, Setting) else (other, one)
    if not isinstance(second, Setting) or not isinstance(amount, Amount):
        return None
    return Claim(Term("size", measure, second), amount)


@rule("claim", "measure -be -same -prep pair", "measure -be -same pair")
def same_in(measure: Measure, pair: Pair) -> Claim | None:
    """The peak is the same for both starts."""
    within = measure.within(pair.first)
    return Claim(Term("value", within, pair.second), Label(grade="same")) if within else None


# Ratios.


@rule("claim", "measure -be ratio -as -high -as setting", "measure -be ratio -that setting")
def times_as_high(measure: Measure, ratio: Amount, second: Setting) -> Claim:
    """The peak is 2.4 times as high as with an R0 of 1.8."""
    return Claim(Term("ratio", measure, second), ratio)


@rule("claim", "measure -be ratio -as -high setting -as setting")
def times_as_high_in(
    measure: Measure, ratio: Amount, setting: Setting, second: Setting
) -> Claim | None:
    """The peak is 2.4 times as high with an R0 of 2.5 as with an R0 of 1.8."""
    within = measure.within(setting)
    return times_as_high(within, ratio, second) if within else None


# One side above the other.


@rule("claim", "measure -exceed -that setting -by amount", "measure -exceed setting -by amount")
def exceeds_by(measure: Measure, second: Setting, amount: Amount) -> Claim:
    """Warming under ssp585 exceeds that under ssp245 by 0.9 °C."""
    return change_by(measure, second, Delta(1, amount))
