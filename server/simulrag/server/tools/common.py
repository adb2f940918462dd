"""The tools that every simulator shares, as hosts list them.

A method is a tool: its name, arguments and docstring are what a host's model reads.

The verifier is imported when a tool is called, so that starting the server stays light.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from simulrag.server.jobs import JOB, Jobs
from simulrag.server.plugin_resources import Shelf
from simulrag.server.replies import (
    AnswerData,
    BoundsData,
    CheckedData,
    ClaimsData,
    ComputedData,
    Detail,
    HandbookData,
    PlanData,
    Reply,
    SelectionData,
    Shown,
    ShownData,
    VerdictsData,
    computed_of,
    listed,
    runs_of,
    verdicts_of,
)
from simulrag.server.resources.handbook_topics import ALL, entry, found_topic, overview
from simulrag.server.schemas import UNLISTED
from simulrag.server.tools.checked_tool import CheckedTool, tool, tools_of
from simulrag.server.tools.claim_arguments import (
    Drafts,
    GivenAssume,
    GivenClaims,
    GivenFormulas,
    GivenLet,
    SameClaims,
    WrittenClaims,
    check_support,
    numbered_claims,
    read_claims,
    text_of,
)
from simulrag.server.wording import (
    bounds_text,
    checked_text,
    claim_text,
    computed_text,
    correction_text,
    score_text,
)
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import BoundWord
from simulrag.verifier.evidence import EvidenceStore

#: What claims and chances are about: the world, or what the runs say of it.
Against = Literal["world", "run"]
Method = Literal["ue_sba", "uncertainty", "verbalized", "random", "all", "none"]
Estimator = Literal[
    "closeness", "degree", "betweenness", "eigenvector", "pagerank", "support", "equation_3"
]


class Tools:
    """The tools' bodies, over the simulators and the evidence store of one server."""

    def __init__(self, registry: Registry, store: EvidenceStore, jobs: Jobs, shelf: Shelf) -> None:
        self.registry = registry
        self.store = store
        self.jobs = jobs
        self.shelf = shelf

    @tool(computes=False)
    def read_handbook(
        self,
        simulator: Annotated[str, Field(description="empty: all; or a URI")] = "",
        topic: Annotated[str, Field(description="function, input, output, card or all")] = "",
    ) -> Reply[HandbookData]:
        """Teaches formulas; lists all functions, inputs and outputs. Call first, without input."""
        if "://" in simulator:
            text = self.shelf.read(simulator)
            return Reply(text, HandbookData(simulators=[], text=text))
        if not simulator and topic in ("", ALL):
            from simulrag.verifier.formulas.catalogue import catalogue
            from simulrag.verifier.formulas.language import PAGE

            books = map(catalogue, self.registry)
            text = "\n".join([PAGE, overview(self.registry), *books, *self.shelf.listed()])
            entries = [entry(one) for one in self.registry]
            return Reply(text, HandbookData(simulators=entries, text=text), whole=True)
        found, text = found_topic(self.registry, simulator, topic)
        data = HandbookData(simulators=[entry(one) for one in found], text=text)
        return Reply(text, data, whole=topic == ALL)

    @tool()
    def plan_runs(
        self,
        question: str,
        simulator: Annotated[str, UNLISTED] = "",
        formulas: GivenFormulas = [],  # noqa: B006 - never changed, as those below
        let: GivenLet = {},  # noqa: B006
        assume: Annotated[GivenAssume, UNLISTED] = {},  # noqa: B006
    ) -> Reply[PlanData]:
        """Turns a question, or your formulas of it, into simulate_* calls, or says why not.

        Lists what no formula uses. Not for opinions, causes or policy.
        """
        from simulrag.server.tools import questions

        if formulas:
            return questions.planned(question, formulas, let, assume, self.registry, self.store)
        return questions.planned_by_rules(question, simulator, self.registry)

    @tool()
    def answer_question(
        self,
        question: str,
        formulas: GivenFormulas = [],  # noqa: B006
        let: GivenLet = {},  # noqa: B006
        assume: Annotated[GivenAssume, UNLISTED] = {},  # noqa: B006
        against: Annotated[Against, UNLISTED] = "world",
        detail: Annotated[Detail, UNLISTED] = "concise",
    ) -> Reply[AnswerData]:
        """Answers by your formulas of the question, else by rules, in sentences with run ids.

        Lists what no formula uses.
        """
        from simulrag.server.tools import questions

        if formulas:
            return questions.answered(
                question, formulas, let, assume, self.registry, self.store, detail, against
            )
        return questions.answered_by_rules(question, self.registry, self.store, detail)

    @tool()
    def check_answer(
        self,
        text: str,
        question: str = "",
        claims: WrittenClaims = [],  # noqa: B006
        evidence: Annotated[str, UNLISTED] = "",
        detail: Annotated[Detail, UNLISTED] = "concise",
    ) -> Reply[CheckedData]:
        """Checks a text: `claims` by your formulas, other sentences by rules, which read less.

        What nobody read comes back with a formula to fill in, for verify_claims.
        """
        from simulrag.server.tools.claims import check

        checked = check(text, claims, question, self.registry, self.store, evidence)
        full = detail == "full"
        data = CheckedData(
            answer=checked.corrected if full else None,
            claims=verdicts_of(checked.verdicts, full=full),
            runs=runs_of(checked.runs, full=full),
            problems=list(checked.problems),
        )
        corrected = correction_text(checked.verdicts, checked.corrected if full else "")
        return Reply(f"{checked_text(checked)}\n{corrected}", data, whole=full)

    @tool()
    def merge_claims(
        self,
        answers: Drafts,
        question: Annotated[str, UNLISTED] = "",
    ) -> Reply[ClaimsData]:
        """Folds the claims of several drafts whose formulas are equal, with support.

        Then select_claims. Without formula, equal texts fold.
        """
        from simulrag.server.tools.claims import merged

        found = merged(answers, question, self.registry)
        told = [f"{len(found)} claims:", *map(claim_text, found)]
        return Reply("\n".join(told), ClaimsData(claims=listed(found)))

    @tool()
    def assess_boundary(
        self,
        claims: SameClaims,
        question: Annotated[str, UNLISTED] = "",
    ) -> Reply[BoundsData]:
        """Says whether a simulator can decide each claim, or why not. Runs nothing."""
        from simulrag.verifier.boundary import assess

        found = assess(read_claims(claims, question), question, self.registry, self.store)
        return Reply(bounds_text(found), BoundsData(bounds=listed(found)))

    @tool()
    def select_claims(
        self,
        claims: SameClaims,
        support: Annotated[
            list[list[int]], Field(description="per claim, drafts (from 0) that say it")
        ],
        answers: Annotated[int, Field(ge=1, le=1000, description="drafts")],
        question: Annotated[str, UNLISTED] = "",
        bounds: Annotated[list[BoundWord], UNLISTED] = [],  # noqa: B006 - never changed
        method: Annotated[Method, UNLISTED] = "ue_sba",
        estimator: Annotated[Estimator, UNLISTED] = "closeness",
        budget: Annotated[float, Field(ge=0, le=100), UNLISTED] = 0,
        tau: Annotated[float, Field(ge=0), UNLISTED] = 0,
    ) -> Reply[SelectionData]:
        """Picks the uncertain, decidable claims for verify_claims. After merge_claims."""
        from simulrag.verifier.boundary import assess
        from simulrag.verifier.selection import select

        given = read_claims(claims, question)
        check_support(claims, support, answers, bounds)
        words = bounds or [one.bound for one in assess(given, question, self.registry, self.store)]
        made = numbered_claims([text_of(one) for one in given], support)
        selection = select(
            made,
            answers,
            {claim.id: word for claim, word in zip(made, words, strict=True)},
            method=method,
            estimator=estimator,
            budget=budget or None,
            tau=tau or None,
        )
        told = [score_text(s, selection.selected, selection.left_out) for s in selection.scores]
        return Reply(
            "\n".join([f"Verify {len(selection.selected)} of {len(claims)} claims.", *told]),
            SelectionData.model_validate(selection),
        )

    @tool()
    def verify_claims(
        self,
        claims: GivenClaims,
        against: Against = "world",
        question: str = "",
        evidence: Annotated[str, UNLISTED] = "",
        detail: Annotated[Detail, UNLISTED] = "concise",
    ) -> Reply[VerdictsData]:
        """Decides claims by formulas that you write, and corrects what is refuted.

        One call for all claims of a text, your own draft too. Mend once what comes back unread. A
        claim without formula is read by rules. `question` is context of every claim.
        """
        from simulrag.verifier.check import check_claims

        given = read_claims(claims, question)
        checked = check_claims(given, question, self.registry, self.store, evidence, against)
        data = VerdictsData(
            claims=verdicts_of(checked.verdicts, full=detail == "full"),
            runs=runs_of(checked.runs, full=detail == "full"),
            problems=list(checked.problems),
        )
        return Reply(checked_text(checked), data, whole=detail == "full")

    @tool()
    def compute(
        self,
        formulas: Annotated[list[str], Field(description="as read_handbook() teaches")],
        let: GivenLet = {},  # noqa: B006
        assume: GivenAssume = {},  # noqa: B006
        against: Annotated[Against, UNLISTED] = "world",
        detail: Annotated[Detail, UNLISTED] = "concise",
    ) -> Reply[ComputedData]:
        """Answers questions by formulas that you write: differences, rankings, thresholds, chances.

        Values come with interval and run ids.
        """
        from simulrag.server.tools.questions import computed

        made, _ = computed(formulas, let, assume, self.registry, self.store, against)
        data = ComputedData(values=computed_of(made, full=detail == "full"))
        return Reply(computed_text(made), data, whole=detail == "full")

    @tool(computes=False)
    def get_run(
        self,
        run_id: str,
        detail: Shown = "concise",
        page: Annotated[int, Field(ge=1)] = 1,
    ) -> Reply[ShownData]:
        """Shows a run (full: with series, chart: as PNG), verdict, job or page by its id."""
        from simulrag.server.tools.show_run import show

        return show(run_id, detail, page, self.registry, self.store, self.jobs)


def common_tools(
    registry: Registry, store: EvidenceStore, jobs: Jobs, shelf: Shelf
) -> Iterator[CheckedTool]:
    """Yield the tools that every simulator shares."""
    for one in tools_of(Tools(registry, store, jobs, shelf), jobs):
        if one.name == "get_run":
            one.awaits = partial(_awaited, jobs)
        yield one


async def _awaited(jobs: Jobs, arguments: Mapping[str, JsonValue]) -> None:
    """Wait for a job that is followed, so that a model need not ask again and again."""
    job = arguments.get("run_id")
    if isinstance(job, str) and job.startswith(JOB) and arguments.get("detail") != "stop":
        await jobs.settled(job)
