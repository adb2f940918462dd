"""The page on formulas: each example gives what is said of it, and the limits are as it says."""

import json
import re
from collections.abc import Generator, Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from page_transcripts import ROOT
from simulrag.server.tools.claim_arguments import MOST_CLAIMS
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Computed, FormulaClaim, Verdict
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas import evaluation, listings, notation
from simulrag.verifier.formulas.language import OPERATIONS
from simulrag.verifier.formulas.verification import Verifier

PAGE = (ROOT / "docs" / "formulas.md").read_text("utf-8")
LEFT_OUT = "..."


class Example(NamedTuple):
    """A claim of the page with what is to come back: the reply, or the corrected text."""

    text: str
    formula: str
    beside: Mapping[str, Any]
    reply: str
    corrected: str


def blocks(kind: str) -> list[list[str]]:
    """Return the lines of the page's blocks of a kind, as a comment above each names it."""
    found = re.findall(rf"^<!-- {kind} -->\n```\w+\n(.*?)^```$", PAGE, re.M | re.S)
    return [block.splitlines() for block in found]


def formulas() -> Iterator[tuple[str, str]]:
    """Yield the formulas of the page, each with what it is said to be worth."""
    for line in (line for block in blocks("formulas") for line in block):
        if not line.startswith("# "):
            formula, arrow, expected = line.partition("  # -> ")
            assert arrow, f"nothing is said of {line}"
            yield formula, expected


def claims() -> Iterator[Example]:
    """Yield the claims of the page: each row of its tables of claims."""
    for table in re.findall(r"^<!-- claims -->\n((?:\|.*\|\n)+)", PAGE, re.M):
        names, _, *rows = [
            [cell.strip().strip("`") for cell in line.strip("|\n").split("|")]
            for line in table.splitlines()
        ]
        for row in rows:
            cells = dict(zip(names, row, strict=True))
            reply = cells.get("what comes back", "refuted...")
            if reason := cells.get("sent back, as"):
                reply = f"unread: ...{reason}..."
            yield Example(
                cells["text"],
                cells["formula"],
                json.loads(f"{{{cells.get('beside it', '')}}}"),
                reply,
                cells.get("corrected", ""),
            )


def holds(shown: str, said: str) -> bool:
    """Tell whether what is shown is what was said, but for what is left out."""
    parts = [re.escape(part.strip()) for part in shown.split(LEFT_OUT)]
    return re.fullmatch(r"\s*" + r".*".join(parts) + r"\s*", said, re.S) is not None


def worth(computed: Computed) -> str:
    """Return what a formula is worth, or why nothing, in words."""
    if computed.problem is not None:
        return f"{computed.problem.reason}: {computed.problem.message}"
    if computed.chance:
        return f"{computed.text}, probability {computed.chance}"
    return computed.text


def reply(verdict: Verdict) -> str:
    """Return a verdict and what it is held against, with what was computed or is wrong."""
    said = ", ".join(filter(None, (verdict.verdict, verdict.against)))
    if verdict.chance:
        said += f", probability {verdict.chance}"
    reasons = [verdict.derivation]
    if verdict.problem is not None and verdict.problem.message not in verdict.derivation:
        reasons.append(verdict.problem.message)
    return f"{said}: {'; '.join(reasons)}"


FORMULAS, CLAIMS = list(formulas()), list(claims())
((*LET_LINES,),) = blocks("let")
LET = {name: part for name, _, part in (line.partition(" = ") for line in LET_LINES)}


@pytest.fixture(scope="module")
def verifier(registry: Registry) -> Generator[Verifier]:
    """A verifier whose runs all examples share."""
    with EvidenceStore() as store:
        yield Verifier(registry, store)


@pytest.mark.parametrize(("formula", "expected"), FORMULAS, ids=[one for one, _ in FORMULAS])
def test_a_formula_of_the_page_is_worth_what_stands_behind_it(
    verifier: Verifier, formula: str, expected: str
) -> None:
    said = worth(verifier.compute([formula], LET)[0])
    assert holds(expected, said), said


@pytest.mark.parametrize("example", CLAIMS, ids=[f"{one.text} {one.formula}" for one in CLAIMS])
def test_a_claim_of_the_page_gets_what_is_said_to_come_back(
    verifier: Verifier, example: Example
) -> None:
    beside = dict(example.beside)
    against = beside.pop("against", "world")
    claim = FormulaClaim(text=example.text, formula=example.formula, let=LET, **beside)
    verdict = verifier.verdict(claim, against)
    said = reply(verdict)
    assert holds(example.reply, said), said
    if not example.reply.startswith("refuted, "):  # whose corrections stand elsewhere
        assert verdict.updated == (example.corrected or example.text)


def test_every_function_of_the_language_stands_in_a_formula_that_has_a_value() -> None:
    shown = {
        name
        for formula, expected in FORMULAS
        if not re.match(r"[a-z]+_[a-z_]+: |undefined", expected)
        for name in re.findall(r"(?<![\w.])(\w+)\(", formula)
    }
    assert set(OPERATIONS) - shown == set()


def test_the_page_shows_each_verdict_each_measure_and_all_that_stands_beside_a_claim() -> None:
    replies = " ".join(one.reply for one in CLAIMS)
    for word in ("supported", "refuted", "undecided", "unread", "record", "run", "world"):
        assert re.search(rf"\b{word}\b", replies), word
    assert {name for one in CLAIMS for name in one.beside} == {"against", "assume", "context"}
    assert any(one.corrected for one in CLAIMS)


def test_the_limits_of_the_page_are_those_of_the_code() -> None:
    limits = " ".join(PAGE.split("## Limits and errors")[1].split())
    for said in (
        f"at most {evaluation.MOST_RUNS} runs",
        f"at most {notation.MOST_NODES:,} parts",
        f"at most {notation.DEEPEST} deep",
        f"at most {notation.LONGEST:,} characters",
        f"{listings.MOST_ELEMENTS:,} elements",
        f"{MOST_CLAIMS} claims or formulas",
    ):
        assert said in limits, said


def test_what_stands_there_must_be_said_but_for_what_is_left_out() -> None:
    assert holds("true: 1 < 2", "true: 1 < 2")
    assert holds("unread: ... 3 ... prints ...", "unread: it has 3, which nobody prints; x")
    assert not holds("true: 1 < 2", "true: 1 < 2, probability 0.95")
    assert not holds("unread: ... 4 ...", "unread: the formula has 3")
    assert not holds("2.50", "2.51")
