"""The paper's tables on verdicts of known sides, and sheets that people fill in."""

import csv
import json
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from server.small_corpus import CLAIM, PAPERS, paper
from simulrag.evaluation.kappa import kappa
from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import ImportFault, LiteratureError
from simulrag.verifier.literature.grades import Grade
from simulrag.verifier.literature.handed import Handed, HandedLabel, HandedSentence, handed_steps
from simulrag.verifier.literature.labelled import LabelledClaim
from simulrag.verifier.literature.weighing import LiteratureVerdict, Steps
from studies.literature.__main__ import app
from studies.literature.sheets import (
    Sheet,
    attribution_accuracy,
    measure_sheets,
    read_sheet,
    write_sheet,
)
from studies.literature.tables import error_classes, label_sides, weighed

ANSWERS = ("interpretable", "supported", "label", "richer")


def verdict(*documents: Document, steps: Steps | None = None) -> LiteratureVerdict:
    claim = LabelledClaim(id=1, claim=CLAIM, evidence={"mice": False}, sentences={})
    with Corpus(None) as corpus:
        corpus.add(documents or PAPERS)
        (made,) = weighed([claim], corpus, steps)
    return made


def labelled(**grades: Grade) -> Steps:
    named = {"trial_women": "trial-women", "trial_men": "trial-men", "mice": "mice"}
    return handed_steps(
        Handed(
            labels=tuple(
                HandedLabel(source=named[name], grade=grade.title) for name, grade in grades.items()
            )
        )
    )


def claim(side: bool, *more: bool) -> LabelledClaim:
    evidence = {str(number): one for number, one in enumerate((side, *more))}
    return LabelledClaim(id=1, claim=CLAIM, evidence=evidence, sentences={})


def test_a_famous_source_turns_the_weighted_label_and_not_the_unweighted() -> None:
    """Citations 900, 50 and 3: weights 5/6, 3/6 and 1/6 of three sources."""
    steps = labelled(
        trial_women=Grade.MOSTLY_TRUE, trial_men=Grade.SOMEWHAT_FALSE, mice=Grade.MOSTLY_FALSE
    )
    found = verdict(steps=steps)
    assert found.verdict.unweighted.average == Fraction(66 - 33 - 66, 3)
    assert found.verdict.weighted.average == Fraction(66 * 5 - 33 * 3 - 66, 9)
    sides = label_sides([claim(True)], [found])
    assert (sides["weighted"], sides["unweighted"]) == (1.0, 0.0)
    sides = label_sides([claim(False)], [found])
    assert (sides["weighted"], sides["unweighted"]) == (0.0, 1.0)


def test_claims_with_divided_evidence_are_left_out_and_silence_is_a_miss() -> None:
    silent = verdict(paper("rain", "Rain", "Rain fell on the hills."))
    sides = label_sides([claim(True), claim(True, False)], [silent, silent])
    assert (sides["claims"], sides["with evidence by rules"], sides["weighted"]) == (1, 0, 0.0)
    assert label_sides([], []) == {"claims": 0}


def test_classes_of_errors_are_counted_where_code_sees_them() -> None:
    keywords = Document(id="keywords", abstract="Vitamin K supplements; hip fractures; reduce.")
    said = HandedSentence(
        text="Vitamin K supplements reduced hip fractures in women.",
        support=(("trial-women", 1), ("mice", 99), ("nowhere", 0)),
    )
    steps = handed_steps(Handed(explanation=(said,)))
    found = error_classes([verdict(*PAPERS, keywords, steps=steps)])
    assert found["retrieval: no abstract"] == 1
    assert found["retrieval: retracted"] == 1
    assert found["sentences"] == 1
    assert found["parsing: ids refused"] == 2
    assert found["parsing: spans that do not resolve"] == 0


def sheet(*rows: str) -> Sheet:
    """Return rows such as "yes yes weighted ours"; "-" is no answer."""
    return [
        {"number": str(n), **dict(zip(ANSWERS, row.replace("-", "").split(" "), strict=True))}
        for n, row in enumerate(rows, start=1)
    ]


def test_attribution_accuracy_and_agreement_equal_a_hand_calculation() -> None:
    first = sheet("yes yes weighted ours", "yes no weighted ours", "yes yes either other",
                  "no yes neither ours")  # fmt: skip
    second = sheet("yes yes weighted ours", "yes yes weighted other", "yes yes unweighted other",
                   "no yes neither -")  # fmt: skip
    assert attribution_accuracy(first) == 0.5
    found = measure_sheets(first, second)
    assert found["attribution accuracy"] == {"first": 0.5, "second": 0.75, "both": 0.5}
    label, richer = found["label"], found["richer"]
    assert isinstance(label, dict)
    assert isinstance(richer, dict)
    assert (label["agreed"], label["both say weighted"]) == (0.75, 0.5)
    # Observed 3/4; by chance (2*2 + 1*0 + 0*1 + 1*1) / 16 = 5/16.
    assert label["kappa"] == pytest.approx((3 / 4 - 5 / 16) / (11 / 16), abs=1e-4)
    assert richer["answered by both"] == 3


def test_kappa_is_none_where_it_says_nothing() -> None:
    assert kappa([]) is None
    assert kappa([("yes", "yes")] * 5) is None
    assert kappa([("yes", "no"), ("no", "yes")]) == -1.0


def test_a_sheet_comes_back_as_it_was_filled_in_and_begins_no_formula(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    found = verdict()
    write_sheet([found, found.model_copy(update={"claim": "=HYPERLINK(1)"})], path)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows[0]["claim"] == CLAIM
    assert rows[1]["claim"] == "'=HYPERLINK(1)"
    assert "[1: 86-139]" in rows[0]["explanation"]
    for row in rows:
        row |= {"interpretable": "Yes", "supported": " yes ", "label": "either"}
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    assert attribution_accuracy(read_sheet(path)) == 1.0
    done = CliRunner().invoke(
        app,
        [str(tmp_path), "--answered", str(path), "--answered", str(path), "--json"],
    )
    assert json.loads(done.output)["annotation"]["label"]["both say either"] == 1.0
    one = CliRunner().invoke(app, [str(tmp_path), "--answered", str(path)])
    assert one.exit_code == 2


def test_other_answers_tables_and_orders_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text("number,label\n1,perhaps\n")
    with pytest.raises(ImportFault, match=r"sheet.csv:2: label is 'perhaps'.*weighted"):
        read_sheet(path)
    path.write_text("a,b\n1,2\n")
    with pytest.raises(ImportFault, match="no number"):
        read_sheet(path)
    with pytest.raises(ImportFault, match="cannot be read"):
        read_sheet(tmp_path / "absent.csv")
    rows = sheet("yes yes weighted ours", "yes no weighted ours")
    with pytest.raises(LiteratureError, match="same claims"):
        measure_sheets(rows, rows[::-1])
    with pytest.raises(LiteratureError, match="cannot be written"):
        write_sheet([], tmp_path / "none" / "sheet.csv")
