"""The paper's tables as far as no person is needed: labels, opposition, classes of errors.

Where the paper asked people which global label fits, the labels SUPPORT and REFUTE of a claims file
stand in: a global label is right where its average lies on their side. Table 7 counts what code
can see: retrieval (texts that are no abstracts, abstracts beside the point), inference (sentences
without support, attributions at the cap) and parsing (ids refused, spans that do not resolve).
"""

from collections.abc import Sequence

from pydantic import JsonValue

from simulrag.verifier.literature.attribution import MOST_ATTRIBUTIONS, Attribution, resolves
from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.global_labels import Average
from simulrag.verifier.literature.labelled import LabelledClaim
from simulrag.verifier.literature.weighing import LiteratureVerdict, Steps, weigh

#: Tables 4, 6 and 7 of the paper, averages over its 50 claims.
PAPER_WEIGHTED, PAPER_UNWEIGHTED = 0.84, 0.64


def weighed(
    claims: Sequence[LabelledClaim], corpus: Corpus, steps: Steps | None = None
) -> list[LiteratureVerdict]:
    """Return the verdict on each claim, as `simulrag literature` gives it."""
    return [weigh(claim.claim, corpus, steps=steps) for claim in claims]


def measure_tables(
    claims: Sequence[LabelledClaim], verdicts: Sequence[LiteratureVerdict]
) -> dict[str, JsonValue]:
    """Return tables 4 and 7 over verdicts, one for each claim."""
    return {
        "table 4: global label on the labelled side": label_sides(claims, verdicts),
        "table 7: errors that code can see": error_classes(verdicts),
    }


def label_sides(
    claims: Sequence[LabelledClaim], verdicts: Sequence[LiteratureVerdict]
) -> dict[str, JsonValue]:
    """Return the share of claims whose average lies on the side of their label, to 4 decimals.

    Claims whose evidence is divided are left out; one without evidence counts as missed.
    """
    clear = [
        (verdict, next(iter(sides)))
        for claim, verdict in zip(claims, verdicts, strict=True)
        if len(sides := set(claim.evidence.values())) == 1
    ]
    if not clear:
        return {"claims": 0}
    weighted = sum(on_side(one.verdict.weighted, side) for one, side in clear)
    unweighted = sum(on_side(one.verdict.unweighted, side) for one, side in clear)
    with_evidence = sum(one.verdict.unweighted.average is not None for one, _ in clear)
    known = sum(
        not source.reputation.unknown
        for one, _ in clear
        for source in one.assessments
        if source.use == "counted"
    )
    return {
        "claims": len(clear),
        "with evidence by rules": with_evidence,
        "weighted": round(weighted / len(clear), 4),
        "unweighted": round(unweighted / len(clear), 4),
        "sources whose reputation is known": known,
        "the paper's weighted, by people": PAPER_WEIGHTED,
        "the paper's unweighted, by people": PAPER_UNWEIGHTED,
    }


def error_classes(verdicts: Sequence[LiteratureVerdict]) -> dict[str, JsonValue]:
    """Return counts of what went wrong in retrieval, inference and parsing, where code sees it."""
    sources = [source for one in verdicts for source in one.assessments]
    said = [(sentence, one) for one in verdicts for sentence in one.explanation.sentences]
    sentences = [sentence for sentence, _ in said]
    return {
        "sources": len(sources),
        "retrieval: no abstract": sum(s.takeaway.dropped == "no_abstract" for s in sources),
        "retrieval: beside the point": sum(s.takeaway.dropped == "irrelevant" for s in sources),
        "retrieval: retracted": sum(s.use == "retracted" for s in sources),
        "sentences": len(sentences),
        "inference: interpretation": sum(
            s.mark == "interpretation" and worded_by_model(one) for s, one in said
        ),
        "inference: attributions at the cap": sum(
            len(s.spans) >= MOST_ATTRIBUTIONS for s in sentences
        ),
        "parsing: ids refused": sum(len(s.refused) for s in sentences),
        "parsing: spans that do not resolve": sum(_unresolved(s, one) for s, one in said),
    }


def on_side(found: Average, supported: bool) -> bool:
    """Tell whether an average lies on the labelled side; one of no evidence does not."""
    return found.average is not None and (found.average > 0 if supported else found.average < 0)


def worded_by_model(verdict: LiteratureVerdict) -> bool:
    """Tell whether a model worded the explanation; the rules only set headings of their own."""
    return verdict.by == "model" or "explanation" in verdict.by


def resolved(sentence: Attribution, verdict: LiteratureVerdict) -> bool:
    """Tell whether all spans of a sentence stand where they say, and no id was refused."""
    return not sentence.refused and not _unresolved(sentence, verdict)


def _unresolved(sentence: Attribution, verdict: LiteratureVerdict) -> int:
    documents = [one.takeaway.document for one in verdict.assessments]
    return sum(not resolves(span, documents) for span in sentence.spans)
