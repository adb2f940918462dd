"""A language model that is never asked twice for one reply, nor beyond a limit or too often.

What came of a request is kept in a form that can be given again. A reply that was refused, cut off
or odd was paid for as well: it is kept, and fails again in the same way.

A provider's prompt cache holds a prefix only once a first request with it was answered. Where a
model says so and the prefix is long enough to be kept, the others wait for that first one: a round
longer, and cheaper by up to nine tenths of the prefix for each of them.
"""

import hashlib
import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any, cast

import anyio
from anyio import sleep
from pydantic import JsonValue

from simulrag.client.errors import LimitReached, ModelError, ModelRefused, OddReply, ReplyTruncated
from simulrag.client.language_models.protocol import LanguageModel, Reply, Request
from simulrag.client.language_models.usage import Price, Usage
from simulrag.client.table import Table
from simulrag.simulators.interface import Frozen

#: Errors of replies that were paid for, by the word that they are kept under.
PAID = {error.reason: error for error in (ModelRefused, ReplyTruncated, OddReply)}


class Outcome(Frozen):
    """A reply, or the error that a paid reply was, and what it cost."""

    content: Mapping[str, JsonValue] | None = None
    #: One of PAID, "" for a reply.
    error: str = ""
    message: str = ""
    usage: Usage

    def reply(self) -> Reply:
        """Return the reply. Raises the error that it was."""
        if self.content is None:
            raise PAID.get(self.error, OddReply)(self.message, self.usage)
        return Reply(content=self.content, usage=self.usage)


def outcome_of(reply: Reply) -> Outcome:
    """Return a reply as an outcome, as it reads from the disk.

    Lone surrogates are replaced and NaN is null, since neither can be written; what is nested too
    deeply to be read again is odd.
    """
    try:
        content = cast("Mapping[str, JsonValue]", _writable(reply.content))
        made = Outcome(content=content, usage=reply.usage)
        return Outcome.model_validate_json(made.model_dump_json())
    except (ValueError, RecursionError):
        return Outcome(
            error=OddReply.reason, message="the reply is no JSON of this depth", usage=reply.usage
        )


def _writable(value: Any) -> JsonValue:
    match value:
        case str():
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case Mapping():
            items = cast("Mapping[Any, Any]", value).items()
            return {str(_writable(str(key))): _writable(item) for key, item in items}
        case list() | tuple():
            return [_writable(item) for item in cast("list[Any]", value)]
        case _:
            return value


def request_key(model: LanguageModel, request: Request) -> str:
    """Return the SHA-256 of all that a reply depends on. No secret is part of it.

    Where the prompt is cut into blocks is no part of it.
    """
    given: dict[str, Any] = request.model_dump(mode="json", exclude={"stage", "shared"})
    given |= {
        "prompt": request.text,
        "model": f"{model.name}:{model.model}",
        "endpoint": getattr(model, "endpoint", ""),
    }
    return hashed(given)


def hashed(given: Any) -> str:
    """Return the SHA-256 of a JSON value, whatever the order of its keys."""
    text = json.dumps(given, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


#: Input tokens that an endpoint may add to a request for the use of a tool, at most.
OVERHEAD = 1000
#: Requests to a model under way at the same time.
AT_ONCE = 8
#: Characters of a prefix that make up the 1,024 tokens which providers keep at least; a token of
#: English and JSON is three to four characters long.
LONG_PREFIX = 4096


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
            if error.reason not in PAID:
                raise
            paid = error.usage or Usage(calls=1)
            return Outcome(error=error.reason, message=str(error), usage=paid)
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


def fits(content: Any, schema: Mapping[str, Any]) -> bool:
    """Tell whether a JSON value satisfies a schema (draft 2020-12)."""
    from jsonschema import Draft202012Validator  # late: it is not needed to start

    return bool(Draft202012Validator(dict(schema)).is_valid(content))


class Pace:
    """Lets requests to one model through.

    `per_minute` is the most requests begun in any minute, evenly spread; None for no limit.
    """

    def __init__(self, model: LanguageModel, per_minute: float | None = None) -> None:
        self._prefixes_last = bool(getattr(model, "caches_prefixes", False))
        self._room = anyio.Semaphore(AT_ONCE)
        self._gap = 60 / per_minute if per_minute else 0.0
        self._next = 0.0
        self._first: dict[tuple[str, ...], anyio.Event] = {}

    @asynccontextmanager
    async def turn(self, request: Request) -> AsyncGenerator[None]:
        """Wait until the request may be sent; it counts as under way while the context lasts."""
        async with self._after_the_first(request), self._room:
            await self._spaced()
            yield

    @asynccontextmanager
    async def _after_the_first(self, request: Request) -> AsyncGenerator[None]:
        prefix = (request.tool, request.system, *request.shared)
        if not self._prefixes_last or not is_long(request):
            yield
        elif prefix in self._first:
            await self._first[prefix].wait()
            yield
        else:
            over = self._first[prefix] = anyio.Event()
            try:
                yield
            finally:
                over.set()

    async def _spaced(self) -> None:
        if not self._gap:
            return
        now = anyio.current_time()
        begin = max(now, self._next)
        self._next = begin + self._gap
        if begin > now:
            await sleep(begin - now)


def is_long(request: Request) -> bool:
    """Tell whether what a request shares with others is long enough to be kept."""
    return bool(request.shared) and sum(map(len, (request.system, *request.shared))) >= LONG_PREFIX
