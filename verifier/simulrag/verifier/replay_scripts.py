"""Stored runs and verdicts as Python scripts that make them again and compare."""

from collections.abc import Sequence
from importlib.metadata import version
from pprint import pformat

from simulrag.simulators.errors import EvidenceError
from simulrag.simulators.interface import Function, Quantity, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import StoredVerdict

# What a run holds goes into the script by `repr`, never as text, so that nothing in it is code.
_OF_RUN = '''\
"""Makes a stored simulation again and compares its outputs with those that were stored.

Ends with 0 if every printed digit is the same, and says so if every bit is; else with 1.
"""

import sys

from simulrag.simulators.capabilities import maker
from simulrag.simulators.interface import Call
from simulrag.simulators.registry import installed

RUN = {run}
#: Version of the simulator, what made the run, and the release of simulrag that wrote this script.
VERSION = {version}
BUILD = {build}
RELEASE = {release}
CALL = Call(
    simulator={simulator},
    function={function},
    arguments={arguments},
    seed={seed},
)
#: Output -> what was stored, and how many decimals of it are printed.
STORED = {outputs}
DECIMALS = {decimals}


def printed(value, decimals):
    """Return a stored value as it is printed: a number with its interval, a word, or a day."""
    if value["kind"] != "number":
        return value["value"]
    number, low, high = (
        "" if end is None else f"{{end:.{{decimals}}f}}"
        for end in (value["value"], value["low"], value["high"])
    )
    return f"{{number}} {{value['unit']}}".rstrip() + (f" ({{low}} to {{high}})" if low else "")


registered = installed().simulator(CALL.simulator)
simulator = maker(registered, VERSION)
if simulator is None:
    sys.exit(
        f"{{CALL.simulator}} has version {{registered.version}} here, the run was made by version "
        f"{{VERSION}}; install a release that has it (simulrag {{RELEASE}} wrote this script)"
    )
run = simulator.run(CALL)
made = {{name: value.model_dump(mode="json") for name, value in run.outputs.items()}}
wrong = []
for name, stored in STORED.items():
    now, then = (printed(v, DECIMALS.get(name, 0)) for v in (made.get(name, stored), stored))
    print(f"{{name}}: {{now}}")
    if name not in made or now != then:
        wrong.append(f"{{name}} is {{now if name in made else 'missing'}}, stored is {{then}}")
if wrong or run.id != RUN:
    sys.exit("not the same as the stored run: " + "; ".join(wrong or [f"its id is {{run.id}}"]))
same = "every bit" if made == STORED else "every printed digit"
print(f"{{RUN}}: {{same}} is the same as stored; made by {{run.build}}, stored by {{BUILD}}")
'''


def script(run: Run, function: Function) -> str:
    """Return a script that needs nothing but simulrag and, where there is one, the plug-in.

    function: the one that the run's call names; it says how many decimals are printed. Raises
    EvidenceError for a recorded run, which no simulator can make again.
    """
    if run.source == "recorded":
        raise EvidenceError(
            f"run {run.id!r} was recorded elsewhere, not simulated here, and cannot be made again; "
            "export it as ro-crate"
        )
    outputs = {name: value.model_dump(mode="json") for name, value in run.outputs.items()}
    numbers = {name for name, value in run.outputs.items() if isinstance(value, Quantity)}
    decimals = {o.name: o.decimals for o in function.outputs if o.name in numbers}
    return _OF_RUN.format(
        run=repr(run.id),
        version=repr(run.version),
        build=repr(run.build),
        release=repr(version("simulrag")),
        simulator=repr(run.call.simulator),
        function=repr(run.call.function),
        arguments=pformat(dict(run.call.arguments), sort_dicts=False),
        seed=run.call.seed,
        outputs=pformat(outputs, sort_dicts=False),
        decimals=pformat(decimals, sort_dicts=False),
    )


# What a verdict holds goes into the script by `repr`, never as text, so that nothing is code.
_OF_VERDICT = '''\
"""Makes the simulations of a stored claim again, decides it and compares the verdicts.

Ends with 0 if the verdict is the stored one, else with 1.
"""

import sys

from simulrag.simulators.capabilities import maker
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
    return _OF_VERDICT.format(
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
