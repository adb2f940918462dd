"""Which reader reads a file of references: by its suffix."""

from collections.abc import Callable, Iterator
from pathlib import Path

from simulrag.verifier.literature.corpus import Corpus, Imported
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import ImportFault
from simulrag.verifier.literature.importing.bibtex import read_bibtex
from simulrag.verifier.literature.importing.comma_separated import read_csv
from simulrag.verifier.literature.importing.json_lines import read_json_lines
from simulrag.verifier.literature.importing.pubmed_xml import read_pubmed_xml
from simulrag.verifier.literature.importing.ris import read_ris

Reader = Callable[[Path], Iterator[Document]]
READERS: dict[str, Reader] = {
    ".jsonl": read_json_lines,
    ".bib": read_bibtex,
    ".ris": read_ris,
    ".xml": read_pubmed_xml,
    ".csv": read_csv,
}


def read_documents(path: Path) -> Iterator[Document]:
    """Yield the documents of a file; raises ImportFault for a file that cannot be read."""
    reader = READERS.get(path.suffix.lower())
    if reader is None:
        raise ImportFault(
            f"{path} has the suffix {path.suffix!r}; there are readers for {', '.join(READERS)}"
        )
    try:
        yield from reader(path)
    except UnicodeDecodeError as error:
        raise ImportFault(f"{path} is no UTF-8 text: {error.reason} at {error.start}") from error
    except OSError as error:
        raise ImportFault(f"{path} cannot be read: {error.strerror or error}") from error


def import_file(corpus: Corpus, path: Path) -> Imported:
    """Add the documents of a file to a corpus, all or none."""
    return corpus.add(read_documents(path))
