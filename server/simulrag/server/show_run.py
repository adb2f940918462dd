"""What `get_run` shows: a stored run, its series, its chart, or a call that goes on."""

from simulrag.server.charts import chart
from simulrag.server.jobs import JOB, Jobs, running_text
from simulrag.server.replies import Detail, Reply, ShownData, thinned
from simulrag.server.simulate import run_reply
from simulrag.server.wording import series_text
from simulrag.simulators.arguments import nearest_names, shown
from simulrag.simulators.errors import BadValue, RunFailed, SimulRAGError, UnknownName
from simulrag.simulators.interface import Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.evidence_jobs import Job


class StillRunning(SimulRAGError):
    """A call that goes on."""

    reason = "still_running"


class CallFailed(SimulRAGError):
    """A call that went on and was refused in the end; its reason is that of the refusal."""

    def __init__(self, refusal: str) -> None:
        self.reason, _, message = refusal.partition(": ")
        super().__init__(message)


def show(
    run_id: str, detail: Detail, registry: Registry, store: EvidenceStore, jobs: Jobs
) -> Reply[ShownData]:
    """Return a run or a job by its id. Raises UnknownName, StillRunning, CallFailed, RunFailed."""
    if run_id.startswith(JOB) and (job := jobs.find(run_id)):
        return _job(*job, jobs, detail)
    run = stored(run_id, store)
    if detail == "stop":
        raise BadValue("detail=stop is for a call that goes on (job-...)", parameter="detail")
    return _run(run, detail, registry)


def _run(run: Run, detail: Detail, registry: Registry) -> Reply[ShownData]:
    made = run_reply(run, registry)
    data = ShownData(run=made.data.run, series=made.data.series)
    if detail != "full":
        return Reply(made.text, data, chart(run, registry) if detail == "chart" else b"")
    series = thinned(run.series)
    text = "\n".join([made.text, *(series_text(name, one) for name, one in series.items())])
    full = run.model_copy(update={"series": series})
    return Reply(text, data.model_copy(update={"run": full}))


def stored(run_id: str, store: EvidenceStore) -> Run:
    """Return a run by its id. Raises UnknownName with the nearest ids."""
    run = store.get(run_id)
    if run is None:
        raise _unknown(run_id, store)
    return run


def _unknown(run_id: str, store: EvidenceStore) -> UnknownName:
    newest = store.run_ids(1000)
    near = nearest_names(run_id, newest) or tuple(newest[:3])
    hint = f"; known runs: {', '.join(near)}" if near else "; no run was made yet"
    return UnknownName(f"run {shown(run_id)} is unknown{hint}", parameter="run_id", candidates=near)


def _job(job: Job, lost: bool, jobs: Jobs, detail: Detail) -> Reply[ShownData]:
    if lost or job.state == "stopped":
        why = "ended with its process" if lost else "was stopped"
        raise RunFailed(f"{job.tool} {why}; make the same call again, runs made so far are kept")
    if job.state == "failed":
        raise CallFailed(job.text)
    if job.state == "done":
        return Reply(job.text, ShownData(result=job.content))
    if detail != "stop":
        raise StillRunning(running_text(job))
    if not jobs.stop(job.id):
        raise StillRunning(f"{job.tool} goes on in another worker process; call again to stop it")
    return Reply(f"{job.tool} is being stopped; runs made so far: {len(job.runs)}", ShownData())
