"""Formulas that nobody means well: whatever is handed in is computed, decided or refused."""

import random
import resource
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import pytest

from coffee import Coffee
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import FormulaClaim
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.evaluation import MOST_RUNS
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.printing import canonical, written
from simulrag.verifier.formulas.syntax import FormulaError
from simulrag.verifier.formulas.verification import Verifier
from verifier.formulas.gauge import Gauge

LET = {
    "A": 'gauge.gauge(river="Ann", rain=10)',
    "B": 'gauge.gauge(river="Bea", rain=10, seed=1)',
    "M": 'coffee.cooling(cup="ceramic mug", initial_temperature=90, minutes=10)',
    "F": 'coffee.cooling(cup="vacuum flask", initial_temperature=90, minutes=10)',
    "D": "M.temperature - F.temperature",
}
#: Longest that one formula may take beside its runs, seconds of this process; growth in memory
#: that 10,000 may leave, MiB.
SECONDS, MEBIBYTES = 3.0, 300
REGISTRY = Registry([Gauge(), Coffee()])
NUMBERS = (
    "0", "1", "2.5", "-3", "1.10", "560000", "0.0", "1e308", "-1e308", "5e-324", "1e-400", "0e999",
    "1_000", "2025", "99999999999999999999", "1e308*10", "1/0", "0/0", "1/3", "1" + "0" * 300,
)  # fmt: skip
TEXTS = (
    "Ann", "Bea", "hot", "drinkable", "ceramic mug", "2025-02-08", "2025-02", "2025", "0001-01-01",
    "9999-12-31", "2025-13-40", "", " ", "x", "nan", "日本", "a'b", "rain", "minutes", "seed", "🫖",
    "{}", "%s", "\\", "\x00", "a\nb", "' or 1==1", "__class__", "Ann" * 100, "\\ud800",
)  # fmt: skip
UNITS = (
    "m", "cm", "degC", "degF", "kelvin", "1/0", "e**e**9", "kg**999999999", "9**9**9**9",
    "10**9**9", "m**m", "date", "delta_degC", "%", "percent", "dBm", "1/day", "km/h", "m3/s",
    "(((m)))", "@", "m*" * 19 + "m", "[length]", "nan", "inf*m", "5*m",
    "m for m in m", "day", "lambda: 1", "m\x00",
)  # fmt: skip
SIGNS = ("<", "<=", ">", ">=", "==", "!=", "in", "is", "<>", "=")
SCRAPS = (
    "(", ")", "[", "]", ",", ".", "..", "'", '"', "\\", "#", "\x00", "\n", "**", "//", "@", ":=",
    " for ", " if ", " in ", " lambda: ", "await ", "yield ", "not ", " and ", "None", "True",
    "...", "f'{A}'", "1j", "b'x'", "é", "−", "“", "~", "%", "{", "}", "*A", "**A", "__class__",
    "0x1", "1or",
)  # fmt: skip


class Hostile:
    """Makes formulas by the grammar, some of them with what the grammar does not have."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._names = 0

    def formula(self) -> str:
        """Return a value or a statement, one in three broken by scraps or cuts."""
        made = self.truth(4) if self._random.random() < 0.6 else self.value(4)
        while self._random.random() < 0.25:
            made = self._broken(made)
        return made

    def _broken(self, text: str) -> str:
        start, end = sorted(self._random.randint(0, len(text)) for _ in range(2))
        how = self._random.randrange(4)
        if how == 0:
            return text[:start] + self._random.choice(SCRAPS) + text[start:]
        if how == 1:
            return text[:start] + text[min(end, start + 9) :]
        if how == 2:
            return text[:end] + text[start:end] + text[end:]
        return text.replace(*self._random.choices(("<", "(", "A", '"', "for", "1", ",", "."), k=2))

    def truth(self, depth: int, names: tuple[str, ...] = ()) -> str:
        pick = self._random.randrange(9) if depth > 0 else 0
        below = depth - 1
        if pick < 4:
            signs = self._random.choices(SIGNS[: 10 if self._random.random() < 0.05 else 6], k=2)
            ends = [self.side(below, names) for _ in range(3)]
            more = f" {signs[1]} {ends[2]}" if self._random.random() < 0.1 else ""
            return f"{ends[0]} {signs[0]} {ends[1]}{more}"
        if pick < 6:
            joint = self._random.choice((" and ", " or "))
            return f"({self.truth(below, names)}{joint}{self.truth(below, names)})"
        if pick == 6:
            return f"(not {self.truth(below, names)})"
        name = self._name()
        how = self._random.choice(("all", "any"))
        return f"{how}({self.truth(below, (*names, name))} for {name} in {self.list(below, names)})"

    def side(self, depth: int, names: tuple[str, ...]) -> str:
        if self._random.random() < 0.15:
            within = f", within={self.value(0, names)}" if self._random.random() < 0.5 else ""
            return f"about({self.value(depth, names)}{within})"
        return self.value(depth, names)

    def value(self, depth: int, names: tuple[str, ...] = ()) -> str:
        choose, below = self._random.choice, depth - 1
        if depth <= 0 or self._random.random() < 0.3:
            outputs = ("A.level", "B.level", "A.level", "B.level", "M.temperature", "D", "A.flow")
            strange = (self._text(), "M.drinkable", "A.nope", choose(NUMBERS))
            number = choose(names) if names and self._random.random() < 0.7 else self._number()
            leaves = (choose(outputs), choose(outputs), self._run(names), number, number)
            return choose(strange if self._random.random() < 0.1 else leaves)
        one, other = self.value(below, names), self.value(below, names)
        name, some, number = self._name(), self.list(below, names), self._number()
        inner, held = self.value(below, (*names, name)), self.truth(below, (*names, name))
        series = choose(("A.level", "A.level", "M.temperature", "A.flow", one))
        often = (
            f"({one} {choose('+-*/')} {other})", f"({one} {choose('+-')} {other})", f"-{one}",
            f"{choose(('abs', 'log', 'low', 'high'))}({one})", f"when_max({series})",
            f"{choose(('max', 'min', 'sum', 'mean'))}({one}, {other})",
            f"{choose(('max', 'min', 'sum', 'mean'))}({inner} for {name} in {some})",
            f"{choose(('argmax', 'argmin'))}({inner} for {name} in {some})",
            f"count({held} for {name} in {some})", f"probability({self.truth(below, names)})",
            f"first(({held} for {name} in {some}), stays={choose(('True', 'False'))})",
            f"low({one}, {number})", f"quantity({number}, {self._said(choose(UNITS[:9]))})",
            f'solve({self._run(names)}, {other}, "rain", 0, 200)',
            f"percent_change({one}, {other})", f"at({series}, {other})",
            f"rank(({inner} for {name} in {some}), of={other})",
        )  # fmt: skip
        seldom = (
            f"week({self._text()})",
            f"A.part({self._text()}).level",
            f"days({number})",
            f"quantity({number}, {self._said(choose(UNITS))})",
            f"band({one}, {self._bands()})",
            f"solve({one}, {other}, {self._text()}, {number}, {choose(NUMBERS)})",
            f"weeks({one})",
            f"first(({held} for {name} in {some}), stays={other})",
            f"about({one})",
        )
        return choose(seldom if self._random.random() < 0.15 else often)

    def _number(self) -> str:
        return self._random.choice(NUMBERS[:7] if self._random.random() < 0.9 else NUMBERS)

    def list(self, depth: int, names: tuple[str, ...]) -> str:
        """Return what `for` may run over, or what it may not."""
        choose, numbers = self._random.choice, self._random.choices(NUMBERS, k=3)
        deeper = self.list(depth - 1, names) if depth > 0 else "[1, 2, 3]"
        often = (
            "years(1, 9)", "years(2000, 2100, 10)", "[10, 20, 30]", '["Ann", "Bea"]', "A.level",
            "choices(gauge.gauge.river)", f"pairs({deeper})", "M.temperature",
        )  # fmt: skip
        seldom = (
            f"years({', '.join(numbers)})", f"years({numbers[0]}, {numbers[1]})", "states", "[]",
            f"[{', '.join(numbers)}]", "choices(gauge.gauge.rain)", "A", "years(1, 1e9)",
            "scenarios", f"[{self.value(0, names)}, {self._text()}]", *names,
        )  # fmt: skip
        return choose(seldom if self._random.random() < 0.1 else often)

    def _run(self, names: tuple[str, ...]) -> str:
        choose, strange = self._random.choice, self._random.random() < 0.1
        river = choose(('"Ann"', '"Bea"', *names))
        rain = choose(("10", "0", "55.5", *names))
        if not strange:
            return f"gauge.gauge(river={river}, rain={rain}).{choose(('level', 'flow'))}"
        rain = choose((rain, choose(NUMBERS), '"ten"', "[1, 2]", self._text()))
        seed = choose(("", f", seed={choose(NUMBERS)}", ", seed=1e308+1e308", f", rain={rain}"))
        return f"gauge.gauge(river={self._text()}, rain={rain}{seed}).{choose(('level', 'part'))}"

    def _bands(self) -> str:
        ends = [self._random.choice(("None", *NUMBERS[:8])) for _ in range(4)]
        labels = self._random.choices(TEXTS[:4], k=2)
        return f'{{"{labels[0]}": ({ends[0]}, {ends[1]}), "{labels[1]}": ({ends[2]}, {ends[3]})}}'

    def _text(self) -> str:
        return self._said(self._random.choice(TEXTS))

    def _said(self, text: str) -> str:
        quote = self._random.choice("\"'")
        return (
            f"{quote}{text}{quote if self._random.random() < 0.98 else self._random.choice(SCRAPS)}"
        )

    def _name(self) -> str:
        self._names += 1
        return self._random.choice((*[f"x{self._names}"] * 9, "x", "v0"))

    def assume(self) -> dict[str, Any]:
        """Return values of inputs, of any kind and size."""
        values: tuple[Any, ...] = (
            1, -1, 1e308, "", "ten", None, True, [], [1] * 1000,
            {"a": {"b": [None]}}, "x" * 9999,
        )  # fmt: skip
        names = ("rain", "river", "minutes", "seed", "level", "nope", "")
        return {self._random.choice(names): self._random.choice(values) for _ in range(2)}


def timed(verifier: Verifier, seeds: range) -> Iterator[tuple[float, str]]:
    """Compute hostile formulas; return what each took, seconds of this process."""
    for seed in seeds:
        hostile = Hostile(seed)
        text, assume = hostile.formula(), hostile.assume() if seed % 3 == 0 else {}
        started = time.process_time()
        (computed,) = verifier.compute([text], LET, assume)
        assert (computed.problem is None) or computed.problem.message, text
        yield time.process_time() - started, text


def round_trip(text: str) -> bool:
    """Tell whether a formula is read; one that is must be written back as it was read."""
    with suppress(FormulaError):
        root = parse(text, LET).root
        assert parse(written(root)).root == root, text
        plain = canonical(root)
        assert canonical(parse(plain).root) == plain, text
        return True
    return False


def test_hostile_formulas_are_computed_or_refused_in_time(store):
    verifier = Verifier(REGISTRY, store)
    assert max(timed(verifier, range(1_200)))[0] < SECONDS


def test_hostile_claims_get_a_verdict(store):
    verifier = Verifier(REGISTRY, store)
    for seed in range(300):
        text = Hostile(seed).formula()
        said = f"The level is {text[:300]}"
        claim = FormulaClaim(text=said, formula=text, let=LET, context=(text,))
        (verdict,) = verifier.verify([claim])
        assert verdict.verdict != "supported" or verdict.run_ids, text


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 50_000, 10_000))
def test_fifty_thousand_hostile_formulas_leave_time_and_memory_alone(first):
    before, worst = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, (0.0, "")
    for start in range(first, first + 10_000, 500):
        with EvidenceStore() as store:
            worst = max(worst, *timed(Verifier(REGISTRY, store), range(start, start + 500)))
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    assert worst[0] < SECONDS, worst
    assert grown < MEBIBYTES


def test_what_is_read_is_written_back_as_it_was_read():
    read = sum(round_trip(Hostile(seed).formula()) for seed in range(1_500))
    assert read > 300  # the grammar makes formulas, and not only what is refused


BOMBS: Mapping[str, str] = {
    "sum(sum(sum(1 for x in years(1, 2000)) for y in years(1, 2000)) for z in years(1, 2000))":
        "more than 20,000 parts",
    "sum(sum(sum(1 for q in years(1, 2000)) for x in M.temperature) for y in A.level)":
        "more than 20,000 parts",
    "all(any(x - y > 1 for x in M.temperature) for y in M.temperature)": "more than 20,000 parts",
    "sum(y for y in years(-1e308, 1e308))": "whole numbers",
    "sum(1 for x in pairs(years(1, 2000)))": "at most 2000",
    'solve(solve(A.level, 1.5, "rain", 0, 200), 1, "rain", 0, 5)': "more than 256 runs",
    'sum(solve(A.level, 1 + y / 100, "rain", 0, 200) for y in years(1, 100))': "more than 256 runs",
    "sum(sum(gauge.gauge(river=\"Ann\", rain=y).level for y in years(0, 300)) for x in A.level)":
        "out of range",
    'quantity(5, "9**9**9**9")': "is unknown",
    'quantity(5, " ")': "is unknown",
    "mean(1e308, 1e308)": "too large",
    'A.level < quantity(1e308, "km")': "too large",
    '"2025-01-01" + days(99999999)': "outside of the years",
    '"2025-01-01" - 5': "days(7)",
    'low(A.level, "x")': "low(value, 90)",
    'A.level < week("2025-02-01")': "have no order",
    'A.level == week("2025-02-01")': "cannot be equal",
    "first((A.level > 1 for y in []))": "no elements",
    'gauge.gauge(river="Ann", rain=1, seed=1e308+1e308).level': "whole number",
    'gauge.gauge(river="Ann", rain=1, seed=-1).level': "seed",
    'gauge.gauge(river="Ann", river="Bea", rain=1).level': "twice",
    "about(1, within=-5) == A.level": "never below zero",
    'band(A.level, {"x": (5, 1)})': "the lower end stands first",
    'band(A.level, {"x": (None, 1), "x": (1, None)})': "a label each",
    'A.part("").level': "a part is named",
    "at(A.flow, 2020)": "no series",
    "max(years(1, 2))": "x for x in years(first, last)",
    "A.level*A.level" + "*A.level" * 40: "so many factors",
    'M.drinkable == "\\ud800"': "does not have",
    'rank((x for x in [1, 2]), of=3)': "not in the list: 1.0, 2.0",
}  # fmt: skip


@pytest.mark.parametrize("text", BOMBS)
def test_a_bomb_is_refused_at_once_with_what_would_be_valid(text, store):
    started = time.process_time()
    (made,) = Verifier(REGISTRY, store).compute([text], LET)
    assert BOMBS[text] in made.problem.message
    assert time.process_time() - started < 2 * SECONDS  # pint is loaded once


def test_no_formula_makes_more_runs_than_it_may(store):
    solves = 'all(solve(A.level, 1 + y / 100, "rain", 0, 200) > 3 for y in years(1, 6))'
    (made,) = Verifier(REGISTRY, store).compute([solves], LET)
    assert made.problem is None
    assert len(store.run_ids()) <= MOST_RUNS


def test_a_name_of_for_that_is_hidden_is_not_that_which_hides_it():
    let = {"S": "any(sum(r + y for y in [1, 2]) > 0 for r in [3])", "T": "any(1 > 0 for r in [3])"}
    one = canonical(parse("any(S for r in [5])", let).root)
    other = let["S"].replace("r + y", "y + y")
    assert one != canonical(parse("any(S for r in [5])", {"S": other}).root)


def test_a_name_is_bound_once():
    with pytest.raises(FormulaError, match="stands for something else"):
        parse("any(any(x > 1 for x in [1]) for x in [2])")


def test_a_part_of_let_that_names_a_variable_is_told_where_to_stand():
    let = {"R": 'gauge.gauge(river="Ann", rain=y)'}
    with pytest.raises(FormulaError, match="write out that part under the `for`"):
        parse("all(R.level > 1 for y in [1, 2])", let)


@pytest.mark.parametrize(
    "value", [10**400, float("nan"), float("inf"), {"a": [None]}, [[[]]]], ids=lambda v: str(v)[:9]
)
def test_assumed_values_that_no_input_takes_are_refused(value, store):
    text = 'gauge.gauge(river="Ann").level > 1'
    (made,) = Verifier(REGISTRY, store).compute([text], {}, {"rain": value})
    assert "rain" in made.problem.message


def test_long_texts_and_contexts_are_answered_in_time(store):
    words = "The level of the river Ann after 10 mm of rain is 1.10 m in 2050, and 25 % more. "
    claim = FormulaClaim(
        text=(words * 30)[:2_000],
        formula="A.level == 1.10",
        let=LET,
        context=((words * 300)[:20_000],),
    )
    started = time.process_time()
    Verifier(REGISTRY, store).verify([claim])
    assert time.process_time() - started < 3 * SECONDS
