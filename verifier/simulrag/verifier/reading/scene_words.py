"""The words in which values of runs are told, each with the sign of what it means.

A sign is one letter; the frames of `scene_frames` are about signs. They are listed in
`data/scene.txt`; words of the simulator's own declarations are added by `scene_signs`. Words that
say nothing of their own have the sign "".
"""

from collections.abc import Mapping
from functools import cache

from simulrag.verifier.reading.scene_class_words import too_or_enough
from simulrag.verifier.reading.sign_lists import signs_in
from simulrag.verifier.reading.text import longest_from


@cache
def signs_of_phrases() -> Mapping[str, str]:
    """Return the sign of each word or phrase in small letters, hyphens as spaces."""
    return {**too_or_enough(), **signs_in("scene.txt")}


@cache
def longest_phrases() -> Mapping[str, int]:
    """Return of how many words the longest phrase is that begins with a word."""
    return longest_from(phrase.split() for phrase in signs_of_phrases())
