"""When a wave peaks, before or after what, and how long after its start."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

from simulrag.verifier.claims import Comparator, Figure, Reading
from simulrag.verifier.quantities import as_exact
from simulrag.verifier.reading.dates import DateMention
from simulrag.verifier.reading.wave import Wave, compared
from simulrag.verifier.reading.wave_signs import Signs

_Rules = Sequence[tuple[re.Pattern[str], Comparator, bool]]


def _rules(rows: Mapping[tuple[Comparator, bool], str]) -> _Rules:
    return [(re.compile(row.replace(" ", "|")), *meant) for meant, row in rows.items()]


#: Rows with D for a date, parted by spaces: how the peak lies to it, and whether that is denied.
_BY_DATE = _rules(
    {
        ("equal", False): "PiD PD DP DYP WDP D[+]P [+>]DP P?UDP P!UD !PUD !UDP U?zU?DP",
        ("equal", True): "P!D D!P !DP !PD D!PP DP!P",
        (
            "below",
            False,
        ): "P[oB]?[B<]D DfWPo? DFP PWDf PWBD "
        "[B<]DPo? YDPo WDPo DPo PoYD PoYWD DAPo? D>P P!zD B[DP]Po",
        ("at_most", False): "YDP PlD lDP Pi?lD",
        ("about", False): "P~D ~DP WP~D ~DWP",
        ("above", False): "Do[YW]P P[>A]D [>A]DW?P !>DP PADe? P!UAD !PUAD !UADP",
        (
            "at_least",
            False,
        ): "PgD gDP P!BDe? "
        "!PBDe? BDe?!Po? !BDe?P UD!Po? YD!Po? YDP!o? P!YD !YDP YDPf YD!f?P P!oYD DPf "
        "WDPf PfWD PfD WDP!o DBP",  # "it is March before the peak comes"
        ("above", True): "P!AD !PAD P!>D",
    }
)
#: The same of a date that ends or passes ("e"): its last day is meant.
_BY_END = _rules(
    {
        (
            "above",
            False,
        ): "P!UDe !UDeP DePf WDePf PfWDe De!P De&P! "
        "DeBP DeP!o D[eo]WP P!BDe BDe!P YDe!P WDe!P ADeP",
        ("at_most", False): "D!eWP PB?De BDeP YDePo? WDePo D!oWP D!PWe",
    }
)
#: Rows with N for a time from the start.
_BY_TIME = _rules(
    {
        (
            "equal",
            False,
        ): "PoN OPN NP PN N&P PNf?W WPf?Nf? AN[PW]+ NeUP NeBP NBP PAN UPN NUP NPo?W?N? P!UAN NeWP",
        (
            "below",
            False,
        ): "A<NP PBNe P<N N!eWP <N[eBU]*P N>P ANPo NPo !Ne?[BU]P YNPo !NUP !N1?[eBU]*P PBN",
        (
            "above",
            False,
        ): "A>NP AN<P P>N >N[eBU]*P N!nP ANPf i1?N!P 1N!P P!i1?N !Pi?1?N NPf !BNP "
        "!i1?NP YN!P AN!P P!BN N<P",
        ("at_least", False): "PgN gN[eBU]*P !PU1?Ne?",
        ("at_most", False): "Pi1?N i1?NP 1NP PlN lN[eBU]*P NnP P!>N",
        ("about", False): "P~N ~N[eBU]*P A~NP",
        ("equal", True): "P!N !NP",
    }
)
#: "No day has more than": that is the peak.
_NONE_HIGHER = ("!+D", "!>D", "!+>D", "AD-", "UD+-", "+UD", "E+UD", "+eD")
#: "No date after it has as many": the peak is not later.
_NONE_AFTER = ("!ADW", "!AD>", "!AD+", "!AD+>")
#: "Numbers do not go on rising until": the peak is before.
_NOT_UNTIL = ("!E+UD", "!+UD")
#: Signs that say nothing in a row about times.
_SILENT = str.maketrans("", "", "mRtEy=#")


_TIMES_FROM_START = ("day", "week", "month", "year")
#: "The top, 178, is reached on 8 November".
_HEIGHT_AND_DAY = re.compile("P&?(?:N&?D|D&?N)P?|(?:N&?D|D&?N)P")


def times(row: Signs, wave: Wave) -> list[Reading]:
    """Return the readings of a statement about when the peak is; none where it says more."""
    said = row.row.replace("K", "-") if [x[0] for x in row.labels] == ["declining"] else row.row
    plain = (
        "DP"
        if said.replace("y", "-").rstrip("bSF") in _NONE_HIGHER
        else row.row.replace("tD", "UD").translate(_SILENT)
    )
    plain = "YDP" if said in _NONE_AFTER else plain
    if "P" not in plain and re.fullmatch("D?[~G]?ND?", plain) and "m" in row.row:
        plain = f"P{plain}"  # "by the median, 40 are in hospital on 4 May"
    plain = plain.replace("DAAP", "DAP")  # "follows after"
    plain = re.sub("(?<=[DPjJ])![jJ]$", "", plain)  # "of the new year, not of the old"
    plain = "P<D" if said in _NOT_UNTIL else re.sub("P+", "P", plain)
    if "P" in plain and re.search("D[Nv]o", plain) and len(row.dates) == len(row.numbers) == 1:
        bare = re.sub("^(?:!PU?|P!U)D$", "PgD", re.sub("D[Nv]o", "D", plain))
        return _dated(bare, _into(row), wave)
    plain = re.sub("^P([~<>glGs]?[Nv])[BU][Py-]$", r"P\1", plain)  # "climbs for a week before"
    plain = re.sub("([Nv])Q", r"\1", plain)  # "four days, that is all it takes"
    plain = re.sub(
        "^R?\\+(?=[~<>glGs]?[Nv][UBP])|^I(?=[SbF])", "", plain
    )  # "climbs for six weeks until"
    plain = (
        re.sub("B-$", "P", plain) if "P" not in plain else plain
    )  # "rises until then before easing"
    if "P" not in plain:
        return []
    plain = re.sub("(?<=D)!<[&^]!>$|(?<=D)!>[&^]!<$", "", plain)  # "neither earlier nor later"
    plain = re.sub(r"(?<=N)\+(?=[BUt]?P)", "", plain)  # "two weeks of rising numbers before it"
    plain = re.sub("o?Bj$", "D", plain)  # "before the year is out": within it
    years = [] if row.dates else _years(replace(row, row=plain), wave)
    if len(row.dates) + len(years) == 1 and not row.numbers:
        plain = plain if row.dates else re.sub("[jJ]", "D", plain)
        return _dated(plain, (*row.dates, *years)[0], wave)
    if len(row.dates) == 2 and not row.numbers and "DD" in plain:  # "Columbus Day, 10 October"
        made = [_dated(plain.replace("DD", "D"), day, wave) for day in row.dates]
        return [r for each in made for r in each] if all(made) else []
    if len(row.dates) == 2 and "DD" in plain and len(row.numbers) == 1:
        made = [
            _with_day(plain.replace("DD", "D"), replace(row, dates=(day,)), wave)
            for day in row.dates
        ]  # "Thanksgiving, 24 November"
        return [r for each in made for r in each] if all(made) else []
    if len(row.dates) == len(row.numbers) == 1:
        return _with_day(plain, row, wave)
    if row.dates or re.search("N[~<>glGs]?B[SbF]", row.row):  # "two days before the start"
        return []
    if len(row.numbers) == 2:
        return _height_and_time(plain, row, wave) or _between_times(plain, row, wave)
    return _timed(plain, row, wave)


def _with_day(plain: str, row: Signs, wave: Wave) -> list[Reading]:
    """Return the readings of a day with a number beside it."""
    bare = re.sub("[°S]|Ab|AF", "", plain.replace("v", "N"))
    how = re.search("([<>glGs~])(?=N)", bare)
    if not _HEIGHT_AND_DAY.fullmatch(re.sub("[<>glGs~](?=N)", "", bare)):
        return _away_from(plain, row, wave)
    if how is not None and row.numbers[0].unit:
        return _away_from(plain, row, wave)
    side: Comparator = _HOW[how[1]] if how is not None else "equal"
    height = compared(wave, wave.peak, side, as_exact(row.numbers[0]))
    day = _dated("PD", row.dates[0], wave)
    if row.numbers[0].unit in _TIMES_FROM_START:  # "56 days in, on 23 November"
        return [compared(wave, wave.weeks, "equal", as_exact(row.numbers[0])), *day]
    return [height, *day] if not height.unit else []


def _timed(plain: str, row: Signs, wave: Wave) -> list[Reading]:
    """Return the reading of a single time from the start."""
    if len(row.numbers) != 1 or row.numbers[0].unit not in _TIMES_FROM_START:
        return []
    if re.search("m[~<>glGsR]*[Nv]", row.row):
        return []  # a median in a unit of time
    if re.search("°N[eoO]|e°N", row.row):  # "not before the second week is over"
        number = row.numbers[0]
        end = {"value": number.value + number.half_unit, "half_unit": Decimal(0)}
        row = replace(row, numbers=(number.model_copy(update=end),))
        plain = re.sub("(?<=°N)[eoO]|e(?=°N)", "", plain)
    found = _by_time(_since_start(plain.replace("v", "N").replace("i°", "").replace("°", "")))
    if found is None:
        return []
    comparator, negated = found
    return [compared(wave, wave.weeks, comparator, as_exact(row.numbers[0]), negated=negated)]


#: How a time lies to one that is told before it: "a little over seven weeks".
_HOW: Mapping[str, Comparator] = {
    ">": "above", "<": "below", "g": "at_least", "l": "at_most", "G": "just_above",
    "s": "just_below", "~": "about",
}  # fmt: skip


def _by_time(row: str) -> tuple[Comparator, bool] | None:
    """Return how the peak lies to a time; what is told of the time alone is put on top."""
    found = _match(row, _BY_TIME)
    bare = re.sub("([<>glGs~])~?(?=N)", "", row, count=1)
    how = re.search("([<>glGs~])~?N", row)
    if found is not None or how is None:
        return found
    plain = _match(bare, _BY_TIME)
    if plain == ("equal", False):
        return _HOW[how[1]], False
    if plain == ("at_most", False) and how[1] in "<sl~":
        return "at_most", False
    return None


#: "After more than six weeks, but before seven": how the peak lies to each of two times.
_TWO_TIMES = re.compile("P?([>gAG<lsB])NP?[;&^W]*([>gAG<lsB])N(?:[BUW]?P)?")
_SIDES: Mapping[str, Comparator] = {
    ">": "above", "A": "above", "G": "above", "g": "at_least", "<": "below", "B": "below",
    "s": "below", "l": "at_most",
}  # fmt: skip


def _between_times(row: str, signs: Signs, wave: Wave) -> list[Reading]:
    """Return the readings of a peak that lies between two times from the start."""
    row = re.sub("(?<=P)A(?=[<>gl])", "", _since_start(row.replace("v", "N")))
    found = _TWO_TIMES.fullmatch(re.sub("[#°e]", "", row))
    units = [n.unit for n in signs.numbers if n.unit in _TIMES_FROM_START]
    if found is None or not units or any(n.unit not in ("", *units) for n in signs.numbers):
        return []
    sides: list[Comparator] = [_SIDES[side] for side in found.groups()]
    if sides[0] == sides[1]:
        return []
    return [
        compared(wave, wave.weeks, side, as_exact(n).model_copy(update={"unit": units[-1]}))
        for side, n in zip(sides, signs.numbers, strict=True)
    ]


def _height_and_time(row: str, signs: Signs, wave: Wave) -> list[Reading]:
    """Return the readings of "a peak of 488 in week seven": how high it is, and when."""
    row = _since_start(row.replace("v", "N").replace("i°", "").replace("°", ""))
    if not re.fullmatch("P?&?N[&A]?NP?|P&?A?N&?N", row) or "P" not in row:
        return []
    height = [n for n in signs.numbers if not n.unit]
    time = [n for n in signs.numbers if n.unit in _TIMES_FROM_START]
    if len(height) != 1 or len(time) != 1:
        return []
    return [
        compared(wave, wave.peak, "equal", as_exact(height[0])),
        compared(wave, wave.weeks, "equal", as_exact(time[0])),
    ]


#: How a day and a time lie to the peak: the peak is that long before the day (-), or after it.
_AWAY: Sequence[tuple[re.Pattern[str], int]] = (
    (
        re.compile(
            "PBDY?[~Gs]?N|P[~Gs]?NBD|DY?~?NAP|DY?~?N[fU]?WP|DAPY?~?N|[WY]DP[oA>]+~?N|[WY]DPo?~?N[oA>]|"
            "[WY]?Do?P[oA]*~?No?|DP~?N[oA>]"
        ),
        -1,
    ),
    (
        re.compile(
            "PADY?[~Gs]?N|P[~Gs]?NAD|DY?~?NBP|D~?N[>oA]WP|DBPY?~?N|[WY]?DP[fU]~?N|[WY]?DP~?N[fU]|"
            "[WY]?D~?NUP"
        ),
        1,
    ),
)  # fmt: skip
_DAYS = {"day": 1, "week": 7, "month": 30}


def _away_from(row: str, signs: Signs, wave: Wave) -> list[Reading]:
    """Return the reading of a peak that is so long before a day, or after it."""
    number, day = signs.numbers[0], signs.dates[0]
    row = row.replace("v", "N").replace("#", "").replace("°", "")
    row, side = _without_side(row)
    way = next((sign for pattern, sign in _AWAY if pattern.fullmatch(row)), 0)
    if not way or number.unit not in _DAYS or "bS" in signs.row:
        return []
    size = _DAYS[number.unit]
    middle, half = float(number.value) * size, float(number.half_unit) * size
    half = max(half if size > 1 else 0.0, wave.day.about_absolute if "~" in row else 0.0)
    if "o" in row and size == 1 and row.startswith("DN"):
        middle, half = middle - 1, 1.0  # "the new year is two days old" on its second or third day
    # "A little more than two weeks", "not quite two weeks".
    below, above = (
        (0.0, size / 2) if "G" in row else (size / 2, 0.0) if "s" in row else (half, half)
    )
    low, high = sorted((way * (middle - below), way * (middle + above)))
    if side:  # "it has been over for more than a week"
        low = high = way * middle
    changes = {"moved": (day.moved[0] + round(low), day.moved[1] + round(high))}
    before = (way < 0) == (side in ">g")
    # At least two days before it is that day or earlier.
    how = {"<>": "<" if before else ">", "gl": "l" if before else "g"}
    bound = next((bound for sides, bound in how.items() if side and side in sides), "")
    made = _dated(f"P{bound}D", day.model_copy(update=changes), wave)
    if side in ("<", "l"):  # "less than a week before Christmas" is before it, too
        made += _dated("P<D" if way < 0 else "P>D", day, wave)
    return made


def _into(row: Signs) -> DateMention:
    """Return the day on which a month is so old: "when December is a week old"."""
    number, day = row.numbers[0], row.dates[0]
    days = round(float(number.value) * _DAYS.get(number.unit, 1))
    return day.model_copy(update={"last": day.first, "moved": (days, days)})


def _without_side(row: str) -> tuple[str, str]:
    """Return a row without what is said of its time alone, and what that is."""
    found = re.search("(?<=[oABfU])([<>gl])(?=N)|(?<=[PY])([<>gl])(?=N[ABoW])", row)
    bare = row[: found.start()] + row[found.end() :] if found is not None else row
    known = found is not None and any(pattern.fullmatch(bare) for pattern, _ in _AWAY)
    return (bare, found.group()) if found is not None and known else (row, "")


def _years(row: Signs, wave: Wave) -> list[DateMention]:
    """Return the year in which the season starts, or the next, where one is named so."""
    begun = wave.call.arguments.get(wave.day.since)
    if not begun or len(re.findall("[jJ]", row.row)) != 1:
        return []
    year = date.fromisoformat(str(begun)).year + ("J" in row.row)
    return [DateMention(text="", start=-1, end=-1, first=(1, 1), last=(12, 31), year=year)]


def _since_start(row: str) -> str:
    """Leave out that a time is one from the start: "after the start", "from start to peak"."""
    row = re.sub("wS&|w&?S|A?[SF]&?|AS|Ab", "", row)
    return row.replace("b", "")


def _match(row: str, rules: _Rules) -> tuple[Comparator, bool] | None:
    return next(((c, n) for pattern, c, n in rules if pattern.fullmatch(row)), None)


#: "December has not yet begun when the wave peaks".
_BEGUN = re.compile("D(?P<not>!?)b[WY]P|[WY]PD(?P<deny>!?)b")


def _dated(row: str, day: DateMention, wave: Wave) -> list[Reading]:
    begun_by = _BEGUN.fullmatch(row)
    if begun_by is not None:
        row = "P<D" if begun_by["not"] or begun_by["deny"] else "PgD"
    row = (
        row.replace("DF", "D")
        .replace("FD", "D")
        .replace("b", "")
        .replace("O", "o")
        .replace("eD", "De")
        .replace("jD", "D")
    )
    begun = wave.call.arguments.get(wave.day.since)
    if not begun:
        return []
    ended = re.sub("D(!?)[oe>]", r"D\1e", row)
    found = _match(ended, _BY_END) or _match(row, _BY_DATE)
    if found is None:
        return []
    first, last = day.on_or_after(date.fromisoformat(str(begun)))
    comparator, negated = found
    if row.startswith("YDP") and comparator == "below" and (day.exact or day.moving):
        comparator = "at_most"  # "by 10 October it has peaked"
    if comparator == "about":
        loose = timedelta(days=wave.day.about_absolute)
        first, last = first - loose, last + loose
    return [
        Reading(
            expression=wave.value(wave.day),
            comparator=comparator,
            figures=(Figure(text=day.text, start=day.start, end=day.end),) if day.text else (),
            unit="date",
            label=f"{first.isoformat()}/{last.isoformat()}",
            negated=negated,
        )
    ]
