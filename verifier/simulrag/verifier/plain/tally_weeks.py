"""Weeks that are told by how far they lie from another: "three weeks later", "that week"."""

import re
from datetime import date, timedelta

from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.tally_held import Piece, Span

MANY = {w: n for n, w in enumerate("one two three four five six seven eight nine ten".split(), 1)}
_COUNT = r"one|two|three|four|five|six|seven|eight|nine|ten"
_WEEKS_FROM = re.compile(
    rf"\b(?:in )?(?:(?P<n>{_COUNT}|a|an?other|the) (?P<unit>week|fortnight)s? "
    r"(?P<way>before|earlier|previously|prior|later|afterwards?|on|after(?! the))"
    r"|the (?P<which>previous|preceding|prior|foregoing|next|following|subsequent|ensuing) week)\b"
    r"(?! (?:christmas|new year|the turn|\d|that|than|to))"
)
_SAME_WEEK = re.compile(
    r"\b(?:in |during |over |for )?(?:that|this|that same|that very) week\b|"
    r"\b(?:in|during|over|within) (?:those|these) seven days\b"
)
_BACK = re.compile(r"before|earlier|previous|prior|preced|foregoing")
#: "Within two weeks" of the week that is named.
_WITHIN = re.compile(
    r"\b(?:with)?in (?:only |just |barely |a mere |less than |under )?"
    rf"(?:the space of |the course of )?(?P<n>{_COUNT}|a) (?P<unit>week|fortnight|month)s?\b"
    r"(?! (?:before|earlier|later|after|of \w+ing))|"
    r"\b(?:with)?in the (?:space|course) of (?P<n2>two|three|four|five|six|eight) weeks\b|"
    r"\b(?:over|in|during|within) the (?:following|next|subsequent|ensuing|coming) "
    r"(?P<n3>two|three|four|five|six|eight) weeks\b"
)
_DAYS = {"week": 7, "fortnight": 14, "month": 28}
_SINCE = re.compile(
    r"\b(?:(?:after|from|since|following|starting (?:from|with|in)|beginning with|counting from) )"
    r"(?:the )?$"
)
#: A stretch that its ends name: "in the fortnight from 6 to 20 December".
_STRETCH = re.compile(
    r"\b(?:in|over|during|within|for) the (?:(?:\w+ )?(?:fortnight|weeks|days|months|month|period|"
    r"time|span|stretch|interval)) (?=(?:from|between)\b)"
)
#: "The week ending on the 28th", of the month that is named.
_OF_MONTH = re.compile(
    r"\b(?:the (?:week|one) )?(?:ending|to|that ended|ended|that closed)(?: on)? the "
    r"(?P<day>[12]?\d|3[01])(?:st|nd|rd|th)\b(?! of\b)"
)


def weeks_of(scene: Scene) -> list[Time]:
    """Return the single weeks that a sentence names itself."""
    return [t for t in scene.times if t.grain in ("day", "week")]


def _anchor(scene: Scene) -> Time | None:
    """Return the one week from which others are counted: the one named, else the last before."""
    weeks = weeks_of(scene)
    if weeks:
        return weeks[0] if len(weeks) == 1 and len(scene.times) == 1 else None
    known = scene.discourse.time
    named = any(t.grain == "part" for t in scene.times) or scene.named_period
    return known if known is not None and known.grain in ("day", "week") and not named else None


def _week(day: date, start: int, end: int) -> Time:
    return Time(first=day, last=day, start=start, end=end, grain="week")


def weeks_from(scene: Scene, small: str) -> list[Piece]:
    """Return the week that is named by how far it lies from the only other one."""
    anchor = _anchor(scene)
    found = list(_WEEKS_FROM.finditer(small))
    if anchor is None or len(found) != 1:
        return []
    match = found[0]
    own = bool(weeks_of(scene))
    if own and anchor.start < match.end() and match.start() < anchor.end:
        return []
    many = MANY.get(match["n"] or "one", 1) * (2 if match["unit"] == "fortnight" else 1)
    back = _BACK.search(match["way"] or match["which"])
    day = anchor.last + timedelta(weeks=-many if back else many)
    return [Piece("T", *match.span(), _week(day, *match.span()), anchor)]


def told_from(scene: Scene, small: str, time: Time) -> Time | None:
    """Return the week from which one is counted that is named as "the week before"."""
    if not _WEEKS_FROM.search(small, time.start, time.end + 1):
        return None
    others = [t for t in weeks_of(scene) if t is not time]
    if others:
        return others[0] if len(others) == 1 else None
    known = scene.discourse.time
    return known if known is not None and known.grain in ("day", "week") else None


def same_week(scene: Scene, small: str) -> list[Piece]:
    """Return the week of the sentence before, as "that week"."""
    found = list(_SAME_WEEK.finditer(small))
    if scene.times or scene.named_period or len(found) != 1:
        return []
    known = _anchor(scene)
    return [Piece("T", *m.span(), _week(known.last, *m.span())) for m in found if known is not None]


def within_weeks(scene: Scene, small: str) -> list[Piece]:
    """Return the stretch from a week to some weeks later: "within two weeks"."""
    anchor = _anchor(scene)
    found = list(_WITHIN.finditer(small))
    if anchor is None or len(found) != 1:
        return []
    match = found[0]
    many = MANY.get(match["n"] or match["n2"] or match["n3"], 1)
    days = many * _DAYS[match["unit"] or "week"]
    made = [
        Piece("R", *match.span(), Span(anchor.last, anchor.last + timedelta(days=days))),
    ]
    if weeks_of(scene):
        led = _SINCE.search(small, 0, anchor.start)
        if led is None:
            return []
        made.append(Piece("", led.start(), anchor.end))
    return made


def stretches(small: str) -> list[Piece]:
    """Return words for a stretch whose ends stand behind them, which add nothing."""
    return [Piece("", *m.span()) for m in _STRETCH.finditer(small)]


def days_of_month(scene: Scene, small: str) -> list[Piece]:
    """Return weeks that end on a day of the one month that is named."""
    months = [t for t in scene.times if t.grain == "part" and is_month(t)]
    found = list(_OF_MONTH.finditer(small))
    if not found or len(months) != 1 or len(scene.times) != 1:
        return []
    made = [Piece("", months[0].start, months[0].end)]
    for match in found:
        number = int(match["day"])
        if number > months[0].last.day:
            return []
        day = months[0].first.replace(day=number)
        made.append(Piece("T", *match.span(), _week(day, *match.span())))
    return made


def is_month(time: Time) -> bool:
    """Tell whether a time is a whole month."""
    return time.first.day == 1 and (time.last - time.first).days >= 27


def lengths(scene: Scene) -> list[Piece]:
    """Return a stretch that one time and a length tell: "in the four weeks after 8 February"."""
    window = scene.window
    times = [t for t in scene.times if t.grain in ("day", "week", "part")]
    if window is None or len(times) != 1 or len(window[2]) < 2:
        return []
    time = times[0]
    others = [s for s in window[2] if s.start != time.start]
    if any(time.start <= s.start < time.end for s in others) or len(others) != 1:
        return []
    begin, end = others[0].start, others[0].end
    if "until" in scene.text[begin:end].lower():
        return []  # "300 a week until late February" is no length
    if end > time.start or not _LEADS.fullmatch(scene.text, end, time.start):
        return []
    stretch = Span(window[0], window[1])
    return [Piece("R", time.start, time.end, stretch), Piece("", begin, time.start)]


_LEADS = re.compile(
    r"\s*(?:(?:after|from|following|since|starting|beginning|before|to)\s+)?(?:on\s+|with\s+)?",
    re.I,
)
_PARTS_OF_ONE = re.compile(
    r"\b(?:between|from) (?:the )?(?P<a>early|mid|middle|beginning|start)(?: of)?(?: and| to) "
    r"(?:the )?(?=(?:mid|late|middle|end)\b)"
)
_AT = {"early": 5, "beginning": 1, "start": 1, "mid": 15, "middle": 15}


def parts_of_one(scene: Scene, small: str) -> list[Piece]:
    """Return the stretch "between early and late January 2023", whose month stands once."""
    found = list(_PARTS_OF_ONE.finditer(small))
    if len(found) != 1 or len(scene.times) != 1:
        return []
    match, time = found[0], scene.times[0]
    if time.grain != "part" or time.start > match.end() + 4 or time.end <= match.end():
        return []
    first = time.first.replace(day=_AT[match["a"]])
    return [Piece("R", match.start(), time.end, Span(first, time.middle))]


_SHIFTED = re.compile(
    rf"\b(?P<n>{_COUNT}|a) (?P<unit>week|fortnight)s? (?P<way>before|after|later than|following|"
    r"prior to|ahead of) (?:the (?:one|week)(?: that)? )?(?:(?:ending|ended|to)(?: on)? )?$"
)


def shifted_weeks(scene: Scene, small: str) -> list[Piece]:
    """Return "a week after the one ending 4 January" as the week that it is."""
    weeks = weeks_of(scene)
    found = _SHIFTED.search(small, 0, weeks[0].start) if len(weeks) == 1 else None
    if found is None:
        return []
    many = MANY.get(found["n"], 1) * (2 if found["unit"] == "fortnight" else 1)
    back = found["way"] in ("before", "prior to", "ahead of")
    day = weeks[0].last + timedelta(weeks=-many if back else many)
    span = (found.start(), weeks[0].end)
    return [Piece("T", *span, _week(day, *span), weeks[0])]
