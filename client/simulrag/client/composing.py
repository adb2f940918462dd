"""An answer whose numbers are references to runs, filled in and marked here.

A model composes with references such as {v1} and {c1.1} in place of digits. Each reference is
replaced by the number of a fact or a claim and the ids of the runs behind it; where all of a
sentence comes from the same runs, their mark stands once, at its end. A number that the model wrote
itself, in digits, in words or as a month, and that the question does not give, a number of a claim
that no run decided, and a sentence that no run decided, is marked `[no run]`.
"""

import calendar
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from pydantic import Field

from simulrag.client import number_words
from simulrag.client.computed_facts import Fact, expanded
from simulrag.client.result import AnsweredClaim
from simulrag.client.stages import Sentence
from simulrag.simulators.interface import Frozen
from simulrag.verifier.formulas.syntax import FormulaError

NO_RUN = "[no run]"
#: A number that is no part of a name (CO2, ssp585, SSP2-4.5) or a unit (per 100,000), with a sign
#: and a symbol of a unit.
_ONE = (
    r"(?<![\w.{])(?<!\d,)(?<!\b[Pp]er )(?<![A-Za-z]\d-)[-+−]?(?:\d+(?:[.,:]\d+)*|\.\d+)"
    r"[²³¹⁰-⁹¼-¾⅐-⅞]*(?:\s?[%°‰][A-Za-z]?\b|\s?[%‰])?"
)
#: Numbers that belong together are marked together: a date, a range.
_NUMBER = re.compile(rf"{_ONE}(?:(?:, | to | and |[-–/]| [-–] ){_ONE})*")
_SINGLE = re.compile(_ONE)
#: Numbers in other scripts, and signs that are numbers: 五, Ⅴ, ⑨.
_FOREIGN = re.compile(r"[〇一二三四五六七八九十百千万億兆Ⅰ-ↈ①-⓿❶-➓㊀-㊉]+")
#: A name with digits in it, which may hide a number ("rose.5").
_NAME = re.compile(r"[^\W\d_][\w.-]*\d\w*")
_NAMES = re.compile(rf"(?<![\w.-])[\d_.-]*+({_NAME.pattern})")
_RUN_ID = r"[A-Za-z_]\w*-[0-9a-f]{12}"
_MARK = re.compile(rf"\s?\[(?:no run|{_RUN_ID}(?:, {_RUN_ID})*(?: and \d+ more runs)?)\]")
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
#: References that a prompt's rules explain.
_BY_RULE = re.compile(r"\.(?:size|range|size_range|chance|name|value)$")
#: "Than" between references to values.
_THAN = re.compile(r"\{(?P<left>v\d+)[^{}]*\}[^{}]*\bthan\b[^{}]*\{(?P<right>v\d+)")
#: From which probability on a claim that was decided may be told without it.
SURE = 0.9
#: Runs that a mark names; of more, the first.
MOST_NAMED = 6


class Piece(Frozen):
    """A piece of a sentence. `run_ids` is None for words, () for a number without a run."""

    text: str
    run_ids: tuple[str, ...] | None = None


class Masked(Frozen):
    """A fact or claim with references in place of its numbers, and what each stands for.

    pieces: its own text. run_ids: the runs that decided it. statement: what it says in the language
    of formulas; empty where nothing was decided.
    """

    id: str
    text: str
    verified: bool
    run_ids: tuple[str, ...]
    pieces: tuple[Piece, ...]
    parts: Mapping[str, Piece]
    statement: str = ""
    is_truth: bool = False
    #: What it says of the elements of a list, by reference.
    elements: Mapping[str, str] = Field(default_factory=dict)
    #: Whether it says what a value is, and no more.
    is_value: bool = False
    #: Whether a truth is undecided, or a claim true with a chance that has to be told.
    is_open: bool = False
    #: Of a claim that was decided: its probability.
    chance: str = ""


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
    #: Whether it tells the chance of something.
    tells_chance: bool = False


def _normal(number: str) -> str:
    return re.sub(r"\s", "", number).replace("−", "-").lstrip("+-")


def given_numbers(question: str) -> frozenset[str]:
    """Return the numbers and the names with digits that a question itself states.

    They are conditions, not results.
    """
    words = question.replace(" percent", "%")
    numbers = {_normal(found.group()) for found in _SINGLE.finditer(words)}
    return frozenset(numbers | set(_NAMES.findall(words)) | number_words.said_in(question))


def names_with_digits(texts: Iterable[str]) -> frozenset[str]:
    """Return the names of texts that hold digits, such as CO2 and SSP1-2.6."""
    return frozenset(name for text in texts for name in _NAMES.findall(text))


def results(text: str, given: frozenset[str]) -> list[str]:
    """Return the numbers of a text that are not given, dates and ranges as one."""
    return [piece.text for piece in _pieces(text, (), given) if piece.run_ids is not None]


def _is_given(number: str, given: frozenset[str]) -> bool:
    return all(_normal(found.group()) in given for found in _SINGLE.finditer(number))


def _pieces(text: str, run_ids: tuple[str, ...], given: frozenset[str]) -> list[Piece]:
    """Split a text at its numbers, which are said to come from these runs."""
    pieces: list[Piece] = []
    end = 0
    for found in _NUMBER.finditer(text):
        if not _is_given(found.group(), given):
            pieces += [Piece(text=text[end : found.start()]), Piece(text=found[0], run_ids=run_ids)]
            end = found.end()
    return [piece for piece in [*pieces, Piece(text=text[end:])] if piece.text]


def mark(run_ids: Sequence[str]) -> str:
    """Return the mark of these runs."""
    if not run_ids:
        return NO_RUN
    more = len(run_ids) - MOST_NAMED
    named = ", ".join(run_ids[:MOST_NAMED])
    return f"[{named} and {more} more runs]" if more > 0 else f"[{named}]"


def marked(pieces: Sequence[Piece], run_ids: Sequence[str]) -> str:
    """Return a sentence with its marks; `run_ids` stand behind what holds no number."""
    sources = {piece.run_ids for piece in pieces if piece.run_ids is not None}
    if len(sources) > 1 or sources == {()}:
        numbers = [piece.run_ids for piece in pieces if piece.run_ids is not None]
        then = iter([*numbers[1:], None])
        return "".join(
            piece.text if piece.run_ids is None else _with_mark(piece, next(then))
            for piece in pieces
        )
    text = "".join(piece.text for piece in pieces)
    body = text.rstrip(".!? ")
    return f"{body} {mark(sources.pop() if sources else run_ids)}{text[len(body) :].rstrip()}"


def _with_mark(number: Piece, then: tuple[str, ...] | None) -> str:
    """Return a number with its mark, which one mark of runs is for those that follow each other."""
    shared = number.run_ids and number.run_ids == then
    return number.text if shared else f"{number.text} {mark(number.run_ids or ())}"


def mark_statement(text: str, run_ids: tuple[str, ...], given: frozenset[str]) -> str:
    """Return a sentence made from runs with their mark."""
    return marked(_pieces(text, run_ids, given), run_ids)


def _last_name(text: str) -> str:
    """Return how a text ends, where that is a name with digits in it or a number in words."""
    last = text.rpartition(" ")[2].lstrip("([{\"'“‘")
    if _NAME.fullmatch(last):
        return last
    worded = number_words.wordings(text)
    return worded[-1].text if worded and worded[-1].end == len(text) else ""


def read(line: str, given: frozenset[str]) -> list[Piece]:
    """Split a line of an answer back into words and numbers with their runs.

    A mark becomes a piece without text. A number belongs to the mark that comes next; so does a
    name with digits, or a number in words, right before a mark of no run.
    """
    pieces: list[Piece] = []
    end = 0
    for found in _MARK.finditer(line):
        runs = tuple(re.findall(_RUN_ID, found[0]))
        said = line[end : found.start()]
        name = "" if runs else _last_name(said)
        pieces += _pieces(said.removesuffix(name), runs, given)
        pieces += [Piece(text=text, run_ids=runs) for text in dict.fromkeys([name, ""])]
        end = found.end()
    return [*pieces, *_pieces(line[end:], (), given)]


def without_marks(text: str) -> str:
    """Return a text without the marks that are put here, so that it can be checked."""
    return _MARK.sub("", text)


def mask(claim: AnsweredClaim, given: frozenset[str]) -> Masked:
    """Return a claim as the model that composes sees it."""
    verified = claim.verdict in ("supported", "refuted")
    runs = claim.run_ids if verified else ()
    pieces = _pieces(claim.updated, runs, given) if runs else _own(claim.updated, given)
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


def mark_found(text: str, contexts: Mapping[str, str], given: frozenset[str]) -> str:
    """Mark each number of a text with the runs whose words, `contexts` by run id, hold it too.

    Equal numbers may be printed with other units or symbols. Where no run holds a number, or one
    of those that stand together, it is marked as one without a run.
    """
    held = {key: _values(context) for key, context in contexts.items()}
    parts: list[str] = []
    for piece in _pieces(text, (), given):
        runs = [key for key, values in held.items() if _values(piece.text) <= values]
        parts.append(piece.text if piece.run_ids is None else f"{piece.text} {mark(runs)}")
    return "".join(parts)


def _values(text: str) -> set[Decimal | str]:
    numbers = (found.group() for found in _SINGLE.finditer(text))
    return {_normal(one) if (value := _number(one)) is None else value for one in numbers}


def of_fact(fact: Fact) -> Masked:
    """Return a fact as the model that composes sees it."""
    parts = {key: Piece(text=text, run_ids=fact.run_ids) for key, text in fact.shown.items()}
    pieces = _pieces(fact.sentence, fact.run_ids, frozenset())
    return Masked(
        id=fact.id,
        text=fact.sentence,
        verified=True,
        run_ids=fact.run_ids,
        pieces=tuple(pieces),
        parts=parts,
        statement=fact.statement,
        is_truth=fact.is_truth,
        elements=fact.elements,
        is_value=not fact.is_truth,
        is_open=fact.is_open,
    )


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
    given |= {name for claim in claims for name in _NAMES.findall(plain(claim.pieces))}
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
    own_of = _own if said and not says and not formula else _digits_of
    decided = (plain(claim.pieces) for claim in rests_on if claim.run_ids)
    given |= frozenset[str]().union(*map(number_words.said_in, decided))
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
            "unranged": "" if isinstance(unranged, str) else _BESIDE.sub("", plain(unranged)),
            "said": frozenset(said),
            "says": says,
            "formula": formula,
            "tells_chance": ".chance}" in sentence.text,
            "compares": any(one["left"] != one["right"] for one in _THAN.finditer(sentence.text)),
            "own": tuple(one.text for one in own if one.run_ids is not None and _digits(one.text)),
        }
    )


def _is_told_as_sure(known: Masked, sentence: Sentence) -> bool:
    chance = f"{known.id}.chance"
    if not (sentence.formula or _REFERENCE.search(sentence.text)):  # it says nothing of a run
        return False
    return known.is_open and chance in known.parts and f"{{{chance}}}" not in sentence.text


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


def _own(text: str, given: frozenset[str]) -> list[Piece]:
    """Split what no run decided at its numbers, also those in words and those that names hide."""
    hidden = [(m[1], m.span(1)) for m in _NAMES.finditer(text) if m[1] not in given]
    hidden += [
        (worded.text, (worded.start, worded.end))
        for worded in number_words.wordings(text)
        if worded.text.casefold() not in given
    ]
    return _split(text, hidden, given)


def _digits_of(text: str, given: frozenset[str]) -> list[Piece]:
    """Split what a model wrote at its numbers in digits, of whatever script."""
    return _split(text, [(one[0], one.span()) for one in _FOREIGN.finditer(text)], given)


def _split(
    text: str, hidden: Iterable[tuple[str, tuple[int, int]]], given: frozenset[str]
) -> list[Piece]:
    """Split a text without runs at its numbers and at some spans, of which the first counts."""
    pieces: list[Piece] = []
    end = 0
    for said, (start, stop) in sorted(hidden, key=lambda one: one[1]):
        if start >= end:
            pieces += [*_pieces(text[end:start], (), given), Piece(text=said, run_ids=())]
            end = stop
    return [piece for piece in [*pieces, *_pieces(text[end:], (), given)] if piece.text]


def plain(pieces: Sequence[Piece]) -> str:
    """Return the words and numbers of pieces without their marks."""
    return "".join(piece.text for piece in pieces)


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
    return [_composed(claim.pieces, [claim]) for claim in ordered]


def _number(text: str) -> Decimal | None:
    digits = re.sub(r"[^\d.\-]", "", text.replace("−", "-"))
    try:
        return Decimal(digits)
    except InvalidOperation:
        return None
