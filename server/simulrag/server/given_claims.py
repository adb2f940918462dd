"""The arguments in which a model hands over claims with their formulas, and their schemas."""

from typing import Annotated, Any

from pydantic import Field, WithJsonSchema

from simulrag.server.schemas import JsonObject

_TEXTS: JsonObject = {"type": "array", "items": {"type": "string"}}


def _listed(of: str, description: str) -> WithJsonSchema:
    """Return the schema of a list of objects or texts."""
    return WithJsonSchema({"type": "array", "items": {"type": of}, "description": description})


_CLAIM: JsonObject = {
    "type": "object",
    "properties": {
        "text": {"type": "string"},
        "formula": {"type": "string", "description": "as read_handbook() teaches"},
        "let": {"type": "object", "description": "name: part of the formula"},
        "assume": {"type": "object", "description": "input that text leaves open: value"},
        "context": {**_TEXTS, "description": "sentences that it rests on"},
    },
    "required": ["text"],
}
#: Claims with their formulas; a bare text is taken too and read by rules.
GivenClaims = Annotated[
    list[Any],
    Field(min_length=1),
    WithJsonSchema({"type": "array", "items": _CLAIM}),
]
#: The same where another tool's schema tells what they look like.
SameClaims = Annotated[
    list[Any],
    Field(min_length=1),
    _listed("object", "as of verify_claims; or texts"),
]
WrittenClaims = Annotated[
    list[Any],
    _listed("object", "as of verify_claims, of its sentences word for word"),
]
Drafts = Annotated[
    list[Any],
    _listed("string", "a draft's claims: one a line, or a JSON list as of verify_claims"),
]
GivenFormulas = Annotated[
    list[str],
    _listed("string", "that you read in the question"),
]
GivenLet = Annotated[
    dict[str, str],
    WithJsonSchema({"type": "object", "description": "name: part of the formulas"}),
]
GivenAssume = Annotated[
    dict[str, Any], WithJsonSchema({"type": "object", "description": "input: value"})
]
