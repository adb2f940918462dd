"""Whether the words of a text speak of the outputs that a formula takes."""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence

from simulrag.simulators.immutable_data import once_for_each
from simulrag.simulators.interface import Function, Output
from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas.anchoring.literals import Analysis, RunOutput
from simulrag.verifier.formulas.anchoring.mentions import Meaning, Mentions
from simulrag.verifier.formulas.anchoring.periods import Period, periods
from simulrag.verifier.formulas.anchoring.printed_literals import Matched, number_fits
from simulrag.verifier.formulas.anchoring.unprinted import DURATIONS
from simulrag.verifier.formulas.anchoring.vocabulary import (
    Hit,
    longest,
    plain,
    tokens,
)
from simulrag.verifier.formulas.listings import alters, is_altering
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.syntax import Output as OutputOf
from simulrag.verifier.number_words import PARTS

#: Words behind which a unit is no longer that of the number before them.
_SMALL = frozenset("a an per each every in on at of by for to the during and from until after "
                   "before , .".split())  # fmt: skip
#: What says of an event that it comes at another time, and not how much of something it is.
_TIMED = frozenset("earliest latest earlier later sooner".split())
_LINKS = frozenset(("per", "of", "the", "in", "a", "an", "to", "-", "by", "on", "at", "'", "s"))
_TO = (["-"], ["to"], ["and"], ["through"], ["until"], ["/"])
_COMMON = frozenset("with from that those than without same over each this which most value where "
                    "last first".split())  # fmt: skip


def problems(held: Matched) -> Iterator[Problem]:
    """Return a problem for each output in whose place the text speaks of another one."""
    for one in held.analysis.outputs:
        if one.declared is None:
            continue
        if named := _others(one, one.declared, held):
            yield _of_others(one, named)
        sought = {literal.sought.name for literal in held.analysis.literals if literal.sought}
        altered = any(p.name in sought for p in one.function.parameters)
        if one.declared.changes_of and not altered and _unchanged(one):
            yield other_output(
                one, f"{one.name} is a change against the same run without changes, and "
                "nothing is changed in this run; take the value itself, or compare two runs",
            )  # fmt: skip
        if change := _change_meant(one, held):
            said = f"the text speaks of what is changed in it, which is {change.name}"
            yield other_output(one, f"the formula takes {one.name}, but {said}", (change.name,))
    yield from _other_units(held)


def _change_meant(one: RunOutput, held: Matched) -> Output | None:
    """Return the output whose words a text has for the change of the one that a formula takes."""
    changes = [o for o in one.function.outputs if o.changes_of == one.name]
    taken = {other.name for other in held.analysis.outputs}
    runs = [other.call for other in held.analysis.outputs if other.name == one.name]
    if (
        len(runs) != 1
        or taken & {o.name for o in changes}
        or not alters(one.function, dict(one.call.arguments))
    ):
        return None
    words = set(held.text.plain)
    said = (o for o in changes if "baseline" in words or any(p <= words for p in _phrases(o)))
    return next(said, None)


def other_output(output: RunOutput, message: str, candidates: Sequence[str] = ()) -> Problem:
    """Return the problem that an output is not the one of the text."""
    return Problem(
        reason="other_output",
        message=message,
        simulator=output.call.simulator,
        given=output.name,
        candidates=tuple(candidates)[:8],
    )


def _of_others(output: RunOutput, named: Sequence[str]) -> Problem:
    """Return that a text speaks of others in place of an output, and how to take one of them.

    Only one that is counted in the same unit can stand in its place.
    """
    own, known = output.declared, output.function.outputs
    apt = (o.name for o in known if own and o.name in named and o.unit == own.unit)
    offer = next((f"; take {written(OutputOf(output.call, name))}" for name in apt), "")
    said = f"the text speaks of {', '.join(named)}{offer}"
    return other_output(output, f"the formula takes {output.name}, but {said}", named)


def _others(one: RunOutput, own: Output, held: Matched) -> list[str]:
    """Return the outputs that text, or else context, clearly names in place of one.

    Nothing speaks against an output that a sure phrase of its own names.
    """
    function = one.function
    family = _family(function, own)
    given = {name for name, _ in one.call.arguments}
    taken = family.union(*(
        _family(function, other.declared) for other in held.analysis.outputs
        if other.declared and other.function.name == function.name
    ))  # fmt: skip
    timed = own.unit in DURATIONS and held.text.says(_TIMED)
    alike = [o for o in function.outputs if o.kind == own.kind and o.name not in taken]
    rivals = [o for o in alike if given.issuperset(o.needs) and (o.unit in DURATIONS or not timed)]
    for shown in held.everywhere:
        over = longest(shown.of("output", "parameter"))
        hits = [hit for hit in shown.of("output") if not hit.within(over[hit.first])]
        ours = [hit for hit in hits if hit.meaning.name in family]
        if not ours and (narrower := _narrower(alike, family, hits, shown)):
            return narrower
        if any(hit.meaning.sure and not _is_complement(hit, shown) for hit in ours):
            return []
        words, named = _words_of(shown, own, ours), list[str]()
        said = {at for o in function.outputs if o.name in taken - family
                for at in _words_of(shown, o, [h for h in hits if h.meaning.name == o.name])
               }  # fmt: skip
        for rival in rivals:
            theirs = [hit for hit in hits if hit.meaning.name == rival.name
                      and not tokens_of([hit]) <= said]  # fmt: skip
            known = _known_words(function, rival, own)
            if _is_meant(known, theirs, ours, words, shown):
                named.append(rival.name)
        if named or words:
            return named
    return []


def _narrower(
    alike: Iterable[Output],
    family: frozenset[str],
    hits: Iterable[Hit[Meaning]],
    shown: Mentions,
) -> list[str]:
    """Return the outputs whose sure phrases take in all that a text says of an output.

    So "effective reproduction number at the start" is not said of that number on any other day,
    even where a call lacks what the former needs.
    """
    own = [hit for hit in shown.of("output") if hit.meaning.name in family and hit.meaning.sure]
    names = {one.name for one in alike}
    return list(dict.fromkeys(
        hit.meaning.name for hit in hits
        if hit.meaning.name in names and hit.meaning.sure and any(one.within(hit) for one in own)
    ))  # fmt: skip


def _is_meant(
    known: frozenset[str],
    theirs: Sequence[Hit[Meaning]],
    ours: Sequence[Hit[Meaning]],
    words: set[int],
    shown: Mentions,
) -> bool:
    """Tell whether a text speaks of a rival and not of an output that has other phrases and words.

    It does by a longer phrase that means the rival alone and is no complement ("the top week of
    influenza admissions"), or by more words than there are for the output alone. known: the words
    of the rival and its changes.
    """
    sure = [hit for hit in theirs if hit.meaning.sure]
    alone = [at for at in words if shown.plain[at] not in known]
    size = max((hit.size for hit in ours), default=1)
    heads = (hit for hit in sure if hit.size > size and not tokens_of([hit]) <= words)
    if (sure and not alone) or any(not _is_complement(hit, shown) for hit in heads):
        return True
    return len(tokens_of(sure if ours else theirs) - words) > len(alone)


def _is_complement(hit: Hit[Meaning], shown: Mentions) -> bool:
    """Tell what stands behind "of", or behind one word more."""
    return "of" in shown.plain[max(0, hit.first - 2) : hit.first]


def _words_of(shown: Mentions, output: Output, hits: Iterable[Hit[Meaning]]) -> set[int]:
    """Return the tokens that speak of an output: its phrases, its units, words that describe it."""
    hints = shown.of("baseline", "unit word", "label", "rise", "fall")
    own = words_about(output)
    return (
        tokens_of(hits)
        | tokens_of(hit for hit in hints if hit.meaning.name == output.name)
        | {at for at, word in enumerate(shown.plain) if word in own}
    )


def _known_words(function: Function, rival: Output, own: Output) -> frozenset[str]:
    """Return the words of an output and of its changes, one of which may be meant.

    Of what another is named after, its own alone: precipitation for its change.
    """
    family = _family(function, rival)
    if set(rival.name.split("_")) <= set(own.name.split("_")):
        family = frozenset((rival.name,))
    return frozenset[str]().union(*(_vocabulary(o) for o in function.outputs if o.name in family))


@once_for_each
def _vocabulary(output: Output) -> frozenset[str]:
    """Return every word that an output declares."""
    turns = (*output.directions.rises, *output.directions.falls)
    said = (*output.words, *output.unit_words, *output.baseline_words, *turns)
    return words_about(output) | {one.plain for phrase in said for one in tokens(phrase)}


def tokens_of(hits: Iterable[Hit[Meaning]]) -> set[int]:
    """Return the tokens of some phrases."""
    return {at for hit in hits for at in range(hit.first, hit.end)}


@once_for_each
def _phrases(output: Output | None) -> tuple[frozenset[str], ...]:
    """Return the content words of each of an output's own phrases that has several."""
    words = output.words if output else ()
    held = (frozenset(one.plain for one in tokens(phrase)) - _LINKS for phrase in words)
    return tuple(words for words in held if len(words) > 1)


@once_for_each
def words_about(output: Output) -> frozenset[str]:
    """Return the words of an output's name, and the longer ones of its description."""
    found = re.findall(r"[^\W\d_]{4,}", output.description)
    return frozenset(plain(word) for word in (*found, *output.name.split("_"))) - _COMMON - _LINKS


def _family(function: Function, own: Output) -> frozenset[str]:
    """Return an output with those that are changes of it, or that it is the change of."""
    base = own.changes_of or own.name
    changes = {one.name for one in function.outputs if one.changes_of == base}
    return frozenset({base, own.name, *changes})


def _unchanged(output: RunOutput) -> bool:
    """Tell whether a change is taken of a run in which no argument alters anything."""
    altering = any(map(is_altering, output.function.parameters))
    return altering and not alters(output.function, dict(output.call.arguments))


def _other_units(held: Matched) -> Iterator[Problem]:
    """Return a problem for a number that the text counts in what another output is counted in."""
    text = held.text
    named = {hit.meaning.name for hit in text.of("output") if hit.meaning.sure}
    long = {hit.meaning.name for hit in text.of("unit word") if hit.size > 1}
    for literal in held.analysis.literals:
        names = {one.name for one in literal.outputs}
        own = next((one.declared for one in literal.outputs if one.declared), None)
        if literal.role != "compared" or own is None or len(names) > 1 or names & (named | long):
            continue
        if literal.unit not in (own.unit, own.kind) or not own.unit_words:
            continue
        for number in text.numbers:
            if number.kind == "number" and not number.unit and number_fits(number, literal):
                counted = _counted(text, number.end)
                if counted and not counted & names and not _has_own_words(text, names, counted):
                    yield _of_others(literal.outputs[0], sorted(counted))


def _has_own_words(text: Mentions, names: set[str], others: frozenset[str]) -> bool:
    """Tell whether a text has a phrase for some outputs that is none for others."""
    own, theirs = ({(hit.first, hit.end) for hit in text.of("output") if hit.meaning.name in one}
                   for one in (names, others))  # fmt: skip
    return not own <= theirs


def _counted(text: Mentions, index: int) -> frozenset[str]:
    """Return the outputs that the longest unit behind a number belongs to."""
    units = [
        hit for hit in text.of("unit word")
        if index <= hit.first <= index + 2
        and _SMALL.isdisjoint(text.plain[index : hit.first])
    ]  # fmt: skip
    size = max((hit.end - hit.first for hit in units), default=0)
    return frozenset(hit.meaning.name for hit in units if hit.end - hit.first == size)


def baselines(held: Matched) -> frozenset[Period]:
    """Return the dates of a text that an output of the formula is counted from, or a mean of."""
    declared = [one.declared for one in held.analysis.outputs if one.declared]
    spans = {span for one in declared for span in spans_of(one)}
    days = {day for one in declared for day in _days_of(one)}
    found = {one for one in held.text.periods if not one.year_known
             and (one.first.month, one.first.day) in days}  # fmt: skip
    for one, other in itertools.pairwise(held.text.periods):
        between = held.text.plain[one.end_token : other.first_token]
        if (one.first.year, other.last.year) in spans and between in _TO:
            found |= {one, other}
    return frozenset(found)


@once_for_each
def spans_of(output: Output) -> frozenset[tuple[int, int]]:
    """Return the periods that the description of an output names, by first and last year."""
    found = re.findall(r"\b(\d{4})-(\d{4})\b", output.description)
    return frozenset((int(first), int(last)) for first, last in found)


@once_for_each
def _days_of(output: Output) -> frozenset[tuple[int, int]]:
    """Return the days of a year that the description of an output names, by month and day."""
    named = (one for one in periods(tokens(output.description)) if not one.year_known)
    return frozenset((one.first.month, one.first.day) for one in named)


def numbers_of(analysis: Analysis) -> frozenset[float]:
    """Return the numbers in the declared words of the outputs, as "1000" in "per 1000 Gt"."""
    declared = [one.declared for one in analysis.outputs if one.declared]
    return frozenset(number for one in declared for number in _numbers(one))


@once_for_each
def _numbers(output: Output) -> frozenset[float]:
    words = (*output.words, *output.unit_words, output.description)
    found = re.findall(r"\d+(?:[.,]\d+)*", " ".join(words))
    parts = (PARTS[one] for one in output.description.split() if one in PARTS)  # "half of a peak"
    digits = (float(one.replace(",", "")) for one in found if one.count(".") <= 1)
    return frozenset((*digits, *(1 / of for of in parts)))
