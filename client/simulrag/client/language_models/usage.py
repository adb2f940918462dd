"""What replies cost, in calls and tokens."""

from simulrag.simulators.interface import Frozen


class Usage(Frozen):
    """What replies cost, in calls and tokens. Retried requests count once."""

    calls: int = 0
    #: Tokens read at the full price; those below are not among them.
    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    #: Replies taken from the response cache on disk. They cost nothing and are no calls.
    stored: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        names = type(self).model_fields
        return Usage(**{name: getattr(self, name) + getattr(other, name) for name in names})
