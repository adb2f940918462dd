"""A run as a picture, for hosts that show images. Needs matplotlib (the extra `plots`)."""

from io import BytesIO
from typing import Any

from simulrag.server.wording import outputs_of
from simulrag.simulators.errors import BadValue, NotInstalled
from simulrag.simulators.interface import Run, Series
from simulrag.simulators.registry import Registry

#: Width, height of a panel (inches) and dots per inch: about 60 kB, legible in a chat.
WIDTH, HEIGHT, DPI = 7.0, 2.6, 110
#: Most panels in one picture.
MOST_PANELS = 4
#: Blue of the Okabe-Ito palette, which readers with any colour vision tell apart.
INK = "#0072B2"


def chart(run: Run, registry: Registry) -> bytes:
    """Return the series of a run as a PNG, a panel each, with its 90 % interval.

    Raises BadValue for a run without series, NotInstalled without matplotlib.
    """
    if not run.series:
        raise BadValue(
            f"run {run.id} has no series to draw; its outputs are single values", parameter="detail"
        )
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise NotInstalled(
            "charts need matplotlib; install it with: pip install 'simulrag[plots]'"
        ) from None
    panels = list(run.series.items())[:MOST_PANELS]
    figure = Figure(figsize=(WIDTH, HEIGHT * len(panels)), dpi=DPI, layout="constrained")
    FigureCanvasAgg(figure)
    described = outputs_of(run, registry)
    for number, (name, series) in enumerate(panels, 1):
        axes: Any = figure.add_subplot(len(panels), 1, number)
        output = described.get(name)
        title = output.description.partition(",")[0] if output else name.replace("_", " ")
        _draw(axes, series, title)
    figure.suptitle(f"{run.call.simulator}.{run.call.function}, run {run.id}", fontsize=9)
    made = BytesIO()
    figure.savefig(made, format="png")
    return made.getvalue()


def _draw(axes: Any, series: Series, title: str) -> None:
    times = _times(series)
    axes.plot(times, series.values, color=INK, linewidth=1.6, label="median or best estimate")
    if series.low and series.high:
        axes.fill_between(
            times, series.low, series.high, color=INK, alpha=0.2, linewidth=0, label="90 % interval"
        )
        axes.legend(frameon=False, fontsize=8)
    axes.set_ylabel(series.unit, fontsize=9)
    axes.set_title(title, fontsize=10, loc="left")
    axes.spines[["top", "right"]].set_visible(False)
    axes.tick_params(labelsize=8)
    axes.margins(x=0.01)


def _times(series: Series) -> Any:
    import numpy as np

    if series.by_day:
        return np.array(series.times, dtype="datetime64[D]")
    try:
        return np.array([float(time) for time in series.times])
    except ValueError:
        return list(series.times)
