"""Rules for inputs that are changed, and for the cases of a question that differ in them."""

from simulrag.verifier.english import phrases
from simulrag.verifier.english.meanings import (
    ALONE,
    ALTERED,
    CASE,
    SPOKEN,
    UNALTERED,
    Amount,
    Input,
    Pair,
    Setting,
    Turn,
    bound,
    of_kind,
)
from simulrag.verifier.formulas.syntax import Number, Text

#: Phrases of claims and questions: inputs that are changed.
CHANGES = phrases.PHRASES.extended()
rule = CHANGES.rule

#: What stands between changes of which the second leaves its verb to the first.
JOINTS = ("-and", "-comma -and", "-comma")


@rule(
    "altered",
    "parameter turn_c number", "parameter -prep function turn_t -by number",
    "parameter turn_v|turn_t|turn_c -by number", "parameter -be turn_t|turn_c -by number",
    "parameter turn_n -prep number", "parameter -be? number turn_c", "number turn_c parameter",
    "number turn_n -prep parameter", "number parameter turn_n|turn_t",
    "turn_t|turn_c parameter -by number", "turn_n|turn_t -prep parameter -by number",
    "turn_n|turn_t -prep number -prep parameter",
)  # fmt: skip
def turned_by(*parts: Input | Setting | Turn | Amount) -> Setting | None:
    """CO2 emissions reduced by 17 %; 8 % more demand; the speed limit on the corridor cut by 5 %.

    "Reduced by -10 %" tells its sign twice.
    """
    of = next(one for one in parts if isinstance(one, Input))
    turn = next(one for one in parts if isinstance(one, Turn))
    amount = next(one for one in parts if isinstance(one, Amount))
    where = next((one for one in parts if isinstance(one, Setting)), Setting())
    if not _is_change(of, amount) or turn.of_time or turn.of:
        return None
    value = _percent(amount)
    down = turn.sign < 0 and value.value > 0
    return where.joined(bound(of.name, _negative(value) if down else value))


@rule(
    "changed", "parameter -change_v -by number", "parameter -be -change_v -by number",
    "parameter -change_n -prep number", "number -change_n -prep parameter",
    "number -change_n parameter", "number parameter -change_n", "-change_v parameter -by number",
)  # fmt: skip
def changed_by(one: Input | Amount, other: Input | Amount) -> Setting | None:
    """CO2 emissions changed by -3.7 %; by 3.7 %, which is more."""
    of, amount = (one, other) if isinstance(one, Input) else (other, one)
    if not isinstance(of, Input) or not isinstance(amount, Amount):
        return None
    return bound(of.name, _percent(amount)) if _is_change(of, amount) else None


@rule("changed", *(f"changed {joint} parameter -by number" for joint in JOINTS))
def and_changed(held: Setting, of: Input, amount: Amount) -> Setting | None:
    """... SO2 changed by -1.65 % and black carbon by 5.5 %, whatever the sign before."""
    made = changed_by(of, amount)
    return made and held.joined(made)


@rule(
    "altered",
    *(f"altered {joint} parameter -by number" for joint in JOINTS),
    "altered -and number -prep parameter",
)
def and_by(held: Setting, *parts: Input | Amount) -> Setting | None:
    """... CO2 reduced by 33 % and CH4 by 42 %: the sign is that before, unless it has one."""
    before = held.bindings[-1].options[0][1]
    signed = any(isinstance(one, Amount) and one.signed for one in parts)
    up = isinstance(before, Number) and before.value > 0
    made = turned_by(*parts, Turn(1 if signed or up else -1))
    return made and held.joined(made)


@rule("altered", "factor parameter", "parameter factor", "parameter -be factor")
def times(one: Input | Amount, other: Input | Amount) -> Setting | None:
    """Halving CO2 emissions; CO2 emissions are halved."""
    of, amount = (one, other) if isinstance(one, Input) else (other, one)
    if not isinstance(of, Input) or not isinstance(amount, Amount) or of.kind != "change":
        return None
    percent = 100 * (amount.value.value - 1)
    return bound(of.name, Number(percent, f"{percent:g}"))


def _is_change(of: Input, amount: Amount) -> bool:
    fits = amount.unit == "percent" and amount.kind == "number" and amount.outputs is None
    return of.kind == "change" and (fits or (amount.kind == "fraction" and not amount.unit))


def _percent(amount: Amount) -> Number:
    """Return a change in percent: a quarter is 25."""
    if amount.kind == "number":
        return amount.value
    percent = 100 * amount.value.value
    return Number(percent, f"{percent:g}")


def _negative(value: Number) -> Number:
    return Number(-value.value, f"-{value.printed}")


#: Phrases of claims: the cases of a question as well, which a question itself gives.
PHRASES = CHANGES.extended()
rule = PHRASES.rule


@rule("condition", "-first case|parameter?", "-first setting case")
def first_case(*parts: str | Input | Setting) -> Setting | None:
    """The first scenario; the first."""
    return _case(Number(1.0, "1"), *parts)


@rule("condition", "-second case|parameter?", "-second setting case")
def second_case(*parts: str | Input | Setting) -> Setting | None:
    """The second scenario; the second."""
    return _case(Number(2.0, "2"), *parts)


@rule("condition", "-season_span? parameter")
def spoken_of(of: Input) -> Setting | None:
    """The city, which what is around tells: what takes no place is not of the city."""
    return bound(SPOKEN, Text(of.name)) if of.kind == "place" and of.is_open else None


@rule("condition", "parameter -case|alteration|change_n")
def case_of(of: Input) -> Setting | None:
    """The aerosol case: what is around tells how much it is altered."""
    return bound(CASE, Text(of.name)) if of.kind == "change" else None


@rule("condition", "-after|prep? -alteration")
def altered_so() -> Setting:
    """The strategy: all that is altered in what is around."""
    return bound(CASE, Text(ALTERED))


@rule("condition", "condition -alone")
def nothing_else(held: Setting) -> Setting | None:
    """The CO2 cut alone."""
    return held.joined(bound(CASE, Text(ALONE)))


@rule("condition", "-unaltered|baseline condition")
def as_it_is(held: Setting) -> Setting | None:
    """The unmodified ssp370 scenario."""
    return no_case().joined(held)


@rule("condition", "-without -case|alteration", "-before -alteration")
def no_case() -> Setting:
    """Without the strategy: what is around, but for what alters it."""
    return bound(CASE, Text(UNALTERED))


@rule("pair", "-both case", "-both parameter", "-both setting case", "-both setting parameter")
def both_cases(*parts: str | Input | Setting) -> Pair | None:
    """The two scenarios."""
    first, second = first_case(*parts), second_case(*parts)
    return Pair(first, second) if first and second else None


def _case(which: Number | Text, *parts: str | Input | Setting) -> Setting | None:
    """Return which case is meant; a parameter that is named with it is a choice ("scenario")."""
    of = of_kind(parts, Input)
    if of is not None and not (of.kind == "choice" and of.is_open):
        return None
    subject = of_kind(parts, Setting) or Setting()
    return subject.joined(bound(CASE, which))
