"""Templates of benchmark questions (paper, section 3.4): text with placeholders, as JSON.

A simulator may bring templates that are worded better than those that are made from its
declaration; their claims are formulas over the runs that the question asks for. A placeholder is
filled by `str.format`; its format says how ("{co2:rise}" is "a 12% increase"), and "<a|b>" is one
of a and b.
"""

from collections.abc import Mapping

from pydantic import Field, JsonValue, TypeAdapter, ValidationError

from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Frozen

#: The file beside `simulator.toml` in which a declared simulator brings templates.
FILE = "templates.json"


class Draw(Frozen):
    """From what a placeholder is drawn: a plausible part of what its parameter allows."""

    parameter: str
    low: float | None = None
    high: float | None = None
    step: float | None = None
    #: Values to choose from, in place of a range.
    of: tuple[JsonValue, ...] = ()
    #: How many of a list are drawn, at least and at most.
    count: tuple[int, int] = (1, 1)
    #: Least size, so that a change of 0.03 % is not asked for.
    least: float = 0.0
    #: Placeholder from which it differs by at least `apart`; above it, where `apart` is given.
    unlike: str = ""
    apart: float = 0.0


class Setting(Frozen):
    """One call: values, or placeholders in braces ("{year}"), by parameter."""

    arguments: Mapping[str, JsonValue]
    #: What tells it apart in text ("under SSP1-2.6"); may hold placeholders.
    name: str = ""


class Grading(Frozen):
    """A scale that the question defines; a result falls into one of its labels.

    ends: sets of limits between the labels, one of which is drawn; without any they are put near
    the result, so that each label is as likely.
    """

    labels: tuple[str, ...]
    ends: tuple[tuple[float, ...], ...] = ()
    unit: str = ""


class Claimed(Frozen):
    """A reference claim: a formula over the settings A, B, ... in their order, and how it is said.

    formula: a value ("B.temperature - A.temperature"), of which the claim states what it prints,
    its label or its direction; or a statement ("{winner}.temperature > {loser}.temperature", for
    whichever order holds; {middle} is between them). Drawn values may stand in it by their names.
    texts: by the sign of the value ("rises", "falls"), or "" for whatever it is. They may hold
    {value}, {label}, {winner}, {middle} and {loser} beside the placeholders of the question.
    """

    formula: str
    texts: Mapping[str, str]
    #: The scale of the question, or of the output, that gives the label; with `other`, one of
    #: the labels that the value does not have.
    grading: str = ""
    other: bool = False
    #: The same as part of the answer, where that is worded otherwise.
    said: Mapping[str, str] = Field(default_factory=dict)


class QuestionTemplate(Frozen):
    """A kind of question: what is drawn, what is run, what is asked, and what is then claimed."""

    name: str
    function: str
    draws: Mapping[str, Draw]
    settings: tuple[Setting, ...]
    questions: tuple[str, ...]
    claims: tuple[Claimed, ...]
    gradings: Mapping[str, Grading] = Field(default_factory=dict)
    #: Statements that make sense of the question, as an epidemic that takes off; draws for which
    #: they do not hold are refused.
    expected: tuple[str, ...] = ()
    #: Whether the question is for a language model, as the reader of English need not read it.
    needs_model: bool = False
    #: Functions of the settings, where they are not all `function`.
    functions: tuple[str, ...] = ()


_LIST = TypeAdapter(tuple[QuestionTemplate, ...])


def parsed(text: str, source: str) -> tuple[QuestionTemplate, ...]:
    """Return the templates of a JSON text. Raises BadValue with the place of the fault."""
    if not text.strip():
        return ()
    try:
        return _LIST.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the text"
        raise BadValue(
            f"question templates of {source}: {where}: {first['msg']}", given=where
        ) from error
