"""Sheets for two raters: what they show, what they take back, and what comes of both."""

import csv
import json
import re
from collections.abc import Sequence
from html import unescape
from pathlib import Path

import pytest
from typer.testing import CliRunner

from simulrag.evaluation.annotation.agreeing import figures, kappa, merge
from simulrag.evaluation.annotation.cases import BadCases, Case, case_id, read_cases, sample
from simulrag.evaluation.annotation.page import page
from simulrag.evaluation.annotation.sheets import ANSWERS, Answered, read_sheet, write_sheet
from simulrag.evaluation.commands import app
from simulrag.simulators.registry import Registry

QUESTION = "How warm was Nairobi in 1990?"
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "=cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "]]></style><style>*{display:none}",
    'a "quoted", text\nwith lines\r\nand, commas',
    "\u202eright to left",
    "nul \0 and half a character \ud800",
)


def case(claim: str, automatic: bool | None = True, question: str = QUESTION) -> Case:
    return Case(id=case_id(question, claim), question=question, claim=claim, automatic=automatic)


CASES = [case(f"claim {n}", automatic) for n, automatic in enumerate([True, True, False, None])]


def filled(path: Path, answers: Sequence[tuple[str, str]], cases: Sequence[Case] = CASES) -> Path:
    """Write a sheet and fill it in, as a person with a spreadsheet does."""
    write_sheet(cases, path)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row, (correct, relevant) in zip(rows, answers, strict=False):
        row |= {"correct": correct, "relevant": relevant}
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows[: len(answers)])
    return path


def answered(ask: object, path: Path) -> Path:
    path.write_text(json.dumps(ask), "utf-8")
    return path


def test_claims_of_an_answer_come_with_their_verdicts_and_the_contexts_of_its_runs(
    tmp_path: Path, registry: Registry
) -> None:
    claims = [
        {"text": "It was 19.4 °C.", "verdict": "supported"},
        {"text": "It was 31 °C.", "verdict": "refuted"},
        {"text": "Plant trees.", "verdict": "outside"},
        {"text": "  "},
    ]
    runs = [{"context": "It was 18.01°C."}, {"context": "It rained."}]
    path = answered({"question": QUESTION, "claims": claims, "runs": runs}, tmp_path / "a.json")
    found = read_cases([path], registry)
    assert [(one.automatic, one.found) for one in found] == [
        (True, "supported"),
        (False, "refuted"),
        (None, "outside"),
    ]
    assert {one.evidence for one in found} == {"It was 18.01°C.\nIt rained."}


ITEM = {
    "id": "climate-item-1",
    "question": QUESTION,
    "calls": [
        {
            "simulator": "climate",
            "function": "temperature",
            "arguments": {"place": "Nairobi", "year": 1990},
        }
    ],
    "claims": [{"text": "It was 18.01 °C."}],
}


def test_items_show_what_their_runs_give(tmp_path: Path, registry: Registry) -> None:
    (found,) = read_cases([answered(ITEM, tmp_path / "items.jsonl")], registry)
    assert (found.claim, found.automatic, found.source) == ("It was 18.01 °C.", True, "items.jsonl")
    assert "18.01°C" in found.evidence
    assert found.question == QUESTION


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"question": "What?", "claims": []}'])
def test_a_file_without_claims_is_refused(text: str, tmp_path: Path, registry: Registry) -> None:
    path = tmp_path / "empty.json"
    path.write_text(text, "utf-8")
    with pytest.raises(BadCases, match="hold no claims"):
        read_cases([path], registry)
    path.write_text("{broken", "utf-8")
    with pytest.raises(BadCases, match="line 1, is not JSON"):
        read_cases([path], registry)


def test_a_sample_is_drawn_by_its_seed_and_keeps_the_order() -> None:
    many = [case(f"claim {n}") for n in range(50)]
    drawn = sample(many, 10, seed=3)
    assert drawn == sample(many, 10, seed=3)
    assert drawn != sample(many, 10, seed=4)
    assert [many.index(one) for one in drawn] == sorted(many.index(one) for one in drawn)
    assert sample(many, 100, seed=3) == sample(many, None, seed=3) == many


def test_hostile_text_goes_into_sheets_as_text_and_comes_back_as_its_own_case(
    tmp_path: Path, registry: Registry
) -> None:
    ask = {"question": HOSTILE[1], "claims": [{"text": text} for text in HOSTILE]}
    cases = read_cases([answered(ask, tmp_path / "a.json")], registry)
    assert len(cases) == len(HOSTILE)
    path = filled(tmp_path / "sheet.csv", [("yes", "no")] * len(cases), cases)
    with path.open(encoding="utf-8-sig", newline="") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t"))] == []
    assert set(read_sheet(path, cases)) == {one.id for one in cases}
    html = page(cases)
    inside = re.sub(r"<script>.*?</script>", "", html.split("<body")[1], count=1, flags=re.S)
    assert re.findall(r"<(?:script|img|style|link|iframe)", inside) == []
    assert "default-src 'none'" in unescape(html)
    assert re.findall(r"<[^<>]*\b(?:src|href)=", html) == []


def test_sheets_do_not_show_what_was_found_automatically(tmp_path: Path) -> None:
    told = [one.model_copy(update={"found": "refuted"}) for one in CASES]
    write_sheet(told, tmp_path / "sheet.csv")
    shown = page(told).partition("</style>")[2]
    for text in ((tmp_path / "sheet.csv").read_text("utf-8"), shown):
        assert "refuted" not in text
        assert "automatic" not in text


def test_the_page_asks_every_question_of_every_claim_with_every_answer() -> None:
    html = page(CASES)
    values = re.findall(r'type="radio" name="(\w+)-(\w+)" value="(\w+)"', html)
    assert values == [
        (one.id, name, answer)
        for one in CASES
        for name in ("correct", "relevant")
        for answer in ANSWERS
    ]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda text: text.replace("yes", "perhaps", 1), "allowed are yes, no, unsure"),
        (lambda text: text.replace(CASES[0].id, "000000000000"), "is not in the key"),
        (lambda text: text.replace(CASES[1].id, CASES[0].id), "stands there twice"),
        (lambda text: text.replace("correct", "right", 1), "has no column correct"),
        (lambda _text: "", "has no column"),
        (lambda _text: "\0\0", "has no column|cannot be read"),
    ],
)
def test_a_sheet_that_is_not_as_it_was_given_is_refused_with_its_line(
    change: object, told: str, tmp_path: Path
) -> None:
    path = filled(tmp_path / "sheet.csv", [("yes", "yes")] * len(CASES))
    assert callable(change)
    path.write_text(change(path.read_text("utf-8")), "utf-8")
    with pytest.raises(BadCases, match=told):
        read_sheet(path, CASES)


def test_a_claim_is_true_only_where_it_is_correct_and_relevant() -> None:
    said = {a + b: Answered(correct=a, relevant=b).true for a in ANSWERS for b in ANSWERS}
    assert said == {
        "yesyes": True, "yesno": False, "yesunsure": None,
        "noyes": False, "nono": False, "nounsure": False,
        "unsureyes": None, "unsureno": False, "unsureunsure": None,
    }  # fmt: skip
    assert Answered().true is None


def test_raters_decide_where_they_agree_and_nobody_does_where_they_do_not() -> None:
    yes, no, blank = (Answered(correct=a, relevant="yes") for a in ("yes", "no", ""))
    ids = [one.id for one in CASES]
    first = dict(zip(ids, [yes, no, yes, yes], strict=True))
    second = dict(zip(ids[:3], [yes, yes, yes], strict=True))
    merged = merge(CASES, first, second | {ids[3]: blank})
    assert [(one.together, one.label, one.contradicts) for one in merged] == [
        ("agreed", True, False),
        ("disputed", None, None),
        ("agreed", True, True),  # the program had found it false
        ("open", None, None),
    ]
    found = figures(merge(CASES, first, second), first, second)
    assert found["rows missing"] == {"first": 0, "second": 1}
    assert (found["agreed"], found["disputed"], found["open"]) == (2, 1, 1)
    automatic = found["raters and automatic label"]
    assert (automatic["answered by both"], automatic["agreed"]) == (2, 0.5)
    assert automatic["raters true, automatic false"] == 1
    assert automatic["raters false, automatic true"] == 0


def test_kappa_is_that_of_cohens_definition() -> None:
    """20 and 15 said the same of 50: observed .70; expected .5 x .6 + .5 x .4 = .50."""
    words = [("a", "a")] * 20 + [("a", "b")] * 5 + [("b", "a")] * 10 + [("b", "b")] * 15
    assert kappa(words) == 0.4
    assert kappa([]) is None
    assert kappa([("a", "a")] * 3) is None


def test_the_command_writes_sheets_and_reads_two_of_them_back(tmp_path: Path) -> None:
    claims = [{"text": f"It was {n} °C.", "verdict": "supported"} for n in range(4)]
    source = answered({"question": QUESTION, "claims": claims}, tmp_path / "a.json")
    folder = tmp_path / "sheets"
    done = CliRunner().invoke(app, ["annotate", str(folder), "--from", str(source)])
    assert done.exit_code == 0, done.output
    assert (folder / "sheet.html").exists()
    cases = [Case.model_validate_json(x) for x in (folder / "key.jsonl").read_text().splitlines()]
    one = filled(tmp_path / "one.csv", [("yes", "yes"), ("no", "yes"), ("no", "yes")], cases)
    two = filled(tmp_path / "two.csv", [("yes", "yes"), ("no", "yes"), ("yes", "yes")], cases)
    given = ["--answered", str(one), "--answered", str(two), "--json"]
    done = CliRunner().invoke(app, ["annotate", str(folder), *given])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert (found["agreed"], found["disputed"], found["open"]) == (2, 1, 1)
    assert [d["claim"] for d in found["disagreements"]] == ["It was 1 °C.", "It was 2 °C."]
    assert len((folder / "merged.jsonl").read_text("utf-8").splitlines()) == 4


@pytest.mark.parametrize("given", [[], ["--answered", "x.csv"], ["--from", "x", "--answered", "y"]])
def test_the_command_says_what_it_needs(given: list[str], tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["annotate", str(tmp_path), *given])
    assert (done.exit_code, "--answered twice" in done.output) == (2, True)
