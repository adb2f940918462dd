"""The global explanation, composed of extracts (step 6), and what the claim leaves open.

By rules nothing is worded anew: each source's weightiest sentence is quoted, those that support,
those that refute and those that limit the claim apart ("qualifies" is not "contradicts"), and
within them by the assumption on which the sources differ. Sources with "No Evidence" are left
out. Sentences of the rules' own are marked as interpretation.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from simulrag.simulators.interface import Frozen
from simulrag.verifier.claims import Problem
from simulrag.verifier.literature.assessments import Assessment
from simulrag.verifier.literature.attribution import Attribution, attribute, span_of
from simulrag.verifier.literature.settings import ASPECTS, Aspect, settings

_LONGEST_LIST = 5


class Explanation(Frozen):
    """Sentences with their attributions, in order."""

    sentences: tuple[Attribution, ...]

    @property
    def text(self) -> str:
        """The whole as one text, without citations."""
        return " ".join(sentence.text for sentence in self.sentences)


def explanation(claim: str, assessed: Sequence[Assessment]) -> Explanation:
    """Return the explanation of the sources that count."""
    counted = [one for one in assessed if one.use == "counted"]
    if not counted:
        said = "No abstract that was found gives evidence for or against the claim."
        return Explanation(sentences=(Attribution(text=said, mark="interpretation"),))
    found: list[Attribution] = []
    for lead, side in (
        ("For the claim", [one for one in counted if stance(one) == "for"]),
        ("Against the claim", [one for one in counted if stance(one) == "against"]),
        ("Limiting the claim to some condition", [o for o in counted if stance(o) == "qualifies"]),
    ):
        for assumption, group in grouped(claim, side):
            under = f", in {assumption}" if assumption else ""
            count = f"{len(group)} source{'s' if len(group) > 1 else ''}"
            found.append(Attribution(text=f"{lead}{under}: {count}.", mark="interpretation"))
            found += [_quote(one) for one in group]
    return Explanation(sentences=tuple(found))


def stance(one: Assessment) -> Literal["for", "against", "qualifies"]:
    """Return how a source that counts stands to the claim; one that limits it is on neither side.

    It keeps its grade in the averages.
    """
    if one.label.qualifies:
        return "qualifies"
    return "for" if one.label.grade > 0 else "against"


def grouped(claim: str, side: Sequence[Assessment]) -> list[tuple[str, list[Assessment]]]:
    """Return sources by the population that they state first; those that state none at the end.

    Where the claim states the population itself, they are one group.
    """
    if "population" in {setting.aspect for setting in settings(claim)}:
        return [("", list(side))] if side else []
    groups: dict[str, list[Assessment]] = {}
    for one in side:
        groups.setdefault(_stated(one, "population"), []).append(one)
    order = sorted(groups, key=lambda name: (not name, -len(groups[name]), name))
    return [(name, groups[name]) for name in order]


def open_conditions(claim: str, assessed: Sequence[Assessment]) -> tuple[Problem, ...]:
    """Return what the claim leaves open and the sources differ in, as missing conditions."""
    stated = {setting.aspect for setting in settings(claim)}
    found: list[Problem] = []
    for aspect in ASPECTS:
        if aspect in stated or aspect == "design":
            continue
        said = Counter(
            value for one in assessed if one.use == "counted" and (value := _stated(one, aspect))
        )
        if len(said) < 2:
            continue
        values = tuple(value for value, _ in said.most_common(_LONGEST_LIST))
        found.append(
            Problem(
                reason="missing_condition",
                message=f"the claim states no {aspect}; the sources speak of {', '.join(values)}",
                parameter=aspect,
                candidates=values,
            )
        )
    return tuple(found)


def _stated(one: Assessment, aspect: Aspect) -> str:
    for setting in one.takeaway.settings:
        if setting.aspect == aspect:
            return setting.stated[0].lower() if aspect == "population" else setting.stated[0]
    return ""


def _quote(one: Assessment) -> Attribution:
    """Return the weightiest sentence of a source as a quotation of it."""
    document, sentence = one.takeaway.document, one.takeaway.sentences[0]
    quoted = attribute(f"“{sentence.text}”", [document])
    return quoted.model_copy(update={"spans": (span_of(document.id, sentence),)})
