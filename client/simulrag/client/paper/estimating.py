"""What an answer by the printed method takes at most, before anything is paid."""

from collections.abc import Iterator, Sequence

from simulrag.client.estimating import Estimate
from simulrag.client.language_models.metered import Metered, most_input_tokens
from simulrag.client.language_models.protocol import Request
from simulrag.client.paper import requests
from simulrag.client.stages import MOST_CLAIMS

#: Bytes of a token of a reply, as a later request holds it, and of a character of the runs' words.
_TOKEN, _CHARACTER = 8, 2


def answers_within(answers: int, max_calls: int | None, spent: int = 0) -> int:
    """Return how many answers leave calls to split, merge, judge and compose them.

    With m answers that is 4 m calls, of which m - 1 merge; those for claims come on top.
    """
    if max_calls is None:
        return answers
    return min(answers, max((max_calls - spent) // 4, 1 if max_calls > spent else 0))


def estimated(
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
    reply = _TOKEN * answer.max_tokens
    claims = answers * MOST_CLAIMS
    listed = answers * _TOKEN * requests.decompose("").max_tokens  # all claims of all answers
    retrieval = requests.retrieve(question, simulators, handbook)
    yield 2, retrieval, _TOKEN * retrieval.max_tokens
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
