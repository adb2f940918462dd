"""Objects in free text: what is said of them is found whole, or is said not to be understood."""

import pytest
from pydantic import JsonValue

from simulrag.simulators.arguments import object_in_words, validate
from simulrag.simulators.epidemiology.functions import INTERVENTION
from simulrag.simulators.interface import Call
from simulrag.simulators.registry import installed
from simulrag.verifier.claims import Plan
from simulrag.verifier.english.questions import plan
from simulrag.verifier.english.reader import Read, claim
from simulrag.verifier.formulas.listings import argument
from simulrag.verifier.formulas.syntax import calls_of
from simulrag.verifier.older_arguments import todays_call

MEASURES = INTERVENTION.parameter("measures")
SEASON = "in Ohio from 2022-10-01 with R0 2.2, moderate seasonality and 30% immunity"


def asked(text: str) -> Plan:
    return plan(f"How many admissions are averted {SEASON}? What of this: {text}?", installed())


def read_whole(text: str) -> JsonValue:
    arguments: dict[str, JsonValue] = {**INTERVENTION.example, "measures": [text]}
    call = Call(simulator="epidemiology", function="intervention", arguments=arguments)
    measures = todays_call(call, installed()).arguments["measures"]
    assert isinstance(measures, list)
    return measures[0]


def of(kind: str, **fields: JsonValue) -> dict[str, JsonValue]:
    return {"kind": kind, **{name.removesuffix("_"): value for name, value in fields.items()}}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "if schools closed for four weeks from 1 January",
            [of("schools closed", from_="2023-01-01", weeks=4)],
        ),
        (
            "would a four-week school closure starting on January 1 help Ohio?",
            [of("schools closed", from_="2023-01-01", weeks=4)],
        ),
        (
            "60 % of children were vaccinated with 45 % efficacy by November",
            [of("vaccinated", share=60, ages=["0-4", "5-17"], efficacy=45, from_="2022-11-01")],
        ),
        (
            "vaccinating half of the over-65s with a 45% effective vaccine",
            [of("vaccinated", share=50, ages=["65+"], efficacy=45)],
        ),
        ("if travel fell by 30 %", [of("less travel", share=30)]),
        ("a 30 percent cut in travel", [of("less travel", share=30)]),
        (
            "if antivirals shortened the infectious period by a day",
            [of("treated with antivirals", shorter_days=1)],
        ),
        ("contacts at work fell by a quarter", [of("fewer work contacts", share=25)]),
        (
            "a quarter fewer contacts at work for a fortnight",
            [of("fewer work contacts", share=25, weeks=2)],
        ),
        (
            "children treated with antivirals starting on 5 December 2022, half of them",
            [of("treated with antivirals", share=50, ages=["0-4", "5-17"], from_="2022-12-05")],
        ),
        ("a 20% reduction in community contacts", [of("fewer community contacts", share=20)]),
        (
            "people halved their social contacts in December",
            [of("fewer contacts", share=50, from_="2022-12-01", until="2023-01-01")],
        ),
        (
            "schools closed and travel cut by 30 % for two weeks",
            [of("schools closed", weeks=2), of("less travel", share=30, weeks=2)],
        ),
        (
            "schools and workplaces closed between 15 November and 10 January",
            [
                of(f"{one} closed", from_="2022-11-15", until="2023-01-10")
                for one in ("schools", "workplaces")
            ],
        ),
        ("if everybody cut travel by 30 % for a fortnight", [of("less travel", share=30, weeks=2)]),
        ("closing schools from week 5", [of("schools closed", from_week=5)]),
        (
            "schools closed from November to the end of February",
            [of("schools closed", from_="2022-11-01", until="2023-03-01")],
        ),
        (
            "schools closed from Christmas until 8 January",
            [of("schools closed", from_="2022-12-25", until="2023-01-08")],
        ),
        ("In January reported admissions fell by a quarter in Ohio.", []),
        ("The peak comes two weeks later, in early February.", []),
    ],
)
def test_objects_are_found_in_the_words_in_which_people_speak_of_them(text, found):
    (call,) = asked(text).calls
    assert call.arguments.get("measures", []) == found


@pytest.mark.parametrize(
    "given",
    [
        of("vaccinated", share=50),
        of("vaccinated", share=60, ages=["65+"], efficacy=35, from_="2022-10-15"),
        of("schools closed", from_week=4, weeks=6),
        of("fewer work contacts", share=30, until="2022-12-01"),
        of("less travel", share=80.5),
        of("treated with antivirals", share=25, shorter_days=1),
        of("treated with antivirals", share=25, shorter=30),
    ],
)
def test_an_object_in_words_reads_as_the_same_object(given):
    held = validate(INTERVENTION, {**INTERVENTION.example, "measures": [given]})["measures"]
    assert isinstance(held, list)
    (one,) = held
    assert isinstance(one, dict)
    assert read_whole(object_in_words(MEASURES, one)) == one


@pytest.mark.parametrize(
    "text",
    [
        "if travel rose by 30 %",
        "if schools did not close",
        "without school closures",
        "if travel is restricted",
        "if schools closed for four weeks from the day after the peak",
        "vaccinating 70 % of adults and 50 % of children",
        "if people were vaccinated",
    ],
)
def test_an_object_that_is_not_understood_leaves_no_calls(text):
    made = asked(text)
    assert not made.calls
    assert {one.parameter for one in made.problems} == {"measures"}


@pytest.mark.parametrize(
    "text", ["masks for everybody", "50 % of dogs vaccinated", "schools closed, 20 %", ""]
)
def test_a_text_that_says_more_than_one_object_is_none(text):
    assert read_whole(text) == text


def test_what_stands_within_an_object_is_no_part_of_it():
    text = "closing schools in Texas for four weeks from 1 January"
    (call,) = asked(text).calls
    assert call.arguments["states"] == ["Ohio", "Texas"]
    assert call.arguments["measures"] == [of("schools closed", from_="2023-01-01", weeks=4)]


def test_a_claim_about_an_answer_is_of_the_run_that_answers():
    question = "How many admissions would closing schools in Ohio for four weeks from 1 May avert?"
    read = claim("1,000 admissions are averted.", (question,), installed())
    assert isinstance(read, Read)
    (call,) = calls_of(read.root)
    (planned,) = plan(question, installed()).calls
    assert {name: argument(node, {}) for name, node in call.arguments} == planned.arguments
