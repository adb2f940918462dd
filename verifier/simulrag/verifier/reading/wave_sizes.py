"""How high a wave gets, between which limits, and what it adds up to."""

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from simulrag.simulators.interface import Output
from simulrag.verifier.claims import Comparator, Counted, Reading
from simulrag.verifier.quantities import Printed, as_exact
from simulrag.verifier.reading.figures import figure_of
from simulrag.verifier.reading.wave import FLIPPED, RELATIONS, Wave, compared
from simulrag.verifier.reading.wave_ratios import quotient, share, times_over
from simulrag.verifier.reading.wave_signs import Signs

#: The same for a number that stands before what it is compared with.
_BEHIND = FLIPPED | {"G": "s", "s": "G"}
#: What something is said not to be behind what it is: "the lower bound, not the median".
_CONTRAST = re.compile("(?<=[PHLTm])![PHLTm]I?(?=$|N)")
#: Signs that say nothing about sizes.
_SILENT = str.maketrans("", "", "tY")
#: A number that is compared with what stands behind it: "six is more than the median shows".
_BEFORE_SUBJECT = re.compile(r"N!?[gl<>Gs]+[mPTHL]")

#: "Relative to the median, the upper end is 29 times as high".
_MEASURED_AGAINST = re.compile("ρ([mPTHL]+)I?([HLPT]I?[<>glGs~=R]*)(Nx)R?$")


#: "Anything up to 40 is possible": that is how far it goes.
_UP_TO = re.compile("[PI]*M[PI]*tN[PI]*|tN[PI]*M[PI]*")


def sizes(row: Signs, wave: Wave) -> list[Reading]:
    """Return the readings of a statement about sizes; none where it says more."""
    row = _in_days_of_peak(row)
    if _BY_HOW_MUCH.fullmatch(row.row) and not any(n.unit for n in row.numbers):
        return _by_how_much(row.row, [as_exact(n) for n in row.numbers], wave)
    if _UP_TO.fullmatch(row.row) and not row.numbers[0].unit:
        return [compared(wave, wave.peak, "equal", as_exact(row.numbers[0]), quantile="high")]
    if row.dates or row.labels or any(n.unit not in ("", "times", "percent") for n in row.numbers):
        return []
    plain = re.sub(
        "ii+", "iI", re.sub("^iN", "Ni", row.row)
    )  # "well within what the interval allows"
    plain = re.sub("(?<=[HL])e", "", plain)  # "the upper 90% end"
    plain = re.sub("(?<=T)T+", "", plain)
    plain = re.sub("(?<=T)[mQ&;tRE]+(?=[~<>glGs]?N)", "R", plain)  # "add them up, and it is 606"
    plain = plain.replace("Ie", "Ik").replace("Ib", "Id").replace("eN", ">N")
    plain = plain.replace("#x", "x").replace("WP", "P")  # "when the wave is at its strongest"
    plain = plain if "I" in plain else re.sub("E(?=[<>])", "", plain.replace("EtN", "RN"))
    plain = re.sub("B[-y]$", "P", plain)  # "rises to 130 before easing"
    plain = plain if "I" in plain else plain.replace("Hm", "Pm")  # "the most that the median shows"
    plain = re.sub("[-y+](?=[<>sG]N)", "", plain)  # "sinks below 200"
    plain = re.sub("(?<=T)(?=.*x)(.*)T$", r"\1", plain)  # "in the end 40 times the peak add up"
    plain = plain.replace("+T", "T").replace("NQ", "N")  # "added over all days", "is all that"
    plain = _CONTRAST.sub("", re.sub("[-y]t?(?=N)", "D", plain))  # "never drops to 40"
    plain = re.sub("(?<=M)<(?=I)|(?<=[MPXuic])<(?=I$)", "i", plain)  # "possible under the interval"
    plain = re.sub("R([<>])", r"\1", plain.replace("IR", "IE"))
    plain = _MEASURED_AGAINST.sub(r"\2\3\1", plain)
    plain = re.sub("÷([HLPTm]+)I?[tY&]([HLPTm]+)I?", r"\1÷\2", plain)
    plain = re.sub("(?<=!)([PTmHLI]*)tN", r"\1RN", plain)  # "does not add up to 40"
    plain = plain.translate(_SILENT)
    plain = re.sub("(?<=N)[&;]?!R?[+>]$", "", plain)  # "rises to 488 and no higher"
    plain = re.sub("BP$", "P", plain)  # "flattens out at 40 before it turns down"
    plain = re.sub(r"(?<=[Pm])\+$", "", plain) if "P" in plain else plain
    plain = re.sub("[Qi]+(?=I)|(?<=I)[Qi]+(?=w)", "", plain) if "wN&N" in plain else plain
    plain = re.sub("L[&^]H|H[&^]L", "HL", plain) if len(row.numbers) == 1 else plain
    if not set(plain) <= set("PHLITmN<>glGsR~=w&^x!MQpicuXEdkr;DW÷"):
        return []
    plain = re.sub("^PIc(?=[R=]*N$)", "HI", plain)
    plain = re.sub("NPIc$", "NHI", plain)  # "23 is the highest value that the interval allows"
    numbers = [as_exact(n) for n in row.numbers]
    if "W" in plain and "x" not in plain:
        return []
    if "÷" in plain:
        return quotient(plain, numbers, wave)
    if "x" in plain or re.fullmatch("T[R=]?[<>gl~Gs]?NP", plain):
        return times_over(plain, numbers, wave)
    if any(n.unit == "percent" for n in numbers):
        if "NtE" in row.row:  # "ten percent to go to the upper end"
            return []
        return share(plain, numbers, wave)
    if len(numbers) == 2:
        return _range(plain, numbers, wave)
    if len(numbers) != 1 or "w" in plain or "&" in plain:
        return []
    return (
        _of_interval(plain, numbers[0], wave)
        if re.search("[IHLMXui]", plain)
        else _single(plain, numbers[0], wave)
    )


#: "It overshoots the mark of a thousand by less than fifty".
_BY_HOW_MUCH = re.compile("[mPT]+([<>])(~?)NY([<>glGs~]?)N")


def _by_how_much(row: str, numbers: Sequence[Printed], wave: Wave) -> list[Reading]:
    """Return on which side of a number a size is, and how far from it."""
    found, output = _BY_HOW_MUCH.fullmatch(row), _subject(row, wave)
    if found is None or output is None:
        return []
    mark, by = numbers
    value = mark.value + (by.value if found[1] == ">" else -by.value)
    half = by.half_unit if found[3] != "~" else max(by.half_unit, by.value / 10)
    far = by.model_copy(update={"value": value, "half_unit": half})
    way = found[3] if found[1] == ">" else _BEHIND.get(found[3], found[3])
    side = compared(wave, output, RELATIONS[found[1]], mark)
    return [side, compared(wave, output, RELATIONS[way if way != "~" else ""], far)]


def _in_days_of_peak(row: Signs) -> Signs:
    """Return "worth 25 days at peak level" as that many times the peak."""
    if len(row.numbers) != 1 or row.numbers[0].unit != "day":
        return row
    if not re.fullmatch("T+[R=tmE]*[<>~glGs]?N[Wi]*P", row.row):
        return row
    number = row.numbers[0].model_copy(update={"unit": "times"})
    return replace(row, row=row.row.replace("N", "Nx"), numbers=(number,))


def _subject(plain: str, wave: Wave) -> Output | None:
    if "T" in plain:
        return wave.total if "P" not in plain else None
    return wave.peak if re.search("[Pm]", plain) else None


def _relation(plain: str) -> str | None:
    """Return the one sign that says how values lie to each other; "" where none does."""
    found = re.findall("[<>glGs=~]", plain)
    if not found:
        return "R" if "R" in plain else ""
    if len(set(found)) > 1:
        return None
    return _BEHIND.get(found[0], found[0]) if _BEFORE_SUBJECT.search(plain) else found[0]


def _single(plain: str, number: Printed, wave: Wave) -> list[Reading]:
    output, relation = _subject(plain, wave), _relation(plain)
    if output is None or relation is None or not set(plain) <= set("PTmN<>glGsR~=!"):
        return []
    if "P" not in plain and "T" not in plain and not set("<>glR!") & set(plain):
        return []  # a median that is not said to be the highest
    denied = plain.count("!") % 2 == 1
    if denied and relation in ("G", "s"):
        return []
    if denied and relation == "R":
        return [compared(wave, output, "below", number)]
    return [compared(wave, output, RELATIONS[relation], number, negated=denied)]


def _range(plain: str, numbers: Sequence[Printed], wave: Wave) -> list[Reading]:
    first, second = numbers
    if re.fullmatch("N&N!?M?P?[iX]I|I[c]N&N", plain):  # "both 5 and 50 are possible"
        outside = ("!" in plain) != ("X" in plain)
        return [r for n in numbers for r in held_by(n, wave, outside=outside)]
    if re.search("[IHL]", plain):
        return _interval(plain, first, second, wave)
    two = re.fullmatch("(?:[Pm]+R?N&?TR?N|TR?N&?[Pm]+R?N)", plain)
    named = re.fullmatch("(P&T|T&P)R?N&N", plain)
    if named is not None and wave.total is not None:
        two = named
    if two is not None and wave.total is not None:
        outputs = (wave.total, wave.peak) if plain[0] == "T" else (wave.peak, wave.total)
        return [compared(wave, o, "equal", n) for o, n in zip(outputs, numbers, strict=True)]
    output = _subject(plain, wave)
    if output is None:
        return []
    twice = _TOLD_TWICE.fullmatch(plain)
    if twice is not None:
        ways = RELATIONS[twice[1]], RELATIONS[twice[2]]
        return [compared(wave, output, w, n) for w, n in zip(ways, numbers, strict=True)]
    told = _TOLD_AND_LIMIT.fullmatch(plain)
    if told is not None:
        loose = Decimal("0.3" if "~" in plain else "0.1")
        return _told_and_limit(told[1], first, second, output, wave, loose)
    contrast = re.sub("[PTmR]", "", plain)
    if contrast in ("NrN", "N!N", "!N;N"):
        return [compared(wave, output, "equal", second if contrast[0] == "!" else first)]
    both = re.fullmatch("[PTm]*([<>gl])N[&!]*([<>glR])N[PTm]*", plain)
    if both is not None and not ("!" in plain and both[2] in "<>"):
        second_way: Comparator = "below" if both[2] == "R" else RELATIONS[both[2]]
        if both[2] == "R" and "!" not in plain:
            return []
        return [
            compared(wave, output, RELATIONS[both[1]], first),
            compared(wave, output, second_way, second),
        ]
    return []


#: "A peak of 488 stays under 500", and "the peak is ten short of 500".
_TOLD_AND_LIMIT = re.compile("[PTm]+[-y]?~?N~?([<>Gs])N")
#: "Not far short of a hundred thousand, namely 98,556.5".
_TOLD_TWICE = re.compile("[PTm]+R?([<>~Gsgl])N([~]?)N")
#: A number is told of a limit by itself where it is no small part of it.
_SMALL_PART = Decimal("0.25")


def _told_and_limit(
    side: str, first: Printed, second: Printed, output: Output, wave: Wave, loose: Decimal
) -> list[Reading]:
    """Return the readings of a size with a limit, or of how far it is from the limit."""
    if first.value > _SMALL_PART * second.value:
        limit = compared(wave, output, RELATIONS[side], second)
        return [compared(wave, output, "equal", first), limit]
    way = -1 if side in "<s" else 1
    value = second.value + way * first.value
    half = max(first.half_unit, second.half_unit, loose * first.value)
    return [
        compared(
            wave,
            output,
            "equal",
            second.model_copy(update={"value": value, "half_unit": half}),
        )
    ]


def _interval(plain: str, first: Printed, second: Printed, wave: Wave) -> list[Reading]:
    """Return the readings of both ends of an interval; "between" them is inside of them."""
    turned = re.fullmatch("I?m?N[HP]&?NL[Im]*", plain)
    if turned is not None:
        first, second = second, first
    elif re.fullmatch("I?m?NL&?N[HP][Im]*", plain):
        turned = plain
    if re.fullmatch("[IPm]*!R?[IPm]*<N[&!^]*>N[IPm]*", plain):  # "neither below 9 nor above 26"
        return [
            compared(wave, wave.peak, "at_least", first, quantile="low"),
            compared(wave, wave.peak, "at_most", second, quantile="high"),
        ]
    both = re.fullmatch("[IHLPmMEdkR&w]*([~sG]?)N<?&?[EkR]*([~sG]?)N[IHLEPm>]*", plain)
    if not turned and both is None:
        return []
    low: Comparator = "about" if "~" in plain else "at_least" if "w" in plain else "equal"
    high: Comparator = "about" if "~" in plain else "at_most" if "w" in plain else "equal"
    if both is not None:  # "between 40 and just under 90"
        low = RELATIONS[both[1]] if both[1] in ("s", "G") else low
        high = RELATIONS[both[2]] if both[2] in ("s", "G") else high
    return [
        compared(wave, wave.peak, low, first, quantile="low"),
        compared(wave, wave.peak, high, second, quantile="high"),
    ]


def _of_interval(plain: str, number: Printed, wave: Wave) -> list[Reading]:
    denied = plain.count("!") % 2 == 1
    relation = _relation(plain)
    if (
        relation is None
        or "T" in plain
        or "M!" in plain
        or not set(plain) <= set("PHLImN<>glGsR~=!MQpicuXEdkD")
    ):
        return []
    if re.search("[iucX]", plain) and relation in ("", "R") and not re.search("[HL]", plain):
        return held_by(number, wave, outside=denied != bool(re.search("[uX]", plain)))
    if re.fullmatch("N!?M?[Xu]!?[HL]I?|[HL]I?!?[Xu]N", plain):
        return _beyond(plain, number, wave, denied=denied)
    if "D" in plain and "L" in plain:  # "with luck it is as low as 21, the bottom of the range"
        return [] if denied else [compared(wave, wave.peak, "equal", number, quantile="low")]
    if "D" in plain:
        return _falling(plain, number, wave, denied=denied)
    if re.fullmatch("P?NP?!?Mi?I?|MNP?i?I?|P?N!?iP?", plain):
        return held_by(number, wave, outside=denied)
    if re.fullmatch("lNP?MP?[iI]*", plain):  # "no more than thirty are possible"
        return [compared(wave, wave.peak, "at_most", number, quantile="high")]
    if _is_possible(plain, relation):
        end = "high" if relation in "g>" else "low"
        outside = ("u" in plain or "X" in plain) != denied
        return [
            compared(wave, wave.peak, RELATIONS[relation], number, negated=outside, quantile=end)
        ]
    if "HL" in plain:
        way = RELATIONS[relation]
        return [
            compared(wave, wave.peak, way, number, negated=denied, quantile=end)
            for end in ("low", "high")
        ]
    way = _end(plain, relation, denied=denied)
    if way is None:
        return []
    end, comparator, negated = way
    return [compared(wave, wave.peak, comparator, number, negated=negated, quantile=end)]


def _beyond(plain: str, number: Printed, wave: Wave, *, denied: bool) -> list[Reading]:
    """Return that a number lies beyond an end of an interval: "out of reach at the upper end"."""
    if "H" in plain:
        return [compared(wave, wave.peak, "below", number, negated=denied, quantile="high")]
    return [compared(wave, wave.peak, "above", number, negated=denied, quantile="low")]


def _falling(plain: str, number: Printed, wave: Wave, *, denied: bool) -> list[Reading]:
    """Return that a peak may be as low as a number, or never is."""
    if re.sub("[PmIM!]", "", plain) not in ("DN", "ND"):
        return []
    comparator: Comparator = "above" if denied else "at_most"
    return [compared(wave, wave.peak, comparator, number, quantile="low")]


def _is_possible(plain: str, relation: str) -> bool:
    """Tell whether what lies beyond a number is said to be possible, or not to be.

    "A peak above 40 is within the interval", "there is no room in it for more than 40".
    """
    held = "I" in plain and re.search("[iucX]", plain) is not None
    return held and relation in tuple("<>gl") and set(plain) <= set("PImN<>gliucXM!R")


_Way = tuple[str, Comparator, bool]


def _end(plain: str, relation: str, *, denied: bool) -> _Way | None:
    """Return which end of an interval is compared, how, and whether that is denied."""
    own = set(plain) & set("HLdk")
    if own:
        if len(own) > 1:
            return None
        end = "high" if own & set("Hk") else "low"
        if relation == "R" and denied:
            return end, "below", False
        if "M" in plain or (denied and relation in ("G", "s")):
            return None
        return end, RELATIONS[relation], denied
    if relation == "R":
        if denied:
            return "high", "below", False
        return ("high", "at_least", False) if "M" in plain else None
    if "I" not in plain and "M" not in plain:
        return None
    if relation not in tuple("<>gl"):
        return None
    up = relation in "g>"
    if "Q" in plain:
        return None if denied else ("low" if up else "high", RELATIONS[relation], False)
    if "M" in plain or "p" in plain or "E" in plain:
        return "high" if up else "low", RELATIONS[relation], denied
    if denied:  # nowhere in it is the peak above
        return "high" if up else "low", RELATIONS[relation], True
    return "low" if up else "high", RELATIONS[relation], False


def held_by(number: Printed, wave: Wave, *, outside: bool) -> list[Reading]:
    """Return that an interval holds a number, or that it does not; of many numbers, any of them."""
    first = last = number
    if number.half_unit > _BROAD * number.value:
        first, last = (_exactly(number, number.value + way * number.half_unit) for way in (-1, 1))
    if outside:
        below = compared(wave, wave.peak, "above", last, quantile="low")
        above = compared(wave, wave.peak, "below", first, quantile="high")
        return [
            Counted(
                expression=wave.value(wave.peak),
                comparator="equal",
                figures=(figure_of(number),),
                of=((below,), (above,)),
                at_least=1,
                at_most=2,
            )
        ]
    return [
        compared(wave, wave.peak, "at_most", last, quantile="low"),
        compared(wave, wave.peak, "at_least", first, quantile="high"),
    ]


#: What stands for numbers so far apart is no number: "three figures".
_BROAD = Decimal("0.2")


def _exactly(number: Printed, value: Decimal) -> Printed:
    return number.model_copy(update={"value": value, "half_unit": Decimal(0)})
