"""What can be asked in place of a question that was refused."""

from collections.abc import Sequence
from itertools import groupby

from simulrag.client.reporting.html import Markup, join, tag
from simulrag.client.reporting.subject import Offer


def offers(offered: Sequence[Offer]) -> Markup:
    """Return a list for each simulator: what it can be asked, with a command that works."""
    return join(
        [
            join(tag("h3", name), tag("ul", [tag("li", _offer(offer)) for offer in group]))
            for name, group in groupby(offered, key=lambda offer: offer.simulator)
        ]
    )


def _offer(offer: Offer) -> Markup:
    return join(
        tag("strong", f"{offer.title}: "),
        offer.description.replace("`", ""),
        tag("span", tag("code", offer.command), class_="line command"),
    )
