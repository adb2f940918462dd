"""Readings decided by interval arithmetic, against values that each test sets itself."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handmade import Values, decisions, read_claim, verdict
from simulrag.simulators.interface import Call, Day, Label, Quantity
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.claims import Expression, Term
from simulrag.verifier.expressions import result

ONE = "What is the temperature in Oslo in 2050 under ssp245?"
TWO = "For Oslo, how does the temperature in 1990 compare with that in 2050 under ssp245?"
FLU = (
    "What is the forecast for hospital prevalence in Ohio for an influenza season starting on "
    "October 4th, 2022, with an R0 of 2.0, moderate seasonality and 10% prior immunity?"
)


def one(claim: str, value: float, registry: Registry) -> str:
    """Decide a claim about one temperature."""
    return verdict(claim, ONE, registry, [{"temperature": value}])


def two(claim: str, first: float, second: float, registry: Registry) -> str:
    """Decide a claim about two temperatures."""
    return verdict(claim, TWO, registry, [{"temperature": first}, {"temperature": second}])


def flu(claim: str, values: Values, registry: Registry) -> str:
    """Decide a claim about a season."""
    return verdict(claim, FLU, registry, [values])


#: A peak whose median is known within 3950 to 4050, in an ensemble from 3000 to 5000.
PEAK = Quantity(value=4000, low=3000, high=5000, level=0.9, value_low=3950, value_high=4050)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (4.545, "supported"),
        (4.55, "supported"),
        (4.555, "supported"),
        (4.5449, "refuted"),
        (4.5551, "refuted"),
        (-4.55, "refuted"),
    ],
)
def test_a_number_stands_for_all_that_round_to_it(value: float, expected: str, registry: Registry):
    assert one("The temperature is 4.55 °C.", value, registry) == expected


@settings(max_examples=40)
@given(st.floats(-40, 45), st.integers(0, 3))
def test_every_value_supports_its_own_print_and_refutes_one_two_units_off(
    value: float, decimals: int
):
    registry = installed()
    shown = f"{value:.{decimals}f}"
    off = f"{float(shown) + 2 * 10.0**-decimals:.{decimals}f}"
    assert one(f"The temperature is {shown} °C.", value, registry) == "supported"
    assert one(f"The temperature is {off} °C.", value, registry) == "refuted"


def test_a_derived_value_is_computed_from_full_precision(registry: Registry):
    assert two("The temperature rises by 1.40 °C.", 4.55, 5.95, registry) == "supported"
    assert two("The temperature rises by 1.42 °C.", 4.55, 5.95, registry) == "refuted"
    # Rounded first, 5.9 - 4.6 would be 1.3.
    assert two("The temperature rises by 1.4 °C.", 4.551, 5.949, registry) == "supported"
    assert two("The temperature rises by 1.3 °C.", 4.551, 5.949, registry) == "refuted"


def test_the_derivation_shows_the_arithmetic(registry: Registry):
    values: list[Values] = [{"temperature": 4.55}, {"temperature": 5.95}]
    _, decided = decisions("The temperature rises by 1.42 °C.", TWO, registry, values)[0]
    assert "5.95 - 4.55 = 1.40" in decided.derivation
    assert "1.42" in decided.derivation
    assert len(decided.run_ids) == 2


def test_the_interval_of_a_recorded_value_is_propagated(registry: Registry):
    first = Quantity(value=4.55, unit="degC", value_low=4.545, value_high=4.555)
    second = Quantity(value=5.95, unit="degC", value_low=5.945, value_high=5.955)
    values: list[Values] = [{"temperature": first}, {"temperature": second}]
    assert verdict("The temperature rises by 1.41 °C.", TWO, registry, values) == "supported"
    assert verdict("The temperature rises by 1.42 °C.", TWO, registry, values) == "refuted"


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The temperature is about 10.4 °C.", "supported"),
        ("The temperature is about 10.5 °C.", "supported"),
        ("The temperature is about 10.6 °C.", "refuted"),
        ("The temperature is 10.4 °C.", "refuted"),
        ("The temperature is above 9.9 °C.", "supported"),
        ("The temperature is above 10.0 °C.", "refuted"),
        ("The temperature is more than 9.9 °C.", "supported"),
        ("The temperature is higher than 10.1 °C.", "refuted"),
        ("The temperature is at least 10.0 °C.", "supported"),
        ("The temperature is at least 10.1 °C.", "refuted"),
        ("The temperature is below 10.1 °C.", "supported"),
        ("The temperature is below 10.0 °C.", "refuted"),
        ("The temperature is at most 10.0 °C.", "supported"),
        ("The temperature does not exceed 9.9 °C.", "refuted"),
        ("The temperature is between 9 and 11 °C.", "supported"),
        ("The temperature is between 9 °C and 11 °C.", "supported"),
        ("The temperature is between 11 and 12 °C.", "refuted"),
        ("The temperature is not 9.0 °C.", "supported"),
        ("The temperature is not 10.0 °C.", "refuted"),
        ("The temperature is not above 9 °C.", "refuted"),
        ("The temperature never exceeds 11 °C.", "supported"),
    ],
)
def test_comparators_hedges_and_denials_of_ten_degrees(
    claim: str, expected: str, registry: Registry
):
    assert one(claim, 10.0, registry) == expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The temperature is 50.0 °F.", "supported"),
        ("The temperature is 50.4 °F.", "refuted"),
        ("The temperature is 283.15 K.", "supported"),
        ("The temperature is 10.0 K.", "refuted"),
        ("The temperature is 10.0 degrees.", "supported"),
        ("The temperature is 10.0 degrees Celsius.", "supported"),
    ],
)
def test_a_temperature_is_decided_in_its_own_unit(claim: str, expected: str, registry: Registry):
    assert one(claim, 10.0, registry) == expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The temperature rises by 2.00 K.", "supported"),
        ("The temperature rises by 3.6 °F.", "supported"),
        ("The temperature rises by 35.6 °F.", "refuted"),
        ("The temperature rises by 275.15 K.", "refuted"),
        ("The temperature rises by 2.00 °C.", "supported"),
        ("The temperature falls by 2.00 °C.", "refuted"),
        ("The temperature change is -2.00 °C.", "refuted"),
        ("The temperature change is +2.00 °C.", "supported"),
        ("The temperature difference is 2.00 °C.", "supported"),
        ("The temperature rises by 25 %.", "supported"),
        ("The temperature rises by 20 %.", "refuted"),
        ("It is 2.00 °C warmer in 2050 than in 1990.", "supported"),
        ("It is 2.00 °C cooler in 2050 than in 1990.", "refuted"),
        ("It is 2.00 °C cooler in 1990 than in 2050.", "supported"),
        ("The temperature rises from 8.0 °C to 10.0 °C.", "supported"),
        ("The temperature rises from 8.0 °C in 1990 to 10.0 °C in 2050.", "supported"),
        ("The temperature rises from 8.0 °C in 1990 to 10.5 °C in 2050.", "refuted"),
        ("The temperature rises from 8.5 °C to 10.0 °C.", "refuted"),
        ("The temperature falls from 8.0 °C to 10.0 °C.", "refuted"),
        ("There is a warming trend.", "supported"),
        ("There is a cooling trend.", "refuted"),
        ("There is no cooling.", "supported"),
    ],
)
def test_a_rise_from_eight_to_ten_degrees(claim: str, expected: str, registry: Registry):
    assert two(claim, 8.0, 10.0, registry) == expected


def test_a_fall_in_percent_is_measured_from_where_it_started(registry: Registry):
    assert two("The temperature falls by 20 %.", 10.0, 8.0, registry) == "supported"
    assert two("The temperature falls by 25 %.", 10.0, 8.0, registry) == "refuted"


def test_a_denial_turns_the_verdict_round_and_not_the_value(registry: Registry):
    claims = ("The temperature is above 9 °C.", "The temperature is not above 9 °C.")
    for value in (5.0, 15.0):
        assert {one(claim, value, registry) for claim in claims} == {"supported", "refuted"}


def test_percent_of_a_temperature_is_never_supported(registry: Registry):
    assert read_claim("The temperature is 10.0 %.", ONE, registry).readings == ()


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The peak is 4,000 people.", "supported"),
        ("The peak is 4,049 people.", "supported"),
        ("The peak is 4,060 people.", "refuted"),
        ("The peak is around 4,200 people.", "supported"),
        ("The peak is around 4,400 people.", "refuted"),
        ("The peak could reach 4,900 people.", "supported"),
        ("The peak could reach 5,100 people.", "refuted"),
        ("The 90 % interval of the peak is 3,000 to 5,000.", "supported"),
        ("The 90 % interval of the peak is 3,000 to 6,000.", "refuted"),
        ("The peak will be at most 5,000 with 90 % confidence.", "supported"),
        ("The peak will be at most 4,900 with 90 % confidence.", "refuted"),
        ("The peak will be between 3,000 and 4,500.", "supported"),
        ("The peak exceeds 3,500.", "supported"),
        ("The peak exceeds 4,500.", "refuted"),
    ],
)
def test_a_bare_number_means_the_median_and_could_means_a_quantile(
    claim: str, expected: str, registry: Registry
):
    assert flu(claim, {"peak": PEAK}, registry) == expected


def test_a_number_inside_the_spread_is_refuted_and_told_so(registry: Registry):
    (_, inside), *_ = decisions("The peak is 4,500 people.", FLU, registry, [{"peak": PEAK}])
    (_, beyond), *_ = decisions("The peak is 6,500 people.", FLU, registry, [{"peak": PEAK}])
    assert inside.decision == beyond.decision == "refuted"
    assert "spread" in inside.derivation
    assert "spread" not in beyond.derivation


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The peak is on November 9, 2022.", "supported"),
        ("The peak is on November 10, 2022.", "refuted"),
        ("The peak falls on 9 November.", "supported"),
        ("The peak is in November.", "supported"),
        ("The peak is in early November.", "supported"),
        ("The peak is in late November.", "refuted"),
        ("The peak comes before November 20.", "supported"),
        ("The peak comes before November 9.", "refuted"),
        ("The peak is reached by November 9.", "supported"),
        ("The peak comes after November 9.", "refuted"),
        ("The peak comes after November 1.", "supported"),
        ("The peak is around November 14.", "supported"),
        ("The peak is around November 20.", "refuted"),
        ("The peak is on November 9, 2023.", "refuted"),
    ],
)
def test_a_peak_on_the_ninth_of_november(claim: str, expected: str, registry: Registry):
    assert flu(claim, {"peak_date": Day(value="2022-11-09")}, registry) == expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The season begins with rapid growth.", "supported"),
        ("The season begins with slow growth.", "refuted"),
        ("The season does not begin with rapid growth.", "refuted"),
        ("The season does not begin with slow growth.", "supported"),
    ],
)
def test_a_category_is_compared_as_a_word(claim: str, expected: str, registry: Registry):
    assert flu(claim, {"trend": Label(value="rapid growth")}, registry) == expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The peak arrives 5.0 weeks after the start of the season.", "supported"),
        ("The peak arrives 35 days after the start of the season.", "supported"),
        ("The peak arrives 40 days after the start of the season.", "refuted"),
        ("The peak arrives about six weeks after the start of the season.", "supported"),
        ("The peak arrives about 7 weeks after the start of the season.", "refuted"),
    ],
)
def test_time_to_a_peak_at_five_weeks(claim: str, expected: str, registry: Registry):
    assert flu(claim, {"weeks_to_peak": 5.0}, registry) == expected


COLD = ONE + " Is it cold (below 5°C), mild (5°C to 15°C), or warm (above 15°C)?"


@pytest.mark.parametrize(
    ("value", "word"), [(4.99, "cold"), (5.01, "mild"), (10.0, "mild"), (15.01, "warm")]
)
def test_a_label_of_the_question_is_decided_by_its_thresholds(
    value: float, word: str, registry: Registry
):
    for label in ("cold", "mild", "warm"):
        found = verdict(f"The climate is {label}.", COLD, registry, [{"temperature": value}])
        assert found == ("supported" if label == word else "refuted")


def test_a_value_on_the_end_of_two_bands_is_granted_either_label(registry: Registry):
    values: list[Values] = [{"temperature": 5.0}]
    found = {
        label: verdict(f"The climate is {label}.", COLD, registry, values)
        for label in ("cold", "mild", "warm")
    }
    assert found == {"cold": "supported", "mild": "supported", "warm": "refuted"}


def test_the_ends_of_open_bands_are_written_in_words(registry: Registry):
    texts = {
        label: decisions(f"The climate is {label}.", COLD, registry, [{"temperature": 10.0}])[0][1]
        for label in ("cold", "mild", "warm")
    }
    assert texts["cold"].derivation.endswith("cold is below 5")
    assert texts["mild"].derivation.endswith("mild is 5 to 15")
    assert texts["warm"].derivation.endswith("warm is 15 or more")


def test_a_missing_run_or_output_is_not_measured(registry: Registry):
    assert verdict("The temperature is 5 °C.", ONE, registry, [{}]) == "not_measured"


def test_a_share_of_nothing_is_no_crash(registry: Registry):
    assert two("The temperature rises by 20 %.", 0.0, 8.0, registry) == "not_measured"


def test_the_spread_is_turned_with_its_value() -> None:
    rise = Quantity(value=25.0, low=24.0, high=27.0, unit="percent")
    call = Call(simulator="any", function="any", arguments={})
    fall = Expression(operation="value", terms=(Term(call=call, output="any"),), negative=True)
    turned = result(fall, [rise])
    assert (turned.value, turned.low, turned.high) == (-25.0, -27.0, -24.0)
