"""Documents of several sources made one where they are the same paper.

Papers are the same by DOI, by PMID, or by title where no two DOIs speak against it. What one
source does not know is taken from the next; of two values the first source's stays, except that
the longer abstract is the whole one, and a retraction known to any source counts.
"""

from collections.abc import Iterable

from simulrag.verifier.literature.documents import LEAST_WORDS, Document, identity
from simulrag.verifier.literature.terms import normalise

_TAKEN = ("title", "authors", "year", "journal", "doi", "pmid", "citations", "impact", "rank",
          "field_weighted")  # fmt: skip


def merged(documents: Iterable[Document]) -> list[Document]:
    """Return each paper once, in the order of first sight."""
    found: list[Document] = []
    places: dict[str, int] = {}
    for document in documents:
        keys = _keys(document)
        place = next(
            (places[key] for key in keys if key in places and _agree(found[places[key]], document)),
            None,
        )
        if place is None:
            place = len(found)
            found.append(document)
        else:
            found[place] = together(found[place], document)
        for key in _keys(found[place]):
            places.setdefault(key, place)
    return found


def together(first: Document, second: Document) -> Document:
    """Return one document of two of the same paper."""
    update: dict[str, object] = {
        name: getattr(second, name)
        for name in _TAKEN
        if getattr(first, name) in (None, "", ()) and getattr(second, name) not in (None, "", ())
    }
    if len(second.abstract) > len(first.abstract):
        update["abstract"] = second.abstract
    known = [one for one in (first.retracted, second.retracted) if one is not None]
    update["retracted"] = any(known) if known else None
    update["sources"] = tuple(dict.fromkeys((*first.sources, *second.sources)))
    made = first.model_copy(update=update)
    if not made.doi and not made.pmid:
        return made
    return made.model_copy(update={"id": identity(doi=made.doi, pmid=made.pmid)})


def _keys(document: Document) -> list[str]:
    keys = [f"doi:{document.doi}"] if document.doi else []
    keys += [f"pmid:{document.pmid}"] if document.pmid else []
    title = normalise(document.title)
    return [*keys, f"title:{title}"] if title.count(" ") + 1 >= LEAST_WORDS else keys


def _agree(one: Document, other: Document) -> bool:
    """Tell whether nothing speaks against two documents being one paper."""
    dois = not (one.doi and other.doi) or one.doi == other.doi
    pmids = not (one.pmid and other.pmid) or one.pmid == other.pmid
    return dois and pmids
