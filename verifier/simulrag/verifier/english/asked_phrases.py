"""Rules for phrases of questions: freer ones than those of claims, which only name conditions."""

from simulrag.verifier.english.alterations import CHANGES, and_changed, changed_by
from simulrag.verifier.english.meanings import Amount, Input, Pair, Setting, bound
from simulrag.verifier.english.phrases import share_of, valued

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


@rule("condition", "parameter")
def spoken_of(of: Input) -> Setting | None:
    """The city, which a name beside it or another question tells."""
    return Setting() if of.kind == "place" and of.is_open else None


@rule(
    "pair",
    "parameter number -and|or|reference number",
    "parameter -level? -prep number -and|or|reference number",
)
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


@rule("changed", "parameter -by number", "number parameter")
def signed_amount_of(one: Input | Amount, other: Input | Amount) -> Setting | None:
    """Black carbon by -9.13 %: a sign tells a change."""
    signed = any(isinstance(part, Amount) and part.signed for part in (one, other))
    return changed_by(one, other) if signed else None


@rule("changed", "changed -comma? -and number parameter")
def amount_likewise(held: Setting, amount: Amount, of: Input) -> Setting | None:
    """... and 5 % black carbon."""
    return and_changed(held, of, amount)


@rule("year_setting", "prep number")
def in_number(prep: str, amount: Amount) -> Setting | None:
    """In 2300: a year that no text of today names."""
    plain = amount.value.printed.isdigit() and not amount.unit and amount.outputs is None
    is_year = plain and len(amount.value.printed) == 4 and amount.sign == "=="
    return bound("year", amount.value) if is_year and prep == "in" else None
