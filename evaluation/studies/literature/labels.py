"""The rules' local labels against labelled claims: support or refutation, by cross-validation.

The model is fitted on four fifths of the abstracts and measured on the last, in turn, over
several ways to part them; claims on the same abstract stay together. Beside it stand the larger
class, and the same model on nothing but the BM25 score of claim and abstract.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.labelled import Pair
from simulrag.verifier.literature.retrieval import Occurrences, ranking_of
from simulrag.verifier.literature.train_labels import cue_rows, fit_logistic

FOLDS, PARTINGS = 5, 10

Rows = NDArray[np.float64]


def measure_labels(corpus: Corpus, pairs: Sequence[Pair]) -> dict[str, JsonValue]:
    """Return macro-F1 and accuracy of the rules and of what they must exceed."""
    truth = np.array([float(pair.supported) for pair in pairs])
    groups = [pair.document.id for pair in pairs]
    scores = np.array([[_score(pair, corpus)] for pair in pairs])
    majority = np.full(len(truth), float(truth.mean() >= 0.5))
    return {
        "pairs": len(pairs),
        "supporting": int(truth.sum()),
        "larger class": {"macro_f1": macro_f1(truth, majority)},
        "BM25 alone": cross_validated(scores, truth, groups),
        "rules": cross_validated(cue_rows(pairs, corpus), truth, groups),
    }


def cross_validated(rows: Rows, truth: Rows, groups: Sequence[str]) -> dict[str, JsonValue]:
    """Return the mean macro-F1 and accuracy over partings, and the deviation of the former."""
    found = [held_out(rows, truth, groups, seed) for seed in range(PARTINGS)]
    f1 = [macro_f1(truth, given) for given in found]
    return {
        "macro_f1": round(float(np.mean(f1)), 4),
        "deviation": round(float(np.std(f1)), 4),
        "accuracy": round(float(np.mean([float((given == truth).mean()) for given in found])), 4),
    }


def held_out(rows: Rows, truth: Rows, groups: Sequence[str], seed: int) -> Rows:
    """Return 1 (supports) or 0 for each row, by a model that has not seen its abstract.

    Where only one kind is left to learn from, that kind is given.
    """
    names = np.unique(groups)
    np.random.default_rng(seed).shuffle(names)
    part = {name: place % FOLDS for place, name in enumerate(names)}
    fold = np.array([part[name] for name in groups])
    given = np.zeros(len(truth))
    for held in range(min(FOLDS, len(names))):
        seen = truth[fold != held]
        if len(np.unique(seen)) < 2:
            given[fold == held] = seen.max(initial=0.0)
            continue
        model = fit_logistic(rows[fold != held], seen)
        given[fold == held] = model.support(rows[fold == held]) >= 0.5
    return given


def macro_f1(truth: Rows, given: Rows) -> float:
    """Return the mean of both classes' F1, to four decimals; 0 for a class never met."""
    each: list[float] = []
    for kind in (0.0, 1.0):
        both = float(((truth == kind) & (given == kind)).sum())
        either = float((truth == kind).sum() + (given == kind).sum())
        each.append(2 * both / either if either else 0.0)
    return round(sum(each) / 2, 4)


def _score(pair: Pair, corpus: Corpus) -> float:
    document = pair.document
    length = len(document.abstract.split())
    counter = Occurrences(ranking_of(corpus, pair.claim))
    return counter.score(document.title, document.abstract, length)
