"""Days of the week on which a wave peaks: "on a Monday", "Monday, 21 November"."""

import re
from datetime import date, timedelta

from simulrag.verifier.claims import Counted, Reading
from simulrag.verifier.reading.text import AnyCase
from simulrag.verifier.reading.wave import Wave

_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_DAY = rf"(?P<day>{'|'.join(_NAMES)}|weekday|weekend|working day)"
#: A day of the week with the words around it that say nothing else.
_WEEKDAY = AnyCase(
    r",?\s*\b(?:(?:which|that) is |"
    r"(?:(?:and|but) )?(?:on |at |is |of all days |to be |over )*(?:an? |the )?)?"
    rf"{_DAY}\b,?(?: the(?= \d))?",
    holding=(*_NAMES, "weekday", "weekend", "working day"),
)
#: Not a day of the week, but a name.
_NAMED = AnyCase(r"\b(?:black|good|easter|shrove|fat|cyber|palm|super|ash|maundy)\s+$")
#: Longest season that is looked at, days.
_LONGEST = 400


def weekday_in(text: str) -> re.Match[str] | None:
    """Return where a statement names a day of the week."""
    found = _WEEKDAY.search(text)
    if found is None or _NAMED.search(text, 0, found.start("day")):
        return None
    return found


def on_weekday(name: str, wave: Wave, *, negated: bool = False) -> list[Reading]:
    """Return the reading that a wave peaks on such a day of the week."""
    begun = wave.call.arguments.get(wave.day.since)
    if not begun:
        return []
    first = date.fromisoformat(str(begun))
    days = (first + timedelta(days=n) for n in range(_LONGEST))
    value = wave.value(wave.day)
    of = [
        (Reading(expression=value, comparator="equal", unit="date", label=f"{day}/{day}"),)
        for day in days
        if _is(name, day.weekday())
    ]
    return [
        Counted(
            expression=value, comparator="equal", of=tuple(of), at_least=1, at_most=1,
            negated=negated,
        )
    ]  # fmt: skip


def _is(name: str, weekday: int) -> bool:
    working = weekday < _NAMES.index("saturday")
    if name in ("weekday", "working day"):
        return working
    return not working if name == "weekend" else _NAMES[weekday] == name
