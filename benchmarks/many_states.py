"""How long a formula over an influenza season in all 51 states takes, emulated and simulated.

    python benchmarks/many_states.py [--rounds 5]

Prints, for some formulas, milliseconds of the answer in a warm process (median over settings that
differ, so that nothing is read from the evidence store) and how many of the runs were simulated in
full, as the emulator's error could have turned the answer; then seconds of the first formula in a
new process, imports included, and of the same formula on full runs.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path

from simulrag.simulators.registry import installed
from simulrag.verifier.claims import Computed
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.verification import Verifier

_SEASON = (
    'epidemiology.season(states=[s], start_date="{day}", r0=2.4, seasonality="moderate", '
    "immunity=20)"
)
FORMULAS = (
    "all(RUN.peak > 5 for s in states)",
    "count(RUN.peak > 200 for s in states)",
    "argmax(RUN.cumulative for s in states)",
    "max(RUN.peak for s in states)",
    "sum(RUN.cumulative for s in states)",
    'rank((RUN.peak for s in states), of="Ohio") <= 10',
    'any(RUN.peak_date > "2023-03-01" for s in states)',
    "argmax(RUN.peak_weekly_rate for s in states)",
)
_FIRST = date(2022, 9, 20)


def asked(formula: str, number: int) -> str:
    """Return a formula of a season with a first day of its own."""
    day = _FIRST + timedelta(days=number)
    return formula.replace("RUN", _SEASON.format(day=day))


def answered(store: EvidenceStore, formula: str) -> tuple[float, Computed]:
    """Return seconds and answer."""
    started = time.perf_counter()
    (found,) = Verifier(installed(), store).compute([formula])
    return time.perf_counter() - started, found


def simulated(formula: str) -> float:
    """Return the seconds of a formula on full runs."""
    with EvidenceStore(None) as store:
        started = time.perf_counter()
        runs, root = Runs(installed(), store), parse(formula).root
        runs.make_together(Evaluator(runs).calls(root))
        Evaluator(runs).truth(root, {})
        return time.perf_counter() - started


def cold() -> float:
    """Return the seconds of the first formula in a new process."""
    code = (
        "import sys\n"
        "from simulrag.simulators.registry import installed\n"
        "from simulrag.verifier.evidence import EvidenceStore\n"
        "from simulrag.verifier.formulas.verification import Verifier\n"
        "print(Verifier(installed(), EvidenceStore(None)).compute([sys.argv[1]])[0].text)\n"
    )
    command = [sys.executable, "-c", code, asked(FORMULAS[0], 0)]
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder, EvidenceStore(Path(folder, "e.sqlite")) as store:
        answered(store, asked(FORMULAS[0], 0))
        for formula in FORMULAS:
            made = [answered(store, asked(formula, number)) for number in range(1, rounds + 1)]
            times, found = [seconds for seconds, _ in made], made[-1][1]
            full = next((one for one in found.notes if "simulated in full" in one), "")
            print(f"{1e3 * statistics.median(times):7.0f} ms  {formula}  {found.text}  {full}")
    print(f"{cold():7.2f} s   the first in a new process")
    print(f"{simulated(asked(FORMULAS[0], 0)):7.2f} s   the first on full runs, made together")


if __name__ == "__main__":
    main()
