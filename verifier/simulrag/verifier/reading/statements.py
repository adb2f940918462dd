"""Reads a statement into formal readings, given the calls that it may speak of."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from simulrag.simulators.interface import Call, Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Plan, Problem, Reading
from simulrag.verifier.reading.alone import alone
from simulrag.verifier.reading.asked import Asked, asked_of
from simulrag.verifier.reading.class_ranks import class_by_rank
from simulrag.verifier.reading.contrasts import without_denied
from simulrag.verifier.reading.crowded import crowded, too_much
from simulrag.verifier.reading.degrees import with_degrees
from simulrag.verifier.reading.epochs import other_epoch
from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.facts import facts
from simulrag.verifier.reading.foreseen import with_expectations_plain
from simulrag.verifier.reading.graded_things import grades_result
from simulrag.verifier.reading.hearsay import is_hearsay
from simulrag.verifier.reading.judgements import judgement
from simulrag.verifier.reading.mentions import unique_parameters
from simulrag.verifier.reading.not_run import of_others, unlabelled
from simulrag.verifier.reading.outdoing import outdone
from simulrag.verifier.reading.overlooked import overlooked
from simulrag.verifier.reading.parts import Made, Parts, parts_of, read_parts
from simulrag.verifier.reading.proportions import proportions
from simulrag.verifier.reading.readings import readings_of
from simulrag.verifier.reading.restated_limits import without_restated_limits
from simulrag.verifier.reading.scene import Scene
from simulrag.verifier.reading.scene_statements import scene_readings
from simulrag.verifier.reading.scene_strange import beside_runs
from simulrag.verifier.reading.scene_unsaid import unsaid_word
from simulrag.verifier.reading.scene_words import signs_of_phrases
from simulrag.verifier.reading.scope import (
    may_be_unrepresented,
    unrepresented,
)
from simulrag.verifier.reading.stated import Stated
from simulrag.verifier.reading.strange import strange_in
from simulrag.verifier.reading.strange_subjects import of_no_result
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.text import (
    MOST_NUMBERS,
    Span,
    blanked,
    list_pieces,
    normalise,
)
from simulrag.verifier.reading.thresholds import thresholds
from simulrag.verifier.reading.trial import turns
from simulrag.verifier.reading.trial_figures import restated
from simulrag.verifier.reading.trial_statements import trial_readings
from simulrag.verifier.reading.trial_unsaid import unsaid
from simulrag.verifier.reading.unattached import unattached
from simulrag.verifier.reading.undecided import (
    grades_others,
    half_read,
    no_runs,
    nothing_found,
    of_margin,
    of_what,
)
from simulrag.verifier.reading.unfolding import Piece, kept, unfolded
from simulrag.verifier.reading.wave import Wave, wave_of
from simulrag.verifier.reading.wave_others import other_results
from simulrag.verifier.reading.wave_statements import left_open, wave_readings
from simulrag.verifier.reading.wave_unheld import doubted_of_wave, paces, unheld
from simulrag.verifier.reading.ways_of_classes import taken_for_granted
from simulrag.verifier.reading.windows import lacks_peak
from simulrag.verifier.reading.without_figures import without_figures


@dataclass(frozen=True, slots=True)
class Read:
    """What became of one statement: its readings, or why there are none."""

    readings: tuple[Reading, ...] = ()
    problem: Problem | None = None
    #: True where the problem means that the statement is out of scope and not merely unread.
    outside: bool = False
    #: Every word is accounted for.
    in_full: bool = False
    #: Looks for a word that no table knows, so that numbers may be of something else.
    doubt: Callable[[], str] = str
    #: Such a word also keeps a number from being wrong, which may not be of what it was read of.
    doubts_numbers: bool = False


class Reader:
    """Reads statements about the calls of one plan; what one names is looked for once.

    available: names of the outputs that recorded evidence holds; None where runs can be made.
    Texts are kept with what they name: a reader is made for a claim and its rewritings.
    """

    def __init__(
        self, plan: Plan, registry: Registry, available: frozenset[str] | None = None
    ) -> None:
        self._plan = plan
        self._registry = registry
        self._available = available
        self._stated: dict[str, Stated] = {}
        self._by_words: dict[str, Read] = {}

    def read(self, statement: str, *, in_full: bool = True) -> Read:
        """Return the readings of a statement; see `read`."""
        if not self._plan.calls:
            opinion = judgement(normalise(statement), also_feelings=_unnamed(self._plan))
            outside = opinion is not None or bool(self._plan.problems)
            return Read(problem=opinion or no_runs(self._plan), outside=outside)
        text = with_expectations_plain(normalise(statement))
        text = without_restated_limits(text, self._plan)
        too_long = crowded(text)
        if too_long is not None:
            return Read(problem=too_long)
        stated = self._stated.get(text) or self._opened(text)
        whole = _in_full(stated) if in_full else []
        if whole:
            return Read(readings=with_degrees(text, whole), in_full=True)
        if text not in self._by_words:
            made = _by_words(stated)
            readings = with_degrees(text, made.readings)
            self._by_words[text] = replace(made, readings=readings)
        return self._by_words[text]

    def _opened(self, text: str) -> Stated:
        list_pieces(text)
        simulator = self._registry.simulator(self._plan.calls[0].simulator)
        asked = asked_of(self._plan, simulator, self._available)
        made = self._stated[text] = Stated(text, self._plan, simulator, asked)
        return made


def read(
    statement: str,
    plan: Plan,
    registry: Registry,
    available: frozenset[str] | None = None,
    *,
    in_full: bool = True,
) -> Read:
    """Return the readings of a statement about the calls of a plan.

    available: names of the outputs that recorded evidence holds; None where runs can be made.
    in_full: a statement every word of which is known may be read as a whole.

    A statement that names another place, period or condition than any of the calls, an opinion,
    a cause that is not represented or a quantity that is no output is outside, with the reason.
    """
    return Reader(plan, registry, available).read(statement, in_full=in_full)


def _in_full(stated: Stated) -> list[Reading]:
    """Read a statement every word of which is known; what it names is looked for in full later."""
    whole = _as_scene(stated)
    if whole or stated.asked.trial is None or stated.outside is not None:
        return whole
    return trial_readings(stated.context, stated.asked.trial)


def _as_scene(stated: Stated) -> list[Reading]:
    scene = stated.asked.scene
    if scene is None:
        return []
    parameters = unique_parameters(stated.simulator)
    text, calls = stated.text, stated.plan.calls
    if is_hearsay(text) or other_epoch(text, calls, parameters, stated.simulator):
        return []  # words that are known one by one: "some say", "should", "after 2060"
    return scene_readings(stated.inputs_alone, scene)


def _by_words(stated: Stated) -> Read:
    """Read a statement by the words and numbers in it that are known."""
    if stated.outside is not None:
        return Read(problem=stated.outside, outside=True)
    made = _known(stated)
    scene, trial = stated.asked.scene, stated.asked.trial
    if trial is not None and made.readings:
        made = replace(made, readings=(*made.readings, *turns(made.readings, trial)))
        doubt = partial(unsaid, stated.context, trial, made.readings, stated.simulator)
        return replace(made, doubt=doubt, doubts_numbers=True)
    if scene is None or not made.readings:
        return made
    problem = beside_runs(stated.text, scene, stated.simulator)
    if problem is not None:
        return Read(problem=problem, outside=problem.reason != "unread")
    return replace(made, doubt=partial(_doubted, made.readings, stated, scene))


def _doubted(readings: Sequence[Reading], stated: Stated, scene: Scene) -> str:
    """Return a word that may be of something else than what was read by known words."""
    context = stated.context
    strange = strange_in(context, stated.simulator, signs_of_phrases())
    return strange or unsaid_word(context, scene, readings)


def _known(stated: Stated) -> Read:
    """Read a statement of the calls of a plan by its known words and numbers."""
    text, plan, simulator, asked = stated.text, stated.plan, stated.simulator, stated.asked
    parts = parts_of(text, stated.inputs, plan, asked.parted)
    whole = _as_wave(stated, asked.wave) if asked.wave and parts is None else []
    if whole:
        return Read(readings=tuple(whole))
    context = stated.context
    if asked.trial is not None:
        own = restated(text, context.mentions, asked.trial)
        context = context._replace(mentions=own)
    others = stated.heard and not context.topics
    unknown = unlabelled(text, stated.heard, plan, asked) if others else []
    other = of_others(unknown, simulator) if unknown else None
    if other is not None:
        return Read(problem=other, outside=True)
    if parts is not None:
        return _by_part(context, parts, simulator, asked)
    made = _read(context, simulator, asked)
    if not made.readings or not asked.wave:
        return made
    if left_open(stated.without_results, asked.wave, made.readings):
        return Read(problem=of_what(text, simulator))
    return replace(made, doubt=partial(doubted_of_wave, context, made.readings, simulator))


def _as_wave(stated: Stated, wave: Wave) -> list[Reading]:
    """Read a statement about a single wave, whose results are looked for where it names others."""

    def others(text: str) -> list[Reading]:
        return other_results(stated.context._replace(text=text), wave)

    return wave_readings(stated.without_results, wave, others)


def _by_part(context: Context, parts: Parts, simulator: Simulator, asked: Asked) -> Read:
    """Read a statement about a run that holds its parts, and find which it speaks of."""
    outside: list[bool] = []

    def about(calls: Sequence[Call]) -> Made:
        own = context.plan.model_copy(update={"calls": tuple(calls)})
        made = _read(context._replace(plan=own), simulator, asked)
        outside.append(made.outside)
        return made.readings, made.problem

    readings, problem = read_parts(context.text, parts, context.topics, about)
    return Read(readings=readings, problem=problem, outside=problem is not None and any(outside))


def _unnamed(plan: Plan) -> bool:
    return any(problem.reason == "no_simulator" for problem in plan.problems)


def _read(context: Context, simulator: Simulator, asked: Asked) -> Read:
    plain = without_denied(context.text, asked.words)
    if plain != context.text:
        context = _within(context, Piece(plain))
    compared, undecided = outdone(context, asked.words, simulator)
    if compared or undecided is not None:
        return Read(readings=tuple(compared), problem=undecided)
    pieces = unfolded(context, asked.words)
    if not pieces:
        return _read_whole(context, simulator, asked)
    made = [_read_whole(_within(context, piece), simulator, asked) for piece in pieces]
    if all(one.readings for one in made):
        return Read(readings=tuple(_joined(pieces, made)))
    whole = _read_whole(context, simulator, asked)
    named = {t.output for t in context.topics}
    if not whole.readings or _outputs(whole.readings) >= named:
        return whole
    return Read(problem=half_read(context.text, simulator))


def _within(context: Context, piece: Piece) -> Context:
    """Return the context of a part of a sentence that stands in its place."""
    text = context.text
    return context._replace(
        text=piece.text,
        topics=tuple(t for t in context.topics if kept(piece, text, t.start, t.end)),
        mentions=tuple(m for m in context.mentions if kept(piece, text, m.start, m.end)),
    )


def _joined(pieces: Sequence[Piece], made: Sequence[Read]) -> Iterator[Reading]:
    for piece, one in zip(pieces, made, strict=True):
        for reading in one.readings:
            yield (
                reading.model_copy(update={"negated": not reading.negated})
                if piece.denied
                else reading
            )


def _outputs(readings: Sequence[Reading]) -> set[str]:
    return {t.output.removesuffix("_change") for r in readings for t in r.expression.terms}


def _read_whole(context: Context, simulator: Simulator, asked: Asked) -> Read:
    limits = thresholds(context, asked.words, simulator)
    return Read(readings=tuple(limits)) if limits else _read_facts(context, simulator, asked)


def _read_facts(context: Context, simulator: Simulator, asked: Asked) -> Read:
    held = asked.held
    named = [Span(text=t.words, start=t.start, end=t.end) for t in context.topics]
    compared = proportions(context, held)
    if compared:
        return Read(readings=tuple(compared))
    found = facts(context.text, context.mentions, asked.words, named)
    if len(found) > MOST_NUMBERS:
        return Read(problem=too_much(f"{len(found)} facts"))
    readings: list[Reading] = []
    problem: Problem | None = None
    loose: Problem | None = None
    by_name = bool(context.plan.graded)
    for fact in found:
        lacking = _counts_others(fact, context, simulator)
        if lacking is not None:
            return Read(problem=lacking, outside=True)
        if fact.margin:
            return Read(problem=of_margin(context.text[fact.start : fact.end], simulator))
        if fact.kind == "label" and not by_name and not _grades(fact, context, asked, simulator):
            clause = context.text[fact.left : fact.right]
            loose = loose or unrepresented(clause, simulator) or grades_others(fact, simulator)
            problem = problem or loose
            continue
        made, trouble = readings_of(fact, context, asked.outputs, held, simulator)
        readings += made
        # Where labels grade outputs by name, one of nothing named is a mere adjective.
        adjective = fact.kind == "label" and by_name
        if fact.kind != "direction" and not adjective:
            problem = problem or trouble
        loose = loose or trouble
    if not readings and all(fact.kind in ("label", "direction") for fact in found):
        readings = without_figures(context, simulator, held)
        problem = None if readings else problem
    problem = problem or (loose if not readings else None)
    if problem is not None:
        problem = unattached(problem, context, simulator, asked)
        return Read(problem=problem, outside=problem.reason != "unread")
    if readings:
        readings += taken_for_granted(context, readings, held)
        wave = wave_of(context.plan.calls, held) if asked.wave else None
        readings += paces(context, readings, wave) if wave else ()
        beside = lacks_peak(readings, context.topics, held)
        beside = beside or (unheld(context, readings, wave) if wave else "")
        beside = beside or alone(context.text, readings, context.topics)
        lost = overlooked(context.text, readings, simulator.name, beside)
        if lost is not None and not beside:
            readings += class_by_rank(context, simulator)
            lost = overlooked(context.text, readings, simulator.name)
        own = of_no_result(context.text, simulator, context.plan.question) if lost else None
        return Read(
            readings=() if lost else tuple(readings), problem=own or lost, outside=own is not None
        )
    made = tuple(class_by_rank(context, simulator))
    return Read(readings=made) if made else _without_facts(context, simulator)


def _without_facts(context: Context, simulator: Simulator) -> Read:
    asked = context.plan.question
    nothing = judgement(context.text, simulator.name, question=asked, also_feelings=True)
    nothing = nothing or nothing_found(context, simulator)
    return Read(problem=nothing, outside=nothing.reason != "unread")


def _counts_others(fact: Fact, context: Context, simulator: Simulator) -> Problem | None:
    """Return why a number is of something else: "some 3,000 would not survive"."""
    if not may_be_unrepresented(context.text, simulator):
        return None
    start = min([fact.start, *(p.qualified_from for p in fact.printed)])
    own = unrepresented(context.text[fact.left : start], simulator)
    if own is not None and fact.kind != "label":
        return own  # "summers warm by 2 °C", "taxi firms profit from shorter trips"
    if fact.kind not in ("number", "range") or fact.printed[-1].unit:
        return None
    return unrepresented(context.text[fact.start : fact.right], simulator)


def _grades(fact: Fact, context: Context, asked: Asked, simulator: Simulator) -> bool:
    """Tell whether a label is said of a result."""
    if unrepresented(context.text[fact.left : fact.right], simulator) is not None:
        return False
    held = [v for call in context.plan.calls for v in call.arguments.values()]
    names = frozenset(w for v in held if isinstance(v, str) for w in v.casefold().split())
    own = fact.start, fact.end
    others = [s for s in asked.words.labels[1].find(context.text) if (s.start, s.end) != own]
    plain = blanked(context.text, [(s.start, s.end) for s in others])
    return grades_result(
        plain, fact, context.mentions, asked.outputs, asked.words.parameters, names
    )
