"""The base of data that flows between the parts, and what is derived from it: made once.

Declarations, calls and runs never change while a program runs, so that what a function makes of
one of them holds for good.
"""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Self, TypeVar
from weakref import WeakKeyDictionary

from pydantic import BaseModel, ConfigDict

_K = TypeVar("_K")
_O = TypeVar("_O")
_H = TypeVar("_H", bound=Hashable)
_V = TypeVar("_V")

#: Most results of one function that are kept.
MOST = 4_096


class Frozen(BaseModel):
    """Base of all data that flows between the parts: immutable, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    def __copy__(self) -> Self:
        """Return a shallow copy, as pydantic does of models without extra and private fields."""
        made = type(self).__new__(type(self))
        object.__setattr__(made, "__dict__", self.__dict__.copy())
        object.__setattr__(made, "__pydantic_fields_set__", self.__pydantic_fields_set__.copy())
        object.__setattr__(made, "__pydantic_extra__", None)
        object.__setattr__(made, "__pydantic_private__", None)
        return made


def once_for_each(make: Callable[[_K], _V]) -> Callable[[_K], _V]:
    """Keep what a function makes of each object; do not change what it returns.

    Objects are told apart by identity, which takes no time however large they are; each is held
    as long as its result, so that no other can take its place.
    """
    known: dict[int, tuple[_K, _V]] = {}

    @wraps(make)
    def found(item: _K) -> _V:
        held = known.get(id(item))
        if held is not None and held[0] is item:
            return held[1]
        if len(known) >= MOST:
            known.clear()
        made = make(item)
        known[id(item)] = (item, made)
        return made

    return found


def lately(most: int) -> Callable[[Callable[[_O, _H], _V]], Callable[[_O, _H], _V]]:
    """Keep what a function has made of equal items lately, by the owner that it is made with.

    It is dropped with its owner, and where an owner has more than `most` of them.
    """

    def keeping(make: Callable[[_O, _H], _V]) -> Callable[[_O, _H], _V]:
        known: WeakKeyDictionary[_O, dict[_H, _V]] = WeakKeyDictionary()

        @wraps(make)
        def found(owner: _O, item: _H) -> _V:
            kept = known.get(owner)
            if kept is None:
                kept = known[owner] = {}
            held = kept.get(item)
            if held is not None:
                return held
            made = make(owner, item)
            if len(kept) >= most:
                kept.clear()
            kept[item] = made
            return made

        return found

    return keeping
