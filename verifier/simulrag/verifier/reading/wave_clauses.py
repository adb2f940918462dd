"""Statements about a wave that say several things, each of which is read by itself."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from simulrag.verifier.claims import Reading
from simulrag.verifier.reading.mentions import Mention
from simulrag.verifier.reading.text import blanked, small_letters
from simulrag.verifier.reading.wave_signs import Signs, held_spans, signs

#: Where one part ends and the next begins.
_CUT = re.compile(
    r"\s*[,;:]\s+(?:(?:and|or|but|while|whereas|yet|with|although|though|even if|"
    r"even though)\s+)?(?:then\s+)?"
    r"|\s+(?:and|but|while|whereas|yet)\s+(?:then\s+)?|\s+-+\s+"
)
_LEAD = re.compile(r"^\W*(?:although|though|even though|while|whereas|whilst)\s+")
#: What a part begins with that goes on with the subject before it.
_GOES_ON = re.compile(
    r"(?:it|at|on|in|is|with|by|comes?|falls?|lies|arrives?|reach\w*|around|about|as|after|before|"
    r"not|never|has|does|exceed\w*|stays?|remains?|takes|occurs|top\w*|peak\w*|well|just|only)\b"
)
#: What a statement is about.
_SUBJECT = re.compile("P|[HLTm]")
#: Both ends of what a part before names: "it is 19 wide, going from 1 to 20".
_ENDS = re.compile("E?N[t&]N")
#: Most places where a statement is tried to be cut.
_MOST = 4

_Read = Callable[[Signs], list[Reading]]


def in_parts(
    text: str, mentions: Sequence[Mention], labels: Mapping[str, str], read: _Read
) -> list[Reading]:
    """Return the readings of all parts of a statement; none where a part is not read."""
    small = small_letters(text)
    cuts = [m.span() for m in _CUT.finditer(small)]
    if not cuts:
        return []
    inside = held_spans(text, mentions)
    cuts = [c for c in cuts if all(c[1] <= s or e <= c[0] for s, e in inside)][:_MOST]
    lead = _LEAD.match(small)
    begin = lead.end() if lead else 0
    return _parts(text, begin, cuts, mentions, labels, read, None) if cuts else []


def _parts(
    text: str,
    begin: int,
    cuts: Sequence[tuple[int, int]],
    mentions: Sequence[Mention],
    labels: Mapping[str, str],
    read: _Read,
    before: Signs | None,
) -> list[Reading]:
    for index, (end, next_begin) in enumerate(cuts):
        row = _row(text, begin, end, mentions, labels)
        own = _read(row, before, read, text[begin:end]) if row is not None else []
        if row is None or not (own or before is None):
            continue
        rest = _row(text, next_begin, len(text), mentions, labels)
        more = _read(rest, row, read, text[next_begin:]) if rest is not None else []
        begun = "b" in row.row  # "Starting on 19 September" is not when the peak is
        about_it = rest is not None and bool({"P", "I"} & set(rest.row))
        if not (own or begun) and more and rest and about_it and _carries(row, rest):
            own = read(replace(row, row=f"{row.row}P"))  # "Reached on 4 May, the peak is 40"
        if not own:
            continue
        more = more or _parts(text, next_begin, cuts[index + 1 :], mentions, labels, read, row)
        if more and not (rest is not None and _other_case(row, rest)) and not _twice(own, more):
            return [*own, *more]
    return []


def _row(
    text: str, begin: int, end: int, mentions: Sequence[Mention], labels: Mapping[str, str]
) -> Signs | None:
    alone = blanked(text, [(0, begin), (end, len(text))])
    return signs(alone, [m for m in mentions if begin <= m.start and m.end <= end], labels)


def _read(row: Signs, before: Signs | None, read: _Read, words: str) -> list[Reading]:
    if ", which" in words and _DENIED_SUBJECT.fullmatch(row.row):
        row = replace(row, row=row.row.replace("!", ""))  # "and not the peak, which is 113"
    row = _with_relation(row, before)
    if before is not None and "I" in before.row and _ENDS.fullmatch(row.row):
        return read(replace(row, row=f"I{row.row}"))
    made = read(row)
    subject = _SUBJECT.search(before.row) if before is not None else None
    if made or before is None or subject is None or not _carries(before, row):
        return made
    own = small_letters(words).lstrip()
    goes_on = row.row.startswith("Nx") or (subject[0] in "Pm" and _GOES_ON.match(own))
    return read(replace(row, row=f"{subject[0]}{row.row}")) if goes_on else []


_DENIED_SUBJECT = re.compile("[&;]?![PTm]+[<>glGs~=R]*N")
_RELATED = re.compile("([<>gl])N[^NDv]*$")


def _with_relation(row: Signs, before: Signs | None) -> Signs:
    """Return "(clears 120) but not 125" with the relation that it goes on with."""
    related = _RELATED.search(before.row) if before is not None else None
    if related is None or not re.fullmatch("[&;^]?!N", row.row):
        return row
    return replace(row, row=f"!{related[1]}N")


def _twice(own: Sequence[Reading], more: Sequence[Reading]) -> bool:
    """Tell whether two parts give one value twice, which a statement does not do."""
    said = [(r.expression, r.quantile) for r in own if r.comparator == "equal" and not r.negated]
    return any(
        (r.expression, r.quantile) in said
        for r in more
        if r.comparator == "equal" and not r.negated
    )


def _other_case(row: Signs, rest: Signs) -> bool:
    """Tell whether a part may be of the other end: "in the best case it is 2, in the worst 25"."""
    ends = set("HL")
    return bool(ends & set(row.row)) and "N" in rest.row and not {*ends, "m", "T"} & set(rest.row)


def _carries(subject: Signs, row: Signs) -> bool:
    """Tell whether a part may be of the other's subject: a denial there may be of both."""
    return "!" not in subject.row or "!" in row.row
