"""Simulators of which published records speak otherwise than their own runs do."""

from typing import Protocol, runtime_checkable
from weakref import WeakKeyDictionary

from simulrag.simulators.interface import Simulator
from simulrag.simulators.registry import Registry


@runtime_checkable
class InRecords(Protocol):
    """A simulator whose published records hold other statistics than its runs, by the same words.

    Where a claim is held against a record, a word means the output that the record holds (such as
    the peak of a median curve), not the one of a run (the median of the members' peaks).
    """

    def of_records(self) -> Simulator:
        """Return the same simulator, its outputs those that records hold."""
        ...


_MADE: WeakKeyDictionary[Registry, Registry] = WeakKeyDictionary()


def of_records(registry: Registry) -> Registry:
    """Return simulators whose words mean what records hold; the same for the same registry."""
    held = _MADE.get(registry)
    if held is None:
        held = Registry(s.of_records() if isinstance(s, InRecords) else s for s in registry)
        _MADE[registry] = held
    return held
