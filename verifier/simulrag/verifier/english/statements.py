"""Rules for whole statements: who or what, what is said of it, and under what conditions."""

from dataclasses import replace

from simulrag.verifier.english.entries import CASE, DURING, LEVEL, OTHER
from simulrag.verifier.english.meanings import (
    OPEN,
    Amount,
    Claim,
    Delta,
    Joined,
    Label,
    Measure,
    Moment,
    Pair,
    Predicate,
    Setting,
    Statement,
    Term,
    Turn,
    bound,
    of_kind,
    under,
    within,
)
from simulrag.verifier.english.measures import CLAIMS, both_of, difference
from simulrag.verifier.english.predicates import changes_by, is_at, on, since_start
from simulrag.verifier.formulas.syntax import Text

rule = CLAIMS.rule


@rule("claim", "term|topic pred")
def said_of(term: Term, pred: Predicate) -> Statement | None:
    """The temperature is 4 °C; Manpo averages 4.5 °C; the change is modest."""
    measure = _spoken(term, pred)
    measure = measure and measure.within(pred.setting)
    if measure and pred.over and pred.kind != "ratio":
        measure = both_of(measure, pred.over) if measure.outputs else pred.over
        pred = replace(pred, over=None)
    if measure is None or (pred.kind and term.kind != "value"):
        return None
    if pred.of_change and (term.kind != "change" or term.turn):
        return None
    if term.turn is not None:
        return _turned(replace(term, measure=measure), pred)
    kind = pred.kind or term.kind
    if isinstance(pred.to, Delta) and not pred.of_change:
        if term.kind != "value":
            return None
        kind = "change"
    to = pred.to
    of_change = (
        to.of_change if isinstance(to, Label) else isinstance(to, Amount) and to.kind == "factor"
    )
    if of_change and kind == "value":
        kind = "change"
    made = Term(kind, measure, pred.second or term.second, pred.unaltered or term.unaltered,
                pred.over)  # fmt: skip
    return Claim(made, pred.to, denied=pred.denied)


def _spoken(term: Term, pred: Predicate) -> Measure | None:
    """Return the outputs of a subject; of one left open, those that what is said speaks of."""
    measure, to = term.measure, pred.to
    if measure.outputs or term.kind != "value":
        return measure
    match to:
        case Delta() if to.outputs:
            return replace(measure, outputs=to.outputs)
        case Delta():
            return measure if to.amount and _is_sized(to.amount) else None
        case Label():
            outputs = frozenset(output for output, _ in to.values)
            return replace(measure, outputs=outputs, sure=outputs) if outputs else measure
        case Amount() if to.outputs is not None:
            return None
        case Amount():
            return measure if _is_sized(to) or to.kind == "factor" else None
        case Moment():
            return None


def _is_sized(amount: Amount) -> bool:
    """Tell an amount that tells by its unit which output is meant."""
    return amount.unit not in ("", "percent") and amount.outputs is None


def _turned(term: Term, pred: Predicate) -> Statement | None:
    """Return what is said of a change whose direction is told."""
    turn, to = term.turn, pred.to
    if turn is None or pred.second is not None or pred.denied:
        return None
    plain = replace(term, turn=None)
    match to:
        case Amount() if not to.signed:
            return Claim(plain, replace(turn, amount=to))
        case Label():
            return Joined("and", (Claim(plain, to), Claim(plain, turn)))
        case _:
            return None


@rule("claim", "term prep amount -comma? pred")
def so_much_is(term: Term, prep: str, amount: Amount, pred: Predicate) -> Joined | None:
    """A mean of 3 °C counts as cold; the peak of 214 comes in March."""
    first, second = said_of(term, Predicate(amount)), said_of(term, pred)
    return Joined("and", (first, second)) if prep == "of" and first and second else None


@rule("claim", "topic pred -prep measure prep? amount")
def with_value(
    term: Term, pred: Predicate, measure: Measure, *parts: str | Amount
) -> Joined | None:
    """Vila Velha lies at sea with a mean of 26.9 °C."""
    amount, first = of_kind(parts, Amount), said_of(term, pred)
    inside = within(measure, (term.measure.setting,))
    if (
        first is None
        or inside is None
        or amount is None
        or is_at(of_kind(parts, str) or "of", amount) is None
    ):
        return None
    return Joined("and", (first, Claim(Term("value", inside), amount)))


@rule("claim", "start -be|classed? -prep? label")
def starts_so(_: str, label: Label) -> Statement | None:
    """The season starts with slow growth."""
    return said_of(Term("value", OPEN), Predicate(label))


@rule("claim", "term -colon amount")
def labelled(term: Term, amount: Amount) -> Statement | None:
    """Peak: 340."""
    return said_of(term, Predicate(amount))


@rule("claim", "term|topic pred setting? -comma? -and|but pred setting?")
def said_twice(term: Term, *parts: Predicate | Setting) -> Joined | None:
    """Manpo averaged 4.5 °C in 1990 and warms by 2 °C by 2050."""
    made: list[Claim | Joined] = []
    for one in parts:
        held = said_of(term, one) if isinstance(one, Predicate) else under(made.pop(), one)
        if held is None:
            return None
        made.append(held)
    return Joined("and", tuple(made))


# What is said stands before what it is said of.


@rule("claim", "amount setting? -be|comes? -prep? measure setting?",
      "-prep? measure -comma amount -be? setting?",
      "amount -be? measure|setting -prep measure setting?")  # fmt: skip
def so_many_are(*parts: Amount | Measure | Setting) -> Claim | None:
    """About 54 % of the population is infected; 489 admissions are expected at the peak."""
    held = [one for one in parts if isinstance(one, Measure)]
    amount, measure = of_kind(parts, Amount), held[0] if len(held) == 1 else both_of(*held)
    measure = measure and within(measure, parts)
    return Claim(Term("value", measure), amount) if measure and amount else None


@rule("claim", "moment -be -when? measure -comes?", "-it -be moment -that measure -comes?")
def it_is_then(moment: Moment, measure: Measure) -> Statement | None:
    """December 20 is when the peak falls."""
    return said_of(Term("value", measure), on(moment))


@rule("claim", "since -be? -comma? -when? measure -comes?",
      "-it -lasts amount setting? -to -reach? measure",
      "amount -be? -lasts -to -reach? measure",
      "amount -exceed -before measure", "-after|prep amount -comma measure -comes")  # fmt: skip
def it_takes(*parts: Amount | Setting | Measure) -> Statement | None:
    """Five weeks after the start, the peak comes; it takes five weeks to reach the peak."""
    amount, measure = of_kind(parts, Amount), of_kind(parts, Measure)
    measure = measure and within(measure, parts)
    pred = amount and since_start(amount)
    return said_of(Term("value", measure), pred) if measure and pred else None


# What is counted.


@rule("claim", "setting -have|reach? amount setting?", "setting not -have|reach amount")
def has(setting: Setting, *parts: str | Amount | Setting) -> Claim | None:
    """Ohio reported 300 admissions: an output that is counted in what stands behind the number."""
    amount, denied = of_kind(parts, Amount), of_kind(parts, str) is not None
    meant = amount.meant(">=") if amount and denied else amount
    if meant is None or meant.outputs is None:
        return None
    measure = within(Measure(meant.outputs, meant.outputs, setting), parts)
    return Claim(Term("value", measure), meant, denied=denied) if measure else None


@rule("claim", "setting totals amount setting")
def totals(setting: Setting, all_of: Measure, amount: Amount, *more: Setting) -> Claim | None:
    """The season leads to 87,000 hospital admissions: what they are counted in says of what."""
    measure = within(all_of, (setting, *more))
    fits = measure and not amount.unit and amount.outputs is None
    return Claim(Term("value", measure), amount) if measure and fits else None


@rule("claim", "setting not? -exceed amount measure")
def subject_exceeds(setting: Setting, *parts: str | Amount | Measure) -> Claim | None:
    """Ohio passed 2,000 weekly admissions; Ohio never passed them."""
    amount, measure = of_kind(parts, Amount), of_kind(parts, Measure)
    inside, more = measure and measure.within(setting), amount and amount.meant(">")
    denied = of_kind(parts, str) is not None
    return Claim(Term("value", inside), more, denied=denied) if inside and more else None


@rule(
    "claim", "setting -have? turn_c measure against", "setting -have turn_c measure setting against"
)
def has_more(subject: Setting, turn: Turn, measure: Measure, *parts: Setting) -> Claim | None:
    """Ohio had more flu admissions in its worst week than Texas."""
    inside = within(measure, (subject, *parts[:-1]))
    delta = Delta(turn.sign, None, turn.of_time, turn.outputs, turn.of)
    return Claim(Term("change", inside, parts[-1]), delta) if inside else None


# Crossing a level.


@rule("claim", "measure -exceed|reach number by_year",
      "measure -exceed -mark -prep number by_year",
      "number -mark? -prep? measure -mark? -passed by_year",
      "number -mark -passed by_year")  # fmt: skip
def crosses(*parts: Measure | Amount) -> Claim | None:
    """Global warming passes 2 °C before 2082; the 2 °C mark is passed around 2053."""
    level, when = (one for one in parts if isinstance(one, Amount))
    if not isinstance(parts[-2], Measure) and when.sign == "about" and level is not parts[0]:
        return None  # "exceeds 2 °C in 2082" speaks of that year
    fits = level.kind == "number" and level.unit and level.outputs is None and not level.is_median
    measure = (of_kind(parts, Measure) or OPEN).within(bound(LEVEL, level.value, level.unit))
    return Claim(Term("value", measure), when) if measure and fits else None


# Causes: one setting changes a measure.


@rule("cause", "turn_t measure -by amount", "turn_t measure")
def raises(turn: Turn, measure: Measure, amount: Amount | None = None) -> Claim | None:
    """Raises the peak by 10 %."""
    delta = Delta(turn.sign, amount, turn.of_time, turn.outputs, turn.of)
    return None if amount and amount.signed else Claim(Term("change", measure), delta)


@rule("cause", "-change_v measure -by amount")
def alters_by(measure: Measure, amount: Amount) -> Claim:
    """Changes the peak by +9 %."""
    return Claim(Term("change", measure), changes_by(amount))


@rule("cause", "turn_t measure -to? amount")
def brings_to(_: Turn, measure: Measure, amount: Amount) -> Claim:
    """Lowers the mean below 4 °C."""
    return Claim(Term("value", measure), amount)


@rule("cause", "-not cause")
def does_not(claim: Claim) -> Claim:
    """Does not lengthen trips."""
    return replace(claim, denied=True)


@rule(
    "claim",
    "setting cause",
    "setting cause against",
    "setting cause -reference|than|from -baseline",
)
def caused(setting: Setting, claim: Claim, second: Setting | None = None) -> Claim | None:
    """A green wave lowers travel time by 15 % compared with fixed lights."""
    measure = claim.term.measure.within(setting)
    return (
        replace(claim, term=replace(claim.term, measure=measure, second=second))
        if measure
        else None
    )


@rule("claim", "setting -leads|have|make|leave measure|setting delta_c against?",
      "setting -leads measure -prep? amount")  # fmt: skip
def leads_to(
    setting: Setting, one: Measure | Setting, to: Delta | Amount, *second: Setting
) -> Statement | None:
    """R0 2.6 gives a peak 70 % higher than R0 1.9."""
    measure = one if isinstance(one, Measure) else replace(OPEN, setting=one)
    inside = measure.within(setting)
    pred = Predicate(to, second=second[0] if second else None, kind="change" if second else "")
    return said_of(Term("value", inside), pred) if inside else None


@rule("claim", "setting delta_v -prep? measure", "setting -prep measure delta_v",
      "measure setting delta_v")  # fmt: skip
def grows(*parts: Setting | Measure | Delta) -> Claim | None:
    """Prevalence rises by 43 % in the first four weeks."""
    measure, delta = of_kind(parts, Measure), of_kind(parts, Delta)
    measure = measure and within(measure, parts)
    return Claim(Term("value", measure), delta) if measure and delta else None


# Two cases, and changes of what is around.


@rule("claim", "measure pair pred", "pair measure pred", "pair -comma measure pred")
def over_time_before(*parts: Measure | Pair | Predicate) -> Statement | None:
    """Between 2035 and 2045, the temperature rises."""
    measure, pair = of_kind(parts, Measure), of_kind(parts, Pair)
    pred = of_kind(parts, Predicate)
    inside = measure and pair and measure.within(pair.second)
    if not inside or not pair or not pred or not isinstance(pred.to, Delta) or not pair.moves:
        return None
    fits = not pred.of_change and pred.second is None
    return (
        said_of(Term("value", inside), replace(pred, second=pair.first, kind="change"))
        if fits
        else None
    )


@rule("claim", "pair turn_t|change_v measure -by amount", "pair turn_t measure")
def cases_change(pair: Pair, turn: Turn | str, measure: Measure, *size: Amount) -> Claim | None:
    """A start on November 7 instead of September 2 shifts the peak by 66 days."""
    if size and size[0].signed:
        return None
    one, other = (pair.second, pair.first) if pair.moves else (pair.first, pair.second)
    inside = measure.within(one)
    sign, of_time = (turn.sign, turn.of_time) if isinstance(turn, Turn) else (0, False)
    delta = Delta(sign, size[0] if size else None, of_time)
    if not inside or (size and sign == 0):
        return Claim(Term("size", inside, other), size[0]) if inside else None
    return Claim(Term("change", inside, other), delta)


@rule("claim", "measure? pair -differ -by amount", "pair -be? amount -apart")
def cases_differ(*parts: Measure | Pair | Amount) -> Claim | None:
    """The two scenarios differ by 0.1 °C."""
    amount = of_kind(parts, Amount)
    term = difference(*(one for one in parts if not isinstance(one, Amount)))
    return Claim(term, amount) if term and amount else None


@rule("claim", "setting -be delta_c case|setting?", "-it -be setting -that -be delta_c setting?")
def against_other(setting: Setting, delta: Delta, *parts: Setting | str) -> Claim | None:
    """The aerosol case is warmer: than the other that what is around tells."""
    measure = within(Measure(delta.outputs), (setting, *parts))
    named = measure and measure.setting.get(CASE) is not None and delta.outputs
    return (
        Claim(Term("change", measure, bound(CASE, Text(OTHER))), delta)
        if measure and named
        else None
    )


@rule("claim", "setting -report|have|leads turn_n -trend? pair?", "setting turn_n -trend pair?",
      "pair setting -report turn_n -trend?")  # fmt: skip
def shows(*parts: Setting | Turn | Pair) -> Claim | None:
    """Songjiang shows a warming trend from 1983 to 2083."""
    turn, pair = of_kind(parts, Turn), of_kind(parts, Pair)
    measure = within(OPEN, (*parts, *((pair.second,) if pair else ())))
    if turn is None or turn.of_time or measure is None or (pair and not pair.moves):
        return None
    delta = Delta(turn.sign, outputs=turn.outputs, of=turn.of)
    return Claim(Term("change", measure, pair.first if pair else None), delta)


@rule("claim", "setting -colon|comma amount")
def change_there(setting: Setting, amount: Amount) -> Claim | None:
    """Manpo: +0.53 °C."""
    term = Term("change", replace(OPEN, setting=setting))
    return Claim(term, amount) if amount.signed else None


@rule("claim", "setting -have -change_n -prep amount")
def has_change(setting: Setting, amount: Amount) -> Claim:
    """Manpo experiences a change of -0.53 °C."""
    return Claim(Term("change", replace(OPEN, setting=setting)), amount)


@rule("claim", "label measure? turn_n -trend?", "setting -colon|have label measure? turn_n -trend?")
def graded_turn(*parts: Setting | Label | Measure | Turn) -> Joined | None:
    """Modest warming: of what is around."""
    label, turn = of_kind(parts, Label), of_kind(parts, Turn)
    measure = within(of_kind(parts, Measure) or OPEN, parts)
    if label is None or turn is None or turn.of_time or measure is None:
        return None
    term = Term("change", measure)
    return Joined("and", (Claim(term, label), Claim(term, Delta(turn.sign, of=turn.of))))


# A number and its day, its range, its conditions.


@rule("claim", "term prep amount moment", "term moment -comma? prep amount",
      "term prep? amount -comma moment")  # fmt: skip
def at_and_on(term: Term, *parts: str | Amount | Moment) -> Joined | None:
    """Admissions peaked at 1,315 in the week ending 8 February 2025."""
    amount, moment = of_kind(parts, Amount), of_kind(parts, Moment)
    if amount is None or moment is None or is_at(of_kind(parts, str) or "at", amount) is None:
        return None
    during = bound(DURING, Text(moment.first))
    return Joined("and", (Claim(term, amount, during), Claim(term, moment, during)))


@rule("claim", "claim -open|comma -range -prep? amount -close?")
def with_range(claim: Statement, amount: Amount) -> Joined | None:
    """... (range 2,000 to 6,500)."""
    if not isinstance(claim, Claim) or amount.sign != "within" or isinstance(claim.to, Moment):
        return None
    if isinstance(claim.to, Amount):
        to = replace(amount, kind=claim.to.kind)
    else:
        to = replace(claim.to, amount=amount)
    return Joined("and", (claim, replace(claim, to=to)))


@rule("claim", "setting -comma? claim", "claim -comma? setting")
def with_conditions(*parts: Setting | Statement) -> Statement | None:
    """Under ssp585, ..."""
    setting = of_kind(parts, Setting)
    claim = next(one for one in parts if isinstance(one, Claim | Joined))
    return setting and under(claim, setting)


@rule("claim", "-model|it -report -that? claim", "claim -comma -model -report")
def said(claim: Statement) -> Statement:
    """The model shows that ..."""
    return claim


@rule("claim", "-prep -median -comma claim", "claim -comma? -prep? -median",
      "claim -open -median -close")  # fmt: skip
def in_median(claim: Statement) -> Statement | None:
    """..., in the median."""
    if isinstance(claim, Joined):
        return None
    measure = replace(claim.term.measure, is_median=True)
    return replace(claim, term=replace(claim.term, measure=measure))


@rule("claim", "claim -prep|season_span measure", "-prep? measure -comma|colon claim")
def in_measure(*parts: Statement | Measure) -> Claim | None:
    """... in the annual mean: an output that both speak of."""
    claim, measure = of_kind(parts, Claim), of_kind(parts, Measure)
    if claim is None or measure is None:
        return None
    own = claim.term.measure
    both = both_of(own, measure) if own.outputs else within(measure, (own.setting,))
    return replace(claim, term=replace(claim.term, measure=both)) if both else None


@rule("claim", "claim -comma? -and|but|when -that? claim", "-when|from claim -comma claim")
def both(first: Statement, second: Statement) -> Joined:
    """... and ..."""
    return Joined("and", (first, second))
