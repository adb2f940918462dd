"""Directions that a clause states without a number: "a clear warming trend"."""

import re
from collections.abc import Sequence

from simulrag.verifier.reading.clauses import clause_at, negated
from simulrag.verifier.reading.directions import DirectionWord
from simulrag.verifier.reading.every import only_ranks
from simulrag.verifier.reading.fact import Fact, Vocabulary
from simulrag.verifier.reading.signs import FALL, RISE
from simulrag.verifier.reading.text import AnyCase

#: Verbs that make a noun of direction what is said ("indicates a clear warming trend").
_PREDICATE = re.compile(
    r"\b(?:signs?|traces?|hints?|evidence|indications?|one|case|picture|"
    r"direction) of\s+(?:an?\s+)?$|(?:^|[:,(-]|\b(?:indicat|represent|lead|led|result|caus|"
    r"show|suggest|signif|yield|produc|creat|"
    r"exhibit|bring|confirm|reflect|mark|denot|point|driv|experienc|undergo|mean|constitut|impl|"
    r"demonstrat|present|is|are|was|be|with|see|expect|project|a|an|no|not|net|overall|forecast)\w*)"
    r"\s*(?:(?!between\b|of\b|from\b)[\w'-]+\s+){0,5}$",
    re.IGNORECASE,
)
#: A noun of direction that a statement takes for granted ("such warming would disrupt ...").
_PRESUPPOSED_BEFORE = re.compile(
    r"(?:\b(?:such|this|these|that|most of|the|any|of)\s+|'s\s+)(?:\w+\s+){0,2}$", re.IGNORECASE
)
_PRESUPPOSED_AFTER = re.compile(
    r"\s+(?:\w+\s+){0,3}?(?:will|would|may|might|can|could|is likely|makes?|causes?|"
    r"leads? to|threatens?)\b",
    re.IGNORECASE,
)
#: What is done to a change that would be there without it.
_ACTS_ON = re.compile(
    r"\b(?:mitigat\w+|alter(?:s|ed|ing)?|counter\w*|offset\w*|combat\w*|curb\w*|temper(?:s|ed|ing)?|"
    r"moderates|moderating|(?:to|can|will|would|may|could) moderate|lessen\w*|limits?|limiting|"
    r"against|reduction in|"
    r"(?:impacts?|effects?|influence) on)\s+"
    r"(?:[\w-]+\s+){0,3}$",
    re.IGNORECASE,
)
_GENERIC = re.compile(rf"(?:{RISE}|{FALL}|higher|lower|positive|negative)", re.IGNORECASE)
_NOUN = re.compile(r"(?:ing|increases?|decreases?|rises?|falls?|growth)$", re.IGNORECASE)


def pure_directions(
    text: str,
    directions: Sequence[DirectionWord],
    found: Sequence[Fact],
    clauses: Sequence[tuple[int, int]],
    words: Vocabulary,
) -> list[Fact]:
    """Return the direction of each clause that gives no number for it."""
    made: list[Fact] = []
    for word in directions:
        left, right = clause_at(clauses, word.start)
        numbered = any(
            f.kind in ("number", "range") and f.of_change and f.left == left for f in found
        ) and not _reflected(text, word, found, left)
        labelled = any(f.kind == "label" and f.start <= word.start < f.end for f in found)
        if numbered or labelled or any(f.left == left for f in made) or not word.own:
            continue
        valued = any(f.kind in ("number", "range") and f.left == left for f in found)
        if only_ranks(text, word.start, beside_value=valued):
            continue
        if _presupposed(text, word) or _acted_upon(text, word) or _loose(text, word):
            continue
        if _BY_THE.search(text, 0, word.start) or _of_no_result(text, word, words):
            continue
        graded = any(f.kind == "label" and not text[f.end : word.start].strip() for f in found)
        generic = _generic(text[word.start : word.end]) and not graded
        if generic and not _about_result(text[left:right], words):
            continue
        made.append(
            Fact(
                kind="direction",
                start=word.start,
                end=word.end,
                left=left,
                right=right,
                label=word.stands_for or text[word.start : word.end],
                direction=word.direction,
                negated=negated(text[left : word.start])
                and not _OWNED.search(text, left, word.start),
                of_change=True,
            )
        )
    return made


#: What does something is there: "39 % is not reached by the fall in CO2".
_BY_THE = re.compile(
    r"\b(?:reached|exceeded|crossed|passed|surpassed|topped|met|cleared|missed|attained)\s+by\s+"
    r"(?:the|this|that|its)\s+(?:[\w-]+\s+){0,2}$",
    re.IGNORECASE,
)


#: What is owned is there, whatever is denied of it: "wrong to call its warming modest".
_OWNED = re.compile(r"(?:['’]s|\bits|\btheir)\s+(?:\w+\s+)?$", re.IGNORECASE)
#: What says the direction of a change whose number says only its size.
_REFLECTS = re.compile(
    r"\b(?:and|which|that)\s+(?:thus |therefore |so |clearly |hence )?(?:reflects?|indicates?|"
    r"represents?|signifies|"
    r"signals?|marks?|denotes?|shows?|points? to(?:wards)?|means|constitutes|is|suggests?|"
    r"implies)\s+"
    r"(?:(?:an?|the|overall|clear|distinct|slight|general|marked|net|definite)\s+){0,3}$",
    re.IGNORECASE,
)


_BETTERMENT = re.compile(r"(?:improvement|worsening|deterioration)s?", re.IGNORECASE)
_OF = re.compile(r"\s+(?:in|of|to)\s+(?:(?:the|average|total|mean|overall)\s+)*", re.IGNORECASE)
_HAS = re.compile(
    r"\s+(?:shows?|sees?|gets?|undergoes|experiences?|enjoys?)\s+(?:[\w-]+\s+){0,2}$", re.IGNORECASE
)


def _of_no_result(text: str, word: DirectionWord, words: Vocabulary) -> bool:
    """Tell whether an improvement is not said to be one of a result: "some improvement"."""
    if not _BETTERMENT.fullmatch(text, word.start, word.end):
        return False
    named = words.names.find(text)
    of = _OF.match(text, word.end)
    if of is not None and any(n.start == of.end() for n in named):
        return False
    before = [n for n in named if n.end <= word.start]
    return not before or not (
        _HAS.fullmatch(text, before[-1].end, word.start)
        or not text[before[-1].end : word.start].strip()
    )


def _reflected(text: str, word: DirectionWord, found: Sequence[Fact], left: int) -> bool:
    """Tell whether a clause says which way a change goes behind a number without a direction."""
    sizes = [f for f in found if f.kind in ("number", "range") and f.of_change and f.left == left]
    behind = all(f.direction == "none" and f.end <= word.start for f in sizes)
    return behind and _REFLECTS.search(text, left, word.start) is not None


def _presupposed(text: str, word: DirectionWord) -> bool:
    return bool(
        text[word.start : word.end].lower().endswith("ing")
        and _PRESUPPOSED_BEFORE.search(text[: word.start])
        and _PRESUPPOSED_AFTER.match(text[word.end :])
    )


def _acted_upon(text: str, word: DirectionWord) -> bool:
    """Tell whether a direction is what something acts on, and is not said ("mitigates warming")."""
    noun = _NOUN.search(text, word.start, word.end)
    return noun is not None and bool(_ACTS_ON.search(text[: word.start]))


def _loose(text: str, word: DirectionWord) -> bool:
    """Tell whether a noun of direction is no predicate ("a gap in warming between the two")."""
    if not text[word.start : word.end].lower().endswith("ing"):
        return False
    return not _PREDICATE.search(text[: word.start])


def _generic(word: str) -> bool:
    return bool(_GENERIC.fullmatch(word))


#: What is higher or lower where no output is named ("gives it the higher mean").
_RESULT = AnyCase(
    r"\b(?:mean|average|projection|forecast|prediction|estimate|reading|value|result|figure|"
    r"outcome)s?\b|\bsign of\b"
)


def _about_result(clause: str, words: Vocabulary) -> bool:
    """Tell whether a clause names an output, so that "increase" can be one of it."""
    return bool(words.names.find(clause)) or _RESULT.search(clause) is not None
