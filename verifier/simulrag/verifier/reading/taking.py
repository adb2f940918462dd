"""Whether a function can be asked with the settings that a text names."""

from collections.abc import Mapping, Sequence

from simulrag.simulators.interface import Function, Parameter
from simulrag.verifier.reading.frames import Frame
from simulrag.verifier.reading.mentions import Mention


def complete(function: Function, frame: Frame) -> bool:
    """Tell whether a setting has all that a function requires, or what is usual stands for it."""
    return all(
        not p.required or p.name in frame or (function.compares and p.typical is not None)
        for p in function.parameters
    )


def usual(function: Function, frame: Frame) -> Frame:
    """Return what is usual of the inputs that a setting leaves open.

    Only where two runs share them, or where one input is asked for and the others matter less.
    """
    return {
        p.name: Mention(
            parameter=p.name,
            value=p.typical,
            start=0,
            end=0,
            words="",
            assumed=f"{p.name}: {p.typical}, as nothing else is said",
        )
        for p in (function.parameters if function.compares or function.seeks else ())
        if p.name not in frame and p.typical is not None
    }


def ignores_numbers(function: Function, made: Sequence[Frame], others: Sequence[Function]) -> bool:
    """Tell whether what was measured is asked of settings with numbers that only models take."""
    own = {p.name for p in function.parameters}
    left = {name for one in made for name in one} - own
    return function.observed and any(
        p.name in left and p.kind in ("number", "integer", "share")
        for other in others
        for p in other.parameters
    )


def heeds(function: Function, made: Sequence[Frame], parameters: Mapping[str, Parameter]) -> bool:
    """Tell whether a function takes the conditions in free words of all settings."""
    own = {p.name for p in function.parameters}
    return all(name in own for one in made for name in one if parameters[name].kind == "texts")


def takes(function: Function, frame: Frame) -> bool:
    """Tell whether a function has every parameter of a setting, and each choice made of them."""
    own = {p.name: p for p in function.parameters}
    return all(
        name in own and (own[name].kind != "choice" or mention.value in own[name].choices)
        for name, mention in frame.items()
    )


def answers(function: Function, made: Sequence[Frame]) -> bool:
    """Tell whether a function takes all settings, of which there are some, and lacks nothing."""
    return bool(made) and all(takes(function, one) and complete(function, one) for one in made)
