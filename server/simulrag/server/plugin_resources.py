"""Resources that other packages bring, by the entry-point group `simulrag.resources`.

An entry point loads to a function that returns `PluginResource`s. Hosts list and read them as
resources; a model reaches each by `read_handbook(URI)`. One that cannot be loaded is reported and
left out.
"""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from mcp.shared.uri_template import UriTemplate

from simulrag.simulators.arguments import nearest_names, shown
from simulrag.simulators.errors import RunFailed, SimulRAGError, UnknownName
from simulrag.simulators.registry import entry_points_of

__all__ = ["PluginResource"]

GROUP = "simulrag.resources"
#: Schemes that are the server's own.
OWN_SCHEMES = ("handbook", "card", "run", "evidence", "simulation", "ui")
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PluginResource:
    """A text that the server shows.

    uri: an address, or a template of RFC 6570 as "lab://{sample}"; read: returns the text, for a
    template given its variables by name. It may raise SimulRAGError for what is not there.
    """

    uri: str
    title: str
    description: str
    read: Callable[..., str]
    mime_type: str = "text/markdown"

    @property
    def is_template(self) -> bool:
        """True where the address has variables."""
        return UriTemplate.is_template(self.uri)


class Shelf:
    """The resources of other packages, in the order in which they were registered."""

    def __init__(self, resources: Iterable[PluginResource] = ()) -> None:
        self.resources: dict[str, PluginResource] = {}
        for one in resources:
            scheme = one.uri.partition("://")[0]
            if scheme in OWN_SCHEMES or one.uri in self.resources:
                _log.warning("resource %r was left out: its address is taken", one.uri)
            else:
                self.resources[one.uri] = one

    def listed(self) -> list[str]:
        """Return a line on each resource, for a model that reads them by `read_handbook`."""
        if not self.resources:
            return []
        lines = (f"- {one.uri}: {one.title}. {one.description}" for one in self.resources.values())
        return ["Resources:", *lines]

    def read(self, uri: str) -> str:
        """Return the text at an address. Raises UnknownName, or what its package raises."""
        for one in self.resources.values():
            if one.is_template:
                found = UriTemplate.parse(one.uri).match(uri)
                if found is not None:
                    return _text(one, **found)
            elif one.uri == uri:
                return _text(one)
        known = list(self.resources)
        told = f"; there are {', '.join(known)}" if known else "; no package brings resources here"
        raise UnknownName(
            f"resource {shown(uri)} is unknown{told}. Handbooks and cards are read by the "
            "simulator's name, runs and verdicts by get_run",
            parameter="simulator",
            given=uri,
            candidates=nearest_names(uri, known),
        )


def _text(one: PluginResource, **variables: object) -> str:
    try:
        return one.read(**variables)
    except SimulRAGError:
        raise
    except Exception as error:
        _log.exception("resource %r failed", one.uri)
        raise RunFailed(f"resource {one.uri} broke down: {type(error).__name__}") from error


@cache
def installed_shelf() -> Shelf:
    """Return the resources of every installed package that loads."""
    found: list[PluginResource] = []
    for point in entry_points_of(GROUP):
        try:
            found += point.load()()
        except Exception as error:  # noqa: BLE001 - a broken plug-in must not take the rest down
            _log.warning(
                "resources %r were left out: %s: %s", point.name, type(error).__name__, error
            )
    return Shelf(found)
