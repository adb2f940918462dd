"""Question, answer and claims of an item: a template, filled with drawn values and their runs.

Of a scale that a question defines, the limits are drawn from sets, or put near the result.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise, permutations
from math import floor, log10

from simulrag.evaluation.benchmark.checking import Bench, Let, value_of
from simulrag.evaluation.benchmark.drawn_values import (
    Phrase,
    Said,
    Values,
    filled,
    scale,
    varied,
)
from simulrag.evaluation.benchmark.items import ReferenceClaim
from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Band, Function, Simulator
from simulrag.simulators.question_templates import Claimed, Grading, QuestionTemplate
from simulrag.verifier.formulas.decision import value_text
from simulrag.verifier.formulas.values import Amount, Undefined, Value

#: Sign of a result -> the key of the text that says it.
_SIGNS = {1: "rises", -1: "falls", 0: "same"}
#: What texts and formulas call settings by their order, the highest first.
_PLACES = ("winner", "middle", "loser")
#: Steps of limits that people would choose, times a power of ten.
_ROUND = (1.0, 2.0, 2.5, 5.0, 10.0)
#: Distance of limits that are put near a result, as a share of it.
_SHARE = 0.3


class LabelBesideNumber(BadValue):
    """A result that lies in another category than the number that is printed of it."""

    reason = "label_beside_number"


@dataclass(frozen=True)
class Scene:
    """What an item is composed from; `let` names the runs of the template's settings, in order."""

    template: QuestionTemplate
    simulator: Simulator
    values: Values
    let: Let
    bench: Bench
    #: A name for the draws of wording and limits, so that each is drawn by itself.
    seed: str

    def chance(self, purpose: str) -> random.Random:
        """Return the source of chance for one purpose."""
        return random.Random(f"{self.seed}|{purpose}")

    def said(self) -> dict[str, object]:
        """Return what placeholders of drawn values stand for."""
        function = function_of(self.template, 0, self.simulator)
        return {
            name: Said(value, function.parameter(self.template.draws[name].parameter))
            for name, value in self.values.items()
        }

    def ordered(self, formula: str) -> tuple[str, dict[str, str]]:
        """Return a formula with its placeholders filled, and the settings that it orders by name.

        Of a statement the order for which it holds, of a value that for which it is the largest.
        Raises BadValue where there is none.
        """
        words = self.said()
        if "{winner}" not in formula:
            return filled(formula, words, sentence=False), {}
        places = _PLACES if "{middle}" in formula else (_PLACES[0], _PLACES[-1])
        names = list(self.let)
        made = {
            filled(formula, words | dict(zip(places, order, strict=True)), sentence=False): order
            for order in permutations(names, len(places))
        }
        best = max(made, key=self._rank)
        if not self._rank(best):
            raise BadValue(f"{formula} holds for no order of the settings")
        said = {
            place: filled(self.template.settings[names.index(n)].name, words, sentence=False)
            for place, n in zip(places, made[best], strict=True)
        }
        return best, said

    def _rank(self, formula: str) -> float:
        """Return how large a value is, or 1 for a statement that holds."""
        value = self.worth(formula)
        if value is None:
            return float(self.bench.holds(formula, self.let))
        return _amount(value, formula).centre

    def worth(self, formula: str) -> Value | None:
        """Return what a formula is worth, None for a statement. Raises BadValue for nothing."""
        value = self.bench.value(formula, self.let)
        if isinstance(value, Undefined):
            raise BadValue(f"{formula} is undefined: {value.why}")
        return value


@dataclass(frozen=True)
class Composed:
    """Question, answer and claims of an item, one for each claim of the template."""

    question: str
    answer: str
    claims: tuple[ReferenceClaim, ...]


def function_of(template: QuestionTemplate, index: int, simulator: Simulator) -> Function:
    """Return the function that a setting of a template calls. Raises BadValue if there is none."""
    name = template.functions[index] if template.functions else template.function
    found = next((f for f in simulator.functions if f.name == name), None)
    if found is None:
        raise BadValue(f"template {template.name!r} names no function {name!r} of {simulator.name}")
    return found


def composed(scene: Scene) -> Composed:
    """Return what a template says of its runs. Raises BadValue where it cannot be said."""
    gradings = scene.template.gradings
    scales = {name: _bands(scene, name) for name in gradings}
    said = scene.said() | {n: scale(found, gradings[n].unit) for n, found in scales.items()}
    chosen = scene.chance("question").choice(scene.template.questions)
    question = filled(varied(chosen, scene.chance("words")), said)
    made = [_claim(scene, claimed, scales, said) for claimed in scene.template.claims]
    sentences = [sentence for _, sentence in made if sentence]
    return Composed(question, " ".join(sentences), tuple(claim for claim, _ in made))


def _bands(scene: Scene, name: str) -> tuple[Band, ...]:
    claimed = next((c for c in scene.template.claims if c.grading == name), None)
    if claimed is None:
        raise BadValue(f"no claim of template {scene.template.name!r} uses the scale {name!r}")
    value = _amount(scene.worth(scene.ordered(claimed.formula)[0]), claimed.formula)
    grading, chance = scene.template.gradings[name], scene.chance(f"scale {name}")
    return bands(grading, value.centre, value.decimals, chance)


def bands(
    grading: Grading, outcome: float, decimals: int, chance: random.Random
) -> tuple[Band, ...]:
    """Return the bands of a scale for a result that is printed with so many decimals.

    Raises BadValue for limits that do not fit, or that could not be printed apart.
    """
    near = () if grading.ends else _near(grading, outcome, 10.0**-decimals, chance)
    ends = chance.choice(grading.ends) if grading.ends else near
    if len(ends) != len(grading.labels) - 1 or any(a >= b for a, b in pairwise(ends)):
        raise BadValue(
            f"a scale of {len(grading.labels)} labels needs one rising limit less, {ends} given"
        )
    lows, highs = (None, *ends), (*ends, None)
    return tuple(
        Band(label=label, low=low, high=high)
        for label, low, high in zip(grading.labels, lows, highs, strict=True)
    )


def _near(grading: Grading, outcome: float, least: float, chance: random.Random) -> Sequence[float]:
    """Return round limits of which the result may lie below, between or above."""
    step = _round(abs(outcome) * _SHARE) if outcome else 0.0
    if step < least:
        raise BadValue(f"a result of {outcome:g} is too small to grade")
    below = chance.randrange(len(grading.labels))
    first = floor(outcome / step) + 1 - below
    return [float(f"{(first + i) * step:.10g}") for i in range(len(grading.labels) - 1)]


def _round(number: float) -> float:
    scale = 10.0 ** floor(log10(number))
    return min(_ROUND, key=lambda one: abs(one * scale - number)) * scale


def band_of(number: float, scale: Sequence[Band]) -> Band:
    """Return the band that a number falls in: from its low end up to, not including, its high."""
    return next(
        one
        for one in scale
        if (one.low is None or number >= one.low) and (one.high is None or number < one.high)
    )


def _amount(value: Value | None, formula: str) -> Amount:
    if not isinstance(value, Amount):
        raise BadValue(f"{formula} is no number, and has no size")
    return value


def _claim(
    scene: Scene,
    claimed: Claimed,
    scales: Mapping[str, Sequence[Band]],
    words: Mapping[str, object],
) -> tuple[ReferenceClaim, str]:
    """Return a claim, and its sentence in the answer."""
    formula, places = scene.ordered(claimed.formula)
    value = scene.worth(formula)
    key = _key(claimed, value)
    statement, label = _stated(scene, claimed, formula, value, scales, key)
    said = {
        **words,
        **places,
        "value": "" if value is None else Phrase(_printed(value, sign=not key)),
        "label": Phrase(label),
    }
    text = varied(claimed.texts[key], scene.chance(f"claim {claimed.texts[key]}"))
    sentence = claimed.said.get(key, text)
    sentence = varied(sentence, scene.chance(f"answer {sentence}"))
    prints = "{value" in text and isinstance(value, Amount)
    claim = ReferenceClaim(
        text=filled(text, said),
        formula=statement,
        value=value_of(scene.bench.decided(statement, scene.let)),
        kind="quantitative" if prints else "qualitative",
    )
    return claim, filled(sentence, said) if sentence else ""


def _stated(
    scene: Scene,
    claimed: Claimed,
    formula: str,
    value: Value | None,
    scales: Mapping[str, Sequence[Band]],
    key: str,
) -> tuple[str, str]:
    """Return the statement that a claim makes of a formula, and the label that it names."""
    if value is None:
        return formula, ""
    if claimed.grading:
        return _graded(scene, claimed, formula, _amount(value, formula), scales)
    if key in ("rises", "falls") and "{value" not in claimed.texts[key]:
        return f"{formula} {'>' if key == 'rises' else '<'} 0", ""
    return f"{formula} == {_literal(value)}", ""


def _graded(
    scene: Scene,
    claimed: Claimed,
    formula: str,
    value: Amount,
    scales: Mapping[str, Sequence[Band]],
) -> tuple[str, str]:
    own = {one.name: one.bands for one in value.scales}
    held = scales.get(claimed.grading) or own.get(claimed.grading)
    if held is None:
        raise BadValue(f"neither the question nor {formula} has {claimed.grading!r}")
    band = band_of(value.centre, held)
    if band != band_of(round(value.centre, value.decimals), held):
        raise LabelBesideNumber(f"{value_text(value)} as printed is not {band.label}")
    if claimed.other:
        others = [one for one in held if one != band]
        other = scene.chance("other").choice(others)
        return f"not {_within(formula, other)}", other.label
    if claimed.grading in own and claimed.grading not in scales:
        return f'{formula} == "{band.label}"', band.label
    return _within(formula, band), band.label


def _within(formula: str, band: Band) -> str:
    """Return low <= formula < high."""
    if band.low is None:
        return f"{formula} < {band.high:.12g}"
    if band.high is None:
        return f"{formula} >= {band.low:.12g}"
    return f"{band.low:.12g} <= {formula} < {band.high:.12g}"


def _literal(value: Value) -> str:
    """Return a value as a formula writes it: its digits as printed, else in quotes."""
    match value:
        case Amount() if value.unit != "date":
            return _digits(value)
        case _:
            return f'"{value_text(value)}"'


def _digits(value: Amount) -> str:
    number = round(value.centre, value.decimals)
    text = f"{number:.{max(value.decimals, 0)}f}"
    return text if number else text.lstrip("-")


def _printed(value: Value, *, sign: bool) -> str:
    """Return a value as text says it, with its unit; a date in words.

    sign: False where the text says the direction itself.
    """
    if not isinstance(value, Amount):
        return value_text(value)
    if value.unit == "date":
        day = date.fromisoformat(value_text(value))
        return f"{day:%B} {day.day}, {day.year}"
    if value.ensemble:  # its text tells the members, too
        return f"{_digits(value)}%"
    shown = value if sign else replace(value, centre=abs(value.centre))
    return value_text(shown).replace(" %", "%")


def _key(claimed: Claimed, value: Value | None) -> str:
    """Return which text says a result: that for its sign as printed, or the only one."""
    if "" in claimed.texts:
        return ""
    number = float(_digits(_amount(value, claimed.formula)))
    key = _SIGNS[(number > 0) - (number < 0)]
    if key not in claimed.texts:
        raise BadValue(f"{claimed.formula} stays the same, which the template has no words for")
    return key


def unusual(scene: Scene) -> Iterator[str]:
    """Yield what a template expects of its runs that is not so."""
    for expected in scene.template.expected:
        if not scene.bench.holds(scene.ordered(expected)[0], scene.let):
            yield f"not so: {expected}"
