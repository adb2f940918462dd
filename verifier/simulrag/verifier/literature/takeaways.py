"""Takeaways: what an abstract says about the claim, in its own sentences (step 3 of the paper).

By rules: the sentences that share most with the claim by BM25. An abstract that shares too little
is irrelevant, and what is no abstract at all (a title, keywords, the first words of an
introduction: the paper's largest class of retrieval errors) is dropped. What is dropped is kept
with its reason.
"""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Literal

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.retrieval import Hit, Ranking, bm25
from simulrag.verifier.literature.sentences import Sentence, label, sentences
from simulrag.verifier.literature.settings import Setting, settings
from simulrag.verifier.literature.terms import stemmed

Dropped = Literal["", "no_abstract", "irrelevant"]

#: Sentences of a takeaway at most; the share of the best one's score that the others need.
MOST_SENTENCES, LEAST_OF_BEST = 3, 0.5
#: Share of the claim's content, weighted by rarity, that the takeaway must hold.
LEAST_COVERAGE = 0.3
#: The same share of what stands before the claim's main verb, and of what stands after it. Of the
#: abstracts that a search finds for SciFact's claims, 85 % of the evidence holds both shares, and
#: 25 % of the others.
LEAST_OF_SIDE = 0.3
#: An abstract has at least this many words and sentences.
LEAST_WORDS, LEAST_SENTENCES = 25, 2
#: Conclusions say what was found: their score is raised by this factor; goals say nothing yet.
_CONCLUSION, _GOAL = 1.15, 0.7
_CONCLUDING = ("CONCLUSION", "INTERPRETATION", "SIGNIFICANCE", "FINDINGS", "RESULTS")
#: How a sentence announces what is to be found.
_ANNOUNCING = re.compile(
    r"\b(?:objective|aim|purpose|goal)s?\b.{0,30}\b(?:was|were|is|of)\b"
    r"|\b(?:aimed|sought|intended) to\b"
    r"|\bwe (?:examined|investigated|assessed|evaluated|tested|asked|hypothesi[sz]ed|compared)\b"
    r"|\bto (?:determine|assess|investigate|evaluate|examine|identify|test) "
    r"(?:whether|if|the|how)\b"
    r"|^(?:here,? )?to (?:determine|assess|investigate|evaluate|examine|identify|test|explore|"
    r"study|understand|clarify|compare|address|elucidate)\b"
    r"|^we (?:performed|conducted|searched|used|measured|developed|analy[sz]ed|studied)\b"
    r"|\b(?:is|are|was|were|remains?|has|have)(?: still)? (?:largely |poorly |mostly )?"
    r"(?:unknown|unclear|uncertain|controversial|debated|not (?:yet |well |fully )?(?:been )?"
    r"(?:known|understood|studied|established|clear|clarified|investigated|elucidated)|"
    r"poorly understood|to be (?:determined|established|clarified|elucidated))\b"
    r"|\b(?:little|less) is known\b"
    r"|\b(?:was|were)(?: also)? (?:conducted|performed|carried out|searched|enrolled|recruited)\b",
    re.IGNORECASE,
)
#: How a sentence concludes, where the abstract has no labels.
_CONCLUDES = re.compile(
    r"\b(?:we|i) conclude\b|\bin (?:conclusion|summary)\b|\btaken together\b"
    r"|\b(?:results|findings|data|observations)\s(?:\w+\s)?(?:suggest|indicate|demonstrate|show)\b",
    re.IGNORECASE,
)
_AIMING = (
    "OBJECTIVE", "AIM", "PURPOSE", "DESIGN", "SETTING", "MAIN OUTCOME", "DATA SOURCES",
    "BACKGROUND", "INTRODUCTION", "IMPORTANCE", "CONTEXT", "RATIONALE",
)  # fmt: skip


class Takeaway(Frozen):
    """The sentences of one abstract that speak of the claim, the weightiest first.

    `coverage` is the share of the claim's content words, weighted by rarity, that they hold, 0 to
    1. Where `dropped` is not "", `sentences` is empty.
    """

    document: Document
    rank: int
    sentences: tuple[Sentence, ...] = ()
    coverage: float = 0.0
    #: The smaller share of the claim's two sides that the sentences on what was found hold.
    of_side: float = 1.0
    settings: tuple[Setting, ...] = ()
    dropped: Dropped = ""
    by: Literal["rules", "model"] = "rules"

    @property
    def deciding(self) -> tuple[Sentence, ...]:
        """The sentences that say what was found, not what was asked."""
        return tuple(one for one in self.sentences if not announces(one.text))


def takeaway(hit: Hit, ranking: Ranking, *, prune: bool = True) -> Takeaway:
    """Return the takeaway of a document for the claim whose words `ranking` holds.

    Without `prune` an irrelevant one is kept, to be graded.
    """
    document = hit.document
    cut = sentences(document.abstract)
    if is_no_abstract(document.abstract, cut):
        return Takeaway(document=document, rank=hit.rank, dropped="no_abstract")
    stems = [Counter(stemmed(sentence.text)) for sentence in cut]
    mean = sum(count.total() for count in stems) / len(stems)
    local = ranking.model_copy(update={"mean_length": mean})
    scores = [
        bm25(count, local, count.total()) * _worth(sentence)
        for sentence, count in zip(cut, stems, strict=True)
    ]
    best = max(scores)
    order = sorted(range(len(cut)), key=lambda place: (-scores[place], place))
    chosen = [place for place in order if scores[place] >= LEAST_OF_BEST * best > 0]
    chosen = sorted(chosen[:MOST_SENTENCES], key=lambda place: announces(cut[place].text))
    held = {stem for place in chosen for stem in stems[place]}
    covered = coverage(held, ranking)
    title = set(stemmed(document.title))
    named = held | title
    found = {stem for place in chosen if not announces(cut[place].text) for stem in stems[place]}
    sided = min((coverage(named, side) for side in ranking.sides), default=1.0)
    if prune and (covered < LEAST_COVERAGE or sided < LEAST_OF_SIDE):
        return Takeaway(
            document=document, rank=hit.rank, coverage=round(covered, 4), dropped="irrelevant"
        )
    return Takeaway(
        document=document,
        rank=hit.rank,
        sentences=tuple(cut[place] for place in chosen),
        coverage=round(covered, 4),
        of_side=round(
            min((coverage(found | title, side) for side in ranking.sides), default=1.0), 4
        ),
        settings=setting_of(document, [cut[place] for place in chosen]),
    )


def setting_of(document: Document, chosen: Sequence[Sentence]) -> tuple[Setting, ...]:
    """Return what a study states of its setting; what the chosen sentences state comes first."""
    said = "\n".join(sentence.text for sentence in chosen)
    return settings(f"{said}\n{document.title}\n{document.abstract}")


def is_no_abstract(text: str, cut: Sequence[Sentence]) -> bool:
    """Tell whether a text is too short for an abstract, or a list of keywords."""
    words = text.split()
    if len(words) < LEAST_WORDS or len(cut) < LEAST_SENTENCES:
        return True
    return text.count(";") + text.count("|") > len(words) / 4


def coverage(stems: set[str], ranking: Ranking) -> float:
    """Return the share of the claim's own words, weighted by rarity, that a set of stems holds.

    A word that is missing counts with its weight where a synonym or abbreviation stands for it.
    """
    own = [term for term in ranking.terms if term.weight == 1]
    whole = sum(ranking.rarity[term.stem] for term in own)
    if not whole:
        return 0.0
    held = sum(
        term.weight * ranking.rarity[term.stem] for term in ranking.terms if term.stem in stems
    )
    return min(held / whole, 1.0)


def _worth(sentence: Sentence) -> float:
    name = label(sentence.text)
    if name.startswith(_CONCLUDING) or _CONCLUDES.search(sentence.text):
        return _CONCLUSION
    return _GOAL if announces(sentence.text) else 1.0


def announces(sentence: str) -> bool:
    """Tell whether a sentence says what a study asks, how it was made or what was known before.

    Not what it found, which alone is evidence of the study.
    """
    return label(sentence).startswith(_AIMING) or bool(_ANNOUNCING.search(sentence))
