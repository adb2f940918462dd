"""Words that say for how many values of an input something holds: "in three of the five seasons".

Their nouns are the words of parameters. A noun that is narrowed ("every coastal state") is no
noun of the parameter, and nothing is read of it.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from simulrag.simulators.interface import Frozen, Function, Output, Parameter
from simulrag.simulators.kept import once_for_each

_COUNTS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen twenty".split()
    )
} | {"a dozen": 12, "thirty": 30, "forty": 40, "fifty": 50, "a single": 1, "single": 1}
COUNT = rf"(?:\d+|{'|'.join(sorted(_COUNTS, key=len, reverse=True))})"
#: Words beside a noun that leave it as it is.
_NEUTRAL = frozenset(
    "single individual given possible different separate different respective reporting listed "
    "available recorded us u.s american of the these its assessed considered illustrative ipcc "
    "ipcc's main held emission emissions".split()
)


#: A number of values as a constant, so many times the printed count, and a part of all.
Limit = tuple[int, int, float]
_NONE: Limit = (0, 0, 0.0)
_ALL: Limit = (0, 0, 1.0)
_AS_MANY: Limit = (0, 1, 0.0)
_HALF: Limit = (1, 0, 0.5)


def _number(limit: Limit, count: int, size: int) -> int:
    constant, times, part = limit
    return constant + times * count + int(part * size)


class Quantifier(Frozen):
    """For how many values of a parameter something holds, said at text[start:end].

    Of `size` values, or as many as are spoken of; `total` is how many the words say there are,
    None where they do not.
    """

    parameter: str
    at_least: int
    at_most: int
    size: int
    total: int | None = None
    open_above: bool = False
    start: int
    end: int
    #: The printed count, and the fewest and the most in terms of it and of the number of values.
    count: int = 0
    fewest: Limit
    most: Limit

    def within(self, size: int) -> "Quantifier":
        """Return the same words said of another number of values."""
        low, high = (_number(limit, self.count, size) for limit in (self.fewest, self.most))
        return self.model_copy(
            update={"at_least": max(low, 0), "at_most": min(high, size), "size": size}
        )


def count_of(words: str) -> int:
    """Return the number that a word or digits stand for. Raises KeyError for any other word."""
    plain = words.casefold().strip()
    return int(plain) if plain.isdigit() else _COUNTS[plain]


def is_count(word: str) -> bool:
    """Tell whether a word is a number in digits or one of those spelt out here."""
    return word.isdigit() or word in _COUNTS


#: From how many choices on one of them may be no member of their noun, as a capital district is
#: no state.
_MANY = 20


def fits(total: int, size: int) -> bool:
    """Tell whether a printed number of values is that of all: "the five scenarios"."""
    return total == size or (size > _MANY and total == size - 1)


def known_words(parameter: Parameter, outputs: Sequence[Output]) -> frozenset[str]:
    """Return the words beside a parameter's noun that do not narrow it: "SSP", "flu", "the"."""
    return _words_of_outputs(outputs) | _own_words(parameter)


@once_for_each
def _own_words(parameter: Parameter) -> frozenset[str]:
    return _NEUTRAL | {word.casefold() for phrase in parameter.words for word in phrase.split()}


@once_for_each
def _words_of_outputs(outputs: Sequence[Output]) -> frozenset[str]:
    phrases = (w for o in outputs for w in (*o.words, *o.loose_words))
    return frozenset(word.casefold() for phrase in phrases for word in phrase.split())


def nouns(parameter: Parameter) -> str:
    """Return the pattern of a parameter's nouns, singular or plural; "" where it has none."""
    words = [w for w in parameter.words if re.fullmatch(r"[a-z][a-z -]*[a-z]", w)]
    return "|".join(
        re.escape(w) + ("" if w.endswith("s") else "(?:s|es)?")
        for w in sorted(words, key=len, reverse=True)
    )


def quantifiers(text: str, function: Function) -> list[Quantifier]:
    """Return what a text says of how many values, the first words first."""
    found: list[Quantifier] = []
    for parameter in function.parameters:
        if parameter.kind not in ("choice", "choices") or len(parameter.choices) < 3:
            continue
        pattern = nouns(parameter)
        if pattern and _named(pattern).search(text):
            found += _of_parameter(text, parameter, pattern, function)
        if parameter.kind == "choices":
            found += _nowhere(text, parameter)
    return sorted(found, key=lambda q: (q.start, -q.end))


_NOWHERE = re.compile(
    r"(?<!go )(?<!goes )(?<!going )(?<!get )(?<!gets )(?<!leads )\bnowhere(?!\s+to\b)"
    r"(?:\s+else)?(?:\s+in\s+the\s+(?:country|nation|us|u\.s\.|united\s+states|land))?\b",
    re.I,
)


def _nowhere(text: str, parameter: Parameter) -> Iterable[Quantifier]:
    """Read "nowhere was it higher than in Ohio": in none of all places."""
    for match in _NOWHERE.finditer(text):
        yield Quantifier(
            parameter=parameter.name,
            at_least=0,
            at_most=0,
            size=len(parameter.members),
            start=match.start(),
            end=match.end(),
            fewest=_NONE,
            most=_NONE,
        )


@lru_cache(maxsize=256)
def _named(noun: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{noun})\b", re.I)


@lru_cache(maxsize=256)
def _compiled(noun: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(form.replace("NOUN", f"(?:{noun})"), re.I) for form, *_ in _FORMS)


_AFTER = re.compile(
    r"\s+(?:that|which|who|whose|where|bordering|along|east|west|north|south|with|without|outside|"
    r"near|before|after|until|covered by)\b",
    re.I,
)


def _of_parameter(
    text: str, parameter: Parameter, noun: str, function: Function
) -> Iterable[Quantifier]:
    known = known_words(parameter, function.outputs)
    size = len(parameter.members)
    for pattern, (_, fewest, most, wide) in zip(_compiled(noun), _FORMS, strict=True):
        for match in pattern.finditer(text):
            inside = (match["inside"] or "").casefold().split()
            if any(word.strip(",") not in known for word in inside):
                continue
            if _AFTER.match(text, match.end()):
                continue
            total = match.groupdict().get("total")
            given = match.groupdict().get("n")
            count = count_of(given) if given else 0
            low, high = (_number(limit, count, size) for limit in (fewest, most))
            if 0 <= low <= size and low <= high:
                yield Quantifier(
                    parameter=parameter.name,
                    at_least=low,
                    at_most=min(high, size),
                    size=size,
                    total=count_of(total) if total else None,
                    open_above=wide,
                    start=match.start(),
                    end=match.end(),
                    count=count,
                    fewest=fewest,
                    most=most,
                )


_INSIDE = r"(?P<inside>(?:[\w'.-]+\s+){0,3}?)"
_OF = rf"(?:(?:out\s+)?of\s+)?(?:all\s+)?(?:the\s+|those\s+)?(?:(?P<total>{COUNT})\s+)?"
_SET = rf"{_OF}{_INSIDE}NOUN\b(?!\s+of\s+the\s+(?:art|emergency))"
_ALL_OF = rf"(?:all|each|every\s+single(?:\s+one)?|every(?:\s+one)?)\s+(?!single\b){_SET}"


_TAKEN = (
    r"(?:is|gets|was)\s+(?:chosen|taken|followed|picked|used|assumed)|comes?\s+(?:true|about|to\s+pass)|it\s+is|"
    r"(?:we|one|you|emissions|humanity|mankind|the\s+world)\s+(?:follows?|takes?|chooses?|picks?|ends?\s+up\s+with)|"
    r"turns\s+out\s+to\s+be\s+right|happens"
)
_N = rf"(?P<n>{COUNT})"
_NOT_BEFORE = "".join(
    rf"(?<!\b{word}\s)"
    for word in (
        "the", "but", "of", "than", "least", "most", "top", "only", "exactly", "just", "except",
        "over", "to", "under", "other", "all", "last", "first", "past", "next", "these", "those",
        "both", "previous", "following", "bottom", "save", "bar",
    )
)  # fmt: skip
#: Patterns with what they say: from the printed count and the number of values to the fewest and
#: the most that it holds for; and whether more would neither fulfil nor contradict it.
_FORMS: tuple[tuple[str, Limit, Limit, bool], ...] = (
    (rf"\b(?:not|never)\s+(?:in\s+|under\s+)?{_ALL_OF}", _NONE, (-1, 0, 1.0), False),
    (rf"\b(?:all|every(?:\s+\w+)?)\s+(?:but|except|bar|save)\s+(?:for\s+)?{_N}\s+{_SET}",
     (0, -1, 1.0), (0, -1, 1.0), False),
    (rf"(?<!not )(?<!never )(?<!not in )(?<!not under )\b{_ALL_OF}(?!\s+others?\b)",
     _ALL, _ALL, False),
    (rf"\b(?:no\s+matter\s+(?:which|what)|whatever|whichever|(?:regardless|irrespective)\s+of(?:\s+which)?)\s+(?:the\s+)?"
     rf"{_INSIDE}NOUN\b(?:(?=\s*,)|\s+(?:{_TAKEN})(?=\s*,))", _ALL, _ALL, False),
    (rf"\b(?:none|not\s+(?:one|a\s+single\s+one)|not\s+any)\s+{_SET}",
     _NONE, _NONE, False),
    (rf"\b(?:no|not\s+a\s+single|not\s+one)\s+(?!other){_INSIDE}NOUN\b",
     _NONE, _NONE, False),
    (rf"\b(?:most|the\s+majority|a\s+majority|more\s+than\s+half|(?:well\s+)?over\s+half)\s+"
     rf"{_SET}(?<=s)", _HALF, _ALL, False),
    (rf"\b(?:at\s+least|no\s+fewer\s+than|no\s+less\s+than|not\s+fewer\s+than)\s+{_N}\s+{_SET}",
     _AS_MANY, _ALL, False),
    (rf"\b{_N}\s+or\s+more\s+{_SET}", _AS_MANY, _ALL, False),
    (rf"\b(?:more\s+than|over|upwards\s+of)\s+{_N}\s+{_SET}",
     (1, 1, 0.0), _ALL, False),
    (rf"\b(?:at\s+most|no\s+more\s+than|not\s+more\s+than|up\s+to)\s+{_N}\s+{_SET}",
     _NONE, _AS_MANY, False),
    (rf"\b{_N}\s+or\s+(?:fewer|less)\s+{_SET}", _NONE, _AS_MANY, False),
    (rf"(?<!no )(?<!not )\b(?:fewer\s+than|less\s+than|under)\s+{_N}\s+{_SET}",
     _NONE, (-1, 1, 0.0), False),
    (rf"\b(?:only|exactly|just|precisely)\s+{_N}\s+{_SET}", _AS_MANY, _AS_MANY, False),
    (rf"(?<![\w-]){_NOT_BEFORE}{_N}\s+"
     rf"(?!times|point|percent|other|more|fewer|million|thousand|hundred){_SET}",
     _AS_MANY, _AS_MANY, True),
)  # fmt: skip
