"""Rules for what a sentence says of its subject: an amount, a date, a class, a direction."""

from dataclasses import replace

from simulrag.verifier.english.entries import NOW
from simulrag.verifier.english.meanings import (
    Amount,
    Delta,
    Label,
    Measure,
    Moment,
    Pair,
    Predicate,
    Setting,
    Sign,
    Turn,
    bound,
    of_kind,
)
from simulrag.verifier.english.measures import CLAIMS
from simulrag.verifier.formulas.syntax import Number, Text

rule = CLAIMS.rule
_TIMES = ("second", "minute", "hour", "day", "week", "month", "year")


# A number.


@rule("pred", "-be|to|reach|averages? amount", "-be not amount", "not -be amount")
def is_amount(*parts: str | Amount) -> Predicate | None:
    """Is about 4 °C; is not above 4 °C."""
    amount = of_kind(parts, Amount)
    return Predicate(amount, denied=len(parts) > 1) if amount else None


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
    def passes(*parts: str | Amount) -> Predicate | None:
        amount = of_kind(parts, Amount)
        meant = amount and amount.meant(sign)
        return meant and Predicate(meant, denied=len(parts) > 1)


_compared("exceed", ">")
_compared("undercut", "<")


@rule("pred", "-not -reach|have amount")
def does_not_reach(amount: Amount) -> Predicate | None:
    """Does not reach 300: it stays below, however much."""
    least = amount.meant(">=")
    return least and Predicate(least, denied=True)


@rule("pred", "-be|comes|colon|comma? -prep? moment", "not -be|comes -prep? moment",
      "-be not -comes? moment")  # fmt: skip
def on(*parts: str | Moment) -> Predicate | None:
    """Peaks around 2 January 2023; does not fall in January."""
    moment = of_kind(parts, Moment)
    return Predicate(moment, denied=len(parts) > 1) if moment else None


@rule("pred", "-be|comes? -comma? since", "-be|comes? -after|prep amount")
def since_start(amount: Amount) -> Predicate | None:
    """Comes eight weeks after the season's start."""
    fits = amount.unit in _TIMES and not amount.signed and amount.sign in ("==", "about", "<", ">")
    return Predicate(replace(amount, is_since=True)) if fits else None


@rule("pred", "-be|classed|colon? -prep? label")
def classed(label: Label) -> Predicate:
    """Lies on land; is substantial (over 25 %)."""
    return Predicate(label)


@rule("label", "label -class_n|case")
def label_of_class(label: Label) -> Label:
    """The "significant" category."""
    return label


@rule("label", "label -change_n|effect|difference")
def label_of_change(label: Label) -> Label:
    """A significant change."""
    return replace(label, of_change=True)


# A direction.


@rule("delta_c", "amount turn_c", "turn_c -by amount")
def by_higher(*parts: Amount | Turn | None) -> Delta | None:
    """4 °C warmer; warmer by 4 °C."""
    turn = of_kind(parts, Turn)
    return turn and Delta(turn.sign, of_kind(parts, Amount), turn.of_time, turn.outputs, turn.of)


@rule("delta_v", "turn_v -by amount")
def turned_by(turn: Turn, amount: Amount) -> Delta | None:
    """Rises by 4 °C."""
    return None if amount.signed else by_higher(amount, turn)


@rule("delta_v", "turn_v amount")
def rises_by(turn: Turn, amount: Amount) -> Delta | None:
    """Gains 4 °C; "falls under 4" is no fall by less."""
    under = amount.sign in ("<", "<=") and turn.sign < 0
    return None if under else turned_by(turn, amount)


@rule("delta_c", "turn_c")
@rule("delta_v", "turn_v")
def higher(turn: Turn) -> Delta:
    """Warmer; rises."""
    return Delta(turn.sign, None, turn.of_time, turn.outputs, turn.of)


@rule("delta_v", "-change_v -by amount")
def changes_by(amount: Amount) -> Delta:
    """Changes by -22 %."""
    return Delta(1 if amount.signed else 0, amount)


@rule("delta_v", "turn_v -instead turn_v|turn_c", "turn_t -instead turn_t|turn_c")
def rises_and_not(turn: Turn, other: Turn) -> Delta | None:
    """Rises rather than falls."""
    return higher(turn) if turn.sign == -other.sign else None


@rule("pred", "-be|comes|lasts? delta_c", "not? delta_v")
def turns(*parts: str | Delta) -> Predicate | None:
    """Rises by 4 °C; is lower; does not rise by 3 m, but by less."""
    delta = of_kind(parts, Delta)
    return Predicate(delta, denied=len(parts) > 1) if delta else None


@rule("pred", "-be -not turn_c", "-not -be -any? turn_c")
def is_not_higher(turn: Turn) -> Predicate:
    """Is not higher; "not 3 m higher" may be anything else."""
    return Predicate(higher(turn), denied=True)


@rule("pred", "-have|leads amount? turn_n", "-have|leads turn_n -prep amount")
def has_turn(*parts: Turn | Amount) -> Predicate | None:
    """Sees a decline; brings a 27 % increase."""
    amount, delta = of_kind(parts, Amount), by_higher(*parts)
    return Predicate(delta) if delta and not (amount and amount.signed) else None


@rule("pred", "-be|classed turn_n -trend?", "-be turn_n -prep amount")
def is_turn(turn: Turn, amount: Amount | None = None) -> Predicate | None:
    """... is a warming trend; is an increase of 2 %."""
    fits = not turn.of_time and not (amount and amount.signed)
    return Predicate(Delta(turn.sign, amount), of_change=True) if fits else None


@rule("pred", "-be? ratio", "turn_v -by? ratio")
def multiplies(*parts: Amount | Turn) -> Predicate | None:
    """Doubles; grows 18-fold."""
    ratio, turn = of_kind(parts, Amount), of_kind(parts, Turn)
    up = ratio is not None and ratio.value.value > 1
    return Predicate(ratio) if ratio and (turn is None or (turn.sign > 0 and up)) else None


@rule("pred", "-have? label measure")
def has_graded(label: Label, over: Measure) -> Predicate:
    """Has a warm climate."""
    return Predicate(label, over=over)


@rule("pred", "-be|classed? grade -open measure amount -close")
def graded_by(word: str, over: Measure, amount: Amount) -> Predicate:
    """Is cold (annual mean below 10 °C)."""
    return Predicate(Label(grade=word, amount=amount), over=over)


# What it is held against.


@rule("against", "-than|from|reference -that? setting|year", "-than setting|year -be",
      "-than -it -be? setting|year", "-instead setting",
      "-from|than|reference -that? -prep year")  # fmt: skip
def against(held: Setting | Number) -> Setting:
    """Than in 1990; compared with no seasonality."""
    return held if isinstance(held, Setting) else bound("year", held)


@rule("pred", "pred setting? against")
def held_against(pred: Predicate, *parts: Setting) -> Predicate | None:
    """Is 70 % lower with 40 % immunity than with 15 %."""
    *own, second = parts
    if not isinstance(pred.to, Delta) or pred.second is not None or pred.unaltered:
        return None
    if pred.of_change:
        return None
    return replace(pred, setting=own[0] if own else Setting(), second=second, kind="change")


@rule("pred", "pred setting -than -prep? amount")
def against_amount(pred: Predicate, setting: Setting, amount: Amount) -> Predicate | None:
    """Is 70 % lower with 40 % immunity than with 15 %."""
    second = _likewise(setting, amount)
    return second and held_against(pred, setting, second)


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


@rule("pred", "pred pair")
def over_time(pred: Predicate, pair: Pair) -> Predicate | None:
    """Rises between 2035 and 2045."""
    return held_against(pred, pair.second, pair.first) if pair.moves else None


@rule("pred", "pred setting? -than|reference|from -prep? -baseline")
def from_baseline(pred: Predicate, own: Setting | None = None) -> Predicate | None:
    """Rises by 20 % compared with the baseline."""
    if not isinstance(pred.to, Delta) or pred.second is not None or pred.of_change:
        return None
    return replace(pred, kind="change", unaltered=True, setting=own or pred.setting)


@rule("pred", "pred setting? -than|reference -prep? -now")
def from_now(pred: Predicate, own: Setting | None = None) -> Predicate | None:
    """... compared with today, where no year is asked for."""
    now = (own or Setting()).joined(bound(NOW, Text("now")))
    return now and from_baseline(pred, now)


@rule("pred", "pred -by amount")
def by_so_much(pred: Predicate, amount: Amount) -> Predicate | None:
    """Is cooler than Rome by 4 °C."""
    delta = pred.to
    if not isinstance(delta, Delta) or delta.amount or amount.signed or pred.second is None:
        return None
    return replace(pred, to=replace(delta, amount=amount))


def _beside(sign: int, category: str) -> None:
    @rule("pred", f"-be amount -{category} -baseline")
    def beside_baseline(amount: Amount) -> Predicate | None:
        return from_baseline(Predicate(Delta(sign, amount)))

    @rule("pred", f"-be amount -{category} -now")
    def beside_now(amount: Amount) -> Predicate | None:
        return from_now(Predicate(Delta(sign, amount)))

    @rule("pred", f"-be amount -{category} -that? setting")
    def beside(amount: Amount, second: Setting) -> Predicate | None:
        return held_against(Predicate(Delta(sign, amount)), second)


_beside(1, "above")
_beside(-1, "below")


@rule("pred", "-exceed -that? setting -by amount")
def exceeds_by(second: Setting, amount: Amount) -> Predicate | None:
    """Exceeds that under ssp245 by 0.9 °C."""
    return held_against(Predicate(Delta(1, amount)), second)


@rule("pred", "-differ against -by amount", "-differ -by amount against|pair")
def differs(*parts: object) -> Predicate | None:
    """Differs from that of 2005 by half a degree."""
    amount, second = of_kind(parts, Amount), of_kind(parts, Setting)
    pair = of_kind(parts, Pair)
    if amount is None or not (second or pair):
        return None
    own = pair.first if pair else Setting()
    return Predicate(amount, own, pair.second if pair else second, kind="size")


@rule("pred", "-differ -from -baseline -by amount")
def differs_from_baseline(amount: Amount) -> Predicate | None:
    """Differs from the baseline by +0.4 °C."""
    return from_baseline(Predicate(changes_by(amount)))


@rule("pred", "-be -same -prep? pair")
def same_in(pair: Pair) -> Predicate:
    """Is the same for both starts."""
    return Predicate(Label(grade="same"), pair.first, pair.second, kind="value")


@rule("pred", "-be ratio -as -high setting? -as setting", "-be ratio -that setting")
def times_as_high(ratio: Amount, *parts: Setting) -> Predicate:
    """Is 2.4 times as high with an R0 of 2.5 as with an R0 of 1.8."""
    *own, second = parts
    return Predicate(ratio, own[0] if own else Setting(), second, kind="ratio")


@rule("pred", "-be ratio measure", "-be ratio -median measure")
def times_another(ratio: Amount, over: Measure) -> Predicate:
    """Is eleven times the peak."""
    return Predicate(ratio, over=over, kind="ratio")
