"""What must not change a verdict or a score: the unit, the digits, the order, a copy."""

from hypothesis import given, settings
from hypothesis import strategies as st

from coffee import Coffee, temperature
from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.merging import merge
from simulrag.verifier.uncertainty import Estimator, scores

REGISTRY = Registry([Coffee()])
STORE = EvidenceStore()
ONE = "How hot is the coffee in a ceramic mug poured at 90 °C after 10 minutes?"
VALUE = temperature("ceramic mug", 90.0, 20.0, 10.0)
CENTRALITIES: tuple[Estimator, ...] = ("closeness", "degree", "eigenvector", "pagerank", "support")


def word(claim: str, question: str = ONE) -> str:
    (verdict,) = check_claims([claim], question, REGISTRY, STORE).verdicts
    return verdict.verdict


@settings(max_examples=40)
@given(st.integers(2000, 9000))
def test_kelvin_and_celsius_of_one_temperature_are_decided_alike(hundredths):
    celsius = hundredths / 100
    assert word(f"The coffee temperature is {celsius:.2f} °C.") == word(
        f"The coffee temperature is {celsius + 273.15:.2f} K."
    )


@settings(max_examples=60)
@given(st.integers(0, 9))
def test_more_digits_of_the_true_value_are_supported_as_fewer_are(digits):
    assert word(f"The coffee temperature is {VALUE:.{digits}f} °C.") == "supported"


@settings(max_examples=60)
@given(st.floats(20, 90), st.integers(0, 6), st.integers(1, 4))
def test_what_fewer_digits_refute_no_further_digit_supports(value, digits, more):
    if word(f"The coffee temperature is {value:.{digits}f} °C.") == "refuted":
        assert word(f"The coffee temperature is {value:.{digits + more}f} °C.") == "refuted"


_CLAIMS = st.sampled_from(
    [
        "The coffee temperature is 71.9 °C.", "The coffee is at 71.90 °C.", "It is 345.05 K.",
        "The coffee temperature is 60 °C.", "It is drinkable.", "It is too hot.", "Tea is nice.",
    ]
)  # fmt: skip
_ANSWERS = st.lists(st.lists(_CLAIMS, max_size=4), min_size=1, max_size=5)


def confidences(answers: list[list[str]], estimator: Estimator) -> dict[str, float]:
    """Return the confidence of each wording, whichever wording its claim was given."""
    claims = merge(answers, ONE, REGISTRY)
    found = {s.id: s.confidence for s in scores(claims, len(answers), estimator)}
    texts = {text for answer in answers for text in answer}
    same = {text: merge([[text]], ONE, REGISTRY)[0] for text in texts}
    return {
        text: next(
            found[c.id] for c in claims if len(merge([[c.text], [one.text]], ONE, REGISTRY)) == 1
        )
        for text, one in same.items()
    }


@settings(max_examples=25)
@given(_ANSWERS, st.randoms(use_true_random=False), st.sampled_from(CENTRALITIES))
def test_the_order_of_answers_and_claims_changes_no_confidence(answers, chance, estimator):
    shuffled = [chance.sample(answer, len(answer)) for answer in answers]
    chance.shuffle(shuffled)
    assert confidences(shuffled, estimator) == confidences(answers, estimator)


@settings(max_examples=25)
@given(_ANSWERS)
def test_an_answer_given_twice_adds_no_claim_and_raises_the_support_of_its_own(answers):
    before = merge(answers, ONE, REGISTRY)
    after = merge([*answers, answers[0]], ONE, REGISTRY)
    assert [c.text for c in after] == [c.text for c in before]
    last = len(answers)
    assert [c.support for c in after] == [
        (*c.support, last) if 0 in c.support else c.support for c in before
    ]
