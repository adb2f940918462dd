"""Tables 3 to 7 of "Faithful Reasoning over Scientific Claims", as far as no person is needed.

They have the paper's rows: the domains of the claims file, and their mean over all claims. Where
the paper asked people which global label fits, the labels SUPPORT and REFUTE of the file stand in:
a label is right where its average lies on their side, and silence is a miss. What only people or a
language model can say is "not measured" until they have.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from pydantic import JsonValue

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.labelled import LabelledClaim
from simulrag.verifier.literature.weighing import LiteratureVerdict, retrieve
from studies.literature.bleu import INSTALL, available, bleu
from studies.literature.model import NO_EVIDENCE, Asked, Judgement
from studies.literature.tables import error_classes, on_side, resolved, worded_by_model

NOT_MEASURED, NOT_APPLICABLE = "not measured", "-NA-"
AVERAGE, PAPER = "Average", "the paper's average"
#: The paper's table 6: so many abstracts each for claim and opposing claim.
PAPER_ABSTRACTS = 10
_MOST_REASONS = 10
PEOPLE = "Preferences and what people find attributable need two sheets filled in: --sheet"
MODEL = "A model beside the pipeline needs --model"


class PaperTable(Frozen):
    """A table: row -> column -> value; a share is 0 to 1."""

    title: str
    columns: tuple[str, ...]
    rows: dict[str, dict[str, JsonValue]]
    notes: tuple[str, ...] = ()


class Case(Frozen):
    """A labelled claim, its verdict, and what a model made of it, if one was asked."""

    claim: LabelledClaim
    verdict: LiteratureVerdict
    asked: Asked | None = None

    @property
    def side(self) -> bool | None:
        """Whether the evidence supports the claim; None where it is divided."""
        sides = set(self.claim.evidence.values())
        return sides.pop() if len(sides) == 1 else None

    @property
    def right(self) -> bool:
        """Whether the weighted average lies on the labelled side."""
        return self.side is not None and on_side(self.verdict.verdict.weighted, self.side)


Cases = Sequence[Case]


def paper_tables(cases: Cases, corpus: Corpus) -> dict[str, PaperTable]:
    """Return tables 3 to 7, and the comparison with a model that the paper gives in its text."""
    return {
        "table 3": explanations(cases),
        "table 4": global_labels(cases),
        "model": beside_the_model(cases),
        "table 5": components(cases),
        "table 6": opposition(cases, corpus),
        "table 7": errors(cases),
    }


def by_the_models_steps(cases: Cases) -> list[Case]:
    """Return the cases of which a model did all steps, with its verdict in place of the rules'."""
    return [
        case.model_copy(update={"verdict": case.asked.pipeline})
        for case in cases
        if case.asked and case.asked.pipeline
    ]


def told(asked: Sequence[Asked]) -> dict[str, JsonValue]:
    """Return of how many claims a model's part was measured, and why not of the others."""
    whys = Counter(why for one in asked for why in one.why)
    return {
        "claims asked": len(asked),
        "pipeline measured": sum(one.pipeline is not None for one in asked),
        "over abstracts measured": sum(one.raw is not None for one in asked),
        "alone measured": sum(one.alone is not None for one in asked),
        "not measured": dict(whys.most_common(_MOST_REASONS)),
    }


def by_domain(
    cases: Cases, row: Callable[[Cases], dict[str, JsonValue]]
) -> dict[str, dict[str, JsonValue]]:
    """Return a row for each domain of the claims, in their order, and one for all claims."""
    names = dict.fromkeys(case.claim.domain for case in cases if case.claim.domain)
    rows = {name: row([c for c in cases if c.claim.domain == name]) for name in names}
    return rows | {AVERAGE: row(cases)}


def share(found: Sequence[float | bool]) -> JsonValue:
    """Return a mean to 4 decimals; "not measured" of nothing."""
    return round(sum(found) / len(found), 4) if found else NOT_MEASURED


def explanations(cases: Cases) -> PaperTable:
    """Table 3: whose explanation people prefer, and how much of ours traces to abstracts."""

    def row(some: Cases) -> dict[str, JsonValue]:
        traced = [one for case in some if (one := traced_share(case.verdict)) is not None]
        return {
            "claims": len(some),
            "explanation: ours": NOT_MEASURED,
            "explanation: other": NOT_MEASURED,
            "attribution: ours": NOT_MEASURED,
            "attribution: other": NOT_APPLICABLE,
            "traced by code": share(traced),
        }

    rows = by_domain(cases, row)
    rows[PAPER] = {
        "claims": 50, "explanation: ours": 0.78, "explanation: other": 0.22,
        "attribution: ours": 0.8, "attribution: other": NOT_APPLICABLE,
    }  # fmt: skip
    return _table("Table 3: explanations preferred and attributed", rows, PEOPLE)


def traced_share(verdict: LiteratureVerdict) -> float | None:
    """Return the share of an explanation's sentences that stand in abstracts; None of none.

    The headings that the rules set ("For the claim: 2 sources.") say nothing to be traced.
    """
    worded = worded_by_model(verdict)
    own = [s for s in verdict.explanation.sentences if worded or s.mark != "interpretation"]
    if not own:
        return None
    return sum(bool(one.spans) and resolved(one, verdict) for one in own) / len(own)


def global_labels(cases: Cases) -> PaperTable:
    """Table 4: the global label on the labelled side, weighted by reputation and not."""

    def row(some: Cases) -> dict[str, JsonValue]:
        clear = [(case.verdict.verdict, case.side) for case in some if case.side is not None]
        decided = [(one, side) for one, side in clear if one.weighted.average is not None]
        return {
            "claims": len(clear),
            "Weighted": share([on_side(one.weighted, side) for one, side in clear]),
            "Unweighted": share([on_side(one.unweighted, side) for one, side in clear]),
            "with evidence": len(decided),
            "Weighted, of those": share([on_side(one.weighted, side) for one, side in decided]),
        }

    rows = by_domain(cases, row)
    rows[PAPER] = {"claims": 50, "Weighted": 0.84, "Unweighted": 0.64}
    known = any(not s.reputation.unknown for case in cases for s in case.verdict.assessments)
    same = "No source's reputation is known, so both columns are the same"
    return _table("Table 4: global label on the labelled side", rows, "" if known else same)


def beside_the_model(cases: Cases) -> PaperTable:
    """Return label match and BLEU of a model over raw abstracts, and alone, against ours.

    As in the paper, over the claims whose weighted label is right. Beside it stands how often the
    model's own label lies on the labelled side, over all claims that it was asked.
    """
    arms: dict[str, Callable[[Asked], Judgement | None]] = {
        "over abstracts": lambda asked: asked.raw,
        "alone": lambda asked: asked.alone,
    }

    def row(some: Cases) -> dict[str, JsonValue]:
        right = [case for case in some if case.right and case.asked]
        made: dict[str, JsonValue] = {"claims": len(right)}
        for name, arm in arms.items():
            pairs = [(c.verdict, one) for c in right if c.asked and (one := arm(c.asked))]
            made[f"{name}: same label"] = share([one.label == said(v) for v, one in pairs])
            made[f"{name}: BLEU"] = (
                share([bleu(one.explanation, v.explanation.text) for v, one in pairs])
                if available()
                else NOT_MEASURED
            )
            made[f"{name}: labelled side"] = share(
                [
                    ("supported" in one.label) if c.side else ("refuted" in one.label)
                    for c in some
                    if c.asked and c.side is not None and (one := arm(c.asked))
                ]
            )
        return made

    rows = by_domain(cases, row)
    rows[PAPER] = {"over abstracts: same label": 0.6, "over abstracts: BLEU": 0.12}
    measured = any(case.asked and (case.asked.raw or case.asked.alone) for case in cases)
    notes = [] if measured else [MODEL]
    notes += [] if available() else [INSTALL]
    return _table("A model over raw abstracts, and alone, against our labels", rows, *notes)


def said(verdict: LiteratureVerdict) -> str:
    """Return the weighted global label, or that there is no evidence."""
    return verdict.verdict.weighted.label or NO_EVIDENCE


def components(cases: Cases) -> PaperTable:
    """Table 5: each component by itself, where the labels of a claims file tell."""
    found = [
        (source, case.claim.evidence[source.takeaway.document.id])
        for case in cases
        for source in case.verdict.assessments
        if source.takeaway.document.id in case.claim.evidence and source.use != "retracted"
    ]
    kept = [source.use != "dropped" for source, _ in found]
    labels = [(s.label.grade > 0) if supports else (s.label.grade < 0) for s, supports in found]
    decided = [
        right for right, (source, _) in zip(labels, found, strict=True) if source.label.grade
    ]
    of_decided = f"; of the {len(decided)} that were given one, {share(decided)}"
    clear = [(case.verdict.verdict, case.side) for case in cases if case.side is not None]
    traced = [one for case in cases if (one := traced_share(case.verdict)) is not None]
    measured: dict[str, tuple[JsonValue, JsonValue, str]] = {
        "Takeaway": (share(kept), 0.87, f"{len(found)} labelled abstracts found: not pruned"),
        "Local explanation": (NOT_MEASURED, 0.85, "needs people"),
        "Local label": (share(labels), 0.81, f"the same: on the labelled side{of_decided}"),
        "Global explanation": (NOT_MEASURED, 0.78, "needs people"),
        "Verdict label": (
            share([on_side(one.weighted, side) for one, side in clear]), 0.84,
            "claims: weighted average on the labelled side",
        ),
        "Verdict label without reputation": (
            share([on_side(one.unweighted, side) for one, side in clear]), 0.64,
            "the same, unweighted",
        ),
        "Attribution": (share(traced), 0.8, "sentences that stand in abstracts, by code"),
    }  # fmt: skip
    rows: dict[str, dict[str, JsonValue]] = {
        name: {"Accuracy": value, "the paper's": paper, "measured on": how}
        for name, (value, paper, how) in measured.items()
    }
    return _table("Table 5: accuracy of each component", rows)


def opposition(cases: Cases, corpus: Corpus) -> PaperTable:
    """Table 6: the share of documents that only the opposing claim found, of ten for each."""

    def row(some: Cases) -> dict[str, JsonValue]:
        against = [case.verdict.opposition for case in some]
        added = [retrieve(corpus, one, PAPER_ABSTRACTS).added for one in against]
        return {"claims": len(some), "Different": share(added)}

    rows = by_domain(cases, row)
    rows[PAPER] = {"claims": 50, "Different": 0.517}
    return _table("Table 6: documents that only the opposing claim found", rows)


def errors(cases: Cases) -> PaperTable:
    """Table 7: classes of errors, counted where code sees them, and their shares."""
    counted = error_classes([case.verdict for case in cases])
    classes = {
        name: sum(int(str(n)) for key, n in counted.items() if key.startswith(name.lower()))
        for name in ("Retrieval", "Inference", "Parsing")
    }
    whole = sum(classes.values())
    rows: dict[str, dict[str, JsonValue]] = {
        "caught by code": {**classes},
        "share": {
            name: round(n / whole, 4) if whole else NOT_APPLICABLE for name, n in classes.items()
        },
        "the paper's share": {"Retrieval": 0.6, "Inference": 0.3, "Parsing": 0.1},
    }
    note = (
        "Retrieval: texts that are no abstract, beside the point or retracted, all pruned before "
        "the verdict; inference: sentences of a model without support, attributions at the cap; "
        "parsing: ids refused, places that do not resolve"
    )
    return _table("Table 7: error analysis", rows, note)


def _table(title: str, rows: Mapping[str, dict[str, JsonValue]], *notes: str) -> PaperTable:
    columns = dict.fromkeys(column for row in rows.values() for column in row)
    kept = tuple(note for note in notes if note)
    return PaperTable(title=title, columns=tuple(columns), rows=dict(rows), notes=kept)
