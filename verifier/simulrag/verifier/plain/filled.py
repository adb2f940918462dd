"""Fills in what a description leaves out: from the one before it, or from the one behind."""

import re
from collections.abc import Sequence

from simulrag.verifier.plain.described import Description
from simulrag.verifier.plain.relations import Relation

Row = list[Description | Relation]
_BARE = ("place", "period", "time", "top")


def filled(text: str, row: Row) -> Row | None:
    """Return a row whose descriptions are complete; None where one of them cannot be."""
    row = _listed(_with_numbers(_shifted(_timed(text, row))))
    found = [p for p in row if isinstance(p, Description)]
    if not found:
        return None
    made: dict[int, Description] = {}
    before: Description | None = None
    for index, part in enumerate(row):
        if isinstance(part, Description):
            before = _filled(part, before, found)
            made[index] = before
    return [made.get(i, part) for i, part in enumerate(row)]


def _filled(
    part: Description, before: Description | None, found: Sequence[Description]
) -> Description:
    others = [before] if before is not None else [d for d in found if d.start > part.start]
    update: dict[str, object] = {}
    place = part.place or next((d.place for d in others if d.place), None)
    if place is not part.place:
        update["place"] = place
    first = next(iter(others), None)
    if first is None:
        return part
    if part.time is None and part.top is None and part.period is None:
        source = first
        if before is None:
            source = next((d for d in others if d.time or d.top or d.period), first)
        update |= {"time": source.time, "top": _noun(source), "period": source.period}
    elif part.top is None and part.time is None:  # "than in 2023-24"
        update["top"] = _noun(first)
    elif part.top is not None and part.time is None and part.period is None:
        update |= {"period": first.period, "time": None if first.period else _season_of(first)}
    elif (
        part.time is not None
        and part.time.grain == "part"
        and part.top is None
        and part.figure is None
    ):
        update["top"] = _noun(first)
    return part.model_copy(update=update)


def _noun(described: Description) -> object:
    """Return words for a highest value as a noun: when it was is not said again."""
    top = described.top
    return top.model_copy(update={"verb": False}) if top is not None else None


def _season_of(described: Description) -> object:
    """Return a time that only says in which season something was."""
    return described.time.model_copy(update={"grain": "years"}) if described.time else None


_LEADS = re.compile(r"\b(?:by|in|on|as\s+of|at|during)\s+(?:the\s+)?$", re.I)


def _timed(text: str, row: Row) -> Row:
    """Give the time behind "half of its peak" to what is compared, if that has none."""
    for at in range(1, len(row) - 1):
        subject, relation, reference = row[at - 1 : at + 2]
        if not isinstance(subject, Description) or not isinstance(relation, Relation):
            continue
        if not isinstance(reference, Description) or reference.top is None:
            continue
        time = reference.time
        if relation.kind != "multiple" or time is None or time.grain not in ("week", "day"):
            continue
        bare = subject.time is None and subject.top is None and subject.period is None
        if bare and reference.top.end <= time.start and _LEADS.search(text[: time.start]):
            moved = subject.model_copy(update={"time": time})
            return [
                *row[: at - 1],
                moved,
                relation,
                reference.model_copy(update={"time": None}),
                *row[at + 2 :],
            ]
    return row


def _shifted(row: Row) -> Row:
    """Give the first of two numbers behind what is compared with to what is compared."""
    for at in range(len(row) - 3):
        subject, relation, reference, lone = row[at : at + 4]
        if not isinstance(subject, Description) or not isinstance(relation, Relation):
            continue
        if not isinstance(reference, Description) or not isinstance(lone, Description):
            continue
        if subject.figure is None and reference.figure is not None and _is_lone(lone):
            moved = subject.model_copy(update={"figure": reference.figure})
            kept = reference.model_copy(update={"figure": lone.figure})
            return [*row[:at], moved, relation, kept, *row[at + 4 :]]
    return row


def _with_numbers(row: Row) -> Row:
    """Give numbers that stand by themselves to what they belong to: "(388 versus 80)"."""
    lone = [i for i, p in enumerate(row) if isinstance(p, Description) and _is_lone(p)]
    if len(lone) != 2 or lone[1] != lone[0] + 1:
        return row
    free = [
        i
        for i, p in enumerate(row[: lone[0]])
        if isinstance(p, Description) and p.figure is None and not _is_lone(p)
    ]
    if len(free) != 2:
        return row
    made = list(row)
    for target, source in zip(free, lone, strict=True):
        one, other = row[target], row[source]
        if isinstance(one, Description) and isinstance(other, Description):
            made[target] = one.model_copy(update={"figure": other.figure})
    return [p for i, p in enumerate(made) if i not in lone]


def _is_lone(part: Description) -> bool:
    return part.figure is not None and all(getattr(part, name) is None for name in _BARE)


def _listed(row: Row) -> Row:
    """Pair a list of places or times with the list of their numbers: "X and Y had 900 and 700"."""
    found = [p for p in row if isinstance(p, Description)]
    if len(found) != len(row) or len(found) < 3:
        return row
    bare = [d for d in found if d.figure is None]
    lone = [d for d in found if _is_lone(d)]
    mixed = [d for d in found if d.figure is not None and not _is_lone(d)]
    if len(mixed) != 1 or len(bare) != len(lone) or found != [*bare, *mixed, *lone]:
        return row
    names = [*bare, mixed[0].model_copy(update={"figure": None})]
    figures = [mixed[0].figure, *(d.figure for d in lone)]
    return [n.model_copy(update={"figure": f}) for n, f in zip(names, figures, strict=True)]
