"""The walks of a question and of a claim through the modules, traced while they are made."""

import multiprocessing
import re
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from types import FrameType
from typing import Any, NamedTuple

PACKAGE = "simulrag."
#: Most stages of a walk: what somebody can follow in one go.
MOST_STAGES = 15
QUESTION = "How much warmer is Nairobi in 2090 under SSP5-8.5 than in 1990?"
CLAIM = "The average temperature in Nairobi in 1990 was 31.2 °C."
FORMULA = 'climate.temperature(place="Nairobi", year=1990).temperature == 31.2'

#: Functions that are the stages of a walk, and what each does; their order is that of the trace.
QUESTION_STAGES = {
    "server.tools.common.Tools.answer_question": "the tool that a host calls",
    "verifier.answering.answer": "from a question to sentences",
    "verifier.english.questions.planned": "the runs that it asks for, or why none",
    "verifier.english.asking.asked": "its words as phrases, places, years, inputs",
    "verifier.english.asked_function.best_function": "the function that takes most of them",
    "verifier.english.unanswered.outside": "what of it no run can take",
    "verifier.evidence.EvidenceStore.run": "kept under its id, or made now",
    "simulators.climate.simulator.ClimateSimulator.run": "the simulation",
    "verifier.english.questions.formulas": "the formulas that answer it",
    "verifier.stated_values.statement": "a sentence on each value, with its run",
    "verifier.comparing.compared": "sentences on differences and extremes",
    "verifier.formulas.verification.Verifier.compute": "the formula of each such sentence",
    "verifier.formulas.evaluation.Evaluator.value": "member by member over paired runs",
    "server.wording.problems_text": "what could not be done, in words",
}
CLAIM_STAGES = {
    "server.tools.common.Tools.verify_claims": "the tool that a host calls",
    "server.tools.claim_arguments.read_claims": "texts, or texts with their formulas",
    "verifier.check.check_claims": "each claim by itself",
    "verifier.english.reader.claim": "only without a formula: all words, or unread",
    "verifier.formulas.bounding.admitted": "may it be decided?",
    "verifier.formulas.notation.parse": "from text to a tree; nothing is executed",
    "verifier.formulas.evaluation.Evaluator.calls": "its runs, each within its ranges: inside",
    "verifier.formulas.anchoring.anchor.anchor": "does it say what the text says?",
    "verifier.evidence.EvidenceStore.run": "kept under its id, or made now",
    "simulators.climate.simulator.ClimateSimulator.run": "the simulation",
    "verifier.formulas.decision.decide": "record, run or world; paired members",
    "verifier.formulas.deciding_values.what_is_true": "of a refuted claim",
    "verifier.formulas.correction.corrected": "one literal; must hold and anchor again",
    "verifier.evidence.EvidenceStore.save_verdicts": "kept with its runs and formula",
    "server.wording.checked_text": "the reply, in words",
}
#: Each walk: the tool's arguments and what its reply holds, so that nothing else is traced.
WALKS = {
    "question": ("answer_question", {"question": QUESTION}, "3.88 °C", QUESTION_STAGES),
    "claim": ("verify_claims", {"claims": [CLAIM]}, "1 refuted", CLAIM_STAGES),
    "claim with its formula": (
        "verify_claims", {"claims": [{"text": CLAIM, "formula": FORMULA}]}, "1 refuted",
        {name: does for name, does in CLAIM_STAGES.items() if ".english." not in name},
    ),
}  # fmt: skip
_BLOCK = re.compile(r"(?<=<!-- walks -->\n).*(?=<!-- end of walks -->)", re.S)


class Stage(NamedTuple):
    """A function on a walk, what it does, and the modules entered first from there to the next."""

    function: str
    does: str
    modules: tuple[str, ...]


class Walk(NamedTuple):
    """A walk by its name: its stages in the order in which they were entered."""

    name: str
    stages: tuple[Stage, ...]

    @property
    def modules(self) -> tuple[str, ...]:
        """Return every module that was entered, in order."""
        return tuple(module for stage in self.stages for module in stage.modules)


def traced() -> tuple[Walk, ...]:
    """Return the walks, each traced in a process of its own, where nothing is kept from another.

    Raises ValueError where a walk does not enter a stage, or has too many of them.
    """
    new = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=new, max_tasks_per_child=1) as processes:
        return tuple(map(walk, WALKS, processes.map(entered, WALKS)))


def entered(name: str) -> Sequence[str]:
    """Return the functions that a walk enters, in order, without what runs while modules load."""
    tool, arguments, expected, _ = WALKS[name]
    tools = _tools()
    trace = Trace()
    sys.setprofile(trace.event)
    try:
        reply = getattr(tools, tool)(**arguments)
    finally:
        sys.setprofile(None)
    if expected not in reply.text:
        raise ValueError(f"the reply of {tool} has no {expected!r}: {reply.text}")
    return list(trace.functions)


class Trace:
    """Functions of this project by their dotted names, in the order in which they are entered."""

    def __init__(self) -> None:
        self.functions: dict[str, None] = {}
        self._loading = 0

    def event(self, frame: FrameType, event: str, _: object) -> None:
        """Take a call or a return, as `sys.setprofile` tells it."""
        code, module = frame.f_code, str(frame.f_globals.get("__name__", ""))
        if code.co_name == "<module>":
            self._loading += {"call": 1, "return": -1}.get(event, 0)
        elif event == "call" and not self._loading and module.startswith(PACKAGE):
            self.functions.setdefault(f"{module.removeprefix(PACKAGE)}:{code.co_qualname}")


def _tools() -> Any:
    """Return the server's tools over the built-in simulators and an empty store."""
    from simulrag.server.jobs import TIME_LIMIT, Jobs
    from simulrag.server.plugin_resources import Shelf
    from simulrag.server.tools.common import Tools
    from simulrag.simulators.climate.simulator import ClimateSimulator
    from simulrag.simulators.epidemiology.simulator import EpidemiologySimulator
    from simulrag.simulators.registry import Registry
    from simulrag.simulators.urban.simulator import UrbanSimulator
    from simulrag.verifier.evidence import EvidenceStore

    store = EvidenceStore()
    simulators = (ClimateSimulator(), EpidemiologySimulator(), UrbanSimulator())
    return Tools(Registry(simulators), store, Jobs(store, TIME_LIMIT), Shelf())


def walk(name: str, functions: Sequence[str]) -> Walk:
    """Return a walk from the functions that it entered; ValueError for a stage that is missing."""
    does: Mapping[str, str] = WALKS[name][-1]
    dotted = [one.replace(":", ".") for one in functions]
    if missing := [one for one in does if one not in dotted]:
        raise ValueError(f"the walk of a {name} does not enter {', '.join(missing)}")
    if len(does) > MOST_STAGES:
        raise ValueError(f"the walk of a {name} has {len(does)} stages; at most {MOST_STAGES}")
    stages: list[tuple[str, list[str]]] = []
    seen: set[str] = set()
    for function, one in zip(functions, dotted, strict=True):
        if one in does:
            stages.append((one, []))
        module = function.partition(":")[0]
        if module not in seen:
            seen.add(module)
            stages[-1][1].append(module)
    return Walk(name, tuple(Stage(one, does[one], tuple(held)) for one, held in stages))


def listing(one: Walk) -> str:
    """Return the stages of a walk with all modules that each enters first, as lines."""
    lines = [f"{one.name}: {len(one.stages)} stages, {len(one.modules)} modules"]
    for number, stage in enumerate(one.stages, 1):
        lines += [f"{number:3} {stage.function}", *(f"      {module}" for module in stage.modules)]
    return "\n".join([*lines, ""])


def renewed(page: str, walks: Sequence[Walk]) -> str:
    """Return a page with its lists of the walks made anew. Raises ValueError if it has none."""
    if not _BLOCK.search(page):
        raise ValueError("the page has no <!-- walks --> ... <!-- end of walks -->")
    asked, claimed, handed = walks
    lists = [_list("question", QUESTION, asked), _list("claim", CLAIM, claimed)]
    said = f"With its formula handed in, the same claim enters {len(handed.modules)} modules.\n"
    return _BLOCK.sub(lambda _: "\n".join([*lists, said]), page)


def _list(name: str, text: str, one: Walk) -> str:
    head = f"A {name}, “{text}”: {len(one.stages)} stages, {len(one.modules)} modules in all.\n"
    stages = [
        f"{number}. `{stage.function}` ({_modules(stage)})"
        for number, stage in enumerate(one.stages, 1)
    ]
    return "\n".join([head, *stages, ""])


def _modules(stage: Stage) -> str:
    """Return the modules of a stage, those of one folder together."""
    folders: dict[str, list[str]] = {}
    for module in stage.modules:
        folder, _, name = module.rpartition(".")
        folders.setdefault(folder, []).append(name)
    return "; ".join(f"{folder}: {', '.join(names)}" for folder, names in folders.items())
