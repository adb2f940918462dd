"""A reply is either what was declared or told as a failed run; nothing else comes of it."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.simulators.errors import RunFailed
from simulrag.simulators.external.replies import contract_results, parsed, refused, results
from simulrag.simulators.interface import Function, Output

FUNCTION = Function(
    name="level",
    title="Level",
    description="Level.",
    parameters=(),
    outputs=(
        Output(name="level", kind="number", description="level", unit="m"),
        Output(name="day", kind="date", description="day"),
        Output(name="state", kind="category", description="state", choices={"low": ("low",)}),
    ),
    context="",
)
RIGHT = {"level": 0.5, "day": "2026-03-01", "state": "low"}

_SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
_JSON = st.recursive(
    _SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["value", "unit", "low", "high", "level", "times", "values", "day", "x"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)
_KEYS = st.sampled_from(["outputs", "series", "warnings", "check", "error", "id", "other"])
_OUTPUTS = st.fixed_dictionaries({name: _JSON | st.just(good) for name, good in RIGHT.items()})
_SOUND = st.fixed_dictionaries({"outputs": _OUTPUTS | st.just(RIGHT)})


@given(st.dictionaries(_KEYS, _JSON, max_size=4), _SOUND)
def test_any_reply_is_read_whole_or_refused(strange, sound):
    for reply in ({**strange, **sound}, {**sound, **strange}):
        try:
            read = parsed(json.dumps(reply).encode(), "tank")
            refused(read, "tank")
            found = results(read, FUNCTION, "tank.level")
        except RunFailed:
            continue
        level = found.outputs["level"]
        assert math.isfinite(level.value)
        assert set(found.outputs) == set(RIGHT)


@given(st.binary(max_size=60))
def test_any_bytes_are_an_object_or_refused(text):
    try:
        found = parsed(text, "tank")
    except RunFailed:
        return
    assert found == json.loads(text)


@given(_JSON)
def test_any_reply_of_the_contract_is_read_or_refused(reply):
    try:
        found = contract_results(
            {"result": json.loads(json.dumps(reply))}, FUNCTION, {}, "tank.level"
        )
    except RunFailed:
        return
    assert set(found.outputs) == set(RIGHT)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("day", "next week", "it must be an ISO date"),
        ("day", 20260301, "must be a date"),
        ("state", "high", "declared are low"),
        ("state", None, "no output 'state'"),
        ("level", {"value": 1, "low": 2, "high": 3, "level": 0.9}, "must lie in it"),
        ("level", {"value": 1, "low": 0, "high": 3, "level": 90}, "level between 0 and 1"),
        ("level", {"value": 1, "error": 3}, "holds 'error'"),
        ("level", 10**400, "no finite number"),
        ("level", True, "must be a number, but True"),
        ("level", "0.197", "must be a number, but '0.197'"),
        ("level", {"value": 1, "low": 0}, "one end of an interval"),
        ("depth", 1, "'depth'; declared are level"),
    ],
)
def test_an_output_that_is_not_as_declared_is_named(name, value, said):
    reply = json.loads(json.dumps({"outputs": {**RIGHT, name: value}}))
    with pytest.raises(RunFailed, match=said):
        results(reply, FUNCTION, "tank.level")


@pytest.mark.parametrize("text", [b"[1, 2]", b"[" * 100_000, b'{"outputs": {"level": 1e999}}'])
def test_text_that_is_no_object_of_finite_numbers_is_refused(text):
    with pytest.raises(RunFailed):
        results(parsed(text, "tank"), FUNCTION, "tank.level")
