"""What several items of a reply have in common, said once with their numbers."""

from collections.abc import Iterator, Mapping, Sequence


class Shared:
    """Remarks on the items of a reply, by position; "" where there is none.

    One that several items share stands in a line of its own below them.
    """

    def __init__(self, word: str, remarks: Sequence[str]) -> None:
        self._word = word
        self._remarks = remarks
        self._about: dict[str, list[str]] = {}
        for number, remark in enumerate(remarks, 1):
            if remark:
                self._about.setdefault(remark, []).append(str(number))

    def inline(self, index: int) -> str:
        """Return the remark on an item (from 0), or where it stands."""
        remark = self._remarks[index]
        about = self._about.get(remark, ())
        return f"see {self._word} ({', '.join(about)})" if len(about) > 1 else remark

    def own(self, index: int) -> str:
        """Return the remark on an item (from 0) where no other has the same; else ""."""
        remark = self._remarks[index]
        return remark if len(self._about.get(remark, ())) == 1 else ""

    def lines(self) -> list[str]:
        """Return a line for each remark that several items share."""
        return [
            f"{self._word} ({', '.join(about)}): {remark}"
            for remark, about in self._about.items()
            if len(about) > 1
        ]


#: Most words of what remarks begin with, before a colon, to stand in one line.
_LONGEST_LEAD = 3


def by_lead(about: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, list[str]]]:
    """Yield remarks with the numbers of what they are about; those with one lead together.

    "place taken: Lima" of 1 and "place taken: Cork" of 2 are "place taken: Lima; Cork" of 1, 2.
    """
    told: dict[str, list[str]] = {}
    numbers: dict[str, list[str]] = {}
    for remark, of in about.items():
        lead, colon, rest = remark.partition(": ")
        if not colon or len(lead.split()) > _LONGEST_LEAD:
            lead, rest = remark, ""
        told.setdefault(lead, []).append(rest)
        numbers.setdefault(lead, []).extend(one for one in of if one not in numbers.get(lead, ()))
    for lead, rests in told.items():
        yield f"{lead}: {'; '.join(rests)}" if any(rests) else lead, sorted(numbers[lead], key=int)
