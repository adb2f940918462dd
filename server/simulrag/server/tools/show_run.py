"""What `get_run` shows: a run, its series, its chart, a verdict, or a reply under a handle.

The chart needs matplotlib (the extra `plots`).
"""

from io import BytesIO

from simulrag.server.jobs import JOB, REPLY, STILL_RUNNING, Jobs, running_text
from simulrag.server.replies import Reply, Shown, ShownData, identified, thinned, whole_run
from simulrag.server.tools.fitting import page_of, pages
from simulrag.server.tools.simulate import run_reply
from simulrag.server.wording import (
    origin_text,
    outputs_of,
    quoted,
    run_text,
    series_text,
    verdicts_text,
)
from simulrag.simulators.arguments import nearest_names, shown
from simulrag.simulators.errors import BadValue, NotInstalled, RunFailed, SimulRAGError, UnknownName
from simulrag.simulators.interface import Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import VERDICT, EvidenceStore, StoredVerdict
from simulrag.verifier.evidence_tables import Job

#: Most verdicts of a run that are listed with it, the newest.
MOST_VERDICTS = 20
#: Width, height of a panel (inches) and dots per inch: about 60 kB, legible in a chat.
WIDTH, HEIGHT, DPI = 7.0, 2.6, 110
#: Most panels in one picture.
MOST_PANELS = 4


class CallFailed(SimulRAGError):
    """A call that went on and was refused in the end; its reason is that of the refusal."""

    def __init__(self, refusal: str) -> None:
        self.reason, _, message = refusal.partition(": ")
        super().__init__(message)


def show(
    run_id: str, detail: Shown, page: int, registry: Registry, store: EvidenceStore, jobs: Jobs
) -> Reply[ShownData]:
    """Return a run, a verdict, a job or a kept reply by its id.

    Raises UnknownName, CallFailed, RunFailed, BadValue or OutOfRange.
    """
    if run_id.startswith((JOB, REPLY)) and (job := jobs.find(run_id)):
        return _job(*job, jobs, detail, page)
    if verdict := store.verdict(run_id):
        return _verdict(run_id, verdict, detail, registry, store)
    run = stored(run_id, store)
    if detail == "stop":
        raise BadValue("detail=stop is for a call that goes on (job-...)", parameter="detail")
    if detail == "full":
        return _full(run, registry, store)
    png = chart(run, registry) if detail == "chart" else b""
    made = run_reply(run, registry)
    return Reply(made.text, ShownData(run=made.data.run, series=made.data.series), png)


def _full(run: Run, registry: Registry, store: EvidenceStore) -> Reply[ShownData]:
    """Return all of a run: what made it, its series, and the newest verdicts that rest on it."""
    series = thinned(run.series)
    verdicts = dict(list(store.verdicts_by_id(run.id).items())[-MOST_VERDICTS:])
    told = [
        run_text(run, registry),
        origin_text(run),
        *(series_text(name, one) for name, one in series.items()),
        *(
            f"Verdict {key}: {one.verdict.verdict}: {quoted(one.verdict.text)}"
            for key, one in verdicts.items()
        ),
    ]
    data = ShownData(
        run=whole_run(run, series=True),
        series=list(series),
        verdicts=[identified(key, one.verdict) for key, one in verdicts.items()] or None,
    )
    return Reply("\n".join(told), data, whole=True)


def _verdict(
    key: str, found: StoredVerdict, detail: Shown, registry: Registry, store: EvidenceStore
) -> Reply[ShownData]:
    """Return a verdict with the question it was made for and the runs that it rests on."""
    if detail in ("chart", "stop"):
        raise BadValue(
            f"detail={detail} is not for a verdict; its runs: "
            f"{', '.join(found.verdict.run_ids) or 'none'}",
            parameter="detail",
        )
    runs = [run for one in found.verdict.all_run_ids if (run := store.get(one))]
    told = [f"Verdict {key} {verdicts_text([found.verdict])[0].removeprefix('1. ')}"]
    told += [f"Derivation: {found.verdict.derivation}"] if found.verdict.derivation else []
    told += (
        [f"Taken for granted: {'; '.join(found.verdict.assumed)}"] if found.verdict.assumed else []
    )
    told += [f"Question: {quoted(found.question)}"] if found.question else []
    told += [run_text(run, registry) for run in runs]
    data = ShownData(
        verdicts=[identified(key, found.verdict)],
        questions=[found.question] if found.question else None,
    )
    return Reply("\n".join(told), data)


def stored(run_id: str, store: EvidenceStore) -> Run:
    """Return a run by its id. Raises UnknownName with the nearest ids."""
    if run := store.get(run_id):
        return run
    kind = "verdict" if run_id.startswith(VERDICT) else "run"
    newest = store.verdict_ids(1000) if kind == "verdict" else store.run_ids(1000)
    near = nearest_names(run_id, newest) or tuple(newest[:3])
    hint = f"; known {kind}s: {', '.join(near)}" if near else f"; no {kind} was made yet"
    raise UnknownName(
        f"{kind} {shown(run_id)} is unknown{hint}", parameter="run_id", candidates=near
    )


def _job(job: Job, lost: bool, jobs: Jobs, detail: Shown, page: int) -> Reply[ShownData]:
    if lost or job.state == "stopped":
        why = "ended with its process" if lost else "was stopped"
        raise RunFailed(f"{job.tool} {why}; make the same call again, runs made so far are kept")
    if job.state == "failed":
        raise CallFailed(job.text)
    if job.state == "done":
        return _done(job, detail, page)
    if detail != "stop":
        return Reply(running_text(job), ShownData(still_running=job.id))
    if not jobs.stop(job.id):
        told = f"{job.tool} goes on in another worker process; call again to stop it"
        return Reply(f"{STILL_RUNNING}: {told}", ShownData(still_running=job.id))
    return Reply(f"{job.tool} is being stopped; runs made so far: {len(job.runs)}", ShownData())


def _done(job: Job, detail: Shown, page: int) -> Reply[ShownData]:
    """Return a reply: in full, or a page of its text; short ones with their content."""
    if detail == "full":
        return Reply(job.text, ShownData(result=job.content), whole=True)
    count = len(pages(job.text))
    text = page_of(job.text, page, job.id)
    if count == 1:
        return Reply(text, ShownData(result=job.content))
    return Reply(text, ShownData(text=text, pages=count))


def chart(run: Run, registry: Registry) -> bytes:
    """Return the series of a run as a PNG, a panel each, with its 90 % interval.

    Raises BadValue for a run without series, NotInstalled without matplotlib.
    """
    if not run.series:
        raise BadValue(
            f"run {run.id} has no series to draw; its outputs are single values", parameter="detail"
        )
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise NotInstalled(
            "charts need matplotlib; install it with: pip install 'simulrag[plots]'"
        ) from None
    from simulrag.simulators.run_plots import draw_courses

    panels = list(run.series.items())[:MOST_PANELS]
    figure = Figure(figsize=(WIDTH, HEIGHT * len(panels)), dpi=DPI, layout="constrained")
    FigureCanvasAgg(figure)
    described = outputs_of(run, registry)
    for number, (name, series) in enumerate(panels, 1):
        axes = figure.add_subplot(len(panels), 1, number)
        draw_courses({name: series}, axes)
        output = described.get(name)
        title = output.description.partition(",")[0] if output else name.replace("_", " ")
        axes.set_title(title, fontsize=10, loc="left")
    figure.suptitle(f"{run.call.simulator}.{run.call.function}, run {run.id}", fontsize=9)
    made = BytesIO()
    figure.savefig(made, format="png")
    return made.getvalue()
