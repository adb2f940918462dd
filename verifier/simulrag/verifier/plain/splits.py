"""Where a plain sentence says what it compares with: "than Texas", "twice that of 2022-23"."""

import re
from collections.abc import Iterator

from simulrag.simulators.interface import Frozen
from simulrag.verifier.plain.items import changes_in_words
from simulrag.verifier.plain.marks import PIVOT, Comparative
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.quantities import quantities
from simulrag.verifier.reading.ratios import Ratio
from simulrag.verifier.reading.text import Span, find_phrases

#: Phrases that end what is compared with and hold for both settings.
_BOTH = re.compile(
    r",?\s+(?:given|provided|assuming|other things|all else|everything else|all other|other inputs|"
    r"ceteris paribus|with the same|with everything|leaving|prior immunity being|"
    r"and the same share)\b|;|\.\s",
    re.I,
)
#: Pivots that lead in a single value, right behind them.
_RATHER = re.compile(r"\b(?:rather than|instead of)$", re.I)
_NEAR = 25
_OPENS = re.compile(r"^\W*(?:\w+\s+){0,2}$")


class Split(Frozen):
    """The words that lead in what is compared with, and text[left:right] that names it."""

    lead: Span
    left: int
    right: int
    ratio: Ratio | None = None
    transitive: Comparative | None = None


def splits(scene: Scene) -> Iterator[Split]:
    """Yield the ways in which a sentence may be split, the most telling first."""
    for ratio in scene.ratios:
        if ratio.tail > ratio.end:
            yield Split(
                lead=Span(text="", start=ratio.start, end=ratio.tail),
                left=ratio.tail,
                right=_end(scene, ratio.tail, ratio.start),
                ratio=ratio,
            )
    for word in scene.comparatives:
        if word.transitive and not _limits(scene, word):
            yield Split(
                lead=Span(text="", start=word.start, end=word.end),
                left=word.end,
                right=len(scene.text),
                transitive=word,
            )
    figures = [  # "warmer than 1995-2014" names a period and no limit
        q
        for q in quantities(scene.text)
        if not any(i.start <= q.start < i.end for i in scene.items)
    ]
    outputs = scene.function.outputs
    baselines = [s.start for o in outputs for s in find_phrases(scene.text, o.baseline_words)]
    for match in PIVOT.finditer(scene.text):
        if any(q.qualified_from <= match.start() < q.start for q in figures):
            continue
        if any(0 <= at - match.end() <= len(" that in the ") for at in baselines):
            continue  # "warmer than in 1850-1900": what the output is counted from
        yield Split(
            lead=Span(text=match.group(), start=match.start(), end=match.end()),
            left=match.end(),
            right=_end(scene, match.end(), match.start()),
        )


def _limits(scene: Scene, word: Comparative) -> bool:
    """Tell whether a verb leads in a number and so no setting: "exceeds 2 °C by 2035"."""
    return any(
        _HEDGE.fullmatch(scene.text, word.end, max(q.start, word.end))
        for q in scene.numbers
        if q.start >= word.end
    )


_HEDGE = re.compile(
    r"\s*(?:(?:about|around|roughly|nearly|almost|some|the|a|even|just)\s+){0,2}", re.I
)


def _end(scene: Scene, left: int, start: int) -> int:
    """Return where the words for what is compared with end."""
    text = scene.text
    if _RATHER.search(text[:left]):
        after = next((i for i in scene.items if 0 <= i.start - left <= _NEAR), None)
        if after is not None:
            return after.end
    comma = text.find(",", left)
    if _OPENS.match(text[:start]) and comma > 0:
        return comma
    shared = _BOTH.search(text, left)
    end = shared.start() if shared else len(text)
    moved = [s for _, _, s in changes_in_words(text, scene.function)]
    telling = [
        c
        for c in scene.comparatives
        if c.words.lower() not in ("up", "down")
        and all(not s.start <= c.start < s.end for s in moved)
    ]
    before = any(c.end <= start for c in telling)
    named = min((i.end for i in scene.items if i.start >= left), default=left)
    after = next((c.start for c in telling if c.start >= named), len(text))
    return end if before else min(end, after)
