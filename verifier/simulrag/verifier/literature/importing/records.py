"""What readers share: a document from fields as files of references print them."""

import html
import re

from simulrag.verifier.literature.documents import Document, identity

_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
#: What an exponent may begin with beside a digit.
_SIGNS = tuple("+-−–±")
#: How reference managers and indexes mark a retracted paper in its title or type.
_RETRACTED = re.compile(r"^\W*(?:retracted(?:\s+article|\s+publication)?\b\W*)", re.IGNORECASE)
#: Elements of HTML, JATS and MathML in titles and abstracts: those within a line, and others.
_INLINE = "i|b|em|strong|u|s|span|italic|bold|underline|sc|monospace|font|small|tt|a|xref|ext-link"
_BLOCK = "p|br|hr|div|title|sec|ul|ol|li|list|list-item|label|h[1-6]|abstract|table|tr|td|th"
_ATTRIBUTES = r"""(?:\s+[\w:-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*+\s*+/?>"""
#: What else stands between < and > is text, such as "eGFR <LLN and albumin >ULN".
_TAG = re.compile(
    rf"</?(?:(?P<block>(?:jats:)?(?:{_BLOCK}))|(?:jats:)?(?:{_INLINE}|su[bp])|(?:jats|mml):[\w-]+)"
    + _ATTRIBUTES,
    re.IGNORECASE,
)
_SCRIPT = re.compile(
    rf"<(?:jats:)?su(?P<kind>[bp]){_ATTRIBUTES}(?P<inner>.{{0,80}}?)</(?:jats:)?su(?P=kind)\s*>",
    re.IGNORECASE | re.DOTALL,
)
_POWER = re.compile(
    r"<(?:mml:)?msup>\s*<(?:mml:)?m[ino]>([^<>]{1,80})</(?:mml:)?m[ino]>"
    r"\s*<(?:mml:)?m[ino]>([^<>]{1,80})</(?:mml:)?m[ino]>\s*</(?:mml:)?msup>"
)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,30});")


def document_of(
    source: str,
    *,
    title: str = "",
    abstract: str = "",
    authors: tuple[str, ...] = (),
    year: str = "",
    journal: str = "",
    doi: str = "",
    pmid: str = "",
    other: str = "",
    citations: int | None = None,
    retracted: bool | None = None,
) -> Document:
    """Return a document of printed fields; raises ValueError where nothing names it.

    A title that begins with "RETRACTED:" marks a retraction.
    """
    named = " ".join(untagged(title).split())
    bare = _RETRACTED.sub("", named)
    when = _YEAR.search(year)
    return Document(
        id=identity(doi=doi, pmid=pmid, other=other, title=bare),
        title=bare,
        abstract=" ".join(untagged(abstract).split()),
        authors=authors,
        year=int(when.group()) if when else None,
        journal=" ".join(journal.split()),
        doi=doi,
        pmid=pmid.strip(),
        citations=citations,
        retracted=True if bare != named else retracted,
        sources=(source,),
    )


def untagged(text: str) -> str:
    """Return the text of HTML or JATS: 10<sup>5</sup> is 10^5, &lt; is <."""
    if "<" in text:
        text = _SCRIPT.sub(_scripted, _POWER.sub(r"\1<sup>\2</sup>", text))
        text = _TAG.sub(lambda found: " " if found["block"] else "", text)
    return _ENTITY.sub(lambda found: html.unescape(found[0]), text) if "&" in text else text


def _scripted(found: re.Match[str]) -> str:
    before = found.string[max(found.start() - 1, 0) : found.start()]
    return scripted(before, _TAG.sub("", found["inner"]), raised=found["kind"].lower() == "p")


def scripted(before: str, inner: str, *, raised: bool) -> str:
    """Return what stands raised or lowered after a character, so that no number becomes another."""
    inner = inner.strip()
    if raised:
        return f"^{inner}" if inner[:1].isdigit() or inner[:1] in _SIGNS else inner
    return f"_{inner}" if before.isdigit() and inner[:1].isdigit() else inner


def whole_number(text: str) -> int | None:
    """Return a printed count of 0 or more, or None where there is none."""
    plain = text.strip().replace(",", "")
    return int(plain) if plain.isascii() and plain.isdigit() else None
