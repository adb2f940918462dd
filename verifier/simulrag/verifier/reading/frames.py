"""The settings that a question asks about: each combination of conditions is a frame."""

import itertools
import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from simulrag.simulators.interface import Parameter
from simulrag.verifier.reading.mentions import Mention
from simulrag.verifier.reading.origins import without_origins

#: Words that set one alternative against another.
_ALTERNATIVE = re.compile(
    r"\b(?:another|other|second|versus|vs|compar\w+|instead|alternativ\w+|whereas|while|"
    r"separately|contrast\w*|against|impact of|if|what|or|simultaneously|than|rather)\b|[.;?!]\s",
    re.IGNORECASE,
)
#: What may stand between inputs of different families that change together.
_LISTED = re.compile(
    r"[\s,]*(?:(?:and|as well as|together with|along with|plus)\s+)?"
    r"(?:(?:an?|the|its|also|both|local|global|increasing|decreasing|reducing|cutting|changing|"
    r"raising|lowering|of|in|by)\s+){0,3}"
)
#: Words between conditions of which one or the other holds.
_ONE_OR_OTHER = re.compile(
    r"\b(?:or|versus|vs|than|instead|compared|as opposed to|against)\b", re.IGNORECASE
)
_SENTENCE_END = re.compile(r"[.?!]\s|\n")
#: Most settings that one question may ask for.
MOST_FRAMES = 24

Frame = dict[str, Mention]


def frames(text: str, found: Sequence[Mention], parameters: Mapping[str, Parameter]) -> list[Frame]:
    """Return the distinct settings that mentions combine to, in the order of the text.

    Values of one parameter make alternatives; relative changes of inputs form sets that go
    together, parted where the text sets one alternative against another. A set goes with the
    year of its own sentence where there is just one. Parameters without meaning in a setting
    (`Parameter.applies`) are left out of it.
    """
    found = without_origins(text, found, parameters)
    changes = [m for m in found if parameters[m.parameter].kind == "change"]
    rest = [m for m in found if parameters[m.parameter].kind not in ("change", "points")]
    points = [m for m in found if parameters[m.parameter].kind == "points"]
    sets = _change_sets(text, changes, parameters)
    if points and sets:
        sets = [_with_points(one, points, parameters) for one in sets]
    elif points:
        rest += points
    years = [m for m in rest if parameters[m.parameter].kind == "year"]
    base = _combinations(text, rest, parameters)
    made = [
        _applicable({**frame, **one}, parameters)
        for frame in base
        for one in _sets_for(text, frame, sets, _years_of(years, sets, parameters))
    ]
    return _distinct(made)[:MOST_FRAMES]


def _change_sets(
    text: str, changes: Sequence[Mention], parameters: Mapping[str, Parameter]
) -> list[Frame]:
    sets: list[Frame] = []
    for mention in changes:
        if sets and not _starts_new_set(text, sets[-1], mention, parameters):
            sets[-1].setdefault(mention.parameter, mention)
        elif not any(_repeats(one, mention) for one in sets):
            sets.append({mention.parameter: mention})
    return sets


def _repeats(one: Frame, mention: Mention) -> bool:
    return mention.parameter in one and one[mention.parameter].value == mention.value


def _starts_new_set(
    text: str, current: Frame, mention: Mention, parameters: Mapping[str, Parameter]
) -> bool:
    if mention.parameter in current:
        return current[mention.parameter].value != mention.value
    last = max(current.values(), key=lambda m: m.end)
    family = {word for m in current.values() for word in parameters[m.parameter].family}
    if family & set(parameters[mention.parameter].family):
        return False
    return not _LISTED.fullmatch(text, last.end, mention.start) or bool(
        _ALTERNATIVE.search(text, last.end, mention.start)
    )


def _with_points(
    one: Frame, points: Sequence[Mention], parameters: Mapping[str, Parameter]
) -> Frame:
    """Give a set the points that follow it, where points mean anything for its inputs."""
    applies = parameters[points[0].parameter].applies
    if applies and not set(applies) & set(one):
        return one
    end = max(m.end for m in one.values())
    after = [p for p in points if p.start >= end]
    return {**one, points[0].parameter: after[0] if after else points[-1]}


def _combinations(
    text: str, rest: Sequence[Mention], parameters: Mapping[str, Parameter]
) -> list[Frame]:
    values: dict[str, list[Mention]] = {}
    for mention in rest:
        known = values.setdefault(mention.parameter, [])
        if all(_key(m.value) != _key(mention.value) for m in known):
            known.append(mention)
    for name, known in values.items():
        together = parameters[name].kind == "texts" and not _either(text, known)
        if parameters[name].kind == "choices" or together:
            values[name] = [_joined(known)]
    names = list(values)
    return [
        dict(zip(names, combination, strict=True))
        for combination in itertools.islice(itertools.product(*values.values()), MOST_FRAMES)
    ]


def _either(text: str, known: Sequence[Mention]) -> bool:
    """Tell whether conditions in free words are alternatives: "schools or travel"."""
    return any(
        _ONE_OR_OTHER.search(text, first.end, second.start)
        for first, second in itertools.pairwise(known)
    )


def _key(value: JsonValue) -> str:
    return " ".join(str(value).casefold().split())


def _joined(known: Sequence[Mention]) -> Mention:
    first, last = known[0], known[-1]
    return Mention(
        parameter=first.parameter,
        value=[
            name for m in known for name in (m.value if isinstance(m.value, list) else [m.value])
        ],
        start=first.start,
        end=last.end,
        words=", ".join(m.words for m in known),
    )


def _sets_for(
    text: str, frame: Frame, sets: Sequence[Frame], years: Sequence[Mention]
) -> list[Frame]:
    own = {_key(m.value) for m in frame.values() if m.parameter in {y.parameter for y in years}}
    if not sets:
        return [{}]
    if not own:
        return list(sets)
    return [one for one in sets if _goes_with(text, own, one, years)] or [{}]


def _years_of(
    years: Sequence[Mention], sets: Sequence[Frame], parameters: Mapping[str, Parameter]
) -> list[Mention]:
    """Return the years in which the changes have a meaning."""
    names = {name for one in sets for name in one if parameters[name].kind == "change"}
    return [
        year
        for year in years
        if all(
            _within(year, ends)
            for name in names
            for other, ends in parameters[name].applies.items()
            if other == year.parameter
        )
    ]


def _goes_with(text: str, own: set[str], one: Frame, years: Sequence[Mention]) -> bool:
    """Tell whether a set of changes goes with a year: its own sentence names it or none."""
    start, end = min(m.start for m in one.values()), max(m.end for m in one.values())
    left = max((m.end() for m in _SENTENCE_END.finditer(text, 0, start)), default=0)
    right = next((m.start() for m in _SENTENCE_END.finditer(text, end)), len(text))
    beside = {_key(y.value) for y in years if left <= y.start < right}
    return not beside or bool(beside & own)


def _applicable(frame: Frame, parameters: Mapping[str, Parameter]) -> Frame:
    """Leave out what has no meaning here, such as an emission change in 1990."""
    return {
        name: mention
        for name, mention in frame.items()
        if all(_within(frame.get(other), ends) for other, ends in parameters[name].applies.items())
    }


def _within(mention: Mention | None, ends: tuple[float | None, float | None]) -> bool:
    if mention is None or not isinstance(mention.value, int | float):
        return True
    low, high = ends
    return (low is None or mention.value >= low) and (high is None or mention.value <= high)


def _distinct(made: Sequence[Frame]) -> list[Frame]:
    seen: dict[tuple[tuple[str, str], ...], Frame] = {}
    for frame in made:
        key = tuple(sorted((name, _key(m.value)) for name, m in frame.items()))
        seen.setdefault(key, frame)
    return sorted(seen.values(), key=_position)


def _position(frame: Frame) -> tuple[int, ...]:
    return tuple(sorted((m.start for m in frame.values()), reverse=True))
