"""Reads and checks the arguments in which a model hands over claims and drafts."""

from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter, ValidationError

from simulrag.simulators.arguments import shown
from simulrag.simulators.errors import BadValue
from simulrag.verifier.claims import Claim

#: Longest text that can be one claim, characters.
LONGEST_CLAIM = 2_000

_LISTED = TypeAdapter(list[Any])


def check_claim_lengths(claims: Sequence[str]) -> None:
    """Raise BadValue where a claim is a whole text."""
    for index, claim in enumerate(claims):
        if len(claim) > LONGEST_CLAIM:
            raise BadValue(
                f"claims[{index}] has {len(claim)} characters; a claim has at most "
                f"{LONGEST_CLAIM}. Give one statement, or the whole text to check_answer",
                parameter="claims",
            )


def split_claims(text: str) -> list[Any]:
    """Return the claims of one answer, given as a JSON list or one on each line."""
    if not text.lstrip().startswith("["):
        return [line.strip() for line in text.splitlines() if line.strip()]
    try:
        return _LISTED.validate_json(text, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]["msg"]
        raise BadValue(
            f"answers holds {shown(text)}, which is no JSON list of claims: {first}",
            parameter="answers",
        ) from None


def numbered_claims(texts: Sequence[str], support: Sequence[Sequence[int]]) -> list[Claim]:
    """Return claims c1, c2, ... in the order given, with the answers that support each."""
    width = len(str(len(texts)))  # ties go by id, so that ids must sort as they count
    return [
        Claim(id=f"c{number:0{width}d}", text=text, support=tuple(sorted(set(answers))))
        for number, (text, answers) in enumerate(zip(texts, support, strict=True), 1)
    ]


def check_support(claims: Sequence[str], support: Sequence[Sequence[int]], answers: int) -> None:
    """Raise BadValue unless each claim has a list of indices of answers."""
    if len(support) != len(claims):
        raise BadValue(
            f"support has {len(support)} lists for {len(claims)} claims; give one for each claim",
            parameter="support",
        )
    wrong = sorted({index for indices in support for index in indices} - set(range(answers)))
    if wrong:
        raise BadValue(
            f"support names answer {wrong[0]}, but with {answers} answers indices run from 0 to "
            f"{answers - 1}",
            parameter="support",
        )


def check_same_length(name: str, given: Sequence[object], claims: Sequence[str]) -> None:
    """Raise BadValue unless there is one entry for each claim, or none at all."""
    if given and len(given) != len(claims):
        raise BadValue(
            f"{name} has {len(given)} entries for {len(claims)} claims; give one for each claim "
            "or none at all",
            parameter=name,
        )
