"""Plain text about a simulator of another domain: the grammar brings no words of its own."""

import pytest

from coffee import COOLING, CUP, TEMPERATURE, WAIT, Coffee, temperature
from plain_text import OPEN, verdict, word
from simulrag.simulators.registry import Registry

MUG, PAPER, FLASK = (
    temperature(cup, 90, 20, 10) for cup in ("ceramic mug", "paper cup", "vacuum flask")
)
POURED = "After 10 minutes, coffee poured at 90 °C"


class Barista(Coffee):
    """The same cup of coffee, its outputs named by words of their own as well."""

    functions = (
        COOLING.model_copy(
            update={
                "parameters": (
                    CUP.model_copy(update={"typical": "ceramic mug"}),
                    *COOLING.parameters[1:],
                ),
                "outputs": (
                    TEMPERATURE.model_copy(
                        update={
                            "loose_words": ("brew",),
                            "loose_rise_words": ("toastier",),
                            "loose_fall_words": ("chillier",),
                        }
                    ),
                    *COOLING.outputs[1:],
                ),
            }
        ),
        WAIT,
    )


@pytest.fixture(scope="module")
def barista() -> Registry:
    """A cup of coffee with loose words."""
    return Registry([Barista()])


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (f"{POURED} into a ceramic mug has a temperature of {MUG:.1f} °C.", "supported"),
        (f"{POURED} into a ceramic mug has a temperature of {MUG - 9:.1f} °C.", "refuted"),
        (f"{POURED} into a ceramic mug has a temperature of {MUG * 1.8 + 32:.0f} °F.", "supported"),
        (f"{POURED} into a ceramic mug has a temperature between {MUG - 2:.0f} °C and "
         f"{MUG + 3:.0f} °C.", "supported"),
        (f"{POURED} into a ceramic mug has a temperature between {MUG - 20:.0f} °C and "
         f"{MUG - 10:.0f} °C.", "refuted"),
        (f"{POURED} is hotter in a vacuum flask than in a paper cup.", "supported"),
        (f"{POURED} is hotter in a paper cup than in a vacuum flask.", "refuted"),
        (f"{POURED} is not hotter in a vacuum flask than in a paper cup.", "refuted"),
        (f"{POURED} is {FLASK - PAPER:.1f} °C hotter in a vacuum flask than in a paper cup.",
         "supported"),
        (f"{POURED} is {FLASK - PAPER + 9:.1f} °C hotter in a vacuum flask than in a paper cup.",
         "refuted"),
        (f"{POURED} is hotter in a vacuum flask than in any other cup.", "supported"),
        (f"{POURED} is hotter in a paper cup than in any other cup.", "refuted"),
        (f"{POURED} has a temperature above {PAPER - 4:.0f} °C in every cup.", "supported"),
        (f"{POURED} has a temperature above {PAPER + 4:.0f} °C in every cup.", "refuted"),
        (f"{POURED} into a ceramic mug is too hot to drink.", "supported"),
        (f"{POURED} into a ceramic mug is ready to drink.", "refuted"),
        ("Coffee poured at 90 °C into a ceramic mug is hotter after 10 minutes than after 30 "
         "minutes.", "supported"),
        ("Coffee poured at 90 °C into a ceramic mug is hotter after 30 minutes than after 10 "
         "minutes.", "refuted"),
    ],
)  # fmt: skip
def test_coffee_is_read_by_the_words_that_it_declares(
    sentence: str, expected: str, coffee_registry: Registry
) -> None:
    assert word(sentence, coffee_registry) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        f"{POURED} into a ceramic mug is hotter than in Paris.",
        f"{POURED} into a teapot has a temperature of 71.9 °C.",
        f"{POURED} into a ceramic mug has 80 mg of caffeine.",
        f"{POURED} into a ceramic mug has a temperature of 71.9 °C on 14 July 1789.",
        "Cairo is hotter than Helsinki.",
        "Flu admissions in Ohio peaked in February 2025 during the 2024-25 season.",
    ],
)
def test_what_coffee_does_not_know_is_not_decided(sentence: str, coffee_registry: Registry) -> None:
    assert word(sentence, coffee_registry) in OPEN


def test_a_correction_of_coffee_is_right_when_read_again(coffee_registry: Registry) -> None:
    for text, wanted in (
        (f"{POURED} into a ceramic mug has a temperature of 21.9 °C.", f"{MUG:.1f} °C."),
        (f"{POURED} is hotter in a paper cup than in a vacuum flask.", "colder in a paper cup"),
    ):
        found = verdict(text, coffee_registry)
        assert found.verdict == "refuted"
        assert wanted in found.updated
        assert word(found.updated, coffee_registry) == "supported"


def test_loose_words_count_only_where_they_are_declared(
    barista: Registry, coffee_registry: Registry
) -> None:
    text = f"{POURED} is a {{}} brew in a vacuum flask than in a paper cup."
    assert word(text.format("toastier"), barista) == "supported"
    assert word(text.format("chillier"), barista) == "refuted"
    assert word(text.format("toastier"), coffee_registry) in OPEN


def test_a_typical_value_is_shared_by_what_is_compared_and_said(
    barista: Registry, coffee_registry: Registry
) -> None:
    text = "Coffee poured at 90 °C is hotter after 10 minutes than after 30 minutes."
    found = verdict(text, barista)
    assert found.verdict == "supported"
    assert any("ceramic mug" in line for line in found.assumed)
    assert word(text, coffee_registry) == "supported"  # whatever it is poured into
    value = f"Coffee poured at 90 °C has a temperature of {MUG:.1f} °C after 10 minutes."
    assert word(value, barista) in OPEN
