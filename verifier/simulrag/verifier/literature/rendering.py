"""What was found, and a verdict from the literature, as readable text."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from simulrag.simulators.safe_text import unsteered
from simulrag.verifier.literature.attribution import Cite, Explained
from simulrag.verifier.literature.labels import Average
from simulrag.verifier.literature.readings import ASPECTS, Source
from simulrag.verifier.literature.weighing import Weighed

_WIDTH = 100
#: How simulations and literature stand to each other.
_AGREEMENT = {
    "agree": "Literature and simulation agree.",
    "disagree": "Literature and simulation contradict each other: both stand, unaveraged.",
    "divided": "The witnesses are divided among themselves: they stand unaveraged.",
    "literature_only": "No simulation decides the claim: the literature stands alone.",
    "simulation_only": "Nothing that was read gives evidence: the simulation stands alone.",
    "neither": "Neither literature nor simulation decides the claim.",
}
_AVERAGES = {
    "weighted": "weighted by reputation",
    "unweighted": "unweighted",
    "weighted_with_no_evidence": "with No Evidence, weighted",
    "unweighted_with_no_evidence": "with No Evidence",
}


def found_lines(sources: Sequence[Source]) -> list[str]:
    """Return sources as a reader needs them, each sentence under its number, from 0."""
    told: list[str] = []
    for one in sources:
        types = f" [{', '.join(one.types)}]" if one.types else ""
        by = f" | found by {' and '.join(one.found_by)}" if one.found_by else ""
        retracted = " | RETRACTED" if one.use == "retracted" else ""
        told.append(f"{one.id} | {one.citation}{types}{by}{retracted}")
        told += [f"    ({each.index}) {' '.join(each.text.split())}" for each in one.sentences]
    return [unsteered(line) for line in told]


def lines(found: Weighed) -> list[str]:
    """Return the lines of a report that stands alone, and can steer no terminal."""
    return [unsteered(line) for line in _lines(found)]


def _lines(found: Weighed) -> Iterator[str]:
    yield f"{found.headline}: {found.claim}"
    if found.simulations:
        together = f" Together {average(found.combined)}" if found.combined else ""
        yield f"  {_AGREEMENT[found.agreement]}{together}"
    if any(one.use not in ("unread", "retracted") for one in found.sources):
        for name, told in _AVERAGES.items():
            yield f"  {told:<28}{average(getattr(found.literature, name))}"
    for remark in found.remarks:
        yield from _wrapped(remark)
    other = f", {found.only_by_opposing} only by the opposing claim: {found.opposing}"
    yield from _wrapped(
        f"{len(found.sources)} of {found.searched} abstracts found{other if found.opposing else ''}"
    )
    numbers = {one.id: one.number for one in found.sources}
    for place, sentence in enumerate(found.explanation):
        yield from ("", "Explanation") if not place else ()
        yield from _sentence(sentence, numbers)
    yield from ("", "Sources") if found.sources else ()
    for source in found.sources:
        yield from _wrapped(f"[{source.number}] {source.citation}")
        yield from (line for told in _told(source) for line in _wrapped(told, "      "))
    for one in found.simulations:
        weight = f"reputation {one.reputation:.2f} ({one.skill})" if one.skill else "does not count"
        score = "" if one.score is None else f"{one.score:+.2f} | "
        yield from _wrapped(f"Simulation {one.id}: {score}{weight} | {one.said}")
    for aspect, values in found.differ.items():
        yield from _wrapped(f"The sources differ in {aspect}: {'; '.join(values)}")
    yield from (line for one in found.faults for line in _wrapped(f"Not used: {one}"))
    yield from (f"  Not reached: {one.source} ({one.why})" for one in found.unreachable)


def average(found: Average) -> str:
    """Return an average for people, such as "+0.66  Generally supported (5 sources)"."""
    if found.score is None:
        return found.note
    count = f"{found.sources} source{'' if found.sources == 1 else 's'}"
    return f"{found.score:+.2f}  {found.label} ({count}{found.note and f'; {found.note}'})"


def _sentence(one: Explained, numbers: Mapping[str, int]) -> Iterator[str]:
    under = f"[{one.assuming}] " if one.assuming else ""
    cited = " ".join(_cite(cite, numbers) for cite in one.cites)
    yield from _wrapped(f"{under}{one.text} {cited} ({one.mark.replace('_', ' ')})")
    failing = [f"{cite.source}: {cite.fault}" for cite in one.cites if cite.fault]
    for told in (*one.faults, *failing):
        yield from _wrapped(f"fails: {told}", "      ")


def _cite(cite: Cite, numbers: Mapping[str, int]) -> str:
    where = numbers.get(cite.source, cite.source)
    span = "" if cite.start is None else f": {cite.start}-{cite.end}"
    return f"[{where}{span}, {cite.judgement}]"


def _told(source: Source) -> Iterator[str]:
    if source.use in ("retracted", "unread", "irrelevant"):
        yield {"retracted": "retracted: does not count", "unread": "not read"}.get(
            source.use, "beside the point"
        )
    else:
        weight = "unknown" if not source.reputation_by else f"{source.reputation:.2f}"
        vote = f" | reputation {weight}" if source.reputation is not None else " | does not vote"
        limit = " | qualifies the claim" if source.use == "qualifies" else ""
        yield f"{source.grade or 'no grade'}{vote}{limit} | {source.explanation or source.takeaway}"
    yield from (f"({one.index}) {one.text}" for one in source.sentences)
    yield from (f"“{one.text}” {one.start}-{one.end}" for one in source.quotes if one.end)
    if stated := [f"{name}: {said}" for name in ASPECTS if (said := getattr(source, name))]:
        yield "; ".join(stated)
    yield from (f"fails: {fault}" for fault in source.faults)


def _wrapped(text: str, indent: str = "  ") -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent + "    ")
