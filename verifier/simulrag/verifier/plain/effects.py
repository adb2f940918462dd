"""Plain statements of what a condition changes, of functions whose results are changes."""

import re
from collections.abc import Sequence

from simulrag.simulators.interface import Call, Output
from simulrag.verifier.claims import Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.marks import Comparative
from simulrag.verifier.plain.readings import direction, expression, number, same
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.signs import FALL, RISE

_DIRECTION = re.compile(
    rf"\b(?:(?P<fall>{FALL}|fewer|flatten\w*|smaller|dampen\w*)|(?P<rise>{RISE}|larger))\b", re.I
)
#: "By a third" has no number that could be compared.
_FRACTION = re.compile(
    r"\bby\s+(?:\w+\s+)?(?:half|(?:an?|one|two|three|four)\s+(?:third|quarter|fifth|tenth)s?)\b",
    re.I,
)


def effects(scene: Scene) -> list[Reading]:
    """Read "closing schools lowers the peak (by 20 %)": the sign and size of a change."""
    settings = settings_of(scene, scene.items) if scene.function.compares else []
    numbers = [q for q in scene.numbers if q.unit]
    words = [c for c in _directions(scene) if not _qualifies(c, numbers)]
    if len(settings) == 1 and not words and not scene.numbers:
        call = complete(scene, settings[0], comparing=True)
        return _none(scene, call) or _averts(scene, call)
    if len(settings) != 1 or len(scene.numbers) > 1 or len({c.sign for c in words}) != 1:
        return []
    if not numbers and _FRACTION.search(scene.text, words[-1].end):
        return []
    call = complete(scene, settings[0], comparing=True)
    changes = [o for o in choosing.named(scene, list(call.arguments)) if o.fall_words]
    if not changes or len(numbers) != len(scene.numbers):
        return []
    scene.use(*scene.items, *words)
    return _read(scene, call, changes, words[0], numbers)


def _none(scene: Scene, call: Call) -> list[Reading]:
    """Read "would leave admissions unchanged", "has next to no effect on"."""
    words = [c for c in scene.comparatives if c.sign == 0 and c.aspect == "size"]
    changes = [o for o in choosing.named(scene, list(call.arguments)) if "lower" in o.fall_words]
    if len(words) != 1 or not changes:
        return []
    scene.use(*scene.items, *words)
    negated = denied(scene, words[0].start)
    made = expression("value", (call,), changes[0])
    return [same(made, words[0], changes[0], negated=negated)]


#: What is averted is less of it, where nothing says how much.
_AVERTS = re.compile(
    r"\b(?:averts?|averted|prevents?|prevented|avoids?|avoided|saves?|spares?)\s+(?:some\s+|many\s+)?"
    r"(?=(?:flu\s+|influenza\s+|hospital\s+)*(?:admissions|hospitali[sz]ations)\b)",
    re.I,
)


def _averts(scene: Scene, call: Call) -> list[Reading]:
    match = _AVERTS.search(scene.text)
    changes = [o for o in choosing.named(scene, list(call.arguments)) if "lower" in o.fall_words]
    if match is None or not changes or scene.comparatives:
        return []
    word = Comparative(sign=-1, start=match.start(), end=match.end(), words=match.group())
    scene.use(*scene.items)
    made = expression("value", (call,), changes[0])
    return [direction(made, word, changes[0], negated=denied(scene, word.start))]


def _directions(scene: Scene) -> list[Comparative]:
    """Return the words that say which way something changes, those of the condition left out."""
    return [
        Comparative(
            sign=-1 if match["fall"] else 1,
            start=match.start(),
            end=match.end(),
            words=match.group(),
        )
        for match in _DIRECTION.finditer(scene.text)
        if not any(i.start <= match.start() < i.end for i in scene.items)
    ]


def _qualifies(word: Comparative, numbers: Sequence[Printed]) -> bool:
    """Tell whether a word belongs to a number: "less than 5 %"."""
    return any(q.qualified_from <= word.start < q.start for q in numbers)


def _read(
    scene: Scene,
    call: Call,
    changes: Sequence[Output],
    word: Comparative,
    numbers: Sequence[Printed],
) -> list[Reading]:
    negated = denied(scene, word.start)
    if not numbers:
        made = expression("value", (call,), changes[0])
        return [direction(made, word, changes[0], negated=negated)]
    output = choosing.for_number(scene, numbers[0], changes)
    if output is None:
        return []
    scene.use(numbers[0])
    made = expression("value", (call,), output, negative=word.sign < 0)
    return [number(made, numbers[0], output, negated=negated, direction=word)]
