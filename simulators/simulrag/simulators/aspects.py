"""What people judge a run by in general words, and the outputs that measure it."""

from typing import Literal, Protocol, runtime_checkable

from simulrag.simulators.interface import Frozen


class Aspect(Frozen):
    """A quality such as traffic flow, which several outputs measure between them.

    It has improved where all its outputs have, and has got worse where all have; where they
    disagree, what is said of it as a whole is open.
    """

    name: str
    #: Names of the outputs that measure it, all of one function.
    outputs: tuple[str, ...]
    #: Which way its outputs go where it improves.
    better: Literal["lower", "higher"]
    #: Phrases for what is good, which can improve ("traffic flow").
    words: tuple[str, ...]
    #: Phrases for what is bad, which can be eased ("congestion").
    burdens: tuple[str, ...] = ()
    #: Where it comes from that these outputs measure it.
    source: str


@runtime_checkable
class Appraised(Protocol):
    """A simulator whose outputs measure something that people name by other words."""

    aspects: tuple[Aspect, ...]
