"""Why our corridor differs from the published one: the traffic light that was gone.

What the published simulator calls a green wave is the junction without its signal, and its road
diet, which speaks of lanes alone, lost the signal too. With the signal that the question leaves in
place, our road diet makes vehicles wait; without it, both agree.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from simulrag.simulators.interface import Call
from simulrag.simulators.urban.parameters import LANES_BUILT
from studies.published_records.agreement import significant
from studies.published_records.replay import AS_ASKED, Array, Replayed, distinct, need, numbers

NO_SIGNAL = "signal removed"
#: Changes in percent that records hold.
CHANGES = ("travel_time_change", "idling_time_change", "co2_change")
#: Changes of less have no sign, percentage points.
POINT = 1.0


def variants(call: Call) -> dict[str, Call]:
    """Return the call as asked, and where it changes something, without the signal."""
    if not call.arguments:
        return {AS_ASKED: call}
    bare = {**call.arguments, "signal": "unsignalled"}
    return {AS_ASKED: call, NO_SIGNAL: call.model_copy(update={"arguments": bare})}


@dataclass(frozen=True)
class Changes:
    """Changes against the corridor as it is, percent, of distinct interventions."""

    #: By name of `CHANGES`; ours by variant as well.
    recorded: Mapping[str, Array]
    ours: Mapping[str, Mapping[str, Array]]
    #: Which interventions take a lane away.
    road_diet: NDArray[np.bool_]

    def figures(self) -> dict[str, JsonValue]:
        """Return for road diets and the rest how the changes compare, by variant."""
        return {
            name: {
                "interventions": int(rows.sum()),
                **{variant: self._compared(variant, rows) for variant in self.ours},
            }
            for name, rows in (("road diets", self.road_diet), ("the others", ~self.road_diet))
            if rows.any()
        }

    def _compared(self, variant: str, rows: NDArray[np.bool_]) -> dict[str, JsonValue]:
        found: dict[str, JsonValue] = {}
        for name in CHANGES:
            theirs, ours = self.recorded[name][rows], self.ours[variant][name][rows]
            clear = np.abs(theirs) > POINT
            found[name] = {
                "theirs, mean": significant(float(theirs.mean())),
                "ours, mean": significant(float(ours.mean())),
                "points apart, mean": significant(float(np.abs(ours - theirs).mean())),
                "same sign": _share(theirs[clear] * ours[clear] > 0),
            }
        return found


def changes(some: Sequence[Replayed]) -> Changes:
    """Compare the changes that records hold. Raises RunFailed where there is none."""
    names = (AS_ASKED, NO_SIGNAL)
    kept = need(
        [one for one in distinct(some) if one.ours.keys() >= set(names) and _complete(one)],
        "interventions on a corridor",
    )
    return Changes(
        recorded={name: numbers(kept, name) for name in CHANGES},
        ours={v: {name: numbers(kept, name, v) for name in CHANGES} for v in names},
        road_diet=np.array([_lanes(one.recorded.call) < LANES_BUILT for one in kept]),
    )


def _complete(one: Replayed) -> bool:
    return all(one.number(name) is not None for name in CHANGES)


def _lanes(call: Call) -> int:
    return int(str(call.arguments.get("lanes") or LANES_BUILT))


def _share(found: NDArray[np.bool_]) -> JsonValue:
    return round(float(found.mean()), 4) if found.size else None
