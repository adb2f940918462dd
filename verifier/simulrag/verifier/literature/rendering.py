"""A verdict from the literature as readable text."""

import textwrap
from collections.abc import Iterator

from simulrag.simulators.printing import unsteered
from simulrag.verifier.literature.assessments import Assessment
from simulrag.verifier.literature.attribution import Attribution
from simulrag.verifier.literature.explanation import stance
from simulrag.verifier.literature.global_labels import Average
from simulrag.verifier.literature.weighing import LiteratureVerdict

_WIDTH, _DEEP = 100, " " * 6
#: How far rules are to be believed: `evaluation/studies/literature` on SciFact's claims.
BY_RULES = (
    "By rules: no language model read the abstracts. Of SciFact's claims on which rules find "
    "evidence, to which their weights are fitted, they put some seven in ten on the right side: "
    "read the sentences."
)
#: Why a source was dropped, for people.
DROPPED = {
    "no_abstract": "no abstract",
    "irrelevant": "beside the point: it speaks of another thing, or of one side of the claim only",
}
_NOT_COUNTED = {
    "no_evidence": "gives no evidence",
    "dropped": "dropped",
    "retracted": "retracted, does not count",
}


def lines(verdict: LiteratureVerdict) -> list[str]:
    """Return the lines of a report that stands alone.

    Characters that steer a terminal are left out: texts of papers are data.
    """
    told = [*_head(verdict), *_explained(verdict), *_sources(verdict), *_foot(verdict)]
    return [unsteered(line) for line in told]


def _head(verdict: LiteratureVerdict) -> Iterator[str]:
    yield f"{headline(verdict)}: {verdict.claim}"
    averages = {
        "weighted by reputation": verdict.verdict.weighted,
        "unweighted": verdict.verdict.unweighted,
        "with No Evidence, weighted": verdict.verdict.weighted_with_no_evidence,
        "with No Evidence": verdict.verdict.unweighted_with_no_evidence,
    }
    yield from (f"  {name:<28}{average(found)}" for name, found in averages.items())
    yield f"  opposing claim ({verdict.opposition.rule}): {verdict.opposition.opposing}"
    for remark in remarks(verdict):
        yield from textwrap.wrap(remark, _WIDTH, initial_indent="  ", subsequent_indent="  ")
    found = verdict.retrieved
    yield (
        f"  {len(found.hits)} of {verdict.searched} abstracts found, {found.only_by_opposition} "
        f"({100 * found.added:.0f} %) only by the opposing claim"
    )


def headline(verdict: LiteratureVerdict) -> str:
    """Return the global label, and whether a label of dispute comes of weak agreement alone.

    Table 1 calls any average within 0.33 controversial, also that of sources of which none
    contradicts another.
    """
    label = verdict.verdict.weighted.label or "No evidence found"
    way = _one_way(verdict)
    return f"{label} (weakly {way} by all that counts)" if way else label


def _one_way(verdict: LiteratureVerdict) -> str:
    """Return "supported" or "refuted" where all that counts leans that way, too weakly to say so.

    Else "". A source that limits the claim leans neither way.
    """
    label = verdict.verdict.weighted.label
    stances = {stance(one) for one in verdict.assessments if one.use == "counted"}
    if len(stances) != 1 or not label or label.startswith(("Generally s", "Generally r")):
        return ""
    return {"for": "supported", "against": "refuted"}.get(stances.pop(), "")


def remarks(verdict: LiteratureVerdict) -> list[str]:
    """Return what a reader of the averages must know, a sentence each."""
    counted = [one for one in verdict.assessments if one.use == "counted"]
    found = list[str]()
    if counted and all(one.reputation.unknown for one in counted):
        found.append("the reputation of no source is known, so all weigh the same")
    if whole := _one_way(verdict):
        way = "for" if whole == "supported" else "against"
        found.append(
            f"no source contradicts another: all that count lean {way} the claim, too weakly for "
            f"“Generally {whole}”, which the paper's Table 1 has from 0.66 on"
        )
    return found


def average(found: Average) -> str:
    """Return an average for people, such as "+0.66  Generally supported (5 sources)"."""
    if found.average is None:
        return found.note
    count = f"{found.sources} source{'' if found.sources == 1 else 's'}"
    note = f"; {found.note}" if found.note else ""
    return f"{float(found.average) / 100:+.2f}  {found.label} ({count}{note})"


def citations(sentence: Attribution, numbers: dict[str, int]) -> str:
    """Return the numbered citations of a sentence: source and characters, or its mark."""
    cited = " ".join(
        f"[{numbers[span.document]}: {span.start}-{span.end}]" for span in sentence.spans
    )
    if sentence.mark == "composed":
        return f"{cited} (composed)"
    return cited or "(interpretation)"


def _explained(verdict: LiteratureVerdict) -> Iterator[str]:
    numbers = {one.takeaway.document.id: one.number for one in verdict.assessments}
    yield ""
    yield "Explanation"
    for sentence in verdict.explanation.sentences:
        yield from _wrapped(f"{sentence.text} {citations(sentence, numbers)}")


def _sources(verdict: LiteratureVerdict) -> Iterator[str]:
    yield ""
    yield "Sources"
    for one in verdict.assessments:
        yield from _wrapped(f"[{one.number}] {one.takeaway.document.citation()}")
        yield f"      {_standing(one)}"
        if stated := setting_of(one):
            yield from textwrap.wrap(stated, _WIDTH, initial_indent=_DEEP, subsequent_indent=_DEEP)


def setting_of(one: Assessment) -> str:
    """Return population, period, place, dose and design of a source that was read, or ""."""
    if one.use in ("dropped", "retracted"):
        return ""
    return "; ".join(f"{s.aspect}: {', '.join(s.stated)}" for s in one.takeaway.settings)


def _standing(one: Assessment) -> str:
    if one.use == "dropped":
        return f"dropped: {DROPPED.get(one.takeaway.dropped, one.takeaway.dropped)}"
    if one.use == "retracted":
        return _NOT_COUNTED["retracted"]
    weight = "unknown" if one.reputation.unknown else f"{float(one.reputation.weight):.2f}"
    by = " | found only by the opposing claim" if not one.by_claim else ""
    return f"{one.label.explanation} | reputation {weight}{by}"


def _foot(verdict: LiteratureVerdict) -> Iterator[str]:
    if verdict.open_conditions:
        yield ""
        yield "The claim leaves open"
        for problem in verdict.open_conditions:
            yield f"  {problem.parameter}: {', '.join(problem.candidates)}"
    for source in verdict.unreachable:
        yield f"Not reached: {source.source} ({source.why})"
    if verdict.by == "rules":
        yield ""
        yield from textwrap.wrap(BY_RULES, _WIDTH)
    elif verdict.by != "model":
        yield f"Steps by {verdict.by}."


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="      ")
