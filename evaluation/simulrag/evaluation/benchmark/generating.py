"""Generates a benchmark for a simulator: templates, draws, runs, composing, self-check.

Paper, section 3.4. Every draw is named by seed, simulator, place in the file and attempt, so that
the same seed gives the same bytes, also after a kill.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from random import Random

import networkx as nx
from pydantic import JsonValue

from simulrag.evaluation.benchmark.checking import Bench, Fault, asks_otherwise, faults, named
from simulrag.evaluation.benchmark.drawn_values import Values, drawn
from simulrag.evaluation.benchmark.filled_templates import Scene, composed, function_of, unusual
from simulrag.evaluation.benchmark.items import BadItems, Item
from simulrag.simulators.arguments import check_value
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.interface import Call, Function, Simulator
from simulrag.simulators.question_templates import QuestionTemplate, Setting
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore

Watched = Callable[[Iterable[int]], Iterable[int]]
#: Draws of one template for one place in the file; then another template has its turn.
ATTEMPTS = 12
#: Refusals of one template without any item, from which on it has no more turns.
HOPELESS = 36


class Generator:
    """Draws the items of one simulator, one place in the file after the other.

    reasons: how many draws were refused, by reason; failed: by template.
    """

    def __init__(
        self,
        simulator: Simulator,
        templates: Sequence[QuestionTemplate],
        seed: int,
        registry: Registry,
        store: EvidenceStore,
    ) -> None:
        self.simulator = simulator
        self.templates = templates
        self.seed = seed
        self.registry = registry
        self.bench = Bench(registry, store)
        self._seen: set[str] = set()
        self._made: Counter[str] = Counter()
        self.failed: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()

    def item(self, number: int) -> Item:
        """Return the item of a place in the file. Raises BadItems where no template gives one."""
        refused: list[str] = []
        for template in self._turns(number):
            for attempt in range(ATTEMPTS):
                name = f"{self.seed}|{self.simulator.name}|{template.name}|{number}|{attempt}"
                found = self._item(template, name)
                if isinstance(found, Item):
                    self._made[template.name] += 1
                    self._seen.update(_marks(found))
                    return found
                self.failed[template.name] += 1
                self.reasons[found.reason] += 1
                refused.append(f"{template.name}: {found.message}")
        told = "; ".join(dict.fromkeys(refused))
        raise BadItems(
            f"no template of {self.simulator.name} gives item {number + 1}"
            f"{': ' + told[:1500] if told else '; it has no templates'}"
        )

    def _turns(self, number: int) -> Iterable[QuestionTemplate]:
        """Return the templates, each first as often as the others; hopeless ones are left out."""
        hopeful = [
            t for t in self.templates if self._made[t.name] or self.failed[t.name] < HOPELESS
        ]
        for shift in range(len(hopeful)):
            yield hopeful[(number + shift) % len(hopeful)]

    def _item(self, template: QuestionTemplate, name: str) -> Item | Fault:
        try:
            item = self.composed(template, name)
        except SimulRAGError as error:
            return Fault(reason=error.reason, message=str(error))
        if isinstance(item, Fault):
            return item
        if self._seen & _marks(item):
            return Fault(reason="duplicate", message="there is such an item already")
        return next(iter(faults(item, self.bench)), item)

    def composed(self, template: QuestionTemplate, name: str) -> Item | Fault:
        """Return an item that is not checked yet, drawn by a name. Raises SimulRAGError."""
        function = function_of(template, 0, self.simulator)
        values = drawn(template, function, self.simulator, Random(f"{name}|values"))
        if values is None:
            return Fault(reason="not_drawn", message="values could not be told apart")
        calls = [
            made_call(self.simulator, function_of(template, i, self.simulator), setting, values)
            for i, setting in enumerate(template.settings)
        ]
        for call in calls:
            self.registry.refuse_impossible(call)
        runs = [self.bench.store.run(call, self.registry) for call in calls]
        scene = Scene(template, self.simulator, values, named(calls), self.bench, name)
        if strange := next(unusual(scene), ""):
            return Fault(reason="not_typical", message=strange)
        said = composed(scene)
        item = Item(
            id="",
            simulator=self.simulator.name,
            template=template.name,
            group="",
            question=said.question,
            calls=tuple(calls),
            runs=tuple(run.id for run in runs),
            let=scene.let,
            answer=said.answer,
            claims=said.claims,
            seed=self.seed,
            versions={
                "simulrag": version("simulrag"),
                self.simulator.name: self.simulator.version,
                "build": runs[0].build,
            },
        )
        needs_model = template.needs_model and bool(asks_otherwise(item, self.registry))
        item = item.model_copy(update={"needs_model": needs_model})
        return item.model_copy(update={"id": item.content_id()})


def made_call(simulator: Simulator, function: Function, setting: Setting, values: Values) -> Call:
    """Return the call of a setting, its placeholders replaced. Raises SimulatorError."""
    arguments = {
        name: check_value(function.parameter(name), _replaced(given, values))
        for name, given in setting.arguments.items()
    }
    return Call(simulator=simulator.name, function=function.name, arguments=arguments)


def _replaced(given: JsonValue, values: Values) -> JsonValue:
    if isinstance(given, str) and given.startswith("{") and given.endswith("}"):
        return values[given[1:-1]]
    return given


def _marks(item: Item) -> set[str]:
    """Return what no two items may share: the question, and the template with its runs."""
    return {item.question, f"{item.template} {' '.join(sorted(item.runs))}"}


def generate(generator: Generator, count: int, watched: Watched = iter) -> tuple[Item, ...]:
    """Return `count` items. watched: shows progress over the numbers of their places."""
    items = [generator.item(number) for number in watched(range(count))]
    return grouped(items, generator.simulator)


def grouped(items: Sequence[Item], simulator: Simulator) -> tuple[Item, ...]:
    """Return the items with the groups that share runs, each named by its first item.

    A run that a call without any argument of its own makes (the unchanged corridor) joins
    nothing: it is the background of every item.
    """
    graph: nx.Graph[str] = nx.Graph()
    for item in items:
        graph.add_node(item.id)
        for run_id, call in zip(item.runs, item.calls, strict=True):
            if _says_something(call, simulator):
                graph.add_edge(item.id, run_id)
    first = {item.id: position for position, item in enumerate(items)}
    names: dict[str, str] = {}
    for part in nx.connected_components(graph):
        members = sorted((name for name in part if name in first), key=first.__getitem__)
        names.update(dict.fromkeys(members, members[0]))
    return tuple(item.model_copy(update={"group": names[item.id]}) for item in items)


def _says_something(call: Call, simulator: Simulator) -> bool:
    function = next(f for f in simulator.functions if f.name == call.function)
    defaults = {p.name: p.default for p in function.parameters}
    return any(value not in (None, defaults[name]) for name, value in call.arguments.items())
