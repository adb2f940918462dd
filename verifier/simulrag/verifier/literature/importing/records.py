"""What readers share: a document from fields as files of references print them."""

import html
import re
from typing import Any

from simulrag.verifier.literature.documents import Document, identity

_TEXTS = ("title", "abstract", "year", "journal", "doi", "pmid", "other")
_SEVERAL, _NUMBERS = ("authors", "types"), ("citations", "impact", "rank", "field_weighted")
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
#: How reference managers and indexes mark a retracted paper in its title.
_RETRACTED = re.compile(r"^\W*retracted(?:\s+(?:article|publication|paper))?\b\W*", re.IGNORECASE)
#: Elements of HTML, JATS and MathML in titles and abstracts: those within a line, and others. What
#: else stands between < and > is text, such as "eGFR <LLN and albumin >ULN".
_INLINE = "i|b|em|strong|u|s|span|italic|bold|underline|sc|monospace|font|small|tt|a|xref|ext-link"
_BLOCK = "p|br|hr|div|title|sec|ul|ol|li|list|list-item|label|h[1-6]|abstract|table|tr|td|th"
_ATTRIBUTES = r"""(?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*+\s*+/?>"""
_TAG = re.compile(
    rf"</?(?:(?P<block>(?:jats:)?(?:{_BLOCK}))|(?:jats:)?(?:{_INLINE}|su[bp])|(?:jats|mml):[\w-]+)"
    + _ATTRIBUTES,
    re.IGNORECASE,
)
_SCRIPT = re.compile(
    rf"(.?)<(?:jats:)?su([bp]){_ATTRIBUTES}(.{{0,80}}?)</(?:jats:)?su\2\s*>",
    re.IGNORECASE | re.DOTALL,
)
_POWER = re.compile(
    r"<(?:mml:)?msup>\s*<(?:mml:)?m[ino]>([^<>]{1,80})</(?:mml:)?m[ino]>"
    r"\s*<(?:mml:)?m[ino]>([^<>]{1,80})</(?:mml:)?m[ino]>\s*</(?:mml:)?msup>"
)


def document_of(source: str, **given: Any) -> Document:
    """Return a document of fields as they are printed or replied; `other` is an id of any kind.

    What is not of its field's kind is unknown. A title that begins with "RETRACTED:" marks a
    retraction. Raises ValueError where nothing names the document.
    """
    text = {name: _text(given.get(name)) for name in _TEXTS}
    (title, withdrawn), when = title_of(text["title"]), _YEAR.search(text["year"])
    retracted = given.get("retracted")
    several = {name: [plain(_text(one)) for one in given.get(name) or ()] for name in _SEVERAL}
    return Document(
        id=identity(doi=text["doi"], pmid=text["pmid"], other=text["other"], title=title),
        title=title,
        abstract=plain(text["abstract"]),
        year=int(when.group()) if when else None,
        journal=plain(text["journal"]),
        doi=text["doi"],
        pmid=text["pmid"].strip(),
        retracted=withdrawn or (retracted if isinstance(retracted, bool) else None),
        sources=(source,),
        **{name: tuple(filter(None, values)) for name, values in several.items()},
        **{name: _number(given.get(name)) for name in _NUMBERS},
    )


def title_of(text: str) -> tuple[str, bool]:
    """Return a title, and whether it was marked as that of a retracted paper."""
    named = plain(text)
    bare = _RETRACTED.sub("", named)
    return bare, bare != named


def _text(given: object) -> str:
    return str(given) if isinstance(given, str | int) and not isinstance(given, bool) else ""


def _number(given: Any) -> Any:
    """Return a count or measure of 0 or more, also a printed one, or None."""
    if isinstance(given, str):
        bare = given.strip().replace(",", "")
        return int(bare) if bare.isascii() and bare.isdigit() else None
    if isinstance(given, bool) or not isinstance(given, int | float):
        return None
    return given if 0 <= given < float("inf") else None


def plain(text: str) -> str:
    """Return the text of HTML or JATS in one line: 10<sup>5</sup> is 10^5, &lt; is <."""
    if "<" in text:
        text = _SCRIPT.sub(_scripted, _POWER.sub(r"\1<sup>\2</sup>", text))
        text = _TAG.sub(lambda found: " " if found["block"] else "", text)
    return " ".join((html.unescape(text) if "&" in text else text).split())


def _scripted(found: re.Match[str]) -> str:
    before, kind, inner = found.groups()
    return before + scripted(before, _TAG.sub("", inner), raised=kind.lower() == "p")


def scripted(before: str, inner: str, *, raised: bool) -> str:
    """Return what stands raised or lowered after a character, so that no number becomes another."""
    inner = inner.strip()
    if raised:
        return f"^{inner}" if inner[:1].isdigit() or (inner[:1] in "+-−–±" and inner) else inner
    return f"_{inner}" if before.isdigit() and inner[:1].isdigit() else inner
