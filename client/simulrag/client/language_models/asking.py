"""How a step of the loop asks a language model, whatever stands behind it."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from simulrag.client.language_models.protocol import Request

#: Returns the content of a reply. Raises ModelError.
Ask = Callable[[Request], Awaitable[Mapping[str, Any]]]
