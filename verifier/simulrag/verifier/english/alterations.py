"""Rules for inputs that are changed, and for the cases of a question that differ in them."""

from simulrag.verifier.english.entries import CASE, UNALTERED
from simulrag.verifier.english.meanings import Amount, Input, Pair, Setting, Turn, bound
from simulrag.verifier.english.phrases import PHRASES
from simulrag.verifier.formulas.syntax import Number, Text

rule = PHRASES.rule

#: What stands between changes of which the second leaves its verb to the first.
JOINTS = ("-and", "-comma -and", "-comma")


@rule(
    "altered",
    "parameter turn_c number",
    "parameter -prep function turn_t -by number",
    "parameter turn_v -by number",
    "parameter turn_t -by number",
    "parameter turn_c -by number",
    "parameter -be turn_t -by number",
    "parameter -be turn_c -by number",
    "parameter turn_n -prep number",
)
def turned_by(of: Input, *parts: Setting | Turn | Amount) -> Setting | None:
    """CO2 emissions reduced by 17 %; demand up 8 %; the speed limit on the corridor cut by 5 %."""
    *where, turn, amount = parts
    if not isinstance(turn, Turn) or not isinstance(amount, Amount):
        return None
    made = _altered(of, turn, amount)
    return made and where[0].joined(made) if where and isinstance(where[0], Setting) else made


@rule("altered", "parameter number turn_c", "parameter -be number turn_c")
def amount_higher(of: Input, amount: Amount, turn: Turn) -> Setting | None:
    """CO2 emissions 17 % lower."""
    return _altered(of, turn, amount)


@rule("origin", "-that setting", "-that -prep baseline", "-baseline", "-prep -baseline")
def origin(held: Setting = Setting()) -> str | None:
    """Those of the scenario: nothing but what is around."""
    return None if held.bindings else "origin"


@rule("altered", "parameter number -below -origin", "parameter -be number -below -origin")
def below_origin(of: Input, amount: Amount) -> Setting | None:
    """CO2 emissions 20 % below those of the scenario."""
    return _altered(of, Turn(-1), amount)


@rule("altered", "parameter number -above -origin", "parameter -be number -above -origin")
def above_origin(of: Input, amount: Amount) -> Setting | None:
    """CO2 emissions 20 % above those of the scenario."""
    return _altered(of, Turn(1), amount)


@rule("altered", "number turn_c parameter", "number turn_n -prep parameter")
def more_of(amount: Amount, turn: Turn, of: Input) -> Setting | None:
    """37 % more traffic demand; a 37 % increase in demand."""
    return _altered(of, turn, amount)


@rule("altered", "number parameter turn_n", "number parameter turn_t")
def amount_cut(amount: Amount, of: Input, turn: Turn) -> Setting | None:
    """A 19 % CO2 cut."""
    return _altered(of, turn, amount)


@rule(
    "altered",
    "turn_t parameter -by number",
    "turn_c parameter -by number",
    "turn_n -prep parameter -by number",
    "turn_t -prep parameter -by number",
)
def turn_of(turn: Turn, of: Input, amount: Amount) -> Setting | None:
    """Cutting the speed limit by 57 %."""
    return _altered(of, turn, amount)


@rule("altered", "turn_n -prep number -prep parameter", "turn_t -prep number -prep parameter")
def turn_by_of(turn: Turn, amount: Amount, of: Input) -> Setting | None:
    """Cuts of 33 % in CO2."""
    return _altered(of, turn, amount)


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


@rule("altered", *(f"altered {joint} parameter -by number" for joint in JOINTS))
def and_by(held: Setting, of: Input, amount: Amount) -> Setting | None:
    """... CO2 reduced by 33 % and CH4 by 42 %: the sign is that before, unless it has one."""
    before = held.bindings[-1].options[0][1]
    if not isinstance(before, Number):
        return None
    made = _altered(of, Turn(1 if amount.signed or before.value > 0 else -1), amount)
    return made and held.joined(made)


@rule("altered", "altered -and number -prep parameter")
def and_of(held: Setting, amount: Amount, of: Input) -> Setting | None:
    """... cuts of 33 % in CO2 and 42 % in CH4."""
    return and_by(held, of, amount)


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


def _altered(of: Input, turn: Turn, amount: Amount) -> Setting | None:
    """Return an input changed in a direction; "reduced by -10 %" tells its sign twice."""
    if not _is_change(of, amount) or turn.of_time or turn.of:
        return None
    value = _percent(amount)
    down = turn.sign < 0 and value.value > 0
    return bound(of.name, Number(-value.value, f"-{value.printed}") if down else value)


@rule("condition", "-first case", "-first parameter", "-first setting case")
def first_case(*parts: str | Input | Setting) -> Setting | None:
    """The first scenario."""
    return _case(Number(1.0, "1"), *parts)


@rule("condition", "-second case", "-second parameter", "-second setting case")
def second_case(*parts: str | Input | Setting) -> Setting | None:
    """The second scenario."""
    return _case(Number(2.0, "2"), *parts)


@rule("condition", "-first")
def the_first() -> Setting:
    """... than the first."""
    return bound(CASE, Number(1.0, "1"))


@rule("condition", "-second")
def the_second() -> Setting:
    """... than the second."""
    return bound(CASE, Number(2.0, "2"))


@rule("condition", "parameter case", "parameter parameter")
def case_of(of: Input, named: str | Input) -> Setting | None:
    """The aerosol case: the one in which that is altered."""
    return _case(Text(of.name), named) if of.kind == "change" else None


@rule("condition", "-without case", "-prep baseline", "-without -it")
def no_case(*_: str) -> Setting:
    """Without the strategy: what is around, but for what alters it."""
    return bound(CASE, Text(UNALTERED))


@rule("pair", "-both case", "-both parameter", "-both setting case", "-both setting parameter")
def both_cases(*parts: str | Input | Setting) -> Pair | None:
    """The two scenarios."""
    first, second = first_case(*parts), second_case(*parts)
    return Pair(first, second) if first and second else None


def _case(which: Number | Text, *parts: str | Input | Setting) -> Setting | None:
    """Return which case is meant; a parameter that is named with it is a choice ("scenario")."""
    of = parts[-1]
    if isinstance(of, Input) and not (of.kind == "choice" and of.is_open):
        return None
    subject = parts[0] if isinstance(parts[0], Setting) else Setting()
    return subject.joined(bound(CASE, which))
