"""Says in one word what verdicts mean for a whole labelled text."""

import re
from collections.abc import Iterable, Sequence

from simulrag.verifier.claims import Verdict, VerdictWord

#: The word of a text is the first of these among its parts': what was decided comes first, so
#: that a part which is left open hides neither a refutation nor a wrong support.
PRECEDENCE: tuple[VerdictWord, ...] = (
    "refuted", "undecided", "supported", "not_measured", "unread", "outside",
)  # fmt: skip
#: Verdicts that show that a text was read and is about an output of a simulator.
DECIDED: tuple[VerdictWord, ...] = ("refuted", "undecided", "supported")


def outcome(verdicts: Iterable[Verdict]) -> VerdictWord:
    """Return the word for a text made of these parts; "unread" where there is none."""
    words = {verdict.verdict for verdict in verdicts}
    found: VerdictWord = "unread"
    for word in reversed(PRECEDENCE):
        found = word if word in words else found
    return found


def reasons(verdicts: Iterable[Verdict]) -> str:
    """Return what the verifier said about each part."""
    return "; ".join(
        f"{v.verdict}: {v.problem.message if v.problem else v.derivation}" for v in verdicts
    )


def by_sentence(sentences: Sequence[str], verdicts: Iterable[Verdict]) -> list[list[Verdict]]:
    """Return for each sentence the verdicts on it.

    A verdict belongs to the first sentence that contains its text; where a verifier reworded a
    part, to the sentence that shares most of its words, half of them at least.
    """
    found: list[list[Verdict]] = [[] for _ in sentences]
    for verdict in verdicts:
        shares = [_contained(verdict.text, sentence) for sentence in sentences]
        best = max(range(len(shares)), key=shares.__getitem__, default=-1)
        if best >= 0 and shares[best] >= 0.5:
            found[best].append(verdict)
    return found


def _contained(part: str, whole: str) -> float:
    words = re.findall(r"\w+", part.casefold())
    all_words = re.findall(r"\w+", whole.casefold())
    if not words:
        return 0.0
    if f" {' '.join(words)} " in f" {' '.join(all_words)} ":
        return 1.0 + len(words) / (len(all_words) + 1)
    return sum(word in all_words for word in words) / len(words)
