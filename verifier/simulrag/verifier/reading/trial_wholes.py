"""A part of what a result was without the changes: "thirteen of the 14.49 seconds are saved"."""

import re
from decimal import Decimal

from simulrag.verifier.claims import Reading
from simulrag.verifier.quantities import Printed, family
from simulrag.verifier.reading.scene_relations import relation_at
from simulrag.verifier.reading.trial import compared
from simulrag.verifier.reading.trial_frames import Part, direction_of, rest_known
from simulrag.verifier.reading.trial_numbers import amount, is_difference, number

#: What leads in the whole of which the other number is a part.
_OF_THE = re.compile(
    r"\bof (?:the|those|these|its|their|originally|formerly|initially|once)\s+"
    r"(?:(?:former|original|initial|previous|full|old|earlier|total|average|baseline'?s?|roughly|"
    r"about|some|around|nearly|almost)\s+)*$"
)
_SILENT = "rVDabATBF0ce&,k"


def leads_whole(part: Part, at: int) -> bool:
    """Tell whether a number is led in as the whole of which a part is told."""
    return _OF_THE.search(part.text, 0, part.row[at].start) is not None


def part_of_whole(part: Part) -> list[Reading] | None:
    """Return the readings of a whole and of the part of it that goes, or that is left."""
    wholes = [n for n in part.numbers if leads_whole(part, n)]
    if len(wholes) != 1 or len(part.numbers) != 2 or len(part.names) != 1 or part.at("!n"):
        return None
    whole = wholes[0]
    share = next(n for n in part.numbers if n != whole)
    found = relation_at(part, share)
    part.used |= {whole, share} | {n for n in (whole - 1,) if part.row[n].sign == "~"}
    left = bool(part.at("9"))
    part.used |= set(part.at("9"))
    way = direction_of(part)
    if found is None or found[1] or left == bool(way) or not rest_known(part, _SILENT):
        return None
    return _told(part, whole, share, found[0], way or 0)


def _told(part: Part, whole: int, share: int, how: str, way: int) -> list[Reading] | None:
    a, b = part.printed(whole), part.printed(share)
    output = part.trial.results[part.names[0]]
    if a is None or b is None or a.signed or b.signed or way > 0:
        return None
    units = {p.unit for p in (a, b) if p.unit}
    unit = a.unit or b.unit or output.unit
    if output.unit and (not units or any(family(u) != family(output.unit) for u in units)):
        return None
    before = amount(part, part.trial.value(part.names[0], changed=False), "", _in(a, unit))
    if not way:
        after = part.trial.value(part.names[0], changed=True)
        return [before, amount(part, after, how, _in(b, unit))]
    gone = part.trial.between("difference", part.names[0], negative=True)
    return [before, compared(part.trial, gone, how, _in(b, unit), unit=unit)]


def beside_baseline(part: Part) -> list[Reading] | None:
    """Return the readings of a difference and of the baseline: "17 more than the usual 134"."""
    first, second = part.numbers
    led = part.signs[first + 1 : second].rstrip("V0")
    base = part.printed(second)
    if base is None or not led.endswith("T") or base.unit == "percent" or len(part.names) != 1:
        return None
    if not is_difference(part, first) or base.signed or part.signs[second + 1 :].strip("rab0V,"):
        return None
    cut = first + len(led)
    rest = Part(part.trial, part.row[:cut], part.told, part.text, part.said, part.names)
    told = number(rest)
    before = amount(part, part.trial.value(part.names[0], changed=False), "", base)
    return [*told, before] if told else None


def _in(printed: Printed, unit: str) -> Printed:
    exact = min(printed.half_unit, Decimal("0.5"))
    return printed.model_copy(update={"unit": printed.unit or unit, "half_unit": exact})
