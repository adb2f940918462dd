"""A language model as the answerer, through the client's own loop, once paid for and then replayed.

Every reply is written to a cassette as it comes, failed ones too. What the cassette holds is never
asked again, so that a run that was killed, or stopped at its cost cap, goes on; with `replay`
nothing is asked at all, no key is needed, and a request that it does not hold is an error.

Of a model's claims no truth is known beforehand: those that runs decide are labelled by the
verdict, the others have no label and are counted as not measured until people label them.
"""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from simulrag.client.errors import LimitReached, ModelUnavailable, NothingHelps
from simulrag.client.language_models.metered import Limits, Metered
from simulrag.client.language_models.protocol import LanguageModel, Reply, Request, find
from simulrag.client.language_models.usage import Usage
from simulrag.client.loop import simulrag
from simulrag.client.result import AnsweredClaim
from simulrag.client.session import McpTools, run
from simulrag.client.table import Table
from simulrag.client.terms import Terms
from simulrag.evaluation.benchmark.items import Item
from simulrag.evaluation.experiment.preparing import Labelled, Prepared, PreparedClaim
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.interface import Frozen
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Bound, Claim
from simulrag.verifier.evidence import EvidenceStore

_ABOUT = "about"


class BadCassette(SimulRAGError):
    """A cassette that is none, or that was recorded with another model."""

    reason = "bad_cassette"


class About(Frozen):
    """Which model a cassette holds replies of. No secret is part of it."""

    name: str
    model: str
    endpoint: str = ""


class Taken(Frozen):
    """What all questions took: calls and tokens, their cost, and seconds of processor time."""

    usage: Usage
    cost: float | None
    currency: str
    seconds: float


class Live(Frozen):
    """Prepared questions, what they took, and what was left out and why."""

    about: About
    prepared: tuple[Prepared, ...]
    taken: Taken
    notes: tuple[str, ...] = ()


class Replayed:
    """The model of a cassette, which has nothing to say beyond it."""

    def __init__(self, about: About) -> None:
        self.name, self.model, self.endpoint = about.name, about.model, about.endpoint

    @property
    def spent(self) -> Usage:
        """Nothing: no model is asked."""
        return Usage()

    async def complete(self, request: Request) -> Reply:
        """Raise ModelUnavailable: whoever asks here asks for what was not recorded."""
        raise ModelUnavailable(
            f"the cassette holds no reply to the step {request.stage!r}; record it again with the "
            "model, or replay it with the version and the items that it was recorded with"
        )

    async def close(self) -> None:
        """There is nothing to release."""


def recorded(
    items: Sequence[Item], cassette: Path, registry: Registry, *,
    model: str, terms: Terms, drafts: int = 5,
) -> Live:  # fmt: skip
    """Answer the items' questions with a model, within terms that hold for all of them together.

    Raises BadInput where the terms make no sense or the model has no price, ModelUnavailable where
    the model cannot be had, BadCassette where the cassette is another model's.
    """
    terms.check()
    language_model = find(model, terms.base_url)
    about = About(
        name=language_model.name,
        model=language_model.model,
        endpoint=getattr(language_model, "endpoint", ""),
    )
    price, currency = terms.price(language_model)
    with Table(cassette) as table:
        _claimed(table, about, cassette)
        metered = Metered(
            language_model, limits=terms.limits(), price=price, currency=currency, journal=table
        )
        return _answered(items, metered, language_model, about, registry, drafts)


def replayed(items: Sequence[Item], cassette: Path, registry: Registry, *, drafts: int = 5) -> Live:
    """Answer the items' questions from a cassette alone. Raises BadCassette or ModelUnavailable."""
    if not cassette.is_file():
        raise BadCassette(f"{cassette} is no file; record it first, without --replay")
    with Table(cassette) as table:
        about = _about(table)
        if about is None:
            raise BadCassette(f"{cassette} is no cassette: it does not say whose replies it holds")
        model = Replayed(about)
        metered = Metered(model, limits=Limits(), journal=table)
        return _answered(items, metered, model, about, registry, drafts)


def _claimed(table: Table, about: About, cassette: Path) -> None:
    held = _about(table)
    if held is not None and held != about:
        raise BadCassette(
            f"{cassette} holds replies of {held.name}:{held.model}, not of "
            f"{about.name}:{about.model}; give another file"
        )
    table.put(_ABOUT, about.model_dump_json())


def _about(table: Table) -> About | None:
    text = table.get(_ABOUT)
    try:
        return None if text is None else About.model_validate_json(text)
    except ValidationError:
        return None


def _answered(
    items: Sequence[Item],
    metered: Metered,
    model: LanguageModel,
    about: About,
    registry: Registry,
    drafts: int,
) -> Live:
    started = time.process_time()
    made: list[Prepared] = []
    notes: list[str] = []

    async def through() -> None:
        from mcp import Client

        from simulrag.server.app import build_server

        with EvidenceStore() as store:
            async with Client(build_server(registry, store=store)) as client:
                for place, item in enumerate(items):
                    if metered.calls_left() == 0:
                        notes.append(f"{len(items) - place} questions left out: no call is left")
                        return
                    try:
                        prepared, partial = await _one(item, metered, McpTools(client), drafts)
                    except (NothingHelps, LimitReached) as error:
                        notes.append(f"{item.id} left out: {error}")
                        continue
                    if partial:
                        notes.append(f"{item.id} left out: {partial}")
                    else:
                        made.append(prepared)

    async def closing() -> None:
        try:
            await through()
        finally:
            await model.close()

    run(closing)
    taken = Taken(
        usage=metered.spent,
        cost=metered.cost,
        currency=metered.currency,
        seconds=time.process_time() - started,
    )
    return Live(about=about, prepared=tuple(made), taken=taken, notes=tuple(notes))


async def _one(item: Item, metered: Metered, tools: McpTools, drafts: int) -> tuple[Prepared, str]:
    """Return a question with all claims inside the boundary verified, and why it is partial."""
    kept: dict[str, Any] = {}
    found = await simulrag(item.question, metered, tools, drafts=drafts, keep=kept.__setitem__)
    why = next((note for note in found.notes if "partial" in note), "") if found.partial else ""
    if not why and len(found.drafts) < drafts:
        why = f"{len(found.drafts)} of {drafts} drafts could be used"
    return _prepared(item, found.claims, kept, len(found.drafts)), why


def _prepared(
    item: Item, settled: Sequence[AnsweredClaim], kept: Mapping[str, Any], drafts: int
) -> Prepared:
    claims = [Claim.model_validate(one) for one in kept.get("claims", ())]
    bounds = [Bound.model_validate(one) for one in kept.get("bounds", ())]
    made = [
        PreparedClaim(
            claim=claim,
            bound=bound.bound,
            drawn=1.0,
            verdict=one.verdict,
            updated=one.updated,
            before=Labelled(meaning=claim.text, true=_true(one)),
            after=Labelled(meaning=one.updated, true=_mended(one)),
        )
        for claim, bound, one in zip(claims, bounds, settled, strict=False)
    ]
    return Prepared(
        item=item.id,
        simulator=item.simulator,
        group=item.group,
        drafts=drafts,
        claims=tuple(made),
        mentions=sum(len(draft["claims"]) for draft in kept.get("drafts", ())),
        facts=len(item.claims),
    )


def _true(one: AnsweredClaim) -> bool | None:
    return {"supported": True, "refuted": False}.get(one.verdict)


def _mended(one: AnsweredClaim) -> bool | None:
    return True if one.verdict == "refuted" and one.updated != one.text else _true(one)
