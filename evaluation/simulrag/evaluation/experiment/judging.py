"""Judges in place of a language model's, wrong at set rates: of entailment and of the boundary."""

import random
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from simulrag.evaluation.experiment.drafting import Said
from simulrag.evaluation.experiment.world import World
from simulrag.verifier.claims import BoundWord


class Judge:
    """Judges the claims of one question. A judgement depends on the texts, and on no order."""

    def __init__(self, name: str, drafts: Sequence[Sequence[Said]], world: World) -> None:
        self._name = f"{world.seed}|{name}"
        self._world = world
        self._meaning = {one.text: one.meaning for draft in drafts for one in draft}
        self._meant = [frozenset(one.meaning for one in draft) for draft in drafts]

    def support(self, claims: Mapping[str, str]) -> dict[str, JsonValue]:
        """Return the drafts that support claims, texts by id, as the client's loop is told them."""
        return {
            "support": [
                {
                    "claim": key,
                    "answers": [
                        f"a{number + 1}"
                        for number in range(len(self._meant))
                        if self.entails(number, text)
                    ],
                }
                for key, text in claims.items()
            ]
        }

    def entails(self, number: int, text: str) -> bool:
        """Tell whether a draft is judged to entail a claim."""
        drawn = random.Random(f"{self._name}|entails|{number}|{text}").random()
        there = self._meaning.get(text, text) in self._meant[number]
        return drawn >= self._world.overlooked if there else drawn < self._world.imagined

    def drawn(self, text: str) -> float:
        """Return a number from 0 to 1: the judge of the boundary errs at rates above it."""
        return self.chance("boundary", text)

    def chance(self, what: str, text: str) -> float:
        """Return a number from 0 to 1 that belongs to a judgement on a text."""
        return random.Random(f"{self._name}|{what}|{text}").random()


def judged(bound: BoundWord, drawn: float, rate: float) -> BoundWord:
    """Return the bound that a judge states who errs at a rate: now and then the contrary."""
    if drawn >= rate:
        return bound
    return "outside" if bound == "inside" else "inside"
