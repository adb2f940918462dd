"""One member of a JSON text is changed; every other byte stays."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.client.hosts.jsonc import BrokenText, parse, with_member, without_member

PATH = ("mcpServers", "simulrag")
ENTRY = {"command": "/opt/bin/simulrag", "args": ["serve"]}
COMMENTED = """\
// Settings of an editor
{
    "theme": "dark", // as at night
    /* servers
       of the team */
    "mcpServers": {
        "files": {"command": "files"} // reads only
        // more to come
    },
}
"""
NAMES = st.text(max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=12,
)
SERVERS = st.dictionaries(NAMES.filter(lambda name: name != PATH[1]), JSON, min_size=1, max_size=3)


GAPS = ("", "", " ", "\n", "\r\n\t", ' /* } , " */ ', " // ] { \n", "\n// a  \n  // b\n")


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Draw JSON text that holds servers, with any blanks, comments and trailing commas."""
    value = draw(st.dictionaries(NAMES, JSON, max_size=3)) | {PATH[0]: draw(SERVERS)}
    return draw(_gap()) + draw(_printed(value)) + draw(_gap())


def _gap() -> st.SearchStrategy[str]:
    return st.sampled_from(GAPS)


@st.composite
def _printed(draw: st.DrawFn, value: Any) -> str:
    """Print a value with a drawn gap between any two marks."""
    if not isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    marks = "{}" if isinstance(value, dict) else "[]"
    items = list(value.items()) if isinstance(value, dict) else [(None, item) for item in value]
    parts = [marks[0]]
    for number, (name, item) in enumerate(items):
        head = [] if name is None else [json.dumps(name), draw(_gap()), ":", draw(_gap())]
        last = number == len(items) - 1
        comma = "," if not last or draw(st.booleans()) else ""
        parts += [draw(_gap()), *head, draw(_printed(item)), draw(_gap()), comma]
    return "".join([*parts, draw(_gap()), marks[1]])


@given(texts())
def test_a_member_is_added_and_everything_else_means_what_it_meant(text: str) -> None:
    before = parse(text)
    after = parse(with_member(text, PATH, ENTRY))
    assert after[PATH[0]].pop(PATH[1]) == ENTRY
    assert after == before


@given(texts())
def test_taking_out_what_was_added_gives_the_text_back_byte_by_byte(text: str) -> None:
    assert without_member(with_member(text, PATH, ENTRY), PATH) == text


def test_comments_indentation_and_trailing_commas_stay() -> None:
    made = with_member(COMMENTED, PATH, {"command": "x"})
    assert made == COMMENTED.replace(
        '"files"} // reads only\n        // more to come\n',
        '"files"}, // reads only\n        // more to come\n'
        '        "simulrag": {\n            "command": "x"\n        }\n',
    )


def test_objects_on_the_way_are_made_and_windows_line_endings_stay() -> None:
    made = with_member('{\r\n\t"theme": "dark"\r\n}\r\n', PATH, {"command": "x"})
    assert "\n" not in made.replace("\r\n", "")
    assert parse(made) == {"theme": "dark", "mcpServers": {"simulrag": {"command": "x"}}}
    assert '\t"mcpServers"' in made


def test_an_old_value_is_replaced_where_it_stands() -> None:
    text = '{"mcpServers": {"simulrag": {"command": "old"}, "files": 1}} // end'
    assert with_member(text, PATH, {"command": "new"}).endswith(', "files": 1}} // end')


def test_a_comment_inside_the_old_value_is_not_lost_in_silence() -> None:
    text = '{"mcpServers": {"simulrag": {"command": "old" /* mine */}}}'
    for edit in (lambda: with_member(text, PATH, ENTRY), lambda: without_member(text, PATH)):
        with pytest.raises(BrokenText, match=r"mcpServers\.simulrag holds comments"):
            edit()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: Expecting value"),
        ('{"a": 1', "line 1: Expecting ',' delimiter"),
        ('{"a": 1}\n}', "line 2: Extra data"),
        ('{"a" 1}', "line 1: Expecting ':' delimiter"),
        ("{a: 1}", "line 1: Expecting property name enclosed in double quotes"),
        ('{"a": [1 2]}', "line 1: Expecting ',' delimiter"),
        ('{\n"a": nope}', "line 2: Expecting value"),
        ('{"a": /* never', "line 1: Expecting value"),
        ('{"a": "x\n"}', "line 1: Invalid control character"),
        ('{"a": [,]}', "line 1: Expecting value"),
        ("[" * 200_000, "nested too deeply"),
    ],
)
def test_what_is_not_json_is_refused_with_the_line(text: str, said: str) -> None:
    with pytest.raises(BrokenText, match=re.escape(said)):
        parse(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "the whole must be an object, but is []"),
        ('{"mcpServers": []}', "mcpServers must be an object, but is []"),
        ('{"mcpServers": {}, "mcpServers": {}}', "mcpServers stands there 2 times"),
    ],
)
def test_a_path_that_leads_nowhere_is_refused(text: str, said: str) -> None:
    with pytest.raises(BrokenText, match=re.escape(said)):
        with_member(text, PATH, ENTRY)


@given(JSON)
def test_plain_json_reads_as_the_standard_library_reads_it(value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False)
    assert parse(text) == json.loads(text)
