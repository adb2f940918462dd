"""Which result of a run a word says something of, and what it says of two runs."""

from collections.abc import Sequence

from simulrag.simulators.interface import Call, Output
from simulrag.verifier.claims import Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.marks import Comparative
from simulrag.verifier.plain.readings import direction, expression, number
from simulrag.verifier.plain.rows import Row, Sign, account_for_all
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.quantities import family

Readings = list[Reading]
_TWO = 2


def all_ways(
    scene: Scene,
    row: Row,
    varied: str,
    calls: tuple[Call, Call],
    ways: Sequence[tuple[Sign, bool]],
) -> Readings:
    """Return what each word says of the second of two settings against the first."""
    made: Readings = []
    for sign, negated in ways:
        word = sign.way
        word = _of_time(scene, row, word) if word is not None else None
        output = _output(scene, word, calls, varied) if word is not None else None
        found = _read(row, calls, output, word, negated=negated) if word and output else []
        if not found:
            return []
        made += found
    account_for_all(scene)
    return made


def _output(scene: Scene, word: Comparative, calls: Sequence[Call], varied: str) -> Output | None:
    held = choosing.named(scene, list(calls[0].arguments))
    output = choosing.for_comparison(scene, word, held, [varied])
    own = f"{scene.simulator.name}.{scene.function.name}."
    if output is None and not _names_outputs(scene) and scene.discourse.output.startswith(own):
        spoken = scene.function.output(scene.discourse.output.removeprefix(own))
        words = {*spoken.words, *spoken.loose_words}
        beside = [o for o in scene.function.outputs if words & {*o.words, *o.loose_words}]
        output = choosing.for_comparison(scene, word, [spoken, *beside], [varied])
    return output


def _names_outputs(scene: Scene) -> bool:
    """Tell whether a sentence names an output itself, and takes none up."""
    return any(span.end > span.start for _, span in scene.topics)


def _of_time(scene: Scene, row: Row, word: Comparative) -> Comparative:
    """Return a word for the same or another as one of time, where only a time is spoken of."""
    if word.sign in (1, -1):
        return word
    for sign in row.of_kind("output"):
        phrase = scene.text[sign.start : sign.end].casefold()
        named = [o for o in scene.function.outputs if _is_called(o, phrase)]
        if named and all(o.kind == "date" or o.unit in ("day", "week") for o in named):
            return word.model_copy(update={"aspect": "time"})
    return word


def _is_called(output: Output, phrase: str) -> bool:
    return phrase in {w.casefold() for w in (*output.words, *output.loose_words)}


def _read(
    row: Row, calls: Sequence[Call], output: Output, word: Comparative, *, negated: bool
) -> Readings:
    amounts = row.of_kind("number")
    if word.sign == _TWO and amounts:
        return _apart(calls, output, amounts[0], negated=negated)
    if word.sign == _TWO:
        word, negated = word.model_copy(update={"sign": 0}), not negated
    if not amounts:
        return [direction(expression("difference", calls, output), word, output, negated=negated)]
    figure = amounts[0].number
    if figure is None or not word.sign or not _belongs(row, amounts[0], word):
        return []
    percent = figure.unit == "percent" and output.unit != "percent"
    if not percent and family(figure.unit) != family(_unit(output)):
        return []
    made = expression(
        "percent_change" if percent else "difference", calls, output, negative=word.sign < 0
    )
    return [number(made, figure, output, negated=negated, direction=word)]


def _apart(calls: Sequence[Call], output: Output, amount: Sign, *, negated: bool) -> Readings:
    """Return by how much two settings differ, whichever has more."""
    figure = amount.number
    if figure is None or family(figure.unit) != family(_unit(output)):
        return []
    made = expression("difference", calls, output).model_copy(update={"absolute": True})
    return [number(made, figure, output, negated=negated)]


#: Verbs that take by how much as their object: "saves the world 0.8 °C".
_GIVING = ("add", "gain", "spare", "save", "shave", "cut", "trim", "avoid")


def _right_behind(row: Row, at: int, word: Comparative) -> bool:
    """Tell whether a number stands behind a verb, nothing between but to whom it is given."""
    between = [s.kind for s in row.signs[:at] if s.start >= word.end]
    return row.signs[at].start >= word.end and set(between) <= {"output", "only", "it"}


def _unit(output: Output) -> str:
    return "day" if output.kind == "date" else output.unit


def _belongs(row: Row, amount: Sign, word: Comparative) -> bool:
    """Tell whether a number says by how much: "two weeks earlier", "raises the peak by 20 %"."""
    at = row.signs.index(amount)
    if at and row.signs[at - 1].kind in ("to", "and", "or", "between"):
        return False  # "one to three degrees"
    after = row.signs[at + 1] if at + 1 < len(row.signs) else None
    if after is not None and after.way == word:
        return after.start - amount.end <= 1  # not "of 19 °C is lower"
    if word.words.startswith(_GIVING) and _right_behind(row, at, word):
        return True
    led = [s.kind for s in reversed(row.signs[:at])][:1] == ["by"]
    between = [s.kind for s in row.signs if word.end <= s.start < amount.start]
    return led and set(between) <= {"by", "output", "of", "value"}
