"""What people feel or think of a result is no result, unless in the words of the question."""

from collections import Counter

import pytest

from simulrag.verifier.reading.judgements import judgement
from simulrag.verifier.reading.sign_lists import listed

QUESTION = "By how much does idling change, and is that minor (under 10%) or bearable (over 10%)?"


@pytest.mark.parametrize(
    "text",
    [
        "A rise of two degrees is no cause for alarm.",
        "Nobody need lose sleep over 60 patients.",
        "The delay is an imposition.",
        "Commuters can live with trips that last 8% longer.",
        "For the wards, 300 patients would be a walk in the park.",
        "Six seconds more are too much to ask.",
        "The saving of a third is a godsend.",
        "Half a degree is regrettable.",
        "A cut of 90% is a heartening prospect.",
        "The scheme makes perfect sense.",
        "There is every reason to be proud.",
    ],
)
def test_what_people_think_of_a_result_is_a_judgement(text: str) -> None:
    assert judgement(text, question=QUESTION) is not None


@pytest.mark.parametrize(
    "text",
    [
        "The change in idling is bearable.",
        "Calling the change minor would be a mistake.",
        "To describe the change as minor is an insult.",
        "The peak is reached at the end of November.",
        "The number of patients remains below the needed 300.",
        "Total CO2 falls by two fifths.",
        "The change is nothing to do with more than 5%.",
    ],
)
def test_words_of_the_question_and_names_for_results_are_none(text: str) -> None:
    assert judgement(text, question=QUESTION) is None


def test_words_of_feeling_count_where_nothing_else_is_read() -> None:
    text = "The change is a sobering one."
    assert judgement(text, question=QUESTION) is None
    assert judgement(text, question=QUESTION, also_feelings=True) is not None


def test_no_word_that_judges_is_listed_twice() -> None:
    words = Counter(word for word, _ in listed("judgements.txt"))
    assert [word for word, times in words.items() if times > 1] == []
