"""PubMed by NLM's E-utilities (docs: NCBI Bookshelf NBK25501): abstracts and retractions.

3 requests a second, 10 with a key. A search gives ids, a second request their abstracts.
"""

from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import ImportFault
from simulrag.verifier.literature.importing.pubmed_xml import parse_pubmed_xml
from simulrag.verifier.literature.sources.fetching import Fetcher
from simulrag.verifier.literature.sources.json_replies import json_object
from simulrag.verifier.literature.terms import STOP_WORDS, words

URL = "https://eutils.ncbi.nlm.nih.gov"
INTERVAL, INTERVAL_WITH_KEY = 0.34, 0.1


class PubMed:
    """PubMed; NLM asks callers to name a tool and an address."""

    name = "pubmed"

    def __init__(self, fetcher: Fetcher, *, key: str = "", email: str = "", url: str = URL) -> None:
        self._fetcher, self._url = fetcher, url
        self._caller = {"tool": "simulrag"}
        self._caller |= {"api_key": key} if key else {}
        self._caller |= {"email": email} if email else {}

    def search(self, query: str, limit: int) -> list[Document]:
        """Return at most `limit` articles for a query; SourceError where it cannot be asked."""
        ids = self._ids(any_of(query), limit)
        if not ids:
            return []
        asked = {"db": "pubmed", "retmode": "xml", "id": ",".join(ids), **self._caller}
        found = self._fetcher.get(f"{self._url}/entrez/eutils/efetch.fcgi", asked)
        try:
            return parse_pubmed_xml(found.encode(), self.name)
        except ImportFault as error:
            raise self._fetcher.fault("malformed", str(error)) from error

    def _ids(self, query: str, limit: int) -> list[str]:
        asked = {"db": "pubmed", "retmode": "json", "sort": "relevance", "term": query,
                 "retmax": str(limit), **self._caller}  # fmt: skip
        found = self._fetcher.get(f"{self._url}/entrez/eutils/esearch.fcgi", asked)
        result = json_object(self._fetcher, found).get("esearchresult")
        ids: object = result.get("idlist") if isinstance(result, dict) else None  # pyright: ignore
        if not isinstance(ids, list):
            raise self._fetcher.fault("malformed", "the reply has no list 'idlist'")
        return [str(one) for one in ids if str(one).isdigit()]  # pyright: ignore


def any_of(query: str) -> str:
    """Return a query for any of the content words: PubMed wants all of those not joined."""
    return " OR ".join(dict.fromkeys(word for word in words(query) if word not in STOP_WORDS))
