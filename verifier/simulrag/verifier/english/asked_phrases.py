"""Rules for phrases of questions: freer ones than those of claims, which only name conditions."""

from simulrag.verifier.english.meanings import Amount, Input, Moment, Setting, Turn, bound
from simulrag.verifier.english.phrases import PHRASES, on_day, share_of
from simulrag.verifier.formulas.syntax import Number

#: Phrases of questions: those of claims, and freer ones.
ASKED = PHRASES.extended()
rule = ASKED.rule

#: What stands between changes of which the second leaves its verb to the first.
_JOINTS = ("-and", "-comma -and", "-comma")


@rule("parameter", "parameter -level", "parameter -open parameter -close")
def same_input(of: Input, *other: Input) -> Input | None:
    """An immunity level; the basic reproduction number (R0)."""
    return of if all(one.name == of.name for one in other) else None


@rule("parameter", "parameter where")
def where_it_is(of: Input, _: str) -> Input:
    """The speed limit on the main corridor."""
    return of


@rule("parameter", "unknown parameter")
def qualified(word: str, of: Input) -> Input | None:
    """Initial prior immunity: a word that nobody knows, which is told as such."""
    return of if word.isalpha() and of.kind in ("share", "choice") else None


@rule("condition", "number -have parameter")
def those_who_have(amount: Amount, of: Input) -> Setting | None:
    """50 % of the population having prior immunity."""
    return share_of(amount, of)


@rule("where", "-prep function", "-prep unknown function")
def where(*_: str | Setting) -> str:
    """On the main corridor: what a function is about."""
    return "where"


@rule("number", "number -whole", "number -level")
def of_whole(amount: Amount) -> Amount | None:
    """50 % of the population; a 60 % level."""
    return amount if amount.unit == "percent" else None


@rule("parameter", "function parameter")
def of_function(_: Setting, of: Input) -> Input:
    """Influenza seasonality."""
    return of


@rule("number", "-approx number", "-exact number")
def about(amount: Amount) -> Amount:
    """An R0 of about 2: a question takes the number."""
    return amount


@rule("condition", "parameter moment", "parameter -prep moment", "parameter -from moment")
def around_day(of: Input, day: Moment) -> Setting | None:
    """Starting around October 18, 2022."""
    return on_day(of, day) if day.first == day.last else None


@rule("condition", "shifted", "changed")
def changed(held: Setting) -> Setting:
    """CO2 emissions are changed by -10 %."""
    return held


@rule(
    "shifted",
    "parameter -change_v -by number",
    "parameter -be -change_v -by number",
    "parameter -change_n -prep number",
    "-change_v parameter -by number",
)
def shifted_by(of: Input, amount: Amount) -> Setting | None:
    """CO2 emissions change by -10 %: upwards where there is no sign."""
    fits = of.kind == "change" and amount.unit == "percent"
    return bound(of.name, amount.value) if fits else None


@rule(
    "shifted",
    "number -change_n -prep parameter",
    "number -change_n parameter",
    "number parameter -change_n",
)
def shift_of(amount: Amount, of: Input) -> Setting | None:
    """A -10 % change in CO2."""
    return shifted_by(of, amount)


@rule("shifted", "number parameter")
def signed_amount_of(amount: Amount, of: Input) -> Setting | None:
    """With -5 % SO2: a sign tells a change."""
    return shifted_by(of, amount) if amount.signed else None


@rule("shifted", "parameter -by number")
def by_signed_amount(of: Input, amount: Amount) -> Setting | None:
    """SO2 by -5 %."""
    return signed_amount_of(amount, of)


@rule("shifted", *(f"shifted {joint} parameter -by number" for joint in _JOINTS))
def shifted_likewise(held: Setting, of: Input, amount: Amount) -> Setting | None:
    """... and black carbon by 5 %, whatever the sign of what stands before."""
    made = shifted_by(of, amount)
    return made and held.joined(made)


@rule("shifted", *(f"shifted {joint} number parameter" for joint in _JOINTS))
def shifted_amount_likewise(held: Setting, amount: Amount, of: Input) -> Setting | None:
    """... and 5 % black carbon."""
    return shifted_likewise(held, of, amount)


@rule(
    "altered",
    *(f"{one} {joint} parameter -by number" for one in ("altered", "changed") for joint in _JOINTS),
)
def turned_likewise(held: Setting, of: Input, amount: Amount) -> Setting | None:
    """... CO2 is cut by 10 %, methane by 20 %: the sign is that before, unless it has one."""
    before = held.bindings[-1].options[0][1]
    down = isinstance(before, Number) and before.value < 0
    made = shifted_by(of, amount) if amount.signed else signed_turn(of, Turn(1 - 2 * down), amount)
    return made and held.joined(made)


@rule(
    "changed",
    "parameter turn_c number",
    "parameter turn_v -by number",
    "parameter turn_t -by number",
    "parameter turn_c -by number",
    "parameter -be turn_t -by number",
    "parameter -be turn_c -by number",
)
def signed_turn(of: Input, turn: Turn, amount: Amount) -> Setting | None:
    """CO2 emissions are reduced by -10 %: the sign is told once."""
    if of.kind != "change" or amount.unit != "percent" or turn.of_time or turn.of:
        return None
    value = amount.value
    if turn.sign < 0 and value.value > 0:
        value = Number(-value.value, f"-{value.printed}")
    return bound(of.name, value)


@rule("changed", "number turn_n -prep parameter", "number turn_c parameter")
def signed_turn_of(amount: Amount, turn: Turn, of: Input) -> Setting | None:
    """A -5 % reduction in SO2."""
    return signed_turn(of, turn, amount)


@rule(
    "changed",
    "turn_t parameter -by number",
    "turn_c parameter -by number",
    "turn_n -prep parameter -by number",
)
def turn_first(turn: Turn, of: Input, amount: Amount) -> Setting | None:
    """Reducing CO2 by -10 %."""
    return signed_turn(of, turn, amount)


@rule("inputs", "parameter -and parameter", "parameter -and parameter unknown")
def two_inputs(first: Input, second: Input, word: str = "both") -> tuple[Input, Input] | None:
    """CO2 and CH4 both ..."""
    fits = first.kind == second.kind == "change" and first.name != second.name
    return (first, second) if fits and word == "both" else None


@rule(
    "changed",
    "inputs turn_c number",
    "inputs turn_v -by number",
    "inputs turn_t -by number",
    "inputs turn_c -by number",
    "inputs -be turn_t -by number",
)
def both_turned(of: tuple[Input, Input], turn: Turn, amount: Amount) -> Setting | None:
    """CO2 and CH4 both up by 10 %."""
    held = [signed_turn(one, turn, amount) for one in of]
    return held[0].joined(held[1]) if held[0] and held[1] else None


@rule("shifted", "inputs -change_v -by number")
def both_shifted(of: tuple[Input, Input], amount: Amount) -> Setting | None:
    """CO2 and CH4 both change by 10 %."""
    return both_turned(of, Turn(1), amount)


def _moved_rules() -> None:
    forms = ("parameter turn_t", "turn_t parameter", "parameter -be turn_t", "parameter turn_v")

    @rule("changed", *(f"{one} -from number -to number" for one in forms))
    def moved(*parts: Input | Turn | Amount) -> Setting | None:
        """A speed limit cut from 50 to 30 km/h."""
        of = next(one for one in parts if isinstance(one, Input))
        first, last = (one.value.value for one in parts if isinstance(one, Amount))
        if of.kind != "change" or not first:
            return None
        percent = 100 * (last - first) / first
        return bound(of.name, Number(percent, f"{percent:g}"))


_moved_rules()


@rule("year_setting", "prep number")
def in_number(prep: str, amount: Amount) -> Setting | None:
    """In 2300: a year that no text of today names."""
    plain = amount.value.printed.isdigit() and not amount.unit and amount.outputs is None
    is_year = plain and len(amount.value.printed) == 4 and amount.sign == "=="
    return bound("year", amount.value) if is_year and prep == "in" else None
