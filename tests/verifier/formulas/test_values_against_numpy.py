"""What formulas are worth, worked out a second time with plain numpy over the gauge's members."""

from collections.abc import Callable, Generator
from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from coffee import Coffee, temperature
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Computed
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.decision import Against, Decided, decide
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.verification import Verifier
from verifier.formulas.anchored import REAL
from verifier.formulas.gauge import BASES, MEMBERS, SPREAD, Gauge

Members = NDArray[np.float64]
RIVERS = tuple(BASES)
RIVER, RAIN = st.sampled_from(RIVERS), st.integers(0, 200)
LEVELS = st.tuples(RIVER, RAIN)
ORDERS: dict[str, Callable[[Members, Members], NDArray[np.bool_]]] = {
    "<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal,
}  # fmt: skip


@pytest.fixture(scope="module")
def verifier() -> Generator[Verifier]:
    with EvidenceStore() as store:
        yield Verifier(Registry([Gauge(), Coffee()]), store)


def run(river: str, rain: int) -> str:
    return f'gauge.gauge(river="{river}", rain={rain}).level'


def centre(river: str, rain: int) -> float:
    return BASES[river] + rain / 100


def hundredths(one: tuple[str, int]) -> int:
    return round(100 * centre(*one))


def members(river: str, rain: int) -> Members:
    draws = np.random.default_rng(0).normal(0.0, SPREAD, MEMBERS)
    # As they are kept with the evidence.
    return (centre(river, rain) + draws - np.median(draws)).astype(np.float32).astype(np.float64)


def decided(verifier: Verifier, text: str, against: Against = "world") -> Decided:
    return decide(parse(text), Evaluator(verifier.runs), against)


def worth(verifier: Verifier, text: str) -> Computed:
    (made,) = verifier.compute([text])
    assert made.problem is None, made.problem
    return made


def ends_of(made: Computed) -> list[float]:
    """Return the ends of the 90 % range, which are the value itself where it has none."""
    value = float(str(made.value))
    return [value if end is None else end for end in (made.low, made.high)]


def by_odds(count: int) -> str:
    """Return what 199 members say of an order: the design's 0.9 and 0.1 of (k + 0.5) / (n + 1)."""
    share = (count + 0.5) / (MEMBERS + 1)
    return "supported" if share >= 0.9 else "refuted" if share <= 0.1 else "undecided"


def holds(value: float, low: float, high: float) -> bool | None:
    """Return whether low <= value <= high; None too near an end for the machine's rounding."""
    slack = 1e-6 * max(1.0, abs(value))
    if min(abs(value - low), abs(value - high)) < slack:
        return None
    return low < value < high


@given(LEVELS, LEVELS, st.sampled_from("+-"))
def test_sums_and_differences_are_taken_member_by_member(verifier, one, other, sign):
    made = worth(verifier, f"{run(*one)} {sign} {run(*other)}")
    factor = 1.0 if sign == "+" else -1.0
    ends = np.quantile(members(*one) + factor * members(*other), (0.05, 0.95))
    assert made.value == pytest.approx(centre(*one) + factor * centre(*other))
    assert ends_of(made) == pytest.approx(ends.tolist())


@given(LEVELS, LEVELS)
def test_products_ratios_and_percentages_follow_the_members(verifier, one, other):
    x, y = members(*one), members(*other)
    expected = {
        f"{run(*one)} * {run(*other)}": x * y,
        f"{run(*one)} / {run(*other)}": x / y,
        f"percent_change({run(*one)}, {run(*other)})": 100 * (x - y) / np.abs(y),
        f"abs({run(*one)} - {run(*other)})": np.abs(x - y),
        f"max({run(*one)}, {run(*other)})": np.maximum(x, y),
        f"mean({run(*one)}, {run(*other)})": (x + y) / 2,
    }
    for text, drawn in expected.items():
        ends = np.quantile(drawn, (0.05, 0.95)).tolist()
        assert ends_of(worth(verifier, text)) == pytest.approx(ends, rel=1e-6, abs=1e-9), text


@given(LEVELS, st.sampled_from(sorted(ORDERS)), st.integers(-200, 900))
def test_an_order_is_decided_by_the_share_of_members_and_by_the_run_alone(
    verifier, one, sign, hundredths
):
    limit = hundredths / 100 + 0.005
    text = f"{run(*one)} {sign} {limit:.3f}"
    count = int(ORDERS[sign](members(*one), np.full(MEMBERS, limit)).sum())
    world = decided(verifier, text)
    assert world.decision == by_odds(count)
    assert world.probability == pytest.approx((count + 0.5) / (MEMBERS + 1), abs=5.1e-4)
    own = bool(ORDERS[sign](np.array([centre(*one)]), np.array([limit]))[0])
    assert decided(verifier, text, "run").decision == ("supported" if own else "refuted")
    share = worth(verifier, f"probability({text})").value
    assert share == pytest.approx(100 * count / MEMBERS)


@given(LEVELS, LEVELS, st.sampled_from(sorted(ORDERS)))
def test_an_order_of_two_runs_is_that_of_paired_members(verifier, one, other, sign):
    if hundredths(one) == hundredths(other):
        return  # equal up to the rounding of the machine
    count = int(ORDERS[sign](members(*one), members(*other)).sum())
    assert decided(verifier, f"{run(*one)} {sign} {run(*other)}").decision == by_odds(count)


class Logic:
    """A random statement about thresholds, as a formula and as truths of members."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    def made(self, depth: int) -> tuple[str, Members]:
        kind = self._data.draw(
            st.sampled_from(("order", "and", "or", "not") if depth else ("order",))
        )
        if kind == "order":
            one, limit = (
                self._data.draw(LEVELS),
                self._data.draw(st.integers(-100, 800)) / 100 + 0.005,
            )
            return f"{run(*one)} > {limit:.3f}", (members(*one) > limit).astype(np.float64)
        text, held = self.made(depth - 1)
        if kind == "not":
            return f"(not {text})", 1 - held
        other, also = self.made(depth - 1)
        joined = np.minimum(held, also) if kind == "and" else np.maximum(held, also)
        return f"({text} {kind} {other})", joined


@given(st.data())
def test_and_or_and_not_are_those_of_each_member(verifier, data):
    text, held = Logic(data).made(3)
    assert decided(verifier, text).decision == by_odds(int(held.sum()))


@given(st.lists(RAIN, min_size=1, max_size=6, unique=True), RIVER, st.integers(0, 700))
def test_all_any_count_and_first_go_through_the_list_member_by_member(
    verifier, rains, river, hundredths
):
    limit = hundredths / 100 + 0.005
    each = f"{run(river, 0).replace('rain=0', 'rain=y')} > {limit:.3f} for y in {rains}"
    held = np.stack([members(river, rain) > limit for rain in rains])
    assert decided(verifier, f"all({each})").decision == by_odds(int(held.all(axis=0).sum()))
    assert decided(verifier, f"any({each})").decision == by_odds(int(held.any(axis=0).sum()))
    counted = worth(verifier, f"count({each})")
    own = [centre(river, rain) > limit for rain in rains]
    assert counted.value == sum(own)
    above = decided(verifier, f"count({each}) >= {len(rains)}")
    assert above.decision == by_odds(int(held.all(axis=0).sum()))
    (first,) = verifier.compute([f"first(({each}))"])
    assert first.value == (rains[own.index(True)] if any(own) else None)
    (stays,) = verifier.compute([f"first(({each}), stays=True)"])
    last = max((i for i, one in enumerate(own) if not one), default=-1)
    assert stays.value == (rains[last + 1] if last + 1 < len(rains) else None)


@given(st.lists(LEVELS, min_size=2, max_size=5, unique_by=hundredths), st.data())
def test_ranks_and_extremes_are_those_of_the_centres(verifier, levels, data):
    centres = [centre(*one) for one in levels]
    parts = ", ".join(f'["{river}", {rain}]' for river, rain in levels)
    each = f"gauge.gauge(river=r, rain=y).level for r, y in [{parts}]"
    river, rain = data.draw(st.sampled_from(levels))
    place = 1 + sum(one > centre(river, rain) for one in centres)
    assert worth(verifier, f'rank(({each}), of=["{river}", {rain}])').value == place
    for name, made in (("max", max), ("min", min), ("sum", sum)):
        assert worth(verifier, f"{name}({each})").value == pytest.approx(made(centres))


def print_half(printed: str) -> float:
    """Return half of the last digit of a printed number, as the design has it."""
    if "." in printed:
        return 0.5 * 10.0 ** -len(printed.partition(".")[2])
    digits = printed.lstrip("-")
    zeros = len(digits) - len(digits.rstrip("0"))
    return 0.5 * 10.0**zeros if int(digits) >= 1000 and zeros >= 2 else 0.5


@given(RAIN, st.integers(0, 3), st.integers(-30, 30), RIVER)
def test_a_bare_number_is_what_was_printed(verifier, rain, decimals, off, river):
    value = 10 * centre(river, rain)
    printed = f"{value + off / 40:.{decimals}f}"
    half = print_half(printed)
    expected = holds(value, float(printed) - half, float(printed) + half)
    text = f'gauge.gauge(river="{river}", rain={rain}).flow == {printed}'
    if expected is not None:  # flow is a point, so that run and world decide alike
        said = "supported" if expected else "refuted"
        assert decided(verifier, text, "run").decision == said
        assert decided(verifier, text, "world").decision == said


@given(st.sampled_from((1000, 1500, 12_300, 560_000, 1_000_000, 1010)), st.integers(-60, 60))
def test_an_integer_that_ends_in_zeros_stands_for_half_of_its_last_other_digit(
    verifier, number, off
):
    factor = round(number * (1 + off / 1000) / 11, 9)  # the flow of Ann after 10 mm is 11
    half = print_half(str(number))
    expected = holds(11 * factor, number - half, number + half)
    if expected is not None:
        text = f'gauge.gauge(river="Ann", rain=10).flow * {factor} == {number}'
        assert decided(verifier, text).decision == ("supported" if expected else "refuted")


@given(RAIN, st.integers(-300, 300), st.sampled_from((None, "0.05", "0.5", "0.00")))
def test_about_is_the_declared_tolerance_or_within_and_never_less_than_the_print(
    verifier, rain, off, within
):
    value, printed = centre("Bea", rain), f"{centre('Bea', rain) + off / 1000:.2f}"
    half = max(0.005, 0.2 if within is None else float(within))
    near = holds(value, float(printed) - half, float(printed) + half)
    drawn = members("Bea", rain)
    low, high = np.quantile(drawn, (0.05, 0.95))
    far = low > float(printed) + half or high < float(printed) - half
    meant = f"about({printed})" if within is None else f"about({printed}, within={within})"
    if near is not None:
        text = f"{run('Bea', rain)} == {meant}"
        assert decided(verifier, text, "run").decision == ("supported" if near else "refuted")
        world = "supported" if near else "refuted" if far else "undecided"
        assert decided(verifier, text, "world").decision == world


def holds_about(value: float, claimed: float, tolerance: float, *, print_half: float):
    """A difference is about so much where it is neither none nor of the other sign."""
    half = max(print_half, min(tolerance, 0.99 * abs(claimed)) if claimed else tolerance)
    return holds(value, claimed - half, claimed + half)


@given(LEVELS, LEVELS, st.integers(-300, 300))
def test_about_of_a_difference_is_the_tolerance_of_differences(verifier, one, other, off):
    value = centre(*one) - centre(*other)
    printed = f"{value + off / 1000:.2f}"
    expected = holds_about(value, float(printed), 0.1, print_half=0.005)
    if expected is not None:  # every member has the same difference
        text = f"{run(*one)} - {run(*other)} == about({printed})"
        assert decided(verifier, text).decision == ("supported" if expected else "refuted")


@pytest.mark.parametrize(("weeks", "word"), [(1, "supported"), (2, "refuted"), (0, "refuted")])
def test_about_a_week_later_is_neither_two_weeks_nor_the_same_day(weeks, word):
    run = 'epidemiology.admissions(states=["Ohio"], reported_season="2024-25").top_week'
    with EvidenceStore() as store:
        built_in = Verifier(REAL, store)
        day = date.fromisoformat(str(worth(built_in, run).value)) - timedelta(weeks=weeks)
        assert decided(built_in, f'{run} - "{day}" == about(weeks(1))').decision == word


@given(RAIN, RAIN, st.integers(-40, 40))
def test_about_of_percentages_is_two_points(verifier, one, other, tenths):
    flows = [10 * centre("Ann", rain) for rain in (one, other)]
    value = 100 * (flows[0] - flows[1]) / flows[1]
    printed = f"{value + tenths / 10:.1f}"
    texts = [f'gauge.gauge(river="Ann", rain={rain}).flow' for rain in (one, other)]
    expected = holds_about(value, float(printed), 2, print_half=0.05)
    if expected is not None:
        text = f"percent_change({texts[0]}, {texts[1]}) == about({printed})"
        assert decided(verifier, text).decision == ("supported" if expected else "refuted")


CUP = 'coffee.cooling(cup="ceramic mug", initial_temperature=90, minutes={}).temperature'


@given(st.integers(0, 240), st.integers(0, 240), st.integers(-30, 30))
def test_degrees_fahrenheit_are_converted_with_the_half_of_their_last_digit(
    verifier, one, other, tenths
):
    first, second = (temperature("ceramic mug", 90, 20, m) for m in (one, other))
    cups = CUP.format(one), CUP.format(other)
    for value, text in ((32 + 1.8 * first, cups[0]), (1.8 * (first - second), " - ".join(cups))):
        printed = f"{value + tenths / 10:.0f}"
        expected = holds(value, float(printed) - 0.5, float(printed) + 0.5)
        made = decided(verifier, f'{text} == quantity({printed}, "degF")').decision
        assert expected is None or made == ("supported" if expected else "refuted")


@given(st.integers(0, 240), st.integers(-30, 30))
def test_kelvin_beside_a_temperature_are_a_temperature(verifier, minutes, tenths):
    kelvin = temperature("ceramic mug", 90, 20, minutes) + 273.15
    printed = f"{kelvin + tenths / 10:.0f}"
    expected = holds(kelvin, float(printed) - 0.5, float(printed) + 0.5)
    made = decided(verifier, f'{CUP.format(minutes)} == quantity({printed}, "kelvin")').decision
    assert expected is None or made == ("supported" if expected else "refuted")


def test_degrees_fahrenheit_added_to_a_temperature_are_a_difference(verifier):
    cup, celsius = CUP.format(10), temperature("ceramic mug", 90, 20, 10)
    for text in (f'{cup} + quantity(9, "degF")', f'quantity(9, "degF") + {cup}'):
        made = worth(verifier, text)
        assert (made.value, made.unit) == (pytest.approx(celsius + 5), "degC")
    made = worth(verifier, f'{cup} - {CUP.format(0)} + quantity(9, "degF")')
    assert (made.value, made.unit) == (pytest.approx(celsius - 90 + 5), "delta_degC")


@pytest.mark.parametrize("level", [50, 68, 80, 95])
def test_ends_of_ranges_follow_what_is_done_to_the_value(verifier, level):
    x, level_of = members("Ann", 10), run("Ann", 10)
    shares = (0.5 - level / 200, 0.5 + level / 200)
    for text, drawn in ((level_of, x), (f"-{level_of}", -x), (f"abs({level_of})", np.abs(x))):
        ends = [worth(verifier, f"{name}({text}, {level})").value for name in ("low", "high")]
        assert ends == pytest.approx(np.quantile(drawn, shares).tolist())
    # For 90 % the run states its own range, which turns with the sign.
    assert worth(verifier, f"high(-{level_of}, 90)").value == pytest.approx(1.645 - 1.1)


@given(st.dates(date(2020, 1, 1), date(2030, 12, 31)), st.integers(-40, 40))
def test_a_day_lies_in_its_month_and_in_its_week_from_sunday_to_saturday(verifier, day, off):
    other = day + timedelta(days=off)
    left = f'"{day.isoformat()}" + days({off})' if off >= 0 else f'"{day}" - days({-off})'

    def said(text: str) -> bool:
        return decided(verifier, text).decision == "supported"

    assert said(f'{left} == "{day:%Y-%m}"') == ((day.year, day.month) == (other.year, other.month))
    assert said(f'{left} < "{day:%Y-%m}"') == (other < day.replace(day=1))
    sunday = day - timedelta(days=(day.weekday() + 1) % 7)
    inside = sunday <= other <= sunday + timedelta(days=6)
    assert said(f'{left} == week("{day}")') == (inside)
    assert worth(verifier, f'{left} - "{day}"').value == off


@given(RIVER, st.integers(0, 199), st.integers(0, 199))
def test_what_is_solved_for_meets_the_target_for_each_member(verifier, river, own, other):
    solved = f'solve({run(river, 0)}, {run(river, own)}, "rain", 0, 200)'
    # Members share their draw, so that each is as high at the very same rain.
    made = worth(verifier, solved)
    assert ends_of(made) == pytest.approx([own, own], abs=1e-3)
    if own != other:
        assert decided(verifier, f"{solved} > {other}").decision == (
            "supported" if own > other else "refuted"
        )


# What a percentage is worth in products, sums and quotients, beside arithmetic with fractions.


def of(one: tuple[str, int], output: str) -> str:
    return f'gauge.gauge(rain={one[1]}, river="{one[0]}").{output}'


@given(LEVELS, LEVELS, LEVELS)
def test_a_percentage_is_a_fraction_of_a_hundred_wherever_it_stands_in_a_product(
    verifier, one, other, third
):
    x, y, z = (centre(*held) for held in (one, other, third))
    quantity = of(third, "flow")
    percent = f"percent_change({of(one, 'flow')}, {of(other, 'flow')})"
    fraction = (x - y) / y
    expected = {
        f"{percent} / 100": fraction,
        f"{percent} * 0.01": fraction,
        f"1 + {percent} / 100": 1 + fraction,
        f"{quantity} * (1 + {percent} / 100)": 10 * z * (1 + fraction),
        f"{quantity} * (1 - {percent} / 100)": 10 * z * (1 - fraction),
        f"(100 - {percent}) / 100 * {quantity}": 10 * z * (1 - fraction),
        f"{quantity} * (100 + {percent}) / 100": 10 * z * (1 + fraction),
        f"{quantity} * {percent}": 10 * z * fraction,
        f"{quantity} * {percent} / 100": 10 * z * fraction,
        f"{quantity} / 100 * {percent}": 10 * z * fraction,
        f"{percent} * {quantity} * 2 / 100": 20 * z * fraction,
        f"{quantity} * {percent} / 100 / 100": z * fraction / 10,
        f"100 - {percent}": 100 - 100 * fraction,
    }
    for text, value in expected.items():
        made = worth(verifier, text)
        assert made.value == pytest.approx(value, rel=1e-9, abs=1e-9), text


@given(LEVELS, LEVELS)
def test_a_fraction_of_a_percentage_keeps_its_members(verifier, one, other):
    x, y = members(*one), members(*other)
    made = worth(verifier, f"percent_change({of(one, 'level')}, {of(other, 'level')}) / 100")
    if made.value is not None and made.low is not None:
        ends = np.quantile((x - y) / np.abs(y), (0.05, 0.95)).tolist()
        assert [made.low, made.high] == pytest.approx(ends, rel=1e-3, abs=1e-3)


@given(LEVELS, LEVELS, st.sampled_from("+-"))
def test_one_beside_a_percentage_is_sent_back_with_what_is_meant(verifier, one, other, sign):
    percent = f"percent_change({of(one, 'flow')}, {of(other, 'flow')})"
    (refused,) = verifier.compute([f"{of(one, 'flow')} * (1 {sign} {percent})"])
    assert f"write 1 {sign} {percent} / 100" in refused.problem.message
    worth(verifier, f"{of(one, 'flow')} * (1 {sign} {percent} / 100)")


def test_a_plain_number_that_is_made_of_runs_is_not_compared_with_a_percentage(verifier):
    one, other = of(("Ann", 20), "flow"), of(("Bea", 20), "flow")
    compared = f"{one} / {other} - 1 == about(percent_change({one}, {other}){{}})"
    (refused,) = verifier.compute([compared.format("")])
    assert "x / 100" in refused.problem.message
    assert worth(verifier, compared.format(" / 100")).value is True
