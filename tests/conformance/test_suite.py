"""What of the official suite asks nothing but our own server; run by scripts/conformance.

Its other scenarios call tools, prompts and resources of the suite's own names, whose answers the
SDK would give.
"""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.conformance
LISTS = {
    "completion-complete", "dns-rebinding-protection", "prompts-list", "resources-list",
    "tools-list",
}  # fmt: skip
SCENARIOS = {
    "2025-11-25": LISTS | {"server-initialize", "ping"},
    "2026-07-28": LISTS
    | {"server-stateless", "sep-2164-resource-not-found", "caching", "http-header-validation"},
}
#: Checks of `server-stateless` that call a tool of the suite's own.
FOREIGN = {
    "sep-2575-server-rejects-undeclared-capability", "sep-2575-missing-capability-http-400",
}  # fmt: skip


def checks(folder: Path, scenario: str) -> Iterator[tuple[str, str]]:
    """Yield each check that the suite made in a scenario, and how it went."""
    (found,) = folder.glob(f"server-{scenario}-[0-9]*/checks.json")
    for one in json.loads(found.read_text("utf-8")):
        yield one["id"], one["status"]


@pytest.mark.parametrize("requirements", SCENARIOS)
def test_the_suite_finds_nothing_wrong_in_what_it_asks_of_our_own(
    address, node_tools, requirements, tmp_path
):
    suite = ["node", str(node_tools / "conformance"), "server", "--url", address]
    subprocess.run(
        [*suite, "--requirements", requirements, "-o", str(tmp_path)],
        capture_output=True,
        timeout=400,
        check=False,
    )
    made = {name: set(checks(tmp_path, name)) for name in SCENARIOS[requirements]}
    assert all(any(went == "SUCCESS" for _, went in found) for found in made.values())
    failed = {one for found in made.values() for one, went in found if went == "FAILURE"}
    assert failed <= FOREIGN
