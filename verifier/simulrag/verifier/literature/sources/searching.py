"""Online sources asked by name, with keys from the environment.

Sources are told who asks: the program and its version and, where SIMULRAG_MAILTO is set, the
address under which whoever runs it can be reached (Crossref and NLM ask for one). A whole
User-Agent of one's own goes into SIMULRAG_USER_AGENT. No address is ever made up. A source that
cannot be asked is named with the reason and never taken for one that found nothing.
"""

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import LiteratureError, SourceError
from simulrag.verifier.literature.sources import services
from simulrag.verifier.literature.sources.fetching import Fetcher

#: The address that NLM and Crossref ask for, and who asks instead of the program.
ADDRESS, USER_AGENT = "SIMULRAG_MAILTO", "SIMULRAG_USER_AGENT"
#: Requests to each source for one claim, with all attempts.
BUDGET = 32


class Service(NamedTuple):
    """A source: how it is asked and where, and seconds between requests.

    `variable` of the environment holds its key, and `key` names the parameter or header, and
    `address` the parameter, that tell who asks; "" for none.
    """

    search: services.Search
    url: str
    interval: float
    variable: str = ""
    key: str = ""
    address: str = ""


SERVICES = {
    "openalex": Service(
        services.openalex, "https://api.openalex.org", 0.1, "OPENALEX_API_KEY", "api_key"
    ),
    "semantic_scholar": Service(
        services.semantic_scholar, "https://api.semanticscholar.org", 1.0,
        "SEMANTIC_SCHOLAR_API_KEY", "x-api-key",
    ),
    "pubmed": Service(
        services.pubmed, "https://eutils.ncbi.nlm.nih.gov", 0.34, "NCBI_API_KEY", "api_key", "email"
    ),
    "crossref": Service(services.crossref, "https://api.crossref.org", 0.2, address="mailto"),
}  # fmt: skip


class Unreachable(Frozen):
    """A source that could not be asked, and why: not the same as none found."""

    source: str
    why: str


class OnlineResults(Frozen):
    """What the sources gave, and which of them could not be asked."""

    documents: tuple[Document, ...] = ()
    unreachable: tuple[Unreachable, ...] = ()


def search_sources(
    names: Sequence[str],
    texts: Sequence[str],
    limit: int,
    environment: Mapping[str, str],
    cache: Path | None = None,
    urls: Mapping[str, str] | None = None,
) -> OnlineResults:
    """Ask every source for every text, `limit` documents each; `urls` replaces addresses.

    Raises LiteratureError for an unknown name.
    """
    if unknown := [name for name in names if name not in SERVICES]:
        raise LiteratureError(f"there is no source {unknown[0]!r}; there are {', '.join(SERVICES)}")
    known: Mapping[str, str] = urls or {}
    documents, unreachable = list[Document](), list[Unreachable]()
    for name in dict.fromkeys(names):
        service, fetcher = SERVICES[name], fetcher_of(name, environment, cache)
        try:
            for text in texts:
                documents += service.search(fetcher, known.get(name, service.url), text, limit)
        except SourceError as error:
            unreachable.append(Unreachable(source=name, why=f"{error.kind}: {error}"))
        finally:
            fetcher.close()
    return OnlineResults(documents=tuple(documents), unreachable=tuple(unreachable))


def fetcher_of(name: str, environment: Mapping[str, str], cache: Path | None = None) -> Fetcher:
    """Return what asks a source in the name of whoever runs this."""
    service = SERVICES[name]
    told = {service.key: environment.get(service.variable, ""),
            service.address: environment.get(ADDRESS, "")}  # fmt: skip
    known = {field: value for field, value in told.items() if field and value}
    headers = {field: known.pop(field) for field in list(known) if field.startswith("x-")}
    return Fetcher(
        name,
        interval=service.interval,
        caller=known,
        headers={"User-Agent": user_agent(environment), **headers},
        budget=BUDGET,
        cache=cache / name if cache else None,
    )


def user_agent(environment: Mapping[str, str]) -> str:
    """Return who asks. Raises LiteratureError for text that no header can hold."""
    address = environment.get(ADDRESS, "").strip()
    named = f"simulrag/{version('simulrag')}" + (f" (mailto:{address})" if address else "")
    given = environment.get(USER_AGENT, "").strip() or named
    if not given.isascii() or not given.isprintable():
        raise LiteratureError(
            f"the User-Agent {given!r} cannot be sent; {USER_AGENT} and {ADDRESS} take printable "
            "ASCII characters"
        )
    return given
