"""A toy simulator: a cup of coffee that cools by Newton's law.

T(t) = room + (start - room) exp(-k t), with one rate k for each kind of cup. Everything that the
product needs to know of coffee stands in this file.
"""

import math
from typing import ClassVar

from simulrag.simulators.capabilities import Held
from simulrag.simulators.errors import OutOfRange
from simulrag.simulators.interface import (
    Band,
    Call,
    Candidate,
    Check,
    Directions,
    Function,
    Label,
    Output,
    Parameter,
    Quantity,
    Run,
    Scale,
    Series,
    Tolerance,
)

#: Cooling rate of a full cup, per minute.
RATES = {"ceramic mug": 0.03, "paper cup": 0.045, "vacuum flask": 0.003}
#: Limits of a drinkable temperature, degC.
TOO_COLD, TOO_HOT = 40.0, 65.0

CUP = Parameter(
    name="cup",
    kind="choice",
    description="what the coffee is in",
    words=("cup", "container"),
    choices={
        "ceramic mug": ("ceramic mug", "ceramic cup", "mug"),
        "paper cup": ("paper cup", "takeaway cup"),
        "vacuum flask": ("vacuum flask", "thermos", "thermos flask"),
    },
)
INITIAL = Parameter(
    name="initial_temperature",
    kind="number",
    description="temperature of the coffee when it is poured",
    unit="degC",
    low=0,
    high=100,
    words=("initial temperature", "starting temperature", "starting at", "poured at"),
)
ROOM = Parameter(
    name="room_temperature",
    kind="number",
    description="temperature of the room",
    unit="degC",
    low=-10,
    high=40,
    required=False,
    default=20.0,
    words=("room temperature", "room of", "room at", "ambient temperature"),
)
MINUTES = Parameter(
    name="minutes",
    kind="number",
    description="time since the coffee was poured",
    unit="minute",
    low=0,
    high=240,
    words=("after", "minutes"),
)
HEAT_LOSS = Parameter(
    name="heat_loss",
    kind="change",
    description="change of the rate of heat loss, by a lid or a draught",
    low=-90,
    high=200,
    required=False,
    default=0.0,
    words=("heat loss", "draught"),
)
TARGET = Parameter(
    name="target_temperature",
    kind="number",
    description="temperature to wait for",
    unit="degC",
    low=0,
    high=100,
    words=("target temperature", "until it reaches", "to reach", "down to", "cool to"),
)

TEMPERATURE = Output(
    name="temperature",
    kind="number",
    description="temperature of the coffee",
    unit="degC",
    unit_words=("°C", "degrees Celsius"),
    words=("temperature of the coffee", "coffee temperature", "temperature", "how hot", "hot"),
    decimals=1,
    tolerance=Tolerance(absolute=0.5, difference=0.1),
    directions=Directions(rises=("hotter", "warmer", "warms"), falls=("colder", "cooler", "cools")),
    scales=(
        Scale(
            name="heat of a drink",
            source="IARC Monographs volume 116: very hot beverages are those above 65 °C",
            bands=(
                Band(label="lukewarm", high=TOO_COLD),
                Band(label="hot", low=TOO_COLD, high=TOO_HOT),
                Band(label="very hot", low=TOO_HOT, words=("scalding",)),
            ),
        ),
    ),
    template=(
        "The temperature of the coffee in a {cup} after {minutes} minutes is {value} "
        "(poured at {initial_temperature} °C, room at {room_temperature} °C)."
    ),
)
DRINKABLE = Output(
    name="drinkable",
    kind="category",
    description="whether it can be drunk",
    words=("drinkable", "drunk", "ready to drink"),
    choices={
        "too hot": ("too hot", "too hot to drink"),
        "drinkable": ("drinkable", "ready to drink"),
        "too cold": ("too cold", "gone cold"),
    },
    template="The coffee is {value} after {minutes} minutes.",
)
WAITING = Output(
    name="waiting_time",
    kind="number",
    description="minutes until the coffee has reached the target temperature",
    unit="minute",
    unit_words=("minutes", "minute", "min"),
    words=("waiting time", "how long", "time to cool"),
    decimals=1,
    tolerance=Tolerance(relative=0.05),
    template="The waiting time until the coffee has cooled to {target_temperature} °C is {value}.",
)

COOLING = Function(
    name="cooling",
    title="Temperature of a cup of coffee",
    description="How hot a cup of coffee is some time after it was poured.",
    parameters=(CUP, INITIAL, ROOM, MINUTES, HEAT_LOSS),
    outputs=(TEMPERATURE, DRINKABLE),
    context=(
        "A coffee poured at {initial_temperature} °C into a {cup} in a room of "
        "{room_temperature} °C is {temperature} after {minutes} minutes: {drinkable}."
    ),
    example={"cup": "ceramic mug", "initial_temperature": 90.0, "minutes": 10.0},
)
WAIT = Function(
    name="waiting",
    title="Waiting time",
    description="How long a cup of coffee takes to cool down to a temperature.",
    parameters=(CUP, INITIAL, ROOM, TARGET),
    outputs=(WAITING,),
    context=(
        "A coffee poured at {initial_temperature} °C into a {cup} in a room of "
        "{room_temperature} °C reaches {target_temperature} °C after {waiting_time}."
    ),
    example={"cup": "paper cup", "initial_temperature": 90.0, "target_temperature": 60.0},
)

HANDBOOK = """# Coffee

Says how hot a cup of coffee is and how long to wait for it. It knows nothing of tea.

{{tables}}
"""


class Coffee:
    """The simulator."""

    name = "coffee"
    title = "Cup of coffee"
    version = "1"
    description = "How hot a cup of coffee is after some minutes. Nothing about tea or caffeine."
    functions = (COOLING, WAIT)
    not_represented: ClassVar = dict[str, tuple[str, ...]]()
    other_values: ClassVar = {"cup": ("espresso cup", "teapot")}
    record_layout: ClassVar = {
        "cooling": {
            "temperature": Held(path="coffee.temperature"),
            "drinkable": Held(path="coffee.drinkable"),
        }
    }

    def run(self, call: Call) -> Run:
        """Run a call whose arguments are valid."""
        outputs, series = _cooling(call) if call.function == "cooling" else _waiting(call)
        function = next(f for f in self.functions if f.name == call.function)
        words = {name: _words(value) for name, value in outputs.items()}
        return Run(
            id=call.run_id(self.version),
            call=call,
            version=self.version,
            build="python",
            outputs=outputs,
            series=series,
            context=function.context.format(**{**call.arguments, **words}),
            resolved={"cup": str(call.arguments["cup"])},
            check=_check(call, outputs),
        )

    def find(self, parameter: str, text: str) -> tuple[Candidate, ...]:  # noqa: ARG002
        """Return nothing: there are no places here."""
        return ()

    def handbook(self) -> str:
        """Return the handbook."""
        return HANDBOOK


def temperature(cup: str, start: float, room: float, minutes: float, heat_loss: float = 0) -> float:
    """Return Newton's law of cooling, degC."""
    rate = RATES[cup] * (1 + heat_loss / 100)
    return room + (start - room) * math.exp(-rate * minutes)


def _cooling(call: Call) -> tuple[dict[str, Quantity | Label], dict[str, Series]]:
    cup, start, room, minutes, heat_loss = call.arguments.values()
    assert isinstance(cup, str)
    final = temperature(cup, start, room, minutes, heat_loss)
    word = "too hot" if final > TOO_HOT else "drinkable" if final >= TOO_COLD else "too cold"
    times = [minutes * step / 240 for step in range(241)]
    series = Series(
        unit="degC",
        times=tuple(f"{time:g} min" for time in times),
        values=tuple(temperature(cup, start, room, time, heat_loss) for time in times),
    )
    outputs = {"temperature": Quantity(value=final, unit="degC"), "drinkable": Label(value=word)}
    return outputs, {"temperature": series}


def _waiting(call: Call) -> tuple[dict[str, Quantity | Label], dict[str, Series]]:
    cup, start, room, target = call.arguments.values()
    assert isinstance(cup, str)
    if not min(start, room) < target <= max(start, room):
        raise OutOfRange(
            f"target_temperature {target:g} is never reached; it must lie between "
            f"{room:g} and {start:g} degC",
            parameter="target_temperature",
            given=target,
            nearest=start,
        )
    minutes = math.log((start - room) / (target - room)) / RATES[cup]
    return {"waiting_time": Quantity(value=minutes, unit="minute")}, {}


def _words(value: Quantity | Label) -> str:
    if isinstance(value, Label):
        return value.value
    return f"{value.value:.1f} {'°C' if value.unit == 'degC' else 'minutes'}"


def _check(call: Call, outputs: dict[str, Quantity | Label]) -> Check:
    value = outputs.get("temperature")
    if not isinstance(value, Quantity):
        return Check(tested="none", verdict="not_evaluated")
    ends = sorted([call.arguments["initial_temperature"], call.arguments["room_temperature"]])
    inside = ends[0] <= value.value <= ends[1]
    return Check(
        tested="temperature lies between room and start",
        verdict="passed" if inside else "failed",
    )
