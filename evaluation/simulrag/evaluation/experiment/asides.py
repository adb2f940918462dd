"""What models say beside the question: opinions, background, and facts of other questions.

The opinions and background statements ship with the evaluation (`data/asides.json`); whether a
background statement is true is textbook knowledge and written down there. None of it is decided by
a run of the question. An opinion is never a true claim, since it states no fact; background is
where it is true; a fact of another question is not, true as it may be, since it is not relevant
(paper, section 4.1).
"""

import json
import random
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Literal

from simulrag.evaluation.benchmark.items import Item
from simulrag.evaluation.experiment.world import World
from simulrag.simulators.interface import Frozen

Kind = Literal["opinion", "background", "irrelevant"]
KINDS: tuple[Kind, ...] = ("opinion", "background", "irrelevant")


class Aside(Frozen):
    """A topic beside the question: its statement, and a false one where there is a contrary."""

    kind: Kind
    text: str
    false: str = ""


class _Shipped(Frozen):
    opinions: tuple[str, ...]
    background: dict[str, tuple[tuple[str, str], ...]]


@cache
def _shipped() -> _Shipped:
    text = (files("simulrag.evaluation") / "data" / "asides.json").read_text("utf-8")
    return _Shipped.model_validate(json.loads(text))


def asides_of(item: Item, others: Sequence[Item], world: World) -> list[Aside]:
    """Return the topics beside an item's question that drafts may touch, in a seeded order.

    So many that a draft, which touches each as often as it says a fact rightly, is expected to hold
    the share of asides that the world sets. others: items of the same simulator.
    """
    chance = random.Random(f"{world.seed}|{item.id}|asides")
    know, not_know = world.known
    wanted = round(len(item.claims) * world.asides / (1 - world.asides) * (know + not_know) / know)
    pools = {kind: _pool(kind, item, others, chance) for kind in KINDS}
    found: list[Aside] = []
    while len(found) < wanted and any(pools.values()):
        kind = chance.choices(KINDS, world.kinds)[0]
        if pools[kind]:
            found.append(pools[kind].pop())
        elif not any(pool for k, pool in pools.items() if world.kinds[KINDS.index(k)]):
            break
    return found


def _pool(kind: Kind, item: Item, others: Sequence[Item], chance: random.Random) -> list[Aside]:
    shipped = _shipped()
    match kind:
        case "opinion":
            found = [Aside(kind=kind, text=text) for text in shipped.opinions]
        case "background":
            pairs = (*shipped.background.get(item.simulator, ()), *shipped.background[""])
            found = [Aside(kind=kind, text=true, false=false) for true, false in pairs]
        case "irrelevant":
            found = _elsewhere(item, others, chance)
    chance.shuffle(found)
    return found


def _elsewhere(item: Item, others: Sequence[Item], chance: random.Random) -> list[Aside]:
    """Return facts of other evidence that are none of this item's."""
    own = {claim.text for claim in item.claims}
    strangers = [one for one in others if not set(one.runs) & set(item.runs)]
    texts = [
        chance.choice(one.claims).text
        for one in chance.sample(strangers, min(8, len(strangers)))
    ]  # fmt: skip
    return [Aside(kind="irrelevant", text=text) for text in texts if text not in own]
