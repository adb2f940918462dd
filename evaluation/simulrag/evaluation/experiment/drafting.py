"""Drafts of the synthetic answerer: claims whose truth is known, from seeded draws.

Each draw has a source of its own, named for what it decides, so that a change of one setting (the
share of systematic errors, say) changes nothing else: sweeps compare the same drafts.
"""

import random
from collections.abc import Sequence

from simulrag.evaluation.benchmark.items import Item
from simulrag.evaluation.experiment.asides import Aside, asides_of
from simulrag.evaluation.experiment.facts import Fact, Stated
from simulrag.evaluation.experiment.wording import paraphrased
from simulrag.evaluation.experiment.world import World
from simulrag.simulators.interface import Frozen
from simulrag.verifier.claims import Drafted, FormulaClaim


class Said(Frozen):
    """A claim of a draft. `meaning` is equal for claims that say the same in other words."""

    text: str
    meaning: str
    #: Correct and relevant to the question.
    true: bool
    confidence: float
    #: Which fact it is about; None beside the question.
    fact: int | None = None
    #: What it says as a formula; empty beside the question.
    formula: str = ""

    def given(self, question: str) -> Drafted:
        """Return it as it is handed in: with its formula where it has one."""
        if not self.formula:
            return self.text
        return FormulaClaim(text=self.text, formula=self.formula, context=(question,))


class Answerer:
    """The synthetic answerer before one question, whose facts it knows more or less well."""

    def __init__(
        self, item: Item, facts: Sequence[Fact], others: Sequence[Item], world: World
    ) -> None:
        self.facts = facts
        self.asides = asides_of(item, others, world)
        self._world = world
        self._name = f"{world.seed}|{item.id}"

    def drafts(self) -> list[list[Said]]:
        """Return what each draft says."""
        return [self.draft(number) for number in range(self._world.drafts)]

    def draft(self, number: int, *, shown: bool = False) -> list[Said]:
        """Return what a draft says; `shown`: with the words of the runs before it."""
        found = [
            self._stated(place, number, shown=shown)
            for place in range(len(self.facts))
            if self._chance("stated", place, number).random() < self._world.stated
        ]
        beside = [
            self._beside(place, number)
            for place in range(len(self.asides))
            if self._chance("aside", place, number).random() < self._touched(place)
        ]
        said = [one for one in (*found, *beside) if one is not None]
        return list({one.text: one for one in said}.values())

    def refined(self, draft: Sequence[Said], number: int) -> list[Said]:
        """Return a draft after a pass with the words of the runs at hand."""
        return [
            self._right(one.fact, number, one.confidence)
            if one.fact is not None
            and not one.true
            and self._chance("refined", one.fact, number).random() < self._world.heeded
            else one
            for one in draft
        ]

    def _stated(self, place: int, number: int, *, shown: bool) -> Said | None:
        shared = self._chance("known", place)
        known = shared.betavariate(*self._world.known)
        systematic = shared.random() < self._world.systematic
        sure = self._sure(known, place, number)
        heeds = shown and self._chance("heeded", place, number).random() < self._world.heeded
        if heeds or self._chance("right", place, number).random() < known:
            return self._right(place, number, sure)
        source = self._chance("error", place, None if systematic else number)
        stated = self.facts[place].wrong(source, self._world.unit_slips)
        return None if stated is None else self._worded(stated, place, number, sure)

    def _right(self, place: int, number: int, sure: float) -> Said:
        fact = self.facts[place]
        chance = self._chance("coarser", place, number)
        coarser = fact.coarser() if chance.random() < self._world.coarser else None
        return self._worded(coarser or fact.right, place, number, sure)

    def _worded(self, stated: Stated, place: int, number: int, sure: float) -> Said:
        true = bool(self.facts[place].says(stated.text))
        chance = self._chance("words", place, number)
        paraphrases = chance.random() < self._world.paraphrased
        return Said(
            text=paraphrased(stated.text, chance) if paraphrases else stated.text,
            meaning=f"fact {place}" if true else stated.text,
            true=true,
            confidence=sure,
            fact=place,
            formula=stated.formula,
        )

    def _beside(self, place: int, number: int) -> Said:
        aside: Aside = self.asides[place]
        known = self._chance("aside known", place).betavariate(*self._world.known)
        right = not aside.false or self._chance("aside right", place, number).random() < known
        text = aside.text if right else aside.false
        sure = self._sure(known, place + len(self.facts), number)
        true = aside.kind == "background" and right
        return Said(text=text, meaning=text, true=true, confidence=sure)

    def _touched(self, place: int) -> float:
        """Return the probability that a draft holds an aside: drafts agree on asides as on facts.

        In data of language models, statements that are neither true nor false lie as near the
        centre of the graph as true ones (Jiang et al. 2024, arXiv:2410.20783).
        """
        popular = self._chance("popular", place).betavariate(*self._world.known)
        return popular * self._world.stated

    def _sure(self, known: float, place: int, number: int) -> float:
        """Return a confidence in words: what is known with noise, and rather too high."""
        noise = self._chance("sure", place, number).gauss(0, 0.15)
        return round(min(1.0, max(0.0, known + 0.15 + noise)), 2)

    def _chance(self, what: str, place: int, number: int | None = None) -> random.Random:
        return random.Random(f"{self._name}|{what}|{place}|{number}")
