"""One call of each tool on real input, for tests of what every result must keep to."""

from typing import Any

from server.conversation import call, data
from simulrag.server.app import build_server
from simulrag.simulators.registry import Registry

QUESTION = (
    "For Chongzuo, compare the historical average temperature in 1992 with the projection for "
    "2083 under the ssp245 scenario, assuming a 29.37% increase in CO2 and a 48.75% increase in "
    "CH4 emissions. What is the total temperature change?"
)
TEXT = (
    "Ohio's 2023-24 flu season peaked at 655 admissions a week. The following season peaked "
    "lower. In 2090 Nairobi is warmer under SSP5-8.5 than under SSP2-4.5. RSV admissions in Ohio "
    "peaked in January 2025."
)
NAIROBI: dict[str, Any] = {"function": "temperature", "place": "Nairobi", "scenario": "ssp245"}
CLAIMS = ["Nairobi had 19.4 °C on average in 1990.", "Nairobi should plant more trees."]
CALLS: dict[str, dict[str, Any]] = {
    "read_handbook": {"simulator": "climate"},
    "plan_runs": {"question": QUESTION},
    "answer_question": {"question": QUESTION},
    "check_answer": {"text": TEXT},
    "merge_claims": {"answers": ["It warms by 3 °C.\nIt is hot.", "It warms by 3.0 °C."]},
    "assess_boundary": {"claims": CLAIMS},
    "select_claims": {"claims": CLAIMS, "support": [[0], [0, 1]], "answers": 2},
    "verify_claims": {"claims": CLAIMS},
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
}
#: Tools that work on the runs of others.
ON_RUNS = ("get_run", "compare_runs")
#: Tools whose results hold or name runs.
WITH_RUNS = (
    "answer_question",
    "check_answer",
    "verify_claims",
    "simulate_climate",
    "simulate_epidemiology",
    *ON_RUNS,
)
#: A call of each tool that it must refuse, and the reason that it gives.
BAD_CALLS: dict[str, tuple[dict[str, Any], str]] = {
    "read_handbook": ({"simulator": "weather"}, "unknown_name"),
    "plan_runs": ({"question": 1.5}, "bad_value"),
    "answer_question": ({"question": "Why?", "calls": [{"simulator": "x"}]}, "bad_value"),
    "check_answer": ({}, "missing_condition"),
    "merge_claims": ({"answers": ["[1"]}, "bad_value"),
    "assess_boundary": ({"claims": []}, "bad_value"),
    "select_claims": ({"claims": ["a"], "support": [[7]], "answers": 2}, "bad_value"),
    "verify_claims": ({"claims": ["a"], "detail": "long"}, "bad_value"),
    "get_run": ({"run_id": "none"}, "unknown_name"),
    "compare_runs": ({"first": "none", "second": "none"}, "unknown_name"),
    "simulate_climate": ({**NAIROBI, "year": 3050}, "value_out_of_range"),
    "simulate_epidemiology": ({"function": "season", "states": ["Ontario"]}, "unknown_name"),
}


def answered(registry: Registry) -> dict[str, Any]:
    """Return the result of each tool, called once, those on runs with two runs of the others."""
    server = build_server(registry)
    found = {name: call(server, name, **given) for name, given in CALLS.items()}
    later = call(server, "simulate_climate", **{**NAIROBI, "year": 2090})
    first, second = (data(one)["run"]["id"] for one in (found["simulate_climate"], later))
    found["get_run"] = call(server, "get_run", run_id=first)
    found["compare_runs"] = call(server, "compare_runs", first=first, second=second)
    return found
