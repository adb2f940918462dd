"""Finds measures in text: what is said of one, and where; nothing of it is left out.

A measure is a chain of words of `measure_words` with nothing but fillers between them. One that
says what is done but not how strongly, or that is denied, or goes on in words that are not
known, is found as not understood.
"""

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from simulrag.simulators.epidemiology.measure_words import (
    KINDS,
    Token,
    ages_of,
    days_in,
    fillers,
    number,
    plain_day,
    share_of,
    tokens,
)

#: Whether a text can speak of a measure at all; most do not.
_ANY_KIND = re.compile(rf"\b(?:{'|'.join(KINDS.values())})\b", re.I)
_JOINT = re.compile(r",|;|\b(?:and|plus|while)\b", re.I)
_DENIED = re.compile(
    r"\b(?:no|not|without|never|unless|instead of|rather than)\s+(?:\w+\s+){0,2}$|n't\s+$", re.I
)
_GOES_ON = re.compile(
    r"\s*,?\s*(?:(?:until|till|before(?!\s+the\s+(?:(?:flu\s+)?season|start|outbreak|wave)\b)|after|except|unless|only|among|once|every|starting|"
    r"beginning|from)\b|(?:for|by)\s+(?:\d|half|one|two|three|several|some|most|many))",
    re.I,
)
#: Words of time, which a joint at the end gives to all measures before it.
_TIMES = ("between", "first", "by", "end", "month", "length")
#: Words of strength, which measures that are listed may share too.
_DOES = ("closed", "fewer", "share")


@dataclass(frozen=True)
class Said:
    """What a text says of one measure. Times are words, as their year depends on the season.

    percent : share that is vaccinated, treated or avoided
    shorter : percent by which treated people are infectious for a shorter time, or days
    first, end : a date, "week 4", or for the end a length as in "28 days"; "" where none is said
    """

    kind: str
    percent: float
    ages: tuple[str, ...] = ()
    efficacy: float | None = None
    shorter: float | None = None
    shorter_days: float | None = None
    first: str = ""
    end: str = ""

    def text(self) -> str:
        """Return it in few fixed words, which read as the same measure again."""
        share = f"{self.percent:.6g} %"
        ages = f" of {', '.join(self.ages)}" if self.ages else ""
        efficacy = "" if self.efficacy is None else f", efficacy {self.efficacy:g} %"
        said = {
            "vaccination": f"{share}{ages} vaccinated{efficacy}",
            "antivirals": f"{share} treated with antivirals{self._shortened()}",
            "travel": f"{share} less travel",
            "all": f"{share} fewer contacts",
        }.get(self.kind, f"{share} fewer {self.kind} contacts")
        if self.kind == "school" and self.percent == 100.0:
            said = "schools closed"
        return said + self._times()

    def _shortened(self) -> str:
        if self.shorter_days is not None:
            return f", shortening the infectious period by {_days(self.shorter_days)}"
        if self.shorter is not None:
            return f", shortening the infectious period by {self.shorter:g} %"
        return ""

    def _times(self) -> str:
        end = f" {'for' if self.end.endswith(' days') else 'until'} {self.end}" if self.end else ""
        return (f" from {self.first}" if self.first else "") + end


def _days(number_of: float) -> str:
    return f"{number_of:g} day{'' if number_of == 1 else 's'}"


@dataclass(frozen=True)
class Found:
    """A measure at text[start:end]; `said` is None, and `lacks` says why, if not understood."""

    start: int
    end: int
    said: Said | None
    lacks: str = ""


@lru_cache(maxsize=256)
def measures_in(text: str) -> tuple[Found, ...]:
    """Return the measures that a text speaks of, in order; one text is asked for several times."""
    if not _ANY_KIND.search(text):
        return ()
    return tuple(found for chain in _chains(text) for found in _measures(text, chain))


def _chains(text: str) -> Iterable[list[Token]]:
    """Yield runs of words of measures with nothing but fillers between them."""
    chain: list[Token] = []
    for token in tokens(text):
        if chain and not fillers().fullmatch(text, chain[-1].end, token.start):
            yield _without_verb(chain)
            chain = []
        if chain or not _opens_season(text, token):
            chain.append(token)
    if chain:
        yield _without_verb(chain)


_OPENS = re.compile(
    r"\b(?:(?:begin|start|open|commenc|kick)\w*(?:\s+off)?|season|epidemic|outbreak|wave)\s+$", re.I
)
#: How far before a date the word may begin that makes it the start of the season, characters.
_NEAR = 20


def _opens_season(text: str, token: Token) -> bool:
    """Tell whether a date is that of the season: "that begins on 1 October, vaccinating ..."."""
    return token.kind == "first" and bool(
        _OPENS.search(text, max(0, token.start - _NEAR), token.start)
    )


def _without_verb(chain: list[Token]) -> list[Token]:
    """Leave out a verb at the end that says what the measure does: "... in January reduces"."""
    last, before = chain[-1], {t.kind for t in chain[:-1]}
    halved = any("halved" in t.groups for t in chain[:-1])
    strong = (
        before & {"closed", "fewer"} or halved or {"kind vaccination", "kind antivirals"} & before
    )
    verb = last.kind == "not less" or (last.kind == "fewer" and strong)
    return chain[:-1] if verb and len(chain) > 1 and strong else chain


def _measures(text: str, chain: Sequence[Token]) -> list[Found]:
    parts = _parts(text, chain)
    if not any(_says_something(part) for part in parts):
        return []
    odd = any(t.kind == "not less" for t in chain)
    if odd or _DENIED.search(text, 0, chain[0].start) or _GOES_ON.match(text, chain[-1].end):
        return [Found(chain[0].start, chain[-1].end, None, "a measure that is read as a whole")]
    return [_found([*part, *_borrowed(part, after)], part) for part, after in _followed(parts)]


def _followed(parts: Sequence[list[Token]]) -> Iterable[tuple[list[Token], list[Token]]]:
    """Yield each part with the words of those behind it."""
    for number_of, part in enumerate(parts, 1):
        yield part, [token for later in parts[number_of:] for token in later]


def _borrowed(part: Sequence[Token], after: Sequence[Token]) -> list[Token]:
    """Return what a part leaves to those behind it: "schools and offices closed in December"."""
    kinds = {t.kind for t in part}
    times = [] if kinds & set(_TIMES) else [t for t in after if t.kind in _TIMES]
    does = [] if kinds & set(_DOES) else [t for t in after if t.kind in _DOES]
    return [*(t for t in does if "kind vaccination" not in kinds), *times]


def _says_something(part: Sequence[Token]) -> bool:
    """Tell whether a part does something: a kind alone ("at work") is no measure."""
    kinds = {t.kind for t in part if t.kind.startswith("kind ")}
    does = {t.kind for t in part} & {*_DOES, "shorter", "efficacy", "not less"}
    return bool(kinds & {"kind vaccination", "kind antivirals"} or (kinds and does))


def _parts(text: str, chain: Sequence[Token]) -> list[list[Token]]:
    """Split a chain where a joint stands between two measures; the rest belongs to the former."""
    pieces: list[list[Token]] = [[chain[0]]]
    for before, token in itertools.pairwise(chain):
        if _JOINT.search(text, before.end, token.start):
            pieces.append([])
        pieces[-1].append(token)
    parts: list[list[Token]] = []
    for piece in pieces:
        if parts and (not _has_kind(piece) or not _has_kind(parts[-1])):
            parts[-1] += piece
        else:
            parts.append(piece)
    return parts


def _has_kind(part: Sequence[Token]) -> bool:
    return any(t.kind.startswith("kind ") for t in part)


def _found(part: Sequence[Token], own: Sequence[Token]) -> Found:
    said, lacks = _said(part)
    return Found(own[0].start, own[-1].end, said, lacks)


def _said(part: Sequence[Token]) -> tuple[Said | None, str]:
    by_kind = {name: [t for t in part if t.kind == name] for name in {t.kind for t in part}}
    kinds = [name.removeprefix("kind ") for name in by_kind if name.startswith("kind ")]
    if len(kinds) > 1:
        kinds = [kind for kind in kinds if kind != "all"]
    if len(kinds) != 1:
        return None, "exactly one kind of measure" if kinds else "a kind of measure"
    if any(len(found) > 1 for name, found in by_kind.items() if name not in ("ages", "fewer")):
        repeated = next(n for n, f in by_kind.items() if len(f) > 1 and n not in ("ages", "fewer"))
        if repeated != f"kind {kinds[0]}":
            return None, "one share in percent" if repeated == "share" else "every word once"
    tokens_of = {name: found[0] for name, found in by_kind.items()}
    percent = _percent(kinds[0], tokens_of)
    if percent is None:
        return None, "one share in percent, and that there is less of it"
    ages = tuple(age for t in by_kind.get("ages", []) for age in ages_of(t))
    vaccinates = kinds[0] == "vaccination"
    if not vaccinates and (ages or "efficacy" in tokens_of or "by" in tokens_of):
        return None, "a text without 'ages or efficacy'"
    if kinds[0] != "antivirals" and "shorter" in tokens_of:
        return None, "a text without an infectious period"
    said = Said(kinds[0], percent, tuple(dict.fromkeys(ages)))
    return _with_times(_with_details(said, tokens_of), tokens_of)


def _percent(kind: str, tokens_of: dict[str, Token]) -> float | None:
    """Return the share, if there is exactly one, and a word for less of it where one is needed."""
    share, closed = tokens_of.get("share"), "closed" in tokens_of
    if kind in ("vaccination", "antivirals"):
        whole = 100.0 if kind == "antivirals" and "shorter" in tokens_of else None
        return share_of(share) if share is not None else whole
    if closed:
        return 100.0 if share is None else None
    if share is None or not ("fewer" in tokens_of or "halved" in share.groups):
        return None
    return share_of(share)


def _with_details(said: Said, tokens_of: dict[str, Token]) -> Said:
    if (token := tokens_of.get("efficacy")) is not None:
        said = replace(said, efficacy=number(token.groups.get("e1") or token.groups["e2"]))
    if (token := tokens_of.get("shorter")) is not None:
        percent, days = (token.groups.get(name) for name in ("shorter", "shorter_days"))
        said = replace(
            said,
            shorter=number(percent) if percent else None,
            shorter_days=number(days) if days else None,
        )
    return said


def _with_times(said: Said, tokens_of: dict[str, Token]) -> tuple[Said | None, str]:
    """Return what is said with its times; none where one end is told twice."""
    firsts: list[str] = []
    ends: list[str] = []
    for name, token in tokens_of.items():
        groups = token.groups
        if name in ("first", "by"):
            firsts.append(_day(token, "first") if "first" in groups else f"week {groups['week']}")
        elif name == "end":
            ends.append(_day(token, "end"))
        elif name == "between":
            firsts.append(_day(token, "b1"))
            ends.append(_day(token, "b2"))
        elif name == "month":
            month = groups["month"].capitalize() + (
                f" {groups['year']}" if "year" in groups else ""
            )
            firsts.append(plain_day(month))
            # "For four weeks in January" begins with the month and has its own end.
            ends += [] if "length" in tokens_of else [f"end of {month}"]
        elif name == "length":
            ends.append(f"{days_in(groups)} days")
    if len(firsts) > 1 or len(ends) > 1:
        return None, "one beginning and one end"
    return replace(said, first="".join(firsts), end="".join(ends)), ""


def _day(token: Token, group: str) -> str:
    words = token.groups[group]
    if token.groups.get("edge", "").casefold() == "end":
        return f"end of {words.capitalize()}"
    return plain_day(words)
