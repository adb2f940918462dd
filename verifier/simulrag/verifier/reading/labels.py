"""Labels in a sentence: those of a scale, and the values of category outputs."""

import re
from collections.abc import Mapping, Sequence

from simulrag.simulators.interface import Band, Output
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.reading.adverbs import Adverb, adverbs
from simulrag.verifier.reading.clauses import clause_at, negated, outside, without_inputs
from simulrag.verifier.reading.fact import Fact, Vocabulary
from simulrag.verifier.reading.label_bounds import (
    Bound,
    bound_before,
    bound_behind,
    not_there,
)
from simulrag.verifier.reading.text import AnyCase, Phrases, Span, phrase_pattern

#: A label that is only a landmark: "far beyond moderate", "close to significant".
_COMPARED_WITH = re.compile(
    r"\b(?:close to|bordering on|verging on)\s+(?:(?:the|an?)\s+)?['\"]?$", re.IGNORECASE
)
#: A label that bounds what is said: "stops short of significant", "does not get beyond minor".
_BOUND = re.compile(
    r"\b(?P<short>(?:(?P<never>never|not|n't|no|nothing)\s+)?(?:(?:stops?|falls?|stays?|remains?|lies|comes?|is|are|"
    r"keeps?|well|just|far)\s+)*(?:short of|miss(?:es|ed|ing)|"
    r"(?<!nor )(?<!or )(?:less|smaller|lower) than|below|under))\s+"
    r"(?:what (?:it|that|one)?\s?(?:would )?(?:takes?|needs?)\s+(?:to be|to count as|for)\s+)?"
    r"(?:being\s+)?(?:(?:the|"
    r"an?)\s+)?['\"]?$"
    r"|(?P<not>(?:(?:no|not|n't|never|cannot|nothing|without|hardly|"
    r"barely)\s+(?:[\w-]+\s+){0,3}|too\s+\w+\s+to\s+(?:\w+\s+)?|fails to "
    r"(?:[\w-]+\s+)?))?"
    r"\b(?P<past>exceed\w*|surpass\w*|pass(?:es|ed)|(?:more|greater|larger|"
    r"bigger|higher) than|beyond|past|leav(?:e|es|ing))\s+(?:(?:the|an?)\s+)?['\"]?$",
    re.IGNORECASE,
)


#: What makes of "falling" no label: "falling in the category of".
_SORTS = re.compile(
    r"\s*(?:in|into|within|under) (?:the|a|this)\s+(?!(?:week|month|fortnight|first|opening|"
    r"initial|"
    r"season|course|space|next|few)\b)",
    re.IGNORECASE,
)
#: A label that only says what a limit is of: "the 1.0 °C beyond which it would be significant".
_DEFINED = AnyCase(
    r"(?:\d|\bdegrees?|\blimit|\bthreshold|\bmark)[^\s\d.;,]*\s+(?:[\w°]+\s+){0,2}?"
    r"(?:(?:beyond|above|at|from|over|past|below|under) which|where|"
    r"that (?:would )?(?:makes?|marks?|divides?|separates?))"
    r"\b[^.;,]{0,40}$"
)
#: A label that only says what something is measured by: "half of what it takes to be significant".
_LANDMARK = AnyCase(
    r"\b(?:what|that which)\s+(?:(?:it|that|one|this)\s+)?(?:would\s+|will\s+)?(?:be\s+)?"
    r"(?:(?:is|are)\s+)?(?:takes?|needs?|needed|requires?|required|necessary|makes?|"
    r"(?:counts?|qualif\w+|passes|ranks?) as)\b"
    r"[^.;,]{0,40}$"
)
_TOO_SO = re.compile(r"\btoo\s+\w+\s+to\s+(?:be|count|qualify|rank|pass|go)\b[^.;,]*$", re.I)
_TOO = re.compile(r"\btoo\s+$", re.I)
_TOO_TO = re.compile(r"\s+to\b", re.I)
_END_OF_CLASS = re.compile(r"['\"]?\s*(?:threshold|mark|bar|limit|line|cut-?off|level)s?\b", re.I)
#: Most characters in which words that make a label a bound stand before it.
_NEAR = 60


#: "'Moderate' is not the word for it"
_NOT_THE_WORD = AnyCase(
    r"['\"]?(?:\s+(?:class|category|band|bracket|label|one|range))?\s+(?:is|was|"
    r"would be)\s*(?:not|n['’]t|hardly)\s+(?:the|what|how|quite|an?|"
    r"(?:even\s+)?(?:reached|attained|achieved|met|earned|deserved|justified|warranted))\b"
    r"|['\"]?\s+(?:(?:does|do|would|will|can|could)\s*(?:not|n['’]t|hardly)|cannot|no longer|"
    r"hardly|never|fails? to)\s+(?:cover|fit|appl|describe|suit|do\b|hold)\w*"
)


#: What is put under a label is of it: "the scale files the rise under substantial".
_FILED = AnyCase(
    r"\b(?:fil(?:es?|ed)|sort(?:s|ed)?|list(?:s|ed)?|puts?|plac(?:es?|ed)|subsum(?:es?|ed))\b"
    r"[^.;,]{0,60}\bunder\s+(?:the\s+)?['\"]?$"
)


def _bound(found: re.Match[str] | None, clause: str, text: str, end: int) -> Bound:
    """Return how a label bounds what is said by the words before it or behind it."""
    if _FILED.search(clause):
        return bound_behind(text, end)
    if found is None or found["never"]:
        return bound_before(clause) or bound_behind(text, end)
    if found["short"]:
        return "below"
    return "at_most" if found["not"] else "above"


def labels(
    text: str,
    words: Vocabulary,
    clauses: Sequence[tuple[int, int]],
    taken: Sequence[Span],
) -> list[Fact]:
    plain = without_inputs(text, taken)  # "with no seasonality" denies nothing of a result
    by_word, known = words.labels
    found: list[Fact] = []
    for span in known.find(text):
        band = by_word.get(" ".join(span.text.split()).casefold()) or _loosely(span, by_word)
        left, right = clause_at(clauses, span.start)
        if band is None or not outside(span.start, span.end, taken):
            continue
        before = text[max(left, span.start - _NEAR) : span.start]
        bound = _BOUND.search(before)
        # "Exceeding the 'significant' threshold" is beyond its lower end.
        end_of_it = bound and _END_OF_CLASS.match(text, span.end)
        if _COMPARED_WITH.search(before) or end_of_it:
            continue
        if _TOO.search(text, 0, span.start) and _TOO_TO.match(text, span.end):
            continue  # "too warm to be moderate"
        if _DEFINED.search(text[max(left, span.start - 80) : span.start]):
            continue
        landmark = _LANDMARK.search(text[max(left, span.start - 80) : span.start]) is not None
        limit = _bound(bound, text[left : span.start], text, span.end)
        if bound and bound["never"] and bound["never"] != "nothing" and not limit:
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
                margin=landmark and not limit,
                bound=limit,
                negated=not limit
                and (
                    (
                        _denied(plain[left : span.start])
                        or _NOT_THE_WORD.match(text, span.end) is not None
                        or not_there(text, span.end, right)
                    )
                    != bool(_MISTAKE.match(text, span.end))
                ),
            )
        )
    found += [_graded(adverb, clauses) for adverb in adverbs(text, words)]
    return _longest(found + _categories(text, plain, words, clauses, taken))


def _graded(adverb: Adverb, clauses: Sequence[tuple[int, int]]) -> Fact:
    left, right = clause_at(clauses, adverb.start)
    return Fact(
        kind="label",
        start=adverb.start,
        end=adverb.end,
        left=left,
        right=right,
        label=adverb.band.label,
        band=adverb.band,
        negated=adverb.denied,
    )


def _loosely(span: Span, by_word: Mapping[str, Band]) -> Band | None:
    """Return the band of a phrase with optional words or another spacing than was found."""
    return next((b for w, b in by_word.items() if phrase_pattern((w,)).fullmatch(span.text)), None)


def _longest(found: Sequence[Fact]) -> list[Fact]:
    """Drop labels inside longer ones: "hot" inside "too hot"."""
    return [
        fact
        for fact in found
        if not any(
            other.start <= fact.start
            and fact.end <= other.end
            and other.end - other.start > fact.end - fact.start
            for other in found
        )
    ]


#: What is left is not what something is: "never gets out of the negligible class".
_LEFT = AnyCase(
    r"\b(?:out of|outside(?: of)?|beyond the reach of|leav(?:es?|ing)|left|avoid\w*|"
    r"escap\w*|elud\w*|dodg\w*|evad\w*)\s+(?:of\s+)?(?:being\s+(?:called\s+|rated\s+)?)?"
    r"(?:the\s+|what is\s+)?(?:(?:class|category|band|range|zone|label)\s+)?"
    r"(?:(?:called|named|of|for)\s+)?['\"‘“]?$"
)


_CONTRAST = re.compile(
    r"\b(?:(?:but|yet|though) not|without (?:being|becoming|getting|"
    r"counting as))\s+(?:\w+\s+){0,2}$",
    re.IGNORECASE,
)
#: "Calling the change modest would be a mistake."
_MISTAKE = AnyCase(
    r"['\"’]?(?:\s+[\w-]+){0,2}?\s+(?:would be|is|were)\s+(?:a mistake|wrong|an error|misleading|"
    r"incorrect|untrue|false|an? (?:exaggeration|overstatement|understatement))\b"
)


def _denied(before: str) -> bool:
    """Tell whether a label is denied, also in contrast ("noticeable but not extreme")."""
    left = _LEFT.search(before)
    if left is not None:
        return not _denied(before[: left.start()])
    contrast = _CONTRAST.search(before)
    return negated(before) or contrast is not None or _TOO_SO.search(before) is not None


@once_for_each
def _phrases_of(output: Output) -> tuple[dict[str, str], Phrases]:
    phrases = {p.casefold(): v for v, ps in output.choices.items() for p in (v, *ps)}
    return phrases, Phrases(tuple(phrases))


#: What is not said to be so: "being rapid", "may temper a rapid spread".
_IN_PASSING = AnyCase(
    r"\b(?:being\s+(?:\w+\s+)?|(?:temper|curb|dampen|limit|slow|blunt|check|contain|hinder|mitigat|"
    r"moderat|restrain|restrict|offset|counter)(?:s|e|es|ed|ing)?(?:\s+down)?\s+(?:\w+\s+){0,3})$"
)


def _categories(
    text: str,
    plain: str,
    words: Vocabulary,
    clauses: Sequence[tuple[int, int]],
    taken: Sequence[Span],
) -> list[Fact]:
    found: list[Fact] = []
    for output in words.outputs:
        if not output.choices:
            continue
        phrases, known = _phrases_of(output)
        for span in known.find(text):
            value = phrases.get(" ".join(span.text.split()).casefold())
            left, right = clause_at(clauses, span.start)
            if value is None or not outside(span.start, span.end, taken):
                continue
            if _SORTS.match(text, span.end):
                continue  # "falling in the category of"
            if _IN_PASSING.search(text, left, span.start):
                continue
            found.append(
                Fact(
                    kind="label",
                    start=span.start,
                    end=span.end,
                    left=left,
                    right=right,
                    label=value,
                    negated=negated(plain[left : span.start]),
                )
            )
    return found
