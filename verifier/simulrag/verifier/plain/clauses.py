"""Sentences of several facts as one text for each, every word left in its place."""

import re
from collections.abc import Iterator

#: Irregular and auxiliary verbs; regular ones are told by their ending.
_IRREGULAR = (
    "rose|fell|grew|was|were|is|are|had|has|have|went|came|stood|sank|shrank|saw|hit|lay|took|kept|held|"
    "ran|began|left|sent|got|gave|made|lost|led|reaches|stays|remains|passes|exceeds|falls|rises|drops|"
    "did|does|will|would|goes|lies|slid|shot|leapt|swung|broke"
)
_VERB = rf"(?:[a-z]{{3,}}ed|{_IRREGULAR})"
_ADVERB = (
    r"(?:(?:then|again|later|soon|still|only|also|had|has|already|finally|subsequently|"
    r"thereafter)\s+)*"
)
#: A finite verb, as far as its form tells one.
FINITE = re.compile(rf"(?<![\w-]){_VERB}\b")
#: A second predicate of the same subject: "... and fell below 400 by March".
_PREDICATE = re.compile(rf",?\s+(?P<join>and|but|then|and\s+then)\s+(?={_ADVERB}{_VERB}\b)")
#: A second sentence with a subject of its own.
_SENTENCE = re.compile(
    r"(?P<join>,\s+(?:and|but|while|whereas|yet)\s+|;\s+|:\s+|\s+-\s+|,\s+then\s+)(?=\S)", re.I
)
#: What a sentence adds of its subject: ", with a best estimate of 2.1 °C for 2041-2060".
_WITH = re.compile(
    r",\s+(?=with\s+(?:an?|its|the)\s+(?:[\w-]+\s+){1,4}?(?:of|at)\s+[^,;]*\d)", re.I
)
_RELATIVE = re.compile(r",\s+which\s+(?P<said>[^,;:]+)(?P<end>,|(?=[.;:]|$))", re.I)
_SHORTEST = 12


def clauses(text: str) -> Iterator[tuple[str, str]]:
    """Yield the ways of parting a sentence in two texts of its own length, blanks for the rest."""
    yield from _relative(text)
    for match in _PREDICATE.finditer(text):
        subject = _subject(text[: match.start()])
        if subject:
            first = _kept(text, 0, match.start())
            second = subject + _kept(text, match.end(), len(text))[len(subject) :]
            yield first, second
    for match in _WITH.finditer(text):
        subject = _subject(text[: match.start()])
        if subject:
            second = subject + _kept(text, match.end(), len(text))[len(subject) :]
            yield _kept(text, 0, match.start()), second
    for match in _SENTENCE.finditer(text):
        left, right = text[: match.start()], text[match.end() :]
        if min(len(left.strip()), len(right.strip())) >= _SHORTEST:
            yield _kept(text, 0, match.start()), _kept(text, match.end(), len(text))


def _relative(text: str) -> Iterator[tuple[str, str]]:
    """Part "The season, which peaked in December, was ..." where the clause follows the subject."""
    for match in _RELATIVE.finditer(text):
        subject = text[: match.start()]
        if FINITE.search(subject) or not match["end"]:
            continue
        rest = _kept(text, match.end(), len(text))
        yield (
            subject
            + " " * (match.start("said") - len(subject))
            + match["said"]
            + " " * (len(text) - match.end("said")),
            subject + rest[len(subject) :],
        )


def _subject(text: str) -> str:
    verb = FINITE.search(text)
    return text[: verb.start()] if verb else ""


def _kept(text: str, start: int, end: int) -> str:
    return " " * start + text[start:end] + " " * (len(text) - end)
