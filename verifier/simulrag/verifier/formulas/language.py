"""The words of the language: its functions, its lists, and the page that teaches it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from simulrag.verifier.formulas.syntax import Each, FormulaError, Node, is_truth

#: Version of the language, which a verdict records.
VERSION = 1
#: Lists that are named after a parameter: its choices, or those that stand for the future.
LISTS = ("states", "seasons", "scenarios")


@dataclass(frozen=True, slots=True)
class Operation:
    """A function of the language: how many arguments it takes, and how it is written.

    of_truths: what stands under `for` is true or false. over: its first argument is a list by
    `for`, or several values.
    """

    usage: str
    least: int = 1
    most: int = 1
    named: tuple[str, ...] = ()
    over: bool = False
    of_truths: bool = False

    def takes(self, count: int) -> bool:
        """Tell whether so many unnamed arguments may be given."""
        return self.least <= count <= self.most

    def check(self, name: str, arguments: tuple[Node, ...]) -> None:
        """Raise FormulaError where truths stand for values, or values for truths."""
        elements = [a.element if isinstance(a, Each) else a for a in arguments]
        listed = [a for a in arguments if isinstance(a, Each)]
        if listed and not self.over:
            raise FormulaError(f"{name} takes no list: {self.usage}")
        if any(is_truth(one) for one in elements) != (self.of_truths and bool(elements)):
            raise FormulaError(f"{name} is written {self.usage}")
        if self.of_truths and self.over and not listed:
            raise FormulaError(f"{name} is written {self.usage}")


_MANY = 40
OPERATIONS: Mapping[str, Operation] = {
    "all": Operation("all(truth for x in list)", over=True, of_truths=True),
    "any": Operation("any(truth for x in list)", over=True, of_truths=True),
    "count": Operation("count(truth for x in list)", over=True, of_truths=True),
    "first": Operation(
        "first((truth for y in years(2020, 2100)), stays=True)",
        named=("stays",),
        over=True,
        of_truths=True,
    ),
    "probability": Operation("probability(truth)", of_truths=True),
    "max": Operation("max(a, b) or max(x for s in list)", most=_MANY, over=True),
    "min": Operation("min(a, b) or min(x for s in list)", most=_MANY, over=True),
    "sum": Operation("sum(x for s in list)", most=_MANY, over=True),
    "mean": Operation("mean(x for s in list)", most=_MANY, over=True),
    "argmax": Operation("argmax(x for s in list)", over=True),
    "argmin": Operation("argmin(x for s in list)", over=True),
    "rank": Operation('rank((x for s in list), of="Ohio")', named=("of",), over=True),
    "abs": Operation("abs(value)"),
    "log": Operation("log(value)"),
    "percent_change": Operation("percent_change(new, old)", least=2, most=2),
    "low": Operation("low(value, 90)", most=2),
    "high": Operation("high(value, 90)", most=2),
    "days": Operation("days(7)"),
    "weeks": Operation("weeks(4)"),
    "week": Operation('week("2025-02-08")'),
    "quantity": Operation('quantity(5.6, "degF")', least=2, most=2),
    "about": Operation("about(value) or about(value, within=0.2)", named=("within",)),
    "band": Operation('band(value, {"cold": (None, 5), "warm": (5, None)})', least=2, most=2),
    "at": Operation("at(run.series, 2050)", least=2, most=2),
    "when_max": Operation("when_max(run.series)"),
    "solve": Operation('solve(value, target, "r0", 1.0, 4.0)', least=5, most=5),
    "years": Operation("years(first, last) or years(first, last, step)", least=2, most=3),
    "pairs": Operation("pairs(list)"),
    "choices": Operation("choices(simulator.function.parameter)"),
}

#: The page that teaches the language, for people and for models.
PAGE = Path(__file__).with_name("language.md").read_text("utf-8")
