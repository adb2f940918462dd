import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.evaluation.consistency import checked_sentences
from simulrag.evaluation.records import Record
from simulrag.evaluation.temperatures import evidence_temperatures, temperatures

QUESTION = (
    "How do changes of CO2 and CH4 compare with changes of SO2 and Black Carbon? Is the difference "
    "negligible (less than 0.2°C), modest (0.2°C to 1.0°C) or significant (over 1.0°C)?"
)
#: The aerosol case is 0.3 °C warmer than the greenhouse gas case.
TWO_CASES = (
    "With a 7.8% increase in CO2 and a 4% change in CH4, the local temperature is 28.41°C. With a "
    "-5% change in SO2, the local temperature is 28.71°C. The difference between the two is 0.3°C."
)


def faults(answer: str, evidence: str = TWO_CASES) -> list[str]:
    record = Record(
        index=1,
        question=QUESTION,
        reference_answer=answer,
        evidence_question=QUESTION,
        evidence_answer=evidence,
    )
    return [f for s in checked_sentences(record) for f in (*s.unexplained, *s.contradicted)]


def kinds(text: str) -> list[str]:
    return [one.kind for one in temperatures(text)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("The local temperature is 28.4°C.", "level"),
        ("With a 40% increase in CO2 the temperature would be 28.4°C.", "level"),
        ("The temperature difference between the two scenarios is 0.3°C.", "difference"),
        ("The change in average temperature is 0.3°C.", "difference"),
        ("It ends up 0.3°C warmer.", "difference"),
    ],
)
def test_levels_are_told_from_differences(text: str, kind: str) -> None:
    assert kinds(text) == [kind]


def test_figures_of_evidence_are_rounded_alike() -> None:
    # 5.95 - 4.55 is 1.40 and printed as 1.4, which no 1.42 rounds to.
    evidence = "It was 4.55°C in 1986 and is 5.95°C in 2054. This is a change of 1.4°C."
    widths = [t.interval().high - t.interval().low for t in evidence_temperatures(evidence)]
    assert widths == pytest.approx([0.01, 0.01, 0.01])
    assert faults("The temperature change is 1.42°C.", evidence) == ["1.42"]
    assert faults("The temperature change is 1.4°C.", evidence) == []


def test_a_level_is_no_difference_of_a_level_and_an_effect() -> None:
    evidence = "The local temperature is 7.79°C. The global temperature difference is -0.02°C."
    assert faults("The difference between the two is 7.81°C.", evidence) == []
    two = f"{evidence} Before, the local temperature was 7.6°C."
    assert faults("The local temperature is 7.81°C.", two) == ["7.81"]


def test_the_level_of_one_case_is_not_that_of_the_other() -> None:
    assert faults("Under the CO2 scenario the local temperature is 28.71°C.") == ["28.71"]
    assert faults("Under the SO2 scenario the local temperature is 28.71°C.") == []


@pytest.mark.parametrize(
    ("answer", "contradicts"),
    [
        ("The difference is considered negligible.", True),
        ("The difference is considered modest.", False),
        ("The difference is not considered negligible.", False),
        ("A significant effort is made.", False),
        ("The aerosol scenario has a lower temperature.", True),
        ("The aerosol scenario has a higher temperature.", False),
        ("The greenhouse gas scenario is cooler than the aerosol scenario.", False),
        ("The greenhouse gas scenario is warmer than the aerosol scenario.", True),
        ("The second scenario results in a cooling effect compared to the first.", True),
        ("The aerosol scenario offers a reduction in warming compared to the other.", False),
        ("Which scenario is warmer or cooler is shown above.", False),
    ],
)
def test_words_are_judged_by_the_evidence(answer: str, contradicts: bool) -> None:
    assert bool(faults(answer)) is contradicts


@given(st.integers(-3000, 4000), st.integers(1, 300))
def test_a_difference_that_evidence_leaves_out_gives_the_other_level(level: int, gap: int) -> None:
    evidence = (
        f"The baseline temperature is {level / 100:.2f}°C, with a change of {gap / 100:.2f}°C."
    )
    assert faults(f"The new temperature is {(level + gap) / 100:.2f}°C.", evidence) == []
