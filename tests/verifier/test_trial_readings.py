"""Statements about a run with changes beside the same without, read word by word."""

from collections import Counter

import pytest

from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.inflection import conjugated
from simulrag.verifier.reading.trial_relation_words import RELATIONS
from simulrag.verifier.reading.trial_run_words import RUNS
from urban_record import QUESTION, record

TRUE = (
    "Travel time and CO2 go opposite ways.",
    "CO2 falls five times as much as travel time rises.",
    "The drop in CO2 is less than half the drop in idling.",
    "A trip that took 75 seconds now takes 81.",
    "CO2 amounts to 24 kg, not 40.",
    "Neither idling nor CO2 rises.",
    "The rise in travel time does not keep CO2 from falling.",
    "Far from rising, CO2 falls.",
    "Not only CO2 but also idling falls.",
    "Travel time and CO2 change by +8.00% and -40.00%, respectively.",
    "Idling shrinks to a tenth of what it was.",
    "Idling was ten times as long before.",
    "CO2 falls by between 39 and 41 percent.",
    "With the measures the average trip gets 6 seconds, or 8.00%, longer.",
    "CO2 is 16 kg less than now.",
    "Vehicles take six seconds more, delayed by the lower limit.",
    "Of the 40 kg of CO2, sixteen are saved.",
    "Only 24 of the 40 kg of CO2 remain.",
    "Travel time: 75 -> 81 seconds.",
    "A trip takes 6 seconds more than the baseline's 75 seconds.",
    "Idling, at 1.5 s, is down from the 15 s where it was.",
    "The cut in CO2, 40%, outweighs the rise in travel time, 8%.",
    "CO2 ends up two fifths lower or a little more.",
    "CO2 does not fall by half.",
    "With the speed limit lowered by 30%, the average trip takes more than 80 seconds.",
    "Although limits are 30% lower, CO2 falls by two fifths.",
    "The limit's 30% cut notwithstanding, trips get only 6 seconds longer.",
    "Lowering the limit by 30% takes 40% off the CO2.",
    "The limit falls by 30%, CO2 by 40%.",
    "Cut by 30%, the speed limit leaves CO2 at 24 kg.",
    "At 8%, the time lost counts as noticeable.",
    "The time lost is 6 seconds.",
    "The CO2 saving gets close to 41% without quite making it.",
    "The rise in travel time is noticeable, not heavy, the bar for which is 12%.",
    "The CO2 cut is heavy, as heavy begins at 35%.",
    "A trip takes over 80 seconds.",
    "A trip does not take even seven seconds more than the 75 of the baseline.",
    "The lower limit does not keep idling from falling, to 1.5 seconds.",
)
FALSE = (
    "Travel time and CO2 move in the same direction.",
    "CO2 falls less than travel time rises.",
    "The drop in CO2 is more than half the drop in idling.",
    "A trip that took 81 seconds now takes 75.",
    "CO2 amounts to 40 kg, not 24.",
    "Neither travel time nor CO2 rises.",
    "Far from falling, CO2 rises.",
    "Idling shrinks to a fifth of what it was.",
    "Idling is ten times as long as before.",
    "CO2 falls by between 29 and 31 percent.",
    "Of the 40 kg of CO2, twenty are saved.",
    "Travel time: 75 -> 61 seconds.",
    "A trip takes 9 seconds more than the baseline's 75 seconds.",
    "CO2 ends up three fifths lower or a little more.",
    "Lower limits mean quicker trips here, 81 seconds instead of 75.",
    "With the speed limit lowered by 30%, the average trip takes less than 80 seconds.",
    "Although limits are 30% lower, CO2 falls by a fifth.",
    "Lowering the limit by 30% takes 30% off the CO2.",
    "The limit falls by 30%, CO2 by 30%.",
    "Cut by 30%, the speed limit leaves CO2 at 28 kg.",
    "The time lost is 16 seconds.",
    "The time gained is 6 seconds.",
    "The CO2 saving gets close to 39% without quite making it.",
    "The rise in travel time is heavy, the bar for which is 12%.",
    "With the new signals installed, CO2 goes up, though by not even one percent.",
    "The lower limit does not keep idling from falling, to 3 seconds.",
)
#: A word in them turns or narrows what they say, or may be of something else.
OPEN = (
    "Of the three, only CO2 falls.",
    "The lower limit wipes out the CO2 saving.",
    "Fewer people drive now.",
    "Supposedly, CO2 falls by 40%, or so the council hopes.",
    "Tolling pays for itself in two years.",
    "40% of drivers save CO2.",
    "8% of trips get longer.",
    "The longest trip takes 81 seconds.",
    "CO2 falls by 40% a year.",
    "Travel time rises by 8% for buses.",
    "CO2 concentration falls by 40%.",
    "Half of the vehicles take 81 seconds.",
    "Behind the CO2 drop is a switch to electric cars.",
    "With the speed limit halved, CO2 falls by 40%.",
    "Although limits are 40% lower, CO2 falls by 40%.",
    "With limits raised by 30%, CO2 falls by 40%.",
    "With traffic growing by 8%, trips get 8% longer.",
    "Trips that are 8% longer are too much to ask of drivers.",
    "A 40% cut in CO2 is money well spent.",
    "Saving 40% of the CO2 is a great achievement.",
    "Drivers cannot be asked to spend 8% more time on the road.",
    "8% longer trips are tolerable.",
    "Cutting CO2 by 40% is the least the city owes its children.",
)


@pytest.fixture(scope="module")
def words(registry: Registry) -> dict[str, str]:
    """The verdict word on each statement, all taken in one check."""
    told = [*TRUE, *FALSE, *OPEN]
    with EvidenceStore() as store:
        found = check_claims(told, QUESTION, registry, store, record()).verdicts
    return {v.text: v.verdict for v in found}


def test_what_follows_from_both_runs_is_supported(words: dict[str, str]) -> None:
    assert {text: words[text] for text in TRUE} == dict.fromkeys(TRUE, "supported")


def test_what_contradicts_one_of_the_runs_is_refuted(words: dict[str, str]) -> None:
    assert {text: words[text] for text in FALSE} == dict.fromkeys(FALSE, "refuted")


def test_words_that_turn_or_narrow_a_statement_leave_it_undecided(words: dict[str, str]) -> None:
    assert [t for t in OPEN if words[t] in ("supported", "refuted")] == []


def test_no_phrase_has_two_meanings() -> None:
    tables = [*RELATIONS.values(), *RUNS.values()]
    phrases = [phrase for table in tables for phrase in table.split(" | ")]
    assert [phrase for phrase, many in Counter(phrases).items() if many > 1] == []


def test_forms_of_verbs_follow_the_rules_and_the_exceptions() -> None:
    expected = (
        "drop drops dropped dropping", "rise rises rose rising risen",
        "carry carries carried carrying", "stretch stretches stretched stretching",
        "do does did done doing", "speed speeds sped speeding",
    )  # fmt: skip
    for forms in expected:
        assert set(forms.split()) <= set(conjugated(forms.split()[0]))
    assert {"go up", "goes up", "went up", "gone up", "going up"} <= set(conjugated("go up"))
