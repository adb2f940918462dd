"""Inputs that a statement tells again with what is done to them: "with the limit halved".

An input, a word of change and an amount make one phrase, however they are put together; nothing
but words that join them may stand between, so that no amount of a result is taken for theirs.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from simulrag.simulators.interface import Call, Simulator
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.inflection import plurals
from simulrag.verifier.quantities import Printed, quantities
from simulrag.verifier.reading.mention import Mention
from simulrag.verifier.reading.mentions import unique_parameters
from simulrag.verifier.reading.sign_lists import signs_in
from simulrag.verifier.reading.text import longest_from, small_letters
from simulrag.verifier.reading.trial_figures import parts_in_words

_LIST = "changed_inputs.txt"
#: What an input is called (I), or those who make it up (M).
_N = "d*[IM](?!r)"
#: Where an input opens a clause: behind "of" it may be that of a result, "the CO2 of traffic".
_CLAUSE = rf"(?:^|(?<=[c,]))d*{_N}"
#: What an input, a change and an amount make together.
_CHANGED = re.compile(
    # "Traffic grows by 7 %", "with the limit 40 % lower", "once demand is halved".
    rf"{_CLAUSE}d*(?:[-+]d*(?:bd*Q|Q(?=$|[,c&]))|Qd*[-+<>](?!p)|[h2](?![IM]))"
    rf"|{_CLAUSE}d*-d*Q(?=[,c])"
    # "Cutting the limit by half", "halving it"; "swollen by 7 %, traffic".
    rf"|[-+]{_N}bd*Q|[h2]{_N}|(?:^|(?<=[c,]))[-+][bd]d*Q,?{_N}"
    # "7 % more cars", "a 7 % rise in traffic", "a rise of 7 % in traffic", "takes 7 % off it".
    rf"|Q(?:d*[-+<>]|d*[-+][po]d*){_N}|[-+]pd*Q[op]{_N}|[-+][po]{_N}[pb]d*Q|-d*Qf{_N}|[<>]Qp?{_N}"
    # "Traffic's 7 % growth", "7 % traffic growth", "a limit cut of 40 %".
    rf"|{_N}sd*Q[-+]|Q{_N}[-+](?![-+]*Q)|{_N}[-+]pd*Q"
    # "After 29 % of the demand has been tolled away".
    rf"|Qp{_N}d*(?P<gone>g)"
)
#: What is left of an input: "at half the limit", "with limits at half their former level".
_LEFT = re.compile(
    rf"Qp{_N}d*l|(?:^|(?<=[ca,]))d*{_N}d*[-+]?d*[ta]d*Qp?d*F|[-+]{_N}td*Q(?:p?d*F)?"
    rf"|(?<=a)d*Qp?{_N}(?![-+s])"
)
_FALLS = re.compile("[-<hg]")
#: How far off an amount in words may be from what it stands for, relative: "by a third".
_IN_WORDS = 0.05


class _Token(NamedTuple):
    sign: str
    start: int
    end: int
    figure: Printed | None = None
    #: The parameter that a noun is for.
    of: str = ""


def changed_inputs(
    text: str, found: Sequence[Mention], calls: Sequence[Call], simulator: Simulator
) -> list[Mention]:
    """Return what a normalised statement names of inputs, with phrases of change in their place."""
    words = _words_of(simulator)
    told = list(_told(text, calls, words)) if words.may_tell(text) else []
    return [*(m for m in found if not any(_overlap(m, t) for t in told)), *told]


class _Words:
    """The phrases of a list with the nouns for the inputs of a simulator."""

    def __init__(self, simulator: Simulator) -> None:
        #: Noun -> the parameter that it is for.
        self.of: dict[str, str] = {}
        nouns: dict[str, str] = {}
        for parameter in unique_parameters(simulator):
            for sign, named in (("I", parameter.nouns), ("M", parameter.made_up_of)):
                for noun in (form for one in named for form in (one, *plurals(one))):
                    nouns[noun], self.of[noun] = sign, parameter.name
        self.signs = {**nouns, **signs_in(_LIST), "'s": "s", "and": "&"}
        self.longest = longest_from(phrase.split() for phrase in self.signs)
        self._any = re.compile("|".join(map(re.escape, sorted(nouns))), re.I) if nouns else None

    def may_tell(self, text: str) -> bool:
        return self._any is not None and self._any.search(text) is not None

    def sign(self, phrase: str, many: int) -> str:
        """Return the sign of a phrase; x for a word by itself that has none."""
        if phrase in _PAUSES:
            return ","
        return self.signs.get(phrase, "x" if many == 1 else "")


_words_of = once_for_each(_Words)


def _overlap(one: Mention, other: Mention) -> bool:
    return one.start < other.end and other.start < one.end


def _told(text: str, calls: Sequence[Call], words: _Words) -> Iterator[Mention]:
    tokens = _tokens(text, words)
    row = "".join(t.sign for t in tokens)
    for pattern in (_CHANGED, _LEFT):
        for match in pattern.finditer(row):
            made = _mention(text, tokens[slice(*match.span())], calls, left=pattern is _LEFT)
            if made is not None and (_is_held(made, calls) or row[: match.start()].endswith("c")):
                yield made


def _mention(
    text: str, tokens: Sequence[_Token], calls: Sequence[Call], *, left: bool
) -> Mention | None:
    """Return the input that a phrase tells, with the value of a run that agrees with it."""
    noun = next(t for t in tokens if t.of)
    name = noun.of
    value, loose = _change(tokens, left=left)
    held = [v for c in calls if isinstance(v := c.arguments.get(name), int | float) and v]
    same = next((v for v in held if abs(v - value) <= loose), None)
    if same is None and noun.sign == "M":
        return None  # those who drive are counted as a result, too
    start, end = next(t.start for t in tokens if t.sign != "d"), tokens[-1].end
    return Mention(name, value if same is None else same, start, end, text[start:end])


def _is_held(mention: Mention, calls: Sequence[Call]) -> bool:
    """Tell whether any run changes an input; what others make of it may be a result as well."""
    return any(c.arguments.get(mention.parameter) for c in calls)


def _change(tokens: Sequence[_Token], *, left: bool) -> tuple[float, float]:
    """Return by how much a phrase says that an input changes, percent, and how loosely."""
    row = "".join(t.sign for t in tokens)
    figure = next((t.figure for t in tokens if t.figure is not None), None)
    size = abs(float(figure.value)) if figure else 50.0 if "h" in row else 100.0
    worded = figure is None or figure.text[-1:].isalpha()
    loose = max(float(figure.half_unit) if figure else 0.0, _IN_WORDS * size if worded else 0.0)
    if left:
        return size - 100, loose
    return (-size if _FALLS.search(row) else size), loose


_WORD = re.compile(r"'s\b|[^\W_]+|[^\w\s-]")
_PAUSES = frozenset(",;:.()")


def _tokens(text: str, words: _Words) -> list[_Token]:
    """Return a text as signs: x for what is unknown, & for "and"."""
    small = small_letters(text)
    figures = _amounts(text, small)
    made: list[_Token] = []
    at = 0
    for figure in (*figures, None):
        end = figure.start if figure else len(small)
        made += _signed(small, at, end, words)
        if figure:
            made.append(_Token("Q", figure.start, figure.unit_end, figure))
            at = figure.unit_end
    return made


def _amounts(text: str, small: str) -> list[Printed]:
    """Return the shares that a text names in digits and in words, in order, none twice."""
    shares = [q for q in quantities(text) if q.unit == "percent" and q.qualifier != "above"]
    shares += [s.held for _, _, s in parts_in_words(small) if isinstance(s.held, Printed)]
    made: list[Printed] = []
    for share in sorted(shares, key=lambda q: (q.start, -q.unit_end)):
        if share.unit == "percent" and (not made or share.start >= made[-1].unit_end):
            made.append(share)
    return made


def _signed(small: str, start: int, end: int, known: _Words) -> Iterator[_Token]:
    words = list(_WORD.finditer(small, start, end))
    at = 0
    while at < len(words):
        most = min(known.longest.get(words[at][0], 1), len(words) - at)
        phrase, many, sign = next(
            (phrase, n, s)
            for n in range(most, 0, -1)
            if (s := known.sign(phrase := " ".join(w[0] for w in words[at : at + n]), n))
        )
        of = known.of[phrase] if sign in ("I", "M") else ""
        yield _Token(sign, words[at].start(), words[at + many - 1].end(), of=of)
        at += many
