"""A check of the installation."""

from collections.abc import Callable, Iterator

from simulrag.simulators.findings import Finding

Check = Callable[[], Iterator[Finding]]
