"""Statements that something holds for some values and for no others: "the only state that ..."."""

import re
from collections.abc import Sequence

from simulrag.simulators.interface import Parameter
from simulrag.verifier.claims import Reading
from simulrag.verifier.plain.items import Item
from simulrag.verifier.plain.quantified import (
    LINK,
    Interpret,
    Readings,
    joined,
    said,
    spread,
)
from simulrag.verifier.plain.quantifiers import COUNT, count_of, nouns
from simulrag.verifier.plain.readings import counted
from simulrag.verifier.plain.scene import Scene

_ONLY = r"(?:only|sole|single|lone)"
_BE = r"(?:is|was|are|were|be|been|remains?|remained|stands? (?:out )?as|stood (?:out )?as|became)"
_SET = rf"(?:all\s+)?(?:the\s+)?(?:{COUNT}\s+)?(?:[\w.'-]+\s+){{0,2}}?"
_AMONG = rf"(?:\s+(?:of|among|amongst|out of|in)\s+{_SET}NOUN)?"


_ANY_ONLY = re.compile(r"\b(?:only|sole|single|lone|just|exactly)\b", re.I)
#: Each is tried inside the others, so that more would take too long.
_MOST_ONLY = 2


def exclusives(scene: Scene, interpret: Interpret) -> Readings:
    """Read "Ohio was the only state that ..." and "only under ssp585 does it exceed ..."."""
    if not 0 < len(_ANY_ONLY.findall(scene.text)) <= _MOST_ONLY:
        return []
    for parameter in scene.function.parameters:
        if parameter.kind not in ("choice", "choices") or len(parameter.choices) < 3:
            continue
        for names, text in _meant(scene, parameter):
            made = _held_alone(scene, parameter, names, text, interpret)
            if made:
                return made
    return []


def _meant(scene: Scene, parameter: Parameter) -> list[tuple[list[str], str]]:
    """Return the values for which alone something holds, and the sentence without "only"."""
    own = [i for i in scene.items if i.parameter == parameter.name and _single(i)]
    found = [
        _named_only(scene, parameter, own),
        _only_first(scene, own),
        _counted_only(scene, parameter, own),
    ]
    return [pair for pair in found if pair is not None]


def _single(item: Item) -> bool:
    return not isinstance(item.value, list) or len(item.value) == 1


def _name(item: Item) -> str:
    return str(item.value[0] if isinstance(item.value, list) else item.value)


def _named_only(
    scene: Scene, parameter: Parameter, own: Sequence[Item]
) -> tuple[list[str], str] | None:
    """Read "X was the only season in which ..." and "the only season in which ... was X"."""
    noun = nouns(parameter) or "(?!)"
    among = _AMONG.replace("NOUN", f"(?:{noun})")
    core = rf"\bthe\s+{_ONLY}\s+(?:one\b|(?:[\w.'-]+\s+){{0,2}}?(?:{noun})\b){among}"
    for match in re.finditer(core, scene.text, re.I):
        link = LINK.match(scene.text, match.end())
        if link is None:
            continue
        rest = scene.text[link.end() :]
        subject = next((i for i in own if _is_subject(scene.text, i, match.start())), None)
        if subject is not None:
            before = _without_set(scene.text[: subject.start], noun)
            return [_name(subject)], before + joined(_said(scene, subject), link, rest)
        last = next((i for i in own if i.start >= link.end() and _ends(scene.text, i)), None)
        if last is not None:
            clause = re.sub(
                rf"[\s,]+{_BE}\s+(?:that\s+of\s+|in\s+)?$", "", scene.text[link.end() : last.start]
            )
            if clause != scene.text[link.end() : last.start]:
                before = scene.text[: match.start()]
                return [_name(last)], before + joined(_said(scene, last), link, clause) + "."
    return None


def _is_subject(text: str, item: Item, at: int) -> bool:
    gap = text[item.end : at]
    return bool(
        re.fullmatch(rf"(?:\s+(?:season|winter|scenario|pathway))?\s*,?\s+{_BE}\s+", gap, re.I)
    )


def _ends(text: str, item: Item) -> bool:
    return bool(re.fullmatch(r"(?:\s+season)?[\s.]*", text[item.end :]))


def _said(scene: Scene, item: Item) -> str:
    return scene.text[item.start : item.end]


def _without_set(before: str, noun: str) -> str:
    """Leave out "Of the five scenarios," in front of a sentence."""
    return re.sub(
        rf"\b(?:of|among|amongst|out of)\s+{_SET}(?:{noun})"
        r"(?:\s+of\s+the\s+[A-Z]\w+)?,?\s+$",
        "",
        before,
        flags=re.I,
    )


_ONLY_LEAD = re.compile(
    r"\bonly\s+(?=(?:in|under|with|for|during|following|along|on)\s|[A-Z\d])|\bonly\s+(?=ssp)", re.I
)
_PREPOSITION = re.compile(
    r"(?:(?:in|under|with|for|during|following|along)\s+)?(?:the\s+)?(?:(?:season|winter|state)\s+of\s+)?",
    re.I,
)
_LISTED = re.compile(r"\s*,?\s*(?:and|or)?\s*(?:in|under)?\s*", re.I)


def _only_first(scene: Scene, own: Sequence[Item]) -> tuple[list[str], str] | None:
    """Read "only in X and Y ..."."""
    for match in _ONLY_LEAD.finditer(scene.text):
        lead = _PREPOSITION.match(scene.text, match.end())
        at = lead.end() if lead else match.end()
        names: list[Item] = []
        for item in own:
            joins = item.start == at if not names else _LISTED.fullmatch(scene.text, at, item.start)
            if item.start >= at and joins:
                names.append(item)
                at = item.end
        if names:
            text = scene.text[: match.start()] + scene.text[match.end() :]
            return [_name(i) for i in names], _first_of_list(text, names, len(match.group()))
    return None


def _first_of_list(text: str, names: Sequence[Item], shift: int) -> str:
    """Leave only the first of listed values in a sentence that has lost `shift` characters."""
    return text[: names[0].end - shift] + text[names[-1].end - shift :]


def _counted_only(
    scene: Scene, parameter: Parameter, own: Sequence[Item]
) -> tuple[list[str], str] | None:
    """Read "only one of the five scenarios, X, keeps ..."."""
    noun = nouns(parameter) or "(?!)"
    pattern = (
        rf"\b(?:only|just|exactly)\s+(?P<n>{COUNT})\s+(?:of\s+)?(?:the\s+)?(?:{COUNT}\s+)?"
        rf"(?:[\w.'-]+\s+){{0,2}}?(?:{noun})\s*(?:,|\(|:|-)\s*(?:namely\s+)?"
    )
    for match in re.finditer(pattern, scene.text, re.I):
        names: list[Item] = []
        at = match.end()
        for item in own:
            if item.start >= at and _LISTED.fullmatch(scene.text, at, item.start):
                names.append(item)
                at = item.end
        if names and len(names) == count_of(match["n"]):
            rest = re.sub(r"^\s*[,):-]\s*", " ", scene.text[at:])
            return [_name(i) for i in names], scene.text[: match.start()] + _said(
                scene, names[0]
            ) + rest
    return None


def _held_alone(
    scene: Scene, parameter: Parameter, names: Sequence[str], text: str, interpret: Interpret
) -> Readings:
    made: Sequence[Reading] = said(scene, text, interpret)
    groups = spread(made, parameter, names[0], parameter.members)
    if not groups:
        return []
    order = list(parameter.members)
    held = [reading for name in names for reading in groups[order.index(name)]]
    return [*held, counted(groups, len(names), len(names))]
