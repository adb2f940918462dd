"""Published records replayed: reasons that were put into records made here are found again."""

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from python_process import python
from simulrag.evaluation.records import BadRecords, Folder
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.executors import pool
from simulrag.simulators.interface import Call, Check, Label, Quantity, Run, Value
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore
from studies.published_records import climate, epidemiology, figures, urban
from studies.published_records.agreement import agreement, slope
from studies.published_records.measuring import measure_official
from studies.published_records.page import written
from studies.published_records.replay import (
    AS_ASKED,
    Recorded,
    Replayed,
    distinct,
    recorded_runs,
    replay,
)

ROOT = Path(__file__).resolve().parents[2]
SCRIPT, PAGE = ROOT / "scripts" / "published-numbers", ROOT / "docs" / "published-numbers.md"
CITIES = ("Nairobi", "Oslo", "Lima", "Osaka", "Denver", "Perth", "Cairo", "Quito", "Moscow")


def record(index: int, question: str, evidence: str, answer: str) -> dict[str, object]:
    return {
        "index": index,
        "question": question,
        "reference_answer": answer,
        "evidence_question": question,
        "evidence_answer": evidence,
    }


def folder_of(path: Path, **records: Sequence[dict[str, object]]) -> Folder:
    for domain, rows in records.items():
        (path / f"{domain}.json").write_text(json.dumps(rows), "utf-8")
    return Folder(path)


def level(place: str, registry: Registry, *, variant: str) -> float:
    call = Call(
        simulator="climate", function="temperature", arguments={"place": place, "year": 1990}
    )
    with EvidenceStore() as store:
        found = store.run(climate.variants(call)[variant], registry).outputs["temperature"]
    return found.value


def levels(path: Path, registry: Registry, variant: str) -> climate.Levels:
    """Return what is found in records that our own simulator made at that point of the globe."""
    rows = [
        record(
            n,
            f"What was the average temperature for {place} in 1990?",
            f"The average temperature for {place} in 1990 was "
            f"{level(place, registry, variant=variant):.2f}°C.",
            "It was warm.",
        )
        for n, place in enumerate(CITIES)
    ]
    folder = folder_of(path, climate=rows)
    some, unread = recorded_runs(folder, registry)
    assert (len(some), unread) == (len(CITIES), {})
    with EvidenceStore() as store, pool() as here:
        made = replay(some, {"climate": climate.variants}, registry, store, here)
        again = replay(some, {"climate": climate.variants}, registry, store, here)
        assert len(store.run_ids()) == 2 * len(CITIES)
    assert made == again
    return climate.levels(made)


def test_records_read_half_a_globe_away_are_found_to_be_so(
    tmp_path: Path, registry: Registry
) -> None:
    found = levels(tmp_path, registry, climate.MIRRORED).figures()
    assert found["shift with the least scatter, degrees"] == 180
    assert found["median °C off half a globe east"] == pytest.approx(0, abs=0.005)
    assert found["nearer half a globe east"] == 1.0
    assert found["median °C off at the place"] > 2


def test_records_of_the_place_itself_are_not_taken_for_mirrored_ones(
    tmp_path: Path, registry: Registry
) -> None:
    found = levels(tmp_path, registry, AS_ASKED).figures()
    assert found["median °C off at the place"] == pytest.approx(0, abs=0.005)
    assert found["nearer half a globe east"] == 0.0


def run_of(call: Call, **outputs: Value) -> Run:
    return Run(
        id=call.run_id("1"),
        call=call,
        version="1",
        build="",
        outputs=outputs,
        context="",
        check=Check(tested="nothing", verdict="not_evaluated"),
    )


def replayed(
    domain: str, index: int, call: Call, theirs: dict[str, float], **ours: dict[str, float]
) -> Replayed:
    names = {"as_asked": AS_ASKED, "mirrored": climate.MIRRORED, "since": climate.SINCE_1850,
             "pooled": epidemiology.POOLED, "right": epidemiology.PUT_RIGHT,
             "bare": urban.NO_SIGNAL}  # fmt: skip
    return Replayed(
        Recorded(
            domain=domain,
            index=index,
            call=call,
            outputs={name: Quantity(value=value) for name, value in theirs.items()},
        ),
        {
            names[variant]: run_of(call, **{n: Quantity(value=v) for n, v in found.items()})
            for variant, found in ours.items()
        },
    )


def temperature(**arguments: object) -> Call:
    return Call(
        simulator="climate",
        function="temperature",
        arguments={"place": "Oslo", **arguments},  # pyright: ignore[reportArgumentType]
    )


def test_a_response_of_half_is_found_as_a_slope_of_one_half() -> None:
    some: list[Replayed] = []
    for n, warmed in enumerate([1.0, 2.0, 3.0]):
        past = temperature(year=1990 + n)
        future = temperature(year=2050 + n, scenario="ssp245", co2=10.0)
        some.append(replayed("climate", n, past, {"temperature": 5}, mirrored={"temperature": 4}))
        some.append(
            replayed(
                "climate", n, future, {"temperature": 5 + warmed / 2},
                mirrored={"temperature": 4 + warmed}, since={"temperature": 4 + 1.25 * warmed},
            )
        )  # fmt: skip
    found = climate.warming(some).figures()
    assert found["theirs for each °C of ours"] == 0.5
    assert found["theirs for each °C of ours with changes since 1850"] == 0.4
    assert (found["n"], found["same sign"]) == (3, 1.0)


def aerosol_records(effect: dict[str, float], rng: np.random.Generator) -> list[Replayed]:
    """Return records whose aerosol effect is a line in the year, one for each scenario."""
    some: list[Replayed] = []
    for n in range(24):
        scenario = ("ssp126", "ssp585")[n % 2]
        year = 2030 + n
        base = temperature(year=year, scenario=scenario)
        so2 = float(rng.uniform(-20, 20))
        changed = temperature(year=year, scenario=scenario, so2=so2, bc=so2 / 2)
        moved = 10 + effect[scenario] * (year - 2042)
        zero = {"temperature": 10.0}
        some.append(replayed("climate", n, base, zero, as_asked=zero))
        some.append(replayed("climate", n, changed, {"temperature": moved}, as_asked=zero))
    return some


def test_an_effect_of_the_year_is_not_taken_for_one_of_the_emissions() -> None:
    some = aerosol_records({"ssp126": 0.02, "ssp585": -0.01}, np.random.default_rng(0))
    found = climate.aerosols(some).figures()
    assert found["n"] == 24
    assert found["R² of scenario and year"] == 1.0
    assert found["R² of both changes"] < 0.5
    assert found["largest effect of ours, °C"] == 0


def season(states: list[str], day: int = 1) -> Call:
    return Call(
        simulator="epidemiology",
        function="season",
        arguments={
            "states": list(states),
            "start_date": f"2022-10-{day:02}",
            "r0": 2.0,
            "seasonality": "none",
            "immunity": 20.0,
            "metric": "hospital incidence",
        },
    )


def test_peaks_under_another_states_name_go_with_the_residents_of_that_state() -> None:
    printed = ("Florida", "Georgia", "Idaho", "Texas", "Wyoming", "Ohio", "Kansas")
    some = [
        replayed(
            "epidemiology", n, season([state]),
            {epidemiology.PEAK: epidemiology.residents(epidemiology.put_right([state])) / 1e3},
        )
        for n, state in enumerate(printed)
    ]  # fmt: skip
    found = epidemiology.pairs(some).figures()
    assert found["correlation with the residents put right"] == pytest.approx(1, abs=0.001)
    assert found["slope on the residents put right"] == pytest.approx(1, abs=0.02)
    assert found["correlation with the residents printed"] < 0.9
    assert epidemiology.put_right(["Florida"]) == ("District of Columbia",)
    assert epidemiology.put_right(["Alabama"]) == ("Alabama",)


def test_a_season_that_the_calibration_saw_is_not_compared() -> None:
    assert epidemiology.variants(season(["Ohio"])) == {}
    vague = Call(simulator="epidemiology", function="season", arguments={"states": ["Ohio"]})
    assert epidemiology.variants(vague) == {}


def test_road_diets_are_told_apart_from_the_rest_and_compared_both_ways() -> None:
    theirs = dict(zip(urban.CHANGES, (10.0, -93.0, -30.0), strict=True))
    kept = dict(zip(urban.CHANGES, (40.0, 60.0, 2.0), strict=True))
    diet = Call(simulator="urban", function="corridor", arguments={"lanes": 1})
    wave = Call(simulator="urban", function="corridor", arguments={"signal": "green wave"})
    some = [
        replayed("urban", 1, diet, theirs, as_asked=kept, bare=theirs),
        replayed("urban", 2, wave, theirs, as_asked=theirs, bare=theirs),
    ]
    found = urban.changes(some).figures()
    diets = found["road diets"]
    assert diets["interventions"] == 1
    idling = {v: diets[v]["idling_time_change"] for v in (AS_ASKED, urban.NO_SIGNAL)}  # type: ignore[index,call-overload]
    assert (idling[AS_ASKED]["same sign"], idling[AS_ASKED]["points apart, mean"]) == (0.0, 153.0)
    assert idling[urban.NO_SIGNAL]["same sign"] == 1.0


def test_agreement_counts_a_run_once_and_looks_into_our_interval() -> None:
    call = temperature(year=1990)
    ours = run_of(
        call, temperature=Quantity(value=5, low=4, high=6, level=0.9), surface=Label(value="land")
    )
    some = [
        Replayed(
            Recorded(
                domain="climate", index=n, call=call,
                outputs={"temperature": Quantity(value=value), "surface": Label(value="sea")},
            ),
            {AS_ASKED: ours},
        )
        for n, value in enumerate([4.5, 4.5, 7.0, 5.0])
    ]  # fmt: skip
    assert len(distinct(some)) == 3
    found = agreement(some, AS_ASKED)
    row = found["temperature"]
    assert (row["n"], row["median absolute difference"]) == (3, 0.5)
    assert row["within our interval"] == pytest.approx(2 / 3, abs=1e-4)
    assert found["surface"] == {"n": 3, "same": 0.0}


def test_the_slope_through_the_origin_is_that_of_least_squares() -> None:
    x, y = np.array([1.0, 2.0, 4.0]), np.array([1.0, 1.5, 2.5])
    assert slope(x, y) == pytest.approx(float(np.linalg.lstsq(x[:, None], y)[0][0]))


def climate_records() -> list[dict[str, object]]:
    question = (
        "What was the average temperature for Oslo in 1990? What is the projected temperature for "
        "Oslo in 2050 under the ssp245 scenario if CO2 emissions increase by 10%? What is the "
        "total temperature change?"
    )
    evidence = (
        "The average temperature for Oslo in 1990 was 5.00°C. The projected temperature for Oslo "
        "in 2050 under the ssp245 scenario with CO2 emissions increased by 10% is 6.50°C."
    )
    answers = ("It rises by 1.50°C.", "It rises by 1.62°C.")
    return [record(n, question, evidence, answer) for n, answer in enumerate(answers)]


def test_too_few_records_show_no_reason_and_say_so() -> None:
    ways = (climate.levels, climate.warming, climate.aerosols, urban.changes, epidemiology.pairs)
    for way in ways:
        with pytest.raises(RunFailed, match="the folder holds 0 of"):
            way([])


def test_a_page_has_the_agreement_and_says_which_reasons_too_few_records_do_not_show(
    tmp_path: Path, registry: Registry
) -> None:
    folder = folder_of(tmp_path, climate=climate_records())
    with pool() as here:
        found = measure_official(folder, registry, tmp_path / "runs.sqlite", here).figures
        (tmp_path / "none").mkdir()
        with pytest.raises(BadRecords, match="holds no climate"):
            measure_official(Folder(tmp_path / "none"), registry, tmp_path / "a.sqlite", here)
    page = written(PAGE.read_text("utf-8"), found)
    assert "| climate | temperature, °C | as asked | 2 |" in page
    assert "of temperatures of places; at least 3 are needed" in page
    assert page.count("Not shown here") == 5


@pytest.mark.slow
def test_every_reason_has_its_section_picture_and_numbers(tmp_path: Path) -> None:
    some = aerosol_records({"ssp126": 0.02, "ssp585": -0.01}, np.random.default_rng(0))
    shown = climate.aerosols(some)
    (path,) = figures.draw({"aerosol-offset": shown}, tmp_path)
    assert path.read_bytes().startswith(b"\x89PNG")
    assert path.stat().st_size < 100_000
    figures_of_all = {
        "records": {}, "records whose evidence was not read": {}, "agreement": {},
        "reasons": {"aerosol-offset": shown.figures()},
    }  # fmt: skip
    page = written(PAGE.read_text("utf-8"), figures_of_all)
    assert "](published-numbers/aerosol-offset.png)" in page
    assert "| R² of scenario and year | 1 |" in page


def check_page(records: Path | None) -> "subprocess.CompletedProcess[str]":
    """Compare the page of published numbers with what the script would write."""
    named = {} if records is None else {"SIMULRAG_RECORDS": str(records)}
    return python(SCRIPT, "--check", check=False, env=os.environ | named)


@pytest.mark.slow
def test_other_records_make_another_page_and_none_make_no_comparison(tmp_path: Path) -> None:
    none = check_page(tmp_path / "missing")
    assert (none.returncode, "nothing was compared" in none.stdout) == (0, True), none.stderr
    folder_of(tmp_path, climate=climate_records())
    other = check_page(tmp_path)
    assert other.returncode == 1, other.stderr
    assert "+ | climate | 2 | 0 |" in other.stdout


@pytest.mark.slow
@pytest.mark.long
def test_the_page_of_published_numbers_is_what_the_records_say() -> None:
    done = check_page(None)
    assert done.returncode == 0, done.stdout
