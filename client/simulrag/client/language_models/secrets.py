"""Keeps keys out of messages."""

from collections.abc import Iterable


def without(text: str, secrets: Iterable[str]) -> str:
    """Return a text with every secret in it replaced by stars."""
    for secret in secrets:
        if secret:
            text = text.replace(secret, "***")
    return text
