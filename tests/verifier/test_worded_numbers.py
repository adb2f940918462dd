"""Numbers that words stand for: the freezing point, digits, multiples, and ways of changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_text
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.reading.freezing import digits, freezing
from simulrag.verifier.reading.questions import plan
from simulrag.verifier.reading.ratios import ratios

NAMES = {1: "single", 2: "double", 3: "triple", 4: "four", 5: "five"}
WORDS = {2: "two", 3: "three", 4: "four", 5: "five", 7: "seven", 12: "twelve", 15: "fifteen"}


@given(value=st.integers(0, 99_999))
def test_a_number_lies_in_the_range_of_as_many_digits_as_it_has(value: int) -> None:
    holding = []
    for count, name in NAMES.items():
        (found,) = digits(f"It reached {name} digits.")
        if found.value - found.half_unit <= value <= found.value + found.half_unit:
            holding.append(count)
    assert holding == [len(str(value))]


@pytest.mark.parametrize(
    ("text", "qualifier"),
    [
        ("The mean is below freezing.", "below"),
        ("It stays above the freezing point.", "above"),
        ("It averages under zero.", "below"),
        ("A sub-zero mean.", "below"),
        ("A negative annual mean.", "below"),
    ],
)
def test_freezing_is_nought_degrees_celsius(text: str, qualifier: str) -> None:
    (found,) = freezing(text)
    assert (found.value, found.unit, found.qualifier) == (0, "degC", qualifier)
    assert text[found.start : found.end] == found.text


@pytest.mark.parametrize("text", ["It is freezing.", "Zero people came.", "A negative answer."])
def test_other_freezing_and_other_noughts_are_no_temperature(text: str) -> None:
    assert list(freezing(text)) == []


@pytest.mark.parametrize(("value", "word"), WORDS.items())
@pytest.mark.parametrize(
    ("lead", "qualifier"), [("", "exact"), ("more than ", "above"), ("about ", "about")]
)
def test_a_multiple_is_the_same_in_words_and_in_digits(
    value: int, word: str, lead: str, qualifier: str
) -> None:
    for printed in (word, str(value)):
        text = f"It was {lead}{printed} times as high as that of 2022-23."
        (found,) = ratios(text)
        assert (found.value, found.qualifier) == (value, qualifier)
        assert text[found.tail :] == " that of 2022-23."


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("twice that", 2),
        ("double those", 2),
        ("half the size", 0.5),
        ("a third of", 1 / 3),
        ("two thirds of", 2 / 3),
        ("three quarters of", 0.75),
    ],
)
def test_parts_and_multiples_have_their_value(words: str, value: float) -> None:
    (found,) = ratios(f"It was {words} Ohio.")
    assert found.value == pytest.approx(value)


QUESTION = (
    "For an influenza season in Ohio beginning around October 4th, 2022, with an R0 of 2.0, no "
    "seasonality and 10% prior immunity, what is the peak of daily hospital incidence and its "
    "interval?"
)


def test_outputs_of_one_run_and_the_ends_of_their_interval_are_compared(
    registry: Registry, store: EvidenceStore
) -> None:
    (call,) = plan(QUESTION, registry).calls
    peak = store.run(call, registry).outputs["peak"]
    low, high, value = (getattr(peak, name) for name in ("low", "high", "value"))
    assert low < value < high
    text = "The upper end of the interval of the peak is more than {:.2f} times the lower end."
    for quotient, expected in ((0.9 * high / low, "supported"), (1.1 * high / low, "refuted")):
        checked = check_text(text.format(quotient), QUESTION, registry, store)
        assert [v.verdict for v in checked.verdicts] == [expected]


@pytest.mark.parametrize(
    ("words", "change"),
    [
        ("a 20 % cut in CO2 emissions", -20),
        ("CO2 emissions 20 % below those of the scenario", -20),
        ("CO2 emissions trimmed by 20 %", -20),
        ("slashing CO2 emissions by 20 %", -20),
        ("CO2 emissions boosted by 20 %", 20),
        ("a 20 % rise in CO2 emissions", 20),
        ("CO2 emissions 20 % higher", 20),
    ],
)
def test_verbs_and_nouns_say_which_way_an_input_goes(
    words: str, change: float, registry: Registry
) -> None:
    asked = plan(
        f"What is the average temperature in Oslo in 2080 under ssp245 with {words}?", registry
    )
    assert [call.arguments.get("co2") for call in asked.calls] == [change]
