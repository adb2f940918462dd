"""Formulas as language models write them: accepted where right, and still sent back where not."""

import pytest

from simulrag.verifier.formulas.assumptions import filled, shared
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.syntax import FormulaError
from verifier.formulas.anchored import REAL, tells_apart, told

SEASON = 'epidemiology.season(states=["Ohio"], start_date="2024-10-01", r0=1.9)'
IN_OHIO = "In Ohio with R0 1.9 from 1 October 2024 {}."
CLOSED = (
    'epidemiology.intervention(states=["Ohio"], start_date="2024-10-01", r0=1.9, '
    'measures=[{"kind": "schools closed", "from": "2024-12-04", "weeks": 3}])'
)
CLOSING = IN_OHIO.format("closing schools for three weeks from 4 December 2024 lowers {}")
REPORTED = 'epidemiology.admissions(states=["Ohio"], reported_season="2022-23")'


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        (IN_OHIO.format("about 38,000 people are admitted over the season"),
         f"{SEASON}.cumulative == about(38000)"),
        (IN_OHIO.format("daily values are at least half of the peak for about 5 weeks"),
         f"{SEASON}.duration == about(weeks(5))"),
        (CLOSING.format("hospital admissions by 3 %"), f"{CLOSED}.admissions_change == about(-3)"),
        (CLOSING.format("the highest daily admissions by 8 %"), f"{CLOSED}.peak_change == -8"),
        ("In Ohio the top-week rate of reported influenza admissions in 2022-23 was 7.1.",
         f"{REPORTED}.top_week_rate == 7.1"),
    ],
)  # fmt: skip
def test_an_output_is_taken_unless_the_text_speaks_of_another_one(text, formula):
    assert not told(text, formula)


@pytest.mark.parametrize(
    ("text", "formula", "meant"),
    [
        (IN_OHIO.format("about 38,000 people are admitted over the season"),
         f"{SEASON}.peak == about(38000)", "cumulative"),
        (IN_OHIO.format("the attack rate is 30 %"), f"{SEASON}.growth == 30", "attack_rate"),
        (CLOSING.format("the total admissions by 3 %"), f"{CLOSED}.peak_change == about(-3)",
         "admissions_change"),
        ("In Ohio the top-week rate of reported influenza admissions in 2022-23 was 7.1.",
         f"{REPORTED}.reported_total == 7.1", "top_week_rate"),
    ],
)  # fmt: skip
def test_an_output_in_whose_place_the_text_names_another_one_is_sent_back(text, formula, meant):
    assert f"but the text speaks of {meant}" in told(text, formula)


def test_what_is_averted_is_no_rise():
    text = CLOSING.replace("lowers", "averts").format("3 % of all hospital admissions")
    assert not told(text, f"{CLOSED}.averted_share == about(3)")
    assert "averted" in told(text, f"{CLOSED}.admissions_change == about(3)")


AIR = 'climate.temperature(place="Lagos", year=2060, scenario="ssp245"{})'
RUNS = {
    "A": AIR.format(""), "C": AIR.format(", co2=-100"), "M": AIR.format(", ch4=-100"),
    "S": AIR.format(", so2=-100"), "B": AIR.format(", bc=-100"),
}  # fmt: skip
IN_LAGOS = "In 2060 under SSP2-4.5 {}."


@pytest.mark.parametrize(
    ("said", "right", "wrong"),
    [
        ("Lagos is about 0.7 °C cooler without CO2 emissions",
         "C.temperature - A.temperature == about(-0.7)",
         "A.temperature - C.temperature == about(-0.7)"),
        ("cutting all SO2 emissions makes Lagos warmer",
         "S.temperature > A.temperature", "S.temperature < A.temperature"),
        ("CO2 emissions raise the temperature of Lagos by about 0.65 °C",
         "A.temperature - C.temperature == about(0.65)",
         "C.temperature - A.temperature == about(0.65)"),
        ("CO2 emissions matter more for the temperature of Lagos than methane emissions do",
         "abs(C.temperature - A.temperature) > abs(M.temperature - A.temperature)",
         "abs(C.temperature - A.temperature) < abs(M.temperature - A.temperature)"),
    ],
)  # fmt: skip
def test_what_is_gone_or_has_an_effect_is_changed_by_100_percent(said, right, wrong):
    assert not told(IN_LAGOS.format(said), right, **RUNS)
    assert told(IN_LAGOS.format(said), wrong, **RUNS)
    assert told(IN_LAGOS.format(said), right.replace("C.", "M.").replace("S.", "M."), **RUNS)
    doubled = {name: run.replace("-100", "100") for name, run in RUNS.items()}
    assert told(IN_LAGOS.format(said), right, **doubled)


def test_what_a_text_is_without_is_without_it_in_the_formula():
    text = IN_LAGOS.format("Lagos would be 1.1 °C cooler without CO2 and methane emissions")
    both = {**RUNS, "CM": AIR.format(", co2=-100, ch4=-100")}
    assert not told(text, "CM.temperature - A.temperature == -1.1", **both)
    assert "'CH4'" in told(text, "C.temperature - A.temperature == -1.1", **both)
    text = IN_LAGOS.format("the temperature of Lagos is 27.1 °C without CO2 cuts")
    assert not told(text, "A.temperature == 27.1", **RUNS)


def test_a_cut_of_an_open_size_is_none_of_100_percent():
    text = IN_LAGOS.format("cutting CO2 emissions makes Lagos cooler")
    assert "co2=-100" in told(text, "C.temperature < A.temperature", **RUNS)
    text = IN_LAGOS.format("the temperature of Lagos is about 27.1 °C with CO2 emissions")
    assert "co2=-100" in told(text, "C.temperature == about(27.1)", **RUNS)


@pytest.mark.parametrize(
    "said", ["halving black carbon and SO2 emissions", "50 % less BC, and SO2"]
)
def test_a_change_of_things_that_are_joined_is_one_of_each(said):
    text = IN_LAGOS.format(f"{said} warms Lagos by about 0.14 °C")
    run = AIR.format(", bc=-50, so2=-50") + ".change_from_baseline == about(0.14)"
    tells_apart(text, run, run.replace(", so2=-50", ""), run.replace("so2", "ch4"))


def test_what_is_first_of_all_is_compared_with_all_that_there_are():
    text = IN_LAGOS.format("SO2 emissions have the largest effect on the temperature of Lagos")
    atoms = [f"abs(S.temperature - A.temperature) > abs({one}.temperature - A.temperature)"
             for one in "CMB"]  # fmt: skip
    assert not told(text, " and ".join(atoms), **RUNS)
    assert "ch4=-100" in told(text, atoms[1], **RUNS)


def test_an_assumption_that_one_formula_states_fills_no_other():
    plain = AIR.format("") + ".temperature"
    formulas = [plain, AIR.format(", co2=-100") + ".change_from_baseline"]
    assume = {"co2": -100, "scenario": "ssp245"}
    first, second = shared(assume, formulas, {}, REAL)
    assert "co2" not in first
    assert second["co2"] == -100


def test_what_several_formulas_assume_is_of_those_that_take_it():
    assume = {"share": 50, "immunity": 10}
    treated = CLOSED.replace('{"kind": "schools closed"', '{"kind": "less travel", "share": 50')
    formulas = [f"{SEASON}.peak", f"{treated}.averted_share"]
    assert shared(assume, formulas, {}, REAL) == [{"immunity": 10}, assume]
    assert shared(assume, formulas[:1], {}, REAL) == [assume]
    with pytest.raises(FormulaError, match=r"which no run of the formula takes\. They take"):
        filled(parse(formulas[0], {}), assume, REAL)
    with pytest.raises(FormulaError, match="fills no object"):
        filled(parse(f"{CLOSED}.averted_share", {}), assume, REAL)


ROADS = {
    name: f'urban.corridor(network="grid", speed_limit={limit}, demand={demand}, signal="{signal}")'
    for name, limit, demand, signal in (
        ("B", 0, 0, "fixed-time"), ("L", -40, 0, "fixed-time"), ("A", 0, 0, "actuated"),
        ("BD", 0, 25, "fixed-time"), ("AD", 0, 25, "actuated"),
    )
}  # fmt: skip
STREET = "On the urban corridor with 1200 vehicles per hour {}."


@pytest.mark.parametrize(
    ("said", "right", "wrong"),
    [
        ("and fixed-time signals, a limit of 30 instead of 50 km/h raises the travel time by 28 %",
         "percent_change(L.travel_time, B.travel_time) == 28",
         "percent_change(B.travel_time, L.travel_time) == 28"),
        ("CO2 is lower with actuated signals at 50 km/h than with fixed-time signals at 30 km/h",
         "A.co2 < L.co2", "L.co2 < A.co2"),
        ("and fixed-time signals, demand that grows by 25 % raises CO2 by 30 %",
         "percent_change(BD.co2, B.co2) == 30", "percent_change(AD.co2, A.co2) == 30"),
    ],
)  # fmt: skip
def test_a_value_of_an_input_is_the_change_that_it_is_of_a_declared_one(said, right, wrong):
    text = STREET.format(said)
    tells_apart(text, right, wrong, **ROADS)
    assert "'1200'" in told(text, right, **{n: r.replace("grid", "single road")
                                            for n, r in ROADS.items()})  # fmt: skip
    assert told(text.replace("30 ", "20 "), right, **ROADS)
    assert told(text.replace("1200", "1300"), right, **ROADS)


def test_a_size_that_falls_is_no_higher_value():
    text = STREET.format(
        "and signals that are actuated instead of fixed-time lower the travel time by a larger "
        "percentage at 25 % more demand than at 1200 vehicles per hour"
    )
    larger = "percent_change(AD.travel_time, BD.travel_time) < "
    assert not told(text, f"{larger}percent_change(A.travel_time, B.travel_time)", **ROADS)


WARM = 'climate.temperature(place="{}", year=2080, scenario="ssp370").warming_since_preindustrial'
GLOBE = 'climate.global_temperature(year=2080, scenario="ssp370").global_warming'
ONLY = (
    "Under SSP3-7.0 only Winnipeg and Cairo of Winnipeg, Cairo and Lima are warmer in 2080 since "
    "1850-1900 than the globe is."
)


def test_only_some_are_so_where_the_others_are_not():
    winnipeg, cairo, lima = map(WARM.format, ("Winnipeg", "Cairo", "Lima"))
    assert not told(ONLY, f"{winnipeg} > {GLOBE} and {cairo} > {GLOBE} and {lima} <= {GLOBE}")
    assert told(ONLY, f"{winnipeg} > {GLOBE} and {cairo} > {GLOBE} and {lima} > {GLOBE}")
    assert told(ONLY, f"{winnipeg} > {GLOBE} and {cairo} <= {GLOBE} and {lima} <= {GLOBE}")


@pytest.mark.parametrize("keeps", ["would keep", "would limit"])
def test_what_something_is_kept_to_is_a_limit(keeps):
    text = f"Under SSP3-7.0 Winnipeg {keeps} warming since 1850-1900 to 4 °C in 2080."
    kept = f"{WARM.format('Winnipeg')} <= 4"
    tells_apart(text, kept, kept.replace("<=", ">"))
    denied = text.replace("would", "would not")
    tells_apart(denied, f"not {kept}", kept)
    even = text.replace("Winnipeg would", "not even Winnipeg would")
    tells_apart(even, f"not {kept}", kept)


def test_a_value_that_another_one_is_above_is_no_limit_of_its_own():
    text = "With R0 1.9 from 1 October 2024 the attack rate is 15.1 % in Texas and thus higher "
    text += "than the 12.7 % of Ohio."
    ohio, texas = f"{SEASON}.attack_rate", f"{SEASON}.attack_rate".replace("Ohio", "Texas")
    both = f"{texas} == 15.1 and {ohio} == 12.7"
    assert not told(text, f"{both} and {texas} > {ohio}")
    assert told(text, f"{both} and {ohio} > {texas}")
    assert told(text, f"{both} and {texas} > {ohio}".replace("15.1", "12.7", 1))


def test_the_words_of_a_label_may_stand_apart():
    text = IN_OHIO.format("growth over the first four weeks is rapid")
    tells_apart(text, f'{SEASON}.trend == "rapid growth"', f'{SEASON}.trend == "slow growth"')


def test_a_change_of_one_declared_value_goes_the_way_that_the_text_says():
    limit, usual = (f'urban.corridor(network="grid", demand=25{one}).travel_time'
                    for one in (", speed_limit=-40", ""))  # fmt: skip
    text = "On the grid with 1500 vehicles per hour, {} km/h {} the travel time by about 43 %."
    lengthened = f"percent_change({limit}, {usual}) == about(43)"
    assert not told(text.format("30 instead of 50", "lengthens"), lengthened)
    assert told(text.format("30 instead of 50", "shortens"), lengthened)
    assert told(text.format("50 instead of 30", "lengthens"), lengthened)


def test_a_printed_factor_of_a_printed_number_is_said():
    season = 'epidemiology.season(states=["Ohio"], start_date="2024-10-01")'
    needed = f'solve({season}.peak, 300 / 2, "r0", 1, 3) == about(1.5)'
    text = (
        "In Ohio from 1 October 2024 {} a peak of 300 daily hospital admissions needs an R0 of 1.5."
    )
    assert not told(text.format("halving"), needed)
    assert told(text.format("reaching"), needed)
