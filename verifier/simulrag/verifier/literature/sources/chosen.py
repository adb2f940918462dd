"""The online sources by name, with keys from the environment.

Sources are told who asks: the program and its version and, where SIMULRAG_MAILTO is set, the
address under which whoever runs it can be reached (Crossref and NLM ask for one). A whole
User-Agent of one's own goes into SIMULRAG_USER_AGENT. No address is ever made up.
"""

from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from importlib.metadata import version
from pathlib import Path

from simulrag.verifier.literature.errors import LiteratureError
from simulrag.verifier.literature.sources import crossref, openalex, pubmed, semantic_scholar
from simulrag.verifier.literature.sources.fetching import AGENT, Fetcher
from simulrag.verifier.literature.sources.searching import Source

NAMES = ("openalex", "semantic_scholar", "pubmed", "crossref")
#: Environment variables that hold keys, and the address that NLM and Crossref ask for.
OPENALEX_KEY, SEMANTIC_SCHOLAR_KEY, PUBMED_KEY, ADDRESS = (
    "OPENALEX_API_KEY",
    "SEMANTIC_SCHOLAR_API_KEY",
    "NCBI_API_KEY",
    "SIMULRAG_MAILTO",
)
USER_AGENT = "SIMULRAG_USER_AGENT"
#: Requests to each source for one claim: two queries of two requests each, with all attempts.
BUDGET = 16


@contextmanager
def opened(
    names: Sequence[str],
    environment: Mapping[str, str],
    cache: Path | None,
    urls: Mapping[str, str] | None = None,
) -> Generator[list[Source]]:
    """Open sources by name; `urls` replaces addresses. LiteratureError for an unknown name."""
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        raise LiteratureError(f"there is no source {unknown[0]!r}; there are {', '.join(NAMES)}")
    with ExitStack() as stack:
        made: list[Source] = []
        for name in dict.fromkeys(names):
            fetcher = stack.enter_context(closing(_fetcher(name, environment, cache)))
            made.append(_source(name, fetcher, environment, (urls or {}).get(name)))
        yield made


def user_agent(environment: Mapping[str, str]) -> str:
    """Return who asks, for the header User-Agent.

    Raises LiteratureError for text that no header can hold.
    """
    address = environment.get(ADDRESS, "").strip()
    named = f"{AGENT}/{version('simulrag')}" + (f" (mailto:{address})" if address else "")
    given = environment.get(USER_AGENT, "").strip() or named
    if not given.isascii() or not given.isprintable():
        raise LiteratureError(
            f"the User-Agent {given!r} cannot be sent; {USER_AGENT} and {ADDRESS} take printable "
            "ASCII characters"
        )
    return given


def _fetcher(name: str, environment: Mapping[str, str], cache: Path | None) -> Fetcher:
    intervals = {
        "openalex": openalex.INTERVAL,
        "semantic_scholar": semantic_scholar.INTERVAL,
        "pubmed": pubmed.INTERVAL_WITH_KEY if environment.get(PUBMED_KEY) else pubmed.INTERVAL,
        "crossref": crossref.INTERVAL,
    }
    key = environment.get(SEMANTIC_SCHOLAR_KEY, "") if name == "semantic_scholar" else ""
    return Fetcher(
        name,
        interval=intervals[name],
        headers={"User-Agent": user_agent(environment)} | semantic_scholar.headers(key),
        budget=BUDGET,
        cache=cache / name if cache else None,
    )


def _source(name: str, fetcher: Fetcher, environment: Mapping[str, str], url: str | None) -> Source:
    address = environment.get(ADDRESS, "")
    match name:
        case "openalex":
            key = environment.get(OPENALEX_KEY, "")
            return openalex.OpenAlex(fetcher, key=key, url=url or openalex.URL)
        case "semantic_scholar":
            return semantic_scholar.SemanticScholar(fetcher, url=url or semantic_scholar.URL)
        case "pubmed":
            key = environment.get(PUBMED_KEY, "")
            return pubmed.PubMed(fetcher, key=key, email=address, url=url or pubmed.URL)
        case _:
            return crossref.Crossref(fetcher, mailto=address, url=url or crossref.URL)
