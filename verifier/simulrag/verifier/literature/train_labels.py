"""Makes the weights of the rules' labels from labelled claims in SciFact's format.

    python -m simulrag.verifier.literature.train_labels FOLDER

FOLDER holds `claims_train.jsonl` and a corpus (`corpus*.jsonl`). Writes
`data/label_weights.json`. The fit is a ridge-penalised logistic regression by Newton's method: no
random numbers, so the same folder gives the same weights.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.cues import CUES, cues
from simulrag.verifier.literature.importing.json_lines import read_json_lines
from simulrag.verifier.literature.labelled import Pair, labelled_claims, pairs_of
from simulrag.verifier.literature.local_labels import LabelModel, Logistic
from simulrag.verifier.literature.retrieval import Hit, ranking_of
from simulrag.verifier.literature.takeaways import takeaway

Values = NDArray[np.float64]

PENALTY = 10.0
_STEPS = 25
_SOURCE = (
    "fitted to SUPPORT and REFUTE of SciFact's training claims (Wadden et al. 2020, "
    "doi 10.18653/v1/2020.emnlp-main.609)"
)


def fit_logistic(values: Values, supported: Values) -> Logistic:
    """Return the logistic model of rows of cues, with 1 for support or 0 for each row.

    Both classes weigh the same in sum, so that the model holds no prior for support. A cue of
    agreement that would count against support is left out: its weight is 0.
    """
    mean, scale = values.mean(0), values.std(0)
    scale = np.where(scale > 0, scale, 1.0)
    rows = np.column_stack([np.ones(len(values)), (values - mean) / scale])
    used = np.ones(rows.shape[1], dtype=bool)
    solution = _newton(rows, supported)
    while (wrong := (solution < 0) & (np.arange(len(solution)) > 0)).any():
        used &= ~wrong
        solution = np.zeros(rows.shape[1])
        solution[used] = _newton(rows[:, used], supported)
    return Logistic(
        mean=_rounded(mean),
        scale=_rounded(scale),
        weights=_rounded(solution[1:]),
        intercept=round(float(solution[0]), 6),
    )


def _newton(rows: Values, supported: Values) -> Values:
    """Return the penalised maximum of the likelihood; the first column is the intercept's."""
    share = float(supported.mean())
    weight: Values = np.where(supported > 0, 0.5 / share, 0.5 / (1 - share))
    penalty: Values = np.diag([0.0, *[PENALTY] * (rows.shape[1] - 1)])
    size: int = rows.shape[1]
    solution: Values = np.zeros(size, dtype=np.float64)
    for _ in range(_STEPS):
        solution = _nearer(solution, rows, supported, weight, penalty)
    return solution


def _nearer(
    solution: Values, rows: Values, supported: Values, weight: Values, penalty: Values
) -> Values:
    """Return the solution after one step of Newton's method."""
    chance: Values = 1 / (1 + np.exp(-rows @ solution))
    slope: Values = rows.T @ (weight * (chance - supported)) + penalty @ solution
    curve: Values = rows.T @ (rows * (weight * chance * (1 - chance))[:, None]) + penalty
    return solution - np.asarray(np.linalg.solve(curve, slope), dtype=np.float64)


def cue_rows(pairs: Sequence[Pair], corpus: Corpus) -> Values:
    """Return the cues of each pair of claim and abstract, in the order of `CUES`."""
    rows: list[Values] = []
    for pair in pairs:
        ranking = ranking_of(corpus, pair.claim)
        hit = Hit(document=pair.document, score=0.0, rank=1)
        taken = takeaway(hit, ranking, prune=False)
        rows.append(cues(pair.claim, [s.text for s in taken.deciding]))
    return np.array(rows)


def _rounded(values: Values) -> tuple[float, ...]:
    return tuple(round(float(value), 6) for value in values)


def main(folder: Path) -> None:
    """Fit, and write the weights beside this module."""
    with Corpus(None) as corpus:
        for path in sorted(folder.glob("corpus*.jsonl")):
            corpus.add(read_json_lines(path))
        pairs = pairs_of(labelled_claims(folder / "claims_train.jsonl"), corpus)
        fitted = fit_logistic(
            cue_rows(pairs, corpus), np.array([float(pair.supported) for pair in pairs])
        )
    model = LabelModel(cues=CUES, logistic=fitted, source=_SOURCE, licence="CC BY 4.0")
    out = Path(__file__).parent / "data" / "label_weights.json"
    out.write_text(json.dumps(model.model_dump(), indent=2) + "\n", encoding="utf-8")
    print(f"{out}: {len(pairs)} pairs")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
