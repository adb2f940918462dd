"""A number beside a class: the size that is of it, how it stands to it, or where it begins."""

import re
from collections.abc import Sequence

from simulrag.verifier.claims import Reading
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.scene_classes import graded, label
from simulrag.verifier.reading.scene_differences import difference
from simulrag.verifier.reading.scene_frames import Part, compared, is_temperature, runs_of_part
from simulrag.verifier.reading.scene_margins import is_end
from simulrag.verifier.reading.scene_relations import is_difference, level_of_run
from simulrag.verifier.reading.scene_sign import Sign
from simulrag.verifier.reading.scene_values import level


def number_and_label(part: Part) -> list[Reading] | None:
    """Return the readings of a number and the class it is in: "a modest rise of 0.5 °C"."""
    at = part.at("N")[0]
    if any(s.sign in "eWEmpv!" for s in part.row) or (
        at and part.row[at - 1].sign in "><gljiXYMHRuB"
    ):
        return None
    if part.signs[at + 1 : at + 2] and part.signs[at + 1] in "><jiMYF":
        return None  # how far from a class
    printed = part.row[at].held
    if not isinstance(printed, Printed) or not is_temperature(part.scene, printed):
        return None
    numbered = Part(part.scene, _without_bound(part.row), part.inherited)
    runs_of_part(numbered)
    own = numbered.at("N")[0]
    beside_run = level_of_run(numbered, own)
    of_change = not beside_run and (part.scene.grades_changes or is_difference(numbered, own))
    if of_change and not part.scene.grades_changes:
        return None
    first = difference(numbered, own) if of_change else level(numbered, own)
    named = Part(part.scene, [s for s in part.row if s.sign not in "N~"], part.inherited)
    runs_of_part(named)
    second = label(named)
    return [*first, *second] if first and second else None


#: A size, and a verb behind it that says how the size stands to a class.
_SIZED = re.compile("[^NKBTF]*[+D-]V?[~=]?N[SO]*!?(?=[XYRMzu][^N]*K)")


def sized_and_bound(part: Part) -> list[Reading] | None:
    """Return the readings of "the extra warmth of 0.22 °C clears the threshold for modest"."""
    found = _SIZED.match(part.signs)
    if found is None or part.row[found.end()].word.startswith(("too ", "not ", "insufficient")):
        return None
    denied = part.signs[found.end() - 1] == "!"
    sized = Part(part.scene, part.row[: found.end() - denied], part.inherited)
    bound = Part(part.scene, [s for s in part.row if s.sign not in "N~="], part.inherited)
    if not runs_of_part(sized) or not runs_of_part(bound) or not part.scene.grades_changes:
        return None
    size, label_ = difference(sized, part.at("N")[0]), label(bound)
    return [*size, *label_] if size and label_ else None


def _without_bound(row: Sequence[Sign]) -> list[Sign]:
    """Return a row without its label and what bounds it."""
    kept = list(row)
    at = next(n for n, s in enumerate(kept) if s.sign == "K")
    while at and kept[at - 1].sign in "><gljiXYMHRucTt":
        del kept[at - 1]
        at -= 1
    return [s for s in kept if s.sign not in "KcPQ"]


def limit_and_label(part: Part) -> list[Reading] | None:
    """Return the reading of a limit that is told with its class: "the 0.2 °C needed for modest"."""
    at, label_at = part.at("N")[0], part.at("K")[0]
    printed = part.row[at].held
    if not isinstance(printed, Printed) or not is_end(part, printed):
        return None
    if not any(s.sign in "eW" for s in part.row) or label_at < at:
        return None
    lead = next((s for s in reversed(part.row[:at]) if s.sign not in "><gj~"), None)
    if lead is not None and lead.sign == "W" and "would" in lead.word:
        wanted = graded(part) or []  # "it would take 0.6 °C to be significant"
        return [compared(part.scene, e, "<", printed) for e in wanted] or None
    tail = [s for s in part.row[at + 1 :] if s.sign not in "eWKcTtVDB"]
    row = [*part.row[: at + 1], *tail]
    plain = Part(part.scene, row, part.inherited)
    if not runs_of_part(plain):
        return None
    if not part.scene.grades_changes:
        return level(plain, at)
    return difference(plain, at)
