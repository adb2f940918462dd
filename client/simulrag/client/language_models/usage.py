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

    def __sub__(self, other: "Usage") -> "Usage":
        names = type(self).model_fields
        return Usage(**{name: getattr(self, name) - getattr(other, name) for name in names})

    def told(self) -> str:
        """Return it in words for a person."""
        told = f"{self.calls} calls, {self.input_tokens} tokens in, {self.output_tokens} out"
        if self.cache_read_tokens or self.cache_write_tokens:
            told += (
                f", {self.cache_read_tokens} read from and {self.cache_write_tokens} put in cache"
            )
        return f"{told}, {self.stored} replies from disk" if self.stored else told
