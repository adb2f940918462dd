"""What replies cost, in calls, tokens and money."""

from pydantic import Field

from simulrag.simulators.interface import Frozen

MILLION = 1_000_000


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


class Price(Frozen):
    """Prices of one model for a million tokens of each kind."""

    input: float = Field(ge=0, allow_inf_nan=False)
    output: float = Field(ge=0, allow_inf_nan=False)
    cache_read: float = Field(ge=0, allow_inf_nan=False)
    cache_write: float = Field(ge=0, allow_inf_nan=False)

    def of(self, usage: Usage) -> float:
        """Return what was paid for a usage."""
        return (
            usage.input_tokens * self.input
            + usage.output_tokens * self.output
            + usage.cache_read_tokens * self.cache_read
            + usage.cache_write_tokens * self.cache_write
        ) / MILLION

    def at_most(self, input_tokens: int, output_tokens: int) -> float:
        """Return the most that so many tokens can cost, cached or not."""
        dearest = max(self.input, self.cache_read, self.cache_write)
        return (input_tokens * dearest + output_tokens * self.output) / MILLION


class PriceTable(Frozen):
    """Prices by model id, with where and when they were found."""

    currency: str = Field(min_length=1, max_length=10)
    date: str = Field(min_length=4)
    source: str = Field(min_length=1)
    models: dict[str, Price]
