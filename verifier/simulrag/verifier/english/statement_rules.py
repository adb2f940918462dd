"""Rules for sentences: what is spoken of, what is said of it, and under what conditions."""

from dataclasses import replace

from simulrag.verifier.english.chart import Grammar
from simulrag.verifier.english.phrase_meanings import (
    DURING,
    LEVEL,
    NO_CONDITION,
    NOW,
    OPEN,
    Amount,
    Claim,
    Joined,
    Label,
    Measure,
    Moment,
    Pair,
    Predicate,
    Setting,
    Sign,
    Statement,
    Term,
    Turn,
    bound,
    under,
)
from simulrag.verifier.english.phrase_rules import both_cases, no_case
from simulrag.verifier.formulas.syntax import Number, Text

CLAIMS = Grammar()
rule = CLAIMS.rule


@rule("measure", "measure -comma? setting", "setting -be|have|reach? measure")
def under_conditions(*, measure: Measure, setting: Setting) -> Measure | None:
    """Annual mean temperature in Nairobi in 2090; Nairobi's annual mean temperature."""
    return measure.within(setting)


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
def of_counted(
    *, counted: frozenset[str], measure: Measure, setting: Setting = NO_CONDITION
) -> Measure | None:
    """Flu admissions in Ohio peak ...: outputs of the functions in which they are counted."""
    outputs = measure.outputs & counted
    held = replace(measure, outputs=outputs, sure=measure.sure & counted)
    return held.within(setting) if outputs else None


# Values, changes, differences.


@rule("term", "measure")
def value(measure: Measure) -> Term:
    """The value of an output."""
    return Term("value", measure)


@rule("topic", "-level? setting -it|case?", "-it setting?", "year")
def topic(held: Setting | Number | None = None) -> Term:
    """Manpo: a value of what is around, there."""
    setting = bound("year", held) if isinstance(held, Number) else held or NO_CONDITION
    return Term("value", replace(OPEN, setting=setting))


@rule("term", "measure -difference pair", "-difference -prep measure pair",
      "-difference pair -prep measure", "-difference pair?")  # fmt: skip
def difference(*, measure: Measure = OPEN, pair: Pair | None = None) -> Term | None:
    """The temperature difference between Brooklyn and Yangjiang."""
    pair = pair or both_cases()
    inside = pair and measure.within(pair.first)
    return Term("size", inside, pair.second) if pair and inside else None


@rule("term", "-change_n pair?", "-change_n -prep measure pair?", "measure pair? -change_n pair?",
      "-change_n setting pair")  # fmt: skip
def change(
    *_: Pair, measure: Measure = OPEN, pair: Pair | None = None, setting: Setting = NO_CONDITION
) -> Term | None:
    """The temperature change from 1983 to 2083; the change, of what is around."""
    inside = measure.within(setting)
    if pair is None or inside is None:
        return inside and Term("change", inside)
    later = inside.within(pair.second)
    return Term("change", later, pair.first) if later and pair.moves else None


@rule("term", "turn_n", "turn_n -prep measure", "measure turn_n")
def change_turned(*, turn: Turn, measure: Measure = OPEN) -> Term | None:
    """The increase in travel time."""
    return None if turn.of_time else Term("change", measure, turn=turn)


@rule("term", "term -from setting", "-change_n -from setting")
def change_from(*, setting: Setting, term: Term | None = None) -> Term | None:
    """The change in travel time from a green wave."""
    term = term or Term("change", OPEN)
    if term.kind != "change" or term.second is not None or term.unaltered:
        return None
    measure = term.measure.within(setting)
    return replace(term, measure=measure, unaltered=True) if measure else None


@rule("term", "-effect setting? -prep measure setting?", "setting -effect -prep measure",
      "-prep measure -comma? setting -effect", "-effect -prep setting -prep measure",
      "-effect")  # fmt: skip
def effect_on(*settings: Setting, measure: Measure = OPEN) -> Term | None:
    """The effect of less CO2 on the global mean temperature."""
    inside = measure.within(*settings)
    return Term("change", inside) if inside else None


@rule("term", "term -comma? setting", "setting term")
def term_under(*, term: Term, setting: Setting) -> Term | None:
    """... in 2098 under ssp585."""
    measure = None if term.kind == "value" else term.measure.within(setting)
    return replace(term, measure=measure) if measure else None


_TIMES = ("second", "minute", "hour", "day", "week", "month", "year")


# A number, a date, a class.


@rule("pred", "-be|reach|averages? amount", "-be not amount", "not -be amount")
def is_amount(*denied: str, amount: Amount) -> Predicate:
    """Is about 4 °C; is not above 4 °C."""
    return Predicate(amount, denied=bool(denied))


@rule("pred", "-be|comes|average? prep amount")
def is_at(prep: str, amount: Amount) -> Predicate | None:
    """Peaks at 340; a peak of 340."""
    return Predicate(amount) if prep in ("at", "of") else None


@rule("pred", "-lasts amount")
def lasts(amount: Amount) -> Predicate | None:
    """Takes 70 seconds."""
    return Predicate(amount) if amount.unit in _TIMES and not amount.signed else None


def _compared(category: str, sign: Sign) -> None:
    @rule("pred", f"not? -{category} amount")
    def passes(*denied: str, amount: Amount) -> Predicate | None:
        meant = amount.meant(sign)
        return meant and Predicate(meant, denied=bool(denied))


_compared("exceed", ">")
_compared("undercut", "<")


@rule("pred", "-be|comes|colon|comma? moment", "not -be|comes moment", "-be not moment")
def on(*denied: str, moment: Moment) -> Predicate:
    """Peaks around 2 January 2023; does not fall in January."""
    return Predicate(moment, denied=bool(denied))


@rule("pred", "-be|comes? -comma? since", "-be|comes? -after|prep amount")
def since_start(amount: Amount) -> Predicate | None:
    """Comes eight weeks after the season's start."""
    fits = amount.unit in _TIMES and not amount.signed and amount.sign in ("==", "about", "<", ">")
    return Predicate(replace(amount, is_since=True)) if fits else None


@rule("pred", "-be|classed|colon? -prep? label")
def classed(label: Label) -> Predicate:
    """Lies on land; is substantial (over 25 %)."""
    return Predicate(label)


@rule("pred", "-be -same -prep? pair")
def same_in(pair: Pair) -> Predicate:
    """Is the same for both starts."""
    return Predicate(Label(grade="same"), pair.first, pair.second, kind="value")


# A direction.


@rule("delta_c", "amount? turn_c", "turn_c -by amount")
@rule("delta_v", "turn_v")
def turned(*, turn: Turn, amount: Amount | None = None) -> Turn:
    """4 °C warmer; warmer by 4 °C; rises."""
    return replace(turn, amount=amount)


@rule("delta_v", "turn_v -by amount")
def turned_by(turn: Turn, amount: Amount) -> Turn | None:
    """Rises by 4 °C."""
    return None if amount.signed else replace(turn, amount=amount)


@rule("delta_v", "-change_v -by amount")
def changes_by(amount: Amount) -> Turn:
    """Changes by -22 %."""
    return Turn(1 if amount.signed else 0, amount=amount)


@rule("pred", "-be|comes|lasts? delta_c", "not? delta_v")
def turns(*denied: str, turn: Turn) -> Predicate:
    """Rises by 4 °C; is lower; does not rise by 3 m, but by less."""
    return Predicate(turn, denied=bool(denied))


@rule("pred", "-have|leads|report amount? turn_n -trend?")
def shows_turn(*, turn: Turn, amount: Amount | None = None) -> Predicate | None:
    """Shows a warming trend; brings a 27 % increase: of what is around."""
    fits = not turn.of_time and not (amount and amount.signed)
    return Predicate(Turn(turn.sign, of=turn.of, amount=amount)) if fits else None


@rule("pred", "-be? ratio", "turn_v -by? ratio")
def multiplies(*, ratio: Amount, turn: Turn | None = None) -> Predicate | None:
    """Doubles; grows 18-fold."""
    fits = turn is None or (turn.sign > 0 and ratio.value.value > 1)
    return Predicate(ratio) if fits else None


# What it is held against.


@rule("against", "-than|from|reference -that? setting|year", "-than setting|year -be",
      "-than -it -be setting|year")  # fmt: skip
def against(held: Setting | Number) -> Setting:
    """Than in 1990; compared with no seasonality."""
    return held if isinstance(held, Setting) else bound("year", held)


@rule("pred", "pred setting? against")
def held_against(pred: Predicate, *parts: Setting) -> Predicate | None:
    """Is 70 % lower with 40 % immunity than with 15 %."""
    *own, second = parts
    if not isinstance(pred.to, Turn) or pred.second is not None or pred.unaltered:
        return None
    return replace(pred, setting=own[0] if own else NO_CONDITION, second=second, kind="change")


@rule("pred", "pred setting -than -prep? amount")
def against_amount(pred: Predicate, setting: Setting, amount: Amount) -> Predicate | None:
    """Is 70 % lower with 40 % immunity than with 15 %: of the one condition in its unit."""
    if amount.sign != "==" or amount.outputs is not None:
        return None
    fitting = [
        name for one in setting.bindings for name, value in one.options[:1]
        if isinstance(value, Number) and name != "year" and one.unit == amount.unit
    ]  # fmt: skip
    if len(fitting) != 1:
        return None
    return held_against(pred, setting, bound(fitting[0], amount.value, amount.unit))


@rule("pred", "pred pair")
def over_time(pred: Predicate, pair: Pair) -> Predicate | None:
    """Rises between 2035 and 2045."""
    return held_against(pred, pair.second, pair.first) if pair.moves else None


@rule("pred", "pred setting? -than|reference|from -prep? -baseline")
def from_baseline(pred: Predicate, own: Setting | None = None) -> Predicate | None:
    """Rises by 20 % compared with the baseline."""
    if not isinstance(pred.to, Turn) or pred.second is not None:
        return None
    return replace(pred, kind="change", unaltered=True, setting=own or pred.setting)


@rule("pred", "pred setting? -than|reference -prep? -now")
def from_now(pred: Predicate, own: Setting | None = None) -> Predicate | None:
    """... compared with today, where no year is asked for."""
    now = (own or NO_CONDITION).joined(bound(NOW, Text("now")))
    return now and from_baseline(pred, now)


def _beside(sign: int, category: str) -> None:
    @rule("pred", f"-be amount -{category} -baseline")
    def beside_baseline(amount: Amount) -> Predicate | None:
        return from_baseline(Predicate(Turn(sign, amount=amount)))

    @rule("pred", f"-be amount -{category} -that? setting")
    def beside(amount: Amount, second: Setting) -> Predicate | None:
        return held_against(Predicate(Turn(sign, amount=amount)), second)


_beside(1, "above")
_beside(-1, "below")


@rule("pred", "-exceed -that? setting -by amount")
def exceeds_by(second: Setting, amount: Amount) -> Predicate | None:
    """Exceeds that under ssp245 by 0.9 °C."""
    return held_against(Predicate(Turn(1, amount=amount)), second)


@rule("pred", "-be ratio -as -high setting? -as setting", "-be ratio -that setting")
def times_as_high(ratio: Amount, *parts: Setting) -> Predicate:
    """Is 2.4 times as high with an R0 of 2.5 as with an R0 of 1.8."""
    *own, second = parts
    return Predicate(ratio, own[0] if own else NO_CONDITION, second, kind="ratio")


@rule("claim", "term|topic pred")
def said_of(term: Term, pred: Predicate) -> Statement | None:
    """The temperature is 4 °C; Manpo averages 4.5 °C; the change is modest."""
    measure = _spoken(term, pred)
    measure = measure and measure.within(pred.setting)
    if measure is None or (pred.kind and term.kind != "value"):
        return None
    if term.turn is not None:
        return _turned(replace(term, measure=measure, turn=None), term.turn, pred)
    kind = pred.kind or term.kind
    if isinstance(pred.to, Turn):
        if term.kind != "value":
            return None
        kind = "change"
    if isinstance(pred.to, Amount) and pred.to.kind == "factor" and kind == "value":
        kind = "change"
    second, unaltered = pred.second or term.second, pred.unaltered or term.unaltered
    return Claim(Term(kind, measure, second, unaltered), pred.to, denied=pred.denied)


def _spoken(term: Term, pred: Predicate) -> Measure | None:
    """Return the outputs of a subject; of one left open, those that what is said speaks of."""
    measure, to = term.measure, pred.to
    if measure.outputs or term.kind != "value":
        return measure
    match to:
        case Turn() if to.outputs:
            return replace(measure, outputs=to.outputs)
        case Turn():
            return measure if to.of or (to.amount and _is_sized(to.amount)) else None
        case Label():
            outputs = frozenset(output for output, _ in to.values)
            return replace(measure, outputs=outputs, sure=outputs) if outputs else measure
        case Amount():
            return measure if _is_sized(to) or (to.kind == "factor" and not to.outputs) else None
        case Moment():
            return None


def _is_sized(amount: Amount) -> bool:
    """Tell an amount that tells by its unit which output is meant."""
    return amount.unit not in ("", "percent") and amount.outputs is None


def _turned(plain: Term, turn: Turn, pred: Predicate) -> Statement | None:
    """Return what is said of a change whose direction is told."""
    if pred.second is not None or pred.denied:
        return None
    match pred.to:
        case Amount() as amount if not amount.signed:
            return Claim(plain, replace(turn, amount=amount))
        case Label() as label:
            return Joined((Claim(plain, label), Claim(plain, turn)))
        case _:
            return None


@rule("claim", "term -colon amount")
def labelled(term: Term, amount: Amount) -> Statement | None:
    """Peak: 340."""
    return said_of(term, Predicate(amount))


@rule("claim", "term -be turn_n -trend?")
def is_turn(term: Term, turn: Turn) -> Claim | None:
    """The change is a warming."""
    fits = term.kind == "change" and term.turn is None and not turn.of_time
    return Claim(term, Turn(turn.sign, of=turn.of)) if fits else None


@rule("claim", "amount setting? -be? -prep? measure setting?",
      "-prep? measure -comma amount -be? setting?",
      "amount -be? setting -prep measure setting?")  # fmt: skip
def so_many_are(*settings: Setting, amount: Amount, measure: Measure) -> Claim | None:
    """489 admissions are expected at the peak; at the peak, 489 are admitted."""
    inside = measure.within(*settings)
    return Claim(Term("value", inside), amount) if inside else None


@rule("claim", "since -be? -comma? -when? measure -comes?",
      "-it -lasts amount setting? -to -reach? measure",
      "amount -be? -lasts -to -reach? measure")  # fmt: skip
def it_takes(*settings: Setting, amount: Amount, measure: Measure) -> Statement | None:
    """Five weeks after the start, the peak comes; it takes five weeks to reach the peak."""
    inside, pred = measure.within(*settings), since_start(amount)
    return said_of(Term("value", inside), pred) if inside and pred else None


@rule("claim", "setting -have|reach? amount setting?", "setting not -have|reach amount")
def has(*settings: Setting, amount: Amount, denial: str = "") -> Claim | None:
    """Ohio reported 300 admissions: an output that is counted in what stands behind the number."""
    meant = amount.meant(">=") if denial else amount
    if meant is None or meant.outputs is None:
        return None
    measure = Measure(meant.outputs, meant.outputs).within(*settings)
    return Claim(Term("value", measure), meant, denied=bool(denial)) if measure else None


@rule("claim", "measure -exceed|reach number by_year")
def crosses(measure: Measure, level: Amount, when: Amount) -> Claim | None:
    """Global warming passes 2 °C before 2082; "exceeds 2 °C in 2082" speaks of that year."""
    fits = level.kind == "number" and level.unit and level.outputs is None and not level.is_median
    inside = measure.within(bound(LEVEL, level.value, level.unit))
    return Claim(Term("value", inside), when) if inside and fits else None


# Causes: one setting changes a measure.


@rule("cause", "turn_t measure", "turn_t measure -by amount", "-change_v measure -by amount")
def raises(
    *, measure: Measure, turn: Turn | None = None, amount: Amount | None = None
) -> Claim | None:
    """Raises the peak by 10 %; changes the peak by +9 %."""
    if turn is None:
        to = amount and changes_by(amount)
    else:
        to = None if amount and amount.signed else replace(turn, amount=amount)
    return Claim(Term("change", measure), to) if to else None


@rule("cause", "turn_t measure -to? amount")
def brings_to(_: Turn, measure: Measure, amount: Amount) -> Claim:
    """Lowers the mean below 4 °C."""
    return Claim(Term("value", measure), amount)


@rule("claim", "setting cause", "setting cause against",
      "setting cause -reference|than|from -baseline")  # fmt: skip
def caused(setting: Setting, claim: Claim, second: Setting | None = None) -> Claim | None:
    """A green wave lowers travel time by 15 % compared with fixed lights."""
    measure = claim.term.measure.within(setting)
    term = measure and replace(claim.term, measure=measure, second=second)
    return replace(claim, term=term) if term else None


@rule("claim", "pair cause", "pair -comma? claim")
def between_two(pair: Pair, claim: Statement) -> Claim | None:
    """A start on November 7 instead of September 2 shifts the peak; from 2035 to 2045 it rises."""
    if not isinstance(claim, Claim) or claim.term.kind != "change" or claim.term.second:
        return None
    later, earlier = (pair.second, pair.first) if pair.moves else (pair.first, pair.second)
    return caused(later, claim, earlier)


@rule("claim", "setting -leads|have measure delta_c against?",
      "setting -have? delta_c measure against")  # fmt: skip
def leads_to(
    setting: Setting, second: Setting | None = None, *, measure: Measure, to: Turn
) -> Statement | None:
    """R0 2.6 gives a peak 70 % higher than R0 1.9; Ohio had fewer admissions than Texas."""
    inside = measure.within(setting)
    pred = Predicate(to, second=second, kind="change" if second else "")
    return said_of(Term("value", inside), pred) if inside else None


@rule("claim", "measure? pair -differ -by amount", "pair -be? amount -apart")
def cases_differ(
    *, amount: Amount, measure: Measure = OPEN, pair: Pair | None = None
) -> Claim | None:
    """The two scenarios differ by 0.1 °C."""
    term = difference(measure=measure, pair=pair)
    return Claim(term, amount) if term else None


# A number and its day, its range, its conditions.


@rule("claim", "term prep amount moment", "term moment -comma? prep amount")
def at_and_on(term: Term, prep: str, *, amount: Amount, moment: Moment) -> Joined | None:
    """Admissions peaked at 1,315 in the week ending 8 February 2025."""
    if is_at(prep, amount) is None:
        return None
    during = bound(DURING, Text(moment.first))
    return Joined((Claim(term, amount, during), Claim(term, moment, during)))


@rule("claim", "claim -open|comma -range -prep? amount -close?")
def with_range(claim: Statement, amount: Amount) -> Joined | None:
    """... (range 2,000 to 6,500)."""
    if not isinstance(claim, Claim) or amount.sign != "within" or isinstance(claim.to, Moment):
        return None
    if isinstance(claim.to, Amount):
        to = replace(amount, kind=claim.to.kind)
    else:
        to = replace(claim.to, amount=amount)
    return Joined((claim, replace(claim, to=to)))


@rule("claim", "setting -comma? claim", "claim -comma? setting")
def with_conditions(*, setting: Setting, claim: Claim | Joined) -> Statement | None:
    """Under ssp585, ..."""
    return under(claim, setting)


@rule("claim", "-prep -median -comma claim", "claim -comma? -prep? -median")
def in_median(claim: Statement) -> Statement | None:
    """..., in the median."""
    if isinstance(claim, Joined):
        return None
    measure = replace(claim.term.measure, is_median=True)
    return replace(claim, term=replace(claim.term, measure=measure))


@rule("claim", "claim -prep|season_span measure", "-prep? measure -comma|colon claim")
def in_measure(*, claim: Claim | Joined, measure: Measure) -> Claim | None:
    """... in the annual mean: an output that both speak of."""
    if isinstance(claim, Joined):
        return None
    own = claim.term.measure
    both = both_of(own, measure) if own.outputs else measure.within(own.setting)
    return replace(claim, term=replace(claim.term, measure=both)) if both else None


@rule("claim", "claim -comma? -and|but|when -that? claim", "-when|from claim -comma claim")
def both(first: Statement, second: Statement) -> Joined:
    """... and ..."""
    return Joined((first, second))
