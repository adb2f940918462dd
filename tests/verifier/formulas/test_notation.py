"""What the language reads, what it refuses and how it says so."""

import gc
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.verifier.formulas.notation import LONGEST, MOST_NODES, parse
from simulrag.verifier.formulas.printing import canonical, written
from simulrag.verifier.formulas.syntax import FormulaError, Number

RUN = 'gauge.gauge(river="Ann", rain=10)'


def refused(text: str, let: dict[str, str] | None = None) -> str:
    with pytest.raises(FormulaError) as caught:
        parse(text, let)
    return str(caught.value)


EACH = 'gauge.gauge(river=r, rain=10).level for r in ["Ann", "Bea"]'


@pytest.mark.parametrize(
    "text",
    [
        f"abs({RUN}.level - 2) <= 0.5 and not {RUN}.level == about(3.0, within=0.2)",
        f"[{EACH}]",
        f"mean({EACH}) > 2",
        f'rank([{EACH}], of="Ann") == 1',
    ],
)
def test_a_formula_is_written_back_as_it_was_read(text):
    root = parse(text).root
    assert parse(written(root)).root == root
    assert parse(canonical(root))


def test_digits_are_kept_as_printed():
    root = parse(f"{RUN}.level == 4.00").root
    assert root.rest[0][1] == Number(4.0, "4.00")
    assert canonical(root) != canonical(parse(f"{RUN}.level == 4.0").root)


def test_typographic_signs_and_line_breaks_are_read():
    assert (
        parse("gauge.gauge(river=“Ann”,\n rain=10).level ≥ −1").root
        == parse('gauge.gauge(river="Ann", rain=10).level >= -1').root
    )


def test_let_is_expanded_and_the_order_of_its_names_does_not_matter():
    let = {"B": "A.level * 2", "A": RUN}
    assert parse("B > 1", let).root == parse(f"{RUN}.level * 2 > 1").root


@pytest.mark.parametrize(
    ("same", "other"),
    [
        ("A.level > 1", "1 < A.level"),
        ("A.level > 1 and A.flow > 2", "A.flow > 2 and A.level > 1"),
        ("not A.level > 1", "A.level <= 1"),
        ("not (A.level > 1 or A.flow > 2)", "A.level <= 1 and A.flow <= 2"),
        ("abs(A.level - B.level) == 1", "abs(B.level - A.level) == 1"),
        ("1 < A.level < 2", "A.level > 1 and A.level < 2"),
        ("all(gauge.gauge(river=r, rain=1).level > 0 for r in [\"Ann\"])",
         "all(gauge.gauge(rain=1, river=x).level > 0 for x in [\"Ann\"])"),
    ],
)  # fmt: skip
def test_what_says_the_same_by_its_form_has_one_canonical_text(same, other):
    let = {"A": RUN, "B": 'gauge.gauge(river="Bea", rain=10)'}
    assert canonical(parse(same, let).root) == canonical(parse(other, let).root)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is empty"),
        (RUN, "none of its outputs"),
        (f"{RUN}.level > 1 if True else 2", "is not in the language"),
        (f"{RUN}.level.__class__ > 1", "no name begins with _"),
        ("__import__('os').system('ls')", "is no run"),
        ("levle > 1", "is unknown"),
        ("gauge.gauge('Ann').level > 1", "by name"),
        (f"{RUN}.level > 1 > x", "is unknown"),
        (f"{RUN}.level in [1, 2]", "compare by"),
        (f"{RUN}.level and 1", "neither true nor false"),
        ("(lambda: 1)() > 1", "is no run"),
        (f"{RUN}.level > 1e999", "no finite number"),
        (f"{RUN}.level > 1 # and more", "'#'"),
        (f"{RUN}.level > 1or 2", "'1o'"),
        (f"{RUN}.levеl > 1", "does not have"),  # a Cyrillic letter
        ("sum(x for x in [1, 2] if x > 1) > 1", "no `if`"),
        ("rank(x for x in [1], of=1) == 1", "rank((x for x in [1]), of=1)"),
        ("about(about(1)) == 1", "says no more"),
        ("count(1 for x in states) == 1", "count(truth for x in list)"),
    ],
)
def test_what_is_not_in_the_language_is_refused_with_what_is(text, said):
    assert said in refused(text)


PAINTED = 'gauge.gauge(gates=[{}], river="Ann").level > 1'


def test_objects_are_arguments_and_the_order_of_their_fields_says_nothing():
    text = PAINTED.format('{"kind": "weir", "share": 20.0, "days": ["May 1", "May 3"]}')
    root = parse(text).root
    assert written(root) == text
    other = PAINTED.format('{"days": ["May 1", "May 3"], "share": 20.0, "kind": "weir"}')
    assert canonical(parse(other).root) == canonical(root)
    assert parse("A.level > 1", {"A": text.removesuffix(".level > 1")}).root == root


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ('{"kind": "weir", "kind": "lock"}', "each given once"),
        ('{1: "weir"}', "names of an object are texts"),
        ('{**{"kind": "weir"}}', "names of an object are texts"),
        ('{"kind": 1 < 2}', "an argument of a run"),
        (f'{{"kind": {RUN}.level}}', "an argument of a run"),
        ('{"kind": (None, 2)}', "such as"),
        ('{"share": 1e999}', "no finite number"),
        ('{"kind": nan}', "unknown"),
        ("{}", "bands"),
    ],
)
def test_an_object_holds_texts_as_names_and_literals_as_values(fields, said):
    assert said in refused(PAINTED.format(fields))


@pytest.mark.parametrize("text", ['{"kind": "weir"}', '{"kind": "weir"} == 1', '-{"a": 1} > 0'])
def test_an_object_by_itself_is_no_value(text):
    assert refused(text)


def test_names_that_define_themselves_are_refused():
    assert "defined by itself" in refused("A > 1", {"A": "B + 1", "B": "A + 1"})


def test_names_that_explode_are_refused_before_they_are_expanded():
    bomb = {"a0": f"{RUN}.level"} | {f"a{i}": f"a{i - 1} + a{i - 1}" for i in range(1, 20)}
    assert f"more than {MOST_NODES} parts" in refused("a19 > 1", bomb)


@pytest.mark.parametrize("text", ["(" * 3_000, "-" * 3_900 + "1", "[" * 400, "not " * 900 + "a"])
def test_deep_nesting_is_refused(text):
    assert refused(text)


def test_long_text_is_refused_by_its_length():
    assert str(LONGEST) in refused("1 + " * LONGEST)


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text):
    with suppress(FormulaError):
        parse(text)


def test_formulas_are_read_by_many_threads_at_once_whenever_the_collector_runs():
    def elsewhere(*_: Any) -> None:
        time.sleep(0.0001)  # lets another thread on in the middle of a tree

    sums = [" + ".join(f"{RUN}.level * {n + first}" for n in range(10)) for first in range(200)]
    before = gc.get_threshold()
    gc.callbacks.append(elsewhere)
    gc.set_threshold(20)
    try:
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(parse, sums))
    finally:
        gc.set_threshold(*before)
        gc.callbacks.remove(elsewhere)
