"""What a text prints, or its context tells, and a formula leaves out."""

import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from simulrag.simulators.interface import Candidate, Parameter
from simulrag.verifier.formulas.anchoring import lexicon, spoken_outputs
from simulrag.verifier.formulas.anchoring.findings import Finding, finding
from simulrag.verifier.formulas.anchoring.literal_sources import SMALL, Sources
from simulrag.verifier.formulas.anchoring.literals import Literal
from simulrag.verifier.formulas.anchoring.mentions import (
    Meaning,
    Mentions,
)
from simulrag.verifier.formulas.anchoring.numerals import PrintedNumber
from simulrag.verifier.formulas.anchoring.periods import A_WEEK, Period
from simulrag.verifier.formulas.anchoring.printed_literals import (
    base_of,
    choice_of,
    is_amount_of,
    iso_day,
    number_fits,
    period_fits,
    taken_tokens,
    unknown_names,
)
from simulrag.verifier.formulas.anchoring.stated_directions import is_verb
from simulrag.verifier.formulas.anchoring.unprinted import DURATIONS, follows_on, presences
from simulrag.verifier.formulas.anchoring.vocabulary import longest, plain, plain_words, tokens
from simulrag.verifier.formulas.listings import applies
from simulrag.verifier.formulas.syntax import Application, Number, Text, walk
from simulrag.verifier.formulas.unrepresented import acts_from, begun

#: Kinds of parameters that the runs of a claim share, unless they alter what is compared.
_SHARED = ("choice", "integer", "place", "number", "share")
#: Units of time in which the length of a stretch of years is told -> its years.
_YEARS = {"year": 1, "decade": 10, "century": 100}
#: How far behind "except" what is excepted may stand.
MOST_EXCEPTED = 4
#: Functions of the language that go through cases, so that one of them may be excepted.
_GOES_THROUGH = ("all", "any", "count", "argmax", "argmin", "rank", "max", "min", "sum", "mean")
#: Said of a condition that only another function has as an input.
_NO_INPUT = (
    "; no function of the formula has an input for it: take one that has, or give the sentence "
    "that states it as context"
)


@dataclass(frozen=True)
class Omissions:
    """A formula with its text, and what of the text does not stand in it."""

    held: Sources

    def problems(self) -> Iterator[Finding]:
        """Return a problem for each thing that the text prints and the formula leaves out."""
        text, years = self.held.text, {one.first_token for one in self.held.text.periods}
        for number in text.numbers:
            aside = number.mark or number.denied or number.first in years
            if not aside and not self._number_used(number):
                yield self._unsaid("number", text.printed(number.first, number.end))
        told = {(one.first, one.last) for held in self.held.around for one in held.periods}
        for period in text.periods:
            # The context may have dates that no function of the formula can be given.
            aside = not self._takes_dates and (period.first, period.last) in told
            if not aside and not self._period_used(period):
                hint = "" if self._takes_dates else _NO_INPUT
                yield self._unsaid("date", text.text[period.start : period.stop], hint)
        yield from self._removed()
        yield from self._lasting()
        yield from self._choices()
        yield from self._of_sisters()
        yield from self._of_others()
        yield from self._of_context()
        yield from self._places()
        yield from self._clauses()
        yield from self._only()
        yield from self._excluded()

    def _excluded(self) -> Iterator[Finding]:
        """Return a problem for a condition that the text excepts and every run has."""
        text, analysis = self.held.text, self.held.analysis
        nodes = (node for atom in analysis.atoms for node in walk(atom.left))
        if analysis.listed or any(isinstance(one, Application) and one.name in _GOES_THROUGH
                                  for one in nodes):  # fmt: skip
            return
        calls = [dict(call.arguments) for call in analysis.calls]
        for one in self._literals:
            held = {call.get(one.parameter_name) for call in calls}
            if one.parameter is None or one.parameter.kind in ("year", "date") or len(held) > 1:
                continue
            for at in self.held.positions(one):
                ahead = text.plain[max(0, at - MOST_EXCEPTED) : at]
                word = next((w for w in ahead if w in lexicon.EXCEPTING), "")
                if word and one.value != -100 and "," not in ahead:
                    first = at - len(ahead) + ahead.index(word)
                    yield self._unsaid("exception", text.printed(first, at + 1))

    def _only(self) -> Iterator[Finding]:
        """Return a problem for "only in Ohio" where the formula says nothing of all others."""
        text, analysis = self.held.text, self.held.analysis
        if analysis.listed or len(analysis.calls) > 1:
            return
        given = {name for call in analysis.calls for name, _ in call.arguments}
        chosen = (one for one in self._literals if one.parameter and one.parameter_name in given
                  and one.parameter.kind in ("place", "choice", "choices"))  # fmt: skip
        named = {at for one in chosen if not choice_of(one).isdecimal()
                 for at in self.held.positions(one)}  # fmt: skip
        for at in text.places("only"):
            first = at + 1
            while text.plain[first : first + 1] and text.plain[first] in lexicon.BEFORE_ONLY:
                first += 1
            if first in named and text.plain[at - 1 : at] not in (["not"], ["if"]):
                yield self._unsaid("condition", text.printed(at, first + 1))

    def _clauses(self) -> Iterator[Finding]:
        """Return a problem for a clause that says which way something goes, and nothing else.

        Where the formula has an order without a number for each, they may be what it says.
        """
        text = self.held.text
        joints = (at for at, (word, verb) in enumerate(itertools.pairwise(text.plain))
                  if word == "and" or (word == "without" and verb.endswith("ing")))  # fmt: skip
        ends = (0, *sorted({*text.breaks, *joints}), len(text.tokens))
        printed = {at for one in self._literals for at in self.held.positions(one)}
        kinds = ("rise", "fall", "general rise", "general fall", "later", "earlier", "equality")
        verbs = [hit.first for hit in text.of(*kinds)
                 if is_verb(text.plain[hit.first])]  # fmt: skip
        alone = [(first, end) for first, end in itertools.pairwise(ends)
                 if printed.isdisjoint(range(first, end)) and any(first <= at < end for at in verbs)
                 and end - first < len(text.tokens)]  # fmt: skip
        if len(alone) > self._orders:
            first, end = alone[-1]
            end -= text.plain[end - 1] in (".", ",", "!")
            yield self._unsaid("statement", text.printed(first, end))

    @property
    def _orders(self) -> int:
        """Return how many comparisons print neither number nor label: orders, and "unchanged"."""
        printed = {one.atom for one in self._literals
                   if one.role in ("compared", "label") and self.held.positions(one)}  # fmt: skip
        return sum(atom.index not in printed for atom in self.held.analysis.atoms)

    def _removed(self) -> Iterator[Finding]:
        """Return a problem for what the text has none of and no run changes."""
        for one in self.held.parameters.values():
            may_go = one.kind == "change" and one.low is not None and one.low <= -100
            said = presences(self.held.text, one.name).values() if may_go else ()
            if "gone" in said and one.name not in self._changed:
                yield self._unsaid("absence of", one.words[0] if one.words else one.name)

    def _lasting(self) -> Iterator[Finding]:
        """Return a problem for how long something lasts, in words, that could be told to a run."""
        given = {one.parameter_name for one in self._literals}
        fields = [field for one in self.held.parameters.values() for field in one.selection.fields
                  if {other.name for other in one.selection.fields} & given]  # fmt: skip
        times = {one.name for one in fields if one.unit in DURATIONS}
        dates = [one for one in self._literals if one.parameter and one.parameter.kind == "date"
                 and one.parameter in fields]  # fmt: skip
        if not times or times & given or len(dates) > 1:
            return
        text = self.held.text
        for at in text.places("for"):
            number = text.numbers_at.get(at + 1)
            if number is not None and number.in_words and number.unit in DURATIONS:
                yield self._unsaid("length", text.printed(at + 1, number.end))
            elif text.plain[at + 1 : at + 2] == ["a"] and text.plain[at + 2] in DURATIONS:
                yield self._unsaid("length", text.printed(at + 1, at + 3))

    # What no function of the formula takes.

    @cached_property
    def _takes_dates(self) -> bool:
        inputs = self.held.parameters.values()
        kinds = {output.declared.kind for output in self.held.analysis.outputs if output.declared}
        return "date" in kinds or any(
            p.kind in ("date", "year") or p.selection.periods for p in inputs
        )

    def _unsaid(self, what: str, printed: str, hint: str = "") -> Finding:
        thing = f"the {what} {printed!r}"
        return self._left_out(thing, printed, "the text prints ", what, hint)

    def _left_out(
        self, thing: str, printed: str, before: str, kind: str = "", hint: str = ""
    ) -> Finding:
        held = ", ".join(dict.fromkeys(one.says() for one in self._literals))
        return finding(
            before, thing,
            f", which the formula leaves out or has otherwise; it has {held or 'no literal'}{hint}",
            kind,
            reason="text_not_in_formula",
            given=printed or thing,
        )  # fmt: skip

    @property
    def _literals(self) -> tuple[Literal, ...]:
        return self.held.analysis.literals

    def _number_used(self, number: PrintedNumber) -> bool:
        fitting = [one for one in self._literals if number_fits(number, one)]
        if fitting:
            changed = {one.parameter_name for one in fitting if one.changed}
            known = self.held.parameters
            changes = {n for n in number.owners if n in known and known[n].kind == "change"}
            return not changed or len(changes) < 2 or changes <= changed
        values = {one.value for one in self._literals}
        if any(hit.first <= number.first < hit.end and values & set(hit.meaning.values)
               for hit in self.held.text.of("label")):  # fmt: skip
            return True
        if self._is_usual_instead(number):
            return True
        whole = number.kind == "number" and not number.unit and number.value <= SMALL
        lasts = number.unit in DURATIONS and bool(self._dates)
        if number.in_words and (whole or lasts) and not (number.owners and number.change):
            return True
        if self._is_of_other_run(number):
            return True
        if lasts and self._moves(number.value * DURATIONS[number.unit]):
            return True
        if number.unit in _YEARS and self._lie_apart(number.value * _YEARS[number.unit]):
            return True
        if any(number.first in self.held.multiples.get(one.value, ()) for one in self._literals):
            return True
        return number.value in spoken_outputs.numbers_of(self.held.analysis) or any(
            number.value == base and is_amount_of(number, unit) for base, unit in self._bases
        )

    def _is_usual_instead(self, number: PrintedNumber) -> bool:
        """Tell the usual value of an input that another is said to be instead of: 1 lane, not 2."""
        return number.change is not None and any(
            one.usual == number.value and self._is_taken_as_well(one)
            for one in self.held.parameters.values() if one.usual is not None
        )  # fmt: skip

    def _is_of_other_run(self, number: PrintedNumber) -> bool:
        """Tell "a year earlier" of what is said of another run by itself."""
        behind = self.held.text.plain[number.end : number.end + 1]
        atoms = self.held.analysis.atoms
        return (
            number.unit in DURATIONS
            and behind in (["earlier"], ["later"], ["before"], ["after"], ["ago"])
            and len(atoms) > 1
            and all(len({one.call for one in atom.outputs}) == 1 for atom in atoms)
        )

    def _lie_apart(self, length: float) -> bool:
        """Tell whether two years of the formula, or of its text, are the ends of so many years."""
        years = self.held.analysis.years | {
            one.first.year for one in self.held.text.periods if one.year_alone
        }
        return any(b - a in (length, length - 1) for a in years for b in years if a < b)

    @cached_property
    def _bases(self) -> frozenset[tuple[float, str]]:
        """Return the values that changes of the runs' inputs are of, with their units."""
        return frozenset(
            (base, one.changed_unit) for function in self.held.analysis.functions
            for call in self.held.analysis.calls if call.function == function.name
            for one in function.parameters if (base := base_of(one, call))
        )  # fmt: skip

    def _moves(self, days: float) -> bool:
        """Tell whether two dates of a formula, or one and a printed one, lie so far apart."""
        held = [iso_day(str(one.value)) for one in self._dates]
        own = [day[0] for day in held if day]
        told = [one.first for text in self.held.everywhere for one in text.periods]
        return any(abs(abs((a - b).days) - days) <= 1 for a in own for b in (*own, *told))

    def _period_used(self, period: Period) -> bool:
        if (period.last - period.first).days > 36_000 or self._chosen_by(period):
            return True
        if any(period_fits(period, one) for one in self._literals):
            return True
        days = (iso_day(str(one.value)) for one in self._dates)
        for day in (day[0] for day in days if day):
            begins = period.is_day and period.holds(day - A_WEEK)  # "27 Nov to 3 Dec"
            if begins or self.held.follows(period, day):
                return True
        if period in spoken_outputs.baselines(self.held):
            return True
        if any(follows_on(period, one, self.held.text) for one in self._literals):
            return True
        year, years = period.first.year, self.held.analysis.years
        if (year, period.start) in begun(self.held.text.text) and year in self._acts_from:
            return True
        return period.year_alone and (
            any(str(one.value).startswith(f"{year}-") for one in self._dates)
            or any(2 * year - other in years - {year} for other in years)
        )

    @cached_property
    def _changed(self) -> frozenset[str]:
        """Return the inputs to which runs give a value that is not 0, or that are sought."""
        held = ((one.parameter or one.sought, one.value) for one in self._literals)
        return frozenset(one.name for one, value in held if one and value)

    @cached_property
    def _acts_from(self) -> frozenset[int]:
        """Return the years from which on what the formula changes is declared to change."""
        return frozenset(
            year for function in self.held.analysis.functions for one in function.parameters
            if one.name in self._changed for year in acts_from(function, one)
        )  # fmt: skip

    @cached_property
    def _dates(self) -> tuple[Literal, ...]:
        return tuple(one for one in self._literals if iso_day(str(one.value)) is not None)

    def _chosen_by(self, period: Period) -> bool:
        """Tell whether a choice of the formula stands for a period of about that length."""
        for one in self._literals:
            ends = one.parameter.selection.periods.get(str(one.value)) if one.parameter else None
            if ends is None or not period.year_known:
                continue
            first, last = (date.fromisoformat(end) for end in ends)
            length, printed = (last - first).days, (period.last - period.first).days
            overlap = first <= period.last and period.first <= last
            years = (first.year, last.year, (first.year + last.year) // 2)
            named = period.year_alone and period.first.year in years  # a year for those around it
            if overlap and (named or printed * 3 >= length):
                return True
        return False

    # Choices.

    def _choices(self) -> Iterator[Finding]:
        """Return a problem for a name of a choice, and for one other word of each parameter."""
        text = self.held.text
        hits = text.of("choice", "group")
        used = {hit.meaning.name for hit in hits if self._choice_used(hit.meaning)}
        for hit in hits:
            if not self._choice_used(hit.meaning) and (
                hit.meaning.sure or hit.meaning.name not in used
            ):
                used.add(hit.meaning.name)
                yield self._unsaid(hit.meaning.name, text.printed(hit.first, hit.end))

    def _choice_used(self, meaning: Meaning) -> bool:
        values = self.held.values.get(meaning.name, frozenset())
        parameters = [p for f in self.held.analysis.functions for p in f.inputs
                      if p.name == meaning.name]  # fmt: skip
        if meaning.name in self.held.analysis.listed or values & set(meaning.values):
            return True
        defined = {f"{meaning.name}_{value}" for value in meaning.values}  # "since_preindustrial"
        names = () if any(one.changed for one in self._literals) else self.held.analysis.outputs
        if any(one in output.name for output in names for one in defined):
            return True
        if any(set(a.split()) < set(b.split()) for a in meaning.values for b in values):
            return True  # a more special choice: fewer contacts, and those at work
        groups = [p.selection.groups.get(str(v), ()) for p in parameters for v in values]
        if any(set(group) & set(meaning.values) for group in groups):
            return meaning.kind == "group" or len(values) == 1
        usual = [p for p in parameters if p.usual is not None and str(p.usual) in meaning.values]
        if usual and (not values or any(map(self._is_taken_as_well, usual))):
            return True
        if any(self._goes_without(meaning, one) for one in parameters):
            return True
        told = (hit.meaning for one in self.held.around for hit in one.of("choice"))
        spare = all(
            p.kind == "choices" and p.default is None and not p.required for p in parameters
        )
        if not values and spare and meaning in told:
            return True
        return any(str(one.value) in meaning.values for one in self._literals)

    def _is_taken_as_well(self, parameter: Parameter) -> bool:
        """Tell whether some run has what is usual, beside a printed other choice of another run.

        A change is against the run that has it.
        """
        name = parameter.name
        left_open = any(name not in dict(one.arguments) for one in self.held.analysis.calls)
        changes = any(
            one.declared and one.declared.changes_of for one in self.held.analysis.outputs
        )
        return (left_open or changes) and any(
            one.parameter_name == name and self.held.positions(one) for one in self._literals
        )

    def _goes_without(self, meaning: Meaning, parameter: Parameter) -> bool:
        """Tell what is meant where a run has none: history, in years before any scenario."""
        counted = not set(meaning.values) & set(parameter.members)
        runs = (dict(call.arguments) for call in self.held.analysis.calls)
        return counted and any(
            parameter.name not in run and not applies(parameter, run, surely=True) for run in runs
        )

    def _of_sisters(self) -> Iterator[Finding]:
        """Return a problem for a run that leaves out a condition that another of its kind has."""
        for function in self.held.analysis.functions:
            runs = [dict(one.arguments) for one in self.held.analysis.calls
                    if one.function == function.name]  # fmt: skip
            for one in function.parameters if len(runs) > 1 else ():
                stated = {run[one.name] for run in runs if one.name in run}
                whole = {name for run in runs if one.name in run for name in run}
                if one.kind not in _SHARED or one.alters or len(stated) != 1:
                    continue
                changes = {p.name for p in function.parameters if p.kind == "change"}
                bare = (run for run in runs if one.name not in run and run.keys() <= whole
                        and not (one.left_open.meant and changes.isdisjoint(run)))  # fmt: skip
                value = stated.pop()
                if not isinstance(value, Text | Number) or value.value == one.usual:
                    continue
                if any(applies(one, run, surely=True) for run in bare):
                    hint = f"; where {one.usual} is meant, write {one.name}={json.dumps(one.usual)}"
                    yield self._left_out(
                        f"{one.name} {value.value}", str(value.value), "another run has ",
                        hint=hint if one.usual is not None else "",
                    )  # fmt: skip

    def _of_others(self) -> Iterator[Finding]:
        """Return a change that all runs of other functions have, and none of one that takes it."""
        calls = [(one.function, dict(one.arguments)) for one in self.held.analysis.calls]
        for function in self.held.analysis.functions:
            own = [run for name, run in calls if name == function.name]
            others = [run for name, run in calls if name != function.name]
            for one in function.parameters if others else ():
                value, *more = {run.get(one.name) for run in others}
                bare = all(one.name not in run and applies(one, run, surely=True) for run in own)
                alike = bare and one.kind == "change" and not more
                if alike and isinstance(value, Number) and value.value:
                    yield self._left_out(f"{one.name} {value.value:g}", "", "another run has ")

    def _of_context(self) -> Iterator[Finding]:
        """Return a problem for a condition of the context of which a formula takes the default."""
        for one in self.held.parameters.values():
            told = {hit.meaning.values for text in self.held.around for hit in text.of("choice")
                    if hit.meaning.name == one.name}  # fmt: skip
            aside = one.alters or (one.default is None and one.selection.need_words)
            if one.usual is None or aside or len(told) != 1 or one.name in self.held.values:
                continue
            if str(one.usual) not in (values := told.pop()):
                yield self._left_out(f"{one.name} {values[0]!r}", values[0], "the context prints ")

    # Places.

    def _places(self) -> Iterator[Finding]:
        """Return a problem for a printed place that no argument names, or one elsewhere."""
        inputs = self.held.parameters.values()
        kind = next((one.name for one in inputs if one.kind == "place"), "")
        literals = [one for one in self._literals if kind and one.parameter_name == kind]
        known = {word.plain for one in literals for word in tokens(str(one.value))}
        of_places = "" if kind else self._function_of_places()
        text, titles = self.held.text, set[str]()
        for one in literals:
            meant = self.held.candidates(str(one.value))
            titles.update(place.title for place in meant[:1])
            for printed in self._parts(one, known):
                yield self._unsaid(kind, printed)
            for name, region in self._qualified(one, known):
                printed = f"{name}, {region}"
                if not _is_same(self.held.candidates(printed), meant, region):
                    known |= {word.plain for word in tokens(region)}
                    yield self._unsaid(kind, printed, f"; write {json.dumps(printed)}")
        for first, end in unknown_names(text):
            printed = text.printed(first, end)
            if set(text.plain[first:end]) <= known:
                continue
            found = self.held.candidates(printed)
            other = found and found[0].sure and found[0].title not in titles
            other = other or (found and of_places and self._is_other_region(found[0]))
            if (kind or of_places) and other and _may_be_place(text, first, end, found[0].title):
                yield self._unsaid(kind or "place", printed, of_places)
            within = first and text.plain[first - 1] in lexicon.WITHIN_PLACES
            if not kind and within and any(self._is_inside(one, printed) for one in found):
                yield self._unsaid("place", printed, _NO_INPUT)

    def _function_of_places(self) -> str:
        """Return which function of the formula's simulators takes a place; empty for none."""
        names = dict.fromkeys(call.simulator for call in self.held.analysis.calls)
        found = (f"; {name}.{function.name} takes a place" for name in names
                 for function in self.held.registry.simulator(name).functions
                 if any(one.kind == "place" for one in function.inputs))  # fmt: skip
        return next(found, "")

    def _is_other_region(self, place: Candidate) -> bool:
        """Tell a region that is not the one which functions without a place are about."""
        if "(" in place.title:  # a point, by its coordinates
            return False
        about = {word for one in self.held.analysis.functions
                 for word in plain_words(f"{one.title} {one.description}")}  # fmt: skip
        own = (self.held.candidates(word)[:1] for word in sorted(about))
        return all(one.title != place.title for found in own for one in found)

    def _is_inside(self, place: Candidate, printed: str) -> bool:
        """Tell the city of a state that the formula has: "Columbus, Ohio, United States"."""
        name, *wider = (part.strip() for part in place.title.partition("(")[0].split(","))
        return plain(name) == plain(printed) and any(one.value in wider for one in self._literals)

    def _parts(self, literal: Literal, known: set[str]) -> Iterator[str]:
        """Return a part of a place that the text speaks of, where an argument names the whole."""
        text = self.held.text
        for first, end in self.held.named_places(literal, text):
            before = text.plain[first - 1] if first else ""
            ahead = [one.plain for one in text.tokens[: first - 1][-1:]]
            verb = before == "lower" and ahead and ahead[0] not in lexicon.BEFORE_PLACES
            if before in lexicon.PARTS_OF_PLACES and before not in known and not verb:
                yield text.printed(first - 1, end)

    def _qualified(self, literal: Literal, known: set[str]) -> Iterator[tuple[str, str]]:
        """Return the place and the region of "Perth, Scotland", where no argument names it."""
        text, taken = self.held.text, taken_tokens(self.held.text)
        for first, last in self.held.named_places(literal, text):
            begin = end = last + 1
            for at, one in enumerate(text.tokens[begin:], begin):
                if at in taken or not one.word[0].isupper():
                    break
                end = at + 1
            behind = set(text.plain[begin:end])
            between = text.plain[begin - 1 : begin]
            if between in _BEFORE_REGIONS and not behind <= known:
                yield text.printed(first, begin - 1), text.printed(begin, end)


#: What stands between the name of a place and the region that it lies in.
_BEFORE_REGIONS = ([","], ["("], ["in"])


def _is_same(printed: Sequence[Candidate], meant: Sequence[Candidate], region: str) -> bool:
    """Tell whether a place of a region is the one meant, or the region has the words of its own."""
    if printed or not meant:
        return bool(printed and meant) and printed[0].title == meant[0].title
    wider = meant[0].title.partition("(")[0].partition(",")[2]
    return set(plain_words(wider)) <= set(plain_words(region))


def _may_be_place(text: Mentions, first: int, end: int, title: str) -> bool:
    """Tell a place from a word with a capital because it begins a sentence: "Strong policy"."""
    begins = first == 0 or not text.plain[first - 1].isalnum()
    if not begins or end - first > 1:
        return True
    outputs = longest(text.of("output"))  # "Mombasa climate was", but no "Strong climate policy"
    end = outputs[end].end if end in outputs else end
    behind = text.plain[end] if end < len(text.tokens) else ""
    spoken = {hit.first for hit in text.hits}
    verb = behind in lexicon.GRAMMATICAL or behind.endswith(("s", "ed")) or end in spoken
    same = plain(title.partition(",")[0]) == text.plain[first]
    return same and (verb or not behind.isalpha())
