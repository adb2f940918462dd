"""Recorded evidence: runs from prose and from JSON, and statements checked against them alone."""

import json
from functools import cache
from typing import cast

import pytest

from appendix_questions import CHONGZUO, TWO_STATES
from data_at_hand import DATA, needs
from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Day, Label, Quantity, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.check import Checked, check_text
from simulrag.verifier.claims import VerdictWord
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.records import Record, parse_records, record_for, recorded

PROSE = (
    "The historical average temperature for Chongzuo in 1992 was 21.50°C. The projected "
    "temperature for Chongzuo in 2083 under ssp245 with a 29.37% change in CO2 and a 48.75% change "
    "in CH4 is 22.68°C."
)
SEASON = "**Outlook:**\n" + json.dumps(
    {
        "peak_magnitude": {"median_value": 11941.0, "90_percent_ci": [9000.0, 14000.5]},
        "peak_timing": {"peak_date": "2022-11-11", "weeks_from_start": 5.4},
        "initial_trend": {
            "qualitative_trend": "rapid growth",
            "four_week_growth_percentage": 5800.0,
        },
        "total_burden": {"cumulative_median_value": 18024.5},
    },
    indent=2,
)


def runs(question: str, answer: str, registry: Registry) -> tuple[Run, ...]:
    return recorded(Record(question=question, evidence_answer=answer), question, registry).runs


def number(run: Run, name: str) -> Quantity:
    return run.outputs[name]


def check(text: str, question: str, answer: str, registry: Registry) -> Checked:
    evidence = json.dumps({"question": question, "evidence_answer": answer})
    with EvidenceStore() as store:
        return check_text(text, question, registry, store, evidence)


def words(checked: Checked) -> list[VerdictWord]:
    return [v.verdict for v in checked.verdicts]


def test_prose_gives_each_call_its_own_value_with_the_printed_precision(registry):
    first, second = runs(CHONGZUO, PROSE, registry)
    assert first.call.arguments["year"] == 1992
    assert second.call.arguments["year"] == 2083
    for run, value in ((first, 21.5), (second, 22.68)):
        held = number(run, "temperature")
        assert held.value == pytest.approx(value)
        assert held.value_low == pytest.approx(value - 0.005)
        assert held.value_high == pytest.approx(value + 0.005)
        assert run.source == "recorded"
        assert run.context == PROSE


def test_what_counts_the_parts_of_an_answer_is_no_value(registry):
    answer = PROSE.replace("The historical", "(1) The historical").replace(
        "The projected", "(2) The projected"
    )

    assert [number(r, "temperature").value for r in runs(CHONGZUO, answer, registry)] == [
        21.5, 22.68,
    ]  # fmt: skip


def test_a_stated_change_gives_the_value_that_is_left_open(registry):
    answer = (
        "The historical average temperature for Chongzuo in 1992 was 21.50°C. The temperature "
        "change from 1992 to 2083 is 1.18°C."
    )
    _, second = runs(CHONGZUO, answer, registry)
    held = number(second, "temperature")
    assert held.value == pytest.approx(22.68)
    assert held.value_high - held.value == pytest.approx(0.01)


def test_json_gives_numbers_dates_labels_and_the_interval(registry):
    (run,) = runs(TWO_STATES, SEASON, registry)
    peak = number(run, "median_curve_peak")
    assert (peak.value, peak.low, peak.high, peak.level) == (11941.0, 9000.0, 14000.5, 0.9)
    assert number(run, "median_curve_weeks_to_peak").value == 5.4
    assert number(run, "median_curve_growth").value == 5800.0
    assert number(run, "median_curve_cumulative").value == 18024.5
    assert run.outputs["median_curve_peak_date"] == Day(value="2022-11-11")
    assert run.outputs["median_curve_trend"] == Label(value="rapid growth")
    assert "attack_rate" not in run.outputs
    assert "peak" not in run.outputs  # the median of the members' peaks


@pytest.mark.parametrize(
    "answer", ["", "Nothing of use.", "{", "{}", "[1, 2]", '{"peak_magnitude": 3}', "{" * 2000]
)
def test_evidence_without_values_gives_no_runs(answer, registry):
    assert runs(TWO_STATES, answer, registry) == ()


def test_statements_are_checked_against_the_record_alone(registry):
    checked = check(
        "In 1992 it was 21.50 °C. The temperature change from 1992 to 2083 is 1.18 °C. In 2083 it "
        "is 23.00 °C. In 1993 it was 21.50 °C.",
        CHONGZUO,
        PROSE,
        registry,
    )
    assert words(checked) == ["supported", "undecided", "refuted", "outside"]
    assert all(run.source == "recorded" for run in checked.runs)
    assert "In 2083 it is 22.68 °C." in checked.corrected


def test_an_output_that_the_record_lacks_is_undecided(registry):
    checked = check("The attack rate is 50.3 %.", TWO_STATES, SEASON, registry)
    assert words(checked) == ["undecided"]


def test_a_recorded_place_need_not_be_in_the_gazetteer(registry):
    question = "What is the temperature in Xyzzyville in 2050 under ssp245?"
    answer = "The temperature in Xyzzyville in 2050 under ssp245 is 11.25°C."
    assert words(check("The temperature is 11.25 °C.", question, answer, registry)) == ["supported"]
    assert words(check("The temperature is 11.35 °C.", question, answer, registry)) == ["refuted"]


def test_of_several_records_the_one_with_the_question_is_taken():
    records = parse_records(
        json.dumps(
            [
                {"question": "A?", "evidence_answer": "1", "index": 3},
                {"question": "B?", "evidence_question": "C?", "evidence_answer": "2"},
            ]
        )
    )
    assert record_for("B?", records).evidence_answer == "2"
    assert record_for(" C? ", records).evidence_answer == "2"
    with pytest.raises(BadValue, match="none of the 2 records"):
        record_for("D?", records)
    assert record_for("D?", records[:1]).evidence_answer == "1"


@pytest.mark.parametrize(
    "text", ["", "nonsense", "3", "[]x", '{"question": "A?"}', '{"evidence_answer": 5}', "[" * 9999]
)
def test_what_is_no_record_is_refused_with_the_reason(text):
    with pytest.raises(BadValue) as caught:
        parse_records(text)
    assert "evidence_answer" in str(caught.value)


PUBLISHED = DATA / "benchmark"
needs_records = needs(PUBLISHED / "climate.json")


@cache
def published(domain: str) -> tuple[Record, ...]:
    """Return the first 20 records of a domain."""
    data = cast("list[object]", json.loads((PUBLISHED / f"{domain}.json").read_text()))
    return parse_records(json.dumps(data[:20]))


@needs_records
@pytest.mark.parametrize("domain", ["climate", "epidemiology"])
def test_published_records_never_refute_their_own_words_where_the_records_are_here(
    domain, registry
):
    found: list[VerdictWord] = []
    for record in published(domain):
        checked = check(record.evidence_answer, record.question, record.evidence_answer, registry)
        assert "refuted" not in words(checked), record.evidence_answer
        assert all(run.source == "recorded" for run in checked.runs)
        found += words(checked)
    assert "supported" in found or domain == "epidemiology"


@needs_records
def test_json_of_published_records_decides_formulas_on_its_numbers_where_they_are_here(registry):
    for record in published("epidemiology"):
        data = json.loads(record.evidence_answer[record.evidence_answer.index("{") :])
        (run,) = runs(record.question, record.evidence_answer, registry)
        held = number(run, "median_curve_peak").value
        assert held == data["peak_magnitude"]["median_value"]
        assert run.outputs["median_curve_peak_date"].value == data["peak_timing"]["peak_date"]
        assert run.outputs["median_curve_trend"].value == data["initial_trend"]["qualitative_trend"]
