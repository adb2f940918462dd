"""What an answer takes at most, before anything is paid."""

from collections.abc import Iterator

from simulrag.client import model_formulas, model_plan, prompts
from simulrag.client.language_models.metered import Metered, most_input_tokens
from simulrag.client.language_models.protocol import Request
from simulrag.simulators.interface import Frozen

#: A later request holds at most the drafts' prose and their claims again with ids, quoted as JSON.
_BOTH = 2
#: Bytes taken for what the server says is wrong with a plan.
_LONGEST_REASON = 2000


class Outlook(Frozen):
    """What is known of a question before a model is asked."""

    #: Runs that the rules read in it; 0 where they cannot read it.
    runs: int
    #: False where only the model can plan it.
    planned: bool
    #: The page from which a model writes formulas.
    handbook: str


class Estimate(Frozen):
    """Calls and tokens at most. Without a model only the runs that the question asks for."""

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
        yield (
            f"at most {self.calls} calls, {self.input_tokens} tokens in, {self.output_tokens} out"
        )
        if self.cost is None:
            yield "cost unknown: no price is known for this model; give --prices FILE"
        else:
            yield f"at most {self.cost:.4g} {self.currency}"


#: Calls that a limit must leave for the model to be asked for a plan that rules have as well: the
#: plan, a draft, its formulas, the composition.
LEAST_TO_PLAN = 4


def drafts_within(drafts: int, max_calls: int | None) -> int:
    """Return how many drafts leave calls to write their claims as formulas and to compose them.

    With fewer than four calls there is one draft.
    """
    if max_calls is None or drafts + 2 <= max_calls or (drafts == 1 and max_calls):
        return drafts
    return max_calls - 2 if max_calls >= 4 else min(max_calls, 1)


def estimated(question: str, model: Metered, drafts: int, outlook: Outlook) -> Estimate:
    """Return the most that an answer takes.

    A token is taken to be one byte long and each reply as long as it may be; drafts and their
    claims come back in later requests. Answers take less, often far less.
    """
    first = _plans(question, outlook, model.limits.calls)
    limit = model.limits.calls
    left = None if limit is None else limit - len(first)
    count = drafts_within(drafts, left)
    asked = [prompts.draft_request(question, number) for number in range(count)]
    known = [*first, *asked]
    missing = [request for request in known if not model.holds(request)]
    drafted = sum(request.max_tokens for request in asked)
    later = _later(question, count, left, outlook)
    inputs = sum(map(most_input_tokens, (*missing, *later)))
    inputs += _BOTH * drafted * len(later)
    outputs = sum(request.max_tokens for request in (*missing, *later))
    return Estimate(
        runs=outlook.runs,
        planned=outlook.planned,
        model=f"{model.name} ({model.model})",
        drafts=count,
        calls=len(missing) + len(later),
        stored=len(known) - len(missing),
        input_tokens=inputs,
        output_tokens=outputs,
        cost=None if model.price is None else model.price.at_most(inputs, outputs),
        currency=model.currency,
    )


def _plans(question: str, outlook: Outlook, max_calls: int | None) -> list[Request]:
    most = model_plan.TRIES
    if max_calls is not None:
        spared = outlook.planned and max_calls < LEAST_TO_PLAN
        most = 0 if spared else min(most, max_calls)
    wrong = ["x" * _LONGEST_REASON]
    return [model_plan.request(question, outlook.handbook, None, wrong * n) for n in range(most)]


def _later(question: str, drafts: int, max_calls: int | None, outlook: Outlook) -> list[Request]:
    """Return the requests after the drafts: formulas and the answer, each sent back once."""
    room = 2 + model_formulas.TRIES if max_calls is None else max_calls - drafts
    if not drafts or room < 1:
        return []
    answers = [""] * drafts if drafts > 1 else []
    book = outlook.handbook
    written = [
        model_formulas.request(question, {}, book, () if n else answers)
        for n in range(min(model_formulas.TRIES, room - 1))
    ]
    composed = [
        prompts.compose_request({"question": question}, {"sent_back": []} if n else None)
        for n in range(min(2, room - len(written)))
    ]
    return [*composed, *written]
