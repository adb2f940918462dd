"""Abstracts from BibTeX files."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import ImportFault
from simulrag.verifier.literature.importing.records import document_of, scripted, whole_number

_ENTRY = re.compile(r"@\s*([A-Za-z]+)\s*[{(]")
# White space is taken as a whole, so that much of it takes no more than its share of time.
_FIELD = re.compile(r"\s*+(?:,\s*+)?([\w:.+-]+)\s*+=\s*+")
_KEY = re.compile(r"\s*+([^,\s{}]*)\s*+(,|$)")
_JOINED = re.compile(r"\s*+#\s*+")
_NOT_ENTRIES = frozenset({"comment", "preamble"})
_MONTHS_AND_NAMES = re.compile(r"[^,}\s#]+")
_ACCENT = re.compile(r"\\([`'^\"~=.]|[uvHcdbkr](?![a-zA-Z]))\s*\{?(\\?[a-zA-Z])\}?")
_ACCENTS = {"`": "̀", "'": "́", "^": "̂", '"': "̈", "~": "̃", "=": "̄", ".": "̇",
            "u": "̆", "v": "̌", "H": "̋", "c": "̧", "k": "̨", "r": "̊"}  # fmt: skip
_LETTERS = {r"\ss": "ß", r"\ae": "æ", r"\AE": "Æ", r"\oe": "œ", r"\o": "ø", r"\O": "Ø",
            r"\aa": "å", r"\AA": "Å", r"\l": "ł", r"\L": "Ł", r"\i": "ı"}  # fmt: skip
_LETTER = re.compile(r"\\(?:ss|ae|AE|oe|o|O|aa|AA|l|L|i)(?![a-zA-Z])\s*(?:\{\})?")
_SCRIPT = re.compile(r"(.?)\\text(super|sub)script\s*\{([^{}]*)\}", re.DOTALL)
_SYMBOLS = {
    "less": "<", "greater": ">", "pm": "±", "times": "×", "div": "÷", "mu": "μ", "degree": "°",
    "celsius": "℃", "endash": "–", "emdash": "—", "quoteleft": "‘", "quoteright": "’",
    "quotedblleft": "“", "quotedblright": "”", "quotesingle": "'", "asciitilde": "~",
    "asciicircum": "^", "bar": "|", "backslash": "\\", "underscore": "_", "bullet": "•",
    "registered": "®", "trademark": "™", "copyright": "©", "onehalf": "½", "minus": "−",
    "periodcentered": "·", "ellipsis": "…", "dollar": "$", "sterling": "£", "euro": "€",
}  # fmt: skip
_SYMBOL = re.compile(rf"\\text({'|'.join(_SYMBOLS)})(?![a-zA-Z])\s?(?:\{{\}})?")
_COMMAND = re.compile(
    r"\\(?:text(?:it|bf|rm|sf|tt|sc|sl|up|md|normal)|math(?:it|bf|rm|sf|tt|bb|cal|normal)|"
    r"emph|em|it|bf|rm|sl|sc|tt)(?![a-zA-Z])\s*|\\([%&_#$ {}])"
)


def read_bibtex(path: Path) -> Iterator[Document]:
    """Yield the documents of a file; raises ImportFault naming the entry that cannot be read."""
    text = path.read_text("utf-8-sig")
    place, macros = 0, dict[str, str]()
    while found := _ENTRY.search(text, place):
        body, place = _body(text, found.end() - 1, path)
        if found.group(1).lower() in _NOT_ENTRIES:
            continue
        if found.group(1).lower() == "string":
            macros |= _fields(body, macros)
            continue
        key = _KEY.match(body)
        if key is None:
            raise ImportFault(f"{path} line {_line(text, found.start())}: an entry without a key")
        try:
            yield _document(key.group(1), _texts(body[key.end() :], macros), path.name)
        except ValueError as error:
            raise ImportFault(
                f"{path} line {_line(text, found.start())}, entry {key.group(1)!r}: {error}"
            ) from error


def _document(key: str, fields: dict[str, str], source: str) -> Document:
    authors = [name for name in re.split(r"\s+and\s+", fields.get("author", "")) if name]
    return document_of(
        source,
        title=fields.get("title", ""),
        abstract=fields.get("abstract", ""),
        authors=tuple(authors),
        year=fields.get("year", "") or fields.get("date", ""),
        journal=fields.get("journal", "") or fields.get("booktitle", ""),
        doi=fields.get("doi", "") or fields.get("url", ""),
        pmid=fields.get("pmid", ""),
        other=key,
        citations=whole_number(fields.get("citations", "")),
    )


def _body(text: str, start: int, path: Path) -> tuple[str, int]:
    """Return what stands between the bracket at `start` and its partner, and where that ends."""
    end = _partner(text, start)
    if end is None:
        raise ImportFault(f"{path} line {_line(text, start)}: an entry that does not end")
    return text[start + 1 : end], end + 1


def _partner(text: str, start: int) -> int | None:
    opening = text[start]
    closing = {"{": "}", "(": ")"}[opening]
    depth = 0
    for place in range(start, len(text)):
        if text[place] == "\\":
            continue
        escaped = place > 0 and text[place - 1] == "\\"
        if text[place] == opening and not escaped:
            depth += 1
        elif text[place] == closing and not escaped:
            depth -= 1
            if depth == 0:
                return place
    return None


def _texts(body: str, macros: Mapping[str, str]) -> dict[str, str]:
    return {name: plain(value) for name, value in _fields(body, macros).items()}


def _fields(body: str, macros: Mapping[str, str]) -> dict[str, str]:
    """Return field -> LaTeX, names in lower case; parts joined by # are put together."""
    found: dict[str, str] = {}
    place = 0
    while name := _FIELD.match(body, place):
        place, parts = name.end(), list[str]()
        while True:
            part, place = _value(body, place, macros)
            parts.append(part)
            joined = _JOINED.match(body, place)
            if joined is None:
                break
            place = joined.end()
        found.setdefault(name.group(1).lower(), "".join(parts))
    return found


def _value(body: str, start: int, macros: Mapping[str, str]) -> tuple[str, int]:
    if start >= len(body):
        raise ValueError("a field without a value")
    if body[start] == "{":
        end = _partner(body, start)
        if end is None:
            raise ValueError("a field that does not end")
        return body[start + 1 : end], end + 1
    if body[start] == '"':
        depth = 0
        for place in range(start + 1, len(body)):
            depth += (body[place] == "{") - (body[place] == "}")
            if body[place] == '"' and depth == 0 and body[place - 1] != "\\":
                return body[start + 1 : place], place + 1
        raise ValueError("a field that does not end")
    bare = _MONTHS_AND_NAMES.match(body, start)
    if bare is None:
        raise ValueError("a field without a value")
    return macros.get(bare.group().lower(), bare.group()), bare.end()


def plain(text: str) -> str:
    """Return LaTeX's text without its commands and braces: accents become letters."""
    text = _ACCENT.sub(_accented, text)
    text = _LETTER.sub(lambda found: _LETTERS[found.group().rstrip("{} ").strip()], text)
    text = _SCRIPT.sub(_scripted, text)
    text = _SYMBOL.sub(lambda found: _SYMBOLS[found.group(1)], text)
    text = _COMMAND.sub(lambda found: found.group(1) or "", text)
    return " ".join(re.sub(r"[{}]", "", text.replace("~", " ")).split())


def _scripted(found: re.Match[str]) -> str:
    before, kind, inner = found.groups()
    return before + scripted(before, inner, raised=kind == "super")


def _accented(found: re.Match[str]) -> str:
    letter = found.group(2).lstrip("\\")
    return unicodedata.normalize("NFC", letter + _ACCENTS.get(found.group(1), ""))


def _line(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1
