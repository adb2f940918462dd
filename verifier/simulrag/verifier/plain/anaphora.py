"""Words that stand for values named before: "the same scenario", "both cities", "the former"."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from simulrag.simulators.interface import Parameter
from simulrag.verifier.plain.discourse import Discourse
from simulrag.verifier.plain.items import Item, as_value
from simulrag.verifier.plain.quantifiers import nouns

_FORMER = re.compile(r"\bthe\s+(?P<which>former|latter)\b(?!\s+[a-z]+\s+(?:of|half)\b)", re.I)
#: Nouns of kinds of parameters that do not list what they are called.
_KIND_NOUNS = {"place": "city|cities|town|towns|place|places|capital|capitals|metropolis|location"}


#: A place that does something: "it also warms by more degrees".
_IT = re.compile(
    r"\bit(?=\s+(?:(?:also|even|still|would|will|only|is|was|has)\s+)*"
    r"(?:warm|cool|heat|gain|(?:warm|cold|cool|hott)er\b)\w*)",
    re.I,
)


def anaphors(
    text: str, simulator: str, parameters: Sequence[Parameter], discourse: Discourse
) -> Iterable[Item]:
    """Yield the values that words of a text take up from the sentences before it.

    "Both" takes the last two, which may be no more than two; "the former" is of the parameter of
    which two were named last.
    """
    for parameter in parameters:
        known = discourse.several(simulator, parameter.name)
        if not known or parameter.kind in ("change", "points", "texts", "date"):
            continue
        noun = "|".join(filter(None, (nouns(parameter), _KIND_NOUNS.get(parameter.kind, ""))))
        if not noun:
            continue
        if parameter.kind == "place":
            for match in _IT.finditer(text):
                yield _item(parameter, known[-1], match)
        same, both = _patterns(noun)
        for match in same.finditer(text):
            yield _item(parameter, known[-1], match)
        for match in both.finditer(text):
            if len(known) == 2:
                for value in known:
                    yield _item(parameter, value, match)
        if len(known) == 2 and parameter.kind in ("place", "choice", "choices"):
            for match in _FORMER.finditer(text):
                yield _item(parameter, known[match["which"].lower() == "latter"], match)


def _item(parameter: Parameter, value: object, match: re.Match[str]) -> Item:
    return Item(
        parameter=parameter.name,
        value=as_value(parameter, value),  # type: ignore[arg-type]
        start=match.start(),
        end=match.end(),
        assumed="from what was said before",
    )


@lru_cache(maxsize=64)
def _patterns(noun: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    return (
        re.compile(rf"\b(?:the\s+(?:very\s+)?same|that|this|the\s+said)\s+(?:{noun})\b", re.I),
        re.compile(
            rf"\b(?:both(?:\s+of)?(?:\s+(?:the|these|those))?|the\s+two)\s+(?:{noun})\b"
            r"|\bboth\s+of\s+them\b",
            re.I,
        ),
    )
