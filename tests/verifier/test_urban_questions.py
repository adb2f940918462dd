"""Questions about the corridor in many wordings, and the one run that each asks for."""

import pytest

from simulrag.evaluation.plans import neutral_calls
from simulrag.simulators.registry import Registry
from simulrag.verifier.reading.questions import plan

#: Question -> speed reduction %, demand change %, lanes, green wave.
ASKED = {
    "The town wants a slow zone that trims permitted speeds by 35 percent and links the lights "
    "into a green wave. By what percentage do travel time and idling change?": (35, 0, 2, True),
    "Suppose planners cut the speed limit on Main Street by `33`% and coordinate the traffic "
    "lights. How much CO2 is saved?": (33, 0, 2, True),
    "A congestion charge, modelled as a 26% speed cut, comes with synchronised signals. How does "
    "travel time change?": (26, 0, 2, True),
    "If a road diet takes the avenue from two lanes to one lane and speed limits drop by 25%, "
    "what happens to CO2 emissions?": (25, 0, 1, False),
    "What if one of the two lanes is given to cyclists and the speed limit is lowered by 15 %? "
    "Report idling.": (15, 0, 1, False),
    "What is the effect of narrowing the street from two lanes each way to a single lane on "
    "travel time, with the limit reduced by 30%?": (30, 0, 1, False),
    "A football match raises traffic demand by 9%, while the signal is replaced by a green-wave "
    "junction. What is the change in idling time?": (0, 9, 2, True),
    "An event adds 14% more vehicles. The city switches on a green wave. What is the change in "
    "average travel time?": (0, 14, 2, True),
    "A festival brings 21% more traffic; signals are coordinated. How does idling change?": (
        0,
        21,
        2,
        True,
    ),
    "With dynamic pricing, peak traffic falls by 18%; the junction becomes a 'green wave' priority "
    "junction. What are the changes in travel time?": (0, -18, 2, True),
    "A pricing scheme thins out demand by 16 %, and the light is swapped for a priority junction. "
    "How does CO2 change?": (0, -16, 2, True),
    "How would travel time on the corridor change with a 40% lower speed limit and the existing "
    "traffic light?": (40, 0, 2, False),
    "Does a 12% increase in traffic volume lengthen idling if nothing else changes?": (
        0,
        12,
        2,
        False,
    ),
    "A 30% reduction of the posted speed limit plus a 10% rise in traffic demand plus a green "
    "wave: what happens to travel time?": (30, 10, 2, True),
    "Traffic demand grows by 11 percent. How does idling change with the fixed-time signal "
    "replaced by a green wave?": (0, 11, 2, True),
    "Speed limits are changed by -30% and the main signal becomes part of a green wave. What is "
    "the percentage change in NOx?": (30, 0, 2, True),
}


@pytest.mark.parametrize("question", ASKED)
def test_a_question_asks_for_the_one_run_that_its_words_describe(
    question: str, registry: Registry
) -> None:
    speed, demand, lanes, wave = ASKED[question]
    made = plan(question, registry)
    assert [p.message for p in made.problems] == []
    assert neutral_calls(made.calls) == [
        {
            "function": "corridor",
            "speed_reduction_percent": speed,
            "demand_change_percent": demand,
            "lanes": lanes,
            "green_wave": wave,
        }
    ]


@pytest.mark.parametrize(
    ("question", "parameter", "said"),
    [
        ("With a green wave and three lanes, how does travel time change?", "lanes", "three lanes"),
        ("How does a roundabout with a 30% lower speed limit change idling?", "signal", "round"),
        ("How does a speed limit lowered by 80% change idling?", "speed_limit", "-60 to 0"),
        ("How does a 20% rise of the speed limit change travel time?", "speed_limit", "-60 to 0"),
        ("How does demand raised by 90% change travel time?", "demand", "-60 to 60"),
    ],
)
def test_what_the_corridor_cannot_be_is_refused_by_name(
    question: str, parameter: str, said: str, registry: Registry
) -> None:
    made = plan(question, registry, "urban")
    assert made.calls == ()
    assert made.problems[0].parameter == parameter
    assert said in made.problems[0].message


def test_each_quantity_has_the_scale_that_the_question_gives_it(registry: Registry) -> None:
    made = plan(
        "The speed limit falls by 20% and a green wave is set up. Is the change in travel time "
        "small (under 3%) or big (over 3%)? Is the change in CO2 small (under 12%) or big "
        "(over 12%)?",
        registry,
    )
    assert {g.output: [(b.label, b.low, b.high) for b in g.bands] for g in made.graded} == {
        "travel_time": [("small", None, 3.0), ("big", 3.0, None)],
        "co2": [("small", None, 12.0), ("big", 12.0, None)],
    }


@pytest.mark.parametrize(
    "question",
    [
        "How much does CO2 raise the temperature in Lima by 2050 under ssp245 if CO2 emissions "
        "rise by 30%?",
        "How much warmer is Oslo in 2080 with 20% more carbon dioxide emissions under ssp370?",
    ],
)
def test_emissions_of_the_climate_are_not_those_of_the_corridor(
    question: str, registry: Registry
) -> None:
    assert {call.simulator for call in plan(question, registry).calls} == {"climate"}
