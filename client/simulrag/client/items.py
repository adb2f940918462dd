"""Lists in replies of a model, checked item by item."""

import json
from collections.abc import Mapping
from typing import Annotated, Any, TypeVar, cast

from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError

from simulrag.client.errors import OddReply

Item = TypeVar("Item", bound=BaseModel)
Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1000)]


class FromModel(BaseModel):
    """Something that a model wrote; what was not asked for is ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


def items(content: Mapping[str, Any], key: str, kind: type[Item]) -> tuple[list[Item], int]:
    """Return the items of a list that are as asked, and how many are not. Raises OddReply."""
    found: list[Item] = []
    listed = items_of(content, key)
    for item in listed:
        try:
            found.append(kind.model_validate(item))
        except ValidationError:
            continue
    return found, len(listed) - len(found)


def items_of(content: Mapping[str, Any], key: str) -> list[Any]:
    """Return a list of a reply. Raises OddReply where there is none."""
    given: Any = content.get(key)
    if isinstance(given, str):  # models sometimes hand in a list as its JSON text
        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            given = None
    if not isinstance(given, list):
        raise OddReply(f"the reply holds no list {key!r}, but {type(given).__name__}")
    return cast("list[Any]", given)
