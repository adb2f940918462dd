"""The journal of one question: its replies as they come, its stages as they end.

A folder for each question holds `journal.sqlite`, with every reply of the model and of the
server's tools, and one JSON file a stage. A run that was killed goes on from there: what the
journal holds is not asked again, and the files come out the same, byte for byte. What the model
was still writing when the run was killed is asked again, and so is a reply that was altered since.
"""

import json
import re
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, Self

from simulrag.client.errors import BadInput
from simulrag.client.language_models.metered import hashed
from simulrag.client.session import Tools
from simulrag.client.table import Table
from simulrag.simulators.data_integrity import write_whole

#: Keeps the result of a stage under its name.
Keep = Callable[[str, Any], None]
#: The stages in order; a file's name starts with the place of its stage.
STAGES = (
    "question", "runs", "drafts", "claims", "bounds", "selection", "verdicts", "settled", "result",
)  # fmt: skip
_RESULT = "result"
#: Version of the loop's steps and prompts, told in the settings of what it keeps; without one, 1.
LOOP = 3


def discard(_stage: str, _found: Any) -> None:
    """Keep nothing."""


def settings(
    question: str, model: str, drafts: int, budget: float, method: str = "computed"
) -> dict[str, Any]:
    """Return what makes a run of a question; another version of this program is another run.

    So is another loop: what it keeps under the same names is not what this one asks for.
    """
    loop = {"loop": LOOP} if model and method == "computed" else {}
    return {
        **loop,
        "question": question,
        "model": model,
        "drafts": drafts,
        "budget": budget,
        "method": method,
        "simulrag": version("simulrag"),
    }


def place(folder: Path, given: dict[str, Any]) -> Path:
    """Return the folder of one question inside the folder of all journals."""
    words = re.findall(r"[a-z0-9]+", str(given["question"]).casefold())
    return folder / "-".join(["-".join(words)[:40].strip("-") or "question", hashed(given)[:12]])


class Journal:
    """The journal of one question, open in one process at a time.

    Raises BadInput where there is one already and `resume` is not set, where it is in use, and
    where it cannot be written.
    """

    def __init__(self, folder: Path, given: dict[str, Any], *, resume: bool = False) -> None:
        self.folder = place(folder, given)
        table = self.folder / "journal.sqlite"
        earlier = place(folder, {name: given[name] for name in given if name != "loop"})
        if resume and not table.exists() and earlier != self.folder and earlier.exists():
            raise BadInput(
                f"{earlier} holds a run of this question by an earlier loop, whose steps are not "
                "those of this one, so that it cannot go on; start anew without --resume"
            )
        if table.exists() and not resume:
            state = "a finished" if self.file(_RESULT).exists() else "an unfinished"
            raise BadInput(
                f"{self.folder} holds {state} run of this question; go on with --resume, "
                "or give another --journal folder"
            )
        self.replies = Table(table, alone=True)
        self.keep("question", given)

    def file(self, stage: str) -> Path:
        """Return the file of a stage."""
        return self.folder / f"{STAGES.index(stage)}-{stage}.json"

    def keep(self, stage: str, found: Any) -> None:
        """Write the result of a stage, whole or not at all. Raises BadInput."""
        text = json.dumps(found, ensure_ascii=False, indent=1, allow_nan=False)
        try:
            write_whole(self.file(stage), f"{text}\n".encode("utf-8", "surrogatepass"))
        except OSError as error:
            raise BadInput(
                f"--journal {self.folder} cannot be written: {error.strerror or error}"
            ) from error

    def close(self) -> None:
        """Give the journal free."""
        self.replies.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class JournaledTools:
    """Tools whose replies are kept in a journal and given again from there."""

    def __init__(self, tools: Tools, journal: Journal) -> None:
        self._tools = tools
        self._replies = journal.replies

    async def call(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        """Call a tool; return its structured content. Raises ServerFailed, which is not kept."""
        key = f"{tool}:{hashed(arguments)}"
        kept = self._replies.read(key, json.loads)
        if kept is not None:
            return kept
        reply = await self._tools.call(tool, **arguments)
        self._replies.put(key, json.dumps(reply, ensure_ascii=False))
        return reply
