"""Questions with their merged claims, and what is known of each claim before any method."""

from simulrag.simulators.interface import Frozen
from simulrag.verifier.claims import BoundWord, Claim, VerdictWord


class PreparedClaim(Frozen):
    """A merged claim: its support, its bound, its verdict, and whether it is true.

    before, after: true, false, or None where nothing tells; after verification, of `updated`.
    """

    claim: Claim
    bound: BoundWord
    verdict: VerdictWord
    updated: str
    before: bool | None
    after: bool | None
    #: From 0 to 1: a judge of the boundary who errs at a rate above it says the contrary.
    drawn: float = 1.0

    @property
    def decided(self) -> bool:
        """Tell whether verification decides it."""
        return self.verdict in ("supported", "refuted")


class Prepared(Frozen):
    """One question with its claims; questions of a group rest on the same evidence."""

    item: str
    simulator: str
    group: str
    drafts: int
    claims: tuple[PreparedClaim, ...]
    #: Claims of all drafts before merging.
    mentions: int = 0
