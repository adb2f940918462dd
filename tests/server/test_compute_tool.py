"""Formulas computed, and the page that teaches them, through a host's client."""

import json
import re
from typing import Any

import pytest

from coffee import Coffee, temperature
from server.conversation import call, data, refusal, said
from simulrag.server.app import build_server
from simulrag.server.plugin_resources import Shelf
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Computed
from simulrag.verifier.evidence import EvidenceStore
from verifier.formulas.gauge import Gauge

LET = {
    "M": 'coffee.cooling(cup="ceramic mug", initial_temperature=90, minutes=10)',
    "F": 'coffee.cooling(cup="vacuum flask", initial_temperature=90, minutes=10)',
}
MUG, FLASK = (temperature(cup, 90, 20, 10) for cup in ("ceramic mug", "vacuum flask"))


@pytest.fixture
def server(store: EvidenceStore) -> Any:
    return build_server(Registry([Coffee(), Gauge()]), store)


def test_several_formulas_are_computed_in_one_call(server):
    formulas = [
        "M.temperature",
        "F.temperature - M.temperature",
        "F.temperature > M.temperature",
        "M.drinkable",
        "argmax(coffee.cooling(cup=c, initial_temperature=90, minutes=10).temperature for c in "
        "choices(coffee.cooling.cup))",
    ]
    result = call(server, "compute", formulas=formulas, let=LET)
    values = data(result)["values"]
    assert [one["formula"] for one in values] == formulas
    assert values[0]["value"] == pytest.approx(MUG, rel=1e-5)
    assert values[1]["value"] == pytest.approx(FLASK - MUG, rel=1e-5)
    assert [one["value"] for one in values[2:]] == [True, "too hot", "vacuum flask"]
    assert (values[0]["unit"], values[1]["unit"]) == ("degC", "delta_degC")
    lines = said(result).splitlines()
    assert lines[len(formulas) :] == ["Taken (1, 2, 3, 4, 5): room_temperature = 20"]
    for number, (line, one) in enumerate(zip(lines, values, strict=False), 1):
        assert line.startswith(f"{number}. ")
        assert one["text"] in line
        assert one["run_ids"][0] in line


def test_a_value_of_an_ensemble_has_its_interval_and_a_statement_its_chance(server):
    level = 'gauge.gauge(river="Ann", rain=10).level'
    found = data(call(server, "compute", formulas=[level, f"{level} > 1.1"]))["values"]
    assert found[0]["low"] < found[0]["value"] < found[0]["high"]
    assert found[1]["probability"] == pytest.approx(0.5, abs=0.02)
    assert "value" not in found[1]
    assert found[1]["text"].startswith("undecided: ")


def test_the_winner_of_a_list_has_its_chance_and_a_place_says_whose(server):
    each = 'gauge.gauge(river=r, rain=10).level for r in ["Ann", "Bea", "Cam"]'
    result = call(server, "compute", formulas=[f"argmax({each})", f'rank(({each}), of="Bea")'])
    winner, place = data(result)["values"]
    assert (winner["value"], winner["probability"]) == ("Cam", 0.998)
    assert "Cam, probability 1.00 (all 199 members)" in said(result)
    assert place["value"] == 2
    assert "of Bea by level" in said(result)


def test_measures_are_listed_and_compared_by_a_formula(store, registry):
    averted = (
        'epidemiology.intervention(states=["Vermont"], start_date="2022-10-01", r0=1.8, '
        'seasonality="none", immunity=30, measures=[m]).averted for m in '
        '[{"kind": "less travel", "share": 20}, {"kind": "fewer contacts", "share": 30}]'
    )
    server = build_server(registry, store)
    found = data(call(server, "compute", formulas=[f"[{averted}]", f"argmax({averted})"]))["values"]
    less, fewer = found[0]["items"]
    assert less["element"] == "less travel, share 20"
    assert less["value"] < fewer["value"]
    assert found[1]["value"] == fewer["element"] == "fewer contacts, share 30"


def test_in_full_all_digits_are_there_and_values_read_back_as_the_verifiers_own(server):
    brief, full = (
        data(call(server, "compute", formulas=["M.temperature"], let=LET, detail=detail))["values"]
        for detail in ("concise", "full")
    )
    assert Computed.model_validate(full[0]).value == pytest.approx(MUG, rel=1e-12)
    assert Computed.model_validate(brief[0]).run_ids == Computed.model_validate(full[0]).run_ids
    assert "notes" not in brief[0]


@pytest.mark.parametrize(
    ("formula", "reason", "taught"),
    [
        ("M.temprature", "bad_formula", "did you mean temperature?"),
        ("(", "bad_formula", "cannot be read"),
        ('tea.cooling(cup="mug").temperature', "unknown_name", "coffee"),
        ("coffee.cooling(minutes=10).temperature", "missing_condition", "cup is missing"),
        ("1 / (M.temperature - M.temperature)", "undefined", "zero"),
    ],
)
def test_a_formula_that_is_wrong_says_why_and_costs_no_other(server, formula, reason, taught):
    result = call(server, "compute", formulas=["M.temperature", formula, "F.temperature"], let=LET)
    values = data(result)["values"]
    assert [("problem" in one) for one in values] == [False, True, False]
    assert values[1]["problem"]["reason"] == reason
    assert taught in values[1]["problem"]["message"]
    assert taught in said(result)


def test_what_is_left_open_is_assumed_and_arguments_may_be_json_texts(server):
    open_ended = "coffee.cooling(initial_temperature=90, minutes=10).temperature"
    given = {"formulas": [open_ended, "M.temperature"], "let": LET, "assume": {"cup": "mug"}}
    texts = {name: json.dumps(value) for name, value in given.items()}
    for found in data(call(server, "compute", **texts))["values"]:
        assert found["value"] == pytest.approx(MUG, rel=1e-5)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"formulas": []}, "0 formulas were given"),
        ({"formulas": ["1"] * 501}, "501 formulas were given"),
        ({"formulas": 5}, "formulas should be list"),
        ({"formulas": ["M.temperature"], "let": {"M": 5}}, "let.M should be string"),
        ({"formulas": ["\ud800"]}, "valid Unicode"),
    ],
)
def test_a_call_that_is_no_list_of_formulas_is_refused(server, given, told):
    text = refusal(call(server, "compute", **given))
    assert text.startswith("bad_value: ")
    assert told in text


def page(registry: Registry) -> str:
    return said(call(build_server(registry, shelf=Shelf()), "read_handbook"))


def test_the_handbook_teaches_the_language_and_each_simulator_in_few_lines(all_registry):
    language, *books = re.split(r"^## ", page(all_registry), flags=re.MULTILINE)
    assert len(language.splitlines()) < 40
    assert [book.split(":")[0] for book in books] == list(all_registry.names())
    for book, simulator in zip(books, all_registry, strict=True):
        assert len(book.splitlines()) < 60
        for function in simulator.functions:
            assert f"- {simulator.name}.{function.name}(" in book
            for name in (*function.parameters, *function.outputs):
                assert name.name in book


def test_what_an_output_means_is_listed_in_whole_clauses_and_inputs_with_their_defaults(registry):
    listed = page(registry)
    for meaning in (
        "age_admissions (people of these ages who are admitted to hospital)",
        "peak_chance (percent, share of the members whose own highest daily value is above the "
        "threshold)",
        "top_week (date, week with most reported admissions, by its last day, a Saturday)",
        "precipitation (mm, mean total precipitation, rain and snow, at the place in the year",
    ):
        assert meaning in listed
    for simulator in registry:
        for function in simulator.functions:
            (outputs,) = re.findall(
                rf"^- {simulator.name}\.{function.name}\(.*\n  -> (.+)$", listed, re.MULTILINE
            )
            assert " ...)" not in outputs
    for default in ("preset: gleam | textbook, default gleam", "members: 20 to 1000, default 100",
                    "metric: hospital incidence | hospital prevalence, default hospital incidence",
                    "vintage: revised | first archived, default revised",
                    "network: single road | grid, default single road"):  # fmt: skip
        assert f"[{default}]" in listed


def test_every_example_in_the_handbook_is_a_formula_of_valid_calls(all_registry):
    examples = re.findall(r"^  e\.g\. (.+)$", page(all_registry), re.MULTILINE)
    assert len(examples) >= len(list(all_registry))
    given = {"question": "What is it?", "formulas": examples}
    planned = data(call(build_server(all_registry), "plan_runs", **given))
    assert planned["problems"] == []
    assert planned["calls"]


def test_the_claim_of_the_language_page_is_decided_as_it_is(registry):
    indented = re.findall(r"^    (.+)$", page(registry), re.MULTILINE)
    example = json.loads(" ".join(indented))
    server = build_server(registry, time_limit=300)
    (found,) = data(call(server, "verify_claims", claims=[example]))["claims"]
    assert found["verdict"] in ("supported", "refuted", "undecided"), found
    assert len(found["run_ids"]) == 2


def test_a_formula_without_a_run_names_none(server):
    result = call(server, "compute", formulas=["sum(y for y in years(1, 4))"])
    assert data(result)["values"][0]["value"] == 10
    assert "run" not in said(result)
