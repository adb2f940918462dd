"""What a server asks for that cannot answer now: the header Retry-After (RFC 9110, 10.2.3)."""

import math
from email.utils import parsedate_to_datetime


def retry_after(header: str, now: float) -> float | None:
    """Return the seconds to wait, from a number or a date; None for what is neither.

    now: seconds since 1970.
    """
    try:
        asked = float(header) if header.strip().isascii() else math.nan
    except ValueError:
        try:
            asked = parsedate_to_datetime(header).timestamp() - now
        except (ValueError, OverflowError):  # a year that no calendar has
            return None
    return None if math.isnan(asked) else max(asked, 0.0)
