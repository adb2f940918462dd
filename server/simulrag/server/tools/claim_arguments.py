"""The arguments in which a model hands over claims, formulas, drafts: schemas, reading, checks."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, cast

from pydantic import Field, TypeAdapter, ValidationError, WithJsonSchema

from simulrag.server.schemas import JsonObject
from simulrag.server.tools.checked_tool import from_json_text
from simulrag.simulators.arguments import shown
from simulrag.simulators.errors import BadValue
from simulrag.verifier.claims import Claim, FormulaClaim, Given, Problem, Verdict

#: Most claims and formulas of one call.
MOST_CLAIMS = 500
#: Longest text that can be one claim, characters.
LONGEST_CLAIM = 2_000
_LISTED = TypeAdapter(list[Any])
_FIELDS = frozenset(FormulaClaim.model_fields)
_SHAPE = (
    'a claim is {"text": "...", "formula": "...", "let": {"A": "..."}, "assume": {"input": value}, '
    '"context": ["..."], "witness": "..."}'
)
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
        "witness": {"type": "string", "description": "second formula, of another simulator"},
    },
    "required": ["text"],
}
#: Claims with their formulas; a bare text is taken too and read by rules.
GivenClaims = Annotated[
    list[Any], Field(min_length=1), WithJsonSchema({"type": "array", "items": _CLAIM})
]
#: The same where another tool's schema tells what they look like.
SameClaims = Annotated[
    list[Any], Field(min_length=1), _listed("object", "as of verify_claims; or texts")
]
WrittenClaims = Annotated[
    list[Any], _listed("object", "as of verify_claims, of its sentences word for word")
]
Drafts = Annotated[
    list[Any], _listed("string", "a draft's claims: one a line, or a JSON list as of verify_claims")
]
GivenFormulas = Annotated[list[str], WithJsonSchema(_TEXTS)]
GivenLet = Annotated[
    dict[str, str], WithJsonSchema({"type": "object", "description": "name: part of the formulas"})
]
GivenAssume = Annotated[
    dict[str, Any], WithJsonSchema({"type": "object", "description": "input: value"})
]


def split_claims(text: str) -> list[Any]:
    """Return the claims of one answer, given as a JSON list or one on each line."""
    if not text.lstrip().startswith("["):
        return [line.strip() for line in text.splitlines() if line.strip()]
    try:
        return _LISTED.validate_json(text, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]["msg"]
        raise BadValue(
            f"answers holds {shown(text)}, which is no JSON list of claims: {first}",
            parameter="answers",
        ) from None


def numbered_claims(texts: Sequence[str], support: Sequence[Sequence[int]]) -> list[Claim]:
    """Return claims c1, c2, ... in the order given, with the answers that support each."""
    width = len(str(len(texts)))  # ties go by id, so that ids must sort as they count
    return [
        Claim(id=f"c{number:0{width}d}", text=text, support=tuple(sorted(set(answers))))
        for number, (text, answers) in enumerate(zip(texts, support, strict=True), 1)
    ]


def check_support(
    claims: Sequence[str],
    support: Sequence[Sequence[int]],
    answers: int,
    bounds: Sequence[object] = (),
) -> None:
    """Raise BadValue unless each claim has indices of answers, and each or none a bound."""
    if len(support) != len(claims):
        raise BadValue(
            f"support has {len(support)} lists for {len(claims)} claims; give one for each claim",
            parameter="support",
        )
    wrong = sorted({index for indices in support for index in indices} - set(range(answers)))
    if wrong:
        raise BadValue(
            f"support names answer {wrong[0]}, but with {answers} answers indices run from 0 to "
            f"{answers - 1}",
            parameter="support",
        )
    if bounds and len(bounds) != len(claims):
        raise BadValue(
            f"bounds has {len(bounds)} entries for {len(claims)} claims; give one for each claim "
            "or none at all",
            parameter="bounds",
        )


def read_claims(claims: Sequence[object], question: str = "") -> list[Given]:
    """Return claims as texts or with their formulas; one that is neither as an unread verdict.

    question: context of each formula; what a claim leaves open is as in it.

    Raises BadValue for too many claims, and for a bare text that is no single statement.
    """
    if len(claims) > MOST_CLAIMS:
        raise BadValue(
            f"{len(claims)} claims were given; at most {MOST_CLAIMS} are taken at a time",
            parameter="claims",
        )
    read = [_claim(given) for given in claims]
    for index, claim in enumerate(read):
        if isinstance(claim, str) and len(claim) > LONGEST_CLAIM:
            raise BadValue(
                f"claims[{index}] has {len(claim)} characters; a claim has at most "
                f"{LONGEST_CLAIM}. Give one statement, or the whole text to check_answer",
                parameter="claims",
            )
    return [_asked(one, question) if isinstance(one, FormulaClaim) else one for one in read]


def text_of(claim: Given) -> str:
    """Return the text of a claim, however it was handed in."""
    return claim if isinstance(claim, str) else claim.text


def _asked(claim: FormulaClaim, question: str) -> FormulaClaim:
    if not question.strip() or question in claim.context:
        return claim
    return claim.model_copy(update={"context": (question, *claim.context)})


def _claim(given: object) -> Given:
    """Return one claim; some hosts send it, or parts of it, as JSON texts."""
    given = from_json_text(given)
    if isinstance(given, str):
        return given
    if not isinstance(given, Mapping):
        return _unread("", "", f"{shown(given)} is no claim; {_SHAPE}")
    held = cast("Mapping[str, object]", given)
    fields = {name: _part(name, value) for name, value in held.items() if value is not None}
    text, formula = fields.get("text", ""), fields.get("formula", "")
    bare = not formula and set(fields) <= _FIELDS - {"witness"}
    if isinstance(text, str) and text and bare:
        return text
    try:
        made = FormulaClaim.model_validate(fields, extra="forbid")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = shown(".".join(map(str, first["loc"])))
        return _unread(text, formula, f"{where}: {first['msg']}; {_SHAPE}")
    why = _too_long(made)
    return _unread(made.text, "", why) if why else made


def _too_long(claim: FormulaClaim) -> str:
    """Return why a claim is too long to be repeated in a reply; empty where it is not."""
    from simulrag.verifier.formulas.notation import LONGEST

    sentence = max(map(len, (claim.text, *claim.context)))
    if sentence > LONGEST_CLAIM:
        return f"text or context has {sentence} characters; a sentence has at most {LONGEST_CLAIM}"
    parts = sum(map(len, (claim.formula, claim.witness, *claim.let, *claim.let.values())))
    if parts > LONGEST:
        return f"formula and let have {parts} characters together; at most {LONGEST} are read"
    return ""


def _part(name: str, value: object) -> object:
    """Return a part of a claim; a single sentence of context stands for a list of it."""
    if name in ("let", "assume", "context"):
        value = from_json_text(value)
    return [value] if name == "context" and isinstance(value, str) else value


def _unread(text: object, formula: object, why: str) -> Verdict:
    said = text[:LONGEST_CLAIM] if isinstance(text, str) else ""
    return Verdict(
        text=said,
        verdict="unread",
        updated=said,
        derivation=why,
        problem=Problem(reason="bad_value", message=why),
        read_by="formula",
        formula=formula if isinstance(formula, str) else "",
    )
