"""One call of each tool on real input, for tests of what every result must keep to."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from server.conversation import call, data
from server.small_corpus import CLAIM, library
from simulrag.server.app import build_server
from simulrag.simulators.registry import Registry

QUESTION = "How much warmer is Nairobi in 2090 under SSP5-8.5 than in 1990?"
TEXT = (
    "Ohio's 2023-24 flu season peaked at 655 admissions a week. The following season peaked "
    "lower. In 2090 Nairobi is warmer under SSP5-8.5 than under SSP2-4.5. RSV admissions in Ohio "
    "peaked in January 2025."
)
NAIROBI: dict[str, Any] = {"function": "temperature", "place": "Nairobi", "scenario": "ssp245"}
CLAIMS = ["Nairobi had 18.0 °C on average in 1990.", "Nairobi should plant more trees."]
NAIROBI_RUNS = {
    "A": 'climate.temperature(place="Nairobi", year=1990)',
    "B": 'climate.temperature(place="Nairobi", year=2090, scenario="ssp585")',
}
IN_1990: dict[str, Any] = {
    "text": CLAIMS[0],
    "formula": 'climate.temperature(place="Nairobi", year=1990).temperature == 18.0',
}
SAID_AGAIN: dict[str, Any] = {
    "text": "The average temperature in Nairobi in 1990 was 18.0 °C.",
    "formula": "A.temperature == 18.0",
    "let": {"A": 'climate.temperature(year=1990, place="Nairobi")'},
}
IN_2190: dict[str, Any] = {
    "text": "Under SSP2-4.5 Nairobi has 24 °C on average in 2190.",
    "formula": 'climate.temperature(place="Nairobi", year=2190, scenario="ssp245").temperature '
    "== 24",
}
OPPOSING = "Vitamin K supplements increase hip fractures."
WOMEN = "Vitamin K supplements reduced hip fractures in women."
CALLS: dict[str, dict[str, Any]] = {
    "read_handbook": {"simulator": "climate"},
    "plan_runs": {"question": QUESTION},
    "answer_question": {
        "question": QUESTION,
        "formulas": ["B.temperature - A.temperature"],
        "let": NAIROBI_RUNS,
    },
    "check_answer": {"text": TEXT},
    "merge_claims": {
        "answers": [
            json.dumps([IN_1990, "Nairobi should plant more trees."], ensure_ascii=False),
            json.dumps([SAID_AGAIN], ensure_ascii=False),
        ],
    },
    "assess_boundary": {"claims": [IN_1990, IN_2190, "Nairobi will be much warmer in 2090."]},
    "select_claims": {"claims": CLAIMS, "support": [[0], [0, 1]], "answers": 2},
    "verify_claims": {
        "claims": [
            {
                "text": "Under SSP5-8.5 Nairobi is about 9 °C warmer in 2090 than it was in 1990.",
                "formula": "B.temperature - A.temperature == about(9)",
                "let": NAIROBI_RUNS,
            },
            *CLAIMS,
        ]
    },
    "compute": {
        "formulas": [
            "B.temperature - A.temperature",
            "probability(B.temperature - A.temperature > 4)",
            "argmax(climate.temperature(place=p, year=1990).temperature for p in "
            '["Nairobi", "Lagos"])',
        ],
        "let": NAIROBI_RUNS,
    },
    "search_literature": {"query": CLAIM, "opposing": OPPOSING, "batch": 1},
    "weigh_evidence": {
        "claim": CLAIM,
        "opposing": OPPOSING,
        "readings": [
            {
                "source": "trial-women",
                "relevant": True,
                "takeaway": "Fewer women on vitamin K broke a hip.",
                "population": "women",
                "quotes": [{"sentence": 1, "quote": WOMEN}],
                "grade": "Mostly True",
                "explanation": "A trial in women alone.",
            },
            {
                "source": "mice",
                "relevant": True,
                "population": "mice",
                "quotes": [{"sentence": 1, "quote": "increased hip fractures in mice"}],
                "grade": "Somewhat False",
                "explanation": "The contrary in mice.",
            },
        ],
        "explanation": [
            {
                "text": "In women vitamin K prevented hip fractures.",
                "assuming": "women",
                "cites": [{"source": "trial-women", "quote": WOMEN, "judgement": "entails"}],
            },
            {
                "text": "In 12 mice it did not.",
                "cites": [{"source": "mice", "quote": "increased hip fractures in mice"}],
            },
        ],
    },
    "simulate_climate": {**NAIROBI, "year": 2050},
    "simulate_epidemiology": {
        "function": "season",
        "states": ["Iowa", "Florida"],
        "start_date": "2022-10-04",
        "r0": 2.2,
        "seasonality": "moderate",
        "immunity": 10,
        "members": 20,
    },
    "simulate_urban": {"speed_limit": -40, "signal": "green wave"},
}
#: Tools that work on the runs of others.
ON_RUNS = ("get_run",)
#: Tools whose results hold or name runs.
WITH_RUNS = (
    "answer_question",
    "check_answer",
    "verify_claims",
    "compute",
    "simulate_climate",
    "simulate_epidemiology",
    "simulate_urban",
    *ON_RUNS,
)
#: A call of each tool that it must refuse, and the reason that it gives.
BAD_CALLS: dict[str, tuple[dict[str, Any], str]] = {
    "read_handbook": ({"simulator": "weather"}, "unknown_name"),
    "plan_runs": ({"question": 1.5}, "bad_value"),
    "answer_question": ({"question": 1.5}, "bad_value"),
    "check_answer": ({}, "missing_condition"),
    "merge_claims": ({"answers": ["[1"]}, "bad_value"),
    "assess_boundary": ({"claims": []}, "bad_value"),
    "select_claims": ({"claims": ["a"], "support": [[7]], "answers": 2}, "bad_value"),
    "verify_claims": ({"claims": ["a"], "detail": "long"}, "bad_value"),
    "compute": ({"formulas": []}, "bad_value"),
    "get_run": ({"run_id": "none"}, "unknown_name"),
    "search_literature": ({"query": "?", "abstracts": 101}, "bad_value"),
    "weigh_evidence": ({"claim": "?"}, "literature"),
    "simulate_climate": ({**NAIROBI, "year": 3050}, "value_out_of_range"),
    "simulate_epidemiology": ({"function": "season", "states": ["Ontario"]}, "unknown_name"),
    "simulate_urban": ({"speed_limit": 40}, "value_out_of_range"),
}

#: A batch of settings, and a call that is declined.
BATCH: dict[str, list[dict[str, Any]]] = {
    "simulate_climate": [{**NAIROBI, "settings": [{"year": 2030}, {"year": 2090}, {"year": 3050}]}]
}
DECLINED: dict[str, list[dict[str, Any]]] = {
    name: [BAD_CALLS[name][0]] for name in ("plan_runs", "get_run", "simulate_climate")
}


def on_runs(server: Any) -> dict[str, dict[str, Any]]:
    """Return the calls of the tools that work on runs, which are made for them."""
    made = data(call(server, "simulate_climate", **NAIROBI, year=2050))
    return {"get_run": {"run_id": made["run"]["id"]}}


def answered(registry: Registry) -> dict[str, Any]:
    """Return the result of each tool, called once, those on runs with runs of the others."""
    with TemporaryDirectory() as folder:
        server = build_server(registry, time_limit=300, library=library(Path(folder)))
        calls = {**CALLS, **on_runs(server)}
        return {name: call(server, name, **given) for name, given in calls.items()}
