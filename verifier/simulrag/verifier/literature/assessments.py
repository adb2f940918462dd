"""What is known of one source after step 5: how it was found, read, graded and weighed."""

from typing import Literal

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.excerpts import Excerpt
from simulrag.verifier.literature.local_labels import LocalLabel
from simulrag.verifier.literature.reputation import Reputation
from simulrag.verifier.literature.takeaways import Takeaway

Use = Literal["counted", "no_evidence", "dropped", "retracted"]


class Assessment(Frozen):
    """One source; `number` is what citations name it by, from 1."""

    number: int
    takeaway: Takeaway
    label: LocalLabel
    reputation: Reputation
    use: Use
    by_claim: bool
    by_opposition: bool
    excerpts: tuple[Excerpt, ...] = ()
