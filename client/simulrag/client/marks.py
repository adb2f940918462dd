"""Numbers in an answer and the marks of the runs that they come from.

Where all numbers of a sentence come from the same runs, their mark stands once, at its end. One
that no run gave and the question does not give, in digits, in words ("seventy-one", "doubled",
"½", "Ⅸ") or as a month, is marked `[no run]`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal, InvalidOperation

from simulrag.simulators.interface import Frozen
from simulrag.verifier.number_words import ONES, PARTS, SCALES, TENS

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
#: Runs that a mark names; of more, the first.
MOST_NAMED = 6

_CARDINAL = "|".join((*[*ONES][2:], *TENS))
_SCALE, _PART = "|".join((*SCALES, "trillion")), "|".join(PARTS)
#: Numbers in words. "One" alone is a pronoun more often than not, and no number here.
_WORDS = (
    rf"(?:(?:a|an|one)[\s-]+)?(?:{_SCALE})\b|(?:a|an|one)[\s-]+(?:{_PART})\b|"
    rf"(?:{_CARDINAL})(?:[\s-]+(?:and[\s-]+)?(?:one|{_CARDINAL}|{_SCALE}|{_PART})\b)*\b"
)
#: Words that are a number or a factor by themselves, whatever stands beside them.
_FACTORS = (
    r"(?:doubl|tripl|trebl|quadrupl|quintupl)(?:e[sd]?|ing)\b|halv(?:e[sd]?|ing)\b|half\b|"
    r"twice\b|thrice\b|\w+fold\b|(?:two|three|four)[- ]thirds?\b|thirds\b|quarters?\b|"
    r"dozens?\b|hundreds\b|thousands\b|millions?\b|billions?\b|trillions?\b|zero\b"
)
#: Months, which make a date. May and March are words besides, so that they need a capital and no
#: sentence that begins with them.
_MONTHS = (
    r"(?-i:January|February|April|June|July|August|September|October|November|December)\b|"
    r"(?-i:(?<=[a-z,] )(?:March|May)\b)"
)
#: Signs that are a number: fractions, superscripts by themselves, circled and Roman ones.
_SIGNS = (
    "²³¹¼-¾\u0bf0-\u0bf2\u2070-\u2079\u2080-\u2089⅐-↉①-⒛⓪-⓿❶-➓㈠-㈩㉈-㉏㊀-㊉"
    "〇零一二三四五六七八九十百千万億兆"
)
#: Roman numerals of I, V and X; the other letters make too many abbreviations.
_ROMAN = r"(?-i:(?=[IVX]{2})X{0,3}(?:IX|IV|V?I{0,3})\b)"
_WORDED = rf"(?<!\w)(?:(?i:{_WORDS}|{_FACTORS})|{_MONTHS}|{_ROMAN}|[{_SIGNS}]+)"
#: Numbers without digits; those that touch are one.
_WORDINGS = re.compile(rf"{_WORDED}(?:[ -]*{_WORDED})*")


def said_in(text: str) -> frozenset[str]:
    """Return the numbers without digits of a text, to tell what was given."""
    found = _WORDINGS.findall(text)
    parts = (part for worded in found for part in re.split(r"[\s-]+", worded))
    return frozenset(word.casefold() for word in (*found, *parts))


class Piece(Frozen):
    """A piece of a sentence. `run_ids` is None for words, () for a number without a run."""

    text: str
    run_ids: tuple[str, ...] | None = None


def _normal(number: str) -> str:
    return re.sub(r"\s", "", number).replace("−", "-").lstrip("+-")


def given_numbers(question: str) -> frozenset[str]:
    """Return the numbers and the names with digits that a question itself states.

    They are conditions, not results.
    """
    words = question.replace(" percent", "%")
    numbers = {_normal(found.group()) for found in _SINGLE.finditer(words)}
    return frozenset(numbers | set(_NAMES.findall(words)) | said_in(question))


def names_with_digits(texts: Iterable[str]) -> frozenset[str]:
    """Return the names of texts that hold digits, such as CO2 and SSP1-2.6."""
    return frozenset(name for text in texts for name in _NAMES.findall(text))


def results(text: str, given: frozenset[str]) -> list[str]:
    """Return the numbers of a text that are not given, dates and ranges as one."""
    return [piece.text for piece in split(text, (), given) if piece.run_ids is not None]


def _is_given(number: str, given: frozenset[str]) -> bool:
    return all(_normal(found.group()) in given for found in _SINGLE.finditer(number))


def split(text: str, run_ids: tuple[str, ...], given: frozenset[str]) -> list[Piece]:
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
    return marked(split(text, run_ids, given), run_ids)


def _last_name(text: str) -> str:
    """Return how a text ends, where that is a name with digits in it or a number in words."""
    last = text.rpartition(" ")[2].lstrip("([{\"'“‘")
    if _NAME.fullmatch(last):
        return last
    worded = list(_WORDINGS.finditer(text))
    return worded[-1][0] if worded and worded[-1].end() == len(text) else ""


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
        pieces += split(said.removesuffix(name), runs, given)
        pieces += [Piece(text=text, run_ids=runs) for text in dict.fromkeys([name, ""])]
        end = found.end()
    return [*pieces, *split(line[end:], (), given)]


def without_marks(text: str) -> str:
    """Return a text without the marks that are put here, so that it can be checked."""
    return _MARK.sub("", text)


def mark_found(text: str, contexts: Mapping[str, str], given: frozenset[str]) -> str:
    """Mark each number of a text with the runs whose words, `contexts` by run id, hold it too.

    Equal numbers may be printed with other units or symbols. Where no run holds a number, or one
    of those that stand together, it is marked as one without a run.
    """
    held = {key: _values(context) for key, context in contexts.items()}
    parts: list[str] = []
    for piece in split(text, (), given):
        runs = [key for key, values in held.items() if _values(piece.text) <= values]
        parts.append(piece.text if piece.run_ids is None else f"{piece.text} {mark(runs)}")
    return "".join(parts)


def _values(text: str) -> set[Decimal | str]:
    numbers = (found.group() for found in _SINGLE.finditer(text))
    return {_normal(one) if (value := _number(one)) is None else value for one in numbers}


def split_own(text: str, given: frozenset[str]) -> list[Piece]:
    """Split what no run decided at its numbers, also those in words and those that names hide."""
    hidden = [(m[1], m.span(1)) for m in _NAMES.finditer(text) if m[1] not in given]
    hidden += [
        (worded[0], worded.span())
        for worded in _WORDINGS.finditer(text)
        if worded[0].casefold() not in given
    ]
    return _split_at(text, hidden, given)


def split_digits(text: str, given: frozenset[str]) -> list[Piece]:
    """Split what a model wrote at its numbers in digits, of whatever script."""
    return _split_at(text, [(one[0], one.span()) for one in _FOREIGN.finditer(text)], given)


def _split_at(
    text: str, hidden: Iterable[tuple[str, tuple[int, int]]], given: frozenset[str]
) -> list[Piece]:
    """Split a text without runs at its numbers and at some spans, of which the first counts."""
    pieces: list[Piece] = []
    end = 0
    for said, (start, stop) in sorted(hidden, key=lambda one: one[1]):
        if start >= end:
            pieces += [*split(text[end:start], (), given), Piece(text=said, run_ids=())]
            end = stop
    return [piece for piece in [*pieces, *split(text[end:], (), given)] if piece.text]


def plain(pieces: Sequence[Piece]) -> str:
    """Return the words and numbers of pieces without their marks."""
    return "".join(piece.text for piece in pieces)


def _number(text: str) -> Decimal | None:
    digits = re.sub(r"[^\d.\-]", "", text.replace("−", "-"))
    try:
        return Decimal(digits)
    except InvalidOperation:
        return None
