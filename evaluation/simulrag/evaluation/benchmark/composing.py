"""Composes question, answer and claims from a template, drawn values and the runs they need."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from simulrag.evaluation.benchmark.drawing import Values
from simulrag.evaluation.benchmark.gradings import band_of, bands
from simulrag.evaluation.benchmark.items import ReferenceClaim
from simulrag.evaluation.benchmark.results import digits, printed, result
from simulrag.evaluation.benchmark.wording import Phrase, Said, filled, scale, varied
from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Band, Function, Label, Quantity, Run, Simulator, Value
from simulrag.simulators.question_templates import Claimed, QuestionTemplate

#: Sign of a result -> the key of the text that says it.
_SIGNS = {1: "rises", -1: "falls", 0: "same"}


@dataclass(frozen=True)
class Scene:
    """What an item is composed from; `runs` are those of the template's settings, in order."""

    template: QuestionTemplate
    simulator: Simulator
    values: Values
    runs: Sequence[Run]
    #: A name for the draws of wording and limits, so that each is drawn by itself.
    seed: str

    def chance(self, purpose: str) -> random.Random:
        """Return the source of chance for one purpose."""
        return random.Random(f"{self.seed}|{purpose}")

    def outcome(self, claimed: Claimed) -> "Outcome":
        """Return the result that a claim rests on. Raises BadValue where there is none."""
        order = self._ranked(claimed) if claimed.winner else claimed.runs
        value = result(claimed.operation, claimed.output, [self.runs[i] for i in order])
        return Outcome(tuple(order), value)

    def _ranked(self, claimed: Claimed) -> list[int]:
        held = {i: self.runs[i].outputs.get(claimed.output) for i in claimed.runs}
        numbers = {i: v.value for i, v in held.items() if isinstance(v, Quantity)}
        if len(numbers) < len(held):
            raise BadValue(f"{claimed.output} is no number, so that none is the highest")
        return sorted(numbers, key=lambda i: numbers[i], reverse=claimed.winner == "highest")


@dataclass(frozen=True)
class Outcome:
    """The result of an operation on settings in that order."""

    order: tuple[int, ...]
    value: Value

    def number(self, *, absolute: bool) -> float:
        """Return the result as a number. Raises BadValue where it is none."""
        if not isinstance(self.value, Quantity):
            raise BadValue("a category or a date has no size")
        return abs(self.value.value) if absolute else self.value.value


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
    scales = {name: _bands(scene, name) for name in scene.template.gradings}
    said = _said(scene, scales)
    chosen = scene.chance("question").choice(scene.template.questions)
    question = filled(varied(chosen, scene.chance("words")), said)
    made = [_claim(scene, claimed, scales, said) for claimed in scene.template.claims]
    sentences = [sentence for _, sentence in made if sentence]
    return Composed(question, " ".join(sentences), tuple(claim for claim, _ in made))


def _bands(scene: Scene, name: str) -> tuple[Band, ...]:
    claimed = next((c for c in scene.template.claims if c.grading == name), None)
    if claimed is None:
        raise BadValue(f"no claim of template {scene.template.name!r} uses the scale {name!r}")
    number = scene.outcome(claimed).number(absolute=claimed.absolute)
    function = function_of(scene.template, claimed.runs[0], scene.simulator)
    decimals = function.output(claimed.output).decimals
    return bands(scene.template.gradings[name], number, decimals, scene.chance(f"scale {name}"))


def _said(scene: Scene, scales: Mapping[str, Sequence[Band]]) -> dict[str, object]:
    """Return what placeholders of the question stand for."""
    template = scene.template
    function = function_of(template, 0, scene.simulator)
    said: dict[str, object] = {
        name: Said(value, function.parameter(template.draws[name].parameter))
        for name, value in scene.values.items()
    }
    for name, found in scales.items():
        said[name] = scale(found, template.gradings[name].unit)
    return said


def _claim(
    scene: Scene,
    claimed: Claimed,
    scales: Mapping[str, Sequence[Band]],
    words: Mapping[str, object],
) -> tuple[ReferenceClaim, str]:
    """Return a claim, and its sentence in the answer."""
    output = function_of(scene.template, claimed.runs[0], scene.simulator).output(claimed.output)
    outcome = scene.outcome(claimed)
    held = digits(outcome.value, output, absolute=claimed.absolute)
    key = _key(claimed, held)
    own = {one.name: one.bands for one in output.scales}
    stated = _stated(scene, claimed, outcome, {**own, **scales}, key) or Stated(held)
    settings = scene.template.settings
    said = {
        **words,
        "value": Phrase(printed(outcome.value, output, claimed.operation, sign=not key)),
        "label": Phrase(stated.value.removeprefix("not ")),
        "winner": filled(settings[outcome.order[0]].name, words, sentence=False),
        "loser": filled(settings[outcome.order[-1]].name, words, sentence=False),
    }
    text = varied(claimed.texts[key], scene.chance(f"claim {claimed.texts[key]}"))
    sentence = claimed.said.get(key, text)
    sentence = varied(sentence, scene.chance(f"answer {sentence}"))
    claim = ReferenceClaim(
        text=filled(text, said),
        run_ids=tuple(scene.runs[i].id for i in outcome.order),
        output=claimed.output,
        kind="quantitative" if _prints_result(text, outcome.value) else "qualitative",
        operation=claimed.operation,
        absolute=claimed.absolute,
        value=str(said["winner"]) if claimed.winner else stated.value,
        low=stated.low,
        high=stated.high,
    )
    return claim, filled(sentence, said) if sentence else ""


@dataclass(frozen=True)
class Stated:
    """What a claim states of a result: its digits, or a word with the bounds that it stands for."""

    value: str
    low: float | None = None
    high: float | None = None


def _stated(
    scene: Scene,
    claimed: Claimed,
    outcome: Outcome,
    scales: Mapping[str, Sequence[Band]],
    key: str,
) -> Stated | None:
    """Return the label, rank or direction that a claim states, None where it prints the result."""
    if claimed.grading:
        if claimed.grading not in scales:
            raise BadValue(f"neither the question nor {claimed.output} has {claimed.grading!r}")
        bands_held = scales[claimed.grading]
        band = band_of(outcome.number(absolute=claimed.absolute), bands_held)
        label = band.label
        if claimed.other:
            others = [one.label for one in bands_held if one != band]
            label = f"not {scene.chance('other').choice(others)}"
        return Stated(label, band.low, band.high)
    if claimed.winner:
        return Stated("", low=0.0)
    if key in ("rises", "falls") and "{value" not in claimed.texts[key]:
        rises = key == "rises"
        return Stated(key, low=0.0 if rises else None, high=None if rises else 0.0)
    return None


def _prints_result(text: str, value: Value) -> bool:
    return "{value" in text and not isinstance(value, Label)


def _key(claimed: Claimed, held: str) -> str:
    """Return which text says a result: that for its sign as printed, or the only one."""
    if "" in claimed.texts:
        return ""
    number = float(held)
    key = _SIGNS[(number > 0) - (number < 0)]
    if key not in claimed.texts:
        raise BadValue(f"{claimed.output} stays the same, which the template has no words for")
    return key
