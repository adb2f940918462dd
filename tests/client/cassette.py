"""Replies of a language model as they were recorded, served again step by step, with their runs.

A cassette is NAME.json, the question, the replies of each step and the answer that came of them,
and NAME.sqlite.gz, the evidence store of that conversation. A folder that a relay of the Messages
API kept (requests/ and replies/ by number), beside the store, becomes one by

    python tests/client/cassette.py FOLDER NAME
"""

import gzip
import json
import os
import sqlite3
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from client.messages_api import stage_of
from simulrag.client.prompts import PERSPECTIVES
from simulrag.simulators.registry import installed
from simulrag.verifier.evidence import EvidenceStore, StoredRun, default_path

FOLDER = Path(__file__).with_name("cassettes")
#: Whether the answers of the loop as it is now are kept, with runs that it makes besides.
UPDATE = os.environ.get("SIMULRAG_UPDATE_CASSETTES") == "1"


class Cassette:
    """The recorded replies to one question: each step's in their order, drafts by perspective."""

    def __init__(self, name: str) -> None:
        self._file = FOLDER / f"{name}.json"
        self._held = json.loads(self._file.read_text(encoding="utf-8"))
        self.question: str = self._held["question"]
        self.answer: str = self._held["answer"]
        self._served: defaultdict[str, int] = defaultdict(int)

    def __call__(self, prompt: str, _data: dict[str, Any]) -> dict[str, Any]:
        """Return the input of the tool that the step forces."""
        stage = stage_of(prompt)
        if stage == "draft":
            return self._held[stage][[p in prompt for p in PERSPECTIVES].index(True)]
        self._served[stage] += 1
        return self._held[stage][self._served[stage] - 1]

    def planned(self) -> list[tuple[str, dict[str, str]]]:
        """The formulas of the last plan, each with the names that it uses."""
        plan = self._held["plan"][-1]
        let = {one["name"]: one["part"] for one in plan["let"]}
        return [(one["formula"], let) for one in plan["formulas"] if one["formula"]]

    def lay_out_runs(self, monkeypatch: pytest.MonkeyPatch) -> int:
        """Make the recorded runs those of this test, whatever simulators give by now.

        Returns how many there are.
        """
        body = gzip.decompress(self._file.with_suffix(".sqlite.gz").read_bytes())
        default_path().parent.mkdir(parents=True, exist_ok=True)
        default_path().write_bytes(body)
        runs = stored_runs()
        for name, version in {one.run.call.simulator: one.run.version for one in runs}.items():
            monkeypatch.setattr(installed().simulator(name), "version", version)
        return len(runs)

    def keep(self, answer: str) -> None:
        """Make an answer the recorded one, and the runs of this test those that it saw."""
        self.answer = answer
        store = self._file.with_suffix(".sqlite.gz")
        store.write_bytes(gzip.compress(_runs_alone(default_path()), mtime=0))
        held = json.dumps(self._held | {"answer": answer}, ensure_ascii=False, indent=1)
        self._file.write_text(held + "\n", encoding="utf-8")


def stored_runs() -> list[StoredRun]:
    """The runs of this test's store."""
    with EvidenceStore(default_path()) as store:
        return [one for one in store.records() if isinstance(one, StoredRun)]


def made_of(folder: Path, name: str) -> None:
    """Write a cassette of what a relay kept. Its answer is kept when the tests update it."""
    held: dict[str, Any] = {"question": "", "answer": ""}
    drafts: dict[int, Any] = {}
    for path in sorted(folder.glob("requests/*.json")):
        reply = json.loads((folder / "replies" / path.name).read_text(encoding="utf-8"))["input"]
        prompt = _prompt(json.loads(path.read_text(encoding="utf-8"))["body"])
        stage = stage_of(prompt)
        if stage == "draft":
            drafts[[p in prompt for p in PERSPECTIVES].index(True)] = reply
        else:
            held.setdefault(stage, []).append(reply)
    held["draft"] = [drafts[key] for key in sorted(drafts)]
    held["question"] = (folder / "question.txt").read_text(encoding="utf-8").strip()
    text = json.dumps(held, ensure_ascii=False, indent=1)
    (FOLDER / f"{name}.json").write_text(f"{text}\n", encoding="utf-8")
    store = FOLDER / f"{name}.sqlite.gz"
    store.write_bytes(gzip.compress(_runs_alone(folder / "evidence.sqlite"), mtime=0))


def _prompt(body: dict[str, Any]) -> str:
    content = body["messages"][0]["content"]
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


def _runs_alone(store: Path) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "runs.sqlite"
        with sqlite3.connect(store) as source, sqlite3.connect(path) as copy:
            source.backup(copy)
            for table in ("verdict_runs", "verdicts", "jobs"):
                copy.execute(f"DELETE FROM {table}")
            copy.commit()
            copy.execute("VACUUM")
        copy.close()
        return path.read_bytes()


if __name__ == "__main__":
    made_of(Path(sys.argv[1]), sys.argv[2])
