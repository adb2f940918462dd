"""What the statements about one plan have in common, made once for all of them."""

from dataclasses import dataclass

from simulrag.simulators.interface import Band, Function, Output, Parameter, Simulator
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.claims import Plan
from simulrag.verifier.reading.fact import Vocabulary
from simulrag.verifier.reading.mentions import unique_parameters
from simulrag.verifier.reading.parts import parted_in
from simulrag.verifier.reading.scene import Scene, scene_of
from simulrag.verifier.reading.trial import Trial, trial_of
from simulrag.verifier.reading.wave import Wave, wave_of

#: Most sets of outputs of one plan that are kept: evidence holds few.
_MOST = 8


@dataclass(frozen=True)
class Asked:
    """The functions that a plan calls, their outputs, and the words for those that have values."""

    functions: tuple[str, ...]
    outputs: tuple[Output, ...]
    held: tuple[Output, ...]
    words: Vocabulary
    #: The wave that these outputs make up, where they do.
    wave: Wave | None
    #: The runs of one quantity that has levels, where they are.
    scene: Scene | None
    #: A run with changes beside the same without, where they are.
    trial: Trial | None
    #: The function of the only run and what parts it, where something does.
    parted: tuple[Function, Parameter] | None


_Key = tuple[int, frozenset[str] | None]


class _Kept:
    """What has been made for one plan, by the functions at hand and the outputs with values."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.made: dict[_Key, tuple[tuple[Function, ...], Asked]] = {}


_kept_for = once_for_each(_Kept)


def asked_of(plan: Plan, simulator: Simulator, available: frozenset[str] | None) -> Asked:
    """Return what statements about the calls of a plan are read with.

    available: names of the outputs that have values; None where all have.
    """
    kept = _kept_for(plan).made
    key = (id(simulator.functions), available)
    entry = kept.get(key)
    if entry is not None and entry[0] is simulator.functions:
        return entry[1]
    if len(kept) >= _MOST:
        kept.clear()
    made = _asked(plan, simulator, available)
    kept[key] = (simulator.functions, made)
    return made


def _asked(plan: Plan, simulator: Simulator, available: frozenset[str] | None) -> Asked:
    run = tuple(dict.fromkeys(call.function for call in plan.calls))
    outputs, held = _outputs_of(run, available, simulator.functions)
    words = Vocabulary(
        outputs=held,
        parameters=unique_parameters(simulator),
        bands=bands_of(plan, held),
        grades_changes=plan.bands_of_difference,
    )
    wave = wave_of(plan.calls, held)
    scene = scene_of(plan, held, simulator)
    return Asked(
        functions=run,
        outputs=outputs,
        held=held,
        words=words,
        wave=wave,
        scene=scene,
        trial=trial_of(plan, held, simulator),
        parted=parted_in(plan, simulator),
    )


#: All outputs of some functions, and those that have values.
_Outputs = tuple[tuple[Output, ...], tuple[Output, ...]]
#: Most choices of outputs that are kept for the functions of one simulator.
_MOST_CHOICES = 64


def _outputs_of(
    run: tuple[str, ...], available: frozenset[str] | None, functions: tuple[Function, ...]
) -> _Outputs:
    """Return outputs, the same objects for plans that ask for the same, as is what they lead to."""
    kept = _choices_of(functions)
    known = kept.get((run, available))
    if known is not None:
        return known
    if len(kept) >= _MOST_CHOICES:
        kept.clear()
    outputs = tuple(o for f in functions if f.name in run for o in f.outputs)
    held = tuple(o for o in outputs if available is None or o.name in available)
    kept[run, available] = outputs, held
    return outputs, held


@once_for_each
def _choices_of(
    _functions: tuple[Function, ...],
) -> dict[tuple[tuple[str, ...], frozenset[str] | None], _Outputs]:
    return {}


def bands_of(plan: Plan, outputs: tuple[Output, ...]) -> tuple[Band, ...]:
    """Return the bands of a plan's own scales, else those of outputs."""
    if plan.graded:
        return tuple(band for scale in plan.graded for band in scale.bands)
    if plan.bands:
        return plan.bands
    return tuple(b for o in outputs for s in o.scales for b in s.bands)
