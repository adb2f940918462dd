"""Where a text names one of the values that a parameter may take."""

import re
from collections.abc import Sequence

from pydantic import JsonValue

from simulrag.simulators.interface import Parameter
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.reading.text import Phrases, Span, find_phrases


class _Choices:
    """The phrases that mean a value of one parameter."""

    def __init__(self, parameter: Parameter) -> None:
        several = parameter.kind == "choices"
        digits = parameter.kind == "integer"
        self.by_phrase: dict[str, JsonValue] = {
            phrase: int(value) if digits else value
            for value, phrases in parameter.choices.items()
            for phrase in (phrases if digits else (value, *phrases))
            if several or phrase not in parameter.groups
        }
        # A word of a group alone may only describe; with the parameter's own it names the value.
        self.by_phrase |= {
            f"{value} {word}": value
            for value in parameter.groups
            if value in parameter.choices and not several
            for word in parameter.words
        }
        if several:
            self.by_phrase |= {p: list(values) for p, values in parameter.groups.items()}
        self.phrases = Phrases(tuple(self.by_phrase))


_phrases_of = once_for_each(_Choices)


@once_for_each
def _all_phrases(parameters: Sequence[Parameter]) -> Phrases:
    known = (_phrases_of(p).by_phrase for p in parameters)
    return Phrases(tuple(phrase for phrases in known for phrase in phrases))


def names_any_choice(text: str, parameters: Sequence[Parameter]) -> bool:
    """Tell whether a normalised text may name a value of any of the parameters; most do not."""
    return bool(_all_phrases(parameters).find(text))


def choices(text: str, parameter: Parameter) -> list[tuple[JsonValue, Span]]:
    """Return the values of a choice that a normalised text names, and where."""
    known = _phrases_of(parameter)
    spans = known.phrases.find(text)
    if not spans:
        return []
    anchors = find_phrases(text, parameter.words) if parameter.choices_need_words else []
    return [
        (_choice_value(span.text, known.by_phrase), span)
        for span in spans
        if not parameter.choices_need_words or _beside(text, span, anchors)
    ]


def _choice_value(words: str, by_phrase: dict[str, JsonValue]) -> JsonValue:
    if words in by_phrase:
        return by_phrase[words]
    plain = re.sub(r"[\s-]+", " ", words).casefold()
    folded = {
        re.sub(r"[\s-]+", " ", phrase).casefold(): value for phrase, value in by_phrase.items()
    }
    for ending in ("", "s", "es"):
        key = plain.removesuffix(ending) if ending else plain
        if key in folded:
            return folded[key]
    return by_phrase[min(by_phrase, key=lambda phrase: abs(len(phrase) - len(words)))]


def _beside(text: str, span: Span, anchors: Sequence[Span]) -> bool:
    for anchor in anchors:
        if span.start >= anchor.start and span.end <= anchor.end:
            return True
        low, high = (
            (span.end, anchor.start) if span.end <= anchor.start else (anchor.end, span.start)
        )
        gap = text[low:high]
        limit = (
            r"[^.;,?!\d]{0,40}"
            if span.end <= anchor.start
            else r"\s*(?:is|was|are|were|(?:has|have) been|being|set to|:|=|\(|of)?"
            r"\s*(?:set to|assumed to be)?\s*"
        )
        if re.fullmatch(limit, gap) and len(gap.split()) <= 4:
            return True
    return False
