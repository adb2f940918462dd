"""Builds a Functional Mock-up Unit with the system's C compiler: the tank, and what it does wrong.

It follows FMI 2.0 or 3.0 for co-simulation, written from the standard against FMPy's headers.
"""

import re
import shutil
import subprocess
import sysconfig
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

#: Parameter values at which the unit does what it must not.
CRASH, HANG, NAN, FLOOD, FAIL, CHANCE = 91.0, 92.0, 93.0, 94.0, 95.0, 96.0

SOURCES = Path(__file__).with_name("tank_fmu")
_FOLDERS = {2: "linux64", 3: "x86_64-linux"}


def skip_unless_possible() -> None:
    """Skip a test where FMPy or a compiler is not installed, or this is no 64-bit Linux."""
    if find_spec("fmpy") is None:
        pytest.skip("needs FMPy: pip install 'simulrag[fmu]'")
    if shutil.which("cc") is None or sysconfig.get_platform() != "linux-x86_64":
        pytest.skip("needs a C compiler on a 64-bit Linux")


def build(folder: Path, version: int = 2) -> Path:
    """Return the file of a unit, built for FMI 2 or 3."""
    found = find_spec("fmpy")
    headers = Path(found.origin).parent / "c-code"
    source, rest, library = SOURCES / f"fmi{version}.c", folder / "rest.c", folder / "tank.so"
    code = source.read_text()
    # FMPy wants every function of the standard to be there, called or not.
    declared = (headers / f"fmi{version}Functions.h").read_text()
    names = set(re.findall(rf"FMI{version}_Export \w+TYPE\s+(fmi{version}\w+);", declared))
    lacking = sorted(name for name in names if f" {name}(" not in code)
    rest.write_text("".join(f"int {name}(void) {{ return 3; }}\n" for name in lacking))
    options = ["-shared", "-fPIC", "-O1", "-w", f"-I{headers}", "-o", library]
    subprocess.run(["cc", *options, source, rest, "-lm"], check=True)
    made = folder / f"tank{version}.fmu"
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("modelDescription.xml", (SOURCES / f"fmi{version}.xml").read_text())
        archive.write(library, f"binaries/{_FOLDERS[version]}/tank.so")
    return made
