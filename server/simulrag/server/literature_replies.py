"""What the tools over the literature say, as text and as data for programs.

Loaded with the first call of such a tool.
"""

import textwrap
from collections.abc import Mapping, Sequence

from simulrag.server.replies import EvidenceData, Reply, SearchData
from simulrag.server.schemas import JsonObject
from simulrag.verifier.literature.assessments import Assessment
from simulrag.verifier.literature.attribution import Attribution
from simulrag.verifier.literature.global_labels import Average
from simulrag.verifier.literature.grades import Grade
from simulrag.verifier.literature.library import Holdings
from simulrag.verifier.literature.opposition import Opposition
from simulrag.verifier.literature.rendering import average, lines
from simulrag.verifier.literature.retrieval import Hit, ranking_of_claim
from simulrag.verifier.literature.sentences import Sentence, sentences
from simulrag.verifier.literature.takeaways import Takeaway, takeaway
from simulrag.verifier.literature.weighing import LiteratureVerdict, Retrieved, Unreachable
from simulrag.verifier.literature.witnesses import CombinedVerdict, SimulationWitness

_WIDTH = 100
#: How a host's model goes on.
NEXT = (
    'Next: weigh_evidence(claim), by rules, or with labels of your own: labels=[{"source": id, '
    f'"grade": one of {", ".join(grade.title for grade in Grade)}, "explanation": why}}]. '
    'detail="full" shows every sentence.'
)
#: How simulations and literature stand to each other, for people.
_AGREEMENT = {
    "agree": "Literature and simulation agree",
    "disagree": "Literature and simulation contradict each other: both stand, and no combined "
    "label is given",
    "divided": "The witnesses are divided among themselves: no combined label is given",
    "literature_only": "No simulation decides the claim: the literature's label stands alone",
    "simulation_only": "No abstract gives evidence: the simulation stands alone",
    "neither": "Neither literature nor simulation decides the claim",
}


def search_reply(
    against: Opposition, found: Retrieved, holdings: Holdings, *, full: bool
) -> Reply[SearchData]:
    """Return sources with the sentences that speak of the claim, with `full` all sentences."""
    ranking = ranking_of_claim(holdings.corpus, against.claim)
    searched = holdings.corpus.totals()[0]
    told = [found_text(found, against.opposing, searched)]
    entries: list[JsonObject] = []
    for number, hit in enumerate(found.hits, start=1):
        taken = takeaway(hit, ranking)
        shown = sentences(hit.document.abstract) if full else taken.sentences
        told += source_lines(number, hit, taken, shown)
        entries.append(source_entry(hit, taken, shown))
    told += unreachable_lines(holdings.unreachable)
    told.append(NEXT)
    data = SearchData(
        opposing=against.opposing,
        searched=searched,
        sources=entries,
        unreachable=unreachable_entries(holdings.unreachable),
    )
    return Reply("\n".join(told), data, whole=full)


def found_text(found: Retrieved, opposing: str, searched: int) -> str:
    """Return how much was found, and by which claim."""
    return (
        f"{len(found.hits)} of {searched} abstracts, {found.only_by_opposition} found only by the "
        f'opposing claim: "{opposing}"'
    )


def source_lines(number: int, hit: Hit, taken: Takeaway, shown: Sequence[Sentence]) -> list[str]:
    """Return a source with its excerpts, each under its number in the abstract."""
    document = hit.document
    told = [f"{document.id} | {document.citation()}", f"by {' and '.join(found_by(hit))}"]
    told += ["RETRACTED"] if document.retracted else []
    told += [f"dropped by rules: {taken.dropped}"] if taken.dropped else []
    return [
        f"[{number}] {' | '.join(told)}",
        *(f"    ({one.index}) {' '.join(one.text.split())}" for one in shown),
    ]


def found_by(hit: Hit) -> list[str]:
    """Return which queries found a document."""
    return ["claim"] * hit.by_claim + ["opposing claim"] * hit.by_opposition


def source_entry(hit: Hit, taken: Takeaway, shown: Sequence[Sentence]) -> JsonObject:
    """Return a source for programs."""
    document = hit.document
    made: JsonObject = {
        "id": document.id,
        "citation": document.citation(),
        "found_by": [*found_by(hit)],
        "excerpts": [{"sentence": one.index, "text": one.text} for one in shown],
    }
    if document.retracted:
        made["retracted"] = True
    if taken.dropped:
        made["dropped"] = taken.dropped
    return made


def unreachable_lines(unreachable: Sequence[Unreachable]) -> list[str]:
    """Return a line for each source that could not be asked."""
    return [f"Not reached: {one.source} ({one.why})" for one in unreachable]


def unreachable_entries(unreachable: Sequence[Unreachable]) -> list[JsonObject]:
    """Return the same for programs."""
    return [{"source": one.source, "why": one.why} for one in unreachable]


def evidence_text(found: CombinedVerdict, *, asked: bool) -> str:
    """Return all of a verdict; asked: simulations were to be weighed too."""
    told = combined_lines(found) if asked else []
    return "\n".join([*told, *lines(found.literature)])


def combined_lines(found: CombinedVerdict) -> list[str]:
    """Return how simulation and literature stand to each other, and each simulation."""
    head = f"{_AGREEMENT[found.agreement]}."
    if found.combined is not None and found.combined.average is not None:
        head += f" Together {average(found.combined)}"
    return [head, *(line for one in found.simulations for line in _simulation(one)), ""]


def evidence_data(found: CombinedVerdict, *, asked: bool, full: bool) -> EvidenceData:
    """Return a verdict as data, with `full` all of it."""
    verdict = found.literature
    numbers = {one.takeaway.document.id: one.number for one in verdict.assessments}
    told = found.combined.label if asked and found.combined else None
    conflict = asked and found.combined is None
    return EvidenceData(
        label=None if conflict else told or verdict.verdict.weighted.label,
        agreement=found.agreement if asked else None,
        combined=_average(found.combined) if asked and found.combined else None,
        literature={
            name: _average(getattr(verdict.verdict, name))
            for name in type(verdict.verdict).model_fields
        },
        explanation=[_sentence(one, numbers) for one in verdict.explanation.sentences],
        sources=[_assessed(one) for one in verdict.assessments],
        simulations=[_witness(one) for one in found.simulations],
        unreachable=unreachable_entries(verdict.unreachable),
        by=verdict.by,
        opposing=verdict.opposition.opposing,
        open=[
            {"condition": one.parameter, "values": list(one.candidates)}
            for one in verdict.open_conditions
        ],
        verdict=_whole(verdict) if full else None,
    )


def _whole(verdict: LiteratureVerdict) -> JsonObject:
    return verdict.model_dump(mode="json", exclude_none=True)


def _average(found: Average) -> JsonObject:
    made: JsonObject = {"sources": found.sources}
    if found.score is not None and found.label is not None:
        made["score"], made["label"] = found.score, found.label
    if found.note:
        made["note"] = found.note
    return made


def _sentence(one: Attribution, numbers: Mapping[str, int]) -> JsonObject:
    made: JsonObject = {"text": one.text, "mark": one.mark}
    if one.spans:
        made["cites"] = [
            {"number": numbers[s.document], "sentence": s.sentence, "start": s.start, "end": s.end}
            for s in one.spans
        ]
    if one.refused:
        made["refused"] = [*one.refused]
    return made


def _assessed(one: Assessment) -> JsonObject:
    document = one.takeaway.document
    made: JsonObject = {
        "number": one.number,
        "id": document.id,
        "citation": document.citation(),
        "use": one.use,
        "grade": one.label.grade.title,
        "by": one.label.by,
        "why": one.label.explanation,
        "reputation": round(float(one.reputation.weight), 4),
    }
    if one.reputation.unknown:
        made["reputation_unknown"] = True
    if one.label.qualifies:
        made["qualifies"] = True
    if not one.by_claim:
        made["only_by_opposing"] = True
    return made


def _witness(one: SimulationWitness) -> JsonObject:
    return {
        "id": one.id,
        "grade": one.grade.title,
        "reputation": round(float(one.weight), 4),
        "skill": one.skill,
        "said": one.said,
        "runs": list(one.run_ids),
    }


def _simulation(one: SimulationWitness) -> list[str]:
    weight = f"reputation {float(one.weight):.2f} ({one.skill})" if one.skill else "does not count"
    return textwrap.wrap(
        f"Simulation {one.id}: {one.grade.title} | {weight} | {one.said}",
        _WIDTH,
        initial_indent="  ",
        subsequent_indent="      ",
    )
