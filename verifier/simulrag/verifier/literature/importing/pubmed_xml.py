"""Abstracts from PubMed's XML, as its site and E-utilities (efetch) give them.

Format: NLM PubMed DTD. A publication type "Retracted Publication" marks a retraction.
"""

from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import IO
from xml.etree import ElementTree

from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import ImportFault
from simulrag.verifier.literature.importing.records import document_of, scripted

_RETRACTED = "Retracted Publication"
_ARTICLES = "PubmedArticle", "PubmedBookArticle"


def read_pubmed_xml(path: Path) -> Iterator[Document | str]:
    """Yield the documents of a file, and for an article that cannot be read why.

    Raises ImportFault for a file that is no such XML.
    """
    with path.open("rb") as stream:
        yield from _articles(stream, path.name, str(path))


def parse_pubmed_xml(content: bytes, source: str) -> list[Document]:
    """Return the documents of a reply of efetch; raises ImportFault."""
    found = _articles(BytesIO(content), source, source)
    return [one for one in found if isinstance(one, Document)]


def _articles(stream: IO[bytes], source: str, where: str) -> Iterator[Document | str]:
    count, root = 0, None
    try:
        for event, element in ElementTree.iterparse(stream, events=("start", "end")):
            root = element if root is None else root
            if event == "end" and element.tag in _ARTICLES:
                count += 1
                try:
                    yield _article(element, source)
                except ValueError as error:
                    yield f"{where} article {count}: {error}"
                root.clear()
    except ElementTree.ParseError as error:
        if not count:
            raise ImportFault(f"{where} is no XML: {error}") from error
        yield f"{where} is no XML after {count} articles: {error}"
    if root is None or root.tag not in ("PubmedArticleSet", *_ARTICLES):
        name = None if root is None else root.tag
        raise ImportFault(f"{where} holds <{name}>; PubMed's XML holds <PubmedArticleSet>")


def _article(article: ElementTree.Element, source: str) -> Document:
    """Return an article, or a chapter of a book, which has the book's title for its journal's."""

    def first(*paths: str) -> str:
        return next((text for path in paths if (text := _text(article.find(path)))), "")

    types = [_text(one) for one in article.iterfind(".//PublicationType")]
    return document_of(
        source,
        title=first(".//ArticleTitle", ".//BookTitle"),
        abstract=" ".join(_labelled(article.iterfind(".//Abstract/AbstractText"))),
        authors=_authors(article),
        year=first(
            ".//JournalIssue/PubDate/Year",
            ".//JournalIssue/PubDate/MedlineDate",
            "./BookDocument/ContributionDate/Year",
            ".//Book/PubDate/Year",
        ),
        journal=first(".//Journal/Title", ".//BookTitle"),
        doi=first(
            ".//PubmedData/ArticleIdList/ArticleId[@IdType='doi']",
            ".//ELocationID[@EIdType='doi']",
            "./BookDocument/ArticleIdList/ArticleId[@IdType='doi']",
        ),
        pmid=first("./MedlineCitation/PMID", "./BookDocument/PMID"),
        retracted=_RETRACTED in types,
        types=types,
    )


def _labelled(parts: Iterable[ElementTree.Element]) -> Iterator[str]:
    for part in parts:
        name = part.get("Label", "")
        yield f"{name.upper()}: {_text(part)}" if name and name != "UNLABELLED" else _text(part)


def _authors(article: ElementTree.Element) -> Iterator[str]:
    chapter = article.find("./BookDocument/AuthorList")
    listed = article.iterfind(".//AuthorList/Author") if chapter is None else chapter
    for author in listed:
        name = ", ".join(
            part
            for part in (_text(author.find("LastName")), _text(author.find("ForeName")))
            if part
        ) or _text(author.find("CollectiveName"))
        if name:
            yield name


def _text(element: ElementTree.Element | None) -> str:
    return "" if element is None else " ".join(_marked(element).split())


def _marked(element: ElementTree.Element) -> str:
    """Return the text of an element, in which what is raised or lowered is marked."""
    made = element.text or ""
    for part in element:
        inner, name = _marked(part), part.tag.rpartition("}")[2]
        if name in ("sup", "sub"):
            inner = scripted(made[-1:], inner, raised=name == "sup")
        elif name == "msup" and len(part) > 1:
            inner = _marked(part[0]) + scripted("", _marked(part[1]), raised=True)
        made += inner + (part.tail or "")
    return made
