"""What readers share: a document from fields as files of references print them."""

import html
import re
from collections.abc import Iterable

from simulrag.verifier.literature.documents import Document, identity

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


def document_of(
    source: str,
    *,
    title: str = "",
    abstract: str = "",
    authors: Iterable[str] = (),
    year: str = "",
    doi: str = "",
    pmid: str = "",
    other: str = "",
    retracted: bool | None = None,
    **more: object,
) -> Document:
    """Return a document of printed fields; `more` are further fields of Document as they are.

    A title that begins with "RETRACTED:" marks a retraction. Raises ValueError where nothing
    names it or a field cannot be.
    """
    named = plain(title)
    bare = _RETRACTED.sub("", named)
    when = _YEAR.search(year)
    return Document.model_validate(
        {
            **more,
            "id": identity(doi=doi, pmid=pmid, other=other, title=bare),
            "title": bare,
            "abstract": plain(abstract),
            "authors": tuple(name for one in authors if (name := " ".join(one.split()))),
            "year": int(when.group()) if when else None,
            "doi": doi,
            "pmid": pmid.strip(),
            "retracted": True if bare != named else retracted,
            "sources": (source,),
        }
    )


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


def whole_number(text: str) -> int | None:
    """Return a printed count of 0 or more, or None where there is none."""
    bare = text.strip().replace(",", "")
    return int(bare) if bare.isascii() and bare.isdigit() else None
