"""Rules for what a sentence says of its subject: an amount, a date, a class, a direction."""

from dataclasses import replace

from simulrag.verifier.english.entries import NOW
from simulrag.verifier.english.meanings import (
    Amount,
    Delta,
    Label,
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


# A number, a date, a class.


@rule("pred", "-be|reach|averages? amount", "-be not amount", "not -be amount")
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


@rule("pred", "-be|comes|colon|comma? moment", "not -be|comes moment", "-be not moment")
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


@rule("pred", "-be -same -prep? pair")
def same_in(pair: Pair) -> Predicate:
    """Is the same for both starts."""
    return Predicate(Label(grade="same"), pair.first, pair.second, kind="value")


# A direction.


@rule("delta_c", "amount? turn_c", "turn_c -by amount")
@rule("delta_v", "turn_v")
def turned(*parts: Amount | Turn | None) -> Delta | None:
    """4 °C warmer; warmer by 4 °C; rises."""
    turn = of_kind(parts, Turn)
    return turn and Delta(turn.sign, of_kind(parts, Amount), turn.of_time, turn.outputs, turn.of)


@rule("delta_v", "turn_v -by amount")
def turned_by(turn: Turn, amount: Amount) -> Delta | None:
    """Rises by 4 °C."""
    return None if amount.signed else turned(amount, turn)


@rule("delta_v", "-change_v -by amount")
def changes_by(amount: Amount) -> Delta:
    """Changes by -22 %."""
    return Delta(1 if amount.signed else 0, amount)


@rule("pred", "-be|comes|lasts? delta_c", "not? delta_v")
def turns(*parts: str | Delta) -> Predicate | None:
    """Rises by 4 °C; is lower; does not rise by 3 m, but by less."""
    delta = of_kind(parts, Delta)
    return Predicate(delta, denied=len(parts) > 1) if delta else None


@rule("pred", "-have|leads|report amount? turn_n -trend?")
def shows_turn(*parts: Amount | Turn) -> Predicate | None:
    """Shows a warming trend; brings a 27 % increase: of what is around."""
    amount, turn = of_kind(parts, Amount), of_kind(parts, Turn)
    fits = turn and not turn.of_time and not (amount and amount.signed)
    return Predicate(Delta(turn.sign, amount, of=turn.of)) if turn and fits else None


@rule("pred", "-be? ratio", "turn_v -by? ratio")
def multiplies(*parts: Amount | Turn) -> Predicate | None:
    """Doubles; grows 18-fold."""
    ratio, turn = of_kind(parts, Amount), of_kind(parts, Turn)
    up = ratio is not None and ratio.value.value > 1
    return Predicate(ratio) if ratio and (turn is None or (turn.sign > 0 and up)) else None


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
    if not isinstance(pred.to, Delta) or pred.second is not None or pred.unaltered:
        return None
    return replace(pred, setting=own[0] if own else Setting(), second=second, kind="change")


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
    if not isinstance(pred.to, Delta) or pred.second is not None:
        return None
    return replace(pred, kind="change", unaltered=True, setting=own or pred.setting)


@rule("pred", "pred setting? -than|reference -prep? -now")
def from_now(pred: Predicate, own: Setting | None = None) -> Predicate | None:
    """... compared with today, where no year is asked for."""
    now = (own or Setting()).joined(bound(NOW, Text("now")))
    return now and from_baseline(pred, now)


def _beside(sign: int, category: str) -> None:
    @rule("pred", f"-be amount -{category} -baseline")
    def beside_baseline(amount: Amount) -> Predicate | None:
        return from_baseline(Predicate(Delta(sign, amount)))

    @rule("pred", f"-be amount -{category} -that? setting")
    def beside(amount: Amount, second: Setting) -> Predicate | None:
        return held_against(Predicate(Delta(sign, amount)), second)


_beside(1, "above")
_beside(-1, "below")


@rule("pred", "-exceed -that? setting -by amount")
def exceeds_by(second: Setting, amount: Amount) -> Predicate | None:
    """Exceeds that under ssp245 by 0.9 °C."""
    return held_against(Predicate(Delta(1, amount)), second)


@rule("pred", "-be ratio -as -high setting? -as setting", "-be ratio -that setting")
def times_as_high(ratio: Amount, *parts: Setting) -> Predicate:
    """Is 2.4 times as high with an R0 of 2.5 as with an R0 of 1.8."""
    *own, second = parts
    return Predicate(ratio, own[0] if own else Setting(), second, kind="ratio")
