"""The opposing claim, by rules: step 1 of the paper.

One thing is turned round, never two, and always in what the claim says, not in what it is about:
a denial is taken away; or how many is turned round; or the word that says which way goes is
replaced by its opposite; or the verb is denied. So the result says the contrary, or denies, and
never means the same. "A lack of B reduces C" is opposed by "A lack of B increases C": neither "B
reduces C" nor "A lack of B reduces another thing" denies it.
"""

import re
from typing import Literal, NamedTuple

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.counting import counted_otherwise, counts
from simulrag.verifier.literature.errors import LiteratureError
from simulrag.verifier.literature.polarity import PARTICIPLES, forms, opposites
from simulrag.verifier.literature.verbs import PLURAL, MainVerb, main_verb

Rule = Literal["denial_removed", "opposite_word", "verb_denied", "denied_as_a_whole", "model"]

#: The longest claim that is read, in characters.
LONGEST_CLAIM = 2_000
_AUXILIARIES = (
    "is|are|was|were|can|could|may|might|will|would|shall|should|must|has|have|had|do|does|did"
)
_DENIED = re.compile(
    rf"\b({_AUXILIARIES}|ca|wo)(?:\s+not|n['’]t)\b(?!\s+(?:only|just|merely|solely)\b)",
    re.IGNORECASE,
)
_CANNOT = re.compile(r"\bcannot\b", re.IGNORECASE)
_NO_NOUN = re.compile(
    r"\b(has|have|had|with|shows?|showed|demonstrates?|receives?|carry|carries|is|are|were|was|"
    r"there is|there are|makes?|plays?)\s+no\b(?:\s+(?=\w))?",
    re.IGNORECASE,
)
_LACKS = re.compile(r"\b(lacks?|fails? to)\b(?!\s+of\b)", re.IGNORECASE)
#: Words of a denial within a sentence, that a second one would meet.
_DENIES = re.compile(r"\b(?:not|no|nor|neither|never|cannot)\b|n['’]t\b", re.IGNORECASE)
#: "has", "have" and "had" where they help another verb.
_PERFECT = re.compile(r"\s+(?:\w+ly\s+)?(?:been|\w+ed|\w+en|become|led|shown|grown)\b")
#: What stands before a participle.
_HELPED = re.compile(r"\b(?:has|have|had|been|is|are|was|were|be)\s+(?:\w+ly\s+)?$", re.IGNORECASE)
_POSSESSED = {"has": "does not have", "have": "do not have", "had": "did not have"}
_WORD = re.compile(r"[A-Za-z]+")
#: A word that stands alone: no part of "antigen-induced".
_WHOLE_WORD = re.compile(r"(?<![\w-])[A-Za-z]+(?![\w-])")
#: Words of the list that have no opposite here: "a leading cause of", "is caused by".
_NOT_TURNED = re.compile(
    r"\b(?:causes?|supports?|blocks?)\s+(?:of|for)\b|\b(?:caused|prevented|supported)\s+by\b|\bindependent\s+of\b"
    r"|(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )(?<!ly )\b(?:un)?related\b"
    r"|\b(?:never|always)(?=[- ](?:smok|us|drink|marri)(?:er|ed))",
    re.IGNORECASE,
)
#: Names of a property: "insulin resistance" is not opposed by "insulin sensitivity".
_NAMES = re.compile(
    r"\b(?:insulin|drug|multidrug|antibiotic|antimicrobial|airway|vascular)\s+(resistan\w+)", re.I
)
#: Before a word that has no opposite there: "95 % effective", "as high as", "equally safe".
_MEASURED = re.compile(r"(?:%|\bpercent|\bas|\bso|\bequally|\bhow|\bthe)\s+$", re.IGNORECASE)
_ARTICLE = re.compile(r"(\ba|^A)n?\s+$")
#: Words whose opposite turns nothing round within a claim: those that count are turned at its
#: beginning, the others say when.
_ELSEWHERE = frozenset("all none most least many few before after early late".split())
#: Where what a claim says ends, and reasons, conditions and ways begin.
_END = re.compile(
    r"\b(?:who|that|which|where|when|whose|because|since|due to|owing to|if|although|while|"
    r"whereas|by|through|via|than|but|in order to|"
    r"(?<!linked )(?<!attributed )(?<!due )to|in|on|of|for|from|among|within|during|under|"
    r"before|after|without|until|between|against)"
    r"\b|[;,]",
    re.IGNORECASE,
)
#: "lead to", "result in": the preposition belongs to the verb.
_OF_VERB = re.compile(r"\s+(?:to|in|as|with)\b")
_RELATIVE = re.compile(r"\b(?:who|that|which|where|when|whose)\b", re.IGNORECASE)
#: Verbs that say of their subject what follows them, beside auxiliaries.
_LINKING = frozenset(
    "lead result show remain cause exhibit demonstrate produce express receive confer give "
    "become live have".split()
)
#: Words of how, after a verb of change: "grow faster".
_HOW = re.compile(
    r"\s+(?:\w+ly\s+|much\s+|even\s+)?(faster|slower|more|less|longer|better|worse)\b"
)
_ADVERB = re.compile(r"\b\w+ly\s+$")
_OFTEN = {
    "rarely": "often", "seldom": "often", "often": "rarely", "usually": "rarely",
    "frequently": "rarely", "never": "often", "always": "not always",
}  # fmt: skip
_OFTENNESS = re.compile(
    rf"(?<![\w-])(?:{'|'.join(_OFTEN)})(?![\w-])(?!\s(?:smok|us|drink|marri)(?:er|ed))",
    re.IGNORECASE,
)
_THERE = re.compile(r"^there (is|are|was|were)(?: (?:an?|some|any))? (?!(?:no|not)\b)", re.I)
_ONLY = re.compile(r"\s+only\b", re.IGNORECASE)
_UNNEGATED = {"lack": "have", "lacks": "has"}


class Opposition(Frozen):
    """The opposing claim, and the rule that made it ("model": a language model did)."""

    claim: str
    opposing: str
    rule: Rule


class _Clause(NamedTuple):
    """A claim, its main verb, if known, and where what it says begins and ends, in characters."""

    text: str
    verb: MainVerb | None
    start: int
    end: int


def oppose(claim: str) -> Opposition:
    """Return the opposing claim of a claim of 1 to 2,000 characters; else LiteratureError."""
    text = checked_claim(claim)
    clause = _clause(text)
    if not counts(text):
        tried: list[tuple[Rule, str | None]] = [
            ("denial_removed", _without_denial(clause)),
            ("opposite_word", counted_otherwise(text)),
            ("opposite_word", _with_opposite(clause)),
            ("verb_denied", _denied(clause)),
        ]
        for rule, made in tried:
            if made is not None:
                return Opposition(claim=text, opposing=made, rule=rule)
    whole = f"It is not true that {_continued(text)}"
    return Opposition(claim=text, opposing=whole, rule="denied_as_a_whole")


def opposition_of_model(claim: str, opposing: str) -> Opposition:
    """Return an opposing claim that a model handed in.

    Raises LiteratureError where it has the claim's own words, whatever their case and marks.
    """
    text, other = checked_claim(claim), checked_claim(opposing)
    if _WORD.findall(text.lower()) == _WORD.findall(other.lower()):
        raise LiteratureError(
            f"the opposing claim {other!r} says the same as the claim; hand in one that says the "
            "contrary"
        )
    return Opposition(claim=text, opposing=other, rule="model")


def checked_claim(claim: str) -> str:
    """Return a claim with single spaces; LiteratureError where it has no words or too many."""
    text = " ".join(claim.split())
    if not _WORD.search(text):
        raise LiteratureError(f"the claim {text[:80]!r} has no words; give one sentence")
    if len(text) > LONGEST_CLAIM:
        raise LiteratureError(
            f"the claim has {len(text)} characters; give one sentence of at most {LONGEST_CLAIM}"
        )
    return text


def _clause(text: str) -> _Clause:
    verb = main_verb(text)
    start = verb.start if verb else 0
    after = verb.end if verb else 0
    joined = _OF_VERB.match(text, after)
    ended = _END.search(text, joined.end() if joined else after)
    return _Clause(text, verb, start, ended.start() if ended else len(text))


def _continued(text: str) -> str:
    """Return a sentence as it stands within another: a plain first word in lower case."""
    first = text.split()[0]
    plain = first in _OPENERS or (len(first) > 3 and first.isalpha() and first[1:].islower())
    return text[0].lower() + text[1:] if plain else text


_OPENERS = frozenset("A An The In No It On All For By At One Two If".split())


def _without_denial(clause: _Clause) -> str | None:
    """Return the text without its only denial; None where it has none or several.

    A denial in a relative clause says what the claim is about, and stays.
    """
    text = clause.text
    spots = [
        (kind, found)
        for kind, pattern in (
            ("auxiliary", _DENIED), ("cannot", _CANNOT), ("noun", _NO_NOUN), ("lack", _LACKS),
        )
        for found in pattern.finditer(text)
        if not _RELATIVE.search(text[max(0, found.start() - 12) : found.start()])
    ]  # fmt: skip
    if len(spots) != 1:
        return None
    kind, found = spots[0]
    before, rest = text[: found.start()], text[found.end() :]
    match kind:
        case "auxiliary":
            return _affirmed(before, found.group(1), rest)
        case "cannot":
            return f"{before}can{rest}"
        case "noun":
            article = "an " if _singular_effect(rest) else ""
            return f"{before}{found.group(1)} {article}{rest}"
        case _ if found.group(1).lower().startswith("fail"):
            return _affirmed(before, "does" if found.group(1).endswith("s") else "do", rest)
        case _:
            return before + _UNNEGATED[found.group(1).lower()] + rest


def _affirmed(before: str, auxiliary: str, rest: str) -> str:
    """Return "A protects B" of "A does not protect B", and "A is B" of "A is not B"."""
    kept = {"ca": "can", "wo": "will"}.get(auxiliary.lower(), auxiliary)
    verb = re.match(r"\s+([a-z]+)\b", rest)
    if kept in ("does", "do") and verb and not _ADVERB.search(verb.group(1) + " "):
        said = "has" if verb.group(1) == "have" else forms(verb.group(1))[1]
        return before + (said if kept == "does" else verb.group(1)) + rest[verb.end() :]
    return before + kept + rest


def _singular_effect(rest: str) -> bool:
    return bool(re.match(r"(?:effect|impact|association|influence|increase)\b", rest, re.I))


def _with_opposite(clause: _Clause) -> str | None:
    """Return the text with the first word of what it says turned round; None without one."""
    text = clause.text
    if often := _OFTENNESS.search(text):
        return text[: often.start()] + _OFTEN[often.group().lower()] + text[often.end() :]
    found = next(iter(_spots(clause)), None)
    if found is None:
        return None
    other = opposites()[found.group().lower()]
    if _HELPED.search(text[: found.start()]):
        other = PARTICIPLES.get(other, other)
    before = _ARTICLE.sub(
        lambda article: article.group(1) + ("n " if other[0] in "aeiou" else " "),
        text[: found.start()],
    )
    return before + other + text[found.end() :]


def _spots(clause: _Clause) -> list[re.Match[str]]:
    """Return the words of what a claim says that have an opposite, in order."""
    text, verb, start, end = clause
    if verb is None:
        comparing = re.search(r"\bthan\b", text)
        start, end = _second_word(text), comparing.start() if comparing else 0
    elif how := _HOW.match(text, verb.end):
        start = how.start(1)
    elif verb.form != "auxiliary" and verb.base not in _LINKING:
        end = verb.end
    kept = {found.start() for found in _NOT_TURNED.finditer(text)}
    kept |= {found.start(1) for found in _NAMES.finditer(text)}
    return [
        found
        for found in _WHOLE_WORD.finditer(text, start, end)
        if found.group().lower() in opposites()
        and found.group().lower() not in _ELSEWHERE
        and found.start() not in kept
        and not _MEASURED.search(text[: found.start()])
    ]


def _second_word(text: str) -> int:
    return text.find(" ") + 1


def _denied(clause: _Clause) -> str | None:
    """Return the text with its main verb denied; None where that is not surely a verb."""
    text, verb = clause.text, clause.verb
    if verb is None or _DENIES.search(text, verb.end) or _ONLY.match(text, verb.end):
        return None
    before, rest = text[: verb.start], text[verb.end :]
    if there := _THERE.match(text):
        return f"{text[: there.end(1)]} no {text[there.end() :]}"
    if verb.form == "auxiliary":
        if verb.base in _POSSESSED and not _PERFECT.match(rest):
            return before + _POSSESSED[verb.base] + rest
        return f"{before}cannot{rest}" if verb.base == "can" else f"{text[: verb.end]} not{rest}"
    subject = _ADVERB.sub("", before)
    helper = _helper(verb, subject)
    how = before[len(subject) :]
    return None if helper is None else f"{subject}{helper} not {how}{verb.base}{rest}"


def _helper(verb: MainVerb, before: str) -> str | None:
    """Return what helps a verb to be denied; None for a word that is not surely a verb."""
    if verb.form == "third":
        return "does"
    return "do" if verb.form == "base" and PLURAL.search(before) else None
