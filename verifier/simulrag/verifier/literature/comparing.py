"""A kept verdict against its sources as they are now: which excerpts still stand, which do not."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from simulrag.simulators.interface import Frozen
from simulrag.simulators.printing import unsteered
from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.errors import LiteratureError
from simulrag.verifier.literature.excerpts import Drift, Excerpt, drift
from simulrag.verifier.literature.weighing import LiteratureVerdict

_SAID = {
    "same": "stands as it did",
    "moved": "stands elsewhere in the abstract",
    "changed": "stands in the abstract no more",
    "gone": "the corpus has its source no more",
}


class Compared(Frozen):
    """An excerpt of the source of a number, what became of it, and of the source's standing."""

    number: int
    excerpt: Excerpt
    now: Drift
    #: The source has been retracted since.
    retracted: bool = False


def kept_verdict(file: Path) -> LiteratureVerdict:
    """Read a verdict that `simulrag literature --json` printed. Raises LiteratureError."""
    try:
        return LiteratureVerdict.model_validate_json(file.read_bytes())
    except OSError as error:
        raise LiteratureError(f"{file} cannot be read: {error.strerror or error}") from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise LiteratureError(
            f"{file} is no verdict that simulrag literature --json printed: {where}: {first['msg']}"
        ) from None


def compared(verdict: LiteratureVerdict, corpus: Corpus) -> list[Compared]:
    """Return what became of every excerpt of a verdict, in the order of its sources."""
    there = corpus.get(one.takeaway.document.id for one in verdict.assessments)
    made: list[Compared] = []
    for one in verdict.assessments:
        now = there.get(one.takeaway.document.id)
        withdrawn = bool(now and now.retracted) and not one.takeaway.document.retracted
        made += [
            Compared(number=one.number, excerpt=each, now=drift(each, now), retracted=withdrawn)
            for each in one.excerpts
        ]
    return made


def comparison_lines(verdict: LiteratureVerdict, found: Sequence[Compared]) -> list[str]:
    """Return the comparison as text: how many stand, and each that does not."""
    counts = Counter(one.now for one in found)
    told = ", ".join(f"{count} {name}" for name, count in counts.most_common()) or "no excerpts"
    lines = [f"{verdict.claim}", f"  {told}"]
    for one in found:
        if one.now != "same":
            lines.append(f"  [{one.number}] {_SAID[one.now]}: “{one.excerpt.text}”")
            lines.append(f"      read {one.excerpt.read_at} in {one.excerpt.document}")
    withdrawn = dict.fromkeys(one.number for one in found if one.retracted)
    lines += [f"  [{number}] has been retracted since" for number in withdrawn]
    return [unsteered(line) for line in lines]
