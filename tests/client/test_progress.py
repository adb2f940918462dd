"""What is told while a command works."""

import json
import os
import pty
import re
import subprocess
import sys
from typing import Any

import pytest

from client.coffee_loop import QUESTION, RIGHT
from client.messages_api import Fault
from client.rule_model import drafting
from client.running import PROGRAM, simulrag
from simulrag.client.progress import Stopwatch

pytestmark = pytest.mark.usefixtures("only_coffee")


def events(*arguments: str, code: int = 0) -> list[dict[str, Any]]:
    """What `--events` wrote: each line of standard error is an object."""
    done = simulrag(*arguments, "--events")
    assert done.exit_code == code, done.output
    return [json.loads(line) for line in done.stderr.splitlines()]


def test_each_stage_of_the_loop_is_an_event_in_order_and_the_end_is_the_last(messages_api):
    messages_api(drafting([RIGHT]))
    told = events("ask", QUESTION, "-m", "2")
    stages = [event["stage"] for event in told if event["event"] == "stage"]
    assert stages == [
        "planning", "running", "drafting", "merging", "writing", "assessing", "verifying",
        "composing",
    ]  # fmt: skip
    assert all(e["message"].startswith(e["stage"]) for e in told if e["event"] == "stage")
    assert told[-1]["event"] == "finished"
    elapsed = [event["elapsed"] for event in told]
    assert elapsed == sorted(elapsed)


@pytest.mark.parametrize(
    "arguments", [["ask", "Who painted the Mona Lisa?"], ["ask", QUESTION, "--report", "x.pdf"]]
)
def test_a_refusal_is_the_last_event(arguments):
    told = events(*arguments, code=2)
    assert told[-1]["event"] == "refused"
    assert told[-1]["message"]
    assert "finished" not in {event["event"] for event in told}


def test_events_and_the_json_object_do_not_mix(messages_api):
    messages_api(drafting([RIGHT]), faults={"draft": [Fault(stop="refusal")]})
    done = simulrag("ask", QUESTION, "-m", "2", "--json", "--events")
    assert json.loads(done.stdout)["question"] == QUESTION
    assert all(json.loads(line)["event"] for line in done.stderr.splitlines())


def test_a_terminal_shows_the_stages_and_keeps_the_answer_apart():
    master, slave = pty.openpty()
    question = "What was the average temperature in Suresnes in 1990?"
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "ask", question],
        stdout=subprocess.PIPE, stderr=slave, env=os.environ | {"TERM": "xterm", "COLUMNS": "100"},
    ) as child:  # fmt: skip
        os.close(slave)
        answer, _ = child.communicate(timeout=60)
        said = _all(master).decode("utf-8")
    assert child.returncode == 0, said
    plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said)
    assert "✓ simulating what the question asks for" in plain
    assert "Suresnes in 1990 is" in answer.decode("utf-8")
    assert b"\x1b" not in answer


def _all(descriptor: int) -> bytes:
    """Everything that was written to a terminal whose other end is closed."""
    parts: list[bytes] = []
    while True:
        try:
            part = os.read(descriptor, 65536)
        except OSError:  # what Linux says at the end of a terminal
            part = b""
        if not part:
            os.close(descriptor)
            return b"".join(parts)
        parts.append(part)


def test_the_stopwatch_gives_each_stage_the_time_until_the_next_begins(monkeypatch):
    clock = iter([1.0, 3.5, 4.0])
    monkeypatch.setattr("simulrag.client.progress.time.monotonic", lambda: next(clock))
    told: list[str] = []
    watch = Stopwatch(told.append)
    watch("drafting 5 answers")
    watch("merging claims")
    assert [(s.name, s.seconds) for s in watch.stages()] == [("drafting", 2.5), ("merging", 0.5)]
    assert told == ["drafting 5 answers", "merging claims"]
