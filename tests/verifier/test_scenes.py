"""Statements about values of one or two runs are read as a whole, every word accounted for."""

import json

import pytest

from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.check import check_claims
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.reading.sign_lists import listed

QUESTION = (
    "For Higashimiyoshi in the year 2085 under the ssp585 scenario, consider two situations: one "
    "where CO2 emissions increased by 23.65% and CH4 emissions increased by 23.97%, and another "
    "where SO2 emissions were modified by -5.23% and Black Carbon emissions were reduced by 19.28% "
    "at the specified modification points: [(133.9333, 34.0333)]. What is the temperature "
    "difference between these two scenarios? Is this difference considered negligible (less than "
    "0.2°C), modest (0.2°C to 0.6°C), or significant (over 0.6°C)?"
)
EVIDENCE = (
    "For Higashimiyoshi in 2085 under the ssp585 scenario, the predicted local temperature with a "
    "23.65% increase in CO2 and a 23.97% increase in CH4 is 24.42°C. With a -5.23% modification in "
    "SO2 and a -19.28% reduction in Black Carbon at [(133.9333, 34.0333)], the predicted local "
    "temperature is 23.87°C."
)
#: Statements, and the same made false by one word or number.
PAIRS = (
    ("Higashimiyoshi's second situation comes in 0.55 °C under its first.",
     "Higashimiyoshi's second situation comes in 0.55 °C over its first."),
    ("Five hundredths of a degree are missing for the difference to be significant.",
     "Five hundredths of a degree are missing for the difference to be modest."),
    ("Significant is missed by 0.05 °C.", "Significant is missed by 0.15 °C."),
    ("24 °C is more than the aerosol situation reaches.",
     "24 °C is more than the greenhouse gas situation reaches."),
    ("Only the first situation takes Higashimiyoshi over 24 °C.",
     "Only the second situation takes Higashimiyoshi over 24 °C."),
    ("The difference is less than three times the 0.2 °C at which 'modest' begins.",
     "The difference is more than three times the 0.2 °C at which 'modest' begins."),
    ("Higashimiyoshi would be at 24.42 °C in one situation and at 23.87 °C in the other.",
     "Higashimiyoshi would be at 24.42 °C in one situation and at 23.78 °C in the other."),
    ("The cooler of the two situations is the second.",
     "The cooler of the two situations is the first."),
    ("The temperature drops from 24.42 °C in the first situation to 23.87 °C in the second.",
     "The temperature drops from 23.87 °C in the second situation to 24.42 °C in the first."),
    ("From 24.4 °C in the first situation the mean falls to 23.9 °C in the second.",
     "From 24.4 °C in the second situation the mean falls to 23.9 °C in the first."),
    ("The temperature stays between 23 and 25 °C.", "The temperature stays between 21 and 23 °C."),
    ("The warmer of the two, at 24.42 °C, is the one with more CO2 and methane.",
     "The warmer of the two, at 24.42 °C, is the one with less SO2 and black carbon."),
    ("The aerosol situation is the cooler of the pair, at 23.87 °C.",
     "The greenhouse gas situation is the cooler of the pair, at 24.42 °C."),
    ("24 °C: the first situation lies above it, the second below.",
     "24 °C: the first situation lies below it, the second above."),
    ("Both situations agree to within 0.6 °C.", "Both situations agree to within 0.5 °C."),
    ("The gap of 0.55 °C clears the threshold for modest.",
     "The gap of 0.55 °C clears the threshold for significant."),
    ("Cutting SO2 and black carbon instead of raising CO2 brings Higashimiyoshi to 23.87 °C.",
     "Cutting SO2 and black carbon instead of raising CO2 brings Higashimiyoshi to 24.42 °C."),
    ("It would take 0.6 °C for the difference to be significant.",
     "It would take 0.5 °C for the difference to be significant."),
    ("The second situation cools Higashimiyoshi rather than warming it.",
     "The second situation warms Higashimiyoshi rather than cooling it."),
    ("The first situation squeaks past 24.4 °C.", "The second situation squeaks past 23.9 °C."),
    ("The second situation falls 0.13 °C short of 24 °C.",
     "The second situation falls 0.31 °C short of 24 °C."),
    ("The difference is greater than the twentieth of a degree.",
     "The difference is smaller than the twentieth of a degree."),
    ("Both means are positive.", "Both means are negative."),
    ("Measured against the 0.6 °C cut-off, the difference is modest.",
     "Measured against the 0.6 °C cut-off, the difference is significant."),
    ("If the line is drawn at 0.2 °C, the difference is not negligible.",
     "If the line is drawn at 0.2 °C, the difference is negligible."),
    ("The difference is modest, significant beginning at 0.6 °C.",
     "The difference is negligible, modest beginning at 0.2 °C."),
    ("The first situation lies above 24 °C, yet below 25.",
     "The first situation lies above 22 °C, yet below 24."),
    ("The second situation avoids 0.55 °C of warming.",
     "The second situation avoids 0.55 °C of cooling."),
    ("The second situation takes 0.55 °C of heat out of the mean.",
     "The second situation takes 0.25 °C of heat out of the mean."),
    ("The second situation is cooler than the 24.42 °C of the first.",
     "The second situation is warmer than the 24.42 °C of the first."),
    ("The second situation is exceeded by the first.",
     "The first situation is exceeded by the second."),
    ("The first situation is above 24 °C, the second below it.",
     "The first situation is above 24 °C, the second above it."),
    ("It is the second situation, not the first, that is cooler.",
     "It is the first situation, not the second, that is cooler."),
    ("The first situation drifts up to 24.42 °C.", "The first situation drifts up to 26 °C."),
)  # fmt: skip
#: A word that is not known, another place and another year: nothing is decided.
NOT_READ = (
    "The wine of Higashimiyoshi's second situation comes in 0.55 °C under its first.",
    "Tokushima's second situation comes in 0.55 °C under its first.",
    "In 2050 the second situation comes in 0.55 °C under the first.",
)


@pytest.fixture(scope="module")
def registry() -> Registry:
    return installed()


def _verdicts(claims: list[str], registry: Registry) -> dict[str, str]:
    record = {
        "index": 1,
        "question": QUESTION,
        "reference_answer": "",
        "evidence_question": QUESTION,
        "evidence_answer": EVIDENCE,
    }
    with EvidenceStore() as store:
        found = check_claims(claims, QUESTION, registry, store, json.dumps([record]))
    return {v.text: v.verdict for v in found.verdicts}


def test_what_accounts_for_every_word_is_decided_both_ways(registry: Registry) -> None:
    expected = {c: w for pair in PAIRS for c, w in zip(pair, ("supported", "refuted"), strict=True)}
    assert _verdicts(list(expected), registry) == expected


def test_emphasis_fronting_and_filler_do_not_matter(registry: Registry) -> None:
    plain = "Higashimiyoshi is 0.55 °C cooler in the second situation than in the first."
    told = (
        "In the second situation Higashimiyoshi is 0.55 °C cooler than in the first.",
        "Compared with the first situation, Higashimiyoshi is 0.55 °C cooler in the second.",
        "All in all, according to the run, the second situation is just 0.55 °C cooler.",
        "It is the second situation that is 0.55 °C cooler for Higashimiyoshi than the first.",
    )
    found = _verdicts([plain, *told], registry)
    assert set(found.values()) == {"supported"}
    turned = _verdicts([c.replace("cooler", "warmer") for c in (plain, *told)], registry)
    assert set(turned.values()) == {"refuted"}


def test_an_unknown_word_or_a_run_that_is_not_there_decides_nothing(registry: Registry) -> None:
    found = _verdicts(list(NOT_READ), registry)
    assert not [c for c, v in found.items() if v in ("supported", "refuted")]


def test_an_input_that_is_told_the_wrong_way_round_decides_nothing_wrong(
    registry: Registry,
) -> None:
    claim = "Raising black carbon and SO2 leaves Higashimiyoshi 0.55 °C below the other situation."
    assert _verdicts([claim], registry)[claim] != "supported"


def test_no_word_of_the_list_has_two_signs() -> None:
    signs: dict[str, set[str]] = {}
    for phrase, sign in listed("scene.txt"):
        signs.setdefault(phrase, set()).add(sign)
    assert len(signs) > 5000
    assert {phrase: own for phrase, own in signs.items() if len(own) > 1} == {}


@pytest.mark.parametrize(
    "claim",
    [
        "Vineyards around Higashimiyoshi would yield more at a mean of 24.42 °C.",
        "Higashimiyoshi's record temperature is 24.42 °C.",
        "The people of Higashimiyoshi experience 0.55 °C less in the second situation.",
        "24.42 °C is the mean of the first situation and not its warming.",
        "The first situation takes 0.55 °C of heat out of the mean.",
        "Bakers in Higashimiyoshi will start earlier at 24.42 °C.",
        "Had the situations been another 0.05 °C apart, the difference would be significant.",
    ],
)
def test_a_number_that_is_right_supports_nothing_beside_words_of_something_else(
    claim: str, registry: Registry
) -> None:
    assert _verdicts([claim], registry)[claim] in ("unread", "outside")
