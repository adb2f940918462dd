"""Takeaways and local labels by rules."""

from pathlib import Path

import numpy as np
import pytest

from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.cues import CUES, cues, qualification, sense
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.grades import Grade
from simulrag.verifier.literature.local_labels import graded, local_label, shipped_model
from simulrag.verifier.literature.retrieval import Hit, ranking_of_claim
from simulrag.verifier.literature.settings import settings
from simulrag.verifier.literature.takeaways import Takeaway, announces, takeaway
from simulrag.verifier.literature.train_labels import fit_logistic
from simulrag.verifier.literature.unmet import unmet

ABSTRACT = (
    "BACKGROUND: Vitamin K is found in leaves and in fermented food of many kinds. "
    "METHODS: We followed 300 women in Kenya from 1990 to 1999 who took 45 mg/day of it. "
    "RESULTS: Vitamin K supplements reduced hip fractures by 30% in these women. "
    "Blood pressure was measured every year."
)


def taken(claim: str, abstract: str, **fields: str) -> Takeaway:
    document = Document(id="it", abstract=abstract, **fields)
    others = [Document(id=str(n), abstract=f"Other text number {n} on rain.") for n in range(9)]
    with Corpus(None) as corpus:
        corpus.add([document, *others])
        return takeaway(Hit(document=document, score=1, rank=1), ranking_of_claim(corpus, claim))


def test_a_takeaway_is_the_sentence_that_speaks_of_the_claim_with_its_setting() -> None:
    found = taken("Vitamin K supplements reduce hip fractures.", ABSTRACT)
    assert found.sentences[0].text.startswith("RESULTS: Vitamin K supplements reduced")
    assert found.dropped == ""
    assert found.coverage == 1
    assert {one.aspect: one.stated for one in found.settings} == {
        "population": ("women",),
        "period": ("from 1990 to 1999",),
        "place": ("Kenya",),
        "dose": ("45 mg/day",),
    }


def test_an_abstract_on_something_else_is_dropped_as_irrelevant() -> None:
    found = taken("Zebrafish regenerate their hearts.", ABSTRACT)
    assert (found.dropped, found.sentences) == ("irrelevant", ())


@pytest.mark.parametrize(
    ("claim", "dropped"),
    [
        ("Vitamin K supplements reduce hip fractures.", ""),
        ("Vitamin K supplements reduce tooth decay.", "irrelevant"),
        ("Fermented soybeans reduce hip fractures.", "irrelevant"),
    ],
)
def test_an_abstract_on_one_side_of_a_claim_alone_is_beside_the_point(
    claim: str, dropped: str
) -> None:
    assert taken(claim, ABSTRACT).dropped == dropped


def test_the_side_that_a_title_names_is_spoken_of() -> None:
    finding = (
        "The trial lasted for nine years in all of the wards that took part in it from the start. "
        "It reduced hip fractures by a third in each of these years."
    )
    claim = "Vitamin K supplements reduce hip fractures."
    assert taken(claim, finding).dropped == "irrelevant"
    assert taken(claim, finding, title="A trial of vitamin K supplements").dropped == ""


def test_what_a_study_asks_decides_nothing() -> None:
    asks = (
        "We examined whether vitamin K supplements reduce hip fractures in women of many ages. "
        "All of them gave consent in writing before the first of the visits to the ward."
    )
    claim = "Vitamin K supplements reduce hip fractures."
    found = local_label(claim, taken(claim, asks))
    assert found.grade is Grade.NO_EVIDENCE
    assert "what was asked" in found.explanation


def test_what_is_said_of_something_else_by_contrast_turns_nothing_round() -> None:
    claim = "Genes determine fatness."
    said = "Genes have a role in determining fatness, whereas family has no effect."
    assert cues(claim, [said])[CUES.index("sense")] == 1
    assert cues(claim, [said])[CUES.index("no_effect")] == 0
    assert sense("It was not only found in mice.") == sense("It was found in mice.") == 1
    assert sense("Insulin resistance is common.") == 1


def test_reasons_for_a_grade_come_first_and_one_against_it_is_named_as_such() -> None:
    claim = "Vitamin K supplements reduce hip fractures by 30%."
    other = ABSTRACT.replace("reduced hip fractures by 30%", "increased hip fractures by 30%")
    for text, sign in ((ABSTRACT, 1), (other, -1)):
        found = local_label(claim, taken(claim, text))
        assert np.sign(found.grade) == sign
        reason = found.explanation.partition(", though it ")[0]
        assert ("same" in reason) == (sign > 0)
        assert ("contrary" in reason or "other way" in reason) == (sign < 0)


@pytest.mark.parametrize(
    "text",
    ["", "Vitamin K reduces hip fractures.", "vitamin K; fractures; hip; women; " * 12],
)
def test_what_is_no_abstract_is_dropped(text: str) -> None:
    assert taken("Vitamin K supplements reduce hip fractures.", text).dropped == "no_abstract"


@pytest.mark.parametrize(
    ("claim", "sign"),
    [
        ("Vitamin K supplements reduce hip fractures.", 1),
        ("Vitamin K supplements increase hip fractures.", -1),
        ("Vitamin K supplements do not reduce hip fractures.", -1),
    ],
)
def test_a_label_follows_the_sense_of_claim_and_takeaway(claim: str, sign: int) -> None:
    found = local_label(claim, taken(claim, ABSTRACT))
    assert np.sign(found.grade) == sign
    assert found.by == "rules"
    assert found.support is not None
    assert (found.support > 0.5) == (sign > 0)
    assert found.explanation.startswith(f"{found.grade.title} by rules: the takeaway ")
    assert "no cue" not in found.explanation


def test_a_source_that_limits_the_claim_qualifies_it() -> None:
    claim = "Vitamin K supplements reduce hip fractures."
    found = local_label(
        claim, taken(claim, ABSTRACT.replace("30% in these women", "30%, but not in men"))
    )
    assert found.qualifies
    assert found.grade > 0
    assert "“but not in”" in found.explanation
    assert not local_label(claim, taken(claim, ABSTRACT)).qualifies


def test_a_limit_is_no_denial_and_its_denial_no_limit() -> None:
    claim = "Vitamin K reduces fractures."
    assert sense("It reduces fractures, but not in men.") == sense("It reduces fractures.")
    assert not qualification(claim, "Its use was not limited to women.")
    assert qualification(claim, "Its use was limited to women.") == "limited to"


@pytest.mark.parametrize(
    ("claim", "said", "direction"),
    [
        ("The test is accurate.", "The test was inaccurate.", -1),
        ("The test is inaccurate.", "The test was accurate in men.", -1),
        ("The test is inaccurate.", "The test was inaccurate.", 1),
        ("Mice inhabit the hills.", "Mice live on hills.", 1),
    ],
)
def test_a_word_that_denies_another_by_its_beginning_turns_the_sense(
    claim: str, said: str, direction: int
) -> None:
    assert cues(claim, [said])[CUES.index("sense")] == direction


def test_the_same_rate_is_no_effect_and_a_slower_one_is() -> None:
    claim = "Patients with partners decline at the same rate as others."
    assert cues(claim, ["Partners slowed the decline."])[CUES.index("no_effect")] == -1
    assert cues(claim, ["The decline was comparable."])[CUES.index("no_effect")] == 1


@pytest.mark.parametrize(
    "text",
    [
        "Whether pharmacists reduce errors has not been studied.",
        "BACKGROUND Pharmacists reduce errors.",
        "Little is known about the errors that pharmacists reduce.",
    ],
)
def test_what_is_not_known_decides_nothing(text: str) -> None:
    assert announces(text)


@pytest.mark.parametrize(
    ("claim", "lacking"),
    [
        ("Vitamin K supplements reduce hip fractures in Nairobi.", "does not speak of Nairobi"),
        ("Vitamin K supplements reduce hip fractures in Kenyan women.", ""),
        ("Vitamin K Supplements Reduce Hip Fractures In Nairobi.", ""),
        ("Vitamin K supplements reduce hip fractures by 30%.", ""),
    ],
)
def test_a_source_that_lacks_what_a_claim_names_decides_nothing(claim: str, lacking: str) -> None:
    found = local_label(claim, taken(claim, ABSTRACT))
    assert (found.grade is Grade.NO_EVIDENCE) == bool(lacking)
    assert lacking in found.explanation


def test_a_claim_with_a_figure_is_decided_by_figures() -> None:
    claim = "Vitamin K supplements reduce hip fractures by 30%."
    plain = taken(claim, ABSTRACT.replace(" by 30%", ""))
    found = local_label(claim, plain)
    assert found.grade is Grade.NO_EVIDENCE
    assert "gives no figure" in found.explanation
    # A number of a name is no figure.
    assert unmet("Vitamin K 2 supplements reduce hip fractures.", plain) == ""


def test_what_was_found_must_speak_of_both_sides_of_a_claim() -> None:
    asks = "We asked whether vitamin K supplements reduce hip fractures in these women."
    found = "RESULTS: Lower intake of salt reduced hip fractures by 30% in these women."
    text = ABSTRACT.replace(ABSTRACT.split(". ")[2] + ".", f"{asks} {found}")
    claim = "Vitamin K supplements reduce hip fractures."
    told = local_label(claim, taken(claim, text))
    assert told.grade is Grade.NO_EVIDENCE
    assert "one side" in told.explanation


def test_grades_mirror_each_other_around_one_half() -> None:
    assert graded(0.5) is Grade.NO_EVIDENCE
    assert graded(0.85) is Grade.TRUE
    for support in np.linspace(0, 1, 101):
        assert graded(1 - support) == -graded(support)


def test_two_turns_of_a_statement_cancel() -> None:
    assert sense("A raises B.") == sense("Loss of A reduces B.") == 1
    assert sense("A reduces B.") == sense("A does not raise B.") == sense("Loss of A raises B.")


def test_cues_lie_between_minus_1_and_1_and_none_comes_of_no_sentence() -> None:
    found = cues("A reduces B by 20%.", ["A reduced B by 20% in 30 mice.", "Nothing else."])
    assert found.shape == (len(CUES),)
    assert np.abs(found).max() <= 1
    assert not cues("A reduces B.", []).any()


def test_numbers_that_agree_and_numbers_that_differ_are_told_apart() -> None:
    agree, differ = CUES.index("numbers_agree"), CUES.index("numbers_differ")
    same = cues("B fell by 20%.", ["B fell by 20%."])
    other = cues("B fell by 20%.", ["B fell by 35%."])
    none = cues("B fell by 20%.", ["B fell."])
    assert (same[agree], same[differ]) == (1, 0)
    assert (other[agree], other[differ]) == (0, -1)
    assert (none[agree], none[differ]) == (0, 0)


def test_the_shipped_weights_name_their_source_and_never_hold_agreement_against_a_claim() -> None:
    model = shipped_model()
    assert model.cues == CUES
    assert min(model.logistic.weights) >= 0
    assert "SciFact" in model.source
    assert model.licence
    folder = Path(__file__).parents[3] / "verifier/simulrag/verifier/literature/data"
    assert "`label_weights.json`" in (folder / "SOURCES.md").read_text("utf-8")


def test_training_finds_the_cue_that_decides_and_is_the_same_every_time() -> None:
    chance = np.random.default_rng(3)
    rows = chance.normal(size=(400, 3))
    truth = (rows[:, 1] + 0.3 * chance.normal(size=400) > 0).astype(float)
    first, second = fit_logistic(rows, truth), fit_logistic(rows, truth)
    assert first == second
    assert first.weights[1] > 5 * max(first.weights[0], first.weights[2])
    assert ((first.support(rows) > 0.5) == (truth > 0)).mean() > 0.85


def test_ages_are_no_periods_and_concentrations_no_doses() -> None:
    text = "Women aged 65 years or older, 45 years of age, had 7 mmol/L for 6 months at 400 IU."
    found = {one.aspect: one.stated for one in settings(text)}
    assert found["period"] == ("6 months",)
    assert found["dose"] == ("400 IU",)
