"""Errors that a synthetic answerer makes, drawn from a seeded generator and known to us.

Each fact has a probability of being known, Beta(2, 1.5). Who does not know a fact states it with
another number (log-normal, at least 15 % off) or in another unit; for a share of the facts all
drafts make the same error, as models do that learned the same mistake.
"""

import math
import random
import re
from collections.abc import Sequence
from typing import NamedTuple

from simulrag.client.composing import given_numbers, results
from simulrag.simulators.interface import Frozen

#: Parameters of the Beta distribution of how well a fact is known.
KNOWN = (2.0, 1.5)
#: Share of facts about which all who do not know err alike.
SYSTEMATIC = 0.3
#: Share of errors that are slips of a unit, where there is a unit to slip.
UNIT_SLIPS = 0.25
#: Standard deviation of the logarithm of a wrong number, and its least distance.
SPREAD, LEAST = 0.4, 0.15
#: Probability that a draft states a fact at all, and that it adds a claim beside the question.
STATED, BESIDE = 0.85, 0.3
#: Units and what they are mistaken for, whatever the domain.
SLIPS = (("°C", "°F"), (" km/h", " mph"))
#: The same units as formulas name them.
UNITS = {"°F": "degF", " mph": "mph"}
#: True or not, no simulator decides these.
IRRELEVANT = (
    "Decision makers should read this result together with other sources.",
    "This topic has drawn much public attention.",
    "Experts disagree about how much this matters to people.",
    "Better data would make this answer more useful.",
)
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
#: A number that a formula compares with.
_COMPARED = re.compile(r"== (-?\d[\d.]*)")


class Fact(NamedTuple):
    """A true statement, and what it says as a formula; empty where nobody wrote one."""

    text: str
    formula: str = ""


class Said(Frozen):
    """A claim of a draft with its formula, whether it is true, and the stated confidence."""

    text: str
    formula: str = ""
    true: bool
    confidence: float


def drafted(question: str, facts: Sequence[Fact], seed: int, number: int) -> list[Said]:
    """Return what draft `number` says of a question whose true statements are `facts`."""
    own = random.Random(f"{seed}|{question}|draft {number}")
    given = given_numbers(question)
    said = [
        _said(fact, given, random.Random(f"{seed}|{question}|fact {place}"), own)
        for place, fact in enumerate(facts)
        if own.random() < STATED
    ]
    if own.random() < BESIDE or not said:
        said.append(Said(text=own.choice(IRRELEVANT), true=False, confidence=_sure(0.6, own)))
    return said


def _said(fact: Fact, given: frozenset[str], shared: random.Random, own: random.Random) -> Said:
    known = shared.betavariate(*KNOWN)
    systematic = shared.random() < SYSTEMATIC
    confidence = _sure(known, own)
    if own.random() < known:
        return Said(text=fact.text, formula=fact.formula, true=True, confidence=confidence)
    said = wrong(fact, given, shared if systematic else own)
    return Said(text=said.text, formula=said.formula, true=said == fact, confidence=confidence)


def _sure(known: float, chance: random.Random) -> float:
    """Return a confidence in words: what is known with noise, and rather too high."""
    return round(min(1.0, max(0.0, known + 0.15 + chance.gauss(0, 0.15))), 2)


def wrong(fact: Fact, given: frozenset[str], chance: random.Random) -> Fact:
    """Return a statement with its unit or its first result changed; itself where it has neither.

    The formula, where there is one, says what is then said.
    """
    slips = [(unit, other) for unit, other in SLIPS if unit in fact.text]
    if slips and chance.random() < UNIT_SLIPS:
        unit, other = chance.choice(slips)
        slipped = _COMPARED.sub(rf'== quantity(\1, "{UNITS[other]}")', fact.formula)
        return Fact(fact.text.replace(unit, other), slipped)
    for found in results(fact.text, given):
        printed = _DIGITS.search(found)
        if printed is not None:
            return _with_number(fact, found, printed[0], _off(printed[0], chance))
    return fact


def _with_number(fact: Fact, found: str, printed: str, moved: str) -> Fact:
    """Return a statement with another number in the place of a result."""
    text = fact.text.replace(found, found.replace(printed, moved, 1), 1)
    said, digits = moved.replace(",", ""), re.escape(printed.replace(",", ""))
    formula, count = re.subn(rf"(== -?){digits}(?![\d.])", rf"\g<1>{said}", fact.formula, count=1)
    return Fact(text, formula if count else "")


def _off(printed: str, chance: random.Random) -> str:
    """Return a printed number off by a random factor, with as many decimals."""
    decimals = len(printed.partition(".")[2])
    value = float(printed.replace(",", ""))
    factor = abs(chance.gauss(0, SPREAD)) + LEAST
    moved = max(value, 10.0**-decimals) * math.exp(factor if chance.random() < 0.5 else -factor)
    if abs(moved - value) < 10.0**-decimals:
        moved = value + 3 * 10.0**-decimals
    return f"{moved:{',' if ',' in printed else ''}.{decimals}f}"
