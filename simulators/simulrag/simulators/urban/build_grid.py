"""Builds the grid's networks with SUMO's netgenerate, which comes with eclipse-sumo.

    python -m simulrag.simulators.urban.build_grid

One with two lanes each way and one with a single lane, of the same streets. What netgenerate says
of itself is left out, so that the files are the same on each day.
"""

import gzip
import itertools
import subprocess
import tempfile
from pathlib import Path
from xml.etree.ElementTree import indent, tostring

from simulrag.simulators.urban.corridor import GREEN, YELLOW
from simulrag.simulators.urban.openstreetmap import netconvert
from simulrag.simulators.urban.parameters import LANES_BUILT
from simulrag.simulators.urban.streets import GRID_LIMIT, SPACING
from simulrag.simulators.urban.sumo_network_file import network_of

DATA = Path(__file__).parent / "data"
#: Junctions in a row.
NUMBER = 4


def main() -> None:
    """Write the networks into the data folder."""
    program = netconvert()
    program = program.with_name(program.name.replace("netconvert", "netgenerate"))
    for lanes in range(1, LANES_BUILT + 1):
        net = network_of(_generated(program, lanes), "grid")
        indent(net, " ")
        text = tostring(net, encoding="utf-8")
        target = DATA / f"grid_{lanes}.net.xml.gz"
        target.write_bytes(gzip.compress(text, 9, mtime=0))
        print(f"{target.name}: {len(text):,} bytes, {target.stat().st_size:,} compressed")


def _generated(program: Path, lanes: int) -> bytes:
    letters = [chr(ord("A") + column) for column in range(NUMBER)]
    signals = [f"{a}{row}" for a, row in itertools.product(letters, range(NUMBER))]
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "grid.net.xml")
        command = [
            program, "--grid", "--grid.number", NUMBER, "--grid.length", SPACING,
            "--grid.attach-length", SPACING, "--default.lanenumber", lanes,
            "--default.speed", f"{GRID_LIMIT:.4f}", "--tls.set", ",".join(signals),
            "--tls.default-type", "static", "--tls.green.time", f"{GREEN:.0f}",
            "--tls.yellow.time", f"{YELLOW:.0f}", "--no-turnarounds", "--seed", 1,
            "--xml-validation", "never", "--output-file", target,
        ]  # fmt: skip
        subprocess.run([str(word) for word in command], check=True, capture_output=True)
        return target.read_bytes()


if __name__ == "__main__":
    main()
