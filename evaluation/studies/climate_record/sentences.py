"""Sentences of public reports, true and false, through the product: formula, text and verdict.

Each line of the file holds a sentence in our own words, the report that says it (of a false one,
what the report says instead) and the formula of whoever read it; those that no simulation decides
have none. Labels and formulas were written before anything was simulated; of those formulas that
were sent back, a few were mended once, as the reply asked.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import Field, JsonValue

from simulrag.simulators.interface import Frozen
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.check import check_claims
from simulrag.verifier.claims import FormulaClaim, VerdictWord
from simulrag.verifier.evidence import EvidenceStore

FILE = "sentences.jsonl"
_RIGHT: dict[str, VerdictWord] = {"true": "supported", "false": "refuted"}
_WRONG: dict[str, VerdictWord] = {"true": "refuted", "false": "supported"}


class Sentence(Frozen):
    """A sentence with its label; formula: "" where no output holds what it says."""

    kind: str
    label: str
    source: str
    text: str
    formula: str
    let: Mapping[str, str] = Field(default_factory=dict)
    assume: Mapping[str, JsonValue] = Field(default_factory=dict)

    @property
    def claim(self) -> FormulaClaim | str:
        """What is handed in: the text with its formula, or the bare text."""
        if not self.formula:
            return self.text
        return FormulaClaim(text=self.text, formula=self.formula, let=self.let, assume=self.assume)


class Decided(Frozen):
    """A sentence with the verdict on it, and why."""

    sentence: Sentence
    verdict: VerdictWord
    why: str

    @property
    def right(self) -> bool:
        """Whether the verdict is as the label."""
        return self.verdict == _RIGHT[self.sentence.label]

    @property
    def wrong(self) -> bool:
        """Whether the verdict is the opposite of the label."""
        return self.verdict == _WRONG[self.sentence.label]


def sentences() -> list[Sentence]:
    """Return the sentences of the file."""
    lines = Path(__file__).with_name(FILE).read_text("utf-8").splitlines()
    return [Sentence.model_validate_json(line) for line in lines]


def decided(registry: Registry, store: EvidenceStore) -> list[Decided]:
    """Return every sentence with its verdict against the world, all on the runs of one store."""
    held = sentences()
    checked = check_claims([one.claim for one in held], "", registry, store)
    return [
        Decided(sentence=one, verdict=made.verdict, why=made.derivation)
        for one, made in zip(held, checked.verdicts, strict=True)
    ]


def measure_sentences(folder: Path) -> dict[str, JsonValue]:  # noqa: ARG001
    """Return how many sentences are decided, also by kind, and each the wrong way round."""
    with EvidenceStore(None) as store:
        found = decided(installed(), store)
    verdicts = Counter(f"{one.sentence.label}, {one.verdict}" for one in found)
    kinds = dict.fromkeys(one.sentence.kind for one in found)
    return {
        "sentences": len(found),
        "decided, %": round(100 * sum(one.right or one.wrong for one in found) / len(found), 1),
        **{f"{label}, {word}": verdicts[f"{label}, {word}"] for label, word in _WRONG.items()},
        **dict(sorted(verdicts.items())),
        "by kind": {
            kind: _counts([one for one in found if one.sentence.kind == kind]) for kind in kinds
        },
        "wrong": {one.sentence.text: f"{one.verdict}: {one.why}" for one in found if one.wrong},
    }


def _counts(found: Sequence[Decided]) -> str:
    right, wrong = sum(one.right for one in found), sum(one.wrong for one in found)
    return f"{right} right, {wrong} wrong, {len(found) - right - wrong} open"
