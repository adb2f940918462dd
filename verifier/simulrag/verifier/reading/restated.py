"""Statements that only restate what was asked: "The scenario assumes 30 % prior immunity"."""

import re
from collections.abc import Sequence

from simulrag.simulators.interface import Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Plan, Verdict
from simulrag.verifier.quantities import Printed, family, quantities
from simulrag.verifier.reading.judgements import judgement
from simulrag.verifier.reading.mentions import Mention, mentions, unique_parameters
from simulrag.verifier.reading.roles import same_value
from simulrag.verifier.reading.text import AnyCase, blanked, normalise, small_letters
from simulrag.verifier.reading.told_inputs import Told, told_inputs

_RESTATES = AnyCase(
    r"\b(?:assum\w+|presum\w+|suppos\w+|underl(?:ies|ying|y)|premise|"
    r"is (?:a|the) (?:run|scenario) for|"
    r"plays? no (?:part|role)|what is being (?:forecast|projected|simulated)|is based on|"
    r"(?:is|are|was|were|being) (?:taken|held|reckoned|thought|deemed|believed|said) to (?:be|"
    r"have)|"
    r"(?:is|are|was|were) (?:put|set|fixed|held) at|taken as(?! (?:a whole|one)\b)|"
    r"starts? from|premis\w+|"
    r"postulat\w+|presuppos\w+|"
    r"set(?:ting)? (?:of|is)|takes? (?:an?|the) R0)\b",
    holding=(
        "assum", "presum", "suppos", "underl", "premis", "run for", "scenario for", "play",
        "what", "based", "taken", "held", "reckoned", "thought", "deemed", "believed", "said",
        "put", "set", "fixed", "start", "postulat", "take",
    ),
)  # fmt: skip


def restated(claim: str, plan: Plan, registry: Registry, *, unread: bool = True) -> Verdict | None:
    """Return the verdict on a statement about the inputs, or None where it is about results.

    unread: nothing else was read in it, so that it need not say that it only assumes.
    """
    text = normalise(claim)
    says_so = _RESTATES.search(text) is not None
    if not says_so and (not unread or len(text) > _LONGEST):
        return None
    simulator = registry.simulator(plan.calls[0].simulator)
    if judgement(text, simulator.name, question=plan.question) is not None:
        return None  # "should have closed its schools"
    told = _word_by_word(text, plan, simulator) if unread else []
    if told:
        return _told(claim, told, plan)
    kinds = {p.name: p.kind for p in unique_parameters(simulator)}
    found = [m for m in mentions(text, simulator) if kinds[m.parameter] != "points"]
    if any(_is_result(q, found) for q in quantities(text)):
        return None
    found = [m for m in found if any(m.parameter in c.arguments for c in plan.calls)]
    if not says_so and (not found or not _nothing_else(text, found)):
        return None
    wrong = [m for m in found if _holds(m, plan) == _denied(text, m)]
    places = all(kinds[m.parameter] in ("place", "choices") for m in found)
    if places and (says_so or wrong):
        return None
    names = ", ".join(f"{m.parameter} {m.words!r}" for m in (wrong or found))
    return Verdict(
        text=claim,
        updated=claim,
        verdict="refuted" if wrong else "supported",
        derivation=f"the question {'does not state' if wrong else 'states'} {names}",
        claimed=", ".join(m.words for m in found),
        simulated=", ".join(str(plan.calls[0].arguments.get(m.parameter, "")) for m in found),
    )


def _word_by_word(text: str, plan: Plan, simulator: Simulator) -> list[Told]:
    if len(plan.calls) != 1:
        return []
    parameters = unique_parameters(simulator)
    kinds = {p.name: p.kind for p in parameters}
    made = told_inputs(text, plan.calls[0], parameters, mentions(text, simulator))
    placed = all(kinds[t.parameter] in ("place", "choices") for t in made)
    return [] if placed and not all(t.holds for t in made) else made


def _told(claim: str, told: Sequence[Told], plan: Plan) -> Verdict:
    wrong = [t for t in told if not t.holds]
    names = ", ".join(f"{t.parameter} {t.words!r}" for t in (wrong or told))
    held = plan.calls[0].arguments
    return Verdict(
        text=claim,
        updated=claim,
        verdict="refuted" if wrong else "supported",
        derivation=f"the question {'does not state' if wrong else 'states'} {names}",
        claimed=", ".join(t.words for t in told),
        simulated=", ".join(str(held.get(t.parameter, "")) for t in told),
    )


_YEAR = re.compile(r"(?:19|20)\d\d")


def _is_result(figure: Printed, found: Sequence[Mention]) -> bool:
    """Tell whether a number has a unit and is none of the inputs: a temperature beside a year."""
    inside = any(m.start <= figure.start < m.end for m in found)
    counted = not figure.unit and figure.text[:1].isdigit() and not _YEAR.fullmatch(figure.text)
    return not inside and (family(figure.unit) == "temperature" or counted)


#: Most characters of a statement that only names inputs.
_LONGEST = 300
#: Verbs of a statement that only names inputs, and the words that join it.
_VERBS = frozenset(
    (
        "set sets uses use used using takes taken starts start begins begin opens covers cover "
        "concerns refer refers count counts has have is are rests built run runs simulated assumes "
        "assumed opening first leads lead includes include fixed held chosen given entered put "
        "specified commences sees combines combine combined features feature describes describe "
        "deals refers relates lies applies considers models modelled treats entails involves works "
        "employs stands supplies imagines projects predicts forecasts examines tracks reports "
        "measures gives allows launches relies hinges grants presents operates looks concerns "
        "reckons reckon speak speaks tells counting looking dealing supposed posited lets let puts "
        "enters picks keeps requires endows leaves projected forecast simulated modelled predicted "
        "computed estimated calculated shown drive drives driven feed feeds fed define defines "
        "defined govern governs governed shape shapes shaped keep made make makes pool pools "
        "pooled asks ask asked stand vary varies vanish taken take reckon work rest rests built "
        "plug plugged adopt adopts adopted prescribe prescribes prescribed impose imposes imposed "
        "stipulate stipulates stipulated ascribe ascribes attribute attributes"
    ).split()
)
_JOINING = frozenset(
    (
        "before transmission a an the of in on at with for from to by as into out and not rather "
        "than but instead that this it its was were be been being what which who already only "
        "there about around also off scenario simulation model forecast projection setting "
        "settings season figures figure numbers number value input inputs run's states state day "
        "days date share people residents beforehand immune immunity prior level initial "
        "seasonality r0 per new one each both population daily hospital lying basic reproduction "
        "start onset = analysis projections forecasts case assumption calculation percent kind "
        "season's population's clock outbreak epidemic made patients admissions baseline default "
        "underlying presumed outlook prediction predictions exercise computation calculation it's "
        "everybody everyone person persons every everywhere here our average so both whole total "
        "rather combined seasonal forcing influence effect effects spread behind these those whom "
        "among half already out quantity metric measure variable thing what's beginning outset "
        "looked considered examined inhabitants citizens residents men women human beings "
        "somebody someone anyone anybody virus flu influenza disease strain transmission "
        "protection protected only just exactly precisely merely time times first very once "
        "together pooled alone no does do did still yet can could may might will would should"
    ).split()
)
_WORD = re.compile(r"[a-z][a-z'\d]*|=|\d+|[^\s\w.,:()\"'-]")


#: What leads in a number that something is not.
_BUT_NOT = re.compile(r"\b(?:not|rather than|instead of)\s+$", re.IGNORECASE)


def _nothing_else(text: str, found: Sequence[Mention]) -> bool:
    """Tell whether all words of a statement are those of its inputs or join them."""
    denied = [(q.start, q.unit_end) for q in quantities(text) if _BUT_NOT.search(text, 0, q.start)]
    small = blanked(small_letters(text), [*((m.start, m.end) for m in found), *denied])
    words = {m.group() for m in _WORD.finditer(small)}
    verb = bool(words & (_VERBS | {"="})) or any(
        "=" in m.words or " is " in f" {m.words} " or " was " in m.words for m in found
    )
    return verb and words <= _JOINING | _VERBS


_NOT = re.compile(
    r"\b(?:not|rather than|instead of|never)\s+(?:(?:the|a|an|to|of|on|in|number|for)\s+)*$", re.I
)


def _denied(text: str, mention: Mention) -> bool:
    """Tell whether a value is named as what is not the case: "and not new admissions"."""
    return _NOT.search(text, max(0, mention.start - 40), mention.start) is not None


def _holds(mention: Mention, plan: Plan) -> bool:
    return any(
        same_value(call.arguments.get(mention.parameter), mention.value) for call in plan.calls
    )
