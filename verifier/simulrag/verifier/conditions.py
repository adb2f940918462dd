"""What a call was made with, in words that are read back as the same call."""

import re
from collections.abc import Iterable, Mapping

from pydantic import JsonValue

from simulrag.simulators.interface import Call, Function, Parameter
from simulrag.simulators.objects import in_words

_WINDOW = re.compile(r"\b(?:from|until|for)\b")


def argument_text(parameter: Parameter, value: JsonValue) -> str:
    """Return an argument in words: all choices by the name of their group, else each by its own."""
    if isinstance(value, list) and parameter.kind == "choices":
        return _group(parameter, value) or _together([str(item) for item in value])
    if isinstance(value, list) and parameter.kind == "objects":
        said = [in_words(parameter, one) for one in value if isinstance(one, dict)]
        # A window behind the last of several would be read as that of all.
        return _listed(sorted(said, key=lambda text: not _WINDOW.search(text)))
    if isinstance(value, list):
        return _listed([str(one) for one in value])
    return f"{value:g}" if isinstance(value, float) else str(value)


def _group(parameter: Parameter, value: list[JsonValue]) -> str:
    """Return the name of exactly these choices; "all states" would speak of each by itself."""
    named = [
        name
        for name, members in parameter.selection.groups.items()
        if len(value) > 1 and set(members) == set(map(str, value)) and "all" not in name.split()
    ]
    return named[0] if named else ""


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def _together(names: list[str]) -> str:
    """Return names of what is added up; without the word, each would be meant by itself."""
    return names[0] if len(names) == 1 else f"{_listed(names)} together"


def conditions(call: Call, function: Function, template: str = "") -> str:
    """Return a call's conditions in words, led by a space (" under ssp245 with CO2 ...").

    template: parameters that have a place of their own in it are left out.
    """
    held: Mapping[str, JsonValue] = call.arguments
    given = [p for p in function.parameters if f"{{{p.name}}}" not in template and _given(p, held)]
    choices = [
        argument_text(p, held[p.name])
        for p in given
        if p.kind == "choice" and not p.selection.need_words
    ]
    settings = [text for p in given for text in _setting(p, held[p.name])]
    under = " under " + " and ".join(choices) if choices else ""
    where = [_points(held[p.name]) for p in given if p.kind == "points"]
    return under + (" with " + _listed(settings) if settings else "") + "".join(where)


def _setting(parameter: Parameter, value: JsonValue) -> Iterable[str]:
    """Yield a condition with the name of its parameter ("R0 2.5", "CO2 changed by +5 %")."""
    name = parameter.words[0] if parameter.words else parameter.name
    if parameter.kind == "change":
        yield f"{name} changed by {float(str(value)):+g} %"
    elif parameter.kind == "share":
        yield f"{name} of {float(str(value)):g} %"
    elif parameter.kind == "choice" and parameter.selection.need_words:
        kinds = parameter.choices.get(str(value), ())
        # "None seasonality" is no English: values that deny are put in other words.
        yield f"{kinds[0] if value == 'none' and kinds else value} {name}"
    elif parameter.kind == "integer" and parameter.choices:
        yield (parameter.choices.get(str(value)) or (f"{name} {value}",))[0]
    elif parameter.kind in ("number", "date", "year"):
        yield f"{name} {argument_text(parameter, value)}"


def _points(value: JsonValue) -> str:
    """Return [longitude, latitude] pairs, led by a space (" at points [(-73.6, 40.7)]")."""
    pairs = value if isinstance(value, list) else []
    shown = [", ".join(map(str, pair)) for pair in pairs if isinstance(pair, list)]
    return f" at points [({'), ('.join(shown)})]"


def _given(parameter: Parameter, held: Mapping[str, JsonValue]) -> bool:
    """Tell whether an argument has to be named: without it, a reader takes another one."""
    value = held.get(parameter.name)
    usual = parameter.left_open.taken
    taken = parameter.default if usual is None else usual
    return value is not None and (value != taken or value != parameter.default)
