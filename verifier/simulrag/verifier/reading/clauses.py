"""Parts of a sentence: clauses, negation, and what only restates the inputs."""

import itertools
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from simulrag.simulators.interface import Parameter
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.reading.mentions import FALL, RISE, Mention
from simulrag.verifier.reading.text import AnyCase, Phrases, Span, blanked

_CLAUSE = AnyCase(
    r";|:\s|,\s+(?:and|but|which|while|whereas|so|yet|indicating|representing|suggesting|signifying|"
    r"resulting|showing|marking|reflecting|meaning|making|with|this|it|the|because|implying)\b"
    r"|(?<!\banything)(?<!\bnothing)\s+"
    r"(?:but|while|whereas|although|and (?:it|is|was|would|has|both|that))\s+"
    r"|\s-+\s"
)
_NEGATION = AnyCase(
    r"\b(?<!but )(?<!yet )(?<!though )(?<!if )(?<!or )"
    r"(?:not(?!\s+(?:keep|prevent|stop|hinder))|n't|never|no(?! matter\b| doubt\b)|neither|nor|"
    r"fails? to|insufficient to|unable to|far from|rather than|isn't|doesn't|does not|did not|"
    r"will not|"
    r"won't|cannot(?!\s+(?:help\s+)?but\b)|anything but|"
    r"(?:prevented|kept|stopped|spared|saved) from|"
    r"contrary to|nobody|no one|none|wrong to|incorrect to|misleading to|"
    r"(?:over|under)statement to|exaggerat(?:ion|ed) to|mistake to|error to|misnomer to|"
    r"by no means|hardly|scarcely|nowhere near|nothing (?:about|in|of|to)|"
    r"nothing(?=\s*$)|"
    r"without (?:being|becoming|getting|reaching|exceeding|passing|crossing)|"
    r"too (?:small|slight|little|weak|low|narrow|short|minor|large|big|great|strong|wide|high|"
    r"cold|cool|warm|hot) to)\b"
)
#: A denial that opens a sentence is of all of it: "in no year of the two does the mean ...".
_OPENS = AnyCase(r"\W*(?:(?:in|under|for|with|on)\s+)?")
_OF_RUNS = AnyCase(
    r"\s+(?:of\b|(?:[\w'’-]+\s+)?(?:case|year|scenario|run|strategy|projection)s?\b)"
)
#: "There is not a year in which it exceeds 9 °C."
_THERE_IS = AnyCase(r"\bthere (?:is|was|will be|would be)\s+$")
_IN_WHICH = AnyCase(r"\b(?:in which|where|when)\b")
#: Runs that the clause before named: "both pass 30 °C, yet neither passes 31 °C".
_NONE_OF_THEM = AnyCase(r"[,;]?\s*(?:and|but|yet|though|while|whereas)\s+(?:neither|none)\b")
#: What is so in place of what is denied: "not substantial, only moderate".
_INSTEAD = AnyCase(r",\s*(?:only|merely|just|simply|instead|rather(?! than)|but)\s+(?:an?\s+)?$")
_INPUT_TAIL = r"(?:in|of|to|from|for|the|local|global|both|either|emission|emissions)"


@lru_cache(maxsize=256)
def clauses_of(text: str) -> tuple[tuple[int, int], ...]:
    """Return the clauses of a normalised text, each text[low:high], in order."""
    cuts = [0, *(m.start() for m in _CLAUSE.finditer(text)), len(text)]
    return tuple((low, high) for low, high in itertools.pairwise(cuts) if high > low)


def clause_at(clauses: Sequence[tuple[int, int]], at: int) -> tuple[int, int]:
    return next((c for c in clauses if c[0] <= at < c[1]), clauses[-1])


def negated(before: str) -> bool:
    """Tell whether the words before a fact deny it."""
    if _NONE_OF_THEM.match(before):
        return True
    match = max(_NEGATION.finditer(before), key=lambda m: m.start(), default=None)
    if match is None or re.match(
        r"\s*(?:be\s+)?(?:only|more than|less than|fewer than)\b", before[match.end() :]
    ):
        return False
    after = before[match.end() :]
    if _INSTEAD.search(after):
        return False
    opens = match.group() in ("no", "neither") and _OF_RUNS.match(after)
    if opens and _OPENS.fullmatch(before[: match.start()]):
        return True
    if _THERE_IS.search(before[: match.start()]) and _IN_WHICH.search(after):
        return True
    most = 10 if match.group().startswith(("neither", "none")) else 7
    return len(after.split()) <= most or after.lstrip().lower().startswith("even ")


class _Placed(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


def outside(start: int, end: int, spans: Sequence[_Placed]) -> bool:
    return all(end <= s.start or start >= s.end for s in spans)


def without_inputs(text: str, inputs: Sequence[Span]) -> str:
    """Blank out restated inputs, so that "CO2 changed by 5 %" makes no change of a result."""
    return blanked(text, [(span.start, span.end) for span in inputs])


def input_spans(
    text: str, mentions: Sequence[Mention], parameters: Sequence[Parameter]
) -> list[Span]:
    """Return where inputs are restated, with the words that say how they change."""
    changing = _changing(parameters)
    spans = [
        _with_change(text, m) if m.parameter in changing.names else span_of(m) for m in mentions
    ]
    spans += [_widened(text, span) for span in changing.phrases.find(text)]
    return spans


class _Changing:
    """The inputs that are given as changes, and the words for them and their families."""

    def __init__(self, parameters: Sequence[Parameter]) -> None:
        changing = [p for p in parameters if p.kind == "change"]
        self.names = frozenset(p.name for p in changing)
        self.phrases = Phrases(tuple(w for p in changing for w in (*p.words, *p.family)))


_changing = once_for_each(_Changing)


_CHANGE_OF = re.compile(rf"\b(?:{RISE}|{FALL}|chang\w*)\s+(?:of|by)\s+$", re.IGNORECASE)


#: "When limits are 23 % lower, trips get longer": the comparative is of the input.
_COMPARED = AnyCase(
    r"\s+(?:lower|higher|less|more|slower|faster|fewer)(?=\s*(?:[,.;]|$|than\b|and\b))"
)


def span_of(mention: Mention) -> Span:
    return Span(text=mention.words, start=mention.start, end=mention.end)


def _with_change(text: str, mention: Mention) -> Span:
    """Take in "a decrease of" before the amount of an input."""
    before = _CHANGE_OF.search(text, 0, mention.start)
    start = before.start() if before else mention.start
    after = _COMPARED.match(text, mention.end)
    end = after.end() if after else mention.end
    return Span(text=text[start:end], start=start, end=end)


def _widened(text: str, span: Span) -> Span:
    """Take in "increase in" before and "emissions increase" after the name of an input."""
    verb = rf"(?:{RISE}|{FALL}|chang\w*|modif\w*|adjust\w*|alter\w*)"
    before = re.search(
        rf"\b(?:{verb}|extra|additional|added|further)\s+(?:{_INPUT_TAIL}\s+){{0,3}}(?:[\w']+\s+(?:and|/)\s+)?$",
        text[: span.start],
        re.I,
    )
    after = re.match(
        rf"(?:\s*(?:emissions?|gas|gases|forcing|effects?))*(?:\s+(?:and|or)\s+[\w ]{{2,20}}?)?\s+"
        rf"(?:emissions?\s+)?{verb}\b(?!\s+(?:trend|effect))",
        text[span.end :],
        re.I,
    )
    start = before.start() if before else span.start
    end = span.end + (after.end() if after and _names_input_change(after.group()) else 0)
    return Span(text=text[start:end], start=start, end=end)


def _names_input_change(tail: str) -> bool:
    return bool(
        re.search(r"(?:chang|modif|adjust|alter|increas|decreas|reduc)\w*$", tail.strip(), re.I)
    )
