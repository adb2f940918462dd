"""Which of the runs at hand a piece of text speaks of."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from pydantic import JsonValue

from simulrag.simulators.interface import Call, Parameter, Simulator
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.claims import Expression, Term
from simulrag.verifier.reading.mentions import Mention, unique_parameters
from simulrag.verifier.reading.text import AnyCase, Phrases, find_phrases

_ORDINALS = {"first": 0, "former": 0, "second": 1, "latter": 1, "third": 2, "fourth": 3}
_ORDINAL = AnyCase(
    r"\b(?<!one )(?<!\d )(?P<ordinal>first|former|second|latter|third|fourth)\b"
    r"(?=\s+(?:\w+\s+){0,2}?(?:scenario|situation|pathway|strategy|intervention|case|option|"
    r"condition|setting|approach|outcome|scheme|plan|season|run|start|wave|city|place|year|one)s?\b"
    r"|\s*(?:(?:is|was|leads|results|gives|makes|brings|yields|leaves|produces|has|ends|comes|turns|"
    r"warms|cools|would|will)\b|,|\())",
    holding=_ORDINALS,
)
_NUMBERED = AnyCase(
    r"\b(?:scenario|situation|strategy|option|case|approach|pathway|plan)\s+(?P<number>\d(?!\d*[.,]\d)|one|two|three)\b",
    holding=(
        "scenario", "situation", "strategy", "option", "case", "approach", "pathway", "plan",
    ),
)  # fmt: skip
_NUMBERS = {"one": 1, "two": 2, "three": 3}
_UNCHANGED = AnyCase(
    r"\bbaseline\b|\boriginal\b|\b(?:without|before|absent) (?:the|these|those|any|this|such)\b"
    r"|\bwithout\s+(?:\w+\s+){0,2}?(?:modification|adjustment|intervention|change)s?\b|\bunmodified\b"
    r"|\b(?:left|leav\w+|kept|were|stays?|stayed)(?:\s+[\w'’-]+){0,4}?\s+(?:alone|as (?:it|they) "
    r"(?:is|are|was|were)|to itself|untouched)\b"
    r"|\bun(?:altered|touched|treated|disturbed|adjusted)\b"
    r"|\bno (?:[\w-]+ ){0,2}?(?:modification|adjustment|intervention|measure)s?\b"
    r"|\bused to\b|\bformerly\b|\bpreviously\b|\bso far\b|\bhitherto\b|\buntil now\b|"
    r"\bif nothing\b|\b(?:before|prior to|absent|"
    r"without) (?:any|all|a|an)\b",
    holding=(
        "baseline", "original", "without", "before", "absent", "unmodified", "left", "leav",
        "kept", "were", "stay", "unaltered", "untouched", "untreated", "undisturbed",
        "unadjusted", "used to", "formerly", "previously", "so far", "hitherto", "until now",
        "modification", "adjustment",
        "intervention", "measure", "nothing",
        "prior",
    ),
)  # fmt: skip
_CHANGED = AnyCase(
    r"\b(?:after|with) (?:the|these|those|this) (?:\w+\s+)?(?:intervention|modification|change|"
    r"adjustment|strategy)|\bmodified\b|\bintervention\b|\bresulting\b|\bnew\b"
    r"|\b(?:altering|changing|modifying) (?:it|them|these|those)\b",
    holding=(
        "adjustment", "altering", "change", "changing", "intervention", "modification", "modified",
        "modifying", "new", "resulting", "strategy",
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Runs:
    """The calls at hand of one simulator and function, in the order of the question."""

    calls: tuple[Call, ...]
    parameters: tuple[Parameter, ...]


def value_of(call: Call, output: str) -> Expression:
    """Return an output of a call; the statements on one plan ask for the same few."""
    made = _values_of(call)
    if output not in made:
        made[output] = Expression(operation="value", terms=(Term(call=call, output=output),))
    return made[output]


@once_for_each
def _values_of(_call: Call) -> dict[str, Expression]:
    return {}


def runs_of(calls: tuple[Call, ...], simulator: Simulator, output: str) -> Runs:
    """Return the calls whose function has that output."""
    known = _known_runs(calls)
    key = (simulator.name, output)
    if key not in known:
        functions = _functions_by_output(simulator).get(output, frozenset())
        kept = [c for c in calls if c.simulator == simulator.name and c.function in functions]
        known[key] = Runs(calls=tuple(kept), parameters=unique_parameters(simulator))
    return known[key]


@once_for_each
def _known_runs(_calls: tuple[Call, ...]) -> dict[tuple[str, str], Runs]:
    """Return the place where the runs of these calls are kept, by simulator and output."""
    return {}


@once_for_each
def _functions_by_output(simulator: Simulator) -> Mapping[str, Set[str]]:
    """Return which functions have an output, by the name of the output."""
    found: dict[str, set[str]] = {}
    for function in simulator.functions:
        for output in function.outputs:
            found.setdefault(output.name, set()).add(function.name)
    return found


@once_for_each
def changed_only(runs: Runs) -> Runs:
    """Return the calls that alter something, all where none does: what effects are of."""
    changed = tuple(c for c in runs.calls if changes_anything(c, runs.parameters))
    return Runs(calls=changed or runs.calls, parameters=runs.parameters)


def changes_anything(call: Call, parameters: Sequence[Parameter]) -> bool:
    """Tell whether a call alters the state that results are compared with."""
    return any(p.altered(call.arguments.get(p.name)) for p in _altering(parameters))


@once_for_each
def _altering(parameters: Sequence[Parameter]) -> tuple[Parameter, ...]:
    return tuple(p for p in parameters if p.kind == "change" or p.alters)


class _Groups:
    """The phrases that name groups of the parameters' values."""

    def __init__(self, parameters: Sequence[Parameter]) -> None:
        self.any = Phrases(tuple(phrase for p in parameters for phrase in p.groups))
        self.each = [
            (p.name, Phrases((phrase,)), values)
            for p in parameters
            for phrase, values in p.groups.items()
        ]


_groups_of = once_for_each(_Groups)


class _Changing:
    """The inputs that are given as changes, each with the words for it and its family."""

    def __init__(self, parameters: Sequence[Parameter]) -> None:
        changing = [p for p in parameters if p.kind == "change"]
        self.each = [(p.name, Phrases((*p.words, *p.family))) for p in changing]
        self.any = Phrases(tuple(w for p in changing for w in (*p.words, *p.family)))


_changing_of = once_for_each(_Changing)


def spoken_of(text: str, mentions: Sequence[Mention], runs: Runs) -> tuple[Call, ...]:
    """Return the calls that a piece of normalised text speaks of; all of them where it is silent.

    Cues are values of parameters, words for families and groups of values, ordinals, and words
    for the state with and without changes. A cue that no call meets is ignored here; the boundary
    reports it.
    """
    if len(runs.calls) < 2:
        return runs.calls
    chosen = list(runs.calls)
    for cue in _cues(text, mentions, runs):
        narrowed = [call for call in chosen if any(call is other for other in cue)]
        chosen = narrowed or chosen
    return tuple(chosen)


def speaks_of_unchanged(text: str) -> bool:
    """Tell whether a normalised text names the state without changes."""
    return _UNCHANGED.search(text) is not None


def _cues(text: str, mentions: Sequence[Mention], runs: Runs) -> list[list[Call]]:
    cues = [[c for c in runs.calls if _has(c, m)] for m in mentions]
    groups = _groups_of(runs.parameters)
    for name, phrase, values in groups.each if groups.any.find(text) else ():
        if phrase.find(text):
            cues.append(_with_value(name, values, runs))
    unchanged = _UNCHANGED.search(text)
    if not unchanged:
        cues += _families(text, runs)
    cues += _extremes(text, runs)
    for match in _ORDINAL.finditer(text):
        index = _ORDINALS[match["ordinal"].lower()]
        cues.append(list(runs.calls[index : index + 1]))
    for match in _NUMBERED.finditer(text):
        word = match["number"].lower()
        index = (_NUMBERS.get(word) or int(word)) - 1
        cues.append(list(runs.calls[index : index + 1]))
    if unchanged:
        cues.append([c for c in runs.calls if not changes_anything(c, runs.parameters)])
    elif _CHANGED.search(text):
        cues.append([c for c in runs.calls if changes_anything(c, runs.parameters)])
    return cues


def _with_value(name: str, values: Sequence[JsonValue], runs: Runs) -> list[Call]:
    """Return the calls with one of some values; those without any where no call has one of them."""
    own = [c for c in runs.calls if c.arguments.get(name) in values]
    return own or [c for c in runs.calls if c.arguments.get(name) is None]


_EARLY = AnyCase(
    r"\b(?:(?P<low>earlier|earliest)|(?P<high>later|latest))\s+(?:year|date|period|start|season)s?\b"
    r"|\b(?:(?P<start>starting|initial)|(?P<end>final|closing))\s+(?:value|point|temperature|mean|"
    r"average)\b",
    holding=("earlier", "earliest", "later", "latest", "starting", "initial", "final", "closing"),
)
_DEGREE = AnyCase(
    r"\b(?:(?P<low>lower|lowest|smaller|smallest|lesser|weaker|weakest)|"
    r"(?P<high>higher|highest|larger|largest|greater|greatest|stronger|strongest))\s+"
    r"(?:value of (?:the )?)?$"
)


def _extremes(text: str, runs: Runs) -> list[list[Call]]:
    """Return the call with the least or the most of an input: "the lower R0", "less immunity"."""
    return [
        [c for c in runs.calls if c.arguments.get(parameter.name) == ends[wanted]]
        for parameter, ends in _differing(runs)
        for wanted in _wanted(text, parameter)
    ]


@once_for_each
def _differing(runs: Runs) -> list[tuple[Parameter, Mapping[str, float | str]]]:
    """Return the inputs in which all calls have values that differ, with the ends of them."""
    found: list[tuple[Parameter, Mapping[str, float | str]]] = []
    for parameter in _numbered(runs.parameters):
        held = [call.arguments.get(parameter.name) for call in runs.calls]
        values = [v for v in held if isinstance(v, int | float | str)]
        if len(set(values)) >= 2 and len(values) == len(held):
            ends = {"low": min(values, key=_rank), "high": max(values, key=_rank)}
            found.append((parameter, ends))
    return found


def _wanted(text: str, parameter: Parameter) -> list[str]:
    if parameter.kind in ("year", "date"):
        return ["low" if m["low"] or m["start"] else "high" for m in _EARLY.finditer(text)]
    wanted: list[str] = []
    for words, end in ((parameter.rise_words, "high"), (parameter.fall_words, "low")):
        wanted += [end for _ in find_phrases(text, words)]
    for span in find_phrases(text, parameter.words):
        degree = _DEGREE.search(text, 0, span.start)
        if degree is not None:
            wanted.append("low" if degree["low"] else "high")
    return wanted


@once_for_each
def _numbered(parameters: Sequence[Parameter]) -> tuple[Parameter, ...]:
    kinds = ("number", "share", "integer", "year", "date")
    return tuple(p for p in parameters if p.kind in kinds)


def _rank(value: float | str) -> tuple[float, str]:
    return (0.0, value) if isinstance(value, str) else (float(value), "")


def _has(call: Call, mention: Mention) -> bool:
    return same_value(call.arguments.get(mention.parameter), mention.value)


def same_value(held: JsonValue, stated: JsonValue) -> bool:
    """Tell whether a stated value is a call's own: names in any case, stated lists inside."""
    if isinstance(held, bool) or isinstance(stated, bool):
        return held is stated
    if isinstance(held, int | float) and isinstance(stated, int | float):
        return abs(held - stated) < 1e-9
    if isinstance(held, list):
        wanted = stated if isinstance(stated, list) else [stated]
        names = {str(item).casefold() for item in held}
        return all(str(item).casefold() in names for item in wanted)
    return str(held).casefold() == str(stated).casefold()


def _families(text: str, runs: Runs) -> list[list[Call]]:
    """Return, for each family or input that is named, the calls in which it is changed."""
    changing = _changing_of(runs.parameters)
    if not changing.any.find(text):
        return []
    named = [name for name, words in changing.each if words.find(text)]
    if len(named) == len(changing.each):
        return []
    return [[c for c in runs.calls if any(c.arguments.get(name) for name in named)]]


def alike(runs: Runs) -> bool:
    """Tell whether the calls are alternatives to each other, none before the other."""
    years = {p.name for p in runs.parameters if p.kind == "year"}
    same_year = all(len({str(c.arguments.get(y)) for c in runs.calls}) == 1 for y in years)
    changed = [changes_anything(c, runs.parameters) for c in runs.calls]
    return same_year and len(set(changed)) == 1


@once_for_each
def natural_order(runs: Runs) -> tuple[Call, Call]:
    """Return the first and last call, earlier and unchanged ones first."""
    years = [p.name for p in runs.parameters if p.kind == "year"]

    def order(call: Call) -> tuple[float, bool]:
        year = call.arguments.get(years[0]) if years else 0
        return (
            float(year) if isinstance(year, int | float) else 0.0,
            changes_anything(call, runs.parameters),
        )

    ranked = sorted(runs.calls, key=order)
    return ranked[0], ranked[-1]
