"""Whether the words of a text speak of the outputs that a formula takes."""

import itertools
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from simulrag.simulators.interface import Function, Output
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas.anchoring.literals import Analysis, RunOutput
from simulrag.verifier.formulas.anchoring.matching import Matched, number_fits
from simulrag.verifier.formulas.anchoring.mentions import Meaning, Mentions
from simulrag.verifier.formulas.anchoring.periods import Period
from simulrag.verifier.formulas.anchoring.vocabulary import Hit, longest, plain, tokens
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.syntax import Number
from simulrag.verifier.formulas.syntax import Output as OutputOf
from simulrag.verifier.number_words import PARTS

#: Words behind which a unit is no longer that of the number before them.
_SMALL = frozenset("a an per each every in on at of by for to the during and from until after "
                   "before , .".split())  # fmt: skip
_LINKS = frozenset(("per", "of", "the", "in", "a", "an", "to", "-", "by", "on", "at", "'", "s"))
_TO = (["-"], ["to"], ["and"], ["through"], ["until"], ["/"])
_COMMON = frozenset("with from that those than without same over each this which most value where "
                    "last first".split())  # fmt: skip


def problems(held: Matched) -> Iterator[Problem]:
    """Return a problem for each output that neither text nor context speaks of."""
    for one in held.analysis.outputs:
        if one.declared is None or one.function is None:
            continue
        if len(one.function.outputs) > 1 and not _named(one, one.function, held):
            named = {hit.meaning.name for hit in held.text.of("output")}
            yield _problem(one, held, _alike(one.declared, named, held.analysis))
        sought = {literal.sought.name for literal in held.analysis.literals if literal.sought}
        altered = any(p.name in sought for p in one.function.parameters)
        if one.declared.changes_of and not altered and _unchanged(one, one.function):
            yield Problem(
                reason="other_output",
                message=f"{one.name} is a change against the same run without changes, and "
                "nothing is changed in this run; take the value itself, or compare two runs",
                simulator=one.call.simulator,
                given=one.name,
            )
        if change := _change_meant(one, one.function, held):
            yield Problem(
                reason="other_output",
                message=f"the formula takes {one.name}, but the text speaks of what is changed in "
                f"it, which is {change.name}",
                simulator=one.call.simulator,
                given=one.name,
                candidates=(change.name,),
            )
    yield from _other_units(held)


def _change_meant(one: RunOutput, function: Function, held: Matched) -> Output | None:
    """Return the output whose words a text has for the change of the one that a formula takes."""
    changes = [o for o in function.outputs if o.changes_of == one.name]
    taken = {other.name for other in held.analysis.outputs}
    runs = [other.call for other in held.analysis.outputs if other.name == one.name]
    if len(runs) != 1 or taken & {o.name for o in changes} or not _alters(one, function):
        return None
    words = {token.plain for token in held.text.tokens}
    said = (o for o in changes if "baseline" in words or any(p <= words for p in _phrases(o)))
    return next(said, None)


def _alike(output: Output, names: Container[str], analysis: Analysis) -> set[str]:
    """Return the outputs of some names that are counted in the unit of another one."""
    known = (one for function in analysis.functions for one in function.outputs)
    alike = (one for one in known if (one.unit, one.kind) == (output.unit, output.kind))
    return {one.name for one in alike if one.name in names}


def _problem(output: RunOutput, held: Matched, meant: Iterable[str]) -> Problem:
    """Return that a text does not speak of an output, with those that may be meant."""
    printed = dict.fromkeys(hit.meaning.name for hit in held.text.of("output", "unit word"))
    others = [name for name in printed if name in meant]
    declared = output.declared
    words = declared.words[:6] if declared else ()
    better = ", ".join(name for name in others if name != output.name)
    known = {one.name for one in output.function.outputs} if output.function else set[str]()
    apt = next((name for name in others if name != output.name and name in known), "")
    such = f", as {written(OutputOf(output.call, apt))}" if apt else ""
    return Problem(
        reason="other_output",
        message=f"the text does not speak of {output.call.function}.{output.name} ("
        f"{', '.join(words) or output.name}){f'; it names {better}' if better else ''}; take the "
        f"output that the text speaks of{such}",
        simulator=output.call.simulator,
        given=output.name,
        candidates=tuple(others)[:8],
    )


def _named(one: RunOutput, function: Function, held: Matched) -> bool:
    """Tell whether text or context names an output, and no other one more clearly."""
    family = _family(function, one.name)
    if not any(o.words for o in function.outputs if o.name in family):
        return True
    taken = family | {other.name for other in held.analysis.outputs}
    alike = taken | {o.name for o in function.outputs if one.declared and _akin(o, one.declared)}
    several = len(taken - family) > 0
    given = {name for name, _ in one.call.arguments}
    apt = taken | {o.name for o in function.outputs if set(o.needs) <= given}
    classed = any(
        literal.role in ("label", "band") and one in literal.outputs
        for literal in held.analysis.literals
    )
    for shown in held.everywhere:
        over = longest(shown.of("parameter", "choice", "output"))
        hits = [hit for hit in shown.of("output") if hit.meaning.name in apt]
        own = [h for h in hits if h.meaning.name in family and not _of_another(h, over, taken)]
        own += [h for h in shown.of("baseline") if h.meaning.name in family]
        labels = [h for h in shown.of("label") if classed and h.meaning.name in family]
        if labels or (own and not _better(hits, own, alike)) or (several and own):
            return True
        if _shares_baseline(one, held, shown):
            return True
        words = {token.plain for token in shown.tokens}
        if any(phrase <= words for phrase in _phrases(one.declared)):
            return True
        turns = {hit.first for hit in shown.of("rise", "fall") if hit.meaning.name == one.name}
        if not turns.issuperset(hit.first for hit in hits):  # "warms" alone leaves open since when
            return _is_when(one, function, hits)
    units = (hit.meaning.name for hit in held.text.of("unit word") if hit.size > 1)
    described = _described(one.declared)
    return any(t.plain in described for t in held.text.tokens) or not family.isdisjoint(units)


def _shares_baseline(one: RunOutput, held: Matched, shown: Mentions) -> bool:
    """Tell what "warms more than the world" means: a rise since what the other is counted from."""
    spans = _spans(one.declared) if one.declared else frozenset[tuple[int, int]]()
    others = (other.declared for other in held.analysis.outputs if other.name != one.name)
    beside = any(spans & _spans(other) for other in others if other)
    return beside and any(hit.meaning.name == one.name for hit in shown.of("rise", "fall"))


def _akin(output: Output, other: Output) -> bool:
    """Tell outputs that differ in what they are counted in alone: since one."""
    return bool(output.since) and output.since == other.since


def _is_when(one: RunOutput, function: Function, hits: Sequence[Hit[Meaning]]) -> bool:
    """Tell whether an output is the date of what a text names, which names no other date."""
    dates = {output.name for output in function.outputs if output.kind == "date"}
    others = dates - {one.name}
    return one.name in dates and not any(hit.meaning.name in others for hit in hits)


def _of_another(hit: Hit[Meaning], over: Mapping[int, Hit[Meaning]], taken: frozenset[str]) -> bool:
    """Tell whether a phrase is part of a longer one, for an input or another output."""
    other = over[hit.first]
    return hit.within(other) and other.meaning.name not in taken


def _better(
    hits: Sequence[Hit[Meaning]], own: Sequence[Hit[Meaning]], taken: frozenset[str]
) -> bool:
    """Tell whether another output's own words say more than loose words that speak of this one."""
    if any(hit.meaning.sure for hit in own):
        return False
    size = max(hit.end - hit.first for hit in own)
    return any(
        hit.meaning.sure and hit.end - hit.first >= max(2, size) and hit.meaning.name not in taken
        and not any(hit.first <= one.first and one.end <= hit.end for one in own)
        for hit in hits
    )  # fmt: skip


@once_for_each
def _phrases(output: Output | None) -> tuple[frozenset[str], ...]:
    """Return the content words of each of an output's own phrases that has several."""
    words = output.words if output else ()
    held = (frozenset(one.plain for one in tokens(phrase)) - _LINKS for phrase in words)
    return tuple(words for words in held if len(words) > 1)


@once_for_each
def _described(output: Output | None) -> frozenset[str]:
    """Return the longer words of an output's name, description and units."""
    said = (output.name, output.description, *output.unit_words) if output else ()
    found = re.findall(r"[^\W\d_]{4,}", " ".join(said))
    return frozenset(plain(word) for word in found) - _COMMON


def _family(function: Function, name: str) -> frozenset[str]:
    """Return an output with those that are changes of it, or that it is the change of."""
    declared = next(one for one in function.outputs if one.name == name)
    base = declared.changes_of or name
    changes = {one.name for one in function.outputs if one.changes_of == base}
    return frozenset({base, name, *changes})


def _unchanged(output: RunOutput, function: Function) -> bool:
    """Tell whether a change is taken of a run in which no argument alters anything."""
    altering = any(p.kind == "change" or p.alters for p in function.parameters)
    return altering and not _alters(output, function)


def _alters(output: RunOutput, function: Function) -> bool:
    """Tell whether an argument of a run alters what it is compared with."""
    altering = [p for p in function.parameters if p.kind == "change" or p.alters]
    given = dict(output.call.arguments)
    held = [(p, given[p.name]) for p in altering if p.name in given]
    return any(
        not isinstance(node, Number) or parameter.altered(node.value) for parameter, node in held
    )


def _other_units(held: Matched) -> Iterator[Problem]:
    """Return a problem for a number that the text counts in what another output is counted in."""
    for literal in held.analysis.literals:
        names = {one.name for one in literal.outputs}
        own = next((one.declared for one in literal.outputs if one.declared), None)
        if literal.role != "compared" or own is None or len(names) > 1:
            continue
        if literal.unit not in (own.unit, own.kind) or not own.unit_words:
            continue
        for number in held.text.numbers:
            if number.kind == "number" and not number.unit and number_fits(number, literal):
                counted = _counted(held.text, number.end)
                units = (hit for hit in held.text.of("unit word") if hit.size > 1)
                counted |= {hit.meaning.name for hit in units if hit.meaning.name in names}
                if counted and not counted & names:
                    yield _problem(literal.outputs[0], held, counted)


def _counted(text: Mentions, index: int) -> frozenset[str]:
    """Return the outputs that the longest unit behind a number belongs to."""
    units = [
        hit for hit in text.of("unit word")
        if index <= hit.first <= index + 2
        and not any(one.plain in _SMALL for one in text.tokens[index : hit.first])
    ]  # fmt: skip
    size = max((hit.end - hit.first for hit in units), default=0)
    return frozenset(hit.meaning.name for hit in units if hit.end - hit.first == size)


def baselines(held: Matched) -> frozenset[Period]:
    """Return the periods of a text that an output of the formula is counted from, or a mean of."""
    declared = [one.declared for one in held.analysis.outputs if one.declared]
    spans = {span for one in declared for span in _spans(one)}
    found: set[Period] = set()
    for one, other in itertools.pairwise(held.text.periods):
        between = [token.plain for token in held.text.tokens[one.end_token : other.first_token]]
        if (one.first.year, other.last.year) in spans and between in _TO:
            found |= {one, other}
    return frozenset(found)


@once_for_each
def _spans(output: Output) -> frozenset[tuple[int, int]]:
    """Return the periods that the description of an output names, by first and last year."""
    found = re.findall(r"\b(\d{4})-(\d{4})\b", output.description)
    return frozenset((int(first), int(last)) for first, last in found)


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
