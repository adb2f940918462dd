"""Readings by the language model, of claims that the grammar cannot read.

All such claims go in one request, by id. The server checks each reading and says what is wrong;
that is sent back once. A claim without a reading stays unread, one that the model passed over is
not measured: neither is ever counted wrong.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from simulrag.client.errors import ModelError, OddReply, ReplyTruncated, ServerFailed
from simulrag.client.items import items, json_value
from simulrag.client.language_models.asking import Ask
from simulrag.client.language_models.protocol import Request
from simulrag.client.prompts import DATA_NOTE, array_of, block, object_of, text_of
from simulrag.client.session import Tools
from simulrag.simulators.interface import Frozen
from simulrag.verifier.claims import Bound, Claim, Problem

#: How often the model is asked: once, and once more with what was wrong.
TRIES = 2
#: Most claims of one request.
MOST = 40

SYSTEM = f"""You read what a claim says, as a comparison of simulator outputs. You never judge \
whether it is true. {DATA_NOTE}"""

RULES = """For every claim hand in one reading, or none where no output of the handbook is meant.
- "id" is the claim's id; name each claim exactly once.
- "decidable" is false for opinions, causes, other subjects and conditions that no call has; leave
  the rest of that reading empty.
- "calls" are the calls whose output is meant, each {"simulator", "function", "arguments"}; the
  claim's own conditions come first, what it leaves open is as in the question's calls.
- "operation": "value" of one call; "difference", "percent_change" and "ratio" compare the second
  call with the first.
- "comparator": equal, about, above, at_least, below, at_most, between, rises, falls, unchanged;
  "is" for a class, with "label" as the handbook or the question names it.
- "figures": the numbers or the date that are compared, exactly as they are printed in the claim.
- "unit" only where the claim's unit is written in an unusual way, as the handbook writes it."""

_COMPARATORS = (
    "equal", "about", "above", "at_least", "below", "at_most", "between", "is", "rises", "falls",
    "unchanged", "",
)  # fmt: skip
_OPERATIONS = ("value", "difference", "percent_change", "ratio", "maximum", "minimum", "")


_NOT_DECIDABLE = Problem(
    reason="no_such_output",
    message="a language model holds that no output of the simulator is meant",
)


class HandedReading(BaseModel):
    """A reading of one claim as a model hands it in."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    decidable: bool = Field(strict=True)
    #: Objects, or their JSON text.
    calls: list[dict[str, JsonValue] | str] = Field(
        default_factory=list[dict[str, JsonValue] | str]
    )
    output: str = ""
    operation: str = "value"
    comparator: str = "equal"
    figures: list[str] = Field(default_factory=list[str])
    unit: str = ""
    label: str = ""

    def as_reading(self) -> str:
        """Return it as the server's tools take it, as JSON."""
        terms = [{"call": json_value(call), "output": self.output} for call in self.calls]
        return json.dumps(
            {
                "expression": {"operation": self.operation or "value", "terms": terms},
                "comparator": self.comparator or "equal",
                "figures": self.figures,
                "unit": self.unit,
                "label": self.label,
            }
        )


class ModelReadings(Frozen):
    """What became of claims that were given to a model."""

    #: Accepted readings as JSON, and the bounds that follow, by claim id.
    accepted: Mapping[str, str] = Field(default_factory=dict)
    bounds: Mapping[str, Bound] = Field(default_factory=dict)
    #: Claims that the model passed over.
    unanswered: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


async def readings_by_model(
    question: str,
    unread: Sequence[Claim],
    runs: Sequence[Mapping[str, Any]],
    ask: Ask,
    tools: Tools,
    planned: Sequence[Mapping[str, Any]] = (),
    tries: int = TRIES,
) -> ModelReadings:
    """Have the model read claims, and the server check what it read.

    runs: those of the question, whose calls and handbook the model is given; planned: the calls
    that a model planned for it; tries: how often the model is asked, at most TRIES. Raises
    ModelError where it cannot be asked.
    """
    handbook = await tools.call("read_handbook", simulator=runs[0]["call"]["simulator"])
    asked = [run["call"] for run in runs]
    waiting = {claim.id: claim for claim in unread[:MOST]}
    wrong: dict[str, str] = {}
    found = ModelReadings(unanswered=tuple(claim.id for claim in unread))
    for number in range(tries):
        try:
            content = await ask(request(question, waiting, handbook["text"], asked, wrong, number))
            handed, notes = by_id(content, waiting)
        except ModelError as error:
            if not isinstance(error, (OddReply, ReplyTruncated)) and number == 0:
                raise
            found = found.model_copy(update={"notes": (*found.notes, str(error))})
            continue
        checked = await _checked(question, waiting, handed, planned, tools)
        found = _joined(found, checked, handed, notes)
        wrong = {
            k: b.problem.message for k, b in checked.items() if b.bound == "unread" and b.problem
        }
        left = {*wrong, *found.unanswered}
        waiting = {key: claim for key, claim in waiting.items() if key in left}
        if not waiting:
            break
    return found


def _joined(
    found: ModelReadings,
    checked: Mapping[str, Bound],
    handed: Mapping[str, HandedReading],
    notes: Sequence[str],
) -> ModelReadings:
    inside = {key: bound for key, bound in checked.items() if bound.bound == "inside"}
    accepted = {key: handed[key].as_reading() for key in inside}
    return ModelReadings(
        accepted={**found.accepted, **accepted},
        bounds={**found.bounds, **checked},
        unanswered=tuple(key for key in found.unanswered if key not in handed),
        notes=(*found.notes, *notes),
    )


def by_id(
    content: Mapping[str, Any], claims: Mapping[str, Claim]
) -> tuple[dict[str, HandedReading], list[str]]:
    """Return the readings by claim id, and notes on those left out. Raises OddReply.

    Ids that do not exist are left out; of a claim that is read twice in different ways none
    counts, as nothing says which is meant.
    """
    readings, odd = items(content, "readings", HandedReading)
    notes = [f"{odd} malformed readings were left out"] if odd else []
    found: dict[str, HandedReading] = {}
    twice: set[str] = set()
    for reading in readings:
        if reading.id not in claims:
            notes.append(f"a reading of the unknown claim {reading.id!r} was left out")
        elif reading.id in found and found[reading.id] != reading:
            twice.add(reading.id)
        else:
            found[reading.id] = reading
    notes += [f"claim {key} was read in two ways, so neither counts" for key in sorted(twice)]
    return {key: reading for key, reading in found.items() if key not in twice}, notes


async def _checked(
    question: str,
    claims: Mapping[str, Claim],
    handed: Mapping[str, HandedReading],
    planned: Sequence[Mapping[str, Any]],
    tools: Tools,
) -> dict[str, Bound]:
    """Have the server check each reading by itself; what it cannot parse at all is unread too."""
    found: dict[str, Bound] = {}
    for key, reading in handed.items():
        text = claims[key].text
        if not reading.decidable:
            found[key] = Bound(claim=text, bound="outside", problem=_NOT_DECIDABLE)
            continue
        try:
            reply = await tools.call(
                "assess_boundary",
                claims=[text],
                question=question,
                readings=[reading.as_reading()],
                calls=list(planned),
            )
            found[key] = Bound.model_validate(reply["bounds"][0], extra="ignore")
        except ServerFailed as error:
            problem = {"reason": "unread", "message": str(error)}
            found[key] = Bound.model_validate(
                {"claim": text, "bound": "unread", "problem": problem}
            )
    return found


def request(
    question: str,
    claims: Mapping[str, Claim],
    handbook: str,
    calls: Sequence[Mapping[str, Any]],
    wrong: Mapping[str, str],
    number: int = 0,
) -> Request:
    """Ask for the readings of claims by id; `wrong` says what was wrong with those before."""
    data: dict[str, Any] = {
        "handbook": handbook,
        "question": question,
        "calls": [dict(call) for call in calls],
        "to_read": [{"id": key, "text": claim.text} for key, claim in claims.items()],
    }
    if wrong:
        data["refused"] = dict(wrong)
    again = '\n- "refused" says why readings handed in before were refused; mend them.'
    return Request(
        stage="read",
        sample=number,
        system=SYSTEM,
        prompt=f"{block(data)}\n\n{RULES}{again if wrong else ''}",
        tool="submit_readings",
        description="Hand in the reading of every claim.",
        reply_schema=object_of({"readings": array_of(_reading_schema())}),
    )


def _reading_schema() -> dict[str, Any]:
    return object_of(
        {
            "id": text_of("Id of the claim."),
            "decidable": {"type": "boolean"},
            "calls": array_of(text_of("A call as a JSON object.")),
            "output": text_of("Name of the output, empty if not decidable."),
            "operation": {"type": "string", "enum": list(_OPERATIONS)},
            "comparator": {"type": "string", "enum": list(_COMPARATORS)},
            "figures": array_of(text_of("A number or date as printed in the claim.")),
            "unit": text_of("Unit as the handbook writes it, mostly empty."),
            "label": text_of("The class, for the comparator is."),
        }
    )
