"""Which runs a fact speaks of, and in which order it compares them."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from simulrag.simulators.interface import Call, Output
from simulrag.verifier.claims import Expression, Plan, Term
from simulrag.verifier.reading.attached import attached, two_named
from simulrag.verifier.reading.beside import NO_LIMIT
from simulrag.verifier.reading.counterparts import call_of_rival
from simulrag.verifier.reading.courses import call_of_course
from simulrag.verifier.reading.every import Share
from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.mentions import Mention
from simulrag.verifier.reading.roles import (
    Runs,
    alike,
    changes_anything,
    natural_order,
    spoken_of,
)
from simulrag.verifier.reading.text import AnyCase
from simulrag.verifier.reading.topics import Topic

_COMPARED = AnyCase(
    r"\b(?:than|compared (?:to|with)|in comparison (?:to|with)|relative to|versus|vs\.?|as against|"
    r"as opposed to|instead of|(?:from|over)(?=\s+(?:the|that|its)\b)|"
    r"on top of|off(?=\s+(?:the|that|those|its)\b)|"
    r"(?:exceed\w*|tops?|topped|surpass\w*|outstrips?|beats?|trail\w*(?: behind)?|undercut\w*|"
    rf"lag\w*(?: behind)?){NO_LIMIT}|"
    r"(?:above|below|beneath|short of|ahead of)(?=\s+(?:the|those|that|its|their|what|it|"
    r"(?:1[5-9]|20|21)\d\d|[^\W\d][\w'’-]*'s)\b))\b"
)


#: The last of several alternatives as what the first was made into.
_MODIFIED = AnyCase(
    r"\b(?:modified|altered|adjusted|changed|new)\s+(?:situation|case|scenario|setting|run|state|"
    r"plan|approach|programme|program|policy)\b",
    holding=("modified", "altered", "adjusted", "changed", "new"),
)
#: A value before another one, whose setting stands before it.
_DEGREES = AnyCase(
    r"\d\s*(?:°\s*[cf]\b|degrees?\b|%|seconds?\b|s\b|kg\b|g\b|litres?\b)"
    r"(?:\s+(?:so far|until now|hitherto|today|before|at present|previously|in the baseline)\b)?"
)


#: What was so until the changes, beside the value that is so with them.
_UNTIL = AnyCase(r"\b(?:so far|until now|hitherto|formerly|previously|used to be)\b")


class Context(NamedTuple):
    """One sentence with everything that is needed to read its facts."""

    text: str
    plan: Plan
    mentions: tuple[Mention, ...]
    topics: tuple[Topic, ...]
    functions: tuple[str, ...]


def call_of(fact: Fact, context: Context, runs: Runs) -> Call:
    """Return the call that a value belongs to; the last one with changes where nothing says."""
    return _call_said(fact, context, runs) or _changed_last(runs)


def _changed_last(runs: Runs) -> Call:
    changed = [c for c in runs.calls if changes_anything(c, runs.parameters)]
    return (changed or list(runs.calls))[-1]


def _call_said(fact: Fact, context: Context, runs: Runs) -> Call | None:
    """Return the call that the words beside a value name; None where none does."""
    own_mentions = attached(context.text, fact, context.mentions)
    if own_mentions:
        beside = spoken_of(context.text[fact.left : fact.end], own_mentions, runs)
        if len(beside) == 1:
            return beside[0]
    split = _COMPARED.search(context.text, fact.end, fact.right)
    own = split.start() if split is not None else fact.right
    behind = [m.end() for m in _DEGREES.finditer(context.text, fact.left, fact.start)]
    changed = [c for c in runs.calls if changes_anything(c, runs.parameters)]
    until = _UNTIL.search(context.text, fact.left, behind[-1]) if behind else None
    if until is not None and len(changed) == 1:
        return changed[0]  # "14.49 seconds so far, is one second now"
    parts = (
        *((end, fact.end) for end in behind[-1:]),
        (fact.left, fact.end),
        (fact.left, own),
        (0, own),
        # "17.62 °C: that was the mean in 1982."
        *(((0, len(context.text)),) if context.text[fact.right : fact.right + 1] == ":" else ()),
    )
    for left, right in dict.fromkeys(parts):
        inside = [m for m in context.mentions if left <= m.start < right]
        chosen = spoken_of(context.text[left:right], inside, runs)
        if len(chosen) == 1:
            return chosen[0]
    whole = [c for c in runs.calls if _named_in_full(c, context)]
    return whole[0] if len(whole) == 1 else None


def _named_in_full(call: Call, context: Context) -> bool:
    """Tell whether a sentence names every argument of a call, and no change that it lacks."""
    named = {m.parameter for m in context.mentions}
    given = {name for name, value in call.arguments.items() if value}
    return bool(given) and given <= named


def _pair(fact: Fact, context: Context, runs: Runs) -> tuple[Call, Call] | None:
    """Return the call compared with and the call compared, in this order; None if nothing says."""
    left, right = fact.left, fact.right
    course = _from_to(context, runs) or _replaced(context, runs)
    if course is not None:
        return course
    split = _comparison(fact, context.text)
    if split is not None:
        subject = _single(context, runs, 0 if split.start() >= right else left, split.start())
        reference = _single(context, runs, split.end(), _end_of_reference(context.text, split))
        if _is_cause(split, reference, runs):
            subject = reference = None  # "the gain from the green wave" compares with nothing
        if reference is not None and _is_source(split, fact, context.text):
            subject, reference = reference, None
        if subject is not None and reference is not None and subject is not reference:
            return reference, subject
        if reference is not None and len(runs.calls) == 2:
            return reference, _other(runs, reference)
        if subject is not None and len(runs.calls) == 2:
            return _other(runs, subject), subject
    led = _LED.match(context.text, 0, left) if split is None else None
    if led is not None:
        reference = _single(context, runs, led.end(), left)
        subject = _single(context, runs, left, right)
        if reference is not None and reference is not subject and len(runs.calls) == 2:
            return reference, _other(runs, reference)
    first = _COMPARED.search(context.text)
    whole = first.start() if first is not None else len(context.text)
    pieces = dict.fromkeys(((left, right), (0, whole)))  # often the same
    subject = next(filter(None, (_single(context, runs, *piece) for piece in pieces)), None)
    if subject is not None and len(runs.calls) == 2 and (alike(runs) or _more(fact, context)):
        return _other(runs, subject), subject
    if len(runs.calls) == 2:
        bare = fact.kind == "direction" and not _MODIFIED.search(context.text)
        # Of two changed settings neither comes first: "a net warming" is one against which?
        return None if bare and alike(runs) else natural_order(runs)
    return _two_of_many(fact, context, runs)


#: What is compared with stands first: "compared with the greenhouse gas case, the other cools it".
_LED = AnyCase(
    r"\W*(?:compared (?:to|with)|in comparison (?:to|with)|in contrast to|relative to|"
    r"(?:set |measured |held )?against|next to|beside|unlike)\s"
)
_FROM_TO = AnyCase(
    r"\b(?:going|switch\w*|mov\w+|chang\w+|shift\w*|transition\w*|pass\w*|turn\w*|stepping|"
    r"rais\w+|lower\w+|increas\w+|reduc\w+|decreas\w+)\s+(?:[\w-]+\s+){0,3}from\b"
    r"(?P<start>[^,;]*?)\bto\b",
    holding=("from",),
)


#: One setting put in the place of another one: "replacing the aerosol case by the other".
_REPLACED = AnyCase(
    r"\b(?:replac|swap|exchang)\w*\s+(?P<start>[^,;]{1,60}?)\s+(?:by|with|for)\s+"
    r"(?P<end>(?:[\w-]+\s+){1,5}?(?:case|scenario|strategy|one|year|option|changes|run|"
    r"modification|intervention|pathway)\b)",
    holding=("exchang", "replac", "swap"),
)


def _replaced(context: Context, runs: Runs) -> tuple[Call, Call] | None:
    """Return the run that is replaced and the one in its place."""
    found = _REPLACED.search(context.text)
    if found is None:
        return None
    first, second = (_single(context, runs, *found.span(part)) for part in ("start", "end"))
    return (first, second) if first and second and first is not second else None


def _from_to(context: Context, runs: Runs) -> tuple[Call, Call] | None:
    """Return the runs that a sentence goes from and to: "going from ssp585 to ssp126"."""
    found = _FROM_TO.search(context.text)
    if found is None:
        return None
    first = _single(context, runs, found.start("start"), found.end("start"))
    following = [m for m in context.mentions if m.start >= found.end()][:1]
    if first is None or not following:
        return None
    second = _single(context, runs, found.end(), following[0].end)
    named = any(found.start("start") <= m.start < found.end("start") for m in context.mentions)
    return (first, second) if named and second is not None and first is not second else None


_COMPARATIVE = re.compile(r"(?:more |less )?\w+er|more|less", re.IGNORECASE)
#: What leads in where a change starts and not what is compared.
_STARTS = re.compile(
    r"\b(?:since|from|relative to|starting|over|until|by|between)\b", re.IGNORECASE
)


def _more(fact: Fact, context: Context) -> bool:
    """Tell whether a fact says what is more than the other: "in 1990 it was higher"."""
    start, end = fact.direction_at or (fact.start, fact.end)
    if not _COMPARATIVE.fullmatch(context.text, start, end):
        return False
    return _STARTS.search(context.text, fact.left, fact.right) is None


def _two_of_many(fact: Fact, context: Context, runs: Runs) -> tuple[Call, Call] | None:
    """Return the two of several runs that a sentence names: "between 2030 and 2045"."""
    inside = [m for m in context.mentions if fact.left <= m.start < fact.right]
    for found in (inside, context.mentions):
        named = two_named(found, runs)
        if len(named) == 2:
            return natural_order(Runs(calls=named, parameters=runs.parameters))
        if len(named) == 1:
            return None
    return natural_order(runs)


def _is_cause(split: re.Match[str], reference: Call | None, runs: Runs) -> bool:
    """Tell whether "from" leads in the one run with changes, and so where an effect comes from."""
    if reference is None or not split.group().lower().startswith("from"):
        return False
    changed = [c for c in runs.calls if changes_anything(c, runs.parameters)]
    return changed == [reference] and len(runs.calls) == 2


#: What leads in where something comes from, before "from".
_COMES = re.compile(
    r"\b(?:com(?:e|es|ing)|came|result(?:s|ed|ing)?|follow(?:s|ed|ing)?|stem(?:s|med|ming)?|"
    r"aris(?:e|es|ing)|arose|deriv(?:e|es|ed|ing))\s+$",
    re.IGNORECASE,
)
#: A comparative as the adjective of what it is said of: "gets the warmer one from ...".
_BEFORE_NOUN = re.compile(r"(?:\b(?:the|an?|its|their)|['’]s)\s+$", re.IGNORECASE)


def _is_source(split: re.Match[str], fact: Fact, text: str) -> bool:
    """Tell whether "from" leads in the run that a result is of: "the warmer one comes from it"."""
    if not split.group().lower().startswith("from"):
        return False
    if _COMES.search(text, 0, split.start()):
        return True
    start, end = fact.direction_at or (fact.start, fact.end)
    compares = fact.kind == "direction" and _COMPARATIVE.fullmatch(text, start, end)
    return (
        bool(compares) and end < split.start() and _BEFORE_NOUN.search(text, 0, start) is not None
    )


def _end_of_reference(text: str, split: re.Match[str]) -> int:
    """Return where the words for what is compared with end ("from the 1990 value by 2050")."""
    moves = split.group().lower().startswith(("from", "over"))
    stop = (_REFERENCE_MOVES if moves else _REFERENCE_ENDS).search(text, split.end())
    return stop.start() if stop else len(text)


_REFERENCE_MOVES = re.compile(r"\b(?:by|to|until|is|was|would|will)\b", re.I)
#: What goes on with something else ("than today, despite 11 % more demand").
_REFERENCE_ENDS = re.compile(
    r"[,;]?\s*\b(?:despite|in spite of|although|though|notwithstanding|even (?:though|with|if)|"
    r"because|thanks to)\b",
    re.I,
)


def _comparison(fact: Fact, text: str) -> re.Match[str] | None:
    """Return the word that leads in what is compared with, after the fact first."""
    own = (fact.printed[0].qualified_from, fact.start) if fact.printed else (fact.end, fact.end)
    found = [m for m in _COMPARED.finditer(text, fact.left) if not own[0] <= m.start() < own[1]]
    after = [m for m in found if m.start() >= fact.end]
    return next(iter(after or [m for m in found if m.start() < fact.end]), None)


def _single(context: Context, runs: Runs, left: int, right: int) -> Call | None:
    inside = [m for m in context.mentions if left <= m.start < right]
    chosen = spoken_of(context.text[left:right], inside, runs)
    return chosen[0] if len(chosen) == 1 else None


def _other(runs: Runs, call: Call) -> Call:
    return next(c for c in runs.calls if c is not call)


def calls_of(fact: Fact, context: Context, runs: Runs, share: Share = "") -> tuple[Call, ...]:
    """Return the call that a value belongs to, or all where it is said of a share of them."""
    rival = call_of_rival(fact, context.text, context.mentions, runs)
    if rival is not None:
        return (rival,)
    if fact.rival is not None and fact.course and len(runs.calls) == 2:
        return ()  # "with 22.45 against 21.98 °C" tells not which is which
    if fact.course and fact.rival is None:
        call = call_of_course(fact, context.text, context.mentions, runs)
        return () if call is None else (call,)
    if share:
        return runs.calls
    said = _call_said(fact, context, runs)
    if said is None and alike(runs):
        return ()  # of two futures neither is meant before the other
    return (said or _changed_last(runs),)


def difference_of(
    fact: Fact, context: Context, output: Output, runs: Runs, outputs: Sequence[Output]
) -> Expression | None:
    """Return the change or difference that a fact speaks of, rises counted positive."""
    if len(runs.calls) >= 2:
        pair = _pair(fact, context, runs)
        if pair is None:
            return None
        reference, subject = pair
        terms = (Term(call=reference, output=output.name), Term(call=subject, output=output.name))
        loose = fact.direction == "none" and not signed(fact) and (alike(runs) or _of_size(fact))
        return Expression(operation="difference", terms=terms, absolute=fact.undirected or loose)
    own = next((o for o in outputs if o.changes_of == output.name), None)
    call = next(iter(runs.calls))
    if own is None or not changes_anything(call, runs.parameters):
        return None
    return Expression(
        operation="value",
        terms=(Term(call=call, output=own.name),),
        absolute=fact.undirected
        or (fact.direction == "none" and not signed(fact) and _of_size(fact)),
    )


def _of_size(fact: Fact) -> bool:
    """Tell whether a change is only told by its size: set beside a limit, or as a part of one."""
    if not fact.printed or fact.printed[0].unit == "percent":
        return False
    exact = fact.printed[0].qualifier in ("exact", "about")
    return not exact or fact.negated or " of the " in fact.printed[0].text


def signed(fact: Fact) -> bool:
    return bool(fact.printed) and fact.printed[0].signed
