"""What an answer takes as a rule, and at most, before anything is paid."""

from collections.abc import Iterator, Sequence

from simulrag.client import model_formulas, model_plan, prompts
from simulrag.client.language_models.metered import Metered, most_input_tokens
from simulrag.client.language_models.protocol import Request
from simulrag.client.paper import requests
from simulrag.client.stages import MOST_CLAIMS
from simulrag.simulators.interface import Frozen

#: A later request holds at most the drafts' prose and their claims again with ids, quoted as JSON.
_BOTH = 2
#: Bytes taken for what the server says is wrong with a plan.
_LONGEST_REASON = 2000
#: Characters for a token of prompts and replies that are English and JSON.
_TOKEN = 4.0


class _Step(Frozen):
    """What a step of the loop took in twelve conversations (medians).

    sent: characters beyond the handbook, where it has one; replied: those of its reply; a_draft:
    whether both are for each draft; often: in what share of conversations it was asked.
    """

    sent: int
    replied: int
    has_handbook: bool = False
    a_draft: bool = False
    often: float = 1.0


_STEPS = (
    _Step(sent=3_200, replied=3_100, has_handbook=True),  # the plan
    _Step(sent=5_900, replied=3_200, has_handbook=True, often=0.2),  # the plan, mended
    _Step(sent=2_400, replied=3_100, a_draft=True),
    _Step(sent=4_200, replied=2_450, has_handbook=True, a_draft=True),  # formulas
    _Step(sent=7_400, replied=1_350, has_handbook=True, often=0.5),  # formulas, mended
    _Step(sent=12_300, replied=2_700),  # the answer
    _Step(sent=8_000, replied=1_500),  # its review
)


class Estimate(Frozen):
    """Calls and tokens at most, and as a rule. Without a model only the runs that are asked for.

    usual_calls, usual_input, usual_output: what an answer takes as a rule, with nothing on disk:
    calls, and tokens of some four characters, those that a provider keeps included. Of twelve
    conversations recorded with three drafts most lay within a fifth of it, all within two fifths.
    """

    runs: int
    #: False where the rules cannot read the question, so that the model plans its runs.
    planned: bool = True
    model: str = ""
    drafts: int = 0
    calls: int = 0
    #: Replies that are on disk already and are no calls.
    stored: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usual_calls: int = 0
    usual_input: int = 0
    usual_output: int = 0
    #: None where no price is known.
    cost: float | None = None
    currency: str = ""

    def lines(self) -> Iterator[str]:
        """Return the estimate for a person."""
        if not self.model:
            yield f"{self.runs} runs; no language model is asked, and nothing is paid"
            return
        kept = f", {self.stored} replies are on disk" if self.stored else ""
        runs = f"{self.runs} runs, or those that the model plans"
        runs = runs if self.planned else "runs that the model plans"
        yield f"{runs}; {self.drafts} drafts by {self.model}{kept}"
        if self.usual_calls:
            yield (
                f"as a rule some {self.usual_calls} calls, {_roughly(self.usual_input)} tokens in, "
                f"{_roughly(self.usual_output)} out"
            )
        yield (
            f"at most {self.calls} calls, {self.input_tokens} tokens in, {self.output_tokens} out"
        )
        if self.cost is None:
            yield "cost unknown: no price is known for this model; give --prices FILE"
        else:
            yield f"at most {self.cost:.4g} {self.currency}"


def _roughly(count: int) -> str:
    return f"{float(f'{count:.2g}'):,.0f}"


#: Calls that a limit must leave for the model to be asked for a plan that rules have as well: the
#: plan, a draft, its formulas, the composition.
LEAST_TO_PLAN = 4


def drafts_within(drafts: int, max_calls: int | None) -> int:
    """Return how many drafts leave calls for formulas of their claims, an answer and its review.

    With fewer than five calls there is one draft.
    """
    if max_calls is None or drafts + 3 <= max_calls or (drafts == 1 and max_calls):
        return drafts
    return max_calls - 3 if max_calls >= 5 else min(max_calls, 1)


def estimated(question: str, model: Metered, drafts: int, runs: int, handbook: str) -> Estimate:
    """Return the most that an answer takes.

    runs: those that the rules read in the question, 0 where only a model can plan it. A token is
    taken to be one byte long and each reply as long as it may be; drafts and their claims come back
    in later requests. Answers take less, often far less.
    """
    limit = model.limits.calls
    first = _plans(question, runs, handbook, limit)
    left = None if limit is None else limit - len(first)
    count = drafts_within(drafts, left)
    asked = [prompts.draft_request(question, number) for number in range(count)]
    known = [*first, *asked]
    missing = [request for request in known if not model.holds(request)]
    drafted = sum(request.max_tokens for request in asked)
    later = _later(question, count, left, handbook)
    inputs = sum(map(most_input_tokens, (*missing, *later)))
    inputs += _BOTH * drafted * len(later)
    outputs = sum(request.max_tokens for request in (*missing, *later))
    calls, sent, replied = _usual(count, len(handbook), limit)
    return Estimate(
        runs=runs,
        planned=runs > 0,
        usual_calls=calls,
        usual_input=sent,
        usual_output=replied,
        model=f"{model.name} ({model.model})",
        drafts=count,
        calls=len(missing) + len(later),
        stored=len(known) - len(missing),
        input_tokens=inputs,
        output_tokens=outputs,
        cost=None if model.price is None else model.price.at_most(inputs, outputs),
        currency=model.currency,
    )


def _usual(drafts: int, handbook: int, limit: int | None) -> tuple[int, int, int]:
    """Return calls and tokens in and out as a rule; none where calls are limited."""
    if limit is not None:
        return 0, 0, 0
    calls = sent = replied = 0.0
    for one in _STEPS:
        times = one.often * (drafts if one.a_draft else 1)
        asked = one.often if one.has_handbook else times
        calls += asked
        sent += times * one.sent + (asked * handbook if one.has_handbook else 0)
        replied += times * one.replied
    return round(calls), round(sent / _TOKEN), round(replied / _TOKEN)


def _plans(question: str, runs: int, handbook: str, max_calls: int | None) -> list[Request]:
    most = model_plan.TRIES
    if max_calls is not None:
        most = 0 if runs and max_calls < LEAST_TO_PLAN else min(most, max_calls)
    wrong = ["x" * _LONGEST_REASON]
    return [prompts.plan_request(question, handbook, wrong=wrong * n) for n in range(most)]


def _later(question: str, drafts: int, max_calls: int | None, handbook: str) -> list[Request]:
    """Return the requests after the drafts: formulas, sent back once, an answer and its review."""
    room = 2 + model_formulas.TRIES if max_calls is None else max_calls - drafts
    if not drafts or room < 1:
        return []
    answers = [""] * drafts if drafts > 1 else []
    written = [
        prompts.formulas_request(question, {}, handbook, () if n else answers)
        for n in range(model_formulas.tries_within(room))
    ]
    data = {"question": question}
    composed = [prompts.compose_request(data), prompts.review_request(data)]
    return [*composed[: room - len(written)], *written]


#: Bytes of a token of a reply, as a later request holds it, and of a character of the runs' words.
_REPLIED, _CHARACTER = 8, 2


def answers_within(answers: int, max_calls: int | None, spent: int = 0) -> int:
    """Return how many answers leave calls to split, merge, judge and compose them.

    With m answers that is 4 m calls, of which m - 1 merge; those for claims come on top.
    """
    if max_calls is None:
        return answers
    return min(answers, max((max_calls - spent) // 4, 1 if max_calls > spent else 0))


def estimated_paper(
    question: str,
    model: Metered,
    answers: int,
    runs: int,
    simulators: Sequence[str],
    handbook: str,
) -> Estimate:
    """Return the most that an answer takes: each answer as many claims as are taken, none merged,
    all selected, and retrieval asked twice. Answers take less, often far less."""
    limit = model.limits.calls
    count = answers_within(answers, limit)
    parts = list(_requests(question, count, simulators, handbook))
    calls = sum(times for times, _, _ in parts)
    inputs = sum(times * (most_input_tokens(request) + extra) for times, request, extra in parts)
    outputs = sum(times * request.max_tokens for times, request, _ in parts)
    return Estimate(
        runs=runs,
        model=f"{model.name} ({model.model})",
        drafts=count,
        calls=calls if limit is None else min(calls, limit),
        input_tokens=inputs,
        output_tokens=outputs,
        cost=None if model.price is None else model.price.at_most(inputs, outputs),
        currency=model.currency,
    )


def _requests(
    question: str, answers: int, simulators: Sequence[str], handbook: str
) -> Iterator[tuple[int, Request, int]]:
    """Yield the kinds of requests: how many, one without the text of others, bytes of that."""
    answer = requests.answer(question, 0)
    reply = _REPLIED * answer.max_tokens
    claims = answers * MOST_CLAIMS
    listed = answers * _REPLIED * requests.decompose("").max_tokens  # all claims of all answers
    retrieval = requests.retrieve(question, simulators, handbook)
    yield 2, retrieval, _REPLIED * retrieval.max_tokens
    if not answers:
        return
    yield answers, answer, 0
    yield answers, requests.decompose(""), reply
    yield answers - 1, requests.merge([], []), listed
    yield answers, requests.entail(question, "", {}), reply + listed
    dataset = " and ".join(simulators)
    yield claims, requests.boundary(question, "", handbook, dataset), listed // claims
    update = requests.update("", "")
    yield claims, update, listed // claims + _CHARACTER * requests.MOST_CONTEXT
    yield 1, requests.final(question, []), listed
