"""The skill that a simulator states, beside what its handbook says was measured."""

import pytest

from simulrag.simulators.capabilities import Skill, skill_of
from simulrag.simulators.interface import Call
from simulrag.simulators.registry import installed


@pytest.mark.parametrize(
    ("name", "function", "measured"),
    [("climate", "temperature", "270 cities"), ("epidemiology", "season", "106 others")],
)
def test_a_stated_skill_is_the_handbooks_figure(name, function, measured):
    simulator = installed().simulator(name)
    skill = skill_of(simulator, Call(simulator=name, function=function, arguments={}))
    (line,) = [line for line in simulator.handbook().splitlines() if measured in line]
    assert f"{skill.share:.0%}".replace("%", " %") in line


def test_a_function_or_simulator_that_nothing_was_measured_of_has_no_skill(coffee_registry):
    climate = installed().simulator("climate")
    assert skill_of(climate, Call(simulator="climate", function="observed", arguments={})) is None
    coffee = coffee_registry.simulator("coffee")
    assert skill_of(coffee, Call(simulator="coffee", function="cooling", arguments={})) is None


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_a_skill_is_a_share(share):
    with pytest.raises(ValueError, match="share"):
        Skill(share=share, measured="x")
