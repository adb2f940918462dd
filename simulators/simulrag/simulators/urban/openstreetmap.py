"""Turns an extract of OpenStreetMap into a network by SUMO's netconvert, in a process of its own.

netconvert comes with eclipse-sumo, the extra `simulrag[urban-networks]`.
"""

import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from simulrag.simulators.errors import NotInstalled, RunFailed
from simulrag.simulators.processes import Limits, Process, allowed_environment, limited
from simulrag.simulators.urban.sumo_network_file import bad, check_xml, read_bytes

#: Largest extract, bytes: a few square kilometres of a city.
LONGEST = 64 * 2**20
_LIMITS = Limits(seconds=120.0)
#: Streets for cars alone, without what leads nowhere; signals where the map has them.
_OPTIONS = (
    "--geometry.remove", "--roundabouts.guess", "--ramps.guess", "--junctions.join",
    "--tls.guess-signals", "--tls.discard-simple", "--tls.join", "--no-turnarounds.tls",
    "--keep-edges.by-vclass", "passenger", "--remove-edges.isolated",
    "--xml-validation", "never", "--aggregate-warnings", "1",
)  # fmt: skip


def converted(path: Path) -> tuple[bytes, tuple[str, ...]]:
    """Return the text of the network of an extract, and the lines that netconvert says of it.

    Raises BadValue for what is no extract, NotInstalled without netconvert, RunFailed where it
    breaks down or takes too long.
    """
    data = read_bytes(path, LONGEST)
    check_xml(data, path.name)
    if b"<osm" not in data[:4_096]:
        raise bad(path.name, "does not begin with <osm>, as an extract of OpenStreetMap does")
    program = netconvert()
    with tempfile.TemporaryDirectory() as folder:
        source, target, log = (
            Path(folder, name) for name in ("map.osm.xml", "made.net.xml", "said.txt")
        )
        source.write_bytes(data)
        files = ["--osm-files", str(source), "--output-file", str(target), "--error-log", str(log)]
        _run(program, [*files, *_OPTIONS], Path(folder))
        if not target.is_file():
            raise RunFailed(f"netconvert made no network of {path.name!r}")
        said = log.read_text("utf-8", "replace").splitlines() if log.is_file() else []
        return read_bytes(target), tuple(line for line in said if line.startswith("Warning"))


def _run(program: Path, options: list[str], folder: Path) -> None:
    process = Process(
        limited([str(program), *options], _LIMITS.megabytes, int(_LIMITS.seconds) + 10),
        _LIMITS,
        "netconvert",
        environment={**allowed_environment(), "SUMO_HOME": str(program.parents[1])},
        folder=folder,
    )
    try:
        process.ask(b"", last=True)
    finally:
        process.end()


def netconvert() -> Path:
    """Return the program. Raises NotInstalled."""
    found = find_spec("sumo")
    ending = ".exe" if sys.platform == "win32" else ""
    for home in (found.submodule_search_locations or []) if found else []:
        program = Path(home, "bin", f"netconvert{ending}")
        if program.is_file():
            return program
    raise NotInstalled(
        "extracts of OpenStreetMap need netconvert, which comes with "
        "pip install 'simulrag[urban-networks]'; or convert the extract to a .net.xml file"
    )
