"""How claims are weighed against abstracts: the rules for a reader's steps.

They adapt the steps of "Faithful Reasoning over Scientific Claims" (Tan et al. 2024, Figure 2) and
are the same for a host's model, which reads them in a server's prompt, and for the client's.
"""

from collections.abc import Mapping, Sequence
from typing import Any

#: The seven grades of a local label (step 4).
GRADES = (
    "True", "Mostly True", "Somewhat True", "No Evidence", "Somewhat False", "Mostly False",
    "False",
)  # fmt: skip
#: How a source bears on a sentence that cites it.
JUDGEMENTS = ("entails", "contradicts", "neither")

#: Step 1, the opposing claim, and queries for both sides.
SEARCHING = (
    "The opposing claim is what a paper that found the contrary would state as its own finding: "
    "turn round the direction, the relation, or whether there is an effect; keep the rest. If the "
    "one is true, the other must be false.",
    "Two or three queries a side: the words of abstracts, with synonyms, full and short names.",
)
#: Steps 3 and 4, the takeaway and the local label of each source.
READING = (
    "Read each source by itself, by its own words and not by what you know; leave none out.",
    "relevant: it speaks of the claim's subject and of its outcome. If not, say false and no more.",
    "takeaway: its main finding as to the claim, one sentence. population, period, place, dose, "
    'design: as the source states them, "" where it does not.',
    "quotes: up to 3, first the finding that decides; copied exactly from one sentence each, with "
    "that sentence's number; also the words that name the population, where the finding does not.",
    'grade the claim as it is worded, denials too: a source that finds no effect speaks for "does '
    'not cause" and against "causes". True: its finding states the claim. Mostly: with a limit of '
    "strength or certainty. Somewhat: indirectly, weakly, or a part of it. False likewise. No "
    "Evidence: it decides nothing of the claim, or another exposure or outcome.",
    "Findings count, not opinions, aims, methods or what was known before. Animals and cells are "
    "evidence unless the claim speaks of people.",
    "explanation: why this grade, one sentence. qualifies: true only where the source is about "
    "another population, place, season, period or dose than the claim names; it then does not "
    "vote. A claim that names none is met by any.",
)
#: Steps 6 and 7, the global explanation with its sources.
EXPLAINING = (
    "3 to 8 sentences on what the sources together say of the claim: first for it, then against, "
    "then what limits it; group them by what they assume, named in `assuming` (a population, dose, "
    'period, place, design; "" for none).',
    "Each sentence cites the sources that it rests on, at most 3, each with the words of it that "
    "say so, copied exactly. A simulation is cited by its id, without words.",
    "Copy every number as printed there; add, average or round none. A sentence without sources is "
    "your interpretation: cite nothing.",
)
#: How each pair of a sentence and its source is judged.
JUDGING = (
    "entails: the source's words alone establish what the sentence says, or the part of it that is "
    "about this source: direction, strength, population, numbers and denials too. The finding "
    "stands in what is cited; its setting (population, place, time, method) may stand in the title "
    "or the other words given.",
    "contradicts: they say otherwise. neither: they leave it open, or speak of something else.",
    "What a sentence says of the claim, for or against it, follows where the claim is given and "
    "the source's words bear on it that way; how many sources there are is no matter of one.",
)


_TEXT: dict[str, Any] = {"type": "string"}


def listed(*required: str, **properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON schema of a list of objects."""
    entry = {"type": "object", "properties": properties, "required": [*required]}
    return {"type": "array", "items": entry}


#: What is handed in of the sources that were read.
READINGS = listed(
    "source",
    "relevant",
    source=_TEXT,
    relevant={"type": "boolean"},
    takeaway=_TEXT,
    **dict.fromkeys(("population", "period", "place", "dose", "design"), _TEXT),
    quotes=listed("quote", sentence={"type": "integer"}, quote=_TEXT),
    explanation=_TEXT,
    grade={"type": "string", "enum": [*GRADES]},
    qualifies={"type": "boolean"},
)
#: How one bears on a sentence, where a schema asks for it.
JUDGEMENT: dict[str, Any] = {"type": "string", "enum": [*JUDGEMENTS]}


def explanation(**more: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON schema of an explanation; more: what a cite has beside source and quote."""
    cites = listed("source", source=_TEXT, quote=_TEXT, **more)
    return listed("text", "cites", text=_TEXT, assuming=_TEXT, cites=cites)


def numbered(rules: Sequence[str]) -> str:
    """Return rules as lines, numbered from 1."""
    return "\n".join(f"{number}. {rule}" for number, rule in enumerate(rules, start=1))
