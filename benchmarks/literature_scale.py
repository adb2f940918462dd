"""Builds a corpus of synthetic abstracts and times searches in it.

    python benchmarks/literature_scale.py FILE [--documents 1000000] [--queries 300] [--keep]

Words are drawn by Zipf's law from a vocabulary of 300,000, 180 a document; a query has the words
of a sentence of one document. Prints one JSON object: seconds to build, bytes on disk, and the
milliseconds of a search, from text to the 20 best documents (p50 and p95); beside the wall clock
the time of the processor, which other work on the machine does not lengthen.
"""

import argparse
import json
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np

from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.documents import Document

VOCABULARY, WORDS, EXPONENT = 300_000, 180, 1.05
#: Words of a query, drawn without the commonest, as a claim has few of them.
QUERY_WORDS, COMMONEST = 9, 100
_SYLLABLES = [a + b for a, b in product("bcdfghklmnprstvz", "aeiou")]


def vocabulary() -> list[str]:
    """Return pronounceable words, all different."""
    return [
        "".join(_SYLLABLES[(number // len(_SYLLABLES) ** power) % len(_SYLLABLES)]
                for power in range(4))
        for number in range(VOCABULARY)
    ]  # fmt: skip


def documents(count: int, seed: int = 0) -> Iterator[Document]:
    """Yield documents of random words in sentences of 18."""
    chance, names = np.random.default_rng(seed), np.array(vocabulary(), dtype=object)
    weights = 1 / np.arange(1, VOCABULARY + 1) ** EXPONENT
    summed = np.cumsum(weights / weights.sum())
    made = 0
    while made < count:
        block = min(2_000, count - made)
        drawn = names[np.searchsorted(summed, chance.random((block, WORDS)))]
        for row in drawn:
            text = ". ".join(" ".join(row[start : start + 18]) for start in range(0, WORDS, 18))
            yield Document(id=str(made), abstract=text, citations=made % 97)
            made += 1


def queries(count: int) -> list[str]:
    """Return texts of query words, each from one document."""
    common = set(vocabulary()[:COMMONEST])
    found: list[str] = []
    for document in documents(count, seed=1):
        words = [word for word in document.abstract.replace(".", "").split() if word not in common]
        found.append(" ".join(words[:QUERY_WORDS]))
    return found


def main() -> None:
    """Build, search, and print what was measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--documents", type=int, default=1_000_000)
    parser.add_argument("--queries", type=int, default=300)
    parser.add_argument("--keep", action="store_true", help="Leave the file, use it if present.")
    given = parser.parse_args()
    begun, begun_cpu = time.perf_counter(), time.process_time()
    fresh = not given.file.exists()
    with Corpus(given.file) as corpus:
        if fresh:
            corpus.add(documents(given.documents))
        built, built_cpu = time.perf_counter() - begun, time.process_time() - begun_cpu
        spent, spent_cpu = list[float](), list[float]()
        for text in queries(given.queries):
            start, start_cpu = time.perf_counter(), time.process_time()
            corpus.search(text, 20)
            spent.append(1000 * (time.perf_counter() - start))
            spent_cpu.append(1000 * (time.process_time() - start_cpu))
    report = {
        "documents": given.documents,
        "build_seconds": round(built, 1) if fresh else None,
        "build_cpu_seconds": round(built_cpu, 1) if fresh else None,
        "gigabytes": round(given.file.stat().st_size / 1e9, 2),
        "query_ms_p50": round(float(np.percentile(spent, 50)), 1),
        "query_ms_p95": round(float(np.percentile(spent, 95)), 1),
        "query_cpu_ms_p50": round(float(np.percentile(spent_cpu, 50)), 1),
        "query_cpu_ms_p95": round(float(np.percentile(spent_cpu, 95)), 1),
    }
    if not given.keep:
        given.file.unlink()
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
