"""The tools that every simulator shares. Each docstring is what a host's model reads.

The verifier is imported when a tool is called, so that starting the server stays light.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, Literal, get_args, get_type_hints

from pydantic import BaseModel, Field, JsonValue

from simulrag.server.briefly import computed_of, listed, runs_of, verdicts_of
from simulrag.server.checked_tool import CheckedTool, checked_tool, read_arguments
from simulrag.server.claim_arguments import (
    check_same_length,
    check_support,
    numbered_claims,
)
from simulrag.server.docstrings import docstring
from simulrag.server.given_claims import (
    Drafts,
    GivenAssume,
    GivenClaims,
    GivenFormulas,
    GivenLet,
    SameClaims,
    WrittenClaims,
)
from simulrag.server.handbook_topics import ALL, entry, found_topic, overview
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
)
from simulrag.server.schemas import UNLISTED, arguments_model, input_schema
from simulrag.server.toolless import emulated_lines
from simulrag.server.wording import (
    SCOPE,
    bounds_text,
    call_text,
    checked_text,
    checks_text,
    claim_text,
    correction_text,
    problems_text,
    quoted,
    score_text,
)
from simulrag.simulators.installable import missing
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import BoundWord, Plan, Problem
from simulrag.verifier.evidence import EvidenceStore

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

    def plan_runs(
        self,
        question: str,
        simulator: Annotated[str, UNLISTED] = "",
        formulas: GivenFormulas = [],  # noqa: B006 - never changed, as those below
        let: GivenLet = {},  # noqa: B006
        assume: Annotated[GivenAssume, UNLISTED] = {},  # noqa: B006
    ) -> Reply[PlanData]:
        """Turns a question, or your formulas of it, into simulate_* calls, or says why not.

        Lists what of the question no formula uses. Not for opinions, causes or policy.
        """
        if formulas:
            from simulrag.server.question_tools import planned as planned_by

            return planned_by(question, formulas, let, assume, self.registry, self.store)
        from simulrag.verifier.english.questions import plan

        planned = plan(question, self.registry, simulator)
        found = [*planned.problems, *self._not_installed(planned)]
        made = [
            f"{i}. {call_text(call)}" + (f" - from {quoted(', '.join(words))}" if words else "")
            for i, (call, words) in enumerate(
                zip(planned.calls, _padded(planned.words, len(planned.calls)), strict=True), 1
            )
        ]
        noun = "run" if len(made) == 1 else "runs"
        head = f"{len(made)} {noun} to make:" if made else f"No run follows. {SCOPE}"
        return Reply(
            "\n".join(
                [head, *made, *emulated_lines(planned, self.registry), *problems_text(found)]
            ),
            PlanData(
                calls=list(planned.calls),
                words=[list(words) for words in planned.words],
                bands=list(planned.bands),
                bands_of_difference=planned.bands_of_difference,
                graded=list(planned.graded),
                problems=found,
            ),
        )

    def _not_installed(self, planned: Plan) -> list[Problem]:
        """Return why the calls of a plan cannot be made here, as there is no tool for them."""
        names = dict.fromkeys(call.simulator for call in planned.calls)
        return [
            Problem(reason="not_installed", message=why, simulator=name)
            for name in names
            if (why := missing(self.registry.simulator(name)))
        ]

    def answer_question(
        self,
        question: str,
        formulas: GivenFormulas = [],  # noqa: B006
        let: GivenLet = {},  # noqa: B006
        assume: Annotated[GivenAssume, UNLISTED] = {},  # noqa: B006
        detail: Annotated[Detail, UNLISTED] = "concise",
    ) -> Reply[AnswerData]:
        """Answers by your formulas of the question, else by rules, in sentences with run ids.

        Lists what of the question no formula uses.
        """
        if formulas:
            from simulrag.server.question_tools import answered

            return answered(question, formulas, let, assume, self.registry, self.store, detail)
        from simulrag.verifier.answering import answer

        made = answer(question, self.registry, self.store)
        said = [
            f"- {statement.text} (run {', '.join(statement.run_ids)})"
            for statement in made.statements
        ]
        head = [] if said else [f"No answer from runs. {SCOPE}"]
        return Reply(
            "\n".join([*head, *said, *problems_text(made.problems), *checks_text(made.runs)]),
            AnswerData(
                answer=made.text,
                claims=list(made.statements),
                runs=runs_of(made.runs, full=detail == "full"),
                problems=list(made.problems),
            ),
            whole=detail == "full",
        )

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
        from simulrag.server.claim_tools import check

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

    def merge_claims(
        self,
        answers: Drafts,
        question: Annotated[str, UNLISTED] = "",
    ) -> Reply[ClaimsData]:
        """Folds the claims of several drafts whose formulas are equal, with support.

        Then select_claims. A claim without formula folds with an equal text only.
        """
        from simulrag.server.claim_tools import merged

        found = merged(answers, question, self.registry)
        told = [f"{len(found)} claims:", *map(claim_text, found)]
        return Reply("\n".join(told), ClaimsData(claims=listed(found)))

    def assess_boundary(
        self,
        claims: SameClaims,
        question: Annotated[str, UNLISTED] = "",
    ) -> Reply[BoundsData]:
        """Says whether a simulator can decide each claim, or why not. Runs nothing."""
        from simulrag.server.formula_tools import read_claims
        from simulrag.verifier.boundary import assess

        found = assess(read_claims(claims, question), question, self.registry, self.store)
        return Reply(bounds_text(found), BoundsData(bounds=listed(found)))

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
        from simulrag.server.formula_tools import read_claims, text_of
        from simulrag.verifier.boundary import assess
        from simulrag.verifier.selection import select

        given = read_claims(claims, question)
        check_support(claims, support, answers)
        check_same_length("bounds", bounds, claims)
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
            SelectionData(
                selected=list(selection.selected),
                scores=list(selection.scores),
                left_out=dict(selection.left_out),
            ),
        )

    def compute(
        self,
        formulas: Annotated[list[str], Field(description="as read_handbook() teaches")],
        let: GivenLet = {},  # noqa: B006
        assume: GivenAssume = {},  # noqa: B006
        detail: Annotated[Detail, UNLISTED] = "concise",
    ) -> Reply[ComputedData]:
        """Answers questions by formulas that you write: differences, rankings, thresholds, chances.

        Each value comes with its interval and run ids.
        """
        from simulrag.server.formula_tools import compute, computed_text

        made = compute(formulas, let, assume, self.registry, self.store)
        text = computed_text(made)
        data = ComputedData(values=computed_of(made, full=detail == "full"))
        return Reply(text, data, whole=detail == "full")

    def verify_claims(
        self,
        claims: GivenClaims,
        against: Literal["world", "run"] = "world",
        question: str = "",
        evidence: Annotated[str, UNLISTED] = "",
        detail: Annotated[Detail, UNLISTED] = "concise",
    ) -> Reply[VerdictsData]:
        """Decides claims by the formulas that you write of them, and corrects what is refuted.

        One call for all claims of a text, your own draft too. Mend once what comes back unread. A
        claim without formula is read by rules. `question` is context of every claim.
        """
        from simulrag.server.formula_tools import read_claims
        from simulrag.verifier.check import check_claims

        given = read_claims(claims, question)
        checked = check_claims(given, question, self.registry, self.store, evidence, against)
        data = VerdictsData(
            claims=verdicts_of(checked.verdicts, full=detail == "full"),
            runs=runs_of(checked.runs, full=detail == "full"),
            problems=list(checked.problems),
        )
        return Reply(checked_text(checked), data, whole=detail == "full")

    def get_run(
        self,
        run_id: str,
        detail: Shown = "concise",
        page: Annotated[int, Field(ge=1)] = 1,
    ) -> Reply[ShownData]:
        """Shows a run (full: with series, chart: as PNG), verdict, job or page by its id."""
        from simulrag.server.show_run import show

        return show(run_id, detail, page, self.registry, self.store, self.jobs)


def _padded(words: Sequence[Sequence[str]], count: int) -> list[Sequence[str]]:
    return [words[i] if i < len(words) else () for i in range(count)]


#: Names of the tools in the order in which they are listed; whether they make runs.
NAMES = {
    "read_handbook": False,
    "plan_runs": True,
    "answer_question": True,
    "check_answer": True,
    "merge_claims": True,
    "assess_boundary": True,
    "select_claims": True,
    "verify_claims": True,
    "compute": True,
    "get_run": False,
}


def common_tools(
    registry: Registry, store: EvidenceStore, jobs: Jobs, shelf: Shelf
) -> Iterator[CheckedTool]:
    """Yield the tools that every simulator shares."""
    tools = Tools(registry, store, jobs, shelf)
    for name, computes in NAMES.items():
        tool = method_tool(getattr(tools, name), jobs, computes=computes)
        if name == "get_run":
            tool.awaits = partial(_awaited, jobs)
        yield tool


async def _awaited(jobs: Jobs, arguments: Mapping[str, JsonValue]) -> None:
    """Wait for a job that is followed, so that a model need not ask again and again."""
    job = arguments.get("run_id")
    if isinstance(job, str) and job.startswith(JOB) and arguments.get("detail") != "stop":
        await jobs.settled(job)


def method_tool(
    method: Callable[..., Reply[Any]], jobs: Jobs, *, computes: bool, online: bool = False
) -> CheckedTool:
    """Return a tool whose name, arguments, words and reply are those of a method."""
    model = arguments_model(getattr(method, "__func__", method))
    (data,) = get_args(get_type_hints(method)["return"])
    description = " ".join(docstring(method).split())
    body = partial(_called, method, model)
    schema = input_schema(model)
    return checked_tool(
        method.__name__, description, schema, data, body, jobs, computes=computes, online=online
    )


def _called(
    method: Callable[..., Reply[BaseModel]],
    model: type[BaseModel],
    arguments: Mapping[str, JsonValue],
) -> Reply[BaseModel]:
    return method(**read_arguments(model, arguments))
