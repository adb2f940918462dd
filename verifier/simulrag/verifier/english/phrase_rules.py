"""Rules for phrases within a sentence: amounts, moments, conditions and what they hold of.

They are applied first; the claims and questions are composed of the longest phrases that result.
"""

from collections.abc import Hashable
from dataclasses import replace

from simulrag.verifier.english.object_reading import OBJECTS
from simulrag.verifier.english.phrase_meanings import (
    ALONE,
    ALTERED,
    CASE,
    NO_CONDITION,
    SPOKEN,
    UNALTERED,
    Amount,
    Input,
    Label,
    Measure,
    Moment,
    Pair,
    Setting,
    Sign,
    Turn,
    bound,
    negative,
)
from simulrag.verifier.formulas.syntax import Application, Number, Text

#: Phrases of claims and of questions.
COMMON = OBJECTS.extended()
rule = COMMON.rule
_SHARES = ("percent", "")


# Amounts.


@rule("number", "number unit", "number measure")
def counted(amount: Amount, held: frozenset[str] | Measure) -> Amount | None:
    """340 admissions a day: what outputs count, or name; not what only hints at one."""
    own = held.sure if isinstance(held, Measure) else held
    outputs = own & (amount.outputs or own)
    return replace(amount, outputs=outputs) if outputs and not amount.unit else None


@rule("amount", "-approx number", "number -approx",
      "-slightly -above|below|at_least|at_most number")  # fmt: skip
@rule("ratio", "-approx factor", "-slightly -above|below factor")
def approximate(amount: Amount) -> Amount | None:
    """About 2.1 °C; about 2.4 times."""
    return amount.meant("about")


def _compared(category: str, sign: Sign, *behind: str) -> None:
    @rule("amount", f"-exact? -{category} number", *behind)
    def compared(amount: Amount) -> Amount | None:
        return amount.meant(sign)


def _dated(category: str, sign: Sign) -> None:
    @rule("moment", f"-{category} day", f"-{category} span", f"-{category} day_end")
    def dated(moment: Moment) -> Moment | None:
        return replace(moment, sign=sign)

    @rule("by_year", f"-{category} year")
    def in_years(year: Number) -> Amount:
        return Amount(sign, year)


_compared("above", ">")
_compared("at_least", ">=", "number -or_more")
_compared("below", "<")
_compared("at_most", "<=", "number -or_less")
_dated("after", ">")
_dated("no_earlier", ">=")
_dated("before", "<")
_dated("no_later", "<=")


@rule("amount", "number -to number", "-between number -and number", "number -dash number")
def between(low: Amount, high: Amount) -> Amount | None:
    """2 to 3 °C."""
    unit = low.unit or high.unit
    if low.value.value > high.value.value and low.signed and high.value.value < 0:
        low, high = replace(high, unit=unit), replace(low, unit=unit)  # "-15 to -65 %"
    if (low.unit and low.unit != high.unit) or low.value.value >= high.value.value:
        return None
    return replace(high, sign="within", value=low.value, high=high.value, unit=unit)


@rule("ratio", "-factor_of -prep|by amount")
def by_a_factor(amount: Amount) -> Amount | None:
    """A factor of about 30."""
    return replace(amount, kind="factor") if not amount.unit and amount.outputs is None else None


@rule("ratio", "-exact? factor")
@rule("amount", "number", "-exact number", "amount -whole")
@rule("era", "era -level")
@rule("moment", "day", "span", "-approx span", "-prep moment")
@rule("condition", "choice", "function", "year_setting", "altered", "changed", "-prep condition",
      "-when condition", "-open setting -close", "condition -comma|put",
      "-colon condition")  # fmt: skip
@rule("setting", "condition")
@rule("pair", "-prep pair", "-open pair -close", "pair -comma")
def itself(held: Hashable) -> Hashable:
    """2.4 times; 2.1 °C; 54 % of the population; 8 February 2025; a green wave is introduced."""
    return held


def _times(category: str, more: Sign, less: Sign) -> None:
    @rule("ratio", f"-{category} factor")
    def times(amount: Amount) -> Amount | None:
        return amount.meant(more if amount.value.value > 1 else less)


_times("above", ">", "<")  # more than halved leaves less
_times("below", "<", ">")


@rule("label", "grade", "grade -open amount -change_n|turn_n? -close", "grade -comma amount")
def graded_size(word: str, amount: Amount | None = None) -> Label:
    """Substantial, by a scale that the context gives; substantial (over 25 %)."""
    return Label(grade=word, amount=amount)


@rule("amount", "amount -above era", "amount -reference era", "amount -above -that era")
def above_era(amount: Amount, era: str) -> Amount:
    """2.1 °C above pre-industrial."""
    return replace(amount, era=era)


@rule("amount", "-median amount", "-median -prep amount", "amount -open -median -close")
def median_of(amount: Amount) -> Amount:
    """A median of 488."""
    return replace(amount, is_median=True)


@rule("moment", "parameter day", "parameter -prep day")
def week_of(of: Input, day: Moment) -> Moment | None:
    """The week ending 8 February 2025."""
    return day if of.kind == "date" and of.is_span else None


@rule("moment", "-approx day")
def about_day(held: Moment) -> Moment:
    """Around 8 February 2025."""
    return replace(held, sign="about")


# Conditions.


@rule("year_setting", "-prep year", "-by year", "-prep? -of_year year")
def in_year(held: Number) -> Setting:
    """In 2090."""
    return bound("year", held)


@rule("condition", "-prep? span")
def over_years(held: Moment) -> Setting | None:
    """In the 2090s: the mean of ten years; in 2081-2100, the name of a period."""
    first, last = int(held.first[:4]), int(held.last[:4])
    whole = held.first.endswith("-01-01") and held.last.endswith("-12-31")
    if whole and last - first == 19:
        return bound("period", Text(f"{first}-{last}"))
    ends = tuple(Number(float(year), str(year)) for year in (first, last))
    return bound("year", Application("years", ends)) if whole and last - first == 9 else None


@rule("parameter", "parameter -prep function")
def where(of: Input, _: Setting) -> Input:
    """Traffic demand on the corridor."""
    return of


@rule("condition", "graded parameter", "choice parameter", "condition parameter",
      "parameter -be? graded")  # fmt: skip
def named(*, held: Setting, of: Input) -> Setting | None:
    """No seasonality; the ssp245 scenario; seasonality: none."""
    return held if of.name in held.names else None


@rule("condition", "parameter setting")
def specified(of: Input, held: Setting) -> Setting | None:
    """A season with an R0 of 2."""
    return held if of.name in held.names or (of.kind == "choice" and of.is_open) else None


@rule("condition", "-season_span? parameter")
def unspecified(of: Input) -> Setting | None:
    """The season, which what is around tells."""
    return NO_CONDITION if of.kind == "choice" and of.is_open else None


@rule("condition", "condition -from condition", "condition -that? -leave condition")
def moved_to(held: Setting, how: Setting) -> Setting | None:
    """A road diet from two lanes to one, which says what it is."""
    return held if held == how and held.bindings else None


@rule("start", "parameter setting?", "setting parameter")
def start(*, of: Input, around: Setting = NO_CONDITION) -> str | None:
    """The season opens: the day that its times are counted from."""
    return "start" if of.kind == "date" and not of.is_span and not around.bindings else None


@rule("since", "amount -after|into|from start", "amount -into setting", "amount prep")
def since_start(amount: Amount, held: str | Setting = "in") -> Amount | None:
    """Eight weeks into the season."""
    fits = not held.bindings if isinstance(held, Setting) else held in ("in", "start")
    return amount if fits and amount.unit else None


@rule("condition", "-without parameter", "-no parameter")
def none_of(of: Input) -> Setting | None:
    """No prior immunity."""
    return bound(of.name, Number(0.0, "0")) if of.kind == "share" else None


@rule("condition", "parameter number", "parameter -prep number", "parameter -be number",
      "parameter -level number", "parameter -level -prep number")  # fmt: skip
def valued(of: Input, amount: Amount) -> Setting | None:
    """An R0 of 2.5; CO2 -19.42 %."""
    if of.kind == "change":
        fits = amount.signed and amount.unit == "percent"
    elif of.kind == "share":
        fits = amount.unit in _SHARES and not amount.signed
    else:
        fits = of.kind in ("number", "integer") and amount.unit in ("", of.unit)
    fits = fits and amount.outputs is None and amount.kind == "number"
    return bound(of.name, amount.value, amount.unit) if fits else None


@rule("condition", "number -whole? parameter", "number -prep parameter",
      "number -level -prep parameter", "number -whole -be parameter")  # fmt: skip
def share_of(amount: Amount, of: Input) -> Setting | None:
    """10 % prior immunity; half of the population immune."""
    if amount.kind == "fraction" and not amount.unit:
        amount = replace(amount, kind="number", unit="percent", value=amount.percent)
    return valued(of, amount) if of.kind == "share" and amount.unit == "percent" else None


@rule("pair", "parameter -prep day -and day", "parameter -prep day -and -prep day",
      "parameter -prep day -and parameter -prep day", "parameter day -and day",
      "parameter -prep day -instead -prep? day")  # fmt: skip
def on_two_days(*_: Input, of: Input, first: Moment, second: Moment) -> Pair | None:
    """A start on September 2 and on November 7, 2022."""
    one, other = on_day(of=of, day=first), on_day(of=of, day=second)
    return Pair(one, other) if one and other and one != other else None


@rule("condition", "day parameter", "-prep|approx? parameter day",
      "parameter -prep|approx day")  # fmt: skip
def on_day(*, of: Input, day: Moment) -> Setting | None:
    """Starting October 18, 2022; the November 7 start; None where an input is no date."""
    return bound(of.name, Text(day.first)) if of.kind == "date" else None


@rule("condition", "parameter setting? -from day")
def season_from(*, of: Input, day: Moment, setting: Setting = NO_CONDITION) -> Setting | None:
    """The season in Ohio from October 18, 2022."""
    if of.kind != "choice" or not of.is_open:
        return None
    return setting.joined(bound("start_date", Text(day.first)))


# Conditions beside each other.


@rule("setting", "condition setting", "condition -and setting")
def together(first: Setting, second: Setting) -> Setting | None:
    """In Nairobi in 2090; with R0 2 and 10 % immunity."""
    return first.joined(second)


@rule("setting", "condition -and setting", "condition setting")
def listed(first: Setting, second: Setting) -> Setting | None:
    """In Indiana and Tennessee."""
    return first.listed(second) if first.joined(second) is None else None


@rule("pair", "setting -and setting")
def two_of(first: Setting, second: Setting) -> Pair | None:
    """On September 2 and on November 7; no names of one list, which go together."""
    return contrasted(first, second) if first.listed(second) is None else None


@rule("pair", "-between setting -and setting")
def contrasted(first: Setting, second: Setting) -> Pair | None:
    """Between ssp245 and ssp370; on September 2 and on November 7."""
    return _pair(first, second)


@rule("pair", "number -instead number parameter", "parameter -prep number -instead -prep? number")
def one_instead(*, of: Input, first: Amount, second: Amount) -> Pair | None:
    """40 % instead of 15 % prior immunity."""
    one, other = valued(of, first), valued(of, second)
    return Pair(one, other) if one and other and one != other else None


@rule("pair", "-when parameter turn_v -from number -to number",
      "turn_t parameter -from number -to number",
      "-prep parameter turn_n -from number -to number")  # fmt: skip
def turned_from_to(*, of: Input, turn: Turn, first: Amount, second: Amount) -> Pair | None:
    """When R0 rises from 1.7 to 2.4; raising R0 from 1.7 to 2.4."""
    one, other = valued(of, first), valued(of, second)
    rises = (second.value.value - first.value.value) * turn.sign > 0
    fits = rises and not turn.of_time and not turn.of and of.kind != "change"
    return Pair(one, other, moves=True) if one and other and fits else None


@rule("pair", "-between year -and year", "-from year -to|prep year")
def from_year_to(first: Number, second: Number) -> Pair:
    """Between 2035 and 2045; from 2035 to 2100."""
    return Pair(bound("year", first), bound("year", second), moves=True)


@rule("pair", "-from setting -to setting")
def from_to(first: Setting, second: Setting) -> Pair | None:
    """From ssp245 to ssp585."""
    held = _pair(first, second)
    return replace(held, moves=True) if held else None


@rule("pair", "pair setting", "setting pair")
def pair_within(*, held: Pair, setting: Setting) -> Pair | None:
    """Between 2035 and 2045 under ssp126."""
    return held.joined(setting)


def _pair(first: Setting, second: Setting) -> Pair | None:
    """Return two settings of the same parameter as a pair; what else they hold is of both."""
    shared = [one for one in first.bindings if any(one.names & b.names for b in second.bindings)]
    if len(shared) != 1 or not first.bindings or not second.bindings:
        return None
    twin = next(b for b in second.bindings if shared[0].names & b.names)
    if shared[0] == twin:
        return None
    rest = Setting(
        tuple(b for b in (*first.bindings, *second.bindings) if b not in (shared[0], twin))
    )
    one, other = rest.joined(Setting((shared[0],))), rest.joined(Setting((twin,)))
    return Pair(one, other) if one and other else None


# Inputs that are changed.

#: What stands between changes of which the second leaves its verb to the first.
JOINTS = ("-and", "-comma -and", "-comma")


@rule(
    "altered",
    "parameter turn_c number", "parameter -prep function turn_t -by number",
    "parameter turn_v|turn_t|turn_c -by number", "parameter -be turn_t|turn_c -by number",
    "parameter turn_n -prep number", "parameter -be? number turn_c", "number turn_c parameter",
    "number turn_n -prep parameter", "number parameter turn_n|turn_t",
    "turn_t|turn_c parameter -by number", "turn_n|turn_t -prep parameter -by number",
    "turn_n|turn_t -prep number -prep parameter",
)  # fmt: skip
def turned_by(
    *, of: Input, turn: Turn, amount: Amount, where: Setting = NO_CONDITION
) -> Setting | None:
    """CO2 emissions reduced by 17 %; 8 % more demand; the speed limit on the corridor cut by 5 %.

    "Reduced by -10 %" tells its sign twice.
    """
    if not _is_change(of, amount) or turn.of_time or turn.of:
        return None
    value = amount.percent
    down = turn.sign < 0 and value.value > 0
    return where.joined(bound(of.name, negative(value) if down else value))


@rule(
    "changed", "parameter -change_v -by number", "parameter -be -change_v -by number",
    "parameter -change_n -prep number", "number -change_n -prep parameter",
    "number -change_n parameter", "number parameter -change_n", "-change_v parameter -by number",
)  # fmt: skip
def changed_by(*, of: Input, amount: Amount) -> Setting | None:
    """CO2 emissions changed by -3.7 %; by 3.7 %, which is more."""
    return bound(of.name, amount.percent) if _is_change(of, amount) else None


@rule("changed", *(f"changed {joint} parameter -by number" for joint in JOINTS))
def and_changed(held: Setting, of: Input, amount: Amount) -> Setting | None:
    """... SO2 changed by -1.65 % and black carbon by 5.5 %, whatever the sign before."""
    made = changed_by(of=of, amount=amount)
    return made and held.joined(made)


@rule(
    "altered",
    *(f"altered {joint} parameter -by number" for joint in JOINTS),
    "altered -and number -prep parameter",
)
def and_by(held: Setting, *, of: Input, amount: Amount) -> Setting | None:
    """... CO2 reduced by 33 % and CH4 by 42 %: the sign is that before, unless it has one."""
    before = held.bindings[-1].options[0][1]
    up = isinstance(before, Number) and before.value > 0
    made = turned_by(of=of, turn=Turn(1 if amount.signed or up else -1), amount=amount)
    return made and held.joined(made)


@rule("altered", "factor parameter", "parameter factor", "parameter -be factor")
def times(*, of: Input, amount: Amount) -> Setting | None:
    """Halving CO2 emissions; CO2 emissions are halved."""
    return bound(of.name, amount.percent) if of.kind == "change" else None


def _is_change(of: Input, amount: Amount) -> bool:
    fits = amount.unit == "percent" and amount.kind == "number" and amount.outputs is None
    return of.kind == "change" and (fits or (amount.kind == "fraction" and not amount.unit))


#: Phrases of claims: the cases of a question as well, which a question itself gives.
PHRASES = COMMON.extended()
rule = PHRASES.rule


@rule("condition", "-first -case", "-first parameter?", "-first setting -case")
def first_case(*, of: Input | None = None, subject: Setting = NO_CONDITION) -> Setting | None:
    """The first scenario; the first."""
    return _case(1, of, subject)


@rule("condition", "-second -case", "-second parameter?", "-second setting -case")
def second_case(*, of: Input | None = None, subject: Setting = NO_CONDITION) -> Setting | None:
    """The second scenario; the second."""
    return _case(2, of, subject)


@rule("condition", "-season_span? parameter")
def spoken_of(of: Input) -> Setting | None:
    """The city, which what is around tells: what takes no place is not of the city."""
    return bound(SPOKEN, Text(of.name)) if of.kind == "place" and of.is_open else None


@rule("condition", "parameter -case|alteration|change_n")
def case_of(of: Input) -> Setting | None:
    """The aerosol case: what is around tells how much it is altered."""
    return bound(CASE, Text(of.name)) if of.kind == "change" else None


@rule("condition", "-after|prep? -alteration")
def altered_so() -> Setting:
    """The strategy: all that is altered in what is around."""
    return bound(CASE, Text(ALTERED))


@rule("condition", "condition -alone")
def nothing_else(held: Setting) -> Setting | None:
    """The CO2 cut alone."""
    return held.joined(bound(CASE, Text(ALONE)))


@rule("condition", "-unaltered|baseline condition")
def as_it_is(held: Setting) -> Setting | None:
    """The unmodified ssp370 scenario."""
    return no_case().joined(held)


@rule("condition", "-without -case|alteration", "-before -alteration")
def no_case() -> Setting:
    """Without the strategy: what is around, but for what alters it."""
    return bound(CASE, Text(UNALTERED))


@rule("pair", "-both -case", "-both parameter", "-both setting -case", "-both setting parameter")
def both_cases(*, of: Input | None = None, subject: Setting = NO_CONDITION) -> Pair | None:
    """The two scenarios."""
    first, second = _case(1, of, subject), _case(2, of, subject)
    return Pair(first, second) if first and second else None


def _case(number: int, of: Input | None, subject: Setting) -> Setting | None:
    """Return which case is meant; a parameter that is named with it is a choice ("scenario")."""
    if of is not None and not (of.kind == "choice" and of.is_open):
        return None
    return subject.joined(bound(CASE, Number(float(number), str(number))))
