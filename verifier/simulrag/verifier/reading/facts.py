"""The single facts that a sentence states: numbers, labels, dates and directions."""

import re
from collections.abc import Sequence
from typing import Literal

from simulrag.simulators.interface import Band, Frozen, Output, Parameter
from simulrag.verifier.quantities import Printed, quantities
from simulrag.verifier.reading.dates import DateMention, dates
from simulrag.verifier.reading.mentions import FALL, RISE, Mention
from simulrag.verifier.reading.text import Span, find_phrases

FactKind = Literal["number", "range", "label", "date", "direction"]
Direction = Literal["rise", "fall", "none"]

_CLAUSE = re.compile(
    r";|:\s|,\s+(?:and|but|which|while|whereas|so|yet|indicating|representing|suggesting|signifying|"
    r"resulting|showing|marking|reflecting|meaning|making|with|this|it|the|because|implying)\b"
    r"|\s+(?:but|while|whereas|although|and (?:it|is|was|would|has|both|that))\s+"
    r"|\s-+\s",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"(?<!but )(?<!yet )(?<!though )(?<!if )\b(?:not|n't|never|no|neither|nor|fails? to|far from|rather than|isn't|doesn't|"
    r"does not|did not|will not|won't|cannot)\b",
    re.IGNORECASE,
)
_UNDIRECTED = re.compile(
    r"\b(?:differen\w+|apart|separat\w+|magnitude|size|divergen\w+|dispar\w+|gap|distinction)\b", re.I
)
_CHANGE = re.compile(
    rf"\b(?:{RISE}|{FALL}|chang\w+|differ\w*|shift\w*|apart|separat\w*|deviat\w*|magnitude|gap|"
    r"divergen\w+|dispar\w+|alteration|total|net)\b",
    re.IGNORECASE,
)
#: A noun that makes the number of its clause a change, whatever stands between the two.
_CHANGE_NOUN = re.compile(
    r"(?<!with )(?<!under )(?<!these )(?<!specified )\b(?:difference|change|deviation|divergence|"
    r"disparity|gap|shift)\b(?! scenario)",
    re.IGNORECASE,
)
_RANGE_JOIN = re.compile(r"^\s*(?:to|and|-|through|up to)\s*(?:about\s+)?$", re.IGNORECASE)
_RANGE_START = re.compile(
    r"\b(?:between|from|range (?:of|from|is|runs from)?|interval (?:of|is|from)?|in|lies? in|\[|\()"
    r"\s*(?:about\s+)?\[?\(?$",
    re.IGNORECASE,
)
#: The level of an interval and the base of a rate are no results ("90 % interval", "per 100,000").
_LEVEL = re.compile(
    r"\bper\s+\d[\d,. ]*"
    r"|\b(?:scenario|situation|strategy|option|case|approach|pathway|phase|plan|step)\s+(?:\d|one|two|three)\b"
    r"|\b\d{1,2}(?:\.\d+)?[\s-]*(?:%|per ?cent)\s*(?:confidence\s+|credible\s+|prediction\s+|"
    r"uncertainty\s+)?(?:interval|range|CI|confidence|probability)",
    re.IGNORECASE,
)
#: Things that a text counts to speak about its own parts ("the two scenarios").
_STRUCTURE = re.compile(
    r"\s+(?:\w+\s+){0,2}?(?:scenarios?|strateg(?:y|ies)|dates|years|settings?|periods?|options?|"
    r"interventions?|cases? (?:are|is|differ|compared)|states|pathways?|approach(?:es)?|situations?|"
    r"conditions|outcomes?|places|cities|jurisdictions|projections?|points in time|categories|"
    r"gases|distinct|modifications?|temperatures|sets?)\b",
    re.IGNORECASE,
)
_YEAR_BEFORE = re.compile(r"\b(?:in|year|by|since|until|from|to|between|and|of|for|the|season)\s+$", re.I)
_LIMIT = re.compile(
    r"\b(?:lower\w*|fall\w*|drop\w*|ris\w+|climb\w*|stay\w*|remain\w*|brings?|keeps?|goes)\b[^,;]*"
    r"\b(?:below|under|above|over|past|beyond)\s+$",
    re.IGNORECASE,
)
#: A noun of direction that a statement takes for granted ("such warming would disrupt ...").
_PRESUPPOSED_BEFORE = re.compile(
    r"(?:\b(?:such|this|these|that|most of|the|any|of)\s+|'s\s+)(?:\w+\s+){0,2}$", re.IGNORECASE
)
_PRESUPPOSED_AFTER = re.compile(
    r"\s+(?:\w+\s+){0,3}?(?:will|would|may|might|can|could|is likely|makes?|causes?|leads? to|threatens?)\b",
    re.IGNORECASE,
)
_INPUT_TAIL = r"(?:in|of|to|from|for|the|local|global|both|either|emission|emissions)"


class Fact(Frozen):
    """One fact at text[start:end], in the clause text[left:right]."""

    kind: FactKind
    start: int
    end: int
    left: int
    right: int
    printed: tuple[Printed, ...] = ()
    date: DateMention | None = None
    label: str = ""
    band: Band | None = None
    direction: Direction = "none"
    #: Where the word that gives the direction stands.
    direction_at: tuple[int, int] | None = None
    negated: bool = False
    #: The number is a difference or change, not a value.
    of_change: bool = False
    #: A difference without a sign ("the difference is 0.3 °C").
    undirected: bool = False


class Vocabulary(Frozen):
    """What the facts of a sentence may be about."""

    outputs: tuple[Output, ...]
    parameters: tuple[Parameter, ...]
    bands: tuple[Band, ...] = ()

    def rises(self) -> tuple[str, ...]:
        """Return the outputs' own words for more."""
        return tuple(word for output in self.outputs for word in output.rise_words)

    def falls(self) -> tuple[str, ...]:
        """Return the outputs' own words for less."""
        return tuple(word for output in self.outputs for word in output.fall_words)


def facts(
    text: str, mentions: Sequence[Mention], words: Vocabulary, named: Sequence[Span] = ()
) -> list[Fact]:
    """Return the facts of a normalised sentence in order; inputs that it restates are none.

    Numbers inside `named` spans belong to a name ("four-week growth") and state nothing.
    """
    inputs = _input_spans(text, mentions, words.parameters)
    clauses = _clauses(text)
    days = [d for d in dates(text) if _outside(d.start, d.end, inputs)]
    taken = [*inputs, *named, *(Span(text=d.text, start=d.start, end=d.end) for d in days)]
    levels = [Span(text=m.group(), start=m.start(), end=m.end()) for m in _LEVEL.finditer(text)]
    plain = _blanked(text, inputs)
    figures = [
        q
        for q in quantities(text)
        if _outside(q.start, q.end, [*taken, *levels])
        and not _a_year(text, q)
        and not (_STRUCTURE.match(text, q.end) and not q.text[-1:].isdigit())
    ]
    directions = _directions(text, inputs, words)
    found = _numbers(plain, figures, directions, clauses, words)
    found += [_date(text, day, clauses) for day in days]
    labels = _labels(text, words, clauses, [*inputs, *_number_spans(figures)])
    found += labels
    found += _pure_directions(text, directions, found, clauses, words)
    return sorted(found, key=lambda fact: fact.start)


def _blanked(text: str, inputs: Sequence[Span]) -> str:
    """Blank out restated inputs, so that "CO2 changed by 5 %" makes no change of a result."""
    for span in inputs:
        text = text[: span.start] + " " * (span.end - span.start) + text[span.end :]
    return text


def _a_year(text: str, figure: Printed) -> bool:
    return (
        not figure.unit
        and bool(_YEAR_BEFORE.search(text[: figure.start]))
        and figure.text.isdigit()
        and len(figure.text) == 4
        and 1500 <= int(figure.text) < 2300
    )


def _number_spans(figures: Sequence[Printed]) -> list[Span]:
    return [Span(text=q.text, start=q.start, end=q.unit_end) for q in figures]


def _outside(start: int, end: int, spans: Sequence[Span]) -> bool:
    return all(end <= s.start or start >= s.end for s in spans)


def _input_spans(
    text: str, mentions: Sequence[Mention], parameters: Sequence[Parameter]
) -> list[Span]:
    """Return where inputs are restated, with the words that say how they change."""
    spans = [Span(text=m.words, start=m.start, end=m.end) for m in mentions]
    changing = [p for p in parameters if p.kind == "change"]
    names = [phrase for p in changing for phrase in (*p.words, *p.family)]
    for span in find_phrases(text, names):
        spans.append(_widened(text, span))
    return spans


def _widened(text: str, span: Span) -> Span:
    """Take in "increase in" before and "emissions increase" after the name of an input."""
    verb = rf"(?:{RISE}|{FALL}|chang\w*|modif\w*|adjust\w*|alter\w*)"
    before = re.search(
        rf"\b{verb}\s+(?:{_INPUT_TAIL}\s+){{0,3}}(?:[\w']+\s+(?:and|/)\s+)?$", text[: span.start], re.I
    )
    after = re.match(
        rf"(?:\s*(?:emissions?|gas|gases|forcing|effects?))*(?:\s+(?:and|or)\s+[\w ]{{2,20}}?)?\s+"
        rf"(?:emissions?\s+)?{verb}\b(?!\s+(?:trend|effect))",
        text[span.end :],
        re.I,
    )
    start = before.start() if before else span.start
    end = span.end + (after.end() if after and _names_input_change(after.group()) else 0)
    return Span(text=text[start:end], start=start, end=end)


def _names_input_change(tail: str) -> bool:
    return bool(re.search(r"(?:chang|modif|adjust|alter|increas|decreas|reduc)\w*$", tail.strip(), re.I))


def _clauses(text: str) -> list[tuple[int, int]]:
    cuts = [0, *(m.start() for m in _CLAUSE.finditer(text)), len(text)]
    return [(low, high) for low, high in zip(cuts, cuts[1:], strict=False) if high > low]


def _clause(clauses: Sequence[tuple[int, int]], at: int) -> tuple[int, int]:
    return next((c for c in clauses if c[0] <= at < c[1]), clauses[-1])


class _Word(Frozen):
    start: int
    end: int
    direction: Direction
    own: bool


def _directions(text: str, inputs: Sequence[Span], words: Vocabulary) -> list[_Word]:
    found: list[_Word] = []
    for phrases, direction in ((words.rises(), "rise"), (words.falls(), "fall")):
        found += [
            _Word(start=s.start, end=s.end, direction=direction, own=True)
            for s in find_phrases(text, phrases)
        ]
    for pattern, direction in ((RISE, "rise"), (FALL, "fall")):
        for match in re.finditer(rf"\b(?:{pattern})\b", text, re.IGNORECASE):
            span = match.span()
            if all(span[1] <= w.start or span[0] >= w.end for w in found):
                found.append(_Word(start=span[0], end=span[1], direction=direction, own=False))
    outside = [
        w
        for w in found
        if _outside(w.start, w.end, inputs) and not _idiom(text, w.start, w.end)
    ]
    return sorted(_without_alternatives(text, outside), key=lambda w: w.start)


def _idiom(text: str, start: int, end: int) -> bool:
    """Tell whether a word of direction says none: "falls within", "energy for cooling"."""
    after = re.match(r"\s*(?:within|into|under|short|in the|outside|on|to be|apart)\b", text[end:], re.I)
    word = text[start:end].lower()
    return bool(after and word.startswith("fall")) or bool(re.search(r"\bfor\s+$", text[:start]))


def _without_alternatives(text: str, found: list[_Word]) -> list[_Word]:
    """Drop "warming or cooling": a choice that is named and not made."""
    dropped: set[int] = set()
    for a in found:
        for b in found:
            if a.end <= b.start and re.fullmatch(r"\s*(?:or|nor|/)\s*(?:an?\s+)?", text[a.end : b.start]):
                dropped |= {a.start, b.start}
    return [w for w in found if w.start not in dropped]


def _numbers(
    text: str,
    figures: Sequence[Printed],
    directions: Sequence[_Word],
    clauses: Sequence[tuple[int, int]],
    words: Vocabulary,
) -> list[Fact]:
    found: list[Fact] = []
    skip = -1
    for index, figure in enumerate(figures):
        if index == skip:
            continue
        after = figures[index + 1] if index + 1 < len(figures) else None
        pair = after is not None and _is_range(text, figure, after)
        printed = (figure, after) if pair and after is not None else (figure,)
        skip = index + 1 if pair else -1
        if pair and not printed[-1].unit and found:
            last = found[-1].printed[-1].unit  # "12.9 °C (90 % interval 11.5 to 14.4)"
            printed = tuple(p.model_copy(update={"unit": last}) for p in printed)
        found.append(_number(text, printed, directions, clauses, words))
    return found


def _is_range(text: str, first: Printed, second: Printed) -> bool:
    joined = _RANGE_JOIN.match(text[first.unit_end : second.start])
    comma = re.fullmatch(r"\s*,\s*", text[first.unit_end : second.start])
    start = text[max(0, first.start - 30) : first.start]
    return bool((joined and _RANGE_START.search(start)) or (comma and start.rstrip().endswith("[")))


def _number(
    text: str,
    printed: tuple[Printed, ...],
    directions: Sequence[_Word],
    clauses: Sequence[tuple[int, int]],
    words: Vocabulary,
) -> Fact:
    first, last = printed[0], printed[-1]
    left, right = _clause(clauses, first.start)
    near = [w for w in directions if left <= w.start < right]
    word = _governing(text, first, last, near)
    before, after = text[left : first.start], text[last.unit_end : right]
    of_change = (
        _of_change(before, after, words) or word is not None or first.text.startswith("+")
    ) and not _reaches_limit(before)
    return Fact(
        kind="range" if len(printed) == 2 else "number",
        start=first.start,
        end=last.unit_end,
        left=left,
        right=right,
        printed=printed,
        direction=word.direction if word else "none",
        direction_at=(word.start, word.end) if word else None,
        negated=_negated(text[left : min(first.qualified_from, first.start)]),
        of_change=of_change,
        undirected=bool(_UNDIRECTED.search(before)) and word is None and not first.signed,
    )


def _governing(
    text: str, first: Printed, last: Printed, near: Sequence[_Word]
) -> _Word | None:
    """Return the word that gives a number its direction: "an increase of 1.08", "0.3 warmer"."""
    for word in near:
        gap = text[last.unit_end : word.start]
        if word.start >= last.unit_end and re.fullmatch(r"\s*(?:of\s+)?(?:\w+\s+)?", gap):
            return word
    for word in reversed(near):
        if word.end > first.start:
            continue
        gap = text[word.end : first.start]
        if re.search(r"\bto\s+(?:\w+\s+)?$", gap) or len(gap) > 60:
            return None
        link = r"\s*(?:trend|effect|temperature|change|shift|influence)?\s*(?:in|for|at|between|from|over|than)?[^.;]*?"
        tail = r"(?:\b(?:of|by|is|was|be|to|exceeds?|at|about|around|nearly|than|only|is an?)\b[\w\s,-]*|[\s:=(]*)$"
        return word if re.fullmatch(link + tail, gap, re.IGNORECASE) else None
    return None


def _of_change(before: str, after: str, words: Vocabulary) -> bool:
    """Tell whether the last word before a number that says what it is speaks of a change."""
    head = before.rsplit(",", 1)[-1]
    if _CHANGE_NOUN.search(head) and not re.search(r"\bto\s+(?:\w+\s+)?$", head):
        return True
    changes = [m.start() for m in _CHANGE.finditer(before)]
    outputs = [s.start for s in find_phrases(before, [w for o in words.outputs for w in o.words])]
    if re.search(r"\b(?:to|at|reach\w*)\s+(?:\w+\s+)?$", before) and outputs:
        return bool(re.match(r"\s*(?:apart|warmer|cooler|higher|lower)", after))
    if changes and (not outputs or max(changes) > max(outputs)):
        return True
    own = (*words.rises(), *words.falls())
    return bool(re.match(r"\s*(?:apart|higher|lower)\b", after)) or any(
        s.start < 12 for s in find_phrases(after, own)
    )


def _reaches_limit(before: str) -> bool:
    """Tell whether a value is said to cross a limit: "falls below 9 °C", "lowers it under 9 °C"."""
    head = before.rsplit(",", 1)[-1]
    named = re.search(r"\b(?:rise|increase|decrease|drop|warming|cooling)\b", head, re.IGNORECASE)
    return bool(_LIMIT.search(before)) and not _CHANGE_NOUN.search(head) and named is None


def _negated(before: str) -> bool:
    match = None
    for match in _NEGATION.finditer(before):
        pass
    if match is None or re.match(r"\s*(?:only|more than|less than|fewer than)\b", before[match.end() :]):
        return False
    return len(before[match.end() :].split()) <= 7


def _date(text: str, day: DateMention, clauses: Sequence[tuple[int, int]]) -> Fact:
    left, right = _clause(clauses, day.start)
    return Fact(
        kind="date",
        start=day.start,
        end=day.end,
        left=left,
        right=right,
        date=day,
        negated=_negated(text[left : day.start]),
    )


def _labels(
    text: str,
    words: Vocabulary,
    clauses: Sequence[tuple[int, int]],
    taken: Sequence[Span],
) -> list[Fact]:
    by_word = {word.casefold(): b for b in words.bands for word in (b.label, *b.words)}
    found: list[Fact] = []
    for span in find_phrases(text, by_word):
        band = by_word.get(" ".join(span.text.split()).casefold())
        left, right = _clause(clauses, span.start)
        if band is None or not _outside(span.start, span.end, taken):
            continue
        found.append(
            Fact(
                kind="label",
                start=span.start,
                end=span.end,
                left=left,
                right=right,
                label=span.text,
                band=band,
                negated=_negated(text[left : span.start]),
            )
        )
    return found + _categories(text, words, clauses, taken)


def _categories(
    text: str, words: Vocabulary, clauses: Sequence[tuple[int, int]], taken: Sequence[Span]
) -> list[Fact]:
    found: list[Fact] = []
    for output in words.outputs:
        phrases = {p.casefold(): v for v, ps in output.choices.items() for p in (v, *ps)}
        for span in find_phrases(text, phrases):
            value = phrases.get(" ".join(span.text.split()).casefold())
            left, right = _clause(clauses, span.start)
            if value is None or not _outside(span.start, span.end, taken):
                continue
            if re.search(r"\bbeing\s+(?:\w+\s+)?$", text[: span.start]):
                continue  # said in passing
            found.append(
                Fact(
                    kind="label",
                    start=span.start,
                    end=span.end,
                    left=left,
                    right=right,
                    label=value,
                    negated=_negated(text[left : span.start]),
                )
            )
    return found


def _presupposed(text: str, word: _Word) -> bool:
    return bool(
        text[word.start : word.end].lower().endswith("ing")
        and _PRESUPPOSED_BEFORE.search(text[: word.start])
        and _PRESUPPOSED_AFTER.match(text[word.end :])
    )


def _generic(word: str) -> bool:
    return bool(re.fullmatch(rf"(?:{RISE}|{FALL}|higher|lower|positive|negative)", word, re.IGNORECASE))


def _about_result(clause: str, words: Vocabulary) -> bool:
    """Tell whether a clause names an output, so that "increase" can be one of it."""
    return bool(find_phrases(clause, [w for o in words.outputs for w in o.words]))


def _pure_directions(
    text: str,
    directions: Sequence[_Word],
    found: Sequence[Fact],
    clauses: Sequence[tuple[int, int]],
    words: Vocabulary,
) -> list[Fact]:
    """Return the direction of each clause that gives no number for it."""
    made: list[Fact] = []
    for word in directions:
        left, right = _clause(clauses, word.start)
        numbered = any(f.kind in ("number", "range") and f.of_change and f.left == left for f in found)
        labelled = any(f.kind == "label" and f.start <= word.start < f.end for f in found)
        if numbered or labelled or any(f.left == left for f in made) or not word.own:
            continue
        if _presupposed(text, word):
            continue
        if _generic(text[word.start : word.end]) and not _about_result(text[left:right], words):
            continue
        made.append(
            Fact(
                kind="direction",
                start=word.start,
                end=word.end,
                left=left,
                right=right,
                label=text[word.start : word.end],
                direction=word.direction,
                negated=_negated(text[left : word.start]),
                of_change=True,
            )
        )
    return made
