"""The single facts that a sentence states: numbers, labels, dates and directions."""

import re
from collections.abc import Sequence

from simulrag.verifier.quantities import Printed, as_share, family, quantities
from simulrag.verifier.reading.beside import is_margin, lies_between, of_difference, set_beside
from simulrag.verifier.reading.carrying import carried, with_direction
from simulrag.verifier.reading.clauses import (
    clause_at,
    clauses_of,
    input_spans,
    negated,
    outside,
    span_of,
    without_inputs,
)
from simulrag.verifier.reading.counterparts import counterparts
from simulrag.verifier.reading.courses import courses, is_course
from simulrag.verifier.reading.dates import DateMention
from simulrag.verifier.reading.day_counts import joined_times, shifts
from simulrag.verifier.reading.directions import (
    HIGHER_LEVEL,
    TO,
    DirectionWord,
    direction_words,
    governing_word,
)
from simulrag.verifier.reading.every import is_rank
from simulrag.verifier.reading.fact import Fact, Vocabulary
from simulrag.verifier.reading.factors import factors
from simulrag.verifier.reading.freezing import digits, freezing
from simulrag.verifier.reading.fronted import word_behind
from simulrag.verifier.reading.labels import labels
from simulrag.verifier.reading.limits import more_of_result, with_unit_behind, without_limits
from simulrag.verifier.reading.mentions import FALL, RISE, Mention
from simulrag.verifier.reading.multiples import multiples
from simulrag.verifier.reading.said_units import in_their_units, in_unit_before
from simulrag.verifier.reading.set_off import from_unread_limit, set_off
from simulrag.verifier.reading.shared_units import with_limits_in_scale, with_shared_units
from simulrag.verifier.reading.shares import shares
from simulrag.verifier.reading.sized import sized
from simulrag.verifier.reading.stated_directions import pure_directions
from simulrag.verifier.reading.stating import (
    periods,
    states,
    without_band_ends,
    without_odds,
    without_windows,
)
from simulrag.verifier.reading.text import AnyCase, Span
from simulrag.verifier.reading.told_dates import told_dates
from simulrag.verifier.reading.what_numbers_are_of import is_all, is_near, leads_by, subject_from

#: "Between the two travel times lie 8.17 seconds".
_BETWEEN = r"\bbetween\b[^;]*\b(?:lies?|lay|there (?:is|are))\s+(?:\w+\s+)?$"
_LIES_BETWEEN = AnyCase(_BETWEEN)
_UNDIRECTED = re.compile(
    r"\b(?:differ\w*|apart|separat\w+|magnitude|size|divergen\w+|dispar\w+|gap|distinction|"
    r"agree\w*(?=(?: to)? within)|(?:spread|distance|margin)(?= between))\b"
    r"|\b(?:chang|alter|shift|mov)(?:es?|ed|s)\b[^,;.]{1,60}\bby\s+(?:a\s+)?(?:\w+\s+)?$"
    rf"|{_BETWEEN}",
    re.I,
)
#: A change is graded by its size ("this change of 0.2 °C is considered modest").
_GRADED_AFTER = re.compile(
    r"\s*(?:is|was|would be|can be|counts)\s+(?:considered|classed|classified|categori[sz]ed|"
    r"deemed|rated|described|as)\b"
    # Its size is what is set beside a limit, too.
    r"|\s*(?:exceeds?|surpass\w*|(?:does not|doesn't|fails to) (?:reach|exceed)|"
    r"(?:is|lies|stays|remains) (?:above|below|over|under))\b",
    re.IGNORECASE,
)
#: A change named by its size: "the 0.18 % change".
_SIZED = re.compile(r"\s*(?:change|shift|swing|difference)\b", re.IGNORECASE)
_CHANGE = AnyCase(
    rf"\b(?:{RISE}|{FALL}|chang\w+|differ\w*|shift\w*|apart|separat\w*|deviat\w*|magnitude|gap|"
    r"agree\w*(?=(?: to)?\s*$)|"
    r"divergen\w+|dispar\w+|alteration|net|(?:spread|distance|margin)(?= between))\b"
)
#: A noun that makes the number of its clause a change, whatever stands between the two.
_CHANGE_NOUN = AnyCase(
    r"(?<!with )(?<!under )(?<!these )(?<!specified )\b(?:difference|change|deviation|divergence|"
    r"disparity|gap|shift|(?:spread|distance|margin)(?= between))\b(?! scenario)"
)
_RANGE_JOIN = re.compile(
    r"^\s*(?:to|and|-|through|up to|as far as)\s*(?:about\s+)?$", re.IGNORECASE
)
_RANGE_START = re.compile(
    r"(?:\b(?:between|from|by|of|range (?:of|from|is|runs from)?|interval (?:of|is|from)?|in|"
    r"lies? in)"
    r"|\[|\("
    r"|\b(?:range|interval|CI)\b[^.;,\d]{0,40}\b(?:is|of|spans|covers|extends|runs|goes|"
    r"reaches|stretches)(?:\s+(?:all the way\s+)?from)?)"
    r"\s*(?:about\s+)?\[?\(?$",
    re.IGNORECASE,
)
#: The level of an interval and the base of a rate are no results ("90 % interval", "per 100,000").
_LEVEL = AnyCase(
    r"\bper\s+\d[\d,. ]*"
    r"|\b\d+(?:\.\d+)?\s?(?:%|per ?cent)\s+would\s+(?:do|suffice|be (?:enough|needed|required))\b"
    r"|\bweek (?:four|4)\b|\b(?:four|4)[\s-]week\b(?!s)|\bnine times out of ten\b"
    r"|\b(?:scenario|situation|strategy|option|case|approach|pathway|phase|plan|step)\s+"
    r"(?:\d(?!\d*[.,]\d)|one|two|three)\b"
    # How many there are to choose from: "the two travel times".
    r"|\b(?:the|these|those|between|of) (?:two|three)\b(?=\s+(?:[^\W\d][^\s.,;]*\s+){0,4}?"
    r"(?:times|totals|values|figures|changes|projections|scenarios|runs|cases|states|classes|results|"
    r"outcomes|averages|means|peaks|strategies|effects|temperatures|levels|years)\b)"
    r"|\b\d{1,2}(?:\.\d+)?[\s-]*(?:%|per ?cent)\s*(?:confidence\s+|credible\s+|prediction\s+|"
    r"uncertainty\s+)?(?:interval|range|CI|confidence|probability|certainty|level\b|band\b)"
)
#: What a date that is given to tell a run by stands before: "with the October start".
_BEGUN = re.compile(
    r"[\s-](?:start|onset|launch|beginning|opening|run|scenario|season|case)s?\b", re.IGNORECASE
)
#: What is counted from a day on: "every day from late September onwards".
_ONWARDS = re.compile(r"\s+(?:onwards?|on)\b(?!\s+\w)|\s+onwards?\b", re.IGNORECASE)
_APART = re.compile(
    r"\s*(?:apart|higher|lower|separates?|(?:lies?|lay|stands?) between|(?:is|"
    r"are) (?:all )?(?:that|what) separates?)\b",
    re.I,
)
#: "At 20 °C or more."
_OR = re.compile(r"\s+(?:or|and)\s+")
#: A number that is said to be a value is no change of one.
_VALUE_BEFORE = re.compile(
    r"\b(?:trip|journey|ride|drive)\s+of\s+$"
    r"|\b(?:baseline|scenario|run)['’]s\s+(?:(?:value|figure|level|time|total)\s+of\s+)?$"
    r"|\b(?:median|mean|baseline)(?:\s+(?:projected|predicted|expected|simulated|peak))?"
    r"(?:\s+(?:value|magnitude|level|height|size))?\s+(?:of|at|is)\s+(?:(?!by\b|up\b|down\b)[a-z]+\s+){0,2}$",
    re.IGNORECASE,
)
_COMPARATIVE_AFTER = re.compile(r"\s*(?:apart|warmer|cooler|higher|lower)")
#: "Of the CO2, 25 kg remain."
_REMAINS = re.compile(
    r"\s*(?:of (?:[\w-]+\s){1,2})?(?:remains?|(?:is|are) (?:still )?left)\b", re.I
)
#: A clause before the comma that says when or in which case something is so.
_LEADS = AnyCase(
    r"\W*(?:whatever|whichever|if|when|whether|where|once|no matter|even (?:if|when))\b"
)
#: What a change amounts to is no value that something is brought to.
_TOTALS = AnyCase(
    r"\b(?:difference|change|deviation|disparity|gap|shift)(?:\s+[\w-]+){0,4}?\s+"
    r"(?:amount\w*|com(?:es?|ing)|adds? up|sums? up)\s+to\s+(?:\w+\s+)?$"
)
#: "Faster than before, though by less than one second".
_BY = AnyCase(r"\bby(?:\s+(?:only|just|some|a|mere|bare|full|exactly))*\s*$", holding=("by",))
#: "At 0.34 °C, the change is past the limit."
_AT = AnyCase(r"\W*(?:at|with)\s+(?:about\s+|only\s+)?")
_CHANGE_NEXT = AnyCase(
    r",\s+(?:the|this|its|[\w-]+'s)\s+(?:[\w-]+\s+){0,3}?(?:difference|change|deviation|disparity|gap|"
    r"shift|warming|cooling|rise|increase)\b"
)
#: What leads in a value that something comes to.
_MOVES_TO = AnyCase(rf"\b(?:{RISE}|{FALL}|warms?|cools?|gets?|goes|go)(?:\s+up|\s+down)?\s+to\s+$")
_REACHED = re.compile(r"\b(?:to|at|reach\w*)\s+(?:\w+\s+)?$")
_LIMIT = re.compile(
    r"\b(?:lower\w*|fall\w*|drop\w*|ris\w+|climb\w*|stay\w*|remain\w*|brings?|keeps?|goes|"
    r"slip\w*|dip\w*|s[iau]nk\w*|slid\w*|creep\w*|gets?|mov\w+|ends?|push\w*|lift\w*|warms?|"
    r"cools?|comes?)\b[^,;]*"
    r"\b(?:below|under|above|over|past|beyond|between)\s+$",
    re.IGNORECASE,
)

_NAMED_CHANGE = re.compile(r"\b(?:rise|increase|decrease|drop|warming|cooling)\b", re.IGNORECASE)


def facts(
    text: str, mentions: Sequence[Mention], words: Vocabulary, named: Sequence[Span] = ()
) -> list[Fact]:
    """Return the facts of a normalised sentence in order; inputs that it restates are none.

    Numbers inside `named` spans belong to a name ("four-week growth") and state nothing.
    """
    inputs = input_spans(text, mentions, words.parameters)
    inputs = [s for s in inputs if not more_of_result(text, s)]
    clauses = clauses_of(text)
    days = [d for d in told_dates(text) if outside(d.start, d.end, inputs)]
    days = [d for d in days if not (_BEGUN.match(text, d.end) or _ONWARDS.match(text, d.end))]
    taken = [*inputs, *named, *(Span(text=d.text, start=d.start, end=d.end) for d in days)]
    levels = [Span(text=m.group(), start=m.start(), end=m.end()) for m in _LEVEL.finditer(text)]
    levels += periods(text, words)
    plain = without_inputs(text, inputs)
    taken += [Span(text="", start=s, end=e) for s, e in shifts(text, days)]
    # The name of an input may stand inside: "half of the initial admissions are left".
    counted = [s for s in taken if not s.text or quantities(s.text)]
    counted += [span_of(m) for m in mentions if isinstance(m.value, float)]  # "the limit halved"
    of_another = multiples(text, taken)  # "double the 15 %" is no doubling
    doubled = factors(text, [*counted, *number_spans(of_another)])
    grown = [*doubled, *of_another, *shares(text, counted)]
    frozen = [q for q in freezing(text) if outside(q.start, q.end, taken)]
    counted_in = digits(text, words.only_unit)
    grown += [*frozen, *(q for q in counted_in if outside(q.start, q.end, taken))]
    told = number_spans([q for q in frozen if q.value])  # "2 °C below zero" falls not
    # "Halving the speed limit" halves no result.
    grown = [q for q in grown if all(q.start != s.start for s in inputs)]
    taken += [*levels, *number_spans(grown)]
    figures = [q for q in quantities(text) if outside(q.start, q.end, taken)]
    figures = set_off(text, in_unit_before(text, figures), words.band_ends)
    figures = [q for q in figures if states(text, q, words)]
    figures = [as_share(text, q) for q in without_odds(text, figures)]
    figures = with_limits_in_scale(text, with_shared_units(text, figures))
    figures = joined_times(text, figures)
    figures = without_band_ends(text, figures, words)
    figures = in_their_units(text, [with_unit_behind(text, q) for q in figures], words.only_unit)
    figures = without_limits(text, figures, words)
    figures = without_windows(text, sorted([*figures, *grown], key=lambda q: q.start))
    directions = direction_words(text, [*inputs, *told], words)
    found = courses(text, _numbers(plain, figures, directions, clauses, words))
    found = counterparts(text, found)
    unnamed = without_inputs(text, named)  # "never higher than on 8 October" denies no date
    found += [_date(unnamed, day, clauses) for day in days]
    graded = labels(text, words, clauses, [*inputs, *number_spans(figures)])
    found = [f._replace(margin=True) if _is_margin(text, f, graded) else f for f in found]
    found = [sized(f, text, words) if graded else f for f in found] + graded
    loose = [w for w in directions if not any(_limits(q, w) for q in figures)]
    found += pure_directions(text, loose, found, clauses, words)
    return sorted(found, key=lambda fact: fact.start)


def _is_margin(text: str, fact: Fact, graded: Sequence[Fact]) -> bool:
    """Tell whether a number is how far a value lies from the end of its class."""
    start = min([fact.start, *(p.qualified_from for p in fact.printed)])
    if fact.kind == "number" and (from_unread_limit(text, fact) or is_all(text, fact)):
        return True
    return fact.kind == "number" and any(
        (g.end <= start and is_margin(text, g.end, fact.start))
        or (fact.end < g.start and leads_by(text, start, fact.end))
        for g in graded
    )


def _limits(figure: Printed, word: DirectionWord) -> bool:
    """Tell whether a word only leads in a limit: "hotter than 29 °C" says of no change."""
    return figure.qualified_from <= word.start < figure.start


def number_spans(figures: Sequence[Printed]) -> list[Span]:
    return [Span(text=q.text, start=q.start, end=q.unit_end) for q in figures]


def _numbers(
    text: str,
    figures: Sequence[Printed],
    directions: Sequence[DirectionWord],
    clauses: Sequence[tuple[int, int]],
    words: Vocabulary,
) -> list[Fact]:
    found: list[Fact] = []
    skip = -1
    for index, figure in enumerate(figures):
        if index == skip:
            continue
        after = figures[index + 1] if index + 1 < len(figures) else None
        printed: tuple[Printed, ...] = (figure,)
        if after is not None and _is_range(text, figure, after):
            # "12.9 °C (90 % interval 11.5 to 14.4)": the unit stands once, before or behind.
            unit = after.unit or figure.unit or (found[-1].printed[-1].unit if found else "")
            printed = tuple(p.model_copy(update={"unit": unit}) for p in (figure, after))
            skip = index + 1
        made = _number(text, printed, directions, clauses, words)
        shared = carried(text, made, found[-1] if found else None, directions)
        found.append(with_direction(made, shared) if shared else made)
    return found


def _is_range(text: str, first: Printed, second: Printed) -> bool:
    joined = _RANGE_JOIN.match(text[first.unit_end : second.start])
    comma = re.fullmatch(r"\s*,\s*", text[first.unit_end : second.start])
    start = text[max(0, first.start - 60) : first.start]
    if is_course(text, first, second):
        return False
    return bool((joined and _RANGE_START.search(start)) or (comma and start.rstrip().endswith("[")))


def _number(
    text: str,
    printed: tuple[Printed, ...],
    directions: Sequence[DirectionWord],
    clauses: Sequence[tuple[int, int]],
    words: Vocabulary,
) -> Fact:
    first, last = printed[0], printed[-1]
    left, right = clause_at(clauses, first.start)
    qualified = min(first.qualified_from, first.start)
    near = [  # "more than 9 °C" says nothing of a rise
        w for w in directions if left <= w.start < right and not qualified <= w.start < first.start
    ]
    near = [w for w in near if not first.qualified_from <= w.start < first.start]
    near = [w for w in near if not _OR.fullmatch(text, last.unit_end, w.start)]
    near = [w for w in near if not is_rank(text, w.start, first.start)]
    word = governing_word(text, first, last, near)
    word = word or word_behind(text, qualified, last.unit_end, directions)
    by_so_much = first.unit != "" and _BY.search(text, left, qualified) is not None
    if by_so_much and word is None:
        word = _before(near, qualified) or _before(directions, qualified)
    before, after = text[left : first.start], text[last.unit_end : right]
    of_value = bool(_VALUE_BEFORE.search(before)) and not set_beside(text, last)
    led = word is not None and word.end <= first.start
    of_value = of_value and not (led and word and not text[word.end : first.start].strip())
    of_value = of_value or (first.unit not in ("", "percent") and bool(_REMAINS.match(after)))
    word = None if of_value and _REMAINS.match(after) else word
    of_change = bool(
        _of_change(text[subject_from(text, left, qualified) : qualified], after, words)
        or is_near(first, before, after)
        or (_AT.fullmatch(text, left, qualified) and _CHANGE_NEXT.match(text, last.unit_end))
        or word is not None
        or by_so_much
        or _is_part_of_degree(first)
        or first.text.startswith("+")
        or (first.unit == "percent" and (first.signed or first.unit_end == first.end))
    ) and not (of_value or (_reaches_limit(before) and not by_so_much))
    return Fact(
        kind="range" if len(printed) == 2 else "number",
        start=first.start,
        end=last.unit_end,
        left=left,
        right=right,
        printed=printed,
        direction=word.direction if word else "none",
        direction_at=(word.start, word.end) if word else None,
        negated=_can_be_denied(first) and negated(text[left:qualified]),
        of_change=of_change,
        of_value=of_value,
        undirected=bool(
            _UNDIRECTED.search(before)
            or is_near(first, before, after)
            or _GRADED_AFTER.match(after)
            or lies_between(after)
            or (first.unit == "percent" and _SIZED.match(after))
        )
        and word is None
        and not first.signed,
    )


def _before(words: Sequence[DirectionWord], at: int) -> DirectionWord | None:
    """Return the last word before a place, if all before it tell the same way."""
    told = [w for w in words if w.end <= at]
    return told[-1] if len({w.direction for w in told}) == 1 else None


def _is_part_of_degree(figure: Printed) -> bool:
    """Tell whether a number is a part of a degree in words, as which nobody gives a level."""
    part = 0 < figure.value < 1 and figure.text[-1:].isalpha()
    return part and family(figure.unit) == "temperature"


def _can_be_denied(figure: Printed) -> bool:
    """Tell whether a denial before a number is of it: "no change (0 °C)" is none of zero."""
    return figure.value != 0 or figure.qualifier != "exact" or figure.text[-1:].isalpha()


def _of_change(before: str, after: str, words: Vocabulary) -> bool:
    """Tell whether the last word before a number that says what it is speaks of a change."""
    head = before.rsplit(",", 1)[-1]
    if of_difference(before, after):
        return True
    if _CHANGE_NOUN.search(head) and (not TO.search(head) or _TOTALS.search(head)):
        return True
    if _MOVES_TO.search(before):
        return bool(re.match(r"\s*(?:apart|warmer|cooler|higher|lower)", after))
    found = _CHANGE.finditer(before, len(before) - len(head) if _LEADS.match(before) else 0)
    changes = [
        m.start()
        for m in found
        if not HIGHER_LEVEL.match(before, m.end()) and not is_rank(before, m.start(), len(before))
    ]
    reached = _REACHED.search(before)
    outputs = [s.start for s in words.names.find(before)] if reached or changes else []
    if reached and outputs:
        return bool(_COMPARATIVE_AFTER.match(after))
    if changes and (not outputs or max(changes) > max(outputs)):
        return True
    if _APART.match(after) or _LIES_BETWEEN.search(before):
        return True
    # "averaged 9.1 °C in 1990, warms by 0.4 °C": of what comes behind a comma it is no change.
    return any(s.start < 12 and "," not in after[: s.start] for s in words.directions.find(after))


def _reaches_limit(before: str) -> bool:
    """Tell whether a value is said to cross a limit: "falls below 9 °C", "lowers it under 9 °C"."""
    head = before.rsplit(",", 1)[-1]
    limited = _LIMIT.search(before) and not _CHANGE_NOUN.search(head)
    return bool(limited) and not _NAMED_CHANGE.search(head)


def _date(text: str, day: DateMention, clauses: Sequence[tuple[int, int]]) -> Fact:
    left, right = clause_at(clauses, day.start)
    return Fact(
        kind="date",
        start=day.start,
        end=day.end,
        left=left,
        right=right,
        date=day,
        negated=negated(text[left : day.start]),
    )
