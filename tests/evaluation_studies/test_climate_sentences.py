"""Sentences of public climate reports, true and false, held against the world."""

import pytest

from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore
from studies.climate_record.sentences import Decided, decided, sentences

#: True sentences that are refuted today, which are to become fewer: two measure something else (a
#: mean of stations, a forecast that knows the present year), two are rarer or steeper than the
#: simulator's interval allows, and one is what models as a whole do not warm to.
REFUTED_TRUTHS = 5


@pytest.fixture(scope="module")
def found(registry: Registry) -> list[Decided]:
    with EvidenceStore(None) as store:
        return decided(registry, store)


def test_sixty_sentences_of_either_label_name_their_sources() -> None:
    held = sentences()
    for label in ("true", "false"):
        assert sum(one.label == label for one in held) >= 60
    assert all(one.source for one in held)
    assert len({one.text for one in held}) == len(held)


def test_no_false_sentence_is_supported_and_hardly_a_true_one_refuted(found: list[Decided]) -> None:
    wrong = [one for one in found if one.wrong]
    assert [one.sentence.text for one in wrong if one.sentence.label == "false"] == []
    assert len(wrong) <= REFUTED_TRUTHS


def test_seven_of_ten_sentences_are_decided_rightly(found: list[Decided]) -> None:
    assert sum(one.right for one in found) >= 0.7 * len(found)


def test_what_no_output_holds_is_not_decided_and_says_why(found: list[Decided]) -> None:
    foreign = [one for one in found if not one.sentence.formula]
    assert sum(one.verdict == "outside" for one in foreign) >= 0.8 * len(foreign)
    assert all(one.why and not (one.right or one.wrong) for one in foreign)
