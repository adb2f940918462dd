"""Statements on several results at once, taken apart: "both fall", "A for X and B for Y"."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from simulrag.verifier.quantities import quantities
from simulrag.verifier.reading.adverbs import adverbs
from simulrag.verifier.reading.clauses import input_spans, outside
from simulrag.verifier.reading.directions import DirectionWord, direction_words
from simulrag.verifier.reading.fact import Vocabulary
from simulrag.verifier.reading.shares import shares
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.text import AnyCase, blanked
from simulrag.verifier.reading.thresholds import TOP_CLASS

#: What joins the names of results that one thing is said of: "travel time and that in CO2".
_JOINED = AnyCase(
    r"\s*(?:,|\b(?:and|nor|or|as well as|(?:,\s*)?but also)\b|,\s*(?:and|nor|or)\b)\s*"
    r"(?:(?:also|in|on|of|for|the|that|those|its|their|average|total|overall|change|changes)\s+){0,4}"
)
_AND = AnyCase(r"\b(?:and|nor|or|as well as|but also)\b")
#: A change as the thing that is spoken of: "the price of the CO2 cut".
_THING = AnyCase(r"(?:reduction|cut|saving)")
#: What is said at the end of all that was named before.
_OF_ALL = AnyCase(
    r"(?:,?\s*)(?P<all>(?:both|all|neither|none)\s+of)\s+(?:which|them|these|those)\b[^.;]*[.]?\s*$"
)
#: What goes on with another result of which the same holds, or does not.
_SO_DOES = AnyCase(
    r"\W*(?:and\s+|but\s+|just\s+)?(?:so (?:do|does|did|is|are)|as|like|along with|"
    r"together with|and not only)\s+(?:the\s+)?"
)
_NEXT = AnyCase(r"\s*[,;]\s*(?:and\s+|but\s+)?(?:the\s+)?|\s+(?:and|but)\s+(?:the\s+)?")
_NOT_NEXT = AnyCase(
    r"\W*(?:and\s+|but\s+|(?:un)like\s+)?(?:not\s+|unlike\s+)(?:the\s+|in\s+|of\s+)*"
)
_TOO = AnyCase(r"\s*(?:does|do|did|is|are|has|have)?\s*(?:too|as well|also|likewise)?\s*[.!]?\s*$")
_DOES_NOT = AnyCase(
    r"\s*(?:does|do|did|is|are|has|have|will|would)(?:\s+not|n't|\s+so\s+not)(?:\s+do\s+so)?\s*[.!]?\s*$"
)
_WITHOUT = AnyCase(r"\bwithout\s+(?:the\s+)?$")
#: Before the first of two results: what holds of one alone.
_LIKE = AnyCase(r"\s*(?P<un>un)?(?:just )?like\s+(?:the\s+)?")
_OF_TWO = AnyCase(r"\s*(?:out )?of\s+(?:the\s+)?")
_ONLY = AnyCase(r"\s*,\s*only\s+the\s+(?P<which>former|first|latter|second)\s+(?:one\s+)?")
#: Where a part of a sentence begins.
_CUT = AnyCase(
    r"[,;:]\s*(?:(?:and|but|while|whereas|with|yet)\b)?|\s-+\s|\b(?:and|but|while|whereas|with|yet|"
    r"although|though|against|without)\b"
)
#: Words of the sentence about all of its parts.
_NOT_ONLY = AnyCase(r"\bnot only\b|\bonly\b(?!\s+\w+ly\b)|\bboth\b|\balike\b|\brespectively\b")
_HEDGE = AnyCase(
    r"(?:\b(?:an?|about|around|roughly|nearly|almost|some|only|just|by|over|under|(?:more|"
    r"less) than|"
    r"at (?:least|most)|a drop of|an? \w+ of|one of|that of)\s+)*$"
)

_Kind = Literal["result", "value", "direction"]


class _Token(NamedTuple):
    """A named result, a number or label, or a word of direction, at text[start:end]."""

    start: int
    end: int
    kind: _Kind
    output: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a sentence in its place, all else blanked; denied where the opposite is said."""

    text: str
    denied: bool = False


def unfolded(context: Context, words: Vocabulary) -> tuple[Piece, ...]:
    """Return what a sentence on several results says of each, or nothing where it is of one.

    Only results whose changes are told in percent are taken apart: they are alike, and any
    percentage may be of any of them.
    """
    bases = words.percent_changes
    named = {t.output for t in context.topics} & bases.keys()
    if len(named) < 2:
        return ()
    text = context.text
    blocks = _blocks(_tokens(context, words, bases), text)
    return _distributed(text, blocks) or _alternating(text, blocks) or _elliptic(text, blocks)


def kept(piece: Piece, text: str, start: int, end: int) -> bool:
    """Tell whether text[start:end] stands in a piece as well."""
    return piece.text[start:end] == text[start:end]


def _tokens(context: Context, words: Vocabulary, bases: Mapping[str, str]) -> list[_Token]:
    text = context.text
    inputs = input_spans(text, context.mentions, words.parameters)
    found: dict[int, _Token] = {}
    for topic in context.topics:
        if topic.output in bases and outside(topic.start, topic.end, inputs):
            found.setdefault(topic.start, _Token(topic.start, topic.end, "result", topic.output))
    results = list(found.values())
    figures = [q for q in quantities(text) if outside(q.start, q.unit_end, inputs)]
    values = [_Token(q.start, q.unit_end, "value") for q in figures]
    values += [_Token(q.start, q.end, "value") for q in shares(text, inputs)]
    values += [_Token(s.start, s.end, "value") for s in words.labels[1].find(text)]
    values += [_Token(a.start, a.end, "value") for a in adverbs(text, words)]
    values += [_Token(*m.span(), "value") for m in TOP_CLASS.finditer(text)]
    values = [t for t in values if outside(t.start, t.end, [*inputs, *results])]
    ways = [
        _Token(w.start, w.end, "direction")
        for w in direction_words(text, inputs, words)
        if outside(w.start, w.end, [*values, *results]) and not _is_thing(text, w, results)
    ]
    return sorted([*results, *_apart(values), *ways])


def _is_thing(text: str, word: DirectionWord, results: Sequence[_Token]) -> bool:
    """Tell whether a change is only named: "the CO2 cut"."""
    return _THING.fullmatch(text, word.start, word.end) is not None and any(
        r.end < word.start and not text[r.end : word.start].strip() for r in results
    )


def _apart(values: Sequence[_Token]) -> list[_Token]:
    """Leave out values inside others."""
    made: list[_Token] = []
    for token in sorted(values, key=lambda t: (t.start, -t.end)):
        if not made or token.start >= made[-1].end:
            made.append(token)
    return made


_Block = list[_Token]


def _blocks(tokens: Sequence[_Token], text: str) -> list[_Block]:
    """Return names of results that are joined, and what stands between them, in order."""
    made: list[_Block] = []
    for token in tokens:
        last = made[-1] if made else []
        result = token.kind == "result"
        if not last or (last[0].kind == "result") != result:
            made.append([token])
        elif not result or _JOINED.fullmatch(text, last[-1].end, token.start):
            last.append(token)
        elif last[-1].output == token.output:
            last[-1] = _Token(last[-1].start, token.end, "result", token.output)
        else:
            made.append([token])
    return [part for block in made for part in _really_joined(block, text)]


def _really_joined(block: _Block, text: str) -> list[_Block]:
    """Part results that only commas stand between."""
    if block[0].kind != "result" or len(block) == 1:
        return [block]
    if _AND.search(text, block[-2].end, block[-1].start):
        return [block]
    return [[token] for token in block]


def _is_results(block: _Block) -> bool:
    return block[0].kind == "result"


def _values(block: _Block) -> _Block:
    return [t for t in block if t.kind == "value"]


def _plainer(text: str) -> str:
    """Blank out the words about all parts of a sentence, which say nothing of one of them."""
    return blanked(text, [m.span() for m in _NOT_ONLY.finditer(text)])


def _others(members: _Block, index: int) -> list[tuple[int, int]]:
    """Return the spans of all members of a list but one, with what joins them."""
    own = members[index]
    spans: list[tuple[int, int]] = []
    if index > 0:
        spans.append((members[0].start, own.start))
    if index < len(members) - 1:
        spans.append((own.end, members[-1].end))
    return spans


def _distributed(text: str, blocks: Sequence[_Block]) -> tuple[Piece, ...]:
    """Return the parts of what is said of joined results: "neither X nor Y goes up"."""
    two = _of_two(text, blocks)
    groups = [b for b in blocks if _is_results(b)]
    rest = [b for b in blocks if not _is_results(b)]
    if len(groups) != 1 or len({t.output for t in groups[0]}) < 2 or not rest:
        return two
    group = groups[0]
    if two:
        return two
    values = [_values(b) for b in rest if _values(b)]
    listed = next((v for v in values if len(v) == len(group)), None)
    if listed is None and any(len(v) > 1 for v in values):
        return ()
    plain = _plainer(text)
    return tuple(
        Piece(blanked(plain, [*_others(group, i), *(_others(listed, i) if listed else ())]))
        for i in range(len(group))
    )


def _of_two(text: str, blocks: Sequence[_Block]) -> tuple[Piece, ...]:
    """Return the parts of "of X and Y, only the latter falls"."""
    first = blocks[0]
    if len(first) > 1 and len(blocks) > 2 and _is_results(first) and len(blocks[1]) == 1:
        return _only_one(text, first, blocks[1][0])
    if len(first) != 2 or not _is_results(first) or len(blocks) < 2:
        return ()
    only = _ONLY.match(text, first[-1].end)
    if only is None or not _OF_TWO.fullmatch(text, 0, first[0].start):
        return ()
    chosen = 0 if only["which"] in ("former", "first") else 1
    lead = (0, first[0].start)
    return tuple(
        Piece(blanked(text, [lead, *_others(first, i), only.span()]), denied=i != chosen)
        for i in range(2)
    )


def _only_one(text: str, all_of: _Block, chosen: _Token) -> tuple[Piece, ...]:
    """Return the parts of "of X, Y and Z, only Y falls"."""
    if not _OF_TWO.fullmatch(text, 0, all_of[0].start) or chosen.kind != "result":
        return ()
    if not _ONLY_ONE.fullmatch(text, all_of[-1].end, chosen.start):
        return ()
    own = blanked(text, [(0, chosen.start)])
    others = [t for t in all_of if t.output != chosen.output]
    denied = (blanked(text, [(0, t.start), (t.end, chosen.end)]) for t in others)
    return (Piece(own), *(Piece(piece, denied=True) for piece in denied))


_ONLY_ONE = AnyCase(r"\s*,\s*(?:it is\s+)?only\s+(?:the\s+)?")


def _alternating(text: str, blocks: Sequence[_Block]) -> tuple[Piece, ...]:
    """Return the parts of a list: "X rises by 12 %, Y falls by 33 %", "A for X, B for Y"."""
    turns = [_is_results(b) for b in blocks]
    if len(turns) < 4 or len(turns) % 2 or any(a == b for a, b in pairwise(turns)):
        return ()
    pairs = [(blocks[i], blocks[i + 1]) for i in range(0, len(blocks), 2)]
    if any(len(b) > 1 for b in blocks if _is_results(b)):
        return ()
    between = [(a[1][-1].end, b[0][0].start) for a, b in pairwise(pairs)]
    if not turns[0] and not all(_CUT.search(text, *gap) for gap in between):
        return ()  # "a dramatic cut in idling by 93 %, and of emissions"
    cuts = [_cut(text, *gap) for gap in between]
    ends = [*cuts, len(text)]
    begins = [pairs[0][0][0].start, *cuts]
    plain = _plainer(text)
    last = _OF_ALL.search(text, pairs[-1][0][0].end)
    made: list[Piece] = []
    for i, (begin, end) in enumerate(zip(begins, ends, strict=True)):
        # "X rises by 12 % and Y falls by 33 %, both of which are significant"
        stop = last.start() if last is not None else len(text)
        away = [(e, b) for e, b in ((pairs[0][0][0].start, begin), (end, stop)) if e < b]
        if last is not None and not last["all"].startswith("n"):
            away.append(last.span("all"))
        said = 1 if turns[0] else 0
        if i and all(t.kind == "value" for t in pairs[i][said]):
            # "Idling drops by 93 %, CO2 by 33 %": the verb stands once.
            away = _without(away, [t for t in pairs[0][said] if t.kind == "direction"])
        denied = bool(i) and _WITHOUT.search(text, 0, pairs[i][0][0].start) is not None
        if denied:
            away.append((begin, pairs[i][0][0].start))
        made.append(Piece(blanked(plain, away), denied=denied))
    return tuple(made)


def _without(spans: Sequence[tuple[int, int]], kept_tokens: _Block) -> list[tuple[int, int]]:
    """Return spans without the places of some tokens in them."""
    made = list(spans)
    for token in kept_tokens:
        for i, (start, end) in enumerate(made):
            if start <= token.start and token.end <= end:
                made[i : i + 1] = [(start, token.start), (token.end, end)]
                break
    return made


def _cut(text: str, start: int, end: int) -> int:
    """Return where the second of two parts begins, between what they hold."""
    found = [m.end() for m in _CUT.finditer(text, start, end)]
    if found:
        return found[-1]
    hedge = _HEDGE.search(text, start, end)
    return hedge.start() if hedge is not None else end


def _elliptic(text: str, blocks: Sequence[_Block]) -> tuple[Piece, ...]:
    """Return the parts of what is said of a second result in short: "and so does Y", "not Y"."""
    turns = [_is_results(b) for b in blocks]
    if turns == [True, True, False]:
        return _likened(text, blocks)
    if turns != [True, False, True] or any(len(b) > 1 for b in (blocks[0], blocks[2])):
        return ()
    first, said, second = blocks[0][0], blocks[1], blocks[2][0]
    joint = (said[-1].end, second.start)
    too = _TOO.match(text, second.end) is not None
    same = (too and _SO_DOES.fullmatch(text, *joint)) or (
        _NEXT.fullmatch(text, *joint) and too and text[second.end :].strip(" .!")
    )
    denied = (_NEXT.fullmatch(text, *joint) and _DOES_NOT.match(text, second.end)) or (
        too and _NOT_NEXT.fullmatch(text, *joint)
    )
    if not same and not denied:
        return ()
    plain = _plainer(text)
    own = blanked(plain, [(joint[0], len(text))])
    other = blanked(plain, [(first.start, first.end), joint, (second.end, len(text))])
    return (Piece(own), Piece(other, denied=bool(denied)))


def _likened(text: str, blocks: Sequence[_Block]) -> tuple[Piece, ...]:
    """Return the parts of "unlike X, Y rises"."""
    first, second = blocks[0], blocks[1]
    lead = _LIKE.fullmatch(text, 0, first[0].start)
    if lead is None or len(first) > 1 or len(second) > 1:
        return ()
    own = blanked(text, [(0, second[0].start)])
    other = blanked(text, [(0, first[0].start), (first[0].end, second[0].end)])
    return (Piece(own), Piece(other, denied=bool(lead["un"])))
