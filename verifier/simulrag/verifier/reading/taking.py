"""Whether a function can be asked with the settings that a text names."""

from collections.abc import Sequence

from simulrag.simulators.interface import Function
from simulrag.verifier.reading.frames import Frame


def complete(function: Function, frame: Frame) -> bool:
    """Tell whether a setting has all that a function requires."""
    return all(not p.required or p.name in frame for p in function.parameters)


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
