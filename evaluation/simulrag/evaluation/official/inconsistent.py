"""Which published records are consistent, and what is wrong with the others.

A record is consistent where every sentence of its reference answer follows from the evidence
beside it (`simulrag.evaluation.consistency`). Of what does not follow, the size is told where it is
plain: how far a stated change of temperature is from the one that the evidence gives.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from statistics import median

from pydantic import JsonValue

from simulrag.evaluation.consistency import CheckedSentence, checked_sentences
from simulrag.evaluation.records import Folder, Record
from simulrag.evaluation.temperatures import evidence_temperatures, temperatures
from simulrag.simulators.interface import Frozen

#: What can be wrong with a sentence, in words.
FIGURE = "a figure that the evidence does not give"
WORD = "a word that the evidence contradicts"
#: Largest difference between a stated change of temperature and that of the evidence that is
#: taken for an attempt at the same quantity, °C.
SAME_QUANTITY = 1.0


class Fault(Frozen):
    """A sentence of a reference answer that does not follow, and why."""

    domain: str
    index: int
    sentence: str
    reasons: tuple[str, ...]
    figures: tuple[str, ...]
    words: tuple[str, ...]
    #: °C between the first such change of temperature and the nearest of the evidence.
    degrees_off: float | None = None


class Consistency:
    """The consistent records of a folder, by domain, and the faults of the others."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder

    @cached_property
    def faults(self) -> list[Fault]:
        """Return every sentence that does not follow, in the order of the records."""
        return [
            _fault(domain, record, sentence)
            for domain, records in self._folder.records.items()
            for record in records.values()
            for sentence in checked_sentences(record)
            if not sentence.follows
        ]

    @cached_property
    def kept(self) -> dict[str, set[int]]:
        """Return the indices of the consistent records by domain."""
        wrong = {(fault.domain, fault.index) for fault in self.faults}
        return {
            domain: {index for index in records if (domain, index) not in wrong}
            for domain, records in self._folder.records.items()
        }

    def figures(self) -> dict[str, JsonValue]:
        """Return for each domain how many records are consistent and what the others have."""
        return {
            domain: {
                "records": len(records),
                "consistent": len(self.kept[domain]),
                "share": round(len(self.kept[domain]) / max(len(records), 1), 4),
                **_figures([fault for fault in self.faults if fault.domain == domain]),
            }
            for domain, records in self._folder.records.items()
        }


def _figures(faults: Sequence[Fault]) -> dict[str, JsonValue]:
    reasons = Counter(reason for fault in faults for reason in fault.reasons)
    off = [fault.degrees_off for fault in faults if fault.degrees_off is not None]
    found: dict[str, JsonValue] = {f"sentences with {r}": n for r, n in sorted(reasons.items())}
    if off:
        found["changes of temperature compared"] = len(off)
        found["median °C off"] = round(median(off), 3)
        found["most °C off"] = round(max(off), 3)
    return found


def _fault(domain: str, record: Record, sentence: CheckedSentence) -> Fault:
    reasons = [FIGURE] * bool(sentence.unexplained) + [WORD] * bool(sentence.contradicted)
    return Fault(
        domain=domain,
        index=record.index,
        sentence=sentence.text,
        reasons=tuple(reasons),
        figures=sentence.unexplained,
        words=sentence.contradicted,
        degrees_off=_degrees_off(record, sentence),
    )


def _degrees_off(record: Record, sentence: CheckedSentence) -> float | None:
    """Return how far the first unexplained change is from the nearest one of the evidence."""
    changes = [
        _middle(one.printed)
        for one in temperatures(sentence.text)
        if one.kind == "difference" and one.printed.lstrip("-−") in sentence.unexplained
    ]
    known = evidence_temperatures(record.evidence_answer)
    levels = [_middle(one.printed) for one in known if one.kind == "level"]
    given = [_middle(one.printed) for one in known if one.kind == "difference"]
    given += [a - b for i, a in enumerate(levels) for b in levels[:i]]
    if not changes or not given:
        return None
    off = min(abs(abs(changes[0]) - abs(one)) for one in given)
    return round(off, 4) if off <= SAME_QUANTITY else None


def _middle(printed: str) -> float:
    return float(printed.replace(",", "").replace("−", "-"))
