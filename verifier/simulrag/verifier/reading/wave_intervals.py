"""Statements that name both ends of an interval, or hold two numbers against one."""

import re
from collections.abc import Sequence

from simulrag.verifier.claims import Comparator, Reading
from simulrag.verifier.quantities import Printed, as_exact
from simulrag.verifier.reading.wave import RELATIONS, Wave, compared
from simulrag.verifier.reading.wave_signs import Signs
from simulrag.verifier.reading.wave_sizes import held_by

#: The ends of an interval by their signs.
_QUANTILES = {"H": "high", "L": "low"}
#: Signs that say nothing about intervals.
_SILENT = str.maketrans("", "", "tYRE=#w")
#: "600 is inside, 700 outside": whether each of two numbers is said to be out of an interval.
_TWO_HELD = re.compile(
    "P?I?[Mc]?NP?(?P<first>!?[MiuX]+!?|(?=[IP]))[IP]*[;&^]*NP?(?P<second>!?[iuX]*!?[iuX]*)[IM]*"
    "|I[c](?P<one>)N[;&^]*(?P<other>!)N"
)
#: "From 1 to 125, everything is possible".
_FROM_TO = re.compile("P?N&?N(?=P?[Mi])[MiP]+I|MP?N&?NI|N&NM[MiP]*I?")
#: "Neither 300 nor 700 lies in it".
_NEITHER = re.compile("P?!N[&^!]*N[iMI]*|I!cN[&^!]*N|P?!N[&^!]*NPi?I")
#: "The lower is 342 and the upper 650", each with how it lies to its number.
_BOTH_ENDS = re.compile(
    "[I^]*(?P<one>[HLPm])I?m?(?P<how>[<>glGs~]?)N[&;^]*(?P<other>[HLPm])I?m?(?P<way>[<>glGs~]?)N[IPm]*"
    "|[IPm]*(?P<how2>[<>glGs~]?)N(?P<one2>[HL])I?[&;^]*(?P<way2>[<>glGs~]?)N(?P<other2>[HL])[IPm]*"
)
#: "No lower than 342 and no higher than 650", "the whole of it is above 300 and below 700".
_WITHIN = re.compile("(?=.*I)[IPmQi]*(?P<low>[>g])N[&;!^]*(?P<high>[<l])N[IPmi]*")
#: "900 to 4,500: all of the interval fits into that".
_FITS_INTO = re.compile("w?N[t&]?N[PQ]*Q[PQ]*I[iI]*|Q[PQ]*Ii?w?N[t&]?N[iI]*")
#: "It begins below 40 and ends just short of 90".
_BEGINS_ENDS = re.compile("[IP]*I[bd]([<>glGs~]?)N[&;]*[ek]([<>glGs~]?)N")
#: "Upwards it goes to 650, downwards to 342".
_UP_DOWN = re.compile("[IPmMiR]*(?P<way>[+-])t?[Ikd]*NP?[&;∨t]*[+R-]t?[Ikd]*N[IPmM]*")
#: What is above an interval, or below it: "beyond what the interval allows".
_BEYOND = re.compile("P?N(?P<side>[<>])[icI]+")


#: A number of how far something goes, beside others.
_WIDTH = re.compile("N#.*N|N.*#[<>~]?N")
#: "The interval around 77 goes from 19 to 132".
_AROUND = re.compile("^(?=I~?NEN[t&]N)")


def intervals(row: Signs, wave: Wave) -> list[Reading]:
    """Return the readings of a statement about an interval's ends; none where it says more."""
    if row.dates or row.labels or any(n.unit for n in row.numbers) or _WIDTH.search(row.row):
        return []
    plain = re.sub("(?<=[MPXuic])<(?=I$)", "i", _AROUND.sub("m", row.row).translate(_SILENT))
    numbers = [as_exact(n) for n in row.numbers]
    if len(numbers) == 1:
        return _of_one(plain, numbers[0], wave)
    if len(numbers) == 3:
        return _listed(plain, numbers, wave)
    if len(numbers) == 2 and _ABOUT_A_MIDDLE.fullmatch(plain):
        return _about_a_middle(numbers, wave)
    if len(numbers) != 2 or not re.search("[IHLM]", plain):
        return []
    return _ends(plain, numbers, wave) or _pair(plain, numbers, wave)


def _of_one(plain: str, number: Printed, wave: Wave) -> list[Reading]:
    if re.fullmatch("Qi?IN|QI[Pi]*N|NQ?HLI?|HLI?N", plain):  # "all of it is in the hundreds"
        return [compared(wave, wave.peak, "equal", number, quantile=e) for e in ("low", "high")]
    beyond = _BEYOND.fullmatch(plain)
    if beyond is None:
        return []
    if beyond["side"] == ">":
        return [compared(wave, wave.peak, "below", number, quantile="high")]
    return [compared(wave, wave.peak, "above", number, quantile="low")]


#: "The median is 77, the lower end 19 and the upper end 132".
_LISTED = re.compile("I?([mPHL])I?(~?)N[&;]*([mPHL])I?(~?)N[&;]*([mPHL])I?(~?)NI?")
#: "A median peak of 77 (90% interval 19 to 132)".
_IN_BRACKETS = re.compile("[IPm]*[Pm][IPm]*~?N[IPm&]*N&?N[IPm]*")
#: "An interval of 19 to 132, the median being 77".
_ENDS_FIRST = re.compile("P?IP?NN[;&]*(?:mP?|Pm?)NP?")
_LISTED_BEHIND = re.compile("I?(~?)N([mPHL])I?[&;]*(~?)N([mPHL])I?[&;]*(~?)N([mPHL])I?")


def _listed(plain: str, numbers: Sequence[Printed], wave: Wave) -> list[Reading]:
    """Return the readings of a median and both ends of its interval, listed with their names."""
    if _IN_BRACKETS.fullmatch(plain):
        ends = ("median", "low", "high")
        return [
            compared(wave, wave.peak, "equal", n, quantile=end)
            for end, n in zip(ends, numbers, strict=True)
        ]
    if _ENDS_FIRST.fullmatch(plain):
        return _listed("LNHNmN", numbers, wave)
    plain = re.sub("mP|Pm", "m", plain)
    found, behind = _LISTED.fullmatch(plain), _LISTED_BEHIND.fullmatch(plain)
    if found is not None:
        told = [(found[n], found[n + 1]) for n in (1, 3, 5)]
    elif behind is not None:
        told = [(behind[n + 1], behind[n]) for n in (1, 3, 5)]
    else:
        return []
    names = [name for name, _ in told]
    if "m" in names:  # "77 the middle, 19 the lowest, 132 the highest"
        names = ["H" if name == "P" else name for name in names]
    if len(set(names)) != len(names):
        return []
    return [
        compared(wave, wave.peak, RELATIONS[how], n, quantile=_QUANTILES.get(name, "median"))
        for name, (_, how), n in zip(names, told, numbers, strict=True)
    ]


def _pair(plain: str, numbers: Sequence[Printed], wave: Wave) -> list[Reading]:
    """Return whether each of two numbers is in an interval."""
    if _NEITHER.fullmatch(plain):
        return [r for n in numbers for r in held_by(n, wave, outside=True)]
    if _FROM_TO.fullmatch(plain):
        return [r for n in numbers for r in held_by(n, wave, outside=False)]
    plain = plain.replace("~", "")  # "just about possible"
    found = _TWO_HELD.fullmatch(plain)
    if found is None or not re.search("[iuXcM]", plain):
        return []
    if "&" in plain and found["first"] in ("M", "i") and not found["second"]:
        return [r for n in numbers for r in held_by(n, wave, outside=False)]  # "and so is one of 9"
    told = found["first"] or "", found["second"] or found["other"] or ""
    if (not told[0] and found["one"] is None) or not told[1]:
        return []
    outside = [(said.count("!") + len(re.findall("[uX]+", said))) % 2 == 1 for said in told]
    return [r for n, o in zip(numbers, outside, strict=True) for r in held_by(n, wave, outside=o)]


#: "60, give or take 18": as far up as down.
_ABOUT_A_MIDDLE = re.compile("[IPm]*~?N±N[IPm]*")


def _about_a_middle(numbers: Sequence[Printed], wave: Wave) -> list[Reading]:
    """Return the readings of a middle with how far the interval goes to each side of it."""
    middle, width = numbers
    half = middle.half_unit + width.half_unit
    ends = {"low": middle.value - width.value, "high": middle.value + width.value}
    sides = {
        end: middle.model_copy(update={"value": v, "half_unit": half}) for end, v in ends.items()
    }
    made = [compared(wave, wave.peak, "equal", n, quantile=end) for end, n in sides.items()]
    return [compared(wave, wave.peak, "equal", middle), *made]


def _ends(plain: str, numbers: Sequence[Printed], wave: Wave) -> list[Reading]:
    """Return the readings of both ends of an interval, each with its own number."""
    if _FITS_INTO.fullmatch(plain):
        return [
            compared(wave, wave.peak, "at_least", numbers[0], quantile="low"),
            compared(wave, wave.peak, "at_most", numbers[1], quantile="high"),
        ]
    within = _WITHIN.fullmatch(plain)
    if within is not None:
        low: Comparator = RELATIONS[within["low"]]
        high: Comparator = RELATIONS[within["high"]]
        return [
            compared(wave, wave.peak, low, numbers[0], quantile="low"),
            compared(wave, wave.peak, high, numbers[1], quantile="high"),
        ]
    begun = _BEGINS_ENDS.fullmatch(plain)
    if begun is not None:
        ways = RELATIONS[begun[1]], RELATIONS[begun[2]]
        return [
            compared(wave, wave.peak, way, n, quantile=end)
            for end, way, n in zip(("low", "high"), ways, numbers, strict=True)
        ]
    two = _UP_DOWN.fullmatch(plain)
    if two is not None:
        ends = ("high", "low") if two["way"] == "+" else ("low", "high")
        return [
            compared(wave, wave.peak, "equal", n, quantile=end)
            for end, n in zip(ends, numbers, strict=True)
        ]
    found = _BOTH_ENDS.fullmatch(plain)
    if found is None:
        return []
    ends = found["one"] or found["one2"], found["other"] or found["other2"]
    ways = found["how"] or found["how2"] or "", found["way"] or found["way2"] or ""
    if ends[0] == ends[1] or not {"H", "L"} & set(ends):
        return []
    return [
        compared(wave, wave.peak, RELATIONS[way], n, quantile=_QUANTILES.get(end, "median"))
        for end, way, n in zip(ends, ways, numbers, strict=True)
    ]
