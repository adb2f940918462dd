"""Reads a sentence that comes without a question, each function of each simulator trying it.

A reading counts only if it leaves no number, date, name, denial or comparison of the sentence over.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import chain, islice

from pydantic import Field

from simulrag.simulators.interface import Frozen, Function
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Problem, Reading
from simulrag.verifier.plain.alignment import Aligned
from simulrag.verifier.plain.answers import elliptical, joined, of_answer
from simulrag.verifier.plain.asides import without_asides
from simulrag.verifier.plain.bounds import bounded
from simulrag.verifier.plain.clauses import clauses, compares_again
from simulrag.verifier.plain.continued import is_elsewhere
from simulrag.verifier.plain.discourse import Discourse
from simulrag.verifier.plain.earlier_peaks import with_peaks_named
from simulrag.verifier.plain.glosses import without_glosses
from simulrag.verifier.plain.leads import without_lead
from simulrag.verifier.plain.left_to_next import dated_in, named_in, settled_by, told_times
from simulrag.verifier.plain.places import further_places
from simulrag.verifier.plain.readings import counted
from simulrag.verifier.plain.rephrasing import rephrased
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.shared_words import told_apart
from simulrag.verifier.plain.some_week import names_some_week, week_by_week
from simulrag.verifier.plain.statements import interpreted
from simulrag.verifier.plain.tally import tallied
from simulrag.verifier.plain.transformations import contrast, transformed
from simulrag.verifier.plain.yet_to_come import counts_from_unknown_day, not_observed_yet
from simulrag.verifier.reading.causes import is_cause
from simulrag.verifier.reading.judgements import is_opinion
from simulrag.verifier.reading.mentions import (
    Mention,
    foreign_values,
    mentions,
)
from simulrag.verifier.reading.scope import (
    foreign_problem,
    unrepresented,
    unset_condition,
)
from simulrag.verifier.reading.text import LONGEST_STATEMENT, normalise
from simulrag.verifier.reading.topics import topics


class PlainRead(Frozen):
    """What became of a sentence: its readings, what was assumed, and what it leaves to the next."""

    readings: tuple[Reading, ...] = ()
    assumed: tuple[str, ...] = ()
    #: The first words that the best attempt at it leaves over.
    unread: str = ""
    #: Simulator -> what stands in its way.
    problems: Mapping[str, Problem] = Field(default_factory=dict)
    before: Discourse
    discourse: Discourse


def read_plain(sentence: str, registry: Registry, before: Discourse) -> PlainRead:
    """Return the readings of a sentence of plain text; none where any part of it is not read.

    A sentence of two facts that is not read as a whole is read as two.
    """
    text = without_glosses(rephrased(without_asides(normalise(sentence))), registry)
    asked, before = before.asked, before.model_copy(update={"asked": ""})
    if text.rstrip().endswith("?"):
        found = _read_whole(text, registry, before)
        return found.model_copy(
            update={"discourse": found.discourse.model_copy(update={"asked": text})}
        )
    if asked and elliptical(text):
        return _read_answer(text, asked, registry, before)
    return _read_statement(text, registry, before)


def _read_answer(text: str, asked: str, registry: Registry, before: Discourse) -> PlainRead:
    """Return what an answer without a verb says with its question, or by itself."""
    both = joined(text, asked)
    found = _read_statement(both, registry, before) if both else None
    made = of_answer(found.readings, len(text)) if found else ()
    if found is not None and made:
        kept = before.model_copy(update={"asked": asked})
        return found.model_copy(update={"readings": made, "before": kept})
    return _read_statement(text, registry, before)


def _read_statement(text: str, registry: Registry, before: Discourse) -> PlainRead:
    """Return what a sentence says as it stands, or else in the first other form that is read."""
    told_apart = contrast(text)
    if told_apart is not None:
        return _read_contrast(text, told_apart, registry, before)
    if names_some_week(text):
        return _read_some_week(text, registry, before)
    if named := with_peaks_named(text, registry, before):
        pointed = _read_straight(named.text, registry, before)
        if pointed.readings:
            return pointed.model_copy(update={"readings": named.back(pointed.readings, text)})
    read = _read_straight(text, registry, before)
    if read.readings:
        return read
    others = [Aligned.of(text)]
    for other in transformed(text):
        found = _read_straight(other.text, registry, before)
        if found.readings:
            return found.model_copy(update={"readings": other.back(found.readings, text)})
        others.append(other)
    return (
        _read_between(others[-1], text, registry, before)
        or _read_retold(others[-1], text, registry, before)
        or read
    )


def _read_some_week(text: str, registry: Registry, before: Discourse) -> PlainRead:
    """Return that what is said of some week of a month holds for any of them."""
    weeks = week_by_week(text)
    found = [_read_statement(week.text, registry, before) for week in weeks]
    groups = [w.back(f.readings, text) for w, f in zip(weeks, found, strict=True) if f.readings]
    if not groups or len(groups) < len(weeks):
        return PlainRead(unread="one week", before=before, discourse=before)
    held = counted(groups, 1, len(groups))
    return found[0].model_copy(update={"readings": (held,), "discourse": before})


#: Ways of parting a sentence whose parts are put in other words, each by itself.
_MOST_RETOLD = 2


def _read_retold(
    whole: Aligned, text: str, registry: Registry, before: Discourse
) -> PlainRead | None:
    """Return what a sentence says where its parts are read in other words, None where not."""
    for form in dict.fromkeys((whole, Aligned.of(text))):
        short = len(form.text) <= _LONGEST_PARTED
        for parts in islice(clauses(form.text), _MOST_RETOLD) if short else ():
            found = _read_parts(parts, registry, before, retold=True)
            if found is not None:
                return found.model_copy(update={"readings": form.back(found.readings, text)})
    return None


def _read_part(text: str, registry: Registry, before: Discourse, *, retold: bool) -> PlainRead:
    """Return what a part of a sentence says as it stands, or in other words if that is asked."""
    read = _read_whole(text, registry, before)
    for other in transformed(text) if retold and not read.readings else ():
        found = _read_whole(other.text, registry, before)
        if found.readings:
            return found.model_copy(update={"readings": other.back(found.readings, text)})
    return read


def _read_between(
    whole: Aligned, text: str, registry: Registry, before: Discourse
) -> PlainRead | None:
    """Return what a sentence says of two limits, or of two things at once."""
    for low, high in chain(bounded(whole), told_apart(whole)):
        first, second = (_read_straight(one.text, registry, before) for one in (low, high))
        if first.readings and second.readings:
            both = (*low.back(first.readings, text), *high.back(second.readings, text))
            return second.model_copy(update={"readings": both})
    return None


def _read_contrast(
    text: str, parts: tuple[Aligned, Aligned], registry: Registry, before: Discourse
) -> PlainRead:
    """Return "Ohio, unlike Texas, peaked early" as said of the one and denied of the other."""
    first, second = (_read_straight(part.text, registry, before) for part in parts)
    if len(first.readings) != 1 or len(second.readings) != 1:
        return first.model_copy(update={"readings": (), "unread": first.unread or "unlike"})
    said, denied = (
        part.back(read.readings, text)[0] for part, read in zip(parts, (first, second), strict=True)
    )
    denied = denied.model_copy(update={"negated": not denied.negated})
    return first.model_copy(update={"readings": (said, denied)})


def _read_straight(text: str, registry: Registry, before: Discourse) -> PlainRead:
    whole = _read_whole(text, registry, before)
    if whole.readings or len(text) > _LONGEST_PARTED:
        return whole
    for parts in islice(clauses(text), _MOST_PARTINGS):
        together = _read_parts(parts, registry, before)
        if together is not None:
            return together
    rest = without_lead(text)
    led = _read_whole(rest, registry, before) if rest else None
    return led if led is not None and led.readings else whole


#: Ways of parting a sentence that are tried, and the longest sentence that is parted, characters:
#: each part is read anew.
_MOST_PARTINGS = 6
_LONGEST_PARTED = 400


def _read_parts(
    parts: Sequence[str], registry: Registry, before: Discourse, *, retold: bool = False
) -> PlainRead | None:
    """Return the facts of a sentence together, each read by itself; None where one is not."""
    discourse, found = before, list[PlainRead]()
    for part in parts:
        told = before if found and compares_again(parts[0], part) else discourse
        read = _read_part(part, registry, told, retold=retold)
        if not read.readings or (
            found and is_elsewhere(part, read.readings, found[-1].readings, registry)
        ):
            return None
        found.append(read)
        discourse = read.discourse
    return PlainRead(
        readings=tuple(r for read in found for r in read.readings),
        assumed=tuple(dict.fromkeys(a for read in found for a in read.assumed)),
        before=before,
        discourse=discourse,
    )


def _read_whole(text: str, registry: Registry, before: Discourse) -> PlainRead:
    discourse = before
    found: PlainRead | None = None
    problems: dict[str, Problem] = {}
    loose: dict[str, Problem] = {}
    #: Simulators of which a function lacks nothing, though it does not tell what is said.
    settled = set[str]()
    unread = ""
    asked = text.rstrip().endswith("?")
    undecided = asked or is_opinion(text) or counts_from_unknown_day(text)
    readable = len(text) <= LONGEST_STATEMENT and not undecided
    for simulator in registry:
        heard = mentions(text, simulator) if readable else []
        heard += further_places(text, simulator, heard) if readable else []
        discourse = named_in(discourse, simulator, heard, text)
        if found or not readable or is_cause(text, simulator):
            continue
        lacking = unrepresented(text, simulator) or unset_condition(text, (), simulator)
        if lacking is not None:
            problems[simulator.name] = lacking
            continue
        for function in _most_observed(simulator.functions):
            others = foreign_values(text, heard, function.parameters)
            if others:
                problems.setdefault(simulator.name, foreign_problem(*others[0], simulator))
                continue
            if ahead := not_observed_yet(text, function):
                if topics(text, simulator):  # else it is beside the point
                    ahead = ahead.model_copy(update={"simulator": simulator.name})
                    problems.setdefault(simulator.name, ahead)
                continue
            scene = Scene(text, simulator, function, before, heard)
            discourse = dated_in(discourse.at(told_times(scene)), scene)
            made, trouble = _in_terms_of(scene)
            unread = unread or scene.unread
            if trouble is None and not made and scene.topics and scene.items:
                settled.add(simulator.name)
            if trouble is not None:
                # What a function lacks whose outputs are not spoken of is beside the point.
                told = _UNREAD if _of_a_level(trouble, function) else trouble
                (problems if scene.topics else loose).setdefault(
                    simulator.name, trouble if scene.topics else told
                )
            if made:
                made = _or_other(made, scene, text, heard, before)
                found = _read_as(made, scene, before)
                discourse = settled_by(discourse, scene, made)
                break
    if found is not None:
        return found.model_copy(update={"discourse": discourse})
    problems = {
        name: _UNREAD if name in settled and problem.reason == "missing_condition" else problem
        for name, problem in {**loose, **problems}.items()
    }
    unread = _what_is_unread(text, unread, problems)
    # What "it" is then, nobody knows.
    discourse = discourse.model_copy(update={"output": "", "calls": ()})
    return PlainRead(unread=unread, problems=problems, before=before, discourse=discourse)


def _in_terms_of(scene: Scene) -> tuple[Sequence[Reading], Problem | None]:
    """Return the readings of a scene, first those that account for every word."""
    told = tallied(scene)
    return (told, None) if told else interpreted(scene)


def _read_as(made: Sequence[Reading], scene: Scene, before: Discourse) -> PlainRead:
    return PlainRead(
        readings=tuple(made),
        assumed=tuple(dict.fromkeys(scene.assumed)),
        before=before,
        discourse=before,
    )


_UNREAD = Problem(
    reason="missing_condition",
    message="parts of the sentence could not be read, so that nothing is decided",
)


def _of_a_level(trouble: Problem, function: Function) -> bool:
    """Tell whether only the level is missing that a function looks for, and no one asks it to."""
    levels = (p.name for p in function.parameters if p.level_of)
    return trouble.reason == "missing_condition" and trouble.parameter in levels


#: Settings that only their question or the sentences before them name.
_SETTINGS = re.compile(
    r"\b(?:the\s+two|both|these\s+two)\s+(?:settings|interventions|strategies|runs|outcomes|"
    r"options|"
    r"scenarios|seasons|places)\b",
    re.I,
)


def _what_is_unread(text: str, unread: str, problems: Mapping[str, Problem]) -> str:
    """Return the words that are left over; none of what is yet to come, whatever it says."""
    if any(problem.reason == "other_period" for problem in problems.values()):
        return ""
    pointed = _SETTINGS.search(text) if not unread else None
    return pointed.group() if pointed else unread


def _or_other(
    made: Sequence[Reading], scene: Scene, text: str, heard: Sequence[Mention], before: Discourse
) -> Sequence[Reading]:
    """Return that either way of taking a vague week holds: "the first week of January"."""
    if not any(t.other for t in scene.times):
        return made
    again = Scene(text, scene.simulator, scene.function, before, heard, others=True)
    other, _ = _in_terms_of(again)
    return [counted([tuple(made), tuple(other)], 1, 2)] if other and other != made else made


def _most_observed(functions: Sequence[Function]) -> list[Function]:
    """Return what was measured before what is modelled, the simplest first."""
    return sorted(functions, key=lambda f: (not f.observed, len(f.parameters)))
