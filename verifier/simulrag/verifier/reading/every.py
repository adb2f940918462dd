"""Of how many of the runs at hand a value is said: of every one, one of them, or the highest."""

from collections.abc import Sequence
from typing import Literal

from simulrag.simulators.interface import Call
from simulrag.verifier.claims import Counted, Expression, Reading, Term
from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.text import AnyCase

#: What a question has several of, each with a run of its own.
_RUNS = (
    r"(?:years?|cases?|scenarios?|strateg(?:y|ies)|settings?|outcomes?|places|cities|situations?|"
    r"pathways?|interventions?|options?|runs?|modifications?|adjustments?|compositions?|"
    r"approach(?:es)?|means|averages|temperatures|projections?|forecasts?|results|futures?|"
    r"alternatives?|plans?|simulations?|variants?|figures?|values?|levels?|readings?)\b"
)
_OF_THEM = (
    r"(?:of\s+)?(?:(?:the|these|those|its|[^\W\d][\w'’ -]{0,40}['’]s?)\s+)?(?:(?:two|three)\s+)?"
    r"(?:[\w-]+\s+)?"
)
#: A run that is told by how it ranks among the others: "the warmer of the two".
_RANKED = (
    r"(?:(?P<high>(?:warm|hott)(?:er|est)|high(?:er|est)(?=\s+of\b))|"
    r"(?P<low>(?:cool|cold)(?:er|est)|low(?:er|est)(?=\s+of\b)))\s+(?:"
    r"of\s+(?:the\s+)?(?:two|both|three|these|those)\b(?:\s+(?:[\w-]+\s+)?" + _RUNS + r")?|"
    r"(?:year|case|scenario|strategy|outcome|projection|run|result|forecast)\b)"
)
_EVERY = (
    # "Before any intervention" is the state without one.
    rf"(?:(?:both|neither|each|all|either|(?<!without )(?<!before )(?<!prior to )any|none|not one|"
    rf"not a single one)\s+{_OF_THEM}{_RUNS}"
    # No modification, adjustment or intervention is the state without one.
    r"|no\s+(?:case|scenario|year|run|strategy|outcome|projection|forecast|pathway|alternative)\b"
    r"|not a (?:single )?(?:year|case|scenario|run)\b|at (?:no|any) (?:point|time)\b|throughout\b"
    r"|either way\b|whichever\b|no matter (?:which|what)\b|(?:regardless|irrespective) of which\b"
    r"|with (?:or|and) without\b|without (?:or|and) with\b"
    # Two that are told apart by what they are: "both the baseline and the result".
    r"|(?:both|neither)\s+(?:(?:in|the|of|for|under|with)\s+){0,2}(?:\d{4}|before|after|then|now|without|historical|past|"
    r"projected|predicted|future|baseline|start\w*|end\w*|initial|final|earlier|later|first|present|greenhouse|aerosols?)\b"
    r"|(?:the|these|those) two (?:[\w-]+\s+)?" + _RUNS + r"[^,;.]{0,20}\b(?:both|each|alike)\b"
    r"|(?:\d{4}|baseline|case|scenario)\s+as well as\b)"
)
_ONE = (
    rf"(?:(?P<only>(?:only|just|exactly) one)|(?P<some>at least one|one or (?:both|the other)))\s+"
    rf"{_OF_THEM}{_RUNS}"
)
_BEFORE = AnyCase(rf"\b(?:{_RANKED}|{_ONE}|(?P<every>{_EVERY}))")
_BEHIND = AnyCase(
    rf"\b(?:in|under|for|with|across|on)\s+(?:the\s+)?(?:{_RANKED}|{_ONE}|(?P<every>{_EVERY}))"
)
#: The runs that a clause before it named: "both pass 30.5 °C, yet only one passes 31 °C".
_IN_SHORT = AnyCase(
    r"[,;]?\s*(?:and|but|yet|though|although|while|whereas)\s+"
    r"(?:(?P<only>(?:only|just) (?:the )?one)|(?P<some>at least one)|"
    r"(?P<every>both|neither|none|each|all))\b(?!\s+(?:the|in|is)\b)"
)
_RANK = AnyCase(_RANKED)
#: Where a rank only tells which run is meant: "in the warmer case", "even the cooler of both".
_LEADS_IN = AnyCase(r"(?:^|[,;:(]|\b(?:in|under|for|with|on|of|even|only))\s*(?:the\s+)$")
_BY = AnyCase(r"\bby\s+(?:[a-z]+\s+){0,3}$")
Share = Literal["", "every", "one", "some", "highest", "lowest"]


def share_said(text: str, fact: Fact) -> Share:
    """Return of which of the runs the value of a fact is said; "" where of one that is named."""
    found = (
        _BEFORE.search(text, fact.left, fact.start)
        or _BEHIND.search(text, fact.end, fact.right)
        or _IN_SHORT.match(text, fact.left, fact.start)
    )
    if found is None:
        return ""
    names: dict[str, Share] = {
        "high": "highest", "low": "lowest", "only": "one", "some": "some", "every": "every",
    }  # fmt: skip
    said = found.groupdict()
    return next(share for name, share in names.items() if said.get(name))


def is_rank(text: str, at: int, number: int) -> bool:
    """Tell whether the word at a place tells which run a number is of, and not how it compares."""
    return _RANK.match(text, at) is not None and _BY.search(text, at, number) is None


def only_ranks(text: str, at: int, *, beside_value: bool) -> bool:
    """Tell whether a comparative says which run is meant, and not that it is warmer."""
    if _RANK.match(text, at) is None:
        return False
    led = _LEADS_IN.search(text, 0, at)
    return led is not None and (beside_value or bool(led.group().strip(" ,;:(").split()[1:]))


def of_share(made: Sequence[Reading], share: Share, own: Sequence[Call]) -> list[Reading]:
    """Return the readings of one value of each run, joined as they are said of the runs.

    own: the runs that the statement names ("the warmer of the two, at 28 °C, is the first").
    """
    if share in ("", "every"):
        return list(made)
    groups = [(reading,) for reading in made]
    if share in ("highest", "lowest"):
        groups = [(r, *(_beyond(r, o, share) for o in made if o is not r)) for r in made]
        if len(own) == 1:
            groups = [g for g in groups if g[0].expression.terms[0].call == own[0]]
            return [reading for group in groups for reading in group]
    return [
        Counted(
            expression=Expression(
                operation="value", terms=tuple(t for r in made for t in r.expression.terms)
            ),
            comparator="equal",
            of=tuple(groups),
            at_least=1,
            at_most=1 if share == "one" else len(made),
        )
    ]


def _beyond(reading: Reading, other: Reading, share: Share) -> Reading:
    """Return that the value of a reading is above or below that of another one."""
    terms: tuple[Term, ...] = (*other.expression.terms, *reading.expression.terms)
    return Reading(
        expression=Expression(operation="difference", terms=terms),
        comparator="rises" if share == "highest" else "falls",
    )
