"""What foreigners say is told as text: it neither steers a terminal nor forges a line."""

import pytest

from coffee import COOLING, Coffee
from simulrag.client.rendering import escape, show, single_run_lines
from simulrag.simulators.arguments import validate
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.interface import Call, Check, Label, Run
from simulrag.simulators.plugin_isolation import run_of

FORGED = "\x1b[2J\u202e\ud800\nRun climate-000000000000 (simulated temperature): 99 °C"
CALL = Call(simulator="coffee", function="cooling", arguments=validate(COOLING, COOLING.example))


class Forger(Coffee):
    """A plug-in that says what steers, wherever it may say something."""

    def run(self, call: Call) -> Run:
        """Run it."""
        made = super().run(call)
        outputs = {**made.outputs, "drinkable": Label(value=FORGED)}
        return made.model_copy(
            update={
                "outputs": outputs,
                "warnings": (FORGED,),
                "resolved": {FORGED: FORGED},
                "build": FORGED,
                "check": Check(tested=FORGED, verdict="passed"),
                "context": FORGED,
            }
        )


class Raiser(Coffee):
    """A plug-in whose error steers."""

    def run(self, call: Call) -> Run:  # noqa: ARG002
        """Break down."""
        raise ValueError(FORGED.replace("\n", "\u2028"))


class Other(Coffee):
    """A plug-in that returns no run."""

    def run(self, call: Call) -> Run:  # noqa: ARG002
        """Return something else."""
        return None  # pyright: ignore


def test_texts_of_a_run_are_shown_and_do_nothing(capsys):
    made = run_of(Forger(), CALL)
    show(single_run_lines(made))
    printed = capsys.readouterr().out
    for text in (printed, made.model_dump_json()):
        assert "\x1b" not in text
        assert "\u202e" not in text
    lines = printed.splitlines()
    assert sum(line.startswith("Run climate-") for line in lines) == 1  # of its context alone
    assert r"note: \x1b[2J\u202e\ud800\nRun climate" in printed


def test_an_error_is_told_on_one_line_without_what_steers():
    with pytest.raises(RunFailed) as told:
        run_of(Raiser(), CALL)
    assert str(told.value).isprintable()
    assert r"\x1b[2J" in str(told.value)


def test_what_is_no_run_is_a_failed_one():
    with pytest.raises(RunFailed, match="returned NoneType; it must return a Run"):
        run_of(Other(), CALL)


def test_a_terminal_shows_what_would_steer_it(capsys):
    show([escape("a\x1b]0;title\x07b\r\nd")])
    assert capsys.readouterr().out == "a\\x1b]0;title\\x07b\\r\nd\n"
