"""How many claims are read and decided in a second on one core, with all runs cached.

    python benchmarks/reading_speed.py [seconds]

Claims are made from templates with random numbers and words, so that most are wrong and are
rewritten and read again. The second figure is for the same claims as they were corrected: nearly
all are supported, so each is read and decided once. The four questions recur: a plan is kept.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator

from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.check import check_claims
from simulrag.verifier.evidence import EvidenceStore

CLIMATE = (
    "For Suresnes, compare the historical average temperature in 1992 with the projection for "
    "{year} under the ssp245 scenario, assuming a 29.37% increase in CO2 and a 48.75% increase in "
    "CH4 emissions. What is the total temperature change? Is it minor (less than 1°C), significant "
    "(1°C to 2°C), or severe (over 2°C)?"
)
CLIMATE_CLAIMS = (
    "The total projected temperature change is an increase of {small:.2f}°C.",
    "The temperature in Suresnes in 1992 was {value:.2f} °C.",
    "In {year} the projected temperature for Suresnes is about {value:.1f} °C.",
    "This level of temperature rise is classified as {size}.",
    "There is a clear {trend} trend for Suresnes between the two dates.",
    "The temperature rises from {value:.1f} °C in 1992 to {value:.1f} °C in {year}.",
    "The temperature stays between {value:.0f} and {value:.0f} °C.",
    "Residents should plant trees to prepare for a {trend} climate.",
)
SEASON = (
    "For an influenza season in Ohio and Iowa beginning around October 7th, 2022, what is the "
    "comprehensive epidemiological forecast for hospital prevalence, assuming an R0 of {r0}, "
    "moderate seasonality, and a low 10% population-wide prior immunity?"
)
SEASON_CLAIMS = (
    "The peak magnitude of hospitalizations is expected to reach a median of {count:,} cases.",
    "The peak of hospitalizations is anticipated to arrive approximately {small:.1f} weeks after "
    "the season's start.",
    "The peak is on November {day}, 2022.",
    "The season is expected to begin with a {speed} growth phase.",
    "Over the first four weeks hospital prevalence grows by {count} %.",
    "The peak could reach {count:,} patients.",
    "The attack rate is {value:.1f} %.",
    "The outbreak is {severity}.",
)


def claims(question: str, templates: tuple[str, ...], count: int, seed: int) -> list[str]:
    """Return claims about a question, each made from a template with random numbers."""
    chance = random.Random(seed)
    year = next((word for word in question.split() if word in ("2040", "2083")), "2040")
    return [
        chance.choice(templates).format(
            small=chance.uniform(0, 12),
            value=chance.uniform(-5, 60),
            count=chance.randrange(100, 40_000),
            day=chance.randrange(1, 31),
            year=year,
            size=chance.choice(("minor", "significant", "severe")),
            trend=chance.choice(("warming", "cooling")),
            speed=chance.choice(("rapid", "slow")),
            severity=chance.choice(("mild", "moderately severe", "extremely severe")),
        )
        for _ in range(count)
    ]


def batches(size: int) -> Iterator[tuple[str, list[str]]]:
    """Return questions with fresh claims, without end."""
    seed = 0
    while True:
        for question, templates in (
            *((CLIMATE.format(year=year), CLIMATE_CLAIMS) for year in (2040, 2083)),
            *((SEASON.format(r0=r0), SEASON_CLAIMS) for r0 in (1.9, 2.4)),
        ):
            seed += 1
            yield question, claims(question, templates, size, seed)


Batch = tuple[str, list[str]]


def decided(
    registry: Registry, store: EvidenceStore, batch: Batch, verdicts: Counter[str]
) -> Batch:
    """Check a batch, count its verdicts, and return it with its claims as corrected."""
    question, texts = batch
    checked = check_claims(texts, question, registry, store)
    verdicts.update(v.verdict for v in checked.verdicts)
    return question, [v.updated for v in checked.verdicts]


def measure(
    registry: Registry, store: EvidenceStore, made: list[Batch]
) -> tuple[float, Counter[str], list[Batch]]:
    """Return claims per second of processor time, the verdicts, and the corrected claims."""
    verdicts: Counter[str] = Counter()
    start = time.process_time()
    corrected = [decided(registry, store, batch, verdicts) for batch in made]
    return verdicts.total() / (time.process_time() - start), verdicts, corrected


def main() -> None:
    """Print both speeds and how the claims were decided."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    registry, source = installed(), batches(50)
    with EvidenceStore() as store:
        warm = [next(source) for _ in range(8)]  # runs are made and patterns compiled here
        speed, _, _ = measure(registry, store, warm)
        speed, _, _ = measure(registry, store, warm)
        made = [next(source) for _ in range(max(1, int(seconds * speed / 100)))]
        for name in ("read, decided and rewritten", "read and decided"):
            speed, verdicts, made = measure(registry, store, made)
            shares = ", ".join(f"{count} {word}" for word, count in verdicts.most_common())
            print(f"{speed:.0f} claims {name} per second of one core ({shares})")


if __name__ == "__main__":
    main()
