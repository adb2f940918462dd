"""The study of slips: formulas that say something else than their text, and how many are caught."""

import pytest

from simulrag.evaluation.drafts import Bench, DraftClaim
from simulrag.simulators.registry import installed
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.notation import parse
from studies.slips.__main__ import measure_slips
from studies.slips.mutations import KINDS, Mutant, mutations

NAIROBI = 'climate.temperature(place="Nairobi", year=2050, scenario="ssp585")'
OSLO = 'climate.temperature(place="Oslo", year=2050, scenario="ssp585")'
TEXT = "In 2050 under ssp585 Nairobi is about 14.0 °C warmer than Oslo."


def made(text: str, formula: str, **let: str) -> list[Mutant]:
    return list(mutations(text, formula, let, installed()))


def test_slips_are_the_same_every_time_and_of_every_kind_that_the_formula_allows() -> None:
    found = made(TEXT, "A.temperature - B.temperature == about(14.0)", A=NAIROBI, B=OSLO)
    assert found == made(TEXT, "A.temperature - B.temperature == about(14.0)", A=NAIROBI, B=OSLO)
    assert {one.kind for one in found} == {
        "other place", "other year", "other scenario", "condition added", "exchanged runs",
        "other number", "other magnitude", "other sign", "wide tolerance", "other unit",
        "negation", "other output",
    }  # fmt: skip
    assert set(KINDS) > {one.kind for one in found}


def test_every_slip_can_be_read_and_digits_stay_as_printed() -> None:
    found = made(TEXT, "A.temperature - B.temperature == about(14.0)", A=NAIROBI, B=OSLO)
    for one in found:
        parse(one.formula, one.let)
    numbers = [one.formula for one in found if one.kind == "other number"]
    assert all(".0)" in text or ".1)" in text or "13.9)" in text for text in numbers)


@pytest.mark.parametrize(
    "formula",
    [
        "abs(A.temperature - B.temperature) == about(14.0)",
        "A.temperature == about(B.temperature)",
        "A.temperature > 14.0 and B.temperature > 14.0",
        "abs(A.temperature - B.temperature) < 14.0",
    ],
)
def test_an_exchange_that_says_the_same_is_no_slip(formula: str) -> None:
    kinds = {one.kind for one in made(TEXT, formula, A=NAIROBI, B=OSLO)}
    assert not kinds & {"exchanged runs", "turned difference"}


def test_the_same_order_told_from_the_other_side_is_made_once() -> None:
    found = made(TEXT, "A.temperature > B.temperature", A=NAIROBI, B=OSLO)
    turned = {"exchanged runs", "turned comparison", "turned difference"}
    assert len([one for one in found if one.kind in turned]) == 1


def test_the_limits_of_a_class_that_is_not_named_are_no_slip() -> None:
    bands = '{"cold": (None, 14.0), "mild": (14.0, 20.0), "warm": (20.0, None)}'
    text = "In 2050 under ssp585 Oslo is mild (14.0 to 20.0 °C; warm over 20.0 °C)."
    found = made(text, f'band(A.temperature, {bands}) == "mild"', A=OSLO)
    assert {one.kind for one in found} >= {"other number", "other label"}
    for one in found:
        if one.kind == "other number":
            assert '"mild": (14.0, 20.0)' not in one.formula


def test_what_a_reader_assumed_is_no_slip() -> None:
    found = made("Nairobi is warmer than Oslo.", "A.temperature > B.temperature", A=NAIROBI, B=OSLO)
    assert not {one.kind for one in found} & {"other year", "other scenario"}


def test_slips_in_the_place_and_the_year_of_a_claim_are_caught(store: EvidenceStore) -> None:
    claim = DraftClaim(
        id="climate-item-1/1/1", question="", text=TEXT, label="true", strict="true",
        formula="A.temperature - B.temperature == about(14.0)", let={"A": NAIROBI, "B": OSLO},
    )  # fmt: skip
    found = measure_slips([claim], Bench.of(installed(), store))
    caught = found.figures["caught of slips"]
    assert all(share == 1 for kind, share in caught.items() if "place" in kind or "year" in kind)
    assert len(found.misses) == sum(miss.expected == "sent back" for miss in found.misses)
