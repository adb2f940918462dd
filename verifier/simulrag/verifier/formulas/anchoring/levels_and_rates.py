"""Whether a number of a text is a level, a change or a rate, as its formula has it.

"Lengthens the trip by 27 seconds" is no travel time, "per resident" no count, "3,705 a day" nothing
of a week, and "warmer than today" no warming since 1850-1900.
"""

import itertools
import re
from collections.abc import Iterator
from typing import NamedTuple

from simulrag.simulators.immutable_data import once_for_each
from simulrag.simulators.interface import Function, Output
from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas.anchoring import lexicon
from simulrag.verifier.formulas.anchoring.literals import Literal, RunOutput
from simulrag.verifier.formulas.anchoring.mentions import Meaning, Mentions
from simulrag.verifier.formulas.anchoring.numerals import PrintedNumber
from simulrag.verifier.formulas.anchoring.printed_literals import Matched
from simulrag.verifier.formulas.anchoring.spoken_outputs import baselines as spoken_baselines
from simulrag.verifier.formulas.anchoring.spoken_outputs import (
    other_output,
    spans_of,
    tokens_of,
    words_about,
)
from simulrag.verifier.formulas.anchoring.stated_directions import is_comparative
from simulrag.verifier.formulas.anchoring.unprinted import DURATIONS
from simulrag.verifier.formulas.anchoring.vocabulary import Hit, plain_words
from simulrag.verifier.formulas.syntax import Application, Arithmetic, Node, Number, bare, walk
from simulrag.verifier.formulas.syntax import Output as OutputOf

#: How an output's own sentence says that it is how far something moves.
_MOVES = re.compile(r"\{turn:|\{(?:value|size)\} (?:more|less|fewer|\w+er)\b")
_UNITS = frozenset(DURATIONS)
#: Adjectives for them, and what is no unit behind "per", "each" and "every".
_ADJECTIVES = {"daily": "day", "weekly": "week", "monthly": "month", "annual": "year",
               "yearly": "year"}  # fmt: skip
_UNDIVIDED = lexicon.NO_DIVISORS.union(_UNITS, (f"{unit}s" for unit in _UNITS))
#: Words behind which a time is no longer that of the number, and those that order times.
_APART = lexicon.GRAMMATICAL - {"a", "per"}
_ORDERING = lexicon.AFTERWARDS | lexicon.BEFOREHAND
#: What makes a verb of "warming".
_VERBS = frozenset("is are was were be been keep keeps kept".split())
#: Kinds of words of a text that speaks of a difference or change.
_COMPARING = ("rise", "fall", "general rise", "general fall", "later", "earlier", "distance",
              "different", "reference", "averting", "equality", "afterwards", "beforehand",
              "baseline")  # fmt: skip
#: How far behind a number its time may stand ("3,705 admissions a day").
NEAR_RATE = 4
#: How far behind "than" and "compared with" the time may stand that something is counted from.
NEAR_BASE = 5


def problems(held: Matched) -> Iterator[Problem]:
    """Return a problem for each number that the text has of something else than the formula."""
    yield from _levels_for_changes(held)
    yield from _changes_for_levels(held)
    yield from _totals_for_rates(held)
    yield from _other_rates(held)
    yield from _relative_for_points(held)
    yield from _other_bases(held)
    yield from _means_for_moves(held)


class _Compared(NamedTuple):
    """A number that is compared, the two sides of its comparison, and where the text prints it."""

    literal: Literal
    sides: tuple[Node, Node]
    printed: list[PrintedNumber]


def _compared(held: Matched) -> Iterator[_Compared]:
    numbers = held.text.numbers_at
    for one in held.analysis.literals:
        if one.role == "compared" and one.atom >= 0:
            atom = held.analysis.atoms[one.atom]
            printed = [numbers[at] for at in held.positions(one) if at in numbers]
            yield _Compared(one, (bare(atom.left), bare(atom.right)), printed)


def _other_bases(held: Matched) -> Iterator[Problem]:
    """Return a problem for a change since a fixed period that the text counts from another time.

    "Warmer than today" is no warming since 1850-1900; a difference of two runs may be.
    """
    said = next(_recent(held.text), "")
    for atom in held.analysis.atoms if said else ():
        own = [one for one in atom.outputs if one.declared and spans_of(one.declared)]
        alone = [side for side in (atom.left, atom.right) if isinstance(bare(side), OutputOf)]
        if len(own) == len(alone) == len(atom.outputs) == 1 and not _has_own_base(own[0]):
            first, last = min(spans_of(own[0].declared)) if own[0].declared else (0, 0)
            yield other_output(
                own[0], f"{own[0].name} is against {first}-{last}, but the text says {said!r}; "
                "compare two runs, or give the run that period",
            )  # fmt: skip


def _means_for_moves(held: Matched) -> Iterator[Problem]:
    """Return a problem for a mean over years where the text says how far it moves between them.

    "From 1991 to 2020 the world warmed by 0.9 °C" is no warming of that period since 1850-1900.
    """
    text = held.text
    ends = [{first.first.year, last.last.year} for first, last in text.stretches
            if text.plain[first.end_token : last.first_token] != ["-"]]  # fmt: skip
    based = bool(text.of("baseline")) or bool(spoken_baselines(held))
    for literal, sides, printed in _compared(held) if ends and not based else ():
        own = next((one for one in literal.outputs if one.declared), None)
        alone = own is not None and any(isinstance(one, OutputOf) for one in sides)
        if own is None or own.declared is None or not (alone and spans_of(own.declared)):
            continue
        years = {p.name for p in own.function.parameters if p.kind == "year"}
        given = {value.value for name, value in own.call.arguments
                 if name in years and isinstance(value, Number)}  # fmt: skip
        step = next(filter(None, (_step(text, one, own.name) for one in printed)), None)
        if given in ends and step:
            yield other_output(
                own, f"{own.name} is a mean over those years, but the text says how far it moves "
                f"between them ({text.printed(*step)!r}); compare two runs",
            )  # fmt: skip


def _has_own_base(one: RunOutput) -> bool:
    """Tell whether a call gives the years that a change is counted from beside its own."""
    years = {p.name for p in one.function.parameters if p.kind == "year"}
    return len(years & {name for name, _ in one.call.arguments}) > 1


def _recent(text: Mentions) -> Iterator[str]:
    """Yield what a text counts from, where that is today or another time without a date."""
    for hit in text.of("reference"):
        for at in range(hit.end, min(hit.end + NEAR_BASE, len(text.plain))):
            if text.plain[at] in (",", ";", ":", "."):
                break
            behind = "".join(text.plain[at + 1 : at + 2])
            leads = text.plain[at] == "before" and behind.isalpha()  # "before industrialisation"
            if text.plain[at] in lexicon.RECENT and not leads:
                yield text.printed(hit.first, at + 1)
                break
    for number in text.numbers:
        ahead = text.plain[number.first - 1] if number.first else ""
        if ahead in ("further", "another"):
            yield text.printed(number.first - 1, number.end)


def _totals_for_rates(held: Matched) -> Iterator[Problem]:
    """Return a problem for a value of all where the text speaks of it for each: "per resident".

    A ratio may be what the text divides by.
    """
    roots = (side for atom in held.analysis.atoms for side in (atom.left, atom.right))
    if any(isinstance(n, Arithmetic) and n.operator == "/" for r in roots for n in walk(r)):
        return
    taken = frozenset[str]().union(*(
        _divisors(one.declared) for one in held.analysis.outputs if one.declared
    ))  # fmt: skip
    for said, of in _each(held.text):
        if of in taken or (taken and not of):  # another output of the formula is the rate
            continue
        for one in held.analysis.outputs:
            named = one.declared and _for_each(one.declared, one.function, of, said.casefold())
            if named:
                told = f"the text says {said!r}; take what is counted for each, or a ratio"
                yield other_output(one, f"the formula takes {one.name}, but {told}", named)
                break


def _other_rates(held: Matched) -> Iterator[Problem]:
    """Return a problem for a value itself where the text says how much it is in another time.

    "3,705 a day" is not said of a week, nor "0.9 °C per decade" of a warming.
    """
    text = held.text
    for literal, sides, printed in _compared(held):
        own = next((one for one in literal.outputs if one.declared), None)
        if own is None or own.declared is None or not any(isinstance(s, OutputOf) for s in sides):
            continue
        others = _UNITS - _times_of(own.declared)
        for number in printed:
            for at in range(number.end, min(number.end + NEAR_RATE, len(text.plain) - 1)):
                word, unit = text.plain[at : at + 2]
                if word in _APART:  # "over a decade"
                    break
                beside = text.plain[at + 2 : at + 3]  # "a year earlier"
                if word in ("a", "per") and unit in others and _ORDERING.isdisjoint(beside):
                    said = text.printed(at, at + 2)
                    yield other_output(
                        own, f"the formula takes {own.name} itself, but the text says {said!r}; "
                        "take an output that is one, or divide",
                    )  # fmt: skip


@once_for_each
def _times_of(output: Output) -> frozenset[str]:
    """Return the lengths of time of which an output speaks in its own words."""
    words = {word for phrase in _phrases(output) for word in phrase}
    return frozenset(_ADJECTIVES.get(word, word.removesuffix("s")) for word in words) | words


def _phrases(output: Output) -> list[tuple[str, ...]]:
    """Return all that an output declares of itself, each phrase by its words."""
    said = (*output.words, *output.unit_words, output.description, output.name.replace("_", " "))
    return [plain_words(phrase) for phrase in said]


def _each(text: Mentions) -> Iterator[tuple[str, str]]:
    """Return how a text divides something, and by what: "per vehicle"; "" for a population."""
    for first, word in enumerate(text.plain[:-1]):
        of = text.plain[first + 1]
        if word in ("per", *lexicon.EACH) and of.isalpha() and of not in _UNDIVIDED:
            yield text.printed(first, first + 2), of
        if word == "per" and text.tokens[first + 1].is_number:
            yield text.printed(first, first + 2), ""
    for hit in text.of("per head"):
        yield text.printed(hit.first, hit.end), ""


def _for_each(own: Output, function: Function, of: str, said: str) -> list[str]:
    """Return the outputs that are one for each of something, of one that is not.

    Those of the same quantity ("co2_per_vehicle" of "co2_change", a rate of what is counted); for
    what no output names, and a population, all rates.
    """
    divisors = {one.name: _divisors(one) for one in function.outputs}
    if not of or not any(of in some for some in divisors.values()):
        distributes = not of or said.startswith("per")
        return (
            [] if divisors.get(own.name) or not distributes else [*filter(divisors.get, divisors)]
        )
    base = own.changes_of or own.name
    counted = {word for unit in own.unit_words for word in plain_words(unit)}
    alike = [one.name for one in function.outputs if of in _divisors(one)
             and (one.name.startswith(base) or counted & words_about(one))]  # fmt: skip
    return [] if of in divisors.get(own.name, ()) else alike


@once_for_each
def _divisors(output: Output) -> frozenset[str]:
    """Return what an output is counted for each of, by the words behind "per"; "" for numbers."""
    pairs = (pair for phrase in _phrases(output) for pair in itertools.pairwise(phrase))
    found = {of if of.isalpha() else "" for word, of in pairs if word == "per"}
    return frozenset(found - _UNITS)


def _relative_for_points(held: Matched) -> Iterator[Problem]:
    """Return a problem for a change in percent where the text prints percentage points."""
    for literal, sides, printed in _compared(held):
        own = next(iter(literal.outputs), None)
        points = any(one.unit == "percentage_point" for one in printed)
        if own is not None and points and _is_relative(literal, sides):
            yield other_output(
                own, f"the formula compares {own.name} as a change in percent, but the text prints "
                "percentage points, which are the difference of two percentages",
            )  # fmt: skip


def _is_relative(literal: Literal, sides: tuple[Node, Node]) -> bool:
    """Tell whether a literal is compared with percents of a value that is no percentage itself."""
    nodes = [node for side in sides for node in walk(side)]
    if any(isinstance(one, Application) and one.name == "percent_change" for one in nodes):
        return True
    bases = [(one, one.declared.changes_of) for one in literal.outputs if one.declared]
    units = [o.unit for one, base in bases for o in one.function.outputs if o.name == base]
    return bool(units) and "percent" not in units


def _levels_for_changes(held: Matched) -> Iterator[Problem]:
    """Return a problem for a number of a change or spread that a value itself is compared with."""
    text = held.text
    for literal, sides, printed in _compared(held):
        output, *others = dict.fromkeys(literal.outputs) or (None,)
        own = output and output.declared
        level = any(isinstance(side, OutputOf) for side in sides)
        if not (output and own) or others or not level or _is_step(own):
            continue
        said = [(first, end) for first, end in _distances(held, output, own)
                if any(_is_of(text, one, first, end, own.name) for one in printed)]  # fmt: skip
        said += [step for one in printed if (step := _step(text, one, own.name))]
        for first, end in said:
            yield other_output(
                output, f"the formula compares {own.name} itself, but the text gives a number "
                f"of {text.printed(first, end)!r}; compare a change or a difference",
            )  # fmt: skip


@once_for_each
def _is_step(own: Output) -> bool:
    """Tell an output that says how far something moves, by its kind or in its own sentence."""
    change = own.is_change or own.changes_of or own.baseline_words
    return bool(change or own.unit.startswith("delta_") or _MOVES.search(own.template))


def _changes_for_levels(held: Matched) -> Iterator[Problem]:
    """Return a problem for where a value gets to, of which a formula takes a difference."""
    text = held.text
    turns = tokens_of(text.of("rise", "fall", "general rise", "general fall"))
    moves = bool(text.of(*_COMPARING)) or text.says(lexicon.STEPS)
    for literal, sides, printed in _compared(held):
        apart = any(isinstance(one, Arithmetic) and one.operator == "-" for one in sides)
        two = apart and len({one.call for one in literal.outputs}) > 1
        led = any(one.sign or text.plain[text.lead(one)] == "by" for one in printed)
        if two and printed and not moves and not led:
            yield other_output(
                literal.outputs[0], "the formula compares a difference of two runs, but the text "
                "says nothing of one; compare the value",
            )  # fmt: skip
        for number in printed if apart else ():
            lead = text.lead(number)
            moved = any(at < lead and _clause(text, at) == _clause(text, lead) for at in turns)
            if text.plain[lead : lead + 1] == ["to"] and moved and not number.side:
                yield other_output(
                    literal.outputs[0], "the formula compares a difference, but the text says "
                    f"{text.printed(lead, number.end)!r}, where it gets to; compare the value",
                )  # fmt: skip


def _step(text: Mentions, number: PrintedNumber, name: str) -> tuple[int, int] | None:
    """Return the words by which a number is how far something moves, as tokens.

    So is that behind "by", behind a noun or a verb of moving ("a rise of 5", "saves 5", and not
    "rises to 5"), and before a comparative ("5 °C warmer"). Words of the output itself, such as
    "averts", are of its level.
    """
    own = tokens_of(_levels(text, name))
    turns = tokens_of(text.of("rise", "fall", "general rise", "general fall", "averting")) - own
    lead = text.lead(number)
    word = text.plain[lead] if lead >= 0 else ""
    moved = any(at < lead and _clause(text, at) == _clause(text, lead) for at in turns)
    if word == "by" and moved:
        return lead, number.end
    if word == "of" and lead - 1 in turns:
        return lead - 1, number.end
    if word in lexicon.STEPS and lead not in own:
        return lead, number.end
    end = number.end
    if end in turns and is_comparative(text.plain[end]):
        return number.first, end + 1
    return None


def _clause(text: Mentions, at: int) -> int:
    """Return which clause a token stands in, counted by the signs before it."""
    return sum(word in (",", ";", ".", ":") for word in text.plain[:at])


def _distances(held: Matched, output: RunOutput, own: Output) -> Iterator[tuple[int, int]]:
    """Return where a text has a noun for a change or spread, but not of an input's, as tokens."""
    text, known = held.text, output.function.outputs
    moves = {o.name for o in known if own.name in (o.name, o.changes_of)
             or o.unit == f"delta_{own.unit}"}  # fmt: skip
    names = [hit for hit in text.of("output", "parameter", "choice", "label", "baseline")
             if hit.size > 1 and hit.meaning.name not in moves]  # fmt: skip
    named = tokens_of((*names, *_levels(text, own.name)))
    changed = {hit.first for hit in text.of("parameter")
               if held.parameters[hit.meaning.name].kind == "change"}  # fmt: skip
    for hit in text.of("distance", "output", "rise", "fall"):
        moving = hit.meaning.name in moves and text.plain[hit.end - 1].endswith("ing")
        noun = moving and text.plain[hit.first - 1] not in _VERBS
        noun = (noun or hit.meaning.kind == "distance") and hit.first not in named
        if noun and changed.isdisjoint(range(hit.end, hit.end + 4)):
            yield hit.first, hit.end


def _levels(text: Mentions, name: str) -> list[Hit[Meaning]]:
    """Return the phrases of an output that say of it neither that it rises nor that it falls."""
    turns = {(hit.first, hit.end) for hit in text.of("rise", "fall")}
    return [hit for hit in text.of("output")
            if hit.meaning.name == name and (hit.first, hit.end) not in turns]  # fmt: skip


def _is_of(text: Mentions, number: PrintedNumber, first: int, end: int, name: str) -> bool:
    """Tell whether a number is that of a noun: "5 °C of warming", "the spread of temperature"."""
    words, own = text.plain, _levels(text, name)
    if number.side or words[number.first - 1 : number.first] == ["to"]:
        return False
    linked = words[end : end + 1] in (["of"], ["in"], ["between"])
    beside = ["of"] in (words[number.end : first], words[end : number.first])
    whole = any(hit.end == first or (linked and 0 < hit.first - end <= 4) for hit in own)
    return beside or whole or not own
