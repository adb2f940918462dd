"""A language model that is never asked twice for one reply, nor beyond a limit."""

import anyio

from simulrag.client.errors import LimitReached, ModelError
from simulrag.client.language_models.outcomes import Outcome, failure, outcome_of, request_key
from simulrag.client.language_models.pacing import Pace
from simulrag.client.language_models.protocol import LanguageModel, Reply, Request
from simulrag.client.language_models.schema import fits
from simulrag.client.language_models.usage import Usage
from simulrag.client.prices import Price
from simulrag.client.table import Table
from simulrag.simulators.interface import Frozen

#: Input tokens that an endpoint may add to a request for the use of a tool, at most.
OVERHEAD = 1000


class Limits(Frozen):
    """The most that one question may take; None for no limit."""

    calls: int | None = None
    #: In the currency of the price table.
    cost: float | None = None
    #: Requests begun in any minute.
    per_minute: float | None = None


def most_input_tokens(request: Request) -> int:
    """Return a bound on a request's input tokens: no token is shorter than a byte."""
    return len(request.model_dump_json().encode()) + OVERHEAD


class Metered:
    """A model behind limits, a journal of this question, and a cache shared by all questions.

    The journal is looked up first and written first, so that a killed run finds there what it
    paid. A reply from the cache costs nothing; one from the journal counts as it did. Only replies
    that fit their schema enter the cache, so that an odd one does not come back in other runs.
    """

    def __init__(
        self,
        model: LanguageModel,
        *,
        limits: Limits | None = None,
        price: Price | None = None,
        currency: str = "",
        journal: Table | None = None,
        cache: Table | None = None,
    ) -> None:
        self._inner = model
        self.name, self.model = model.name, model.model
        self.notice: str = getattr(model, "notice", "")
        self.limits = limits or Limits()
        self.price, self.currency = price, currency
        self._journal = journal
        self._cache = cache
        self._pace = Pace(model, per_minute=self.limits.per_minute)
        self._spent = Usage()
        #: The most that each request under way may cost.
        self._waiting: list[float] = []
        self._settled = anyio.Event()

    @property
    def spent(self) -> Usage:
        """All that this question has cost, also before it was resumed."""
        return self._spent

    @property
    def cost(self) -> float | None:
        """What that is in money, None without prices."""
        return None if self.price is None else self.price.of(self._spent)

    async def complete(self, request: Request) -> Reply:
        """Reply to a request. Raises ModelError; LimitReached where a limit forbids to ask."""
        key = request_key(self._inner, request)
        outcome = self._kept(self._journal, key)
        if outcome is None:
            outcome = self._from_cache(key) or await self._asked(request)
            _keep(self._journal, key, outcome)
            if self._cache is not None and fits(outcome.content, request.reply_schema):
                _keep(self._cache, key, outcome)
        self._spent += outcome.usage
        return outcome.reply()

    def calls_left(self) -> int | None:
        """Return how many calls the limit leaves, None without one."""
        if self.limits.calls is None:
            return None
        return max(0, self.limits.calls - self._spent.calls - len(self._waiting))

    def holds(self, request: Request) -> bool:
        """Tell whether the reply is on disk already."""
        key = request_key(self._inner, request)
        return any(self._kept(table, key) is not None for table in (self._journal, self._cache))

    async def close(self) -> None:
        """Release connections. Tables stay open; they belong to who opened them."""
        await self._inner.close()

    def _kept(self, table: Table | None, key: str) -> Outcome | None:
        return None if table is None else table.read(key, Outcome.model_validate_json)

    def _from_cache(self, key: str) -> Outcome | None:
        found = self._kept(self._cache, key)
        return found and found.model_copy(update={"usage": Usage(stored=1)})

    async def _asked(self, request: Request) -> Outcome:
        async with self._pace.turn(request):
            return await self._within_limits(request)

    async def _within_limits(self, request: Request) -> Outcome:
        worst = await self._reserved(request)
        self._waiting.append(worst)
        try:
            return outcome_of(await self._inner.complete(request))
        except ModelError as error:
            paid = failure(error)
            if paid is None:
                raise
            return paid
        finally:
            self._waiting.remove(worst)
            self._settled.set()
            self._settled = anyio.Event()

    async def _reserved(self, request: Request) -> float:
        """Return the most that a request can cost. Raises LimitReached where that is too much.

        A request that fits only once others have cost less than they might waits for them.
        """
        self._check_calls(request)
        if self.price is None or self.limits.cost is None:
            return 0.0
        worst = self.price.at_most(most_input_tokens(request), request.max_tokens)
        while self.price.of(self._spent) + sum(self._waiting) + worst > self.limits.cost:
            if not self._waiting:
                raise LimitReached(
                    f"the step {request.stage!r} was not asked: it may cost up to {worst:.4g}, and "
                    f"{self.cost:.4g} of --max-cost {self.limits.cost:g} is spent"
                )
            await self._settled.wait()
        self._check_calls(request)  # others may have been asked meanwhile
        return worst

    def _check_calls(self, request: Request) -> None:
        limit = self.limits.calls
        if limit is not None and self._spent.calls + len(self._waiting) >= limit:
            raise LimitReached(
                f"the step {request.stage!r} was not asked: --max-calls {limit} is reached"
            )


def _keep(table: Table | None, key: str, outcome: Outcome) -> None:
    if table is not None:
        table.put(key, outcome.model_dump_json())
