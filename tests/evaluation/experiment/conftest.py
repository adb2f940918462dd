"""Fixtures of the client's tests: a loopback server in place of a model, and no way beyond."""

from client.conftest import _no_key, _no_network, messages_api  # pyright: ignore[reportPrivateUsage]

__all__ = ["_no_key", "_no_network", "messages_api"]
