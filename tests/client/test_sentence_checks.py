"""Sentences of an answer against the runs that they rest on: only what is true stands."""

from collections.abc import Sequence

import pytest

from simulrag.client import marks, references, session
from simulrag.client.computed_facts import Masked, facts, sides
from simulrag.client.sentence_checks import SentenceChecks, computed
from simulrag.client.stages import Sentence
from simulrag.verifier.claims import Computed, ComputedItem

DELHI, LONDON = (
    f'climate.temperature(place="{place}", year=2050, scenario="ssp245", co2=-20).temperature - '
    f'climate.temperature(place="{place}", year=2050, scenario="ssp245").temperature'
    for place in ("Delhi", "London")
)
QUESTION = (
    "How much cooler are Delhi and London in 2050 under ssp245 with 20 % less CO2, and is that "
    "more than 0.1 °C?"
)
GIVEN = marks.given_numbers(QUESTION)


def failures(*written: Sentence) -> dict[int, str]:
    """Why sentences on v1, Delhi's change, and v2, London's, fail, by their place."""
    return _failures([DELHI, LONDON], written)


def _failures(
    values: Sequence[str], written: Sequence[Sentence], question: str = QUESTION, **assume: str
) -> dict[int, str]:
    async def checked() -> dict[int, str]:
        async with session.connect("") as tools:
            known = facts(await computed(values, tools, assume))
            filled = references.fill(written, known, marks.given_numbers(question))
            return await SentenceChecks(question, known, known, tools).failures(filled)

    return session.run(checked)


def shown(known: Masked) -> dict[str, str]:
    """What the references to a fact stand for."""
    return {key: piece.text for key, piece in known.parts.items()}


def says(text: str, formula: str = "", *rests_on: str) -> Sentence:
    return Sentence(text=text, formula=formula, rests_on=list(rests_on))


def test_values_with_their_ranges_comparisons_and_explanations_stand() -> None:
    assert not failures(
        says("Delhi would be {v1.size} {v1.size_range} cooler in 2050."),
        says("The cut cools Delhi by {v1.size} and London by {v2.size}."),
        says("Delhi cools more than London.", "v1 < v2", "v1", "v2"),
        says("Dry land far from the sea responds more strongly.", "", "v1"),
    )


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        (says("Delhi would be {v1.size} warmer in 2050."), "sign"),
        (says("London would be {v1.size} cooler in 2050."), "London"),
        (says("Delhi would be {v1.size} cooler in 2060."), "2060"),
        (says("Delhi would be {v1.size} cooler in 2050 under ssp585."), "ssp585"),
        (says("Delhi would be 0.9 °C cooler in 2050.", "", "v1"), "0.9 °C"),
        (says("London cools more than Delhi.", "v2 < v1", "v1", "v2"), "not true"),
        (says("Delhi cools more than London.", "v1 <", "v1", "v2"), "cannot be read"),
        (says("Delhi cools by {v3.size}."), "no reference {v3.size}"),
    ],
)
def test_a_sentence_that_turns_or_moves_what_it_rests_on_fails(
    sentence: Sentence, why: str
) -> None:
    found = failures(says("Delhi would be {v1.size} cooler in 2050."), sentence)
    assert list(found) == [1]
    assert why in found[1]


def test_of_how_many_members_a_chance_is_says_nothing_besides() -> None:
    chance = f"probability({DELHI} < 0)"
    said = "The probability that Delhi is cooler in 2050 under ssp245 with 20 % less CO2 is {v1}."
    assert not _failures([chance], [says(said)])


def test_a_value_is_referred_to_with_and_without_sign_and_with_its_range() -> None:
    values = [
        Computed(formula="a.b().c", value=-0.17, full="a.b().c", text="-0.17 °C [-0.26 to 0.02]"),
        Computed(formula="a.b().d", value="2025-02-08", full="a.b().d", text="2025-02-08"),
        Computed(formula="a.b().e", value=2041.0, full="a.b().e", text="2041 [2037 or later]"),
        Computed(
            formula="a.b().f",
            value=12900.0,
            full="a.b().f",
            text="12,900 people [11,000 to 14,000]",
        ),
        Computed(
            formula="a.b().c > 2",
            value=False,
            full="a.b().c > 2",
            text="false: 1.2 °C > 2",
            chance="0.01",
        ),
        Computed(formula="A.g", value=-71.0, full="a.b().g", text="-71 % [-17 or less]"),
    ]
    change, day, year, people, truth, cut = facts(values)
    assert shown(change) == {
        "v1": "-0.17 °C",
        "v1.size": "0.17 °C",
        "v1.range": "[-0.26 to 0.02]",
        "v1.size_range": "[-0.02 to 0.26]",
    }
    assert change.statement == "(a.b().c) == -0.17"
    assert day.statement == '(a.b().d) == "2025-02-08"'
    assert shown(year)["v3.range"] == "[2037 or later]"
    assert people.statement == "(a.b().f) == 12900"
    assert (shown(truth), truth.statement) == ({"v5.chance": "0.01"}, "not (a.b().c > 2)")
    assert shown(cut)["v6.size_range"] == "[17 or more]"
    assert cut.statement == "(a.b().g) == -71"


def test_the_sides_of_a_claim_are_what_it_compares_and_holds_an_output() -> None:
    let = {"A": "coffee.cooling(minutes=5)", "B": "coffee.cooling(minutes=9)"}
    claim = "A.temperature - B.temperature == about(4) and not B.temperature > 30"
    first, second = sides(claim, let)
    assert first == "coffee.cooling(minutes=5).temperature - coffee.cooling(minutes=9).temperature"
    assert second == "coffee.cooling(minutes=9).temperature"
    assert not list(sides("all(A.temperature > m for m in [1, 2])", let))
    assert not list(sides("A.temperature >", let))


def test_a_value_carries_no_cause_but_its_inputs_with_it() -> None:
    found = failures(
        says("Delhi would be {v1.size} cooler in 2050, because dry land responds strongly."),
        says("Since dry land responds strongly, Delhi would be {v1.size} cooler in 2050."),
        says("Delhi would be {v1.size} cooler in 2050, due to the 20 % cut in CO2."),
        says("Dry land cools strongly because it holds little water."),
    )
    assert list(found) == [0, 1]
    assert "because" in found[0]


def test_days_that_a_sentence_writes_are_held_against_its_formulas() -> None:
    season = (
        'epidemiology.season(states=["Ohio"], r0=2, seasonality="none", immunity=10, '
        'start_date="2025-02-01").weeks_to_peak'
    )
    days = ("1 February 2025", "February 1, 2025", "2 February 2025")
    found = _failures([season], [says(f"Ohio peaks {{v1}} after its start on {d}.") for d in days])
    assert list(found) == [2]
    assert "2 February 2025" in found[2]


def test_how_long_a_date_comes_after_another_may_be_said() -> None:
    ohio, texas = (
        f'epidemiology.admissions(states=["{one}"], reported_season="2024-25").top_week'
        for one in ("Ohio", "Texas")
    )
    told = "In 2024-25 {}'s top week of flu admissions came {{{}}} {} that of {}."
    found = _failures(
        [f"{ohio} - {texas}", f"{texas} - {ohio}"],
        [
            says(told.format("Ohio", "v1", "after", "Texas")),
            says(told.format("Texas", "v2.size", "before", "Ohio")),
            says(told.format("Ohio", "v1", "before", "Texas")),
            says("In 2024-25 flu admissions peaked {v2.size} later in Texas than in Ohio."),
        ],
        "When did flu admissions peak in Ohio and Texas in 2024-25?",
    )
    assert sorted(found) == [2, 3]


def test_an_open_sign_or_order_may_be_called_not_settled() -> None:
    found = failures(
        says("The cut cools Delhi by {v1.size} and London by {v2.size}; it is not settled."),
    )
    assert "denies something" in found[0]
    open_order = f"{LONDON} < -0.1"
    told = "The probability that the cut cools London by more than 0.1 °C in 2050 is {v1.chance}"
    assert not _failures([open_order], [says(f"{told}, so that it is not settled.", "", "v1")])


def test_the_level_of_a_range_is_no_number_of_the_writer() -> None:
    assert not failures(
        says("Delhi would be {v1.size} cooler in 2050 (90 % range {v1.size_range}).")
    )


def test_what_is_undecided_is_told_with_its_chance() -> None:
    text = "With the cut London cools by more than 0.1 °C in 2050"
    found = _failures(
        [f"{LONDON} < -0.1"],
        [says(f"{text}.", "v1", "v1"), says(f"{text}, with probability {{v1.chance}}.")],
    )
    assert list(found) == [0]
    assert "say its chance, {v1.chance}" in found[0]


def test_elements_of_a_list_are_referred_to_by_name_and_by_value() -> None:
    item = ComputedItem(
        element="Lima", value=1.2, text="1.2 °C [0.8 to 1.7], above the next with 0.9"
    )
    day = ComputedItem(
        element="Oslo", value="2022-12-03", text="2022-12-03 (week of 27 Nov to 3 Dec)"
    )
    full = '[a.b(c=x).d for x in ["Lima", "Oslo"]]'
    (fact,) = facts([Computed(formula="L", full=full, items=(item, day), text="Lima")])
    assert shown(fact)["v1.1.name"] == "Lima"
    assert shown(fact)["v1.1.value"] == "1.2 °C"
    assert shown(fact)["v1.1.range"] == "[0.8 to 1.7]"
    assert shown(fact)["v1.2.value"] == "2022-12-03"
    assert fact.elements == {
        "v1.1": 'a.b(c="Lima").d == 1.2',
        "v1.2": 'a.b(c="Oslo").d == "2022-12-03"',
    }
    (one,) = references.fill(
        [says("{v1.1.name} warms by {v1.1.value} {v1.1.range}.")], [fact], GIVEN
    )
    assert isinstance(one, references.Composed)
    assert one.plain == "Lima warms by 1.2 °C [0.8 to 1.7]."


def test_a_sentence_on_values_whose_condition_was_assumed_is_held_against_them_with_it() -> None:
    """The question names no scenario: the plan took one, and no formula of the plan states it."""

    plan = LONDON.replace(', scenario="ssp245"', "")
    written = says("The cut cools London by {v1.size} in 2050 under ssp245.", "v1 < 0")
    assert not _failures([plan], [written], scenario="ssp245")


def test_a_sentence_may_name_few_of_many_values() -> None:
    values = [LONDON.replace("2050", str(year)) for year in range(2040, 2085)]
    assert not _failures(values, [says("The cut cools London in 2041.", "v2 < 0", "v2")])


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        (says("Delhi would not be {v1.size} cooler in 2050."), "'not' denies"),
        (says("It is a myth that Delhi would be {v1.size} cooler in 2050."), "denies what"),
        (says("Delhi cools by {v1.size} in 2050, less than London with {v2.size}."), "compares"),
        (says("Delhi is always {v1.size} cooler in 2050."), "as certain as 'always'"),
        (says("Delhi is {v1.size} {v2.size_range} cooler in 2050."), "stands without its value"),
        (says("Delhi would be {v1.size} cooler in 2050, close to 五 °C."), "五"),
    ],
)
def test_a_sentence_that_says_more_than_its_values_fails(sentence: Sentence, why: str) -> None:
    found = failures(says("The cut cools Delhi by {v1.size} and London by {v2.size}."), sentence)
    assert list(found) == [1]
    assert why in found[1]


def test_what_is_said_of_elements_of_a_list_is_held_against_their_runs() -> None:
    warming = 'climate.temperature(place=p, year=2080, scenario="ssp370").temperature'
    past = "climate.temperature(place=p, year=1990).temperature"
    ranked = f'rank({warming} - {past} for p in ["Oslo", "Lagos", "Delhi"])'
    told = "From 1990 to 2080 under ssp370 {} warms by {}."
    found = _failures(
        [ranked],
        [
            says(told.format("{v1.1.name}", "{v1.1.value}")),
            says(told.format("{v1.1.name}", "{v1.3.value}")),
            says(told.format("Lima", "{v1.1.value}")),
            says("From 1990 to 2080 under ssp370 {v1.1.name} cools by {v1.1.value}."),
        ],
    )
    assert sorted(found) == [1, 2, 3]
