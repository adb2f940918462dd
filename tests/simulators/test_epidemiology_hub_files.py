"""Forecasts in the columns of the FluSight hub: read as runs, scored, refused where broken."""

import csv
import gzip
from collections.abc import Iterable
from datetime import date, timedelta
from functools import cache

import pytest

from data_at_hand import DATA, needs
from influenza import number
from simulrag.simulators.epidemiology.hub_files import COLUMNS, PLACES, runs_of
from simulrag.simulators.epidemiology.simulator import EpidemiologySimulator
from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Label
from simulrag.verifier.check import check_claims
from simulrag.verifier.claims import FormulaClaim

MORE = DATA / "epidemiology_more"
at_hand = needs(MORE)
WEEKS = ("2023-12-16", "2025-02-08", "2026-01-10")
LEVELS = (0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.975)

Row = dict[str, str]


def hub_text(rows: Iterable[Row]) -> str:
    return "\n".join([",".join(COLUMNS), *(",".join(r[c] for c in COLUMNS) for r in rows)]) + "\n"


def forecast(**changes: str) -> list[Row]:
    """Return a made-up forecast for Ohio, one week ahead, that rises by 100 a level."""
    whole = {
        "reference_date": "2025-02-08", "location": "39", "horizon": "1",
        "target": "wk inc flu hosp", "target_end_date": "2025-02-15", "output_type": "quantile",
    }  # fmt: skip
    return [
        {**whole, "output_type_id": str(level), "value": str(3300 + 100 * at), **changes}
        for at, level in enumerate(LEVELS)
    ]


@cache
def model_rows(model: str) -> list[Row]:
    with gzip.open(MORE / f"FluSight-{model}_quantiles.csv.gz", "rt", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def model_file(model: str, week: str) -> list[Row]:
    fixed = {"target": "wk inc flu hosp", "output_type": "quantile"}
    return [
        {**row, **fixed, "output_type_id": row["quantile"]}
        for row in model_rows(model)
        if row["reference_date"] == week
    ]


@cache
def last_archived() -> dict[tuple[str, str], float]:
    with (MORE / "admissions_first_and_last_report.csv").open(encoding="utf-8") as file:
        return {
            (row["location"], row["week_end"]): float(row["last_value"])
            for row in csv.DictReader(file)
        }


def interval_score(quantiles: dict[float, float], seen: float) -> float:
    """Return the score as a weighted sum over central intervals (Bracher et al. 2021, eq. 1)."""
    total = 0.5 * abs(seen - quantiles[0.5])
    for low, high in ((0.025, 0.975), (0.05, 0.95), (0.1, 0.9), (0.25, 0.75)):
        alpha, lower, upper = 2 * low, quantiles[low], quantiles[high]
        outside = max(lower - seen, 0.0) + max(seen - upper, 0.0)
        total += alpha / 2 * (upper - lower) + outside
    return total / 4.5


@at_hand
@pytest.mark.parametrize("week", WEEKS)
@pytest.mark.parametrize("model", ["ensemble", "baseline"])
def test_scores_of_the_hubs_own_files_are_those_of_an_independent_sum(model, week):
    rows = model_file(model, week)
    runs = runs_of(hub_text(rows), "epidemiology")
    quantiles: dict[tuple[str, str], dict[float, float]] = {}
    for row in rows:
        held = quantiles.setdefault((row["location"], row["horizon"]), {})
        held[float(row["output_type_id"])] = float(row["value"])
    assert len(runs) == len(quantiles) > 150
    for run, ((place, horizon), held) in zip(runs, quantiles.items(), strict=True):
        end = date.fromisoformat(week) + timedelta(weeks=int(horizon))
        seen = last_archived()[place, end.isoformat()]
        expected = interval_score(held, seen)
        assert number(run, "forecast_median") == held[0.5]
        assert number(run, "reported_admissions") == seen
        assert number(run, "wis") == pytest.approx(expected, rel=1e-9)
        assert number(run, f"{model}_wis") == pytest.approx(expected, rel=1e-5, abs=0.006)
        inside = held[0.05] <= seen <= held[0.95]
        assert run.outputs["interval"] == Label(value="holds" if inside else "misses")


def test_a_claim_on_a_forecast_is_decided_by_the_file_that_is_handed_in(registry, store):
    run = 'epidemiology.forecast(states=["Ohio"], reference_date="2025-02-08", horizon={})'
    text = "For Ohio, the median forecast of 2025-02-08 is {} admissions {} ahead."
    made = [
        FormulaClaim(
            text=text.format(said, when), formula=f"{run.format(ahead)}.forecast_median == {value}"
        )
        for said, when, ahead, value in (
            ("3,700", "one week", 1, 3700),
            ("3,300", "one week", 1, 3300),
            ("3,700", "two weeks", 2, 3700),
        )
    ]
    other = forecast(target_end_date="2025-02-22", horizon="2", location="19")
    text = hub_text([*forecast(), *other])
    checked = check_claims(made, "", registry, store, evidence=text)
    assert [one.verdict for one in checked.verdicts] == ["supported", "refuted", "outside"]
    assert [run.source for run in checked.runs] == ["recorded"]


def test_other_targets_and_kinds_are_left_out_and_any_other_text_is_not_read(registry):
    others = [*forecast(target="wk flu hosp rate change"), *forecast(output_type="sample")]
    (run,) = runs_of(hub_text([*others, *forecast()]), "epidemiology")
    assert number(run, "forecast_median") == 3700
    assert registry.with_file('{"evidence_answer": "40 people"}') is None
    assert registry.with_file("a,b\n1,2\n") is None
    assert "forecast" not in {one.name for one in EpidemiologySimulator().functions}


def test_without_all_levels_there_is_no_score():
    (run,) = runs_of(hub_text(forecast()[1:]), "epidemiology")
    assert "wis" not in run.outputs
    assert number(run, "forecast_median") == 3700


def test_every_place_of_the_hub_is_one_that_reports_are_held_of():
    assert len(PLACES) == 53
    assert PLACES["39"] == ("Ohio",)
    assert PLACES["11"] == ("District of Columbia",)


def cut(text: str) -> str:
    return text[: len(text) - 25]


@pytest.mark.parametrize(
    ("rows", "change", "words"),
    [
        (forecast(location="99"), str, "line 2 of the forecast: location '99' is unknown"),
        (forecast(horizon="2"), str, "horizon 2 and target_end_date 2025-02-15 do not fit"),
        (forecast(value="-1"), str, "values >= 0"),
        (forecast(value="many"), str, "cannot be read"),
        (forecast(), cut, "line 10 of the forecast: it has fewer fields"),
        (forecast() + forecast(), str, "stands there twice"),
        (forecast()[:-1] + forecast(value="1")[-1:], str, "do not rise"),
        (forecast(target="peak week inc flu hosp"), str, "holds no quantiles"),
    ],
)
def test_a_broken_file_is_refused_with_its_line(rows, change, words):
    with pytest.raises(BadValue) as refused:
        runs_of(change(hub_text(rows)), "epidemiology")
    assert words in str(refused.value)
