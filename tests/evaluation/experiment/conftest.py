"""Fixtures of the client's tests: no key, and no way beyond this machine."""

from client.conftest import _no_key, _no_network  # pyright: ignore[reportPrivateUsage]

__all__ = ["_no_key", "_no_network"]
