"""The model: replace it by yours, in any language that reads and writes JSON.

In:  {"function": "water_level", "arguments": {"inflow": 20, "minutes": 30}, "seed": 0}
Out: {"outputs": {"level": 0.39, "state": "calm"}}, or {"error": "what is wrong"}
"""

import json
import math
import sys

#: Time in which the level comes near its end, minutes, and its end for each l/min, m.
TIME_CONSTANT, HEIGHT_PER_INFLOW = 60.0, 0.05


def water_level(inflow, minutes):
    """How high the water stands some time after the tank was empty, m."""
    level = HEIGHT_PER_INFLOW * inflow * (1 - math.exp(-minutes / TIME_CONSTANT))
    return {"level": level, "state": "overflowing" if level > 4 else "calm"}


def main():
    asked = json.load(sys.stdin)
    if asked["function"] != "water_level":
        return {"error": f"there is no function {asked['function']!r}"}
    return {"outputs": water_level(**asked["arguments"])}


if __name__ == "__main__":
    print(json.dumps(main()))
