"""How far the median and the ends of an interval lie apart, and which of two one is nearer to."""

import re
from datetime import date, timedelta

from simulrag.verifier.claims import Comparator, Expression, Figure, Reading, Term
from simulrag.verifier.quantities import Printed, as_exact
from simulrag.verifier.reading.figures import figure_of
from simulrag.verifier.reading.wave import RELATIONS, Wave, at, compared
from simulrag.verifier.reading.wave_signs import Signs

#: Signs that say nothing about distances.
_SILENT = str.maketrans("", "", "tYRMi")
_NEARER = re.compile("[Pm]+(?P<deny>!?)Z(?P<to>[HLP<])I?(?P<than>[HLP]?)I?")
_WIDE = re.compile(
    "(?P<one>[HLPmIEw&]*)(?P<deny>!?)#?(?P<way>[<>gl~=Gs]?)N(?P<two>#?[HLPmIw&]*)"
    "|#(?P<both>[HLPmI&w]+)(?P<not>!?)(?P<how>[<>gl~=]?)N"
)
_OFFSET = re.compile(
    "(?P<one>[HLPm]+)I?(?P<deny>!?)(?P<way>[gl~=]?|[<>](?=N))N(?P<side>[<>+-])(?P<two>[HLPm]+)I?"
    "|(?P<first>[HLPm]+)I?(?P<not>!?)(?P<over>[<>])(?P<second>[HLPm]+)I?(?P<how>[<>gl~=]?)N"
)
#: A number right before the word for its side: "is 40 below", and not "a peak of 40 is below".
_BESIDE = re.compile(
    r"\s*(?:(?:new|daily|more|patients?|admissions?|people|persons?|per day|a day|in hospital)\s+)*"
    r"(?:higher|lower|above|below|beyond|short of|over|under|less|more|larger|smaller|greater|"
    r"beneath|shy of|bigger|fewer|in excess)\b"
)


#: "From the median to the upper end there are 161".
_ALONG = re.compile("([HLPm]+)I?t([HLPm]+)I?[E=R#]?([<>gl~]?)N")


def distances(row: Signs, wave: Wave, text: str) -> list[Reading]:
    """Return the readings of a statement about distances; none where it says more."""
    plain = row.row.translate(_SILENT)
    if "Z" in plain:
        return _nearer(plain, row, wave)
    if "/" in plain or "|" in plain or _HALVES.fullmatch(plain):
        return _lopsided(plain, row, wave)
    if row.dates or row.labels or len(row.numbers) != 1 or not re.search("[HLI]", plain):
        return []
    number = as_exact(row.numbers[0])
    plain = re.sub("^LHI?[cE](?=[<>gl~=]?N$)", "LH#", plain)  # "from bottom to top it covers 40"
    plain = (
        re.sub("^P?I[E#]*([<>gl~=]?N)w?L?H?L?I?$", r"LHI#\1", plain)
        if _ENDS.search(plain)
        else plain
    )
    if "spans" in text.lower():
        plain = re.sub("(?<=I)E(?=[<>gl~=]?N$)", "#", plain)  # "spans 150 patients"
    plain = re.sub("^#(.*)#", r"#\1", plain)  # "a gap of 308 separates the two ends"
    if "#" not in plain and re.fullmatch(_BETWEEN_ENDS, plain):
        plain = plain.replace("w", "#")  # "between the ends lie 308"
    plain = re.sub("^[-<]#|(?<=I)[-<]#", "#<", plain)  # "less wide than"
    if "#" in plain:
        return _wide(plain, number, wave)
    along = _ALONG.fullmatch(row.row)
    if along is not None:
        ends = _term(along[1], wave), _term(along[2], wave)
        above = ends[0] == wave.term("L") or ends[1] == wave.term("H")
        return _apart(
            (ends[1], ends[0]), number, RELATIONS[along[3]], wave, above=above, denied=False
        )
    offset = _OFFSET.fullmatch(plain)
    if offset is None or (offset["one"] and not _BESIDE.match(text.lower(), number.unit_end)):
        return []
    one, two = (offset[a] or offset[b] for a, b in (("one", "first"), ("two", "second")))
    ends = _term(one, wave), _term(two, wave)
    above = (offset["side"] or offset["over"]) in ">+"
    way = RELATIONS[offset["way"] or offset["how"] or ""]
    denied = bool(offset["deny"] or offset["not"])
    return _apart(ends, number, way, wave, above=above, denied=denied)


_ENDS = re.compile("N[wI]*(?:LH|HL)I?$")


def _term(signs: str, wave: Wave) -> Term | None:
    own = set(signs) & set("HL")
    return wave.term(own.pop() if len(own) == 1 else "P") if len(own) < 2 else None


def _apart(
    ends: tuple[Term | None, Term | None],
    number: Printed,
    way: Comparator,
    wave: Wave,
    *,
    above: bool,
    denied: bool,
) -> list[Reading]:
    """Return that one value is so much above another, in people or as a share of the other."""
    one, other = ends
    if one is None or other is None or one == other:
        return []
    if number.unit == "percent":
        share, half = float(number.value) / 100, float(number.half_unit) / 100
        figure = at("", number.start, number.end, 1 + share if above else 1 - share, half)
        if not above:
            way = _TURNED.get(way, way)
        return [_reading("ratio", (other, one), way, figure, "", wave, denied=denied)]
    if number.unit:
        return []
    terms = (other, one) if above else (one, other)
    return [_reading("difference", terms, way, figure_of(number), "", wave, denied=denied)]


#: "Between its ends lie more than 308".
_BETWEEN_ENDS = re.compile(
    "w(?:H?L?I|[HL]&?[HL]I?)=?[<>gl~Gs]?N|[<>gl~Gs]?Nw(?:H?L?I|[HL]&?[HL]I?)"
)

_TURNED: dict[Comparator, Comparator] = {
    "above": "below", "below": "above", "at_least": "at_most", "at_most": "at_least",
}  # fmt: skip


def _reading(
    operation: str,
    terms: tuple[Term, ...],
    way: Comparator,
    figure: Figure,
    unit: str,
    wave: Wave,
    *,
    denied: bool,
) -> Reading:
    made = Expression.model_validate({"operation": operation, "terms": terms})
    return Reading(
        expression=made,
        comparator=way,
        figures=(figure,),
        unit=unit,
        negated=denied,
        about_relative=wave.peak.about_relative,
    )


def _wide(plain: str, number: Printed, wave: Wave) -> list[Reading]:
    """Return how wide an interval is, or how far two of its marks are apart."""
    found = _WIDE.fullmatch(plain)
    if found is None or plain.count("#") != 1 or number.unit:
        return []
    named = set((found["one"] or "") + (found["two"] or "") + (found["both"] or ""))
    own = named & set("HL")
    middle = bool(named & set("Pm")) and len(own) == 1
    if not middle and len(own) == 1:
        return []
    low, high = wave.term("P" if middle and "H" in own else "L"), wave.term("H")
    high = wave.term("P") if middle and "L" in own else high
    way = RELATIONS[found["way"] or found["how"] or ""]
    denied = bool(found["deny"] or found["not"])
    return _apart((high, low), number, way, wave, above=True, denied=denied)


#: "The upper end is further from the median", "wider upwards", "below the middle".
_LOPSIDED = re.compile(
    "[IPmE&]*(?P<deny>!?)/(?P<side>[HL])[IPm]*"
    "|(?P<far>[HL])I?(?P<not>!?)/[PmI]+(?P<near>[HL]?)I?"
    "|[Pm]+(?P<no>!?)(?P<way>[<>])[|]I?"
)


#: "The upside is larger than the downside".
_HALVES = re.compile("#+(?P<one>[HL])I?(?P<deny>!?)[#+-]*(?P<way>[<>])#*(?P<two>[HL])I?")


def _lopsided(plain: str, row: Signs, wave: Wave) -> list[Reading]:
    """Return which end of an interval the median is further from."""
    halves = _HALVES.fullmatch(plain)
    if halves is not None and halves["one"] != halves["two"]:
        up = (halves["one"] == "H") == (halves["way"] == ">")
        return _of_sides(wave, up=up, denied=bool(halves["deny"]))
    found = _LOPSIDED.fullmatch(plain)
    if found is None or row.numbers or row.dates or row.labels:
        return []
    if found["far"] and found["near"] == found["far"]:
        return []
    up = "H" in (found["side"], found["far"]) or found["way"] == "<"
    denied = bool(found["deny"] or found["not"] or found["no"])
    return _of_sides(wave, up=up, denied=denied)


def _of_sides(wave: Wave, *, up: bool, denied: bool) -> list[Reading]:
    """Return that the interval goes further up from the median than down, or the reverse."""
    low, middle, high = (wave.term(sign) for sign in "LPH")
    assert low is not None
    assert middle is not None
    assert high is not None
    way: Comparator = "above" if up else "below"
    terms = (low, middle, middle, high)
    return [_reading("double_difference", terms, way, at("", 0, 0, 0.0), "", wave, denied=denied)]


def _nearer(plain: str, row: Signs, wave: Wave) -> list[Reading]:
    """Return which of two ends, numbers or days a peak is nearer to."""
    if not row.numbers and not row.dates:
        found = _NEARER.fullmatch(plain)
        ends = [end.replace("P", "H") for end in (found["to"], found["than"])] if found else []
        if found is None or ends[0] == ends[1]:
            return []
        # "To the lower than to the upper end".
        return _of_sides(wave, up=ends[0] != "H", denied=bool(found["deny"]))
    if re.fullmatch("[Pm]*ZNN", plain) and all(not n.unit for n in row.numbers):
        near, far = row.numbers
        middle_value = float(near.value + far.value) / 2
        limit = as_exact(near).model_copy(update={"value": (near.value + far.value) / 2})
        side: Comparator = "below" if near.value < far.value else "above"
        made = compared(wave, wave.peak, side, limit)
        figure = made.figures[0].model_copy(update={"value": middle_value, "half_unit": 0.0})
        return [made.model_copy(update={"figures": (figure,)})]
    return _nearer_day(row, wave) if re.fullmatch("P?ZDDP?|ZDPD", plain) else []


def _nearer_day(row: Signs, wave: Wave) -> list[Reading]:
    begun = wave.call.arguments.get(wave.day.since)
    if not begun:
        return []
    near, far = (d.on_or_after(date.fromisoformat(str(begun))) for d in row.dates)
    if near[0] == far[0]:
        return []
    before = near[0] < far[0]
    first, last = (near, far) if before else (far, near)
    gap = (last[0] - first[1]).days
    # The day in the middle is as near to both: it is on neither side.
    turn = first[1] + timedelta(days=(gap + 1) // 2 if before else gap // 2)
    return [
        Reading(
            expression=wave.value(wave.day),
            comparator="below" if before else "above",
            unit="date",
            label=f"{turn.isoformat()}/{turn.isoformat()}",
        )
    ]
