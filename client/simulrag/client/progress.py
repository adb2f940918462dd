"""Says on standard error what is going on.

On a terminal a spinner shows the current stage, and each stage that is over leaves a line with its
time; elsewhere each stage is a plain line, or a JSON object with `--events`.
"""

import json
import sys
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager

from simulrag.client.language_models.usage import Usage
from simulrag.simulators.interface import Frozen

#: Tells that a stage begins. The first word of the message names the stage: "drafting 5 answers".
Tell = Callable[[str], None]


class Spent(Frozen):
    """What a model has taken so far; `cost` is None where no price is known."""

    usage: Usage = Usage()
    cost: float | None = None

    def since(self, earlier: "Spent") -> "Spent":
        """Return what came on top of what was spent earlier."""
        known = self.cost is not None and earlier.cost is not None
        return Spent(
            usage=self.usage - earlier.usage,
            cost=(self.cost or 0.0) - (earlier.cost or 0.0) if known else None,
        )


class Stage(Frozen):
    """A stage that is over, how long it took, and what its calls of a model took."""

    message: str
    seconds: float
    usage: Usage = Usage()
    #: In the currency of the result's model; None where no price is known.
    cost: float | None = None

    @property
    def name(self) -> str:
        """The word for it, as in the events."""
        return named(self.message)


def named(message: str) -> str:
    """Return the word for the stage that a message tells of."""
    return message.partition(" ")[0]


def silent(_message: str) -> None:
    """Tell nothing."""


class Stopwatch:
    """Passes on what it is told; takes the time and, of a model, the spending of each stage."""

    def __init__(self, tell: Tell = silent) -> None:
        self._tell = tell
        self._begun: list[tuple[str, float, Spent]] = []
        #: Gives what the model has taken so far.
        self.spent: Callable[[], Spent] = Spent

    def __call__(self, message: str) -> None:
        self._begun.append((message, time.monotonic(), self.spent()))
        self._tell(message)

    def stages(self) -> tuple[Stage, ...]:
        """Return the stages so far; the last one ends now."""
        ends = [
            *((at, spent) for _, at, spent in self._begun[1:]),
            (time.monotonic(), self.spent()),
        ]
        return tuple(
            Stage(message=message, seconds=end - at, **dict(after.since(before)))
            for (message, at, before), (end, after) in zip(self._begun, ends, strict=True)
        )


class Lines:
    """One plain line a stage; work of a single stage says nothing."""

    def __init__(self) -> None:
        self._begun = False
        self._waiting = ""

    def stage(self, message: str) -> None:
        """Print that a stage begins, of the first one when the second comes."""
        if not self._begun:
            self._begun, self._waiting = True, message
            return
        if self._waiting:
            print(self._waiting, file=sys.stderr)
            self._waiting = ""
        print(message, file=sys.stderr, flush=True)

    def end(self, *, failed: bool) -> None:
        """Leave a failure to whoever reports it."""


class Events:
    """One JSON object a line: `event`, `elapsed` in seconds, and what belongs to the event."""

    def __init__(self) -> None:
        self._start = time.monotonic()

    def stage(self, message: str) -> None:
        """Write an event `stage` with `stage` and `message`."""
        self._write({"event": "stage", "stage": named(message), "message": message})

    def end(self, *, failed: bool) -> None:
        """Write an event `finished`; whoever reports a failure writes that."""
        if not failed:
            self._write({"event": "finished"})

    def _write(self, event: Mapping[str, str]) -> None:
        elapsed = {"elapsed": round(time.monotonic() - self._start, 3)}
        print(json.dumps({**event, **elapsed}), file=sys.stderr, flush=True)


class Spinner:
    """The current stage with its time so far, above it those that are over."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn

        self._progress = Progress(
            SpinnerColumn(finished_text="[green]✓"),
            TextColumn("{task.description}"),
            TextColumn("{task.elapsed:.1f} s", style="dim"),
            console=Console(stderr=True),
        )
        self._progress.start()

    def stage(self, message: str) -> None:
        """End the line of the last stage and begin one of its own."""
        from rich.markup import escape

        self._finish_all()
        self._progress.add_task(escape(message), total=1)

    def end(self, *, failed: bool) -> None:
        """Stop; the stage that failed keeps its spinner's last frame."""
        if not failed:
            self._finish_all()
        self._progress.stop()

    def _finish_all(self) -> None:
        for task in self._progress.tasks:
            if not task.finished:
                self._progress.update(task.id, completed=1)
                self._progress.stop_task(task.id)


@contextmanager
def telling(*, events: bool = False) -> Generator[Tell]:
    """Give a function that shows the current stage for as long as the context lasts."""
    shown = Events() if events else Spinner() if sys.stderr.isatty() else Lines()
    failed = True
    try:
        yield shown.stage
        failed = False
    finally:
        shown.end(failed=failed)
