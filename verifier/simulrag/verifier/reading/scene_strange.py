"""Words that no table knows, beside which numbers are of something else than they seem.

"Pastures would yield less at 19.4 °C" holds a number that is right, and says nothing of it.
"""

import re
from collections.abc import Iterator

from simulrag.simulators.interface import Output, Parameter, Simulator
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.claims import Plan, Problem
from simulrag.verifier.quantities import quantities
from simulrag.verifier.reading.mentions import Mention, unique_parameters
from simulrag.verifier.reading.overlooked import unaccounted
from simulrag.verifier.reading.scene import Scene
from simulrag.verifier.reading.scene_words import signs_of_phrases
from simulrag.verifier.reading.text import normalise, small_letters

#: What is supposed and not said: "had they been another 0.1 °C apart".
_SUPPOSED = re.compile(
    r"^\W*(?:had|were|suppose|imagine|add|multiply)\b.*\b(?:another|further|more|less|extra|by)\b"
    r"|\bif (?:only |just )by (?!(?:an? )?(?:hair|whisker|little|bit|fraction|"
    r"touch|shade|sliver|narrow|small|nose|tad|very|the)\b)"
    r"|\bnot by (?:much|far|a lot)\b"
    r"|\b(?:must|should|(?:has|have|needs?|ought) to) (?!be (?:called|rated|considered|class\w+|"
    r"counted|described|termed|regarded|labell?ed|graded|deemed|filed|seen|put|placed)\b|"
    r"(?:count|rank|pass|go down|reckon|speak|call|say|expect|conclude|concede)\b)",
    re.IGNORECASE,
)
#: Most words of a phrase that speaks of something else.
_LONGEST = 5
_PLAIN = re.compile(r"[^\W_]+")
_WORD = re.compile(r"[^\W\d_]{2,}")


def beside_runs(text: str, scene: Scene, simulator: Simulator) -> Problem | None:
    """Report words by which a normalised statement says something else than what runs tell."""
    found = _first_of("@" if scene.two_years else "@3", text)
    if found:
        return Problem(
            reason="other_subject",
            message=f"{found!r} speaks of something else than the runs at hand",
            simulator=simulator.name,
            given=found,
        )
    only = _SUPPOSED.search(text)
    return unaccounted(only.group(), simulator.name) if only is not None else None


def _first_of(signs: str, text: str) -> str:
    """Return the first phrase with one of some signs in a normalised text."""
    known = signs_of_phrases()
    words = _PLAIN.findall(small_letters(text).replace("-", " ").replace("'s", ""))
    for at in range(len(words)):
        for many in range(min(_LONGEST, len(words) - at), 0, -1):
            phrase = " ".join(words[at : at + many])
            sign = known.get(phrase)
            if sign and sign in signs:
                return phrase
    return ""


def strange_word(text: str, mentions: tuple[Mention, ...], plan: Plan, simulator: Simulator) -> str:
    """Return the first word of a normalised statement that is in no table and no question."""
    inside = [(m.start, m.end) for m in mentions]
    inside += [(q.start, q.unit_end) for q in quantities(text)]
    known, asked = _known(simulator), _asked(plan)
    for found in _WORD.finditer(small_letters(text)):
        start, end = found.span()
        if found[0] in known or found[0] in asked or any(s < end and start < e for s, e in inside):
            continue
        return text[start:end]
    return ""


@once_for_each
def _asked(plan: Plan) -> frozenset[str]:
    """Return the words of a question."""
    return frozenset(_words(normalise(plan.question)))


@once_for_each
def _known(simulator: Simulator) -> frozenset[str]:
    """Return the words of results and inputs, and those in which they are told."""
    outputs = (p for f in simulator.functions for o in f.outputs for p in _of_output(o))
    inputs = (p for one in unique_parameters(simulator) for p in _of_parameter(one))
    phrases = (*signs_of_phrases(), *outputs, *inputs)
    return frozenset(word for phrase in phrases for word in _words(phrase))


def _of_output(output: Output) -> Iterator[str]:
    yield from (*output.words, *output.loose_words, *output.unit_words)
    yield from (*output.rise_words, *output.fall_words)
    yield from (p for value, phrases in output.choices.items() for p in (value, *phrases))
    yield from (p for scale in output.scales for b in scale.bands for p in (b.label, *b.words))


def _of_parameter(parameter: Parameter) -> Iterator[str]:
    yield from (*parameter.words, *parameter.family, *parameter.groups)
    yield from (*parameter.rise_words, *parameter.fall_words)


def _words(phrase: str) -> list[str]:
    return _WORD.findall(small_letters(phrase))
