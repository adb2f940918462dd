"""Rules for whole statements: who or what, what is said of it, and under what conditions."""

from dataclasses import replace

from simulrag.verifier.english.entries import DURING, LEVEL
from simulrag.verifier.english.meanings import (
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
from simulrag.verifier.english.predicates import changes_by, is_at, since_start, turned
from simulrag.verifier.formulas.syntax import Text

rule = CLAIMS.rule


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
    if isinstance(pred.to, Delta):
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
        case Delta() if to.outputs:
            return replace(measure, outputs=to.outputs)
        case Delta():
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


def _turned(plain: Term, turn: Delta, pred: Predicate) -> Statement | None:
    """Return what is said of a change whose direction is told."""
    if pred.second is not None or pred.denied:
        return None
    match pred.to:
        case Amount() as amount if not amount.signed:
            return Claim(plain, replace(turn, amount=amount))
        case Label() as label:
            return Joined("and", (Claim(plain, label), Claim(plain, turn)))
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
    return Claim(term, Delta(turn.sign, of=turn.of)) if fits else None


@rule("claim", "amount setting? -be? -prep? measure setting?",
      "-prep? measure -comma amount -be? setting?",
      "amount -be? setting -prep measure setting?")  # fmt: skip
def so_many_are(*parts: Amount | Measure | Setting) -> Claim | None:
    """489 admissions are expected at the peak; at the peak, 489 are admitted."""
    amount, measure = of_kind(parts, Amount), of_kind(parts, Measure)
    measure = measure and within(measure, parts)
    return Claim(Term("value", measure), amount) if measure and amount else None


@rule("claim", "since -be? -comma? -when? measure -comes?",
      "-it -lasts amount setting? -to -reach? measure",
      "amount -be? -lasts -to -reach? measure")  # fmt: skip
def it_takes(*parts: Amount | Setting | Measure) -> Statement | None:
    """Five weeks after the start, the peak comes; it takes five weeks to reach the peak."""
    amount, measure = of_kind(parts, Amount), of_kind(parts, Measure)
    measure = measure and within(measure, parts)
    pred = amount and since_start(amount)
    return said_of(Term("value", measure), pred) if measure and pred else None


@rule("claim", "setting -have|reach? amount setting?", "setting not -have|reach amount")
def has(setting: Setting, *parts: str | Amount | Setting) -> Claim | None:
    """Ohio reported 300 admissions: an output that is counted in what stands behind the number."""
    amount, denied = of_kind(parts, Amount), of_kind(parts, str) is not None
    meant = amount.meant(">=") if amount and denied else amount
    if meant is None or meant.outputs is None:
        return None
    measure = within(Measure(meant.outputs, meant.outputs, setting), parts)
    return Claim(Term("value", measure), meant, denied=denied) if measure else None


@rule("claim", "measure -exceed|reach number by_year")
def crosses(measure: Measure, level: Amount, when: Amount) -> Claim | None:
    """Global warming passes 2 °C before 2082; "exceeds 2 °C in 2082" speaks of that year."""
    fits = level.kind == "number" and level.unit and level.outputs is None and not level.is_median
    inside = measure.within(bound(LEVEL, level.value, level.unit))
    return Claim(Term("value", inside), when) if inside and fits else None


# Causes: one setting changes a measure.


@rule("cause", "turn_t measure", "turn_t measure -by amount", "-change_v measure -by amount")
def raises(*parts: Turn | Measure | Amount) -> Claim | None:
    """Raises the peak by 10 %; changes the peak by +9 %."""
    amount, measure = of_kind(parts, Amount), of_kind(parts, Measure)
    if of_kind(parts, Turn):
        delta = None if amount and amount.signed else turned(*(one for one in parts
                                                   if not isinstance(one, Measure)))  # fmt: skip
    else:
        delta = amount and changes_by(amount)
    return Claim(Term("change", measure), delta) if measure and delta else None


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
def leads_to(setting: Setting, *parts: Measure | Delta | Setting) -> Statement | None:
    """R0 2.6 gives a peak 70 % higher than R0 1.9; Ohio had fewer admissions than Texas."""
    measure, to, second = (of_kind(parts, kind) for kind in (Measure, Delta, Setting))
    inside = isinstance(measure, Measure) and measure.within(setting)
    if not inside or not isinstance(to, Delta) or isinstance(second, Measure | Delta):
        return None
    pred = Predicate(to, second=second, kind="change" if second else "")
    return said_of(Term("value", inside), pred)


@rule("claim", "measure? pair -differ -by amount", "pair -be? amount -apart")
def cases_differ(*parts: Measure | Pair | Amount) -> Claim | None:
    """The two scenarios differ by 0.1 °C."""
    amount = of_kind(parts, Amount)
    term = difference(*(one for one in parts if not isinstance(one, Amount)))
    return Claim(term, amount) if term and amount else None


# A number and its day, its range, its conditions.


@rule("claim", "term prep amount moment", "term moment -comma? prep amount")
def at_and_on(term: Term, *parts: str | Amount | Moment) -> Joined | None:
    """Admissions peaked at 1,315 in the week ending 8 February 2025."""
    amount, moment = of_kind(parts, Amount), of_kind(parts, Moment)
    if amount is None or moment is None or is_at(of_kind(parts, str) or "", amount) is None:
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


@rule("claim", "-prep -median -comma claim", "claim -comma? -prep? -median")
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
