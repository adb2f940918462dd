"""The tools over the literature. Each docstring is what a host's model reads.

What a host's model did of the language steps is handed in and checked; the rest is done by rules,
and labelled so. Texts of papers are data: nothing in them is ever obeyed.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from simulrag.server.checked_tool import CheckedTool
from simulrag.server.jobs import Jobs
from simulrag.server.replies import Detail, EvidenceData, Reply, SearchData
from simulrag.server.schemas import UNLISTED
from simulrag.server.tools import method_tool
from simulrag.simulators.errors import BadValue
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.literature.library import Holdings, Library

if TYPE_CHECKING:
    from simulrag.verifier.literature.opposition import Opposition

#: Abstracts for the claim, and as many for its opposite, unless another number is given.
ABSTRACTS = 6
Objects = list[dict[str, Any]]
Sources = list[str]
Abstracts = Annotated[int, Field(ge=1, le=100), UNLISTED]


class LiteratureTools:
    """The tools' bodies, over a library, simulators and an evidence store."""

    def __init__(self, registry: Registry, store: EvidenceStore, library: Library) -> None:
        self.registry = registry
        self.store = store
        self.library = library

    def search_literature(
        self,
        query: str,
        online: Annotated[Sources, Field(description="e.g. openalex, pubmed")] = [],  # noqa: B006 - never changed
        opposing: Annotated[str, UNLISTED] = "",
        abstracts: Abstracts = ABSTRACTS,
        detail: Annotated[Detail, UNLISTED] = "concise",
    ) -> Reply[SearchData]:
        """Finds abstracts for and against a claim, with excerpts."""
        from simulrag.server.literature_replies import search_reply
        from simulrag.verifier.literature.handed import Handed, handed_steps
        from simulrag.verifier.literature.opposition import checked_claim
        from simulrag.verifier.literature.weighing import retrieve

        against = handed_steps(Handed(opposing=opposing)).oppose(checked_claim(query))
        with self.library.opened(against, online, abstracts) as holdings:
            found = retrieve(holdings.corpus, against, abstracts)
            return search_reply(against, found, holdings, full=detail == "full")

    def weigh_evidence(
        self,
        claim: str,
        runs: Annotated[list[str], Field(description="or verdicts")] = [],  # noqa: B006
        online: Annotated[Sources, UNLISTED] = [],  # noqa: B006
        opposing: Annotated[str, UNLISTED] = "",
        takeaways: Annotated[Objects, UNLISTED] = [],  # noqa: B006
        labels: Annotated[Objects, UNLISTED] = [],  # noqa: B006
        explanation: Annotated[Objects, UNLISTED] = [],  # noqa: B006
        abstracts: Abstracts = ABSTRACTS,
        detail: Annotated[Detail, UNLISTED] = "concise",
    ) -> Reply[EvidenceData]:
        """Grades a claim by literature, and by runs beside it; cites its sources."""
        from simulrag.server.literature_replies import evidence_data, evidence_text
        from simulrag.verifier.literature import handed as handing
        from simulrag.verifier.literature.opposition import checked_claim
        from simulrag.verifier.literature.weighing import weigh
        from simulrag.verifier.literature.witnesses import MOST_WITNESSES, combine, witness

        if len(runs) > MOST_WITNESSES:
            raise BadValue(
                f"runs has {len(runs)} ids; at most {MOST_WITNESSES} are weighed",
                parameter="runs",
            )
        handed = handing.Handed(
            opposing=opposing,
            takeaways=handing.entries(handing.HandedTakeaway, "takeaways", takeaways),
            labels=handing.entries(handing.HandedLabel, "labels", labels),
            explanation=handing.entries(handing.HandedSentence, "explanation", explanation),
        )
        steps = handing.handed_steps(handed)
        text = checked_claim(claim)
        simulations = [witness(one, text, self.registry, self.store) for one in dict.fromkeys(runs)]
        with self._opened(steps.oppose(text), online, abstracts, simulated=bool(runs)) as holdings:
            literature = weigh(
                text,
                holdings.corpus,
                abstracts=abstracts,
                steps=steps,
                unreachable=holdings.unreachable,
            )
        handing.check_sources(handed, (one.takeaway.document.id for one in literature.assessments))
        found = combine(literature, simulations)
        full = detail == "full"
        return Reply(
            evidence_text(found, asked=bool(runs)),
            evidence_data(found, asked=bool(runs), full=full),
            whole=full,
        )

    def _opened(
        self, against: "Opposition", online: Sources, abstracts: int, *, simulated: bool
    ) -> AbstractContextManager[Holdings]:
        """Open the library; runs can be weighed without one, which is then said."""
        from simulrag.verifier.literature.corpus import Corpus
        from simulrag.verifier.literature.library import HOW
        from simulrag.verifier.literature.weighing import Unreachable

        if simulated and not online and self.library.corpus is None:
            none = Unreachable(source="corpus", why=f"none is configured: {HOW}")
            return nullcontext(Holdings(Corpus(None), {}, (none,)))
        return self.library.opened(against, online, abstracts)


def literature_tools(
    registry: Registry, store: EvidenceStore, jobs: Jobs, library: Library
) -> Iterator[CheckedTool]:
    """Yield the tools over the literature."""
    tools = LiteratureTools(registry, store, library)
    methods: tuple[Callable[..., Reply[Any]], ...] = (
        tools.search_literature,
        tools.weigh_evidence,
    )
    for method in methods:
        yield method_tool(method, jobs, computes=True, online=True)
