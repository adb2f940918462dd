"""Abstracts from BibTeX files, read by bibtexparser, their LaTeX by pylatexenc."""

import logging
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from simulrag.simulators.errors import NotInstalled
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.importing.records import document_of, scripted

_AND = re.compile(r"\s+and\s+")
_SCRIPT = re.compile(r"(.?)\\text(super|sub)script\s*\{([^{}]*)\}", re.DOTALL)
_LATEX = re.compile(r"[\\{}$~]")
#: Commands that reference managers write and pylatexenc does not know.
_SIGNS = {"textless": "<", "textgreater": ">", "textminus": "−", "textasciitilde": "~",
          "textonehalf": "½", "textdiv": "÷"}  # fmt: skip


def read_bibtex(path: Path) -> Iterator[Document | str]:
    """Yield the documents of a file, and for an entry that cannot be read where and why."""
    try:
        from bibtexparser.entrypoint import parse_string
        from bibtexparser.model import DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, Entry
    except ModuleNotFoundError as error:
        raise NotInstalled(
            f".bib files need {error.name}: pip install 'simulrag[literature]'"
        ) from error
    unlatexed = _reader()
    logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)  # what it warns of is told here
    library = parse_string(path.read_text("utf-8-sig"))
    for block in library.blocks:
        found: Any = block
        if isinstance(block, DuplicateBlockKeyBlock | DuplicateFieldKeyBlock):
            found = block.ignore_error_block
        where = f"{path} line {(block.start_line or 0) + 1}"
        if isinstance(found, Entry):
            fields = {one.key.lower(): str(one.value) for one in reversed(found.fields)}
            try:
                yield _document(found.key, fields, unlatexed, path.name)
            except ValueError as error:
                yield f"{where}, entry {found.key!r}: {error}"
        elif block in library.failed_blocks:
            told = " ".join(str(block.raw).split())[:60]
            yield f"{where}: an entry that does not end, or is no BibTeX: {told}"


def _reader() -> Callable[[str], str]:
    """Return what turns LaTeX into text."""
    from pylatexenc.latex2text import (
        LatexNodes2Text,
        MacroTextSpec,
        get_default_latex_context_db,
    )

    known: Any = get_default_latex_context_db()
    signs = [MacroTextSpec(name, sign) for name, sign in _SIGNS.items()]
    known.add_context_category("signs", prepend=True, macros=signs)
    latex: Any = LatexNodes2Text(latex_context=known, keep_comments=True)

    def read(text: str) -> str:
        if not _LATEX.search(text):
            return text
        text = _SCRIPT.sub(lambda f: f[1] + scripted(f[1], f[3], raised=f[2] == "super"), text)
        return latex.latex_to_text(text)

    return read


def _document(
    key: str, given: Mapping[str, str], unlatexed: Callable[[str], str], source: str
) -> Document:
    def of(*names: str) -> str:
        return next((unlatexed(given[name]) for name in names if given.get(name)), "")

    return document_of(
        source,
        title=of("title"),
        abstract=of("abstract"),
        authors=_AND.split(of("author")),
        year=of("year", "date"),
        doi=given.get("doi", "") or given.get("url", ""),
        pmid=of("pmid"),
        other=key,
        journal=of("journal", "booktitle"),
        citations=of("citations"),
    )
