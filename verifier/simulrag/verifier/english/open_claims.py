"""Rules for claims that leave open what they speak of, which what is around tells: "the change"."""

from collections.abc import Sequence
from dataclasses import replace

from simulrag.verifier.english.alterations import both_cases
from simulrag.verifier.english.contrasts import (
    change_by,
    change_over_time,
    differ_by,
    difference_between,
    exceeds_by,
    not_against,
    over_time,
    rises,
    subject_against,
)
from simulrag.verifier.english.entries import CASE, OTHER
from simulrag.verifier.english.meanings import (
    OPEN,
    Amount,
    Claim,
    Delta,
    Pair,
    Setting,
    Term,
    Turn,
    bound,
)
from simulrag.verifier.english.values import CLAIMS
from simulrag.verifier.formulas.syntax import Number, Text

rule = CLAIMS.rule


@rule("term", "-change_n", "-change_n setting", "setting -change_n", "-change_n -prep setting")
def change(setting: Setting | None = None) -> Term:
    """The change in Songjiang: of what is around."""
    return Term("change", replace(OPEN, setting=setting or Setting()))


@rule("term", "-change_n pair", "setting -change_n pair", "-change_n setting pair")
def change_between(*parts: Setting | Pair) -> Term | None:
    """The change from 1999 to 2073."""
    return change_over_time(replace(OPEN, setting=_setting(parts)), _pair_of(parts))


@rule("term", "-difference", "setting -difference", "-difference pair", "-difference setting")
def difference(part: Setting | Pair | None = None) -> Term | None:
    """The difference between the two scenarios."""
    setting = part if isinstance(part, Setting) else Setting()
    pair = part if isinstance(part, Pair) else both_cases("")
    return difference_between(replace(OPEN, setting=setting), pair) if pair else None


@rule("claim", "pair -differ -by amount", "pair -be amount -apart", "pair amount -apart")
def cases_differ(pair: Pair, amount: Amount) -> Claim | None:
    """The two scenarios differ by 0.1 °C."""
    return differ_by(OPEN, pair, amount)


def _setting(parts: Sequence[object]) -> Setting:
    return next((one for one in parts if isinstance(one, Setting)), Setting())


def _pair_of(parts: Sequence[object]) -> Pair:
    return next(one for one in parts if isinstance(one, Pair))


@rule("claim", "setting -be delta_c", "-it -be setting -that -be delta_c",
      "setting -be delta_c case", "setting -be delta_c setting")  # fmt: skip
def subject_against_other(setting: Setting, delta: Delta, *parts: Setting | str) -> Claim | None:
    """The aerosol case is warmer: than the other that what is around tells."""
    held = setting
    for one in parts:
        joined = held.joined(one) if isinstance(one, Setting) else held
        if joined is None:
            return None
        held = joined
    fits = held.get(CASE) is not None and delta.outputs
    return subject_against(held, delta, bound(CASE, Text(OTHER))) if fits else None


@rule("turned", "turn_n", "turn_n setting", "setting turn_n", "turn_n -prep setting")
def turned(one: Turn | Setting, other: Turn | Setting | None = None) -> Claim | None:
    """The increase in Songjiang: of what is around, without its size."""
    turn = one if isinstance(one, Turn) else other
    setting = one if isinstance(one, Setting) else other
    if not isinstance(turn, Turn) or turn.of_time:
        return None
    held = setting if isinstance(setting, Setting) else Setting()
    return change_by(replace(OPEN, setting=held), None, rises(turn))


@rule("claim", "turned -be amount", "turned -reach amount", "turned -prep amount")
def turned_by_so_much(claim: Claim, amount: Amount) -> Claim | None:
    """The increase is 2 °C."""
    fits = not amount.signed and isinstance(claim.to, Delta)
    return replace(claim, to=replace(claim.to, amount=amount)) if fits else None


@rule("claim", "turned -exceed amount")
def turned_by_more(claim: Claim, amount: Amount) -> Claim | None:
    """The increase goes beyond 2 °C."""
    more = amount.meant(">")
    return turned_by_so_much(claim, more) if more else None


@rule("claim", "setting -report turn_n", "setting -report turn_n -trend",
      "setting -report turn_n pair", "setting -report turn_n -trend pair",
      "pair setting -report turn_n", "pair setting -report turn_n -trend")  # fmt: skip
def shows(*parts: Setting | Turn | Pair) -> Claim | None:
    """Songjiang shows a warming trend from 1983 to 2083."""
    turn = next(one for one in parts if isinstance(one, Turn))
    measure = replace(OPEN, setting=_setting(parts))
    if any(isinstance(one, Pair) for one in parts):
        return over_time(measure, rises(turn), _pair_of(parts))
    return change_by(measure, None, rises(turn))


@rule("claim", "year -be delta_c against")
def year_against(year: Number, delta: Delta, second: Setting) -> Claim | None:
    """2074 is warmer than 2011."""
    return subject_against(bound("year", year), delta, second)


@rule("claim", "year -not -be delta_c against", "year -not -be -any delta_c against")
def year_not_against(year: Number, delta: Delta, second: Setting) -> Claim | None:
    """2074 is not any warmer than 2011."""
    return not_against(bound("year", year), delta, second)


@rule("claim", "setting -colon amount", "setting -comma amount")
def atchange_by(setting: Setting, amount: Amount) -> Claim | None:
    """Manpo: +0.53 °C."""
    term = Term("change", replace(OPEN, setting=setting))
    return Claim(term, amount) if amount.signed else None


@rule("claim", "setting -exceed setting -by amount", "setting -exceed -that setting -by amount")
def subject_exceeds_by(one: Setting, second: Setting, amount: Amount) -> Claim:
    """The first scenario exceeds the second by 0.3 °C."""
    return exceeds_by(replace(OPEN, setting=one), second, amount)
