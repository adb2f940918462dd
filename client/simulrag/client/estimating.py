"""What an answer takes at most, before anything is paid."""

from collections.abc import Iterator

from simulrag.client import prompts
from simulrag.client.language_models.metered import Metered, most_input_tokens
from simulrag.client.language_models.protocol import Request
from simulrag.simulators.interface import Frozen

#: A later request holds at most the drafts' prose and their claims again with ids, quoted as JSON.
_BOTH = 2


class Estimate(Frozen):
    """Calls and tokens at most. Without a model only the runs that the question asks for."""

    runs: int
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
        yield f"{self.runs} runs; {self.drafts} drafts by {self.model}{kept}"
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


def estimated(question: str, model: Metered, drafts: int, runs: int) -> Estimate:
    """Return the most that an answer takes.

    A token is taken to be one byte long and each reply as long as it may be; drafts and their
    claims come back in later requests. Answers take less, often far less.
    """
    count = drafts_within(drafts, model.limits.calls)
    asked = [prompts.draft_request(question, number) for number in range(count)]
    missing = [request for request in asked if not model.holds(request)]
    drafted = sum(request.max_tokens for request in asked)
    later = _later(question, count, model.limits.calls)
    inputs = sum(map(most_input_tokens, (*missing, *later))) + _BOTH * drafted * len(later)
    outputs = sum(request.max_tokens for request in (*missing, *later))
    return Estimate(
        runs=runs,
        model=f"{model.name} ({model.model})",
        drafts=count,
        calls=len(missing) + len(later),
        stored=len(asked) - len(missing),
        input_tokens=inputs,
        output_tokens=outputs,
        cost=None if model.price is None else model.price.at_most(inputs, outputs),
        currency=model.currency,
    )


def _later(question: str, drafts: int, max_calls: int | None) -> list[Request]:
    room = drafts + 2 if max_calls is None else max_calls - drafts
    later: list[Request] = []
    if drafts and room > 0:
        later.append(prompts.compose_request(question, []))
    if drafts > 1 and room > 1:
        later.append(prompts.support_request(question, {}, {}))
    return later
