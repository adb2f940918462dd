"""On which terms a model may be asked: limits, prices, and where replies are kept.

No price ships: a file of the user's names prices, their date and source.
"""

import json
from pathlib import Path
from typing import Any, Self

from pydantic import Field, ValidationError

from simulrag.client.errors import BadInput
from simulrag.client.language_models.metered import Limits, Metered
from simulrag.client.language_models.protocol import LanguageModel
from simulrag.client.language_models.usage import Price, PriceTable
from simulrag.client.table import Table
from simulrag.simulators.interface import Frozen

_SHAPE = (
    '{"currency": "USD", "date": "...", "source": "...", "models": {"MODEL-ID": '
    '{"input": 1, "output": 2, "cache_read": 0.1, "cache_write": 1.2}}}, each for a million tokens'
)


class Terms(Frozen):
    """What a user lets one question cost, and which files may keep and give replies."""

    #: Most calls to the model, None for no limit.
    max_calls: int | None = Field(default=None, ge=0)
    #: Most that replies may cost, in the currency of `prices`; None for no limit.
    max_cost: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    #: Most requests begun in any minute, None for no limit.
    per_minute: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    #: File with the prices of tokens, "" for none.
    prices: str = ""
    #: Folder of all journals, "" for none.
    journal: str = ""
    #: Go on with a run that the journal holds.
    resume: bool = False
    #: File with replies of earlier runs, "" for none.
    cache: str = ""
    #: Address of the model, for those that take one.
    base_url: str = ""

    @classmethod
    def of(cls, **given: Any) -> Self:
        """Return terms as a user gave them. Raises BadInput for a limit that is none."""
        try:
            return cls(**given)
        except ValidationError as error:
            wrong = error.errors()[0]
            name = "-".join(str(part) for part in wrong["loc"]).replace("_", "-")
            raise BadInput(f"--{name} {wrong['input']!r}: {wrong['msg']}") from error

    def check(self) -> None:
        """Raise BadInput where one term makes no sense without another."""
        if self.resume and not self.journal:
            raise BadInput("--resume needs the --journal FOLDER of the run to go on with")
        if self.max_cost is not None and not self.prices:
            raise BadInput(
                f"--max-cost {self.max_cost:g} needs prices, and none ship; give --prices FILE"
            )

    def open_cache(self) -> Table | None:
        """Open the cache. Raises BadInput."""
        return Table(Path(self.cache)) if self.cache else None

    def price(self, model: LanguageModel) -> tuple[Price | None, str]:
        """Return a model's price and its currency, None where it is not known. Raises BadInput."""
        table = read_prices(self.prices)
        if table is None:
            return None, ""
        found = table.models.get(model.model)
        if found is None and self.max_cost is not None:
            raise BadInput(
                f"--max-cost needs the price of {model.model!r}; --prices {self.prices} has those "
                f"of {', '.join(table.models) or 'no model'}"
            )
        return found, table.currency if found else ""

    def metered(
        self, model: LanguageModel, journal: Table | None = None, cache: Table | None = None
    ) -> Metered:
        """Put a model behind these terms. Raises BadInput."""
        price, currency = self.price(model)
        return Metered(
            model,
            limits=Limits(calls=self.max_calls, cost=self.max_cost, per_minute=self.per_minute),
            price=price,
            currency=currency,
            journal=journal,
            cache=cache,
        )


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
