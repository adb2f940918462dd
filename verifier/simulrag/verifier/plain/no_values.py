"""Numbers that are no value of an output, though they stand where one would."""

import itertools
import re
from collections.abc import Sequence

from simulrag.simulators.interface import Call, Output
from simulrag.verifier.plain.bounds import is_difference
from simulrag.verifier.plain.equatives import BEATEN_BY
from simulrag.verifier.plain.items import Item
from simulrag.verifier.plain.marks import Comparative
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.text import find_phrases

#: What is said to be possible, and not to be.
_POSSIBLE = re.compile(
    r"\b(?:could|might|may|can|cannot|can't|couldn't)\s+(?:not\s+|well\s+|even\s+|still\s+|also\s+|"
    r"ever\s+|easily\s+)*(?:be\s+as|reach|exceed|rise|go|climb|hit|attain|surpass|get|stay|"
    r"remain|be\s+(?:over|"
    r"above|under|below|more|less|higher|lower))\b[^;,]*$",
    re.I,
)


def is_possible(scene: Scene, figure: Printed) -> bool:
    """Tell whether a number may be reached, which is said of an end of a range."""
    ranged = any(o.published or o.stochastic for o in scene.function.outputs)
    return ranged and bool(_POSSIBLE.search(scene.text[: figure.start]))


#: What a result gains or loses by something: "adds half a degree to", "spares it 0.4 °C".
_GAINED = re.compile(
    r"\b(?:add(?:s|ed|ing)?|gain(?:s|ed|ing)?|put(?:s|ting)?\s+on|spar(?:e|es|ed|ing)|sav(?:e|"
    r"es|ed|"
    r"ing)|shav(?:e|es|ed|ing)|knock(?:s|ed|ing)?|contribut(?:e|es|ed|ing)|tack(?:s|ed|ing)?\s+on|"
    r"los(?:e|es|t|ing)|shed(?:s|ding)?)\s+(?!up\b)(?:[\w'-]+\s+){0,5}$",
    re.I,
)


def is_gained(scene: Scene, figure: Printed) -> bool:
    """Tell whether a number is what a result gains or loses, which is not its level."""
    return bool(_GAINED.search(scene.text[: figure.start]))


#: More of what is there already, which nothing here names: "a further 1.5 °C".
_FURTHER = re.compile(r"\b(?:another|(?:a\s+)?further|(?:an\s+)?(?:additional|extra))\s*$", re.I)


def is_further(scene: Scene, figure: Printed, output: Output) -> bool:
    """Tell whether a number is what comes on top of something that is not named.

    What is in proportion to an input grows by as much as belongs to so much more of it.
    """
    free = not output.proportional_to and not scene.function.compares
    return free and bool(_FURTHER.search(scene.text[: figure.qualified_from]))


_THAN = re.compile(r"\bthan\b", re.I)


def is_effect(scene: Scene, calls: Sequence[Call], word: Comparative) -> bool:
    """Tell whether "0.3 °C warmer" may be what a change of an input does, not the change in time.

    So it is where a call changes something and no word says what is compared with.
    """
    changed = [p.name for p in scene.function.parameters if p.kind == "change"]
    modified = any(call.arguments.get(name) for call in calls for name in changed)
    return modified and not scene.baselines and not _THAN.search(scene.text, word.end)


def is_relative(scene: Scene, figure: Printed, output: Output) -> bool:
    """Tell whether a number says how much more something is than what is not named here."""
    if scene.function.compares:
        return False
    lead, before = scene.text[: figure.qualified_from], scene.text[: figure.start]
    if _BEHIND.search(lead) or BEATEN_BY.search(before):
        return True
    if BY_SO_MUCH.search(before) and any(c.transitive for c in scene.comparatives):
        return True  # "the ECS exceeds the TCR by 1.2 °C"
    word = next(
        (
            c
            for c in scene.comparatives
            if c.sign
            and c.end > figure.unit_end
            and _NEXT.fullmatch(scene.text[figure.unit_end : c.start])
        ),
        None,
    )
    if word is None or find_phrases(scene.text, output.baseline_words):
        return False
    return not word.outputs or not output.unit.startswith("delta_")


#: What something is no longer: "down from 20 °C".
_BEHIND = re.compile(r"\b(?:off|(?:down|up|away)\s+from)\s*$", re.I)
_NEXT = re.compile(r"[\s-]*")
BY_SO_MUCH = re.compile(r"\bby\s+(?:[a-z]+\s+){0,3}$", re.I)


def is_range_gained(scene: Scene, first: Printed, second: Printed, output: Output) -> bool:
    """Tell whether a range is of what is added to a level, which is not the level."""
    if output.unit.startswith("delta_") or scene.function.compares:
        return False
    return is_difference(scene.text, first.qualified_from, second.unit_end)


#: "One maximum in January": of several, and not the highest of them.
ONE_OF_SEVERAL = re.compile(
    r"\b(?:one|a\s+first|the\s+first|another|a\s+second|the\s+second|the\s+other)\s+"
    r"(?:maximum|peak|crest|top|high|hump)\b",
    re.I,
)


_BETWEEN = re.compile(r"\b(?P<by>between|from)\s+(?:[a-z][\w-]*\s+){0,7}\(?$", re.I)
_AND = re.compile(r"\)?,?\s+(?:and|to)\s+(?:[a-z][\w-]*\s+){0,7}\(?", re.I)
_LIES = re.compile(r"\bl(?:ies?|ay)\b|\b(?:add|gain|put)(?:s|ed|ing)?\b", re.I)


#: Kinds of inputs whose values do not follow each other, and those that a change may be between.
_UNORDERED = ("place", "choice", "choices", "year")


def lies_between(scene: Scene) -> bool:
    """Tell whether one plain number stands with two settings: "between A and B lie 2 °C".

    Between two seasons is time, in which there is what is counted, if nothing "lies" there or is
    added; and what moves by so much from one to another is the value of neither.
    """
    plain = len(scene.numbers) == 1 and scene.numbers[0].qualifier in ("exact", "about")
    moved = any(
        is_gained(scene, q) or BY_SO_MUCH.search(scene.text[: q.start]) for q in scene.numbers
    )
    return len(scene.numbers) > 0 and any(
        _are_ends(scene, first, second, moved=moved)
        for first, second in itertools.pairwise(scene.items)
        if plain or moved or scene.parameter(first.parameter).kind in _UNORDERED
    )


def _is_noun(word: Comparative) -> bool:
    """Tell whether a word is one for a change of an output: "warming"."""
    return bool(word.outputs) and word.words.casefold().endswith("ing")


def _are_ends(scene: Scene, first: Item, second: Item, *, moved: bool) -> bool:
    """Tell whether two values are the ends of what a number may be the size of."""
    lead = _BETWEEN.search(scene.text[: first.start])
    same = first.parameter == second.parameter and first.value != second.value
    if lead is None or not same or not _AND.fullmatch(scene.text, first.end, second.start):
        return False
    kind = scene.parameter(first.parameter).kind
    if kind == "year" and any(_is_noun(c) for c in scene.comparatives):
        return True  # "the warming between 1990 and 2090"
    if lead["by"].casefold() == "from":
        return moved
    ordered = bool(scene.parameter(first.parameter).periods)
    return not ordered or moved or bool(_LIES.search(scene.text))
