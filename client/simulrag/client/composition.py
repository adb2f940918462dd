"""Composes an answer: the model writes sentences, code fills their numbers and checks each.

What simulations give and what drafts claim goes to the model once, values in sight. What it wrote
is then reviewed by a model that sees only the sentences and what they rest on: code knows numbers,
names and conditions, a reader also what other words say. Sentences that cannot stand are mended
there once, and values of the plan that no sentence says are added; what fails again is left out and
noted.
"""

import itertools
import json
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from simulrag.client import prompts, references, stages
from simulrag.client.computed_facts import Masked, expanded, facts, is_equality, same, sides
from simulrag.client.errors import ModelError, ServerFailed
from simulrag.client.language_models.protocol import Ask
from simulrag.client.marks import given_numbers, names_with_digits
from simulrag.client.model_plan import ModelPlan
from simulrag.client.references import Composed
from simulrag.client.result import AnsweredClaim
from simulrag.client.sentence_checks import SentenceChecks, computed
from simulrag.client.session import Tools
from simulrag.verifier.formulas.syntax import FormulaError

#: What a reviewer's fault begins with.
_STRAYS = "it does not follow from what it rests on"
#: Said below an answer that tells chances of what is forced.
FORCED = "The chances are of what is forced; natural variability of single years comes on top."
#: Characters of a request that values, and that claims, may take.
MOST_OF_VALUES, MOST_OF_CLAIMS = 4500, 3000
#: Warnings and contexts of runs that are shown, and characters of each at most.
MOST_CONTEXTS, LONGEST_CONTEXT = 4, 400


class Composition:
    """The composition of one answer. `notes` tells what was left out, and why.

    plan: what the model planned, without formulas where rules read the question; said: what the
    runs of rules say. given: numbers of the question.
    """

    def __init__(
        self,
        question: str,
        plan: ModelPlan,
        said: Sequence[AnsweredClaim],
        settled: Sequence[AnsweredClaim],
        given: frozenset[str],
        ask: Ask,
        tools: Tools,
    ) -> None:
        self._question, self._plan, self._given = question, plan, given
        self._settled = settled
        self._said = () if plan.formulas else said
        self._ask, self._tools = ask, tools
        self.notes: list[str] = []
        self._facts: tuple[Masked, ...] = ()
        #: What an answer has to say, and what it may rest on besides.
        self._asked: list[Masked] = []
        self._more: list[Masked] = []
        #: Values that are told below the answer where it does not say them: those of rules, which
        #: are just what is asked, and those of sentences that do not stand.
        self._lost = {one.id for one in self._said}

    async def answer(self, runs: Iterable[Mapping[str, Any]]) -> str:
        """Return the answer with the marks of its runs. Raises ServerFailed before it is asked."""
        await self._gather()
        known = [*self._asked, *self._more]
        if not known:
            return ""
        data = self._data(runs)
        try:
            sentences = await self._composed(data, known)
        except (ModelError, ServerFailed) as error:
            self.notes.append(f"what the runs say and drafts claim is listed as it is: {error}")
            return _told(references.plainly(known))
        left = self._lost & self._unsaid(sentences)
        return _told(sentences, references.plainly([one for one in self._asked if one.id in left]))

    async def _gather(self) -> None:
        """Compute the plan's values and those of decided claims."""
        formulas = list(_readable(self._plan))
        values = await computed(formulas, self._tools, self._plan.assume)
        asked = [one for one in values if one.problem is None]
        planned = {(one.run_ids, one.text) for one in asked}
        beside = await computed(self._beside([one.full for one in asked]), self._tools)
        beside = [one for one in beside if (one.run_ids, one.text) not in planned]
        self._facts = facts([*asked, *beside])
        # The conditions of a formula are given; its results stand behind them.
        self._given |= given_numbers(" ".join(one.words for one in self._facts))
        self._given |= names_with_digits(one.text for one in self._settled)
        said = [references.mask(one, self._given) for one in self._said]
        self._asked = [*self._facts[: len(asked)], *said]
        self._more = _within(self._facts[len(asked) :], MOST_OF_VALUES - _size(self._asked))
        kept = [one for one in self._settled if one.kept and _adds(one)]
        ordered = sorted(kept, key=lambda one: one.verdict == "supported")
        self._more += _within([references.mask(c, self._given) for c in ordered], MOST_OF_CLAIMS)

    def _beside(self, formulas: Sequence[str]) -> list[str]:
        """Return what decided claims compare and the plan does not hold."""
        decided = [one for one in self._settled if one.run_ids and one.formula and not one.assume]
        found = (side for one in decided for side in sides(one.formula, one.let))
        beside = {same(one): one for one in reversed(list(found))}
        planned = set(map(same, formulas))
        return [one for key, one in reversed(beside.items()) if key not in planned]

    def _data(self, runs: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
        """Return what the model composes from."""
        facts = {one.id for one in self._facts}
        further = [one for one in self._more if one.id in facts]
        return {
            "question": self._question,
            "assumed": list(self._plan.supplied),
            "values": references.for_prompt(self._asked),
            "further": references.for_prompt(further),
            "claims": references.for_prompt([one for one in self._more if one.id not in facts]),
            "runs": _shown(str(run.get("context") or "") for run in runs),
            "warnings": self._warnings({one.id for one in (*self._asked, *further)}),
            "open": list(self._plan.open_parts()),
        }

    def _warnings(self, shown: Set[str]) -> list[dict[str, Any]]:
        """Return what runs warn of, each with the values that it holds of."""
        facts = [one for one in self._facts if one.id in shown]
        return [
            {"warning": note, "of": [one.id for one in facts if note in one.notes]}
            for note in _shown(note for one in facts for note in one.notes)
        ]

    async def _composed(self, data: dict[str, Any], known: Sequence[Masked]) -> list[Composed]:
        """Return the sentences that stand, reviewed once. Raises ModelError, ServerFailed."""
        checks = SentenceChecks(self._question, known, self._facts, self._tools)
        written, odd = stages.sentences(await self._ask(prompts.compose_request(data)))
        self.notes += odd
        count = len(written)
        filled = references.fill(written, known, self._given)
        made = _Sentences(written, filled, await checks.failures(filled))
        await self._review(checks, made)
        self._lost |= {key for n in made.why for key in references.referred(made.written[n])}
        self.notes += [
            f"left out of the composed answer: {made.written[n].text!r}: {reason}"
            for n, reason in made.why.items()
        ]
        stands = {n: one for n, one in made.standing().items() if isinstance(one, Composed)}
        first = [one for n, one in stands.items() if n < count]
        return _in_order(first, [one for n, one in stands.items() if n >= count])

    async def _review(self, checks: SentenceChecks, made: "_Sentences") -> None:
        """Have sentences judged and mended; what does not come back keeps its first reason."""
        data = self._to_review(made)
        if not (data["sentences"] or data["unsaid"]):
            return
        try:
            reply = await self._ask(prompts.review_request(data))
            judged, again, odd = stages.review(reply)
        except ModelError as error:
            self.notes.append(f"the sentences of the answer were not reviewed: {error}")
            self._lost = {one.id for one in self._asked}
            return
        self.notes += odd
        shown = {one["number"] for one in data["sentences"]}
        if unjudged := shown - judged.keys() - made.why.keys():
            self.notes.append(f"{len(unjudged)} sentences of the answer were not judged")
        for n, one in judged.items():
            if n in shown and not one.follows:
                made.why.setdefault(n, f"{_STRAYS}: {one.why}")
        new = references.fill(again, [*self._asked, *self._more], self._given)
        failed = await checks.failures(new)
        for n, (sentence, one) in enumerate(zip(again, new, strict=True)):
            made.mend(sentence, one, failed.get(n))

    def _to_review(self, made: "_Sentences") -> dict[str, Any]:
        """Return the sentences that carry runs or fail, and what they rest on."""
        unsaid = self._unsaid(made.standing().values())
        shown = [
            _for_review(n, sentence, one, made.why.get(n, ""))
            for n, (sentence, one) in enumerate(zip(made.written, made.filled, strict=True))
            if n in made.why or (isinstance(one, Composed) and one.run_ids)
        ]
        needed = unsaid.union(*(one["rests_on"] for one in shown))
        known = [one for one in (*self._asked, *self._more) if one.id in needed]
        return {
            "question": self._question,
            "assumed": list(self._plan.supplied),
            "known": references.for_prompt(known),
            "sentences": shown,
            "unsaid": sorted(unsaid),
        }

    def _unsaid(self, sentences: Iterable[Composed | str]) -> set[str]:
        """Return the ids of what is asked that no sentence says."""
        said = {key for one in sentences if isinstance(one, Composed) for key in one.said}
        return {one.id for one in self._asked if not one.is_truth} - said


@dataclass
class _Sentences:
    """Sentences as written, as filled, and by their place why some of them cannot stand."""

    written: list[stages.Sentence]
    filled: list[Composed | str]
    why: dict[int, str]

    def standing(self) -> dict[int, Composed | str]:
        """Return those that can stand, by their place."""
        return {n: one for n, one in enumerate(self.filled) if n not in self.why}

    def mend(self, sentence: stages.Sentence, filled: Composed | str, why: str | None) -> None:
        """Take a sentence in place of the one that it replaces, if that fails; else at the end."""
        place = sentence.replaces
        if place is None or place not in self.why:
            place = len(self.written)
            self.written.append(sentence)
            self.filled.append(filled)
        self.written[place], self.filled[place] = sentence, filled
        self.why.pop(place, None)
        if why is not None:
            self.why[place] = why


def _adds(claim: AnsweredClaim) -> bool:
    """Tell whether a claim says more than values do, or what no simulator has an output for.

    What was refuted, is open, or could not be read is no knowledge to explain with.
    """
    if claim.verdict == "supported":
        return not is_equality(claim.formula, claim.let)
    return claim.verdict == "outside"


def _shown(texts: Iterable[str]) -> list[str]:
    """Return the first short texts, each once; one that would have to be cut says half of it."""
    kept = (one for one in dict.fromkeys(texts) if 0 < len(one) <= LONGEST_CONTEXT)
    return list(itertools.islice(kept, MOST_CONTEXTS))


def _readable(plan: ModelPlan) -> Iterable[str]:
    for formula in plan.formulas:
        try:
            yield expanded(formula, plan.let)
        except FormulaError:  # the server has said so, when it was planned
            continue


def _for_review(
    number: int, sentence: stages.Sentence, filled: Composed | str, why: str
) -> dict[str, Any]:
    """Return a sentence as its reader sees it, and as it was written where it fails."""
    text = sentence.text if isinstance(filled, str) else filled.plain
    shown = {"number": number, "text": text, "rests_on": references.referred(sentence)}
    if sentence.formula:
        shown["formula"] = sentence.formula
    return shown | ({"fails": why} if why else {})


def _in_order(first: Sequence[Composed], added: Sequence[Composed]) -> list[Composed]:
    """Return sentences with those that were added behind the first that say what is asked."""
    ends = (n for n in range(1, len(first)) if first[n - 1].said and not first[n].said)
    end = next(ends, len(first))
    return [*first[:end], *added, *first[end:]]


def _size(known: Sequence[Masked]) -> int:
    return len(json.dumps(references.for_prompt(known), ensure_ascii=False))


def _within(known: Sequence[Masked], room: int) -> list[Masked]:
    """Return as many as fit into a request, the first first."""
    kept: list[Masked] = []
    for one in known:
        room -= _size([one])
        if room < 0:
            break
        kept.append(one)
    return kept


def _told(*parts: Sequence[Composed]) -> str:
    """Return the parts of an answer, and once for all of them what their chances are of."""
    said = [" ".join(dict.fromkeys(one.marked for one in part)) for part in parts]
    forced = any(one.forced for part in parts for one in part)
    return "\n\n".join(filter(None, [*said, FORCED if forced else ""]))
