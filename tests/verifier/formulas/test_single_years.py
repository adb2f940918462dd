"""Years that have been, held against the world: what is forced of them, and what they were."""

import pytest

from simulrag.simulators.climate.simulator import ClimateSimulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import FormulaClaim, Verdict
from simulrag.verifier.evidence import EvidenceStore, StoredVerdict
from simulrag.verifier.formulas.decision import Against
from simulrag.verifier.formulas.verification import SINGLE_YEAR, Verifier
from simulrag.verifier.recomputing import recompute

YEAR = "climate.global_temperature(year=1998).global_warming"


@pytest.fixture(scope="module")
def verifier() -> Verifier:
    return Verifier(Registry([ClimateSimulator()]), EvidenceStore(None))


def verdict(verifier: Verifier, text: str, formula: str, against: Against = "world") -> Verdict:
    return verifier.verdict(FormulaClaim(text=text, formula=formula), against)


def test_a_warm_year_is_not_refuted_by_what_is_forced_of_it(verifier):
    text = "In 1998 the world was 0.9 °C warmer than in 1850-1900."
    found = verdict(verifier, text, f"{YEAR} == 0.9")
    assert found.verdict == "undecided"
    assert found.low < 0.9 < found.high
    assert SINGLE_YEAR in found.derivation


def test_a_year_far_from_what_can_have_been_is_refuted(verifier):
    found = verdict(verifier, "In 1998 the world was 1.3 °C warmer than in 1850-1900.",
                    f"{YEAR} == 1.3")  # fmt: skip
    assert found.verdict == "refuted"


def test_what_a_simulation_says_of_a_year_holds_no_variability(verifier):
    text = "In 1998 the world was 0.9 °C warmer than in 1850-1900."
    found = verdict(verifier, text, f"{YEAR} == 0.9", "run")
    assert found.verdict == "refuted"
    assert SINGLE_YEAR not in found.derivation


def test_a_year_to_come_is_as_wide_as_what_is_forced(verifier):
    formula = 'climate.global_temperature(year=2050, scenario="ssp245").global_warming'
    text = "In 2050 under SSP2-4.5 the world is more than 1.9 °C warmer than in 1850-1900."
    found = verdict(verifier, text, f"{formula} > 1.9")
    forced = verifier.compute([formula])[0]
    assert (found.low, found.high) == (forced.low, forced.high)
    assert SINGLE_YEAR not in found.derivation


def test_a_value_that_is_computed_is_what_is_forced(verifier):
    asked = verifier.compute([YEAR, f"{YEAR} > 0.9"])
    found = verdict(verifier, "In 1998 the world was 0.9 °C warmer than in 1850-1900.",
                    f"{YEAR} == 0.9")  # fmt: skip
    assert asked[0].high < found.high
    assert SINGLE_YEAR in asked[1].notes


@pytest.mark.parametrize(("warmed", "by_record"), [("0.93", "supported"), ("0.72", "refuted")])
def test_what_the_record_says_otherwise_is_left_open(verifier, warmed, by_record):
    """0.72 °C is what is forced of 1998, 0.93 °C what it was."""
    text = f"In 1998 the world was {warmed} °C warmer than in 1850-1900."
    found = verdict(verifier, text, f"{YEAR} == {warmed}")
    assert found.verdict == "undecided"
    assert found.problem.reason == "on_record"
    assert f"by the record {by_record}" in found.problem.message
    assert found.updated == text


def test_an_open_claim_names_what_the_record_decides(verifier):
    text = "In 2023 under SSP2-4.5 the world was more than 1.4 °C warmer than in 1850-1900."
    formula = 'climate.global_temperature(year=2023, scenario="ssp245").global_warming > 1.4'
    found = verdict(verifier, text, formula)
    assert found.verdict == "undecided"
    assert "by the record supported" in found.would_decide
    assert "climate.global_record(year=2023)" in found.would_decide


def test_a_correction_does_not_take_what_is_forced_for_the_year(verifier):
    text = "In 1998 the world was 1.3 °C warmer than in 1850-1900."
    found = verdict(verifier, text, f"{YEAR} == 1.3")
    assert (found.verdict, found.updated) == ("refuted", text)
    assert "by the record" in found.uncorrected


def test_what_emissions_would_have_done_is_on_no_record(verifier):
    text = (
        "In 2020 under SSP2-4.5 with 50 % less CO2 the world was 1.2 °C warmer than in 1850-1900."
    )
    formula = 'climate.global_temperature(year=2020, scenario="ssp245", co2=-50).global_warming'
    found = verdict(verifier, text, f"{formula} == 1.2")
    assert "record" not in f"{found.derivation} {found.would_decide} {found.problem}"


def test_the_record_answers_by_itself(verifier):
    formula = "climate.global_record(year=2016).recorded_warming"
    text = "In 2016 the world was 1.29 °C warmer than in 1850-1900."
    found = verdict(verifier, text, f"{formula} == 1.29")
    assert (found.verdict, found.against) == ("supported", "record")
    wrong = verdict(verifier, text.replace("1.29", "1.59"), f"{formula} == 1.59")
    assert wrong.verdict == "refuted"
    assert wrong.updated == text


def test_the_warmest_year_on_record_is_found(verifier):
    years = "climate.global_record(year=y).recorded_warming for y in years(1850, 2024)"
    found = verdict(verifier, "2024 was the warmest year on record, since 1850.",
                    f"argmax({years}) == 2024")  # fmt: skip
    assert found.verdict == "supported"


def test_a_stored_verdict_on_a_year_comes_out_the_same_again(tmp_path):
    registry = Registry([ClimateSimulator()])
    with EvidenceStore(tmp_path / "evidence.sqlite") as store:
        verifier = Verifier(registry, store)
        text = "In 1998 the world was more than 0.8 °C warmer than in 1850-1900."
        found = verdict(verifier, text, f"{YEAR} > 0.8")
        verifier.save([found])
        (stored,) = [one for one in store.records() if isinstance(one, StoredVerdict)]
        again = recompute(stored, store, registry)
    assert 0.1 < found.probability < 0.9
    assert (again.before, again.now) == (found.verdict, found.verdict)
    assert again.derivation in found.derivation


def test_a_year_has_one_chance_in_a_list_and_by_itself(verifier: Verifier) -> None:
    alone = verifier.compute([f"{YEAR} > 0.9"])[0]
    listed = YEAR.replace("1998", "y")
    forms = [
        f"[{listed} > 0.9 for y in [1998]]",
        f"all({listed} > 0.9 for y in [1998])",
        f"probability({YEAR} > 0.9)",
    ]
    table, every, chance = verifier.compute(forms)
    assert f"probability {alone.chance}" in table.text
    assert every.probability == alone.probability
    assert chance.value == pytest.approx(100 * alone.probability, abs=1)


def test_what_other_records_may_say_is_not_refuted_by_one(verifier: Verifier) -> None:
    formula = "climate.global_record(year=2023).recorded_warming"
    text = "By ERA5, the world in 2023 was 1.48 °C warmer than in 1850-1900."
    found = verdict(verifier, text, f"{formula} == 1.48")
    assert (found.verdict, found.updated) == ("undecided", text)
    assert "by less than other records differ" in found.problem.message
    far = verdict(verifier, text.replace("1.48", "1.88"), f"{formula} == 1.88")
    assert far.verdict == "refuted"


def test_records_share_what_is_unknown_of_the_years_that_they_are_counted_from(
    verifier: Verifier,
) -> None:
    """A record may be 0.1 °C off above 1850-1900, and not in what it says of two late years."""
    text = "Globally, 2023 was 0.05 °C warmer than 2016."
    formula = "{0}(year=2023).recorded_warming - {0}(year=2016).recorded_warming == 0.05"
    assert verdict(verifier, text, formula.format("climate.global_record")).verdict == "refuted"


OSLO = 'climate.temperature(place="Oslo", year=1998).temperature'


def test_a_rare_year_is_not_refuted_and_an_impossible_one_is(verifier: Verifier) -> None:
    text = "In 1998 Oslo had a mean temperature of {} °C."
    known = verdict(verifier, text.format("6.0"), f"{OSLO} == 6.0")
    rare, never = known.high + 0.1, known.high + 5.0
    found = verdict(verifier, text.format(f"{rare:.1f}"), f"{OSLO} == {rare:.1f}")
    assert found.verdict == "undecided"
    assert "one year in a hundred" in found.problem.message
    assert verdict(verifier, text.format(f"{never:.1f}"), f"{OSLO} == {never:.1f}").verdict == (
        "refuted"
    )


def test_a_decade_that_has_been_varies_at_a_place_and_one_to_come_does_not(
    verifier: Verifier,
) -> None:
    """The decade less than a single year, whose extremes others of it make up for."""
    formula = 'climate.period_temperature(place="Oslo", first_year={}, last_year={}{})'
    text = "Oslo was {} °C warmer in {}-{} than in 1850-1900{}."
    widths = list[float]()
    periods = [
        (2001, 2010, "", ""),
        (1998, 1998, "", ""),
        (2041, 2050, ', scenario="ssp245"', " under SSP2-4.5"),
    ]
    for first, last, more, said in periods:
        asked = f"{formula.format(first, last, more)}.mean_local_warming"
        told = text.format("1.5", first, last, said).replace("1998-1998", "1998")
        forced = verifier.compute([asked])[0]
        found = verdict(verifier, told, f"{asked} == 1.5")
        assert None not in (found.low, found.high, forced.low, forced.high), found.derivation
        own, known = ((one.high or 0.0) - (one.low or 0.0) for one in (found, forced))
        widths.append(own - known)
    assert 0.0 < widths[0] < widths[1]
    assert widths[2] == 0.0


PERIOD = "climate.global_period(first_year=1981, last_year=2010)"


def test_a_period_that_has_been_is_held_against_its_record_too(verifier: Verifier) -> None:
    """0.16 °C per decade by the record, 0.21 of what is forced."""
    text = "From 1981 to 2010 the world warmed by {} °C per decade."
    known = verdict(verifier, text.format("0.16"), f"{PERIOD}.trend_per_decade == 0.16")
    assert known.verdict == "undecided"
    far = verdict(verifier, text.format("0.90"), f"{PERIOD}.trend_per_decade == 0.90")
    assert far.verdict == "refuted"
    assert SINGLE_YEAR in far.derivation


def test_a_chance_is_refuted_only_where_members_agree(verifier: Verifier) -> None:
    formula = 'probability(climate.global_temperature(year=2050, scenario="ssp245")'
    text = "Under SSP2-4.5 the chance that global warming in 2050 is above {} °C is {} %."
    shared, agreed = (
        verdict(verifier, text.format(limit, chance),
                f"{formula}.global_warming > {limit}) == {chance}")
        for limit, chance in (("2", "85"), ("4", "85"))
    )  # fmt: skip
    assert (shared.verdict, agreed.verdict) == ("undecided", "refuted")
    assert "may rightly state another chance" in shared.derivation
    by_run = verdict(
        verifier, text.format("2", "85"), f"{formula}.global_warming > 2) == 85", "run"
    )
    assert by_run.verdict == "refuted"


def test_no_rain_of_a_year_is_below_zero(verifier: Verifier) -> None:
    formula = 'climate.precipitation(place="Cherrapunji", year=2000).precipitation == 90000'
    found = verdict(verifier, "In 2000 Cherrapunji had 90000 mm of precipitation.", formula)
    assert found.verdict == "refuted"
    assert found.low > 0.0
