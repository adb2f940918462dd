"""What tokens cost. No price ships: a file of the user's names prices, their date and source.

    {"currency": "USD", "date": "2026-11-01", "source": "where they stand",
     "models": {"MODEL-ID": {"input": 1.0, "output": 2.0, "cache_read": 0.1, "cache_write": 1.2}}}

Prices are for a million tokens.
"""

import json
from pathlib import Path

from pydantic import Field, ValidationError

from simulrag.client.errors import BadInput
from simulrag.client.language_models.usage import Usage
from simulrag.simulators.interface import Frozen

MILLION = 1_000_000
_SHAPE = (
    '{"currency": "USD", "date": "...", "source": "...", "models": {"MODEL-ID": '
    '{"input": 1, "output": 2, "cache_read": 0.1, "cache_write": 1.2}}}, each for a million tokens'
)


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


def read_prices(file: str) -> PriceTable | None:
    """Return the prices in a file, None for "". Raises BadInput."""
    if not file:
        return None
    try:
        return PriceTable.model_validate_json(Path(file).read_text("utf-8"))
    except OSError as error:
        raise BadInput(f"--prices {file} cannot be read: {error.strerror or error}") from error
    except (ValidationError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise BadInput(
            f"--prices {file} is not a table of prices: {error}; give {_SHAPE}"
        ) from error
