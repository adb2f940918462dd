"""What is foreseen and not called for: "the town should see a mean of 11.1 °C"."""

from simulrag.verifier.reading.text import AnyCase

#: What stands behind "should" where a value is expected.
EXPECTED = (
    r"(?:(?:then |thus |therefore |also |still )?(?:(?:see|have|show|average|record|register|"
    r"measure|experience|stand|sit|hover|find itself|end up|settle|land|arrive|get to|climb|rise|"
    r"warm|cool|fall|drop|reach|hit|touch|top)\b(?: [^.;,\d]{0,40})?|"
    r"be(?: at| about| around| near| roughly)*)"
    r" (?:[-+]?\d[\d.]* ?(?:°|degrees?\b|kelvin|c\b)|(?:half|a|one) degree))"
)
_SHOULD = AnyCase(rf"\bshould(?= {EXPECTED})", holding=("should",))
#: As long as "should", so that offsets hold.
_WILL = "will  "


def with_expectations_plain(text: str) -> str:
    """Return a normalised text with what should be the case as what will be."""
    for found in _SHOULD.finditer(text):
        text = text[: found.start()] + _WILL + text[found.end() :]
    return text
