"""The whole path from text to verdicts in one call: read, bound, simulate, decide, update."""

from collections.abc import Collection, Iterable, Sequence

from simulrag.simulators.in_records import of_records
from simulrag.simulators.interface import Frozen, Run
from simulrag.simulators.registry import Registry
from simulrag.simulators.work import step
from simulrag.verifier.bench import Bench
from simulrag.verifier.claims import Plan, Problem, Reading, Verdict
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.judging import Judged, holds, judged, mended, unreadable
from simulrag.verifier.plain.discourse import Discourse
from simulrag.verifier.plain.reader import PlainRead, read_plain
from simulrag.verifier.reading.degrees import with_date_degrees
from simulrag.verifier.reading.judgements import is_opinion, without_belief
from simulrag.verifier.reading.questions import plan, planned
from simulrag.verifier.reading.restated import restated
from simulrag.verifier.reading.scope import speaks_of
from simulrag.verifier.reading.statements import Read, Reader
from simulrag.verifier.reading.strange_subjects import beside_the_point
from simulrag.verifier.reading.text import LONGEST_TEXT, Span, is_text, normalise, sentences
from simulrag.verifier.reading.topics import topics
from simulrag.verifier.records import parse_records, record_for, recorded

#: Longest text that is checked, characters.
LONGEST_ANSWER = 200_000
#: How many sentences back conditions may stand that a sentence leaves out.
_SENTENCES_BEFORE = 3


class Checked(Frozen):
    """What became of a text: a verdict for each statement, the runs used, the text corrected."""

    question: str
    plan: Plan
    verdicts: tuple[Verdict, ...]
    runs: tuple[Run, ...]
    corrected: str
    problems: tuple[Problem, ...] = ()


def check_text(
    text: str, question: str, registry: Registry, store: EvidenceStore, evidence: str = ""
) -> Checked:
    """Check every sentence of a text against runs of its question, or of its own words.

    evidence: recorded runs as JSON, one record or a list; with it nothing is simulated.
    Raises BadValue where the evidence is no such JSON.
    """
    if len(text) > LONGEST_ANSWER:
        return _too_long(text, question)
    spans = sentences(text)
    checked = _check([span.text for span in spans], question, registry, store, evidence)
    return checked.model_copy(update={"corrected": _corrected(text, spans, checked.verdicts)})


def check_claims(
    claims: Sequence[str],
    question: str,
    registry: Registry,
    store: EvidenceStore,
    evidence: str = "",
    spoken_of: Iterable[str] = (),
) -> Checked:
    """Check claims one by one.

    spoken_of: the simulators that the text around the claims speaks of, as formulas beside them do.
    """
    return _check(list(claims), question, registry, store, evidence, spoken_of)


def _too_long(text: str, question: str) -> Checked:
    problem = Problem(
        reason="too_long",
        message=f"the text has {len(text)} characters; at most {LONGEST_ANSWER} are checked",
    )
    return Checked(
        question=question,
        plan=Plan(question=question),
        verdicts=(),
        runs=(),
        corrected=text,
        problems=(problem,),
    )


def _corrected(text: str, spans: Sequence[Span], verdicts: Sequence[Verdict]) -> str:
    for span, verdict in reversed(list(zip(spans, verdicts, strict=True))):
        if verdict.updated != verdict.text:
            text = text[: span.start] + verdict.updated + text[span.end :]
    return text


def _check(
    claims: Sequence[str],
    question: str,
    registry: Registry,
    store: EvidenceStore,
    evidence: str,
    spoken_of: Iterable[str] = (),
) -> Checked:
    if evidence:
        registry = of_records(registry)
    bench = Bench(
        registry, store, fixed=bool(evidence), world=not evidence and not question.strip()
    )
    if evidence:
        record = record_for(question, parse_records(evidence))
        found = recorded(record, question, registry)
        question = question or record.question or record.evidence_question
        bench.add(found.runs)
        asked = found.plan
    else:
        asked = planned(question, registry) if question.strip() else Plan(question="")
    verdicts: list[Verdict] = []
    plain = not evidence and not question.strip()
    discourse, subjects = Discourse(), set(spoken_of)
    for index, claim in enumerate(claims):
        step(index, len(claims))
        heard = read_plain(claim, registry, discourse) if plain else None
        discourse = heard.discourse if heard else discourse
        own = asked if question.strip() else _own_plan(claim, claims[:index], registry)
        said = _plain_verdict(claim, heard, bench) if heard else None
        verdict = said or _verdict(claim, own, bench)
        if heard is not None and said is None:
            verdict = _only_of_runs(verdict, own, heard, registry)
            verdict = _not_spoken_of(verdict, heard, registry, subjects)
        subjects |= {t.call.simulator for r in heard.readings for t in r.expression.terms} if (
            heard) else set()  # fmt: skip
        verdict = verdict.model_copy(update={"id": f"c{index + 1}"})
        verdicts.append(verdict)
    bench.save(verdicts, question)
    return Checked(
        question=question,
        plan=asked,
        verdicts=tuple(verdicts),
        runs=bench.all_runs(),
        corrected="\n".join(v.updated for v in verdicts),
        problems=asked.problems,
    )


def _plain_verdict(claim: str, heard: PlainRead, bench: Bench) -> Verdict | None:
    """Return the verdict on a sentence that is read without a question; None where it is not."""
    if not heard.readings:
        return None
    first = judged(claim, with_date_degrees(claim, heard.readings), bench)
    verdict = mended(first, bench, lambda new: holds(_read_again(new, heard, bench), bench))
    return verdict.model_copy(update={"assumed": heard.assumed})


def _only_of_runs(verdict: Verdict, own: Plan, heard: PlainRead, registry: Registry) -> Verdict:
    """Keep what a sentence says of runs that it describes in full; else it is not decided."""
    if verdict.verdict not in ("supported", "refuted", "undecided"):
        return _with_reason(verdict, heard)
    name = own.calls[0].simulator if own.calls else ""
    modelled = not any(registry.function(c).observed for c in own.calls)
    in_full = not own.problems and not heard.unread and name not in heard.problems
    if own.calls and modelled and in_full:
        return verdict
    problem = heard.problems.get(name) or Problem(
        reason="missing_condition",
        message="parts of the sentence could not be read, so that nothing is decided",
    )
    return Verdict(
        text=verdict.text,
        updated=verdict.text,
        verdict="outside",
        derivation=problem.message,
        problem=problem,
    )


def _with_reason(verdict: Verdict, heard: PlainRead) -> Verdict:
    """Say what a sentence speaks of in vain, or which of its words could not be accounted for."""
    vague = verdict.problem is not None and verdict.problem.reason == "no_simulator"
    ahead = next((p for p in heard.problems.values() if p.reason == "other_period"), None)
    if verdict.verdict == "unread" and ahead is not None:
        told = {"verdict": "outside", "derivation": ahead.message, "problem": ahead}
        return verdict.model_copy(update=told)
    if vague and any(p.given is not None for p in heard.problems.values()):
        return verdict
    if heard.unread:
        said = f"{verdict.derivation}; {heard.unread!r} could not be accounted for"
        return verdict.model_copy(update={"derivation": said})
    if _is_guess(verdict.problem, heard):
        said = f"{verdict.derivation}; the sentence could not be read as a whole"
        return verdict.model_copy(update={"derivation": said})
    return verdict


def _not_spoken_of(
    verdict: Verdict, heard: PlainRead, registry: Registry, subjects: Collection[str]
) -> Verdict:
    """Say what a sentence speaks of in vain: by a simulator that the text speaks of, or by none.

    What someone believes is spoken of in vain like what is stated.
    """
    reason = verdict.problem.reason if verdict.problem else ""
    believed = without_belief(verdict.text) if reason == "opinion" else ""
    if believed and not is_opinion(normalise(believed)):
        heard = read_plain(believed, registry, heard.before)
    elif reason != "no_simulator":
        return verdict
    named = {name: p for name, p in heard.problems.items() if p.given is not None}
    if not named:
        return verdict
    said = normalise(verdict.text)
    own = subjects or {
        name for name, p in named.items()
        if speaks_of(said, registry.simulator(p.simulator), str(p.given))
    }  # fmt: skip
    known = [problem for name, problem in named.items() if name in own]
    problem = known[0] if known else _no_output(str(next(iter(named.values())).given), subjects)
    return verdict.model_copy(update={"derivation": problem.message, "problem": problem})


def _no_output(given: str, subjects: Collection[str]) -> Problem:
    """Return the reason that nothing holds what is given, of some simulators or of all."""
    have = "have" if len(subjects) > 1 else "has"
    what = f"{' and '.join(sorted(subjects))} {have} no output that this statement speaks of"
    return Problem(
        reason="no_such_output",
        message=f"{given!r}: {what if subjects else 'no simulator has an output for this'}",
        simulator=next(iter(subjects)) if len(subjects) == 1 else "",
        given=given,
    )


def _is_guess(problem: Problem | None, heard: PlainRead) -> bool:
    """Tell whether a condition is missing only of what the sentence may not speak of."""
    if problem is None or problem.reason != "missing_condition":
        return False
    other = heard.problems.get(problem.simulator)
    return other is None or other.parameter != problem.parameter


def _read_again(text: str, heard: PlainRead, bench: Bench) -> Read:
    again = read_plain(text, bench.registry, heard.before).readings
    return Read(readings=with_date_degrees(text, again))


def _own_plan(claim: str, before: Sequence[str], registry: Registry) -> Plan:
    """Return the plan of plain text: from the sentence, else with one of those before it."""
    if len(claim) > LONGEST_TEXT:
        return plan(claim, registry)
    own = plan(claim, registry)
    if own.calls:
        return own
    unnamed = own.problems[0].reason == "no_simulator"
    for earlier in before[: -_SENTENCES_BEFORE - 1 : -1]:
        wider = plan(f"{earlier} {claim}", registry)
        if wider.calls and (not unnamed or _speaks_of_results(claim, wider, registry)):
            return wider
    return own


def _speaks_of_results(claim: str, made: Plan, registry: Registry) -> bool:
    """Tell whether a sentence names an output of the plan's simulator."""
    return bool(topics(normalise(claim), registry.simulator(made.calls[0].simulator)))


def _verdict(claim: str, own: Plan, bench: Bench) -> Verdict:
    reader = Reader(own, bench.registry, bench.available())
    found, first = _as_it_stands(claim, own, bench, reader)
    second = _by_words(found, first, own, bench, reader)
    if not found.in_full:
        return mended(first, bench, lambda new: holds(reader.read(new), bench))

    def is_true(new: str) -> bool:
        found, first = _as_it_stands(new, own, bench, reader)
        second = _by_words(found, first, own, bench, reader)
        return second.verdict.verdict == "supported"

    return mended(second, bench, is_true)


def _as_it_stands(claim: str, own: Plan, bench: Bench, reader: Reader) -> tuple[Read, Judged]:
    """Return what was read in a claim, and how that was decided; nothing read where it is not."""
    if not is_text(claim):
        message = "the statement holds a character that is no text; write it again without"
        found = Read(problem=Problem(reason="unread", message=message))
        return found, Judged(unreadable(claim, found))
    found = reader.read(claim)
    if own.calls and not any(reading.label for reading in found.readings):
        settled = restated(claim, own, bench.registry, unread=not found.readings)
        if settled is not None:
            return Read(), Judged(settled)
    if not found.readings:
        return found, Judged(unreadable(claim, found))
    first = judged(claim, found.readings, bench, own)
    supported = first.verdict.verdict == "supported"
    doubted = supported or found.doubts_numbers or not _numbered(found.readings)
    strange = found.doubt() if doubted else ""
    if strange:
        found = _beside(claim, strange, own, bench)
        return found, Judged(unreadable(claim, found))
    return found, first


def _by_words(found: Read, first: Judged, own: Plan, bench: Bench, reader: Reader) -> Judged:
    """Return how a claim that was read in full is decided by the reader that goes by words.

    That reader knows best which words are wrong. Returned is how the claim was decided first where
    it is supported, not read in full, or more was found that way.
    """
    word = first.verdict.verdict
    if word == "supported" or not found.in_full:
        return first
    read = reader.read(first.verdict.text, in_full=False)
    if not read.readings or read.doubt():
        return first
    second = judged(first.verdict.text, read.readings, bench, own)
    lost = any(r.negated for r in found.readings) and not any(r.negated for r in read.readings)
    if (second.verdict.verdict == "supported" and lost) or (
        word == "refuted" and second.verdict.verdict != "refuted"
    ):
        return first
    doubt = first.verdict.problem if word == "unread" else None
    if doubt is not None and _refutes_by(found.readings, second, doubt.given):
        return first  # more was read at first: enough to tell that the number is of something else
    return second


def _refutes_by(readings: Sequence[Reading], judged: Judged, doubted: object) -> bool:
    """Tell whether a claim is refuted by a number that was read of the same, and doubted."""
    refuting = [r for r, one in judged.decided if one.decision == "refuted"]
    own = [(r.expression.operation, r.expression.terms, r.figures) for r in readings]
    return bool(refuting) and all(
        (r.expression.operation, r.expression.terms, r.figures) in own
        and any(f.text == doubted for f in r.figures)
        for r in refuting
    )


def _numbered(readings: Sequence[Reading]) -> bool:
    """Tell whether a number is said, which is wrong whatever a word beside it means."""
    return any(r.figures and not r.label and r.direction is None for r in readings)


def _beside(claim: str, word: str, own: Plan, bench: Bench) -> Read:
    """Report words of which no reading tells, beside which a right number proves nothing."""
    simulator = bench.registry.simulator(own.calls[0].simulator)
    outside = beside_the_point(normalise(claim), word, simulator, own.question)
    unread = Problem(
        reason="unread",
        message=f"{word!r} says something that is not read here, so that nothing is decided",
        simulator=simulator.name,
        given=word,
    )
    return Read(problem=outside or unread, outside=outside is not None)
