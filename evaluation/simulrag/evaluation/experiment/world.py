"""The synthetic answerer's settings: what it knows, how it errs, and how its judges err.

Nothing here is fitted to a result. The share of claims that no simulator decides is that of the
paper's Figure 5 (34.5 % in climate, 41 % in epidemiology); the rest are round numbers.
"""

from collections.abc import Mapping
from typing import Self

from pydantic import Field, JsonValue, ValidationError

from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Frozen

Share = float


class World(Frozen):
    """How the synthetic answerer and its judges behave. Shares and rates lie in 0 to 1."""

    seed: int = Field(default=0, ge=0)
    #: Drafts of a question, m in the paper.
    drafts: int = Field(default=5, ge=1, le=50)
    #: Parameters of the Beta distribution of how well a fact is known.
    known: tuple[float, float] = (2.0, 1.5)
    #: Share of facts about which all drafts that do not know them err alike.
    systematic: Share = Field(default=0.2, ge=0, le=1)
    #: Share of errors that are slips of a unit, where there is a unit to slip.
    unit_slips: Share = Field(default=0.15, ge=0, le=1)
    #: Probability that a draft states a fact at all.
    stated: Share = Field(default=0.85, ge=0, le=1)
    #: Share of statements in other words, and of true numbers with a digit less.
    paraphrased: Share = Field(default=0.3, ge=0, le=1)
    coarser: Share = Field(default=0.15, ge=0, le=1)
    #: Expected share of a draft's claims that no run of the question decides.
    asides: Share = Field(default=0.35, ge=0, le=0.9)
    #: Of those: opinions, background knowledge (true or false), and true facts of other questions.
    kinds: tuple[float, float, float] = (0.4, 0.4, 0.2)
    #: How often the judge of entailment overlooks it, and sees it where there is none.
    overlooked: Share = Field(default=0.05, ge=0, le=1)
    imagined: Share = Field(default=0.02, ge=0, le=1)
    #: Ablation: claims fold only where their words are the same.
    merging: bool = True
    #: How often the judge of the boundary says the contrary of what code assesses.
    boundary_error: Share = Field(default=0.1, ge=0, le=1)
    #: How often the answerer takes a number over from a context that it is shown.
    heeded: Share = Field(default=0.8, ge=0, le=1)

    @classmethod
    def of(cls, **given: JsonValue) -> Self:
        """Return a world with these settings. Raises BadValue for one that is out of range."""
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            wrong = error.errors()[0]
            name = ".".join(map(str, wrong["loc"]))
            raise BadValue(f"{name} {wrong['input']!r}: {wrong['msg']}", parameter=name) from error

    def told(self) -> Mapping[str, JsonValue]:
        """Return the settings as JSON values."""
        return self.model_dump(mode="json")
