"""Claims about a season in many wordings, decided against a recorded run."""

import pytest

from season_record import DECLINE, WAVE, verdict
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.records import Record


@pytest.fixture(scope="module")
def registry() -> Registry:
    return installed()


Pair = tuple[str, str]


def check(true: str, false: str, run: Record, registry: Registry) -> None:
    assert verdict(true, run, registry) == "supported"
    assert verdict(false, run, registry) == "refuted"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Within four weeks, admissions increase fourfold.",
         "Within four weeks, admissions increase tenfold."),
        ("By the end of the fourth week the number of patients has quadrupled.",
         "By the end of the fourth week the number of patients has tripled."),
        ("Once four weeks have passed, admissions are four times as high as at the start.",
         "Once four weeks have passed, admissions are six times as high as at the start."),
        ("Week four finds admissions 300% above their starting level.",
         "Week four finds admissions 30% above their starting level."),
        ("After a month, admissions have grown by a factor of more than three.",
         "After a month, admissions have grown by a factor of more than five."),
        ("Four times the initial number is reached after four weeks.",
         "Six times the initial number is reached after four weeks."),
        ("After four weeks there are more admissions than on the first day.",
         "After four weeks there are fewer admissions than on the first day."),
        ("To begin with, admissions grow rapidly.",
         "To begin with, admissions are growing slowly."),
        ("At the outset, incidence rises.", "Admissions hold steady over the first month."),
    ],
)  # fmt: skip
def test_the_time_over_which_growth_is_counted_names_it(
    true: str, false: str, registry: Registry
) -> None:
    check(true, false, WAVE, registry)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("One admission in eight is left after four weeks.",
         "Three admissions in eight are left after four weeks."),
        ("Seven out of every eight admissions are gone by week four.",
         "Two thirds of the admissions are gone by week four."),
        ("More than three quarters of the admissions have disappeared after a month.",
         "More than nine tenths of the admissions have disappeared after a month."),
        ("The first four weeks bring a loss of seven eighths.",
         "The first four weeks bring a gain of seven eighths."),
        ("Admissions sink by more than three quarters in the first month.",
         "Admissions sink by more than nine tenths in the first month."),
        ("Admissions lose seven eighths of their initial level in four weeks.",
         "Admissions lose half of their initial level in four weeks."),
        ("The outbreak fizzles out within a month.", "After four weeks no admissions are left."),
    ],
)  # fmt: skip
def test_what_is_left_or_gone_is_a_change(true: str, false: str, registry: Registry) -> None:
    check(true, false, DECLINE, registry)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("The peak falls on the very first day.", "The peak comes on the third day."),
        ("The highest number of admissions is that of the opening day.",
         "The peak is reached three weeks after the opening day."),
        ("Admissions are at their maximum inside the first week.",
         "It is eight weeks before admissions reach their top."),
    ],
)  # fmt: skip
def test_a_maximum_at_the_start_is_told_by_its_day(
    true: str, false: str, registry: Registry
) -> None:
    check(true, false, DECLINE, registry)
    assert verdict("Incidence peaks inside the first month.", WAVE, registry) == "refuted"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("The first week of December brings the peak.",
         "The peak is in the last week of December."),
        ("Peak day is the first of December.", "Peak day is the twelfth of December."),
        ("The peak belongs to the first half of December.",
         "It belongs to November when it peaks."),
        ("The peak comes a week after Thanksgiving.",
         "The peak comes three weeks after Thanksgiving."),
        ("It peaks twenty-four days before Christmas.", "It peaks three days before Christmas."),
        ("The peak has to wait for December.", "The peak has to wait for the new year."),
        ("Ten weeks and two days lie between the start and the peak.",
         "Eight weeks and two days lie between the start and the peak."),
        ("It takes ten point three weeks to reach the peak.",
         "It takes ten point three days to reach the peak."),
        ("Incidence is as high as it gets on 1 December.", "The ceiling is reached on Boxing Day."),
    ],
)  # fmt: skip
def test_days_are_read_however_they_are_counted(true: str, false: str, registry: Registry) -> None:
    check(true, false, WAVE, registry)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Between 140 and 1,908 admissions on the peak day is the 90 percent range.",
         "Between 140 and 1,708 admissions on the peak day is the 90 percent range."),
        ("The 90 % interval of the peak goes from 140 up to 1,908.",
         "The 90 % interval of the peak goes from 140 up to 1,208."),
        ("The interval of the peak has 140 as its lower limit and 1,908 as its upper one.",
         "The interval of the peak has 240 as its lower limit and 1,908 as its upper one."),
        ("The uncertainty range spans more than a factor of ten.",
         "The uncertainty range spans less than a factor of ten."),
        ("The ends of the interval differ by no more than a factor of fifteen.",
         "The ends of the interval differ by no more than a factor of ten."),
        ("The interval is not even 1,800 patients wide.",
         "The interval is not even 1,700 patients wide."),
        ("The peak just misses November.", "The peak barely misses December."),
        ("The sum over the season is forty times the median peak.",
         "The sum over the season is ninety times the median peak."),
        ("Fifteen hundred admissions are exceeded on the median peak day.",
         "Sixteen hundred admissions are exceeded on the median peak day."),
        ("The season as a whole brings somewhat more than 63,000 admissions.",
         "The season as a whole brings somewhat more than 1,500 admissions."),
    ],
)  # fmt: skip
def test_ends_of_intervals_and_multiples_are_told_apart(
    true: str, false: str, registry: Registry
) -> None:
    check(true, false, WAVE, registry)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("A fifth of the residents are taken to be immune.",
         "A third of the residents are taken to be immune."),
        ("One person in five is assumed to be immune.",
         "One person in four is assumed to be immune."),
        ("Immunity is put at 20 percent.",
         "The forecast supposes half the residents to be immune."),
    ],
)  # fmt: skip
def test_a_share_of_people_may_be_what_was_asked(true: str, false: str, registry: Registry) -> None:
    check(true, false, WAVE, registry)


@pytest.mark.parametrize(
    "claim",
    [
        "Three quarters of the patients are over 65 after four weeks.",
        "A third of the residents fall ill within four weeks.",
        "Half of the patients need oxygen.",
    ],
)
def test_a_part_of_people_is_no_growth(claim: str, registry: Registry) -> None:
    assert verdict(claim, WAVE, registry) in ("outside", "unread")


@pytest.mark.parametrize(
    "claim",
    [
        "Admissions rise by 300 percent over the first seventeen weeks.",
        "The 80% interval for the peak runs from 140 to 1,908.",
        "Two days before the start the peak is reached.",
        "At the peak, 1,577 patients need ventilation.",
        "The year before, these states had peaked at 1,577.",
        "In the previous season the peak was 1,577.",
    ],
)
def test_what_a_run_does_not_hold_is_never_supported(claim: str, registry: Registry) -> None:
    assert verdict(claim, WAVE, registry) in ("unread", "outside")


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Median peak 1,577 (90% CI 140-1,908).", "Median peak 1,577 (90% CI 340-1,908)."),
        ("Relative to the peak, the total is 40 times as high.",
         "Relative to the peak, the total is 50 times as high."),
        ("The total divided by the peak is about 40.", "The total divided by the peak is 50."),
        ("Peak incidence: 1,577, the top of the 90% range being 1,908.",
         "Peak incidence: 1,577, the top of the 90% range being 2,908."),
    ],
)  # fmt: skip
def test_values_may_be_told_beside_one_another(true: str, false: str, registry: Registry) -> None:
    check(true, false, WAVE, registry)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Admissions go up to 1,577 in the median and do so on 1 December.",
         "Admissions go up to 1,577 in the median and do so on 11 December."),
        ("It is on 1 December, after 10.3 weeks, that the median is at its top of 1,577.",
         "It is on 1 December, after 12.3 weeks, that the median is at its top of 1,577."),
        ("After a rapid start, the wave crests at 1,577 on December 1.",
         "After a slow start, the wave crests at 1,577 on December 1."),
        ("The season peaks in December, less than eleven weeks after it began.",
         "The season peaks in December, less than nine weeks after it began."),
        ("Having grown by 300% in four weeks, admissions go on to 1,577 on the first of December.",
         "Having grown by 300% in four weeks, admissions go on to 1,577 on the last of December."),
        ("Halloween is over but New Year's Eve still ahead when the wave crests.",
         "Thanksgiving is still ahead but Halloween over when the wave crests."),
        ("The peak comes not after ten days but after ten weeks.",
         "The peak comes not after ten weeks but after ten days."),
    ],
)  # fmt: skip
def test_figures_are_of_what_their_kind_is_whatever_their_order(
    true: str, false: str, registry: Registry
) -> None:
    check(true, false, WAVE, registry)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("A peak of 200, well below the median though it is, would still be inside the interval.",
         "A peak of 100, well below the median though it is, would still be inside the interval."),
        ("1,800 is more than the median shows, but the 90% interval allows it.",
         "2,800 is more than the median shows, but the 90% interval allows it."),
        ("A peak of more than 2,000 is not to be expected by the 90% interval.",
         "A peak of more than 1,800 is not to be expected by the 90% interval."),
        ("There is no room in the interval for a peak of 2,000 or more.",
         "There is no room in the interval for a peak of 1,800 or more."),
        ("1,900 is possible by the 90% interval, 2,000 is not.",
         "1,900 is possible by the 90% interval, 1,800 is not."),
        ("A peak in four figures is within the interval.",
         "A peak in five figures is within the interval."),
        ("The peak could be anything up to 1,908.", "The peak could be anything up to 1,808."),
        ("The 90% interval begins above a hundred and ends just short of two thousand.",
         "The 90% interval begins below a hundred and ends just short of two thousand."),
    ],
)  # fmt: skip
def test_what_is_said_of_a_number_that_a_peak_might_have_is_not_of_the_median(
    true: str, false: str, registry: Registry
) -> None:
    check(true, false, WAVE, registry)


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Admissions culminate as soon as 1 December.",
         "Admissions culminate as soon as 21 November."),
        ("The mark of 1,600 is never exceeded by the median.",
         "The mark of 1,500 is never exceeded by the median."),
        ("The median clears 1,500 but not 1,600.", "The median clears 1,500 but not 1,550."),
        ("The median peak overshoots 1,500 by less than a hundred.",
         "The median peak overshoots 1,500 by less than fifty."),
        ("The season is worth some 40 days at peak level.",
         "The season is worth some 60 days at peak level."),
        ("Put together over the season, the daily medians come to some 63 thousand.",
         "Put together over the season, the daily medians come to some 53 thousand."),
        ("For every patient at the start there are four after four weeks.",
         "For every patient at the start there are six after four weeks."),
        ("Admissions climb for ten weeks before they turn down.",
         "Admissions climb for five weeks before they turn down."),
        ("By New Year's Eve the peak has been over for more than three weeks.",
         "By New Year's Eve the peak has been over for more than six weeks."),
        ("The peak is above a thousand yet below two.",
         "The peak is above a hundred yet below two."),
        ("The median peak is more than one and a half thousand, but still under two.",
         "The median peak is more than half a thousand, yet below one and a half."),
        ("The peak does not come until November is four weeks old.",
         "The peak does not come until December is a week old."),
    ],
)  # fmt: skip
def test_words_mean_what_those_beside_them_let_them(
    true: str, false: str, registry: Registry
) -> None:
    check(true, false, WAVE, registry)


@pytest.mark.parametrize(
    "claim",
    [
        "A peak of 1,577 is no cause for panic.",
        "With a peak of 1,577 one need not lose any sleep.",
        "A peak on 1 December is bad timing.",
        "What makes the wave peak on 1 December is that pupils are back at school.",
        "That the peak comes on 1 December is down to mild weather.",
        "Most of the 1,577 patients at the peak are unvaccinated.",
        "Two years later, these states would peak at 1,577, too.",
    ],
)
def test_judgements_causes_and_other_years_are_outside(claim: str, registry: Registry) -> None:
    assert verdict(claim, WAVE, registry) == "outside"


@pytest.mark.parametrize(
    "claim",
    [
        "A peak with a median of 1,577 comes relatively early, about 5.4 weeks from the start.",
        "The peak comes after a build-up, with a median of 10.3 weeks.",
    ],
)
def test_a_time_that_is_not_read_keeps_what_is_right_beside_it_from_being_supported(
    claim: str, registry: Registry
) -> None:
    assert verdict(claim, WAVE, registry) in ("refuted", "unread")


def test_a_build_up_is_no_rise_that_may_be_passed_over(registry: Registry) -> None:
    claim = "The peak of {} occurs after a build-up, around {}."

    assert verdict(claim.format("1,577", "1 December"), WAVE, registry) != "refuted"
    assert verdict(claim.format("8", "20 September"), DECLINE, registry) != "supported"
