"""Sentences whose numbers are references to facts and claims, filled in here.

A model composes with references such as {v1} and {c1.1} in place of digits. Each reference is
replaced by the number of a fact or a claim, with the runs behind it. A number that the model wrote
itself, a number of a claim that no run decided, and a sentence that no run decided, has no run.
"""

import calendar
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from simulrag.client.computed_facts import Masked, expanded
from simulrag.client.marks import (
    Piece,
    marked,
    names_with_digits,
    plain,
    said_in,
    split,
    split_digits,
    split_own,
)
from simulrag.client.result import AnsweredClaim
from simulrag.client.stages import Sentence
from simulrag.simulators.interface import Frozen
from simulrag.verifier.claims import SURE
from simulrag.verifier.denials import opened
from simulrag.verifier.formulas.syntax import FormulaError

_MONTH = "|".join(calendar.month_name[1:])
#: Numbers of years and days, which are conditions.
_DATED = re.compile(
    rf"\b(?:(?P<year>(?:18|19|20|21)\d\d)(?:-\d\d-\d\d)?|(?P<day>\d\d?) (?:{_MONTH})|"
    rf"(?:{_MONTH}) (?P<behind>\d\d?))\b"
)
_REFERENCE = re.compile(r"\{(\w+)(?:\.(\w+(?:\.\w+)?))?\}")
#: A range or chance behind a value, which no statement about the value holds.
_RANGE_REFERENCE = re.compile(r"\s?\{\w+\.(?:(?:size_)?range|chance)\}")
#: Counts of members behind a chance, and what stands beside the value of an element of a list.
_BESIDE = re.compile(
    r"\s?\[[^\[\]]* (?:to|or) [^\[\]]*\]|, above the next with probability [\d.<>]+|"
    r"\s?\((?:all|open for) [^()]*members\)"
)
#: The level of the ranges behind values.
_LEVEL = re.compile(r"\b90 ?% (?=range|interval)")
#: References that a prompt's rules explain.
_BY_RULE = re.compile(r"\.(?:size|range|size_range|chance|name|value)$")
#: "Than" between references to values.
_THAN = re.compile(r"\{(?P<left>v\d+)[^{}]*\}[^{}]*\bthan\b[^{}]*\{(?P<right>v\d+)")


class Composed(Frozen):
    """One sentence of the answer: as shown, without marks, and what it rests on.

    unranged: the text without the ranges and counts of members behind its values. says: the
    statements that the sentence says, by what it refers to and rests on. formula: what it says
    beyond them over the ids of what it rests on. own: numbers that the model wrote itself.
    """

    marked: str
    plain: str
    claims: tuple[str, ...]
    run_ids: tuple[str, ...]
    unranged: str = ""
    said: frozenset[str] = frozenset()
    says: tuple[str, ...] = ()
    formula: str = ""
    own: tuple[str, ...] = ()
    #: Whether "than" stands between two values.
    compares: bool = False
    #: Whether it tells the chance of something, and one of what is forced.
    tells_chance: bool = False
    forced: bool = False


def mask(claim: AnsweredClaim, given: frozenset[str]) -> Masked:
    """Return a claim as the model that composes sees it."""
    verified = claim.verdict in ("supported", "refuted")
    runs = claim.run_ids if verified else ()
    pieces = split(claim.updated, runs, given) if runs else split_own(claim.updated, given)
    parts: dict[str, Piece] = {}
    text = ""
    for piece in pieces:
        if piece.run_ids is None:
            text += piece.text
        else:
            key = f"{claim.id}.{len(parts) + 1}"
            parts[key] = piece
            text += f"{{{key}}}"
    chance = claim.chance if runs else ""
    if chance:
        parts[f"{claim.id}.chance"] = Piece(text=chance, run_ids=runs)
    return Masked(
        id=claim.id,
        text=text,
        verified=verified,
        run_ids=runs,
        pieces=tuple(pieces),
        parts=parts,
        statement=_statement(claim),
        is_open=bool(chance) and (claim.probability or 0.0) < SURE,
        chance=chance,
        forced=claim.forced and bool(chance),
    )


def _statement(claim: AnsweredClaim) -> str:
    """Return what a supported claim says as a formula; a corrected one no longer says its own."""
    own = claim.formula and not claim.assume
    if claim.verdict != "supported" or claim.updated != claim.text or not own:
        return ""
    try:
        return expanded(claim.formula, claim.let)
    except FormulaError:
        return ""


def for_prompt(claims: Sequence[Masked]) -> list[dict[str, Any]]:
    """Return facts and claims as a prompt holds them, with what references stand for.

    References to a value, its size, its range and its chance are told by rules.
    """
    return [_for_prompt(claim) for claim in claims]


def _for_prompt(known: Masked) -> dict[str, Any]:
    shown: dict[str, Any] = {"id": known.id, "text": known.text}
    if not (known.is_value or known.is_truth):
        shown["verified"] = known.verified
    told = {key: piece.text for key, piece in known.parts.items() if not _BY_RULE.search(key)}
    if known.is_value and not known.elements:
        told.pop(known.id, None)
    if told:
        shown["references"] = told
    return shown | ({"chance": known.chance} if known.chance else {})


def fill(
    sentences: Sequence[Sentence], claims: Sequence[Masked], given: frozenset[str]
) -> list[Composed | str]:
    """Fill the references of composed sentences.

    In place of a sentence that names a reference that does not exist stands why it cannot be used.
    One that says nothing of a run, such as an explanation, is marked as one without a run.
    """
    by_id = {claim.id: claim for claim in claims}
    given |= names_with_digits(plain(claim.pieces) for claim in claims)
    return [_sentence(one, by_id, given) for one in sentences]


def _sentence(
    sentence: Sentence, by_id: Mapping[str, Masked], given: frozenset[str]
) -> Composed | str:
    rests_on, formula = _rests_on(sentence, by_id), sentence.formula.strip()
    if unsure := next((one for one in rests_on if _is_told_as_sure(one, sentence)), None):
        return f"{unsure.id} is undecided: say its chance, {{{unsure.id}.chance}}, with it"
    if strayed := _range_alone(sentence.text):
        return f"the range {strayed} stands without its value"
    said = {found[1] for found in _REFERENCE.finditer(sentence.text)}
    if said or formula:
        said |= {one.id for one in rests_on if one.is_truth}
    says = tuple(one.statement for one in rests_on if one.statement and one.id in said)
    says += tuple(_of_elements(sentence.text, rests_on))
    # Numbers in words are held against formulas as well, and are no results in an explanation.
    own_of = split_own if said and not says and not formula else split_digits
    decided = (plain(claim.pieces) for claim in rests_on if claim.run_ids)
    given |= frozenset[str]().union(*map(said_in, decided))
    if _LEVEL.search(sentence.text):
        given |= {"90%"}
    dates = _dates(sentence.text)
    if says or formula:  # they are held against the formulas
        given |= dates
    filled = _filled(sentence.text, by_id, given, own_of)
    if isinstance(filled, str):
        return filled
    unranged = _filled(_RANGE_REFERENCE.sub("", sentence.text), by_id, given, own_of)
    own = own_of(_REFERENCE.sub("", sentence.text), given | dates)
    return _composed(filled, rests_on if said or formula else []).model_copy(
        update={
            "claims": tuple(one.id for one in rests_on),
            "unranged": "" if isinstance(unranged, str) else _held(plain(unranged), rests_on),
            "said": frozenset(said),
            "says": says,
            "formula": formula,
            "tells_chance": ".chance}" in sentence.text,
            "forced": any(one.forced and _tells(one, sentence.text) for one in rests_on),
            "compares": any(one["left"] != one["right"] for one in _THAN.finditer(sentence.text)),
            "own": tuple(one.text for one in own if one.run_ids is not None and _digits(one.text)),
        }
    )


def _held(text: str, rests_on: Sequence[Masked]) -> str:
    """Return what of a text statements hold: not how far apart members lie, nor that it is open."""
    text = _BESIDE.sub("", _LEVEL.sub("", text))
    return opened(text) if any(one.is_open for one in rests_on) else text


def _is_told_as_sure(known: Masked, sentence: Sentence) -> bool:
    chance = f"{known.id}.chance"
    if not (sentence.formula or _REFERENCE.search(sentence.text)):  # it says nothing of a run
        return False
    return known.is_open and chance in known.parts and f"{{{chance}}}" not in sentence.text


def _tells(known: Masked, text: str) -> bool:
    """Tell whether a text tells the chance of a fact or claim, or a value that is one."""
    told = f"{known.id}.chance"
    return f"{{{told if told in known.parts else known.id}" in text


def _of_elements(text: str, known: Iterable[Masked]) -> Iterator[str]:
    """Yield what is said of the elements of lists whose value a text refers to, each once."""
    elements = {key: said for one in known for key, said in one.elements.items()}
    found = [(one[1], *(one[2] or "").partition(".")) for one in _REFERENCE.finditer(text)]
    named = (f"{key}.{place}" for key, place, _, part in found if part != "name")
    yield from (elements[key] for key in dict.fromkeys(named) if key in elements)


def _range_alone(text: str) -> str:
    """Return a reference to the range of a value that the text does not refer to; or nothing."""
    found = [(one[0], one[1], one[2] or "") for one in _REFERENCE.finditer(text)]
    values = {key for _, key, part in found if not part.endswith("range")}
    return next(
        (one for one, key, part in found if part.endswith("range") and key not in values), ""
    )


def _dates(text: str) -> frozenset[str]:
    """Return the numbers of the dates of a text."""
    found = [one for match in _DATED.finditer(text) for one in (match[0], *match.groups())]
    return frozenset(one for one in found if one and one[0].isdigit())


def _digits(text: str) -> bool:
    return any(map(str.isnumeric, text))


def referred(sentence: Sentence) -> list[str]:
    """Return the ids of what a sentence rests on and refers to."""
    named = [*sentence.rests_on, *(found[1] for found in _REFERENCE.finditer(sentence.text))]
    return list(dict.fromkeys(named))


def _rests_on(sentence: Sentence, by_id: Mapping[str, Masked]) -> list[Masked]:
    return [by_id[name] for name in referred(sentence) if name in by_id]


_OwnOf = Callable[[str, frozenset[str]], list[Piece]]


def _filled(
    text: str, by_id: Mapping[str, Masked], given: frozenset[str], own_of: _OwnOf
) -> list[Piece] | str:
    """Return the pieces of a sentence, or why its references cannot be filled."""
    pieces: list[Piece] = []
    end = 0
    for found in _REFERENCE.finditer(text):
        referred = _referred(by_id.get(found[1]), found)
        if referred is None:
            return f"there is no reference {found[0]}"
        pieces += [*own_of(text[end : found.start()], given), *referred]
        end = found.end()
    own = _REFERENCE.sub("", text)
    if "{" in own or "}" in own:
        return "a reference is broken off"
    return [*pieces, *own_of(text[end:], given)]


def _referred(claim: Masked | None, found: re.Match[str]) -> Sequence[Piece] | None:
    if claim is None:
        return None
    part = claim.parts.get(found[0][1:-1])
    if part is None:
        return claim.pieces if found[2] is None else None
    return (part,)


def _composed(pieces: Sequence[Piece], rests_on: Sequence[Masked]) -> Composed:
    runs = tuple(dict.fromkeys(run_id for claim in rests_on for run_id in claim.run_ids))
    return Composed(
        marked=marked(pieces, runs),
        plain=plain(pieces),
        claims=tuple(claim.id for claim in rests_on),
        run_ids=runs,
    )


def plainly(claims: Sequence[Masked]) -> list[Composed]:
    """Return the claims one after another, those that were verified first."""
    ordered = sorted(claims, key=lambda claim: not claim.verified)
    return [
        _composed(one.pieces, [one]).model_copy(update={"forced": one.forced and bool(one.formula)})
        for one in ordered
    ]
