"""Results that are said to be what they were: "stays the same", "makes no difference to"."""

from collections.abc import Sequence

from simulrag.simulators.interface import Output, Simulator
from simulrag.verifier.claims import Expression, Figure, Reading, Term
from simulrag.verifier.quantities import family
from simulrag.verifier.reading.clauses import negated
from simulrag.verifier.reading.roles import natural_order, runs_of
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.text import AnyCase

_HEDGE = (
    r"(?:(?P<near>practically|virtually|almost|nearly|more or less|about|roughly|much|largely|"
    r"essentially|as good as|basically|all but|broadly|close to|pretty much|hardly|barely|scarcely)"
    r"\s+|(?:exactly|just|precisely|quite|completely|entirely|altogether|wholly)\s+)*"
)
_AS_BEFORE = (
    r"(?:before|today|now|ever|at present|currently|in the baseline|they were|it was|usual)"
)
_SAME = AnyCase(
    rf"\b{_HEDGE}(?:(?:the|on the) same(?!\s+(?:direction|time|way|class|category|measure|plan|"
    r"scheme|extent|degree|road|corridor|number of percent))|"
    r"unchanged|unaltered|unaffected|untouched|constant|identical|no different|"
    r"(?:what|where|how|as|the way) (?:it|they) (?:was|were|used to be|had been|has been|"
    r"have been)|as (?:it|they) (?:is|are)|alone|intact|"
    rf"(?:as|so) (?:long|high|many|much|large|big|"
    rf"low)(?: [\w-]+)? as (?:[\w-]+ ){{0,3}}?{_AS_BEFORE}|"
    rf"as {_AS_BEFORE}|"
    r"(?:at|on) (?:its|their|the) (?:baseline|present|current|old|former|previous|original) level|"
    r"no (?:[\w-]+ )?(?:change|difference|effect|impact|influence))\b"
    r"|\b(?P<verb>(?:does|do|did|will|would)(?: not|n['’]t)|never|hardly|barely|scarcely)\s+"
    r"(?P<little>really |even )?(?:change|changes|alter|alters|move|moves|vary|varies|budge|budges|"
    r"affect|affects|touch|touches|differ|differs)\b"
)
_IN_PRACTICE = AnyCase(
    r"\b(?:in practice|practically|effectively|to all intents|for all practical|as good as|"
    r"next to)\b"
)
_LITTLE = ("hardly", "barely", "scarcely")
#: Percent within which a result is what it was, plainly said and with a hedge; as much beyond it
#: is left open.
_EXACTLY = 0.05
_NEARLY = 1.0


def unaltered(context: Context, simulator: Simulator, held: Sequence[Output]) -> list[Reading]:
    """Return a reading for every result that is said to be the same with and without changes."""
    found = _SAME.search(context.text)
    if found is None:
        return []
    names = dict.fromkeys(t.output for t in context.topics)
    outputs = [o for n in names for o in held if o.name == n and not o.changes_of]
    changes = [_change(context, o, simulator) for o in outputs]
    words = found.group()
    near = found["near"] is not None or words.startswith(_LITTLE)
    near = near or _IN_PRACTICE.search(context.text) is not None
    half = _NEARLY if near else _EXACTLY
    figure = Figure(
        text=context.text[found.start() : found.end()],
        start=found.start(),
        end=found.end(),
        value=0.0,
        half_unit=half,
    )
    return [
        Reading(
            expression=change,
            comparator="about",
            figures=(figure,),
            unit="percent",
            middle=_NEARLY,
            negated=found["verb"] is None and negated(context.text[: found.start()]),
        )
        for change in changes
        if change is not None
    ]


def _change(context: Context, output: Output, simulator: Simulator) -> Expression | None:
    runs = runs_of(context.plan.calls, simulator, output.name)
    # A share of so many °C means nothing.
    shares = output.kind == "number" and family(output.unit) != "temperature"
    if not shares or len(runs.calls) != 2:
        return None
    terms = tuple(Term(call=call, output=output.name) for call in natural_order(runs))
    return Expression(operation="percent_change", terms=terms)
