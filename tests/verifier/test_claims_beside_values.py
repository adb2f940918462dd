"""Numbers that are differences, beside levels: claims about a climate question's own runs."""

from collections.abc import Callable

import pytest

from simulrag.simulators.registry import installed
from simulrag.verifier.check import check_claims
from simulrag.verifier.evidence import EvidenceStore

#: 18.20 °C in 1995 and 20.97 °C in 2075: 2.77 °C between them.
YEARS = (
    "For Kanekallu, what was the historical average temperature in 1995, and what is the projected "
    "temperature in 2075 under the ssp370 scenario with a 20% increase in CO2 and a 10% increase "
    "in CH4? Is the change negligible (less than 0.5°C), modest (0.5°C to 1.5°C), or significant "
    "(over 1.5°C)?",
    "The historical average temperature for Kanekallu in 1995 was 18.20°C. With a 20% change in "
    "CO2 and a 10% change in CH4, the projected temperature for Kanekallu in 2075 under the ssp370 "
    "scenario is 20.97°C. This represents a change of 2.77°C.",
)
#: 14.05 °C with the gases changed, 14.18 °C with the aerosols changed.
STRATEGIES = (
    "For Ptolemaida in 2060 under the ssp245 scenario, what is the projected temperature if CO2 "
    "emissions change by 12% and CH4 emissions by 8%, and how does it differ from an alternative "
    "where SO2 emissions change by -9% and black carbon emissions by -7% at points "
    "[(21.68, 40.51)]? Is the difference negligible (less than 0.2°C), modest (0.2°C to 1.0°C), or "
    "significant (over 1.0°C)?",
    "For Ptolemaida in 2060 under the ssp245 scenario, the projected temperature with a 12% change "
    "in CO2 and an 8% change in CH4 is 14.05°C. With a -9% change in SO2 and a -7% change in black "
    "carbon at [(21.68, 40.51)], the projected temperature is 14.18°C. The difference is 0.13°C.",
)
Judge = Callable[[tuple[str, str], str], str]


@pytest.fixture(scope="module")
def judge() -> Judge:
    registry = installed()

    def judged(record: tuple[str, str], claim: str) -> str:
        question, evidence = record
        handed = (
            f'[{{"index": 1, "question": {_quoted(question)}, "reference_answer": "", '
            f'"evidence_question": {_quoted(question)}, "evidence_answer": {_quoted(evidence)}}}]'
        )
        with EvidenceStore() as store:
            checked = check_claims([claim], question, registry, store, handed)
        return checked.verdicts[0].verdict

    return judged


def _quoted(text: str) -> str:
    return f'"{text}"'


TRUE_OF_YEARS = (
    "Kanekallu: 2.77°C on top of the 1995 mean.",
    "Kanekallu comes out 2.77°C above its 1995 average.",
    "Kanekallu was 2.77°C below its 2075 mean in 1995.",
    "2.77°C is enough for Kanekallu's change to be significant.",
    "Kanekallu gets 2.77°C hotter between 1995 and 2075.",
    "Between 1995 and 2075, the mean at Kanekallu moves up 2.77°C.",
    "Compared with 1995, an extra 2.77°C is in store for Kanekallu.",
    "Kanekallu's 1995 average undercuts that of 2075 by 2.77°C.",
    "20.97°C in 2075 at Kanekallu, up from 18.20°C.",
    "The past value, 18.20°C, trails the future one by 2.77°C.",
    "Kanekallu's rise is anything but negligible.",
    "Kanekallu's change never gets out of the significant class.",
    "What Kanekallu goes through is significant.",
    "Nobody could call Kanekallu's change modest.",
    "It would be wrong to describe Kanekallu's warming as modest.",
    "Kanekallu does not warm by as much as 3.5°C between 1995 and 2075.",
)
FALSE_OF_YEARS = (
    "Kanekallu: 2.27°C on top of the 1995 mean.",
    "Kanekallu comes out 2.77°C below its 1995 average.",
    "Kanekallu gets 2.77°C cooler between 1995 and 2075.",
    "Compared with 1995, an extra 3.77°C is in store for Kanekallu.",
    "Kanekallu's 1995 average exceeds that of 2075 by 2.77°C.",
    "The mean sinks by 2.77°C.",
    "19.97°C in 2075 at Kanekallu, up from 18.20°C.",
    "Kanekallu's rise is anything but significant.",
    "Kanekallu's change gets out of the significant class.",
    "Kanekallu sees a significant fall on account of the emissions.",
    "Kanekallu averages 2.11°C in 2075.",
)
TRUE_OF_STRATEGIES = (
    "0.13°C lies between the two projections for Ptolemaida.",
    "There is 0.13°C between the two plans for Ptolemaida.",
    "The greenhouse gas case comes out below the aerosol one, by less than a fifth of a degree.",
    "The two strategies come within 0.3°C of each other.",
    "The spread between Ptolemaida's two results stays under 0.5°C.",
    "The aerosol figure tops the greenhouse gas figure by 0.13°C.",
    "It is the adjustment with more CO2 and CH4 that gives Ptolemaida the lower mean.",
    "On the aerosol side Ptolemaida gets 14.18°C, on the greenhouse gas side 14.05°C.",
    "A negligible margin separates Ptolemaida's two projections.",
)
FALSE_OF_STRATEGIES = (
    "0.43°C lies between the two projections for Ptolemaida.",
    "More than a fifth of a degree separates the two results for Ptolemaida.",
    "The greenhouse gas case comes out above the aerosol one, by less than a fifth of a degree.",
    "The two strategies come within 0.05°C of each other.",
    "The spread between Ptolemaida's two results exceeds 0.5°C.",
    "The aerosol figure trails the greenhouse gas figure by 0.13°C.",
    "It is the adjustment with more CO2 and CH4 that gives Ptolemaida the higher mean.",
    "On the aerosol side Ptolemaida gets 14.05°C, on the greenhouse gas side 14.18°C.",
    "A significant margin separates Ptolemaida's two projections.",
)


@pytest.mark.parametrize(
    ("record", "claim"),
    [(YEARS, c) for c in TRUE_OF_YEARS] + [(STRATEGIES, c) for c in TRUE_OF_STRATEGIES],
)
def test_a_true_difference_is_supported_in_any_words(
    judge: Judge, record: tuple[str, str], claim: str
) -> None:
    assert judge(record, claim) == "supported"


@pytest.mark.parametrize(
    ("record", "claim"),
    [(YEARS, c) for c in FALSE_OF_YEARS] + [(STRATEGIES, c) for c in FALSE_OF_STRATEGIES],
)
def test_a_false_difference_is_refuted_in_any_words(
    judge: Judge, record: tuple[str, str], claim: str
) -> None:
    assert judge(record, claim) == "refuted"


@pytest.mark.parametrize(
    "claim",
    [
        "Take 2.77°C away from Kanekallu's 2075 value and the 1995 value remains.",
        "The change at Kanekallu is significant, by 1.27°C.",
        "The people of Kanekallu have every reason to look forward to warmer years.",
        "The residents of Kanekallu will not mind a significant warming.",
    ],
)
def test_what_is_no_value_of_a_run_is_never_decided_as_one(judge: Judge, claim: str) -> None:
    assert judge(YEARS, claim) in ("unread", "outside")


def test_the_run_that_is_left_alone_is_the_one_without_changes(judge: Judge) -> None:
    record = (
        "For Pothia in 2089 under the ssp245 scenario, what is the baseline predicted temperature, "
        "and what is the local temperature change if SO2 emissions change by -8% and black carbon "
        "emissions by -13% at points [(26.98, 36.95)]?",
        "For Pothia in 2089 under the ssp245 scenario, the baseline predicted temperature is "
        "20.10°C. With a -8% change in SO2 and a -13% change in black carbon at [(26.98, 36.95)], "
        "the predicted temperature is 20.32°C. The change is 0.22°C.",
    )
    assert judge(record, "Left alone, Pothia would be at 20.10°C in 2089.") == "supported"
    assert judge(record, "Left alone, Pothia would be at 20.32°C in 2089.") == "refuted"
    assert judge(record, "Pothia ends up above its unmodified temperature.") == "supported"
    assert judge(record, "Pothia ends up below its unmodified temperature.") == "refuted"
