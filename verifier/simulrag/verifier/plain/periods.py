"""Statements of how a figure goes on from one long period to the next: "levels off after 2060"."""

import re
from collections.abc import Sequence

from simulrag.simulators.interface import Call, Output, Parameter
from simulrag.verifier.claims import Comparator, Figure, Reading
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.discourse import days_of
from simulrag.verifier.plain.items import Item
from simulrag.verifier.plain.readings import expression
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
_HALT = r"(?:a\s+|its\s+|an\s+)?(?:complete\s+|virtual\s+|full\s+)?(?:halt|stop|standstill|end)"
_WORDS: tuple[tuple[Comparator, str], ...] = (
    (
        "unchanged",
        rf"(?:slow(?:s|ed)?\s+to|com(?:es|e|ing)\s+to|grinds?\s+to|came\s+to)\s+{_HALT}|stop(?:s|ped)?"
        r"(?:\s+(?:rising|warming|increasing|growing|altogether))?|ceases?(?:\s+to\s+\w+)?|halts?|"
        r"levels?\s+(?:off|out)|plateaus?|stabili[sz]es?|flattens?(?:\s+(?:off|out))?|stagnates?",
    ),
    (
        "rises",
        r"continu(?:es?|ed|ing)(?:\s+to\s+(?:rise|warm|increase|grow|climb|heat\s+up)|\s+(?:rising|warming|increasing|"
        r"growing|unabated))?|goes\s+on(?:\s+(?:rising|warming|increasing|growing))?|"
        r"ke(?:eps?|pt)\s+(?:on\s+)?(?:rising|warming|increasing|growing|climbing|heating(?:\s+up)?|going\s+up)|"
        r"carries\s+on(?:\s+(?:rising|warming|increasing|growing))?",
    ),
    (
        "falls",
        r"revers(?:es|ed|ing)|starts?\s+to\s+(?:fall|decline|drop|cool)|declines?\s+again|"
        r"falls?\s+(?:back|again)|drops?\s+(?:back|again)|comes?\s+(?:back\s+)?down(?:\s+again)?",
    ),
)
_COURSES: tuple[tuple[Comparator, re.Pattern[str]], ...] = tuple(
    (comparator, re.compile(rf"\b(?:{words})\b", re.I)) for comparator, words in _WORDS
)
_AFTER = re.compile(r"\b(?:after|beyond|past|from|since)\s+(?:the\s+)?$", re.I)
_UNTIL = re.compile(r"\b(?:until|till|through|up\s+to|right\s+up\s+to|to)\s+(?:the\s+)?$", re.I)
#: Years stand for the period that ends with or holds them.
_YEARS_OFF = 1


def continued(scene: Scene) -> Readings:
    """Read "warming levels off after mid-century": the periods that follow, each with the next."""
    parameter = _ordered(scene)
    found: list[tuple[Comparator, re.Match[str]]] = [
        (c, m) for c, pattern in _COURSES for m in pattern.finditer(scene.text)
    ]
    if parameter is None or len(found) != 1 or scene.numbers or scene.ratios:
        return []
    comparator, word = found[0]
    own = [i for i in scene.items if i.parameter == parameter.name]
    times = _followed(scene, parameter, own)
    rest = [i for i in scene.items if i not in own]
    settings = settings_of(scene, rest)
    if len(times) < 2 or len(settings) != 1:
        return []
    output = _main(scene)
    if output is None:
        return []
    calls = [
        complete(scene, {**settings[0], parameter.name: name}, comparing=False) for name in times
    ]
    span = Span(text="", start=word.start(), end=word.end())
    scene.use(span, *scene.items, *(s for o, s in scene.topics if o is output))
    scene.use(*(c for c in scene.comparatives if _belongs(scene, c.start, word, output)))
    scene.assumed.append(f"{parameter.name}: {times[-1]} compared with {times[0]}")
    at = Figure(text=word.group(), start=word.start(), end=word.end())
    return [_step(calls, output, comparator, at, negated=denied(scene, word.start()))]


def _belongs(scene: Scene, at: int, word: re.Match[str], output: Output) -> bool:
    inside = word.start() <= at < word.end()
    return inside or any(s.start <= at < s.end for o, s in scene.topics if o is output)


def _step(
    calls: Sequence[Call], output: Output, comparator: Comparator, at: Figure, *, negated: bool
) -> Reading:
    made = expression("difference", (calls[0], calls[-1]), output)
    if comparator != "unchanged":
        return Reading(expression=made, comparator=comparator, figures=(at,), negated=negated)
    at = at.model_copy(update={"value": 0.0, "half_unit": output.about_difference})
    unit = output.unit.removeprefix("delta_")
    return Reading(expression=made, comparator="about", figures=(at,), unit=unit, negated=negated)


def _ordered(scene: Scene) -> Parameter | None:
    """Return the input that counts long periods, of figures that were published."""
    if not any(o.published for o in scene.function.outputs):
        return None
    return next((p for p in scene.function.parameters if p.periods and p.kind == "choice"), None)


def _main(scene: Scene) -> Output | None:
    named = {o.name for o, _ in scene.topics}
    held = [o for o in scene.function.outputs if o.baseline_words and o.name in named]
    return held[0] if len(held) == 1 else None


def _followed(scene: Scene, parameter: Parameter, own: Sequence[Item]) -> list[str]:
    """Return the first and last period that a course word speaks of."""
    names = list(parameter.periods)
    last = names[-1]
    if len(own) == 1:
        before = scene.text[: own[0].start]
        if _AFTER.search(before) and own[0].value != last:
            return [str(own[0].value), last]
        if _UNTIL.search(before) and own[0].value == last and _scenario_named(scene, parameter):
            return [n for n in names if days_of(parameter, n)[0].year > _FIRST_FUTURE][-2:]
        return []
    years = [t for t in scene.times if t.grain == "years" and t.first.year == t.last.year]
    if own or len(years) != 1 or not _AFTER.search(scene.text[: years[0].start]):
        return []
    ends = [
        n for n in names if abs(days_of(parameter, n)[1].year - years[0].first.year) <= _YEARS_OFF
    ]
    if len(ends) != 1 or ends[0] == last:
        return []
    scene.use(years[0])
    return [ends[0], last]


_FIRST_FUTURE = 2020


def _scenario_named(scene: Scene, parameter: Parameter) -> bool:
    return any(i.parameter != parameter.name for i in scene.items)
