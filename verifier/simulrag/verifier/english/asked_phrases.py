"""Rules for phrases of questions: freer ones than those of claims, which only name conditions."""

from simulrag.verifier.english.alterations import (
    CHANGES,
    JOINTS,
    and_changed,
    changed_by,
    turned_by,
)
from simulrag.verifier.english.meanings import Amount, Input, Pair, Setting, Turn, bound
from simulrag.verifier.english.phrases import share_of, valued
from simulrag.verifier.formulas.syntax import Number

#: Phrases of questions: those of claims, and freer ones.
ASKED = CHANGES.extended()
rule = ASKED.rule


@rule("parameter", "parameter where")
def where_it_is(of: Input, _: str) -> Input:
    """The speed limit on the main corridor."""
    return of


@rule("parameter", "unknown parameter")
def qualified(word: str, of: Input) -> Input | None:
    """Initial prior immunity: a word that nobody knows, which is told as such."""
    return of if word.isalpha() and of.kind in ("share", "choice") else None


@rule(
    "pair",
    *(f"{of}number {joint} number" for of in (
        "parameter ", "parameter -prep ", "parameter -level ", "parameter -level -prep ",
    ) for joint in ("-and", "-or", "-reference")),
)  # fmt: skip
def two_values(of: Input, first: Amount, second: Amount) -> Pair | None:
    """R0 values of 1.8 and 2.4."""
    one, other = valued(of, first), valued(of, second)
    return Pair(one, other) if one and other and one != other else None


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


@rule("changed", "number parameter", "parameter -by number")
def signed_amount_of(one: Input | Amount, other: Input | Amount) -> Setting | None:
    """With -5 % SO2: a sign tells a change."""
    signed = any(isinstance(part, Amount) and part.signed for part in (one, other))
    return changed_by(one, other) if signed else None


@rule("changed", *(f"changed {joint} number parameter" for joint in JOINTS))
def amount_likewise(held: Setting, amount: Amount, of: Input) -> Setting | None:
    """... and 5 % black carbon."""
    return and_changed(held, of, amount)


@rule("inputs", "parameter -and parameter", "parameter -and parameter -each")
def two_inputs(first: Input, second: Input) -> tuple[Input, Input] | None:
    """CO2 and CH4 both ..."""
    fits = first.kind == second.kind == "change" and first.name != second.name
    return (first, second) if fits else None


@rule(
    "altered",
    "inputs turn_c number",
    *(f"inputs {turned} -by number" for turned in ("turn_v", "turn_t", "turn_c", "-be turn_t")),
)
def both_turned(of: tuple[Input, Input], turn: Turn, amount: Amount) -> Setting | None:
    """CO2 and CH4 both up by 10 %."""
    first, second = (turned_by(one, turn, amount) for one in of)
    return first.joined(second) if first and second else None


@rule("changed", "inputs -change_v -by number")
def both_changed(of: tuple[Input, Input], amount: Amount) -> Setting | None:
    """CO2 and CH4 both change by 10 %."""
    return both_turned(of, Turn(1), amount)


@rule(
    "changed",
    *(f"{one} -from number -to number" for one in (
        "parameter turn_t", "turn_t parameter", "parameter -be turn_t", "parameter turn_v",
    )),
)  # fmt: skip
def moved(*parts: Input | Turn | Amount) -> Setting | None:
    """A speed limit cut from 50 to 30 km/h."""
    of = next(one for one in parts if isinstance(one, Input))
    first, last = (one.value.value for one in parts if isinstance(one, Amount))
    if of.kind != "change" or not first:
        return None
    percent = 100 * (last - first) / first
    return bound(of.name, Number(percent, f"{percent:g}"))


@rule("year_setting", "prep number")
def in_number(prep: str, amount: Amount) -> Setting | None:
    """In 2300: a year that no text of today names."""
    plain = amount.value.printed.isdigit() and not amount.unit and amount.outputs is None
    is_year = plain and len(amount.value.printed) == 4 and amount.sign == "=="
    return bound("year", amount.value) if is_year and prep == "in" else None
