"""Writes a stored verdict as a Python script that decides its formula again."""

from collections.abc import Sequence
from importlib.metadata import version

from simulrag.simulators.errors import EvidenceError
from simulrag.simulators.interface import Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import StoredVerdict

# What a verdict holds goes into the script by `repr`, never as text, so that nothing is code.
_SCRIPT = '''\
"""Makes the simulations of a stored claim again, decides it and compares the verdicts.

Ends with 0 if the verdict is the stored one, else with 1.
"""

import sys

from simulrag.simulators.emulating import maker
from simulrag.simulators.registry import installed
from simulrag.verifier.claims import FormulaClaim
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.language import VERSION
from simulrag.verifier.formulas.verification import Verifier

VERDICT = {key}
STORED = {stored}
#: What the claim was held against, versions of the simulators and of the language of formulas,
#: and the release of simulrag that wrote this script.
AGAINST = {against}
VERSIONS = {versions}
LANGUAGE = {language}
RELEASE = {release}
CLAIM = FormulaClaim(
    text={text},
    formula={formula},
    let={let},
    assume={assume},
    context={context},
)

registry = installed()
here = {{name: registry.simulator(name).version for name, _ in VERSIONS}}
missing = [one for one in VERSIONS if maker(registry.simulator(one[0]), one[1]) is None]
if missing or VERSION != LANGUAGE:
    sys.exit(
        f"versions here are {{here}} and language {{VERSION}}, the verdict was made with "
        f"{{VERSIONS}} and language {{LANGUAGE}}; install a release that has them "
        f"(simulrag {{RELEASE}} wrote this script)"
    )
with EvidenceStore() as store:
    verdict = Verifier(registry, store).verdict(CLAIM, AGAINST)
print(f"{{verdict.verdict}}: {{verdict.derivation}}")
if verdict.verdict != STORED:
    sys.exit(f"{{VERDICT}} was {{STORED}} when it was stored")
print(f"{{VERDICT}}: the verdict is the same as stored")
'''


def verdict_script(key: str, stored: StoredVerdict, runs: Sequence[Run]) -> str:
    """Return a script that needs nothing but simulrag and the simulators that the formula names.

    Raises EvidenceError for a claim that rules read, and for runs that cannot be made again.
    """
    verdict = stored.verdict
    if not verdict.formula:
        raise EvidenceError(
            f"verdict {key!r} has no formula and cannot be decided by a script; export it as "
            "ro-crate or json"
        )
    if any(run.source == "recorded" for run in runs):
        raise EvidenceError(
            f"verdict {key!r} rests on recorded runs, which cannot be made again; export it as "
            "ro-crate or json"
        )
    return _SCRIPT.format(
        key=repr(key),
        stored=repr(verdict.verdict),
        against=repr("run" if verdict.against == "run" else "world"),
        versions=repr(sorted({(run.call.simulator, run.version) for run in runs})),
        language=repr(verdict.language),
        release=repr(version("simulrag")),
        text=repr(verdict.text),
        formula=repr(verdict.formula),
        let=repr(dict(verdict.let)),
        assume=repr(dict(verdict.assume)),
        context=repr(tuple(verdict.context)),
    )


def can_be_decided_again(stored: StoredVerdict, runs: Sequence[Run], registry: Registry) -> bool:
    """Tell whether there is a script for a verdict that can be run here."""
    made_here = all(
        run.source != "recorded" and run.call.simulator in registry.names() for run in runs
    )
    return bool(stored.verdict.formula and runs) and made_here
