"""What cannot be offered is refused when it is registered, and costs no other simulator."""

import logging
import sys
from collections.abc import Generator, Mapping
from importlib.metadata import EntryPoint

import anyio
import pytest
from mcp import Client

from coffee import COOLING, CUP, DRINKABLE, INITIAL, TEMPERATURE, Coffee
from external_tank import program
from simulrag.server.app import build_server
from simulrag.simulators import registry as registry_module
from simulrag.simulators.declaration_checks import (
    MOST_CHOICES,
    OF_FORMULAS,
    check_function,
    check_simulator,
)
from simulrag.simulators.errors import BadValue, RunFailed
from simulrag.simulators.external.simulator import from_file
from simulrag.simulators.interface import Band, Call, Function, Scale
from simulrag.simulators.plugin_isolation import run_of
from simulrag.simulators.registry import Registry, installed
from simulrag.simulators.safe_text import steering
from simulrag.verifier.formulas.language import LISTS, OPERATIONS
from simulrag.verifier.formulas.verification import Verifier


def with_cup(**changes: object) -> Function:
    cup = CUP.model_copy(update=changes)
    return COOLING.model_copy(update={"parameters": (cup, *COOLING.parameters[1:])})


def with_output(**changes: object) -> Function:
    return COOLING.model_copy(update={"outputs": (TEMPERATURE.model_copy(update=changes),)})


def words(value: str) -> Mapping[str, Function]:
    """Return functions that hold a phrase where phrases may stand, each by its place."""
    scale = Scale(name="s", source="x", bands=(Band(label=value),))
    return {
        "words": with_output(words=(value,)),
        "unit_words": with_output(unit_words=(value,)),
        "baseline_words": with_output(baseline_words=(value,)),
        "scales.s": with_output(scales=(scale,)),
        "choices": with_cup(choices={value: ()}),
        "parameters.cup.words": with_cup(words=("cup", value)),
        "functions.cooling.words": COOLING.model_copy(update={"words": (value,)}),
    }


PHRASES = ("", " ", "[", "()", "...", " mug", "a\x1b[2Jb", "a\u202eb", "a\nb", "x" * 201)


@pytest.mark.parametrize("phrase", PHRASES)
@pytest.mark.parametrize("place", words("x"))
def test_a_phrase_that_text_cannot_hold_is_refused_wherever_it_stands(phrase, place):
    with pytest.raises(BadValue) as told:
        check_function(words(phrase)[place])
    assert place in str(told.value)
    assert not steering(str(told.value))


@pytest.mark.parametrize(
    "name", ["", "x\n", "class", "from", "a b", "Cup", "1st", "x" * 41, "a[b]", "k\u0131p", "seed"]
)
def test_a_name_that_cannot_stand_in_formulas_and_addresses_is_refused(name):
    for function in (with_cup(name=name), COOLING.model_copy(update={"name": name})):
        if name != "seed" or function.name != name:
            with pytest.raises(BadValue, match="is no name here"):
                check_function(function)


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (COOLING.model_copy(update={"parameters": (CUP, CUP)}), "hold 'cup' twice"),
        (COOLING.model_copy(update={"outputs": (DRINKABLE, DRINKABLE)}), "'drinkable' twice"),
        (with_cup(choices={"mug": (), "MUG": ()}), "hold 'mug' twice"),
        (with_cup(choices={f"c{i}": () for i in range(MOST_CHOICES + 1)}), "at most 10000"),
        (with_output(decimals=10**6), "decimals is 1000000"),
        (with_output(decimals=-1), "decimals is -1"),
        (with_output(description="x" * 5_000), "has 5000 characters"),
        (
            COOLING.model_copy(
                update={"parameters": (INITIAL.model_copy(update={"low": float("-inf")}),)}
            ),
            "low is -inf; it must be a finite number",
        ),
    ],
)
def test_what_would_be_ambiguous_or_endless_is_refused(function, said):
    with pytest.raises(BadValue) as told:
        check_function(function)
    assert said in str(told.value)


def test_ten_thousand_choices_are_offered_and_a_reply_names_their_ends(tmp_path):
    path = program(tmp_path)
    listed = ", ".join(f'"c{i}"' for i in range(MOST_CHOICES))
    path.write_text(path.read_text().replace('choices = ["low", "high"]', f"choices = [{listed}]"))
    tank = from_file(path)
    check_simulator(tank)
    call = Call(simulator="tank", function="level", arguments={"inflow": 1, "minutes": 1})
    with pytest.raises(RunFailed) as told:
        run_of(tank, call)
    assert "10000 names, c0 to c9999" in str(told.value)


def test_the_built_in_simulators_are_sound(registry):
    for simulator in (*registry, Coffee()):
        check_simulator(simulator)


def test_words_of_formulas_are_those_of_the_language():
    assert set(OF_FORMULAS) == {*OPERATIONS, *LISTS}


class Broken(Coffee):
    """A plug-in that breaks down wherever it is asked for something."""

    name = "broken"

    def find(self, parameter: str, text: str) -> tuple[()]:  # noqa: ARG002
        """Break down."""
        raise RuntimeError("\x1b[2J")

    def handbook(self) -> str:
        """Break down."""
        raise OSError("no\nbook")


class Leaves(Coffee):
    """A plug-in that ends the process when it is made."""

    def __init__(self) -> None:
        sys.exit("enough")


class Class(Coffee):
    """A plug-in with a parameter that no address can name."""

    name = "classy"
    functions = (with_cup(name="class"),)


class Climate(Coffee):
    """A plug-in that takes another's name."""

    name = "climate"


class Endless(Coffee):
    """A plug-in whose functions can be read once."""

    name = "endless"
    functions = property(lambda _: (one for one in (COOLING,)))  # pyright: ignore


@pytest.mark.parametrize("members", [{"temperature": ["a"]}, {"temperature": [[1]]}, {"x": 3}, 5])
def test_members_that_are_none_are_told_as_a_failed_run(members, store, monkeypatch):
    monkeypatch.setattr(Coffee, "samples", lambda *_: members, raising=False)  # pyright: ignore
    call = 'coffee.cooling(cup="mug", initial_temperature=90, minutes={}).temperature'
    formula = f"{call.format(1)} > {call.format(2)}"
    (found,) = Verifier(Registry([Coffee()]), store).compute([formula])
    assert found.problem.reason == "run_failed"
    assert "cannot be drawn" in found.problem.message


@pytest.fixture
def among_others(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """Simulators as installed: the built-in ones, and after them those of this file."""
    names = ("Broken", "Leaves", "Class", "Climate", "Endless")
    own = [EntryPoint(f"x-{name}", f"{__name__}:{name}", registry_module.GROUP) for name in names]
    points = [*registry_module.entry_points_of(registry_module.GROUP), *own]
    monkeypatch.setattr(registry_module, "entry_points_of", lambda _: points)  # pyright: ignore
    installed.cache_clear()
    yield
    installed.cache_clear()


@pytest.mark.usefixtures("among_others")
def test_one_bad_plugin_is_left_out_with_its_reason_and_costs_no_other(caplog, store):
    with caplog.at_level(logging.WARNING):
        found = installed()
    assert found.names() == ("climate", "epidemiology", "urban", "broken")
    for reason in ("SystemExit: enough", "'class' is no name here", "'climate' already"):
        assert reason in caplog.text

    async def ask() -> list[str]:
        async with Client(build_server(found, store)) as client:
            templates = (await client.list_resource_templates()).resource_templates
            assert any("climate/temperature" in one.uri_template for one in templates)
            book = await client.call_tool("read_handbook", {"simulator": "broken"})
            plan = {"question": "How warm is Nairobi in 1990?"}
            answer = await client.call_tool("answer_question", plan)
            return [str(one.content) for one in (book, answer)]

    book, answer = anyio.run(ask)
    assert "run_failed: the handbook of broken broke down: OSError" in book
    assert "temperature in Nairobi in 1990 is 18." in answer
