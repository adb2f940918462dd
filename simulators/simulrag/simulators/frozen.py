"""The base of all data that flows between the parts."""

from typing import Self

from pydantic import BaseModel, ConfigDict


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
