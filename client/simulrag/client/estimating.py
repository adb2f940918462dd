"""What an answer takes at most, before anything is paid."""

from collections.abc import Iterator

from simulrag.client import model_plan, model_readings, prompts
from simulrag.client.language_models.metered import Metered, most_input_tokens
from simulrag.client.language_models.protocol import Request
from simulrag.simulators.interface import Frozen

#: A later request holds at most the drafts' prose and their claims again with ids, quoted as JSON.
_BOTH = 2
#: Bytes taken for what the server says is wrong with a plan.
_LONGEST_REASON = 2000


class Outlook(Frozen):
    """What is known of a question before a model is asked."""

    #: Runs that it asks for; 0 where the rules cannot read it.
    runs: int
    #: False where the model must plan it.
    planned: bool
    #: The handbook that a model reads to plan it or to read claims.
    handbook: str


class Estimate(Frozen):
    """Calls and tokens at most. Without a model only the runs that the question asks for."""

    runs: int
    #: False where the rules cannot read the question, so that the model plans its runs.
    planned: bool = True
    model: str = ""
    drafts: int = 0
    calls: int = 0
    #: Replies to drafts that are on disk already and are no calls.
    stored: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    #: None where no price is known.
    cost: float | None = None
    currency: str = ""

    def lines(self) -> Iterator[str]:
        """Return the estimate for a person."""
        if not self.model:
            yield f"{self.runs} runs; no language model is asked, and nothing is paid"
            return
        kept = f", {self.stored} replies are on disk" if self.stored else ""
        runs = f"{self.runs} runs" if self.planned else "runs that the model plans"
        yield f"{runs}; {self.drafts} drafts by {self.model}{kept}"
        yield (
            f"at most {self.calls} calls, {self.input_tokens} tokens in, {self.output_tokens} out"
        )
        if self.cost is None:
            yield "cost unknown: no price is known for this model; give --prices FILE"
        else:
            yield f"at most {self.cost:.4g} {self.currency}"


def drafts_within(drafts: int, max_calls: int | None) -> int:
    """Return how many drafts leave calls to judge and compose them.

    One draft needs no judgement, so that with fewer than four calls there is one.
    """
    if max_calls is None or drafts + 2 <= max_calls or (drafts == 1 and max_calls):
        return drafts
    return max_calls - 2 if max_calls >= 4 else min(max_calls, 1)


def estimated(question: str, model: Metered, drafts: int, outlook: Outlook) -> Estimate:
    """Return the most that an answer takes.

    A token is taken to be one byte long and each reply as long as it may be; drafts and their
    claims come back in later requests. Answers take less, often far less.
    """
    first = [] if outlook.planned else _plans(question, outlook, model.limits.calls)
    limit = model.limits.calls
    left = None if limit is None else limit - len(first)
    count = drafts_within(drafts, left)
    asked = [prompts.draft_request(question, number) for number in range(count)]
    missing = [request for request in asked if not model.holds(request)]
    drafted = sum(request.max_tokens for request in asked)
    later = _later(question, count, left, outlook)
    inputs = sum(map(most_input_tokens, (*first, *missing, *later)))
    inputs += _BOTH * drafted * len(later)
    outputs = sum(request.max_tokens for request in (*first, *missing, *later))
    return Estimate(
        runs=outlook.runs,
        planned=outlook.planned,
        model=f"{model.name} ({model.model})",
        drafts=count,
        calls=len(first) + len(missing) + len(later),
        stored=len(asked) - len(missing),
        input_tokens=inputs,
        output_tokens=outputs,
        cost=None if model.price is None else model.price.at_most(inputs, outputs),
        currency=model.currency,
    )


def _plans(question: str, outlook: Outlook, max_calls: int | None) -> list[Request]:
    most = model_plan.TRIES if max_calls is None else min(model_plan.TRIES, max_calls)
    wrong = ["x" * _LONGEST_REASON]
    return [model_plan.request(question, outlook.handbook, wrong * n) for n in range(most)]


def _later(question: str, drafts: int, max_calls: int | None, outlook: Outlook) -> list[Request]:
    room = 2 + model_readings.TRIES if max_calls is None else max_calls - drafts
    later: list[Request] = []
    if drafts and room > 0:
        later.append(prompts.compose_request(question, []))
    if drafts > 1 and room > 1:
        later.append(prompts.support_request(question, {}, {}))
    if drafts:
        tries = min(model_readings.TRIES, max(0, room - len(later)))
        later += [
            model_readings.request(question, {}, outlook.handbook, (), {}, n) for n in range(tries)
        ]
    return later
