"""Numbers in turn, each of a setting of its own: "519 in 2024-25, against 139 in 2023-24"."""

import itertools
import re
from collections.abc import Sequence

from simulrag.verifier.claims import Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.bands import RANGES, spread_over
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.directs import value
from simulrag.verifier.plain.items import Item
from simulrag.verifier.plain.marks import PIVOT, Comparative
from simulrag.verifier.plain.no_values import lies_between
from simulrag.verifier.plain.readings import direction, expression
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, values_of
from simulrag.verifier.reading.signs import FALL, RISE
from simulrag.verifier.reading.text import Span

Readings = list[Reading]


def paired(scene: Scene) -> Readings:
    """Read "519 in 2024-25, against 139 in 2023-24": as many numbers as settings, in order."""
    given = values_of(scene, scene.items)
    several = [name for name, own in given.items() if len(own) > 1]
    if len(several) != 1 or len(given[several[0]]) != len(scene.numbers):
        return []
    if (RANGES.search(scene.text) and not spread_over(scene)) or lies_between(scene):
        return []  # what lies in a range is no value of its ends, nor what is added between them
    if any(_SO_MUCH.match(scene.text, q.unit_end) for q in scene.numbers if q.unit):
        return []  # how far below another is none of both values
    name = several[0]
    rest = {other: own[0] for other, own in given.items() if other != name}
    own = [i for i in scene.items if i.parameter == name]
    if len(own) != len(scene.numbers) or not _in_turn(scene, own):
        return []
    found: Readings = []
    for item, figure in zip(own, scene.numbers, strict=True):
        call = complete(scene, {**rest, name: item.value}, comparing=False)
        made = value(scene, [call], choosing.named(scene, list(call.arguments)), figure)
        if not made:
            return []
        found += made
    words = [
        c
        for c in scene.comparatives
        if c.sign in (1, -1) and c.aspect == "size" and not _of_dates(scene, c)
    ]
    terms = [r.expression.terms[0] for r in found]
    if len(words) == 1 and len(terms) == 2 and own[0].start < own[1].start:
        output = scene.function.output(terms[0].output)
        # What stands before "than" is compared with what stands behind it.
        led = PIVOT.search(scene.text, min(own[0].end, words[0].end), own[1].start)
        begun = words[0].start >= own[0].end and _FROM.match(scene.text, words[0].end)
        first = words[0].transitive or begun or (led and not _moves(words[0]))
        calls = [t.call for t in (reversed(terms) if first else terms)]
        negated = denied(scene, words[0].start)
        found.append(
            direction(expression("difference", calls, output), words[0], output, negated=negated)
        )
        scene.use(words[0])
    scene.use(*scene.items)
    for match in PIVOT.finditer(scene.text):
        scene.use(Span(text="", start=match.start(), end=match.end()))
    return found


_SO_MUCH = re.compile(r"\s+(?:below|above|short\s+of|ahead\s+of|behind|beneath)\s+(?=\S*[A-Z\d])")
#: "607 in T, up from 457 in U": the value that it rose from comes second.
_FROM = re.compile(r"\W*(?:\w+ly\s+)?from\b", re.I)


def _of_dates(scene: Scene, word: Comparative) -> bool:
    """Tell whether a word compares dates alone: "after about 1,500 in the week before"."""
    kinds = {scene.function.output(name).kind for name in word.outputs}
    return kinds == {"date"}


def _moves(word: Comparative) -> bool:
    """Tell whether a word is a verb of change, whose second value is the later one."""
    graded = re.fullmatch(_GRADED, word.words, re.I)
    return not graded and bool(re.fullmatch(_MOVES, word.words, re.I))


_GRADED = r"(?:[a-z]+ )?(?:more|less|fewer|[a-z]+er)"
_MOVES = rf"{RISE}|{FALL}|[a-z]+(?:ed|es|ing)(?: \w+)?|rose|fell|grew|sank|shrank|up|down"


def _in_turn(scene: Scene, own: Sequence[Item]) -> bool:
    """Tell whether each number belongs to the setting of the same place in the order.

    Either all stand before their settings or all behind; or pair by pair, none inside another.
    """
    pairs = [*zip(scene.numbers, own, strict=True)]
    if len({q.start < i.start for q, i in pairs}) == 1:
        return True
    ends = [(min(q.start, i.start), max(q.end, i.end)) for q, i in pairs]
    return all(a[1] <= b[0] for a, b in itertools.pairwise(ends))
