"""Two numbers in one part of a statement about a trial: before and after, or a range."""

import re

from simulrag.simulators.interface import Output
from simulrag.verifier.claims import Reading
from simulrag.verifier.quantities import Printed, family
from simulrag.verifier.reading.trial import compared
from simulrag.verifier.reading.trial_frames import Part, acts_on_change, direction_of, rest_known
from simulrag.verifier.reading.trial_numbers import amount, is_difference

_SILENT = "rVDabATBFtx0c&,"
#: Two numbers that say how much in two units: "5.44 seconds, or 7.35%, longer".
_TWICE = re.compile(
    "[rVab&,DA]*(?P<way>[+-]?)[rVab,&D]*B?(?P<a>~?N)[,]?&[,B]*(?P<b>~?N)[,]?(?P<then>[+-]?)[rT0VabB,]*"
)


def two_numbers(part: Part) -> list[Reading] | None:
    """Return the readings of two numbers of one result."""
    first, second = part.numbers
    a, b = part.printed(first), part.printed(second)
    if a is None or b is None:
        return None
    if len(part.names) == 2:
        return _respectively(part, a, b)
    if len(part.names) != 1:
        return None
    course = "F" in part.signs[:first]
    percents = {a.unit == "percent", b.unit == "percent"}
    if "w" in part.signs or (course and b.unit == "percent"):
        return _range(part, first, second, a, b)
    if course and True not in percents:
        return _before_and_after(part, first, second, a, b)
    if part.row[first + 1].word == "->" and second == first + 2:
        return _before_and_after(part, first, second, a, b)
    if part.signs[first + 1 : second] == "t" and a.unit in ("", b.unit):
        if not b.unit and part.signs[second + 1 : second + 2] not in ("r", "a"):
            return None  # "down by 20 to 114"
        return _range(part, first, second, a, b)
    if percents == {True, False}:
        return _twice(part, a, b)
    if percents == {True}:
        return _range(part, first, second, a, b)
    return _before_and_after(part, first, second, a, b)


_RESPECTIVELY = re.compile("[abVD]*r&r[DVab]*(?P<way>[+-]?)[DVB]*N&N[,]?")


def _respectively(part: Part, a: Printed, b: Printed) -> list[Reading] | None:
    """Return the readings of two changes said of two results in their order."""
    found = _RESPECTIVELY.fullmatch(part.signs)
    if found is None or a.unit not in ("percent", "") or b.unit != "percent":
        return None
    if a.signed != b.signed or a.signed == bool(found["way"]) or acts_on_change(part):
        return None
    made: list[Reading] = []
    for name, printed in zip(part.names, (a, b), strict=True):
        expression = part.trial.between(
            "percent_change", name, negative=not a.signed and found["way"] == "-"
        )
        made.append(compared(part.trial, expression, "", printed, unit="percent"))
    return made


#: What leads in the same amount in another unit.
_OR = ("or", "that is", "i.e.", "namely", "in other words")


def _twice(part: Part, a: Printed, b: Printed) -> list[Reading] | None:
    found = _TWICE.fullmatch(part.signs)
    way = direction_of(part)
    joined = [part.row[n].word for n in part.at("&")]
    if any(word not in _OR for word in joined):
        return None
    if found is None or not way or bool(found["way"]) == bool(found["then"]):
        return None
    name, trial = part.names[0], part.trial
    made: list[Reading] = []
    for printed, said in ((a, found["a"]), (b, found["b"])):
        percent = printed.unit == "percent"
        operation = "percent_change" if percent else "difference"
        expression = trial.between(operation, name, negative=way < 0)
        unit = printed.unit or trial.results[name].unit
        made.append(compared(trial, expression, said.removesuffix("N"), printed, unit=unit))
    return made


def _before_and_after(
    part: Part, first: int, second: int, a: Printed, b: Printed
) -> list[Reading] | None:
    kind = family(part.trial.results[part.names[0]].unit)
    units = [family(p.unit) for p in (a, b) if p.unit]
    if any(u != kind and u not in part.trial.results[part.names[0]].unit_words for u in units):
        return None
    order = _order(part, first, second)
    output = part.trial.results[part.names[0]]
    units += [s.word for s in part.row if s.sign == "r" and _names_unit(s.word, output)]
    if order is None or a.signed or b.signed or (output.unit and not units):
        return None
    if is_difference(part, first) or is_difference(part, second):
        return None
    before, after = (a, b) if order > 0 else (b, a)
    own = part.at("N0x~")
    part.used |= set(own)
    way = direction_of(part)
    if way is None or not rest_known(part, _SILENT) or part.at("!n"):
        return None
    name = part.names[0]
    hedged = {n for n in (first, second) if n and part.row[n - 1].sign == "~"}
    made = [
        amount(
            part,
            part.trial.value(name, changed=p is after),
            "~" if (first if p is a else second) in hedged else "",
            p if p.unit else p.model_copy(update={"unit": before.unit or after.unit}),
        )
        for p in (before, after)
    ]
    return [*made, part.trial.turned(name, way)] if way else made


def _order(part: Part, first: int, second: int) -> int | None:
    """Return 1 where the first of two values is that before the changes, -1 where the second is."""
    signs = part.signs
    between = signs[first + 1 : second]
    led = signs[:first].rstrip("~aV")
    if (led.endswith("F") and "t" in between) or part.row[first + 1].word == "->":
        return 1
    if led.endswith("t") and "F" in between:
        return -1
    if between.rstrip("~arV0D").endswith(("x", "T")):
        return -1
    if led.endswith(("x", "T")):
        return 1
    if not set("0") & set(signs) and _past(part, first) and not _past(part, second):
        return 1
    own = between[:1] == "0" and _of_number_before(part, first)
    before = signs[first - 1 : first] == "0" or own
    behind = (
        between[-1:] == "0"
        or (between[:1] == "0" and not own)
        or signs[second + 1 : second + 2] == "0"
    )
    if before == behind:
        return None
    return 1 if before else -1


def _names_unit(word: str, output: Output) -> bool:
    """Tell whether the words for a result hold its unit: "idle seconds: 14.49 to 1.00"."""
    return bool({output.unit, f"{output.unit}s"} & set(word.split()))


_NAMES = re.compile("baseline|reference|status quo|control|base case")


def _of_number_before(part: Part, at: int) -> bool:
    """Tell whether the baseline behind a number is where that is: "16 g before", "in the baseline".

    "14.2 g (baseline: 16 g)" leads in the number behind it.
    """
    sign = part.row[at + 1]
    led = part.text[part.row[at].end : sign.start].split()
    return not _NAMES.search(sign.word) or bool({"in", "of", "for"} & set(led))


_PAST = ("took", "lasted", "needed", "required", "emitted", "averaged", "spent", "used")


def _past(part: Part, at: int) -> bool:
    """Tell whether a number is told of the past: "a trip that took 74 s takes 54 now"."""
    return at > 0 and part.row[at - 1].word in _PAST


def _range(part: Part, first: int, second: int, a: Printed, b: Printed) -> list[Reading] | None:
    if part.signs[first + 1 : second] not in ("t", "&") or a.value >= b.value:
        return None
    if "w" not in part.signs and part.signs[first + 1 : second] != "t":
        return None
    if a.signed or b.signed or part.at("!n"):
        return None
    if a.unit not in (b.unit, ""):
        return None
    part.used |= {first, second} | set(part.at("w"))
    way = direction_of(part)
    if not way or not rest_known(part, "rVDabATBFtc&"):
        return None
    name = part.names[0]
    percent = b.unit == "percent"
    operation = "percent_change" if percent else "difference"
    expression = part.trial.between(operation, name, negative=way < 0)
    unit = b.unit or part.trial.results[name].unit
    return [compared(part.trial, expression, how, p, unit=unit) for how, p in (("g", a), ("l", b))]
