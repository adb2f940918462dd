"""How a wave begins: whether it rises or falls, by how much, and what that is called."""

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from simulrag.verifier.claims import Comparator, Expression, Figure, Reading
from simulrag.verifier.quantities import Printed, as_exact
from simulrag.verifier.reading.figures import figure_of
from simulrag.verifier.reading.wave import Wave
from simulrag.verifier.reading.wave_signs import Signs

#: Words for a multiple of the start: growth, percent.
_MULTIPLES: Mapping[str, int] = {
    "2": 100, "3": 200, "4": 300, "5": 400, "6": 500, "9": 900, "7": -50,
    "0": -100,
}  # fmt: skip
#: What such a word leaves open, of the multiple.
_LOOSE = 0.05
#: Half of what "not quite doubles" leaves open, of the multiple.
_A_LITTLE = 0.075
_COMPARATORS: dict[str, Comparator] = {
    ">": "above", "<": "below", "g": "at_least", "l": "at_most", "n": "at_least", "R": "equal",
    "=": "equal", "~": "about", "": "equal",
    "G": "just_above", "s": "just_below",
}  # fmt: skip
#: The time over which it is counted, and the start it is counted from.
_WINDOW = re.compile(r"(?:[SbF]t)?[A>iU1YBWte]*[Vv][iSoe]*")


def growth(row: Signs, wave: Wave) -> list[Reading]:
    """Return the readings of a statement about the beginning; none where it says more."""
    if row.dates or wave.growth is None:
        return []
    plain = _WINDOW.sub("V", re.sub(r"(?<=Yv)\+$", "e", row.row.replace("y", "-")))
    falling = "-" if [label for label, *_ in row.labels[:1]] == ["declining"] else "K"
    if "N" in plain and len(row.labels) == 1:
        plain = plain.replace("K", falling)
    if "K" in plain and "N" in plain and len(row.labels) == 1 and len(row.numbers) <= 2:
        return _labelled_number(plain, row, wave)
    if {"+", "!", "^"} <= set(plain) and not row.numbers:  # "neither growth nor decline"
        plain = plain.replace("K", falling).replace("b", "V")
    if "K" in plain:
        return _labelled(plain, row, wave)
    numbers = [
        as_exact(n) for n, sign in zip(row.numbers, _numeric(row.row), strict=True) if sign == "N"
    ]
    if not numbers:
        return _without_number(plain, wave)
    plain = re.sub("&$", "", plain)
    if len(numbers) == 2:
        return _of_two(plain, numbers, wave)
    return _of_one(plain, numbers[0], wave) if len(numbers) == 1 else []


def _without_number(plain: str, wave: Wave) -> list[Reading]:
    if _NONE_OF_THEM.fullmatch(plain):
        assert wave.growth is not None
        return [
            Reading(
                expression=wave.value(wave.growth),
                comparator="equal",
                figures=(Figure(text="", value=-100.0),),
                unit="percent",
            )
        ]
    return _multiplied(plain, wave) or _directed(plain, wave)


def _of_two(plain: str, numbers: Sequence[Printed], wave: Wave) -> list[Reading]:
    """Return the reading of how many there are for how many there were."""
    if any(n.unit for n in numbers):
        return []
    if _FROM_TO.fullmatch(plain):
        return _per_one(numbers, wave)
    per_one = _PER_ONE.fullmatch(plain)
    if per_one is None:
        return []
    return _per_one(numbers if per_one["first"] else numbers[::-1], wave)


def _of_one(plain: str, number: Printed, wave: Wave) -> list[Reading]:
    if number.value == 0 and not number.unit and _NONE_LEFT.fullmatch(plain):
        return [_at_factor(number, Decimal(0), Decimal(0), wave)]
    if not number.unit and _FOR_EACH.fullmatch(plain):
        half = number.value * Decimal(str(2 * _LOOSE)) if "~" in plain else number.half_unit
        return [_at_factor(number, number.value, half, wave)]
    both = re.fullmatch("([+-][<>glGs~]?N)([^N+-]*[2-79].*)", plain)
    if both is not None and number.unit == "percent":  # "with growth of 95 %, it nearly doubles"
        one, two = _in_percent(f"{both[1]}V", number, wave), _multiplied(both[2], wave)
        return [*one, *two] if one and two else []
    if number.unit == "percent":  # "a quarter of them vanish"
        return _in_percent(re.sub("(?<=N)[1SF]?[0o]", "-", plain), number, wave)
    return _many_times(plain, number, wave) if "x" in plain else []


#: "For every ten at the start there are thirty-four after four weeks."
_PER_ONE = re.compile("(?P<first>%N[SFtAWb1i]*V?[~Rh]*N[hRAW]*V?[S1]*)|V?[~R]?NV?%N[SFtAWb1i]*V?")
#: "For every patient at the start there are ten after four weeks".
_FOR_EACH = re.compile("%[SFtAWb1i]*V?[~R]*N[hRAWi]*V?[S1]*|V[~R]*N%[SF1b]*")
#: "Where there was one at the start, there are 59 after four weeks", "one turns into 59".
_FROM_TO = re.compile("V?N[SF1]N[hAWi]*V|V?N[tRE]+N[hAWi]*V")
#: "After four weeks not a single one is left": a number of zero, and when that is.
_NONE_LEFT = re.compile("[StRhA1bim-]*(?:V[StRhA1bim-]*N|N[StRhA1bim]*V)[StRhA1bimE]*")
#: "None of them is left after four weeks".
_NONE_OF_THEM = re.compile("(?=.*V)(?=.*h)[StRA1biVhY]*![StRA1biVhY]*")


def _per_one(numbers: Sequence[Printed], wave: Wave) -> list[Reading]:
    """Return the reading of how many there are for each that there was."""
    before, after = numbers
    if before.value <= 0:
        return []
    half = after.half_unit / before.value
    return [_at_factor(after, after.value / before.value, half, wave)]


def _at_factor(number: Printed, factor: Decimal, half: Decimal, wave: Wave) -> Reading:
    assert wave.growth is not None
    value = 100 * (float(factor) - 1)
    return Reading(
        expression=wave.value(wave.growth),
        comparator="equal",
        figures=(
            Figure(
                text=number.text, start=number.start, end=number.end, value=value,
                half_unit=100 * float(half),
            ),
        ),
        unit="percent",
    )  # fmt: skip


def _many_times(plain: str, number: Printed, wave: Wave) -> list[Reading]:
    """Return the reading of a multiple of the start: "22 times", "a factor of 22"."""
    bare = re.sub("[VvStRb1YEA+UeF#Wo&Q]", "", plain.replace("NV", "N"))
    bare = re.sub("n(?=[<>glGs~])", "", bare)
    found = re.fullmatch("(?P<deny>!?)(?P<way>[<>glGs~=n]?)(?:xN|Nx)", bare)
    if found is None or ("V" not in plain and "v" not in plain):
        return []
    value, half = 100 * (float(number.value) - 1), 100 * float(number.half_unit)
    way = "" if "nxN" in bare else found["way"]  # "enough to multiply them by 22"
    value -= half if way == "n" else 0.0  # "enough for a tenfold increase", as printed
    half = max(half, 100 * _LOOSE * float(number.value)) if way == "~" else half
    assert wave.growth is not None
    return [
        Reading(
            expression=wave.value(wave.growth),
            comparator=_COMPARATORS[way],
            figures=(
                Figure(
                    text=number.text, start=number.start, end=number.end, value=value,
                    half_unit=half,
                ),
            ),
            unit="percent",
            negated=bool(found["deny"]),
        )
    ]  # fmt: skip


def _numeric(row: str) -> str:
    return "".join(sign for sign in row if sign in "Nv")


def _labelled(plain: str, row: Signs, wave: Wave) -> list[Reading]:
    """Return the reading of a label of the beginning, said or denied."""
    if (row.numbers and "v" not in row.row) or "N" in row.row:
        return []
    plain = re.sub("[VSbtR1]", "", plain).replace("X", "!")
    labels = row.labels
    if [a for (a, *_), (b, *_) in itertools.pairwise(labels) if a == b]:  # "rapid take-off"
        plain, labels = re.sub("KK", "K", plain), [*dict((x[0], x) for x in labels).values()]
    falls = [label for label, *_ in labels] == ["declining"]
    if [x[0] for x in labels] == ["stable"] and plain in ("!+K", "K!+"):
        return [_label(labels[0], wave)]
    if falls and plain in ("!+K", "K!+"):  # "no growth, only decline"
        return [_label(labels[0], wave)]
    if falls and plain in ("!K+", "+!K"):
        return rising(wave)
    if len(labels) == 2 and plain in ("!K^K", "!K^!K") and labels[0][0] != labels[1][0]:
        return [_label(label, wave, negated=True) for label in labels]  # "neither ... nor"
    if all("growth" in label for label, _, _ in labels):
        plain = re.sub(r"(?<!!)\+", "", plain)  # "rapid is the word for the growth"
    if len(labels) == 1 and plain in ("K", "!K", "K!"):
        return [_label(labels[0], wave, negated="!" in plain)]
    if len(labels) == 2 and labels[0][0] != labels[1][0]:
        if plain in ("KrK", "K!K", "K;!K"):
            return [_label(labels[0], wave)]
        if plain in ("!K;K", "rKK"):
            return [_label(labels[1], wave)]
    return []


def _labelled_number(plain: str, row: Signs, wave: Wave) -> list[Reading]:
    """Return the readings of a label with what it comes to: "shoots up by 300 percent"."""
    numbers = [n for n, sign in zip(row.numbers, _numeric(row.row), strict=True) if sign == "N"]
    if "growth" not in row.labels[0][0] or len(numbers) != 1 or numbers[0].unit != "percent":
        return []
    made = _in_percent(plain.replace("Kt", "K").replace("K", "+"), as_exact(numbers[0]), wave)
    return [_label(row.labels[0], wave), *made] if made and "!" not in plain else []


_LABEL_AND_REST = re.compile(
    "[A1itSb]*K[VSbt1iv]*(?P<rest>[^K!r]+)|(?P<start>[^K!r]+?)[A&]K[VSbt1iv]*"
)


def label_and_rest(row: Signs, wave: Wave) -> tuple[Reading, Signs] | None:
    """Return the reading of a label, and what else a statement says: "rapid growth, then ..."."""
    found = _LABEL_AND_REST.fullmatch(row.row) if len(row.labels) == 1 else None
    if found is None:
        return None
    rest = (found["rest"] or found["start"]).strip("&t;")
    told = {"N", "D"} & set(row.row) and len(row.numbers) + len(row.dates) == 1
    if not told and not rest.endswith("+"):
        return None
    return _label(row.labels[0], wave), replace(row, row=rest, labels=())


def _label(label: tuple[str, int, int], wave: Wave, *, negated: bool = False) -> Reading:
    name, start, end = label
    assert wave.trend is not None
    return Reading(
        expression=wave.value(wave.trend),
        comparator="is",
        figures=(Figure(text=name, start=start, end=end),),
        label=name,
        negated=negated,
    )


def _in_percent(plain: str, number: Printed, wave: Wave) -> list[Reading]:
    assert wave.growth is not None
    # "Stands 80 percent below where it started": which way, and no limit.
    plain = re.sub("N>S", "N+", re.sub("N<S", "N-", plain))
    bare = re.sub("[VStRb1YEABQe&]", "", plain)
    found = re.fullmatch(
        "(?P<deny>!?)(?P<sign>[+-]*)(?P<way>[<>glGs~=]?)N(?P<flip>[<>]?)(?P<after>[+-]*)(?P<tail>[gl]?)",
        bare,
    )
    if found is None or (found["way"] and found["flip"]) or not set(plain) & set("VSb1"):
        return []
    if (
        found["sign"] and re.search("t[<>glGs~=]?N", plain) and not number.signed
    ):  # "go down to a third"
        number = _of_start(number).model_copy(update={"signed": True})
    ways = set(found["sign"] + found["after"])
    if len(ways) > 1 or (ways == {"-"} and number.signed and number.value > 0):
        return []
    falls = ways == {"-"} and not number.signed
    if not ways and not number.signed:
        if "NS" not in plain or found["flip"]:
            return []
        number = _of_start(number)  # "a third of the patients at the start"
    way = found["way"] or {"<": ">", ">": "<"}.get(found["flip"], "") or found["tail"]
    expression = wave.value(wave.growth)
    if falls:
        expression = Expression(operation="value", terms=expression.terms, negative=True)
    denied = bool(found["deny"]) and bool(number.value)  # "no growth (0.0 %)"
    return [_compared(number, expression, _COMPARATORS[way], wave, denied=denied)]


def _of_start(number: Printed) -> Printed:
    """Return what is left of a start, percent, as the change that it is."""
    return number.model_copy(update={"value": number.value - 100})


def _compared(
    number: Printed, expression: Expression, comparator: Comparator, wave: Wave, *, denied: bool
) -> Reading:
    assert wave.growth is not None
    return Reading(
        expression=expression,
        comparator=comparator,
        figures=(figure_of(number),),
        unit="percent",
        negated=denied,
        about_relative=wave.growth.about_relative,
        about_absolute=wave.growth.about_absolute,
    )


def _multiplied(plain: str, wave: Wave) -> list[Reading]:
    """Return the reading of "at least doubles", "does not double", "enough to double"."""
    bare = re.sub("[VStRb1YEA&]", "", plain)
    found = re.fullmatch("(?P<before>[!n<>glGs~]*)(?P<many>[02-79])(?P<tail>[+ga]*)", bare)
    if found is None or wave.growth is None:
        return []
    how = found["before"] + found["tail"].replace("+", "g").replace("a", "g")
    ways: dict[str, Comparator] = {
        "g": "at_least", ">": "above", "<": "below", "n": "at_least", "!n": "below", "l": "at_most",
        "!": "below", "": "equal", "~": "equal", "G": "just_above", "s": "just_below",
    }  # fmt: skip
    if how not in ways:
        return []
    value = float(_MULTIPLES[found["many"]])
    if value < 0:  # more than halved is a larger fall
        ways |= {"g": "at_most", ">": "below", "<": "above", "G": "just_below", "s": "just_above"}
        ways |= {"!": "above", "!n": "above", "l": "at_least", "n": "at_most"}
    loose = _LOOSE * (2 if "~" in how else 1) * (100 + value) if ways[how] == "equal" else 0.0
    return [
        Reading(
            expression=wave.value(wave.growth),
            comparator=ways[how],
            figures=(Figure(text=found["many"], value=value, half_unit=loose),),
            unit="percent",
            about_absolute=_A_LITTLE * (100 + value),  # of the multiple, and not of the change
        )
    ]


_DIRECTIONS = {
    "+": "+", "++": "+", "-": "-", "--": "-", "+!-": "+", "-!+": "-", "+r-": "+", "-r+": "-",
}  # fmt: skip


#: "After four weeks the numbers are the same as at the start".
_SAME = re.compile("(?=.*V)(?=.*=)(?=.*S)[VSAYtR=bh1iW&]+")


def _directed(plain: str, wave: Wave) -> list[Reading]:
    """Return the reading of rising or falling numbers at the beginning."""
    if _SAME.fullmatch(plain):
        return _level(wave)
    bare = re.sub("[StRb1YEA]", "", plain)
    if "V" not in bare and not set("bS1") & set(plain):
        return []
    bare = re.sub(r"^([+-])!$", r"!\1", bare.replace("V", ""))  # "gains nothing"
    if re.fullmatch(r"!?\+[!^]+-|!?-[!^]+\+", bare) and bare.count("!") + bare.count("^") == 2:
        return _level(wave)  # "neither go up nor down"
    way = _DIRECTIONS.get(bare)
    if way is None and bare in ("!+", "!-"):
        way = bare[1]
    if way is None or wave.growth is None:
        return []
    made = rising(wave, falls=way == "-")
    return [r.model_copy(update={"negated": bare in ("!+", "!-")}) for r in made]


def _level(wave: Wave) -> list[Reading]:
    if wave.trend is None or "stable" not in wave.trend.choices:
        return []
    return [Reading(expression=wave.value(wave.trend), comparator="is", label="stable")]


def rising(wave: Wave, *, falls: bool = False) -> list[Reading]:
    """Return the reading of numbers that rise at the beginning, or fall."""
    if wave.growth is None:
        return []
    way: Comparator = "falls" if falls else "rises"
    return [Reading(expression=wave.value(wave.growth), comparator=way)]
