"""Causes that a text states: only the inputs of its runs are behind what they say."""

import pytest

from simulrag.verifier.claims import Claim, Verdict
from simulrag.verifier.stated_causes import as_far_as_held, unheld

QUESTION = "What do a ceramic mug and 20 % less CO2 emissions change?"
FORMULA = 'a.warm(cup="ceramic mug", scenario="ssp245", co2=-20.0).warming > 1'


@pytest.mark.parametrize(
    "text",
    [
        "It warms because of the ceramic mug.",
        "It warms by 2 °C, thanks to SSP2-4.5.",
        "Due to the 20 % cut in CO2, it warms.",
        "It warms as a result of lower CO2 emissions.",
        "It has warmed since 1990.",
        "Since the 1990s it has warmed.",
        "Since the beginning of the period, it has warmed.",
        "It warms with the ceramic mug.",
    ],
)
def test_an_input_is_a_cause_and_since_may_begin_a_time(text: str) -> None:
    assert not unheld(text, [FORMULA], QUESTION)


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("It warms because the air is dry.", "because"),
        ("It warms due to fewer leaks with the ceramic mug.", "due to"),
        ("Since the air is dry, it warms.", "Since"),
        ("It warms, since the air is dry.", "since"),
        ("Driven by dry air, it warms.", "Driven by"),
        ("It warms, which is why fans run.", "is why"),
        ("It warms because emissions of methane rise.", "because"),
    ],
)
def test_what_no_run_was_given_is_no_cause_that_it_shows(text: str, link: str) -> None:
    assert unheld(text, [FORMULA], QUESTION) == link
    assert unheld(text, ["W > 1"], QUESTION, {"W": FORMULA.partition(" >")[0]}) == link


def test_a_claim_whose_cause_no_run_shows_is_outside_what_they_decide() -> None:
    text = "It warms because the air is dry."
    found = Verdict(text=text, verdict="supported", updated=text, run_ids=("a-0123456789ab",))
    held = as_far_as_held(Claim(id="c1", text=text, formula=FORMULA), found, QUESTION)
    assert (held.verdict, held.run_ids) == ("outside", found.run_ids)
    assert held.problem is not None
    assert "because" in held.problem.message
    plain = Claim(id="c1", text="It warms because of the ceramic mug.", formula=FORMULA)
    assert as_far_as_held(plain, found, QUESTION) == found
    wrong = found.model_copy(update={"verdict": "refuted"})
    assert as_far_as_held(Claim(id="c1", text=text, formula=FORMULA), wrong, QUESTION) == wrong
