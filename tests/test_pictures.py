"""What the pictures of docs/ say of the code: walks with their stages, floors without a way up."""

import importlib
import sys
from types import ModuleType

import pytest

from page_transcripts import ROOT


@pytest.fixture
def walks(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    return importlib.import_module("pictures.walks")


@pytest.fixture
def architecture(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    return importlib.import_module("pictures.architecture")


def entered(walks: ModuleType) -> list[str]:
    """Return the stages of a claim as a trace has them, with one module between two of them."""
    stages = [":".join(one.rsplit(".", 1)) for one in walks.CLAIM_STAGES]
    return [stages[0], "verifier.claims:FormulaClaim", *stages[1:]]


def test_a_module_stands_with_the_stage_that_enters_it_first(walks):
    walk = walks.walk("claim", entered(walks))
    assert walk.stages[0].modules[-1] == "verifier.claims"
    assert "15 stages, " in walks.listing(walk)
    assert walk.modules.count("verifier.claims") == 1


def test_a_stage_that_is_not_entered_is_named(walks):
    functions = [one for one in entered(walks) if not one.endswith(":decide")]
    with pytest.raises(ValueError, match=r"does not enter verifier\.formulas\.decision\.decide"):
        walks.walk("claim", functions)


def test_stages_stand_in_the_order_of_the_trace(walks):
    functions = entered(walks)
    turned = walks.walk("claim", [functions[0], *reversed(functions[1:])])
    named = [one.function for one in turned.stages]
    assert named == [named[0], *reversed(list(walks.CLAIM_STAGES)[1:])]


def test_what_runs_while_a_module_loads_is_not_traced(walks):
    trace = walks.Trace()
    module = {"__name__": "simulrag.made"}
    loading = compile("def inner(): pass\ninner()", "made", "exec")
    sys.setprofile(trace.event)
    exec(loading, module)
    sys.setprofile(None)
    assert list(trace.functions) == []
    sys.setprofile(trace.event)
    module["inner"]()
    sys.setprofile(None)
    assert list(trace.functions) == ["made:inner"]


def test_an_import_of_a_floor_above_is_an_error(architecture, monkeypatch):
    turned = dict(reversed(architecture.FLOORS.items()))
    monkeypatch.setattr(architecture, "FLOORS", turned)
    with pytest.raises(ValueError, match="which stands above it"):
        list(architecture.arrows(dict.fromkeys(turned, 0)))


def test_a_room_that_no_module_has_is_an_error(architecture):
    room = architecture.ROOMS[0]._replace(begins="dungeon")
    with pytest.raises(ValueError, match="no module of verifier begins with dungeon"):
        architecture.named(room)
