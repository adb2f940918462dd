"""Whether a reply fits the JSON schema that was asked for."""

from collections.abc import Mapping
from typing import Any


def fits(content: Any, schema: Mapping[str, Any]) -> bool:
    """Tell whether a JSON value satisfies a schema (draft 2020-12)."""
    from jsonschema import Draft202012Validator  # late: it is not needed to start

    return bool(Draft202012Validator(dict(schema)).is_valid(content))
