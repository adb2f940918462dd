"""How fast claims are decided by their formulas, with all runs made beforehand.

    python benchmarks/formulas.py [--drafts FOLDER] [--rounds 3] [--calls 30]

The claims are those of a model's drafts (drafts.jsonl, in today's language), else a short list of
this file. Three figures are printed: formulas that
are parsed, evaluated and decided in a second of one core; claims for which, besides, the formula
is held against its text and a refuted one corrected; and the median time of one verify_claims with
20 of these claims over stdio, against a server that has their runs in its evidence store.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import argparse
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import anyio
from mcp import Client, StdioServerParameters

from simulrag.evaluation.drafts import read_drafts
from simulrag.simulators.registry import installed
from simulrag.verifier.claims import Computed, FormulaClaim
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.verification import Verifier

OURS = "from simulrag.client.cli import main; main()"
#: Claims of one call over stdio, and calls before the first that counts.
IN_ONE_CALL, WARM_UP = 20, 3

_NAIROBI = 'climate.temperature(place="Nairobi", year={year}, scenario="{scenario}")'
_WORLD = 'climate.global_temperature(year={year}, scenario="{scenario}").global_warming'
_OHIO = 'epidemiology.admissions(states=["Ohio"], reported_season="{season}")'
_NAMES = {"ssp126": "SSP1-2.6", "ssp245": "SSP2-4.5", "ssp370": "SSP3-7.0", "ssp585": "SSP5-8.5"}


def made_up() -> list[FormulaClaim]:
    """Return claims that are true, wrong and open: values, differences, orders, records, lists."""
    found: list[FormulaClaim] = []
    for scenario, name in _NAMES.items():
        for year in (2050, 2090):
            now = _NAIROBI.format(year=year, scenario=scenario)
            then = 'climate.temperature(place="Nairobi", year=1990)'
            warming = _WORLD.format(year=year, scenario=scenario)
            told = [
                (f"In {year} Nairobi has about 22.0 °C under {name}.",
                 f"{now}.temperature == about(22.0)"),
                (f"Under {name} Nairobi is about 3.0 °C warmer in {year} than it was in 1990.",
                 f"{now}.temperature - {then}.temperature == about(3.0)"),
                (f"Under {name} global warming exceeds 2 °C in {year}.", f"{warming} > 2"),
            ]  # fmt: skip
            found += [FormulaClaim(text=text, formula=formula) for text, formula in told]
    for season in ("2022-23", "2023-24", "2024-25"):
        top = f"{_OHIO.format(season=season)}.top_week_admissions"
        text = f"In the {season} season Ohio's flu admissions peaked at 655 in a week."
        found.append(FormulaClaim(text=text, formula=f"{top} == 655"))
    listed = "all(climate.global_temperature(year=2090, scenario=s).global_warming > 1.5 for s in "
    text = "In 2090 global warming is above 1.5 °C under SSP2-4.5, SSP3-7.0 and SSP5-8.5."
    found.append(FormulaClaim(text=text, formula=f'{listed}["ssp245", "ssp370", "ssp585"])'))
    return found


def claims_of(folder: Path) -> list[FormulaClaim]:
    """Return the claims of drafts that can be decided. Raises SimulRAGError."""
    return [
        FormulaClaim(
            text=draft.text,
            formula=draft.formula,
            let=draft.let,
            assume=draft.assume,
            context=draft.context,
        )
        for draft in read_drafts(folder)
        if draft.decidable
    ]


def per_second(
    claims: Sequence[FormulaClaim], rounds: int, decide: Callable[[FormulaClaim], str]
) -> tuple[float, Counter[str]]:
    """Return claims per second of processor time, and what came of them in one round."""
    found: Counter[str] = Counter()
    start = time.process_time()
    for _ in range(rounds):
        found = Counter(decide(claim) for claim in claims)
    return rounds * len(claims) / (time.process_time() - start), found


def word(computed: Computed) -> str:
    """Return what came of a formula that was computed."""
    if computed.problem is not None:
        return computed.problem.reason
    if computed.value is None:
        return "undecided"
    return str(computed.value).lower() if isinstance(computed.value, bool) else "a value"


def said(name: str, speed: float, found: Counter[str]) -> str:
    """Return a figure in one line."""
    shares = ", ".join(f"{count} {one}" for one, count in found.most_common())
    return f"{speed:.0f} {name} per second of one core ({shares})"


async def over_stdio(claims: Iterable[FormulaClaim], calls: int) -> list[float]:
    """Return the seconds of each call of verify_claims with these claims, once it is warm."""
    given = [claim.model_dump(mode="json") for claim in claims]
    seconds: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        store = str(Path(folder) / "evidence.sqlite")
        server = StdioServerParameters(
            command=sys.executable,
            args=["-c", OURS, "serve"],
            env={**os.environ, "SIMULRAG_EVIDENCE": store},
        )
        async with Client(server, read_timeout_seconds=300) as client:
            for number in range(WARM_UP + calls):
                began = time.perf_counter()
                reply = await client.call_tool("verify_claims", {"claims": given})
                assert not reply.is_error, reply.content
                if number >= WARM_UP:
                    seconds.append(time.perf_counter() - began)
    return seconds


def main() -> None:
    """Print the three figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--drafts", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--calls", type=int, default=30)
    given = parser.parse_args()
    claims = claims_of(given.drafts) if given.drafts else made_up()
    print(f"{len(claims)} claims with formulas")
    with EvidenceStore() as store:
        verifier = Verifier(installed(), store)

        def computed(claim: FormulaClaim) -> str:
            return word(verifier.compute([claim.formula], claim.let, claim.assume)[0])

        def verified(claim: FormulaClaim) -> str:
            return verifier.verdict(claim).verdict

        for claim in claims:  # runs are made, and words of the declarations compiled, here
            verified(claim)
            computed(claim)
        for name, decide in (
            ("formulas parsed, evaluated and decided", computed),
            ("claims held against their texts besides", verified),
        ):
            print(said(name, *per_second(claims, given.rounds, decide)))
    picked = claims[:: max(1, len(claims) // IN_ONE_CALL)][:IN_ONE_CALL]
    seconds = anyio.run(over_stdio, picked, given.calls)
    low, median, high = (1e3 * part for part in statistics.quantiles(seconds, n=4))
    print(
        f"{median:.0f} ms ({low:.0f} to {high:.0f}) for {len(picked)} claims in one verify_claims "
        f"over stdio, warm, {given.calls} calls"
    )


if __name__ == "__main__":
    main()
