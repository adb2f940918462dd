"""The process in which a Functional Mock-up Unit runs: a request a line in, a reply a line out.

python -P -m simulrag.simulators.external.fmu_worker FILE [--lenient]
"""

import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from simulrag.simulators.external.fmu import (
    FUNCTION,
    MOST_POINTS,
    SEED,
    STOP_TIME,
    FmuError,
    check_archive,
    check_platform,
    kind_of,
    tables,
    usual_stop,
    variables,
)
from simulrag.simulators.external.function_worker import serve


class Unit:
    """A unit, unpacked into a folder when it is first asked for."""

    def __init__(self, file: Path, folder: Path, *, strict: bool) -> None:
        self._file, self._folder, self._strict = file, folder, strict
        self._description: Any = None

    @property
    def description(self) -> Any:
        """Return its description. Raises FmuError, and what FMPy raises."""
        if self._description is None:
            import fmpy  # pyright: ignore[reportMissingImports] - in an extra

            library = cast(Any, fmpy)

            check_archive(self._file)
            check_platform(self._file.name, library.supported_platforms(str(self._file)))
            library.extract(str(self._file), str(self._folder))
            self._description = self._read(library)
        return self._description

    def _read(self, library: Any) -> Any:
        try:
            return library.read_model_description(str(self._folder), validate=self._strict)
        except Exception as error:
            if not self._strict:
                raise
            raise FmuError(
                f"{self._file.name} departs from the standard (strict = false under [run] uses it "
                f"all the same): {' '.join(str(error).split())}"
            ) from error

    def answer(self, request: Mapping[str, Any]) -> dict[str, object]:
        """Return what a request asks for: the declaration, or the results of a run."""
        if request.get("describe"):
            return {"functions": tables(self.description)}
        if request["function"] != FUNCTION:
            return {"error": f"there is no function {request['function']!r}, only {FUNCTION!r}"}
        return self._run(dict(request["arguments"]), request["seed"])

    def _run(self, arguments: dict[str, Any], seed: int) -> dict[str, object]:
        import fmpy  # pyright: ignore[reportMissingImports] - in an extra

        stop = float(arguments.pop(STOP_TIME, usual_stop(self.description)))
        inputs = variables(self.description, "parameter", "input")
        outputs = variables(self.description, "output")
        if SEED in inputs:
            arguments[SEED] = seed
        simulated: Any = fmpy
        found = simulated.simulate_fmu(
            str(self._folder),
            validate=self._strict,
            model_description=self.description,
            start_values={
                inputs[key].name: value == "true" if kind_of(inputs[key]) == "choice" else value
                for key, value in arguments.items()
            },
            stop_time=stop,
            output_interval=stop / MOST_POINTS,
            output=[one.name for one in outputs.values()],
        )
        return {
            "outputs": {key: _last(found[one.name], one) for key, one in outputs.items()},
            "series": {
                key: _course(found, one.name)
                for key, one in outputs.items()
                if kind_of(one) != "choice"
            },
        }


def _last(values: Any, variable: Any) -> object:
    last = values[-1].item()
    return str(bool(last)).casefold() if kind_of(variable) == "choice" else last


def _course(found: Any, name: str) -> dict[str, object]:
    """Return at most twice `MOST_POINTS` of a course, evenly, the last among them."""
    step = max(1, len(found) // MOST_POINTS)
    kept = found[(len(found) - 1) % step :: step]
    return {
        "times": [f"{time:g}" for time in kept["time"].tolist()],
        "values": [float(value) for value in kept[name].tolist()],
        "axis": "time",
        "axis_unit": "s",
    }


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="simulrag-fmu-") as home:
        serve(Unit(Path(sys.argv[1]), Path(home), strict="--lenient" not in sys.argv).answer)
