"""The words of the language: its functions, its lists, and the page that teaches it."""

from collections.abc import Mapping
from dataclasses import dataclass

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
PAGE = """\
# Claims as formulas

Write what each claim says as a formula over simulator outputs. Code holds it against the text, \
runs what it names and decides. Say all that the sentence says, and nothing that it does not.

    {"text": "Under SSP5-8.5 Nairobi is about 4.0 °C warmer in 2090 than it was in 1990.",
     "formula": "B.temperature - A.temperature == about(4.0)",
     "let": {"A": "climate.temperature(place=\\"Nairobi\\", year=1990)",
             "B": "climate.temperature(place=\\"Nairobi\\", year=2090, scenario=\\"ssp585\\")"}}

- A run is simulator.function(name=value, ...).output: arguments by name, texts in quotes, \
objects by field such as {"kind": "schools closed", "weeks": 6}. `let` names runs or parts.
- Statements: < <= > >= == != (chained: 2 <= x < 3), and, or, not, all(truth for s in list), any.
- Values: + - * /, abs, log, min, max, sum, mean, count(truth for s in list), argmax and argmin \
(x for s in list), rank((x for s in list), of="Ohio"), percent_change(new, old), low(x, 90), \
high(x, 90), probability(truth) in percent, first((truth for y in years(2020, 2100)), stays=True), \
solve(value, target, "input", low, high), band(x, {"cold": (None, 5), "warm": (5, None)}) == \
"cold", at(run.series, 2050), when_max(run.series), run.part("Ohio").output. Multiples ("twice", \
"half as much") are ratios: a / b == about(2).
- Lists: [a, b], years(2030, 2060, 5), states, seasons, scenarios, pairs(list), run.series, \
choices(simulator.function.parameter), which name all of them ("every state", "no scenario"). A \
list beside other arguments stands in ( ). `compute` takes [x for s in list], each value, and \
rank(x for s in list), the whole ranking. "Half of all states": \
count(... for s in states) / 51 >= 1/2. "Never" is not any(... for y in years(...)); \
a year that does not come as long as runs look is later than their last: exceedance_year > 2100.
- Numbers as printed, without commas, in the output's unit (12 for 12 %). A bare number under == \
stands for its print (4.0: 3.95 to 4.05; 1400: 1350 to 1450); "about", "around" are about(x): of \
counts and ratios 5 %, of °C 0.1 (a place's own 0.5), of % 2 points, of dates 7 days, of years 5; \
about(weeks(3)). within= is absolute, for printed tolerances only. Other units: \
quantity(5.6, "degF"), days(7), weeks(4). A decrease is negative; a growth in % that is n-fold is \
100 * (n - 1). A percentage / 100 is a plain fraction: value * (1 + x_change / 100).
- "The same", "unchanged": a == about(b). Vague amounts ("slightly", "a few percent", "mainly", \
"levels off") have no formula: "vague". A range is 7 <= x <= 11, beside "about 9" joined by and; a \
class with printed bounds is band(...) == "...", its low end included, its high end not.
- Dates: output == "2025-02-08"; "2025-02" is the month; week("2025-02-05"); a week lies in a \
period when all its days do; part of a month is a range, "2025-02-01" <= x <= \
"2025-02-07". Dates minus dates are days. Labels as listed or printed: output == "land". Years \
of a century: early 2000-2042, mid 2030-2070, late 2058-2100, end 2080-2100, halves meet in 2050.
- Inputs in [ ] may be left out: no scenario in years up to 2014. One without a range has that of \
the function above. x_change is against the same run at its defaults.
- `assume` {"year": 2090} gives an input that text and question leave open: it fills it where no \
run states it, and else says which stated values are assumed ("warmer than today": year=2025 in \
the run; {"year": [2052, 2062]} for "around 2057"; "per decade around 2057" needs none). Never \
for compared or printed values; a verdict that hangs on it comes back undecided.
- `question` is context of every claim, `context` lists more sentences that it rests on. Nothing \
else carries over. Of two runs that a claim leaves open both are meant: write both.
- `against`: "world" (default), or "run" where the text speaks of what a simulation says. Reported \
and published figures are always held against the record.
- A formula that does not say what its text says comes back with the reason: mend it once. What no \
output can hold (causes, opinions, other subjects) has no formula; of "x rises because y" write \
x rises, and y where it is asserted and can be computed.
"""
