"""The results folder of a language model's answers: the comparison of methods, and what it cost."""

from pathlib import Path

from simulrag.evaluation.experiment import comparing, describing, results
from simulrag.evaluation.experiment.live import Live
from simulrag.evaluation.experiment.measuring import Benchmark
from simulrag.evaluation.experiment.results import Results
from simulrag.evaluation.experiment.tables import NOTHING, Table
from simulrag.simulators.errors import BadValue

NOTICE = (
    "Claims that runs decide are labelled by the verdict on them, so that no error of the verifier "
    "shows here; the other claims have no label and are counted as not measured."
)


def write(folder: Path, found: Live, draws: int, seed: int = 0) -> Results:
    """Write the results folder of recorded or replayed answers. Raises BadValue without any."""
    if not found.prepared:
        raise BadValue(f"no question was answered: {'; '.join(found.notes) or 'no item was given'}")
    names = dict.fromkeys(question.simulator for question in found.prepared)
    benchmarks = {
        name: Benchmark([q for q in found.prepared if q.simulator == name], draws, seed)
        for name in names
    }
    compared = [comparing.compared(name, one, 0.0, seed) for name, one in benchmarks.items()]
    made = Results(
        title=f"Answers of {found.about.name}:{found.about.model}",
        notice=NOTICE,
        headline=(_told(found),),
        tables=(
            *comparing.tables(compared),
            _cost(found),
            describing.table(benchmarks),
        ),
        notes=found.notes,
        configuration={"synthetic": False, "model": found.about.model_dump(mode="json"),
                       "items": [question.item for question in found.prepared]},
    )  # fmt: skip
    folder.mkdir(parents=True, exist_ok=True)
    results.write(folder, made)
    return made


def _told(found: Live) -> str:
    return f"{len(found.prepared)} questions answered, {found.taken.usage.told()}"


def _cost(found: Live) -> Table:
    usage, taken = found.taken.usage, found.taken
    cost = NOTHING if taken.cost is None else f"{taken.cost:.4g} {taken.currency}"
    rows = (
        ("questions", str(len(found.prepared))),
        ("calls", str(usage.calls)),
        ("input tokens", str(usage.input_tokens)),
        ("output tokens", str(usage.output_tokens)),
        ("cost", cost),
        ("seconds of processor time here", f"{taken.seconds:.1f}"),
    )
    return Table(name="cost", title="What the answers took", heads=("", "all questions"), rows=rows)
