"""Measures formulas of drafts: verdicts, how they are held to their texts, and corrections.

    python -m studies.formulas DRAFTS [--every 10] [--store runs.sqlite] [--misses misses.jsonl]

DRAFTS is a folder with `drafts.jsonl` in today's language (`studies.older_drafts` writes one).
Urban runs are the emulator's, on which the drafts were labelled. Prints JSON.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from simulrag.evaluation.drafts import Bench, DraftClaim, emulated, kept, read_drafts
from simulrag.evaluation.measurement import (
    Measurement,
    Miss,
    joined,
    share,
    stated,
    write_misses,
)
from simulrag.simulators.registry import installed
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.anchoring.anchor import Anchoring
from simulrag.verifier.formulas.assumptions import filled
from simulrag.verifier.formulas.correction import Corrected, NoCorrection, corrected
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.syntax import Formula

WORDS = {"true": "supported", "false": "refuted"}


def told(anchored: Anchoring) -> str:
    """Return what anchoring found wrong, in words."""
    return "; ".join(problem.message for problem in anchored.problems)


def miss(
    part: str, claim: DraftClaim, expected: str, got: str, kind: str = "", why: str = ""
) -> Miss:
    """Return a case in which something else was said than was expected."""
    return Miss(
        part=part,
        domain=claim.id.partition("-")[0],
        question=claim.question,
        text=claim.text,
        expected=expected,
        got=got,
        kind=kind,
        why=why,
    )


def expected(claim: DraftClaim) -> str:
    """Return the label that a verdict should agree with: a bare number is what was printed."""
    return claim.label if "about(" in claim.formula else claim.strict or claim.label


def formula_of(claim: DraftClaim) -> str:
    """Return a claim's formula with its names, for a person."""
    lets = "".join(f"; {name} = {part}" for name, part in claim.let.items())
    return f"{claim.formula}{lets}"


def measure_translation(claims: Sequence[DraftClaim]) -> Measurement:
    """Return how many claims have a formula today, and each that has none with the reason."""
    lost = [claim for claim in claims if not claim.formula and claim.label != "outside"]
    figures = {
        "claims": len(claims),
        "with a formula": sum(bool(claim.formula) for claim in claims),
        "outside of all outputs": sum(claim.label == "outside" for claim in claims),
        "without a counterpart": len(lost),
        "decidable": sum(claim.decidable for claim in claims),
    }
    misses = [miss("translation", claim, claim.label, "none", why=claim.why) for claim in lost]
    return Measurement(figures={"translation": figures}, misses=tuple(misses))


#: Outputs of a season whose labels were made on the median curve of its members.
_OF_CURVE = re.compile(r"\.(peak|peak_date|weeks_to_peak|growth|trend|cumulative)\b(?!\()")


def as_labelled(claim: DraftClaim) -> Formula:
    """Return a claim's formula over the statistics on which it was labelled.

    They are those of a season's median curve, where the outputs are now medians over members.
    """
    texts = [claim.formula, *claim.let.values()]
    if not any("epidemiology.season" in text for text in texts):
        return parse(claim.formula, claim.let)
    formula, *parts = (_OF_CURVE.sub(r".median_curve_\1", text) for text in texts)
    return parse(formula, dict(zip(claim.let, parts, strict=True)))


def measure_verdicts(claims: Sequence[DraftClaim], bench: Bench) -> Measurement:
    """Return how often verdicts on the runs agree with the labels, and each that does not."""
    found = Counter[str]()
    misses: list[Miss] = []
    for claim in claims:
        word, why = bench.decided(claim, as_labelled(claim))
        found[f"{expected(claim)}, {word}"] += 1
        if word != WORDS[expected(claim)]:
            why = f"{why} | labelled on {claim.value}"
            misses.append(
                miss("verdicts", claim, expected(claim), word, kind=formula_of(claim), why=why)
            )
    right = sum(found[f"{label}, {word}"] for label, word in WORDS.items())
    wrong = found["true, refuted"] + found["false, supported"]
    figures = {"claims": len(claims), "agree": share(right, len(claims)), "wrong": wrong}
    return Measurement(
        figures={"verdicts against run": stated(figures) | dict(sorted(found.items()))},
        misses=tuple(misses),
    )


def measure_anchoring(claims: Sequence[DraftClaim], bench: Bench) -> Measurement:
    """Return how often true formulas are sent back, and why."""
    reasons = Counter[str]()
    assuming = 0
    misses: list[Miss] = []
    for claim in claims:
        found = bench.anchored(claim, claim.text, parse(claim.formula, claim.let))
        assuming += bool(found.assumed)
        if found.problems:
            reasons.update({problem.reason for problem in found.problems})
            kind, why = formula_of(claim), told(found)
            misses.append(miss("anchoring", claim, "anchored", "sent back", kind=kind, why=why))
    figures = {
        "formulas": len(claims),
        "sent back": share(len(misses), len(claims)),
        "with an assumption given": share(sum(bool(c.assume) for c in claims), len(claims)),
        "that assume something": share(assuming, len(claims)),
    }
    sections = {"anchoring": stated(figures), "sent back for": dict(reasons.most_common())}
    return Measurement(figures=sections, misses=tuple(misses))


def measure_corrections(claims: Sequence[DraftClaim], bench: Bench) -> Measurement:
    """Return how many refuted claims are corrected, and each whose correction does not hold."""
    refuted, made, held = 0, 0, 0
    misses: list[Miss] = []
    for claim in claims:
        formula = filled(parse(claim.formula, claim.let), claim.assume, bench.registry)
        anchored = bench.anchored(claim, claim.text, formula)
        if anchored.problems or bench.decided(claim, formula)[0] != "refuted":
            continue
        refuted += 1
        evaluator = Evaluator(bench.runs)
        try:
            new = corrected(claim.text, formula, anchored, evaluator, "run")
        except NoCorrection:
            continue
        made += 1
        if why := _fault(claim, new, bench):
            misses.append(miss("corrections", claim, "a correction that holds", new.text, why=why))
        else:
            held += 1
    figures = {"anchored and refuted": refuted, "corrected": made, "of these hold": held}
    return Measurement(figures={"corrections": figures}, misses=tuple(misses))


def _fault(claim: DraftClaim, new: Corrected, bench: Bench) -> str:
    """Return why a corrected claim is not true; "" where it is."""
    if why := told(bench.anchored(claim, new.text, new.formula)):
        return why
    word, why = bench.decided(claim, new.formula)
    return "" if word == "supported" else f"{word}: {why}"


def measured(claims: Sequence[DraftClaim], bench: Bench) -> Measurement:
    """Return all figures of claims, on runs that they share."""
    usable = [claim for claim in claims if claim.decidable]
    return joined(
        [
            measure_translation(claims),
            measure_verdicts(usable, bench),
            measure_anchoring(usable, bench),
            measure_corrections(usable, bench),
        ]
    )


def of_drafts(
    doc: str | None, measure: Callable[[Sequence[DraftClaim], Bench], Measurement]
) -> None:
    """Print what is measured of the drafts in a folder, which the command line names."""
    parser = argparse.ArgumentParser(description=(doc or "").splitlines()[0])
    parser.add_argument("drafts", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take each n-th claim only")
    parser.add_argument("--store", type=Path, help="keep the runs here for the next time")
    parser.add_argument("--misses", type=Path, help="write every miss, one object a line")
    given = parser.parse_args()
    with kept(given.store) as path, EvidenceStore(path) as runs:
        claims = read_drafts(given.drafts)[:: given.every]
        found = measure(claims, Bench.of(emulated(installed()), runs))
    if given.misses is not None:
        write_misses(given.misses, found.misses)
    print(json.dumps(found.figures, indent=1))


if __name__ == "__main__":
    of_drafts(__doc__, measured)
