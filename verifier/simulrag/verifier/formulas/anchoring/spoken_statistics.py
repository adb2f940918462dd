"""Whether a text says of values what a formula takes of them: a mean, an extreme, a later place.

"Averaged 300 a week" is not said of the top week, nor are "the quietest week", "the worst day" and
"the second-warmest year" of the warmest.
"""

import itertools
from collections.abc import Iterator, Sequence

from simplemma import lemmatize

from simulrag.simulators.interface import Output
from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas.anchoring import lexicon
from simulrag.verifier.formulas.anchoring.mentions import Mentions
from simulrag.verifier.formulas.anchoring.printed_literals import Matched
from simulrag.verifier.formulas.anchoring.spoken_outputs import tokens_of
from simulrag.verifier.formulas.anchoring.unprinted import DURATIONS, is_bound_of
from simulrag.verifier.formulas.anchoring.vocabulary import plain_words, tokens

#: Verbs that say of a number that it is a mean.
_AVERAGING = ("averages", "averaged", "averaging")
#: Words for a mean, in what an output declares of itself.
_MEANS = frozenset("average averages mean means averaged annual".split())
#: Functions by which a formula takes a mean, and by which a place in an order.
_TAKES_MEAN = frozenset(("mean", "sum", "/"))
_TAKES_PLACE = frozenset(("rank", "count"))
#: Functions by which a formula compares one of several with the others.
_RANKS = frozenset("argmax argmin rank max min all any first when_max count low high".split())
_TAKES_LEAST = frozenset(("min", "argmin", "rank", "low", "when_max"))
#: Words for the highest of all, in what an output declares of itself, and for one like any other.
_MOST = frozenset("most highest top peak largest".split())
_TYPICAL = frozenset("average typical median ordinary usual every each".split())


def problems(held: Matched) -> Iterator[Problem]:
    """Return a problem for a mean, and for a later place in an order, that no formula takes."""
    said = next((word for word in _AVERAGING if held.text.places(word)), "")
    if said and not held.analysis.operations & _TAKES_MEAN and not _is_mean(held):
        yield _told(held, f"the text says {said!r}: take a mean, or an output that is one")
    yield from _other_extremes(held)
    first = "" if _compares_all(held) else next(_unranked(held), "")
    if first:
        yield _told(held, f"the text says {first!r}: compare it with all others, or rank it")
    places = dict(_later_places(held))
    if places and not held.analysis.operations & _TAKES_PLACE:
        yield _told(held, f"the text says {next(iter(places))!r}: compare rank(...) with the place")
    yield from _other_places(held, frozenset(places.values()))


def _other_extremes(held: Matched) -> Iterator[Problem]:
    """Return a problem for a lowest, a typical or another time where outputs are the highest."""
    words = [_own_words(one.declared) for one in held.analysis.outputs if one.declared]
    if not words or not all(own & _MOST and not own & lexicon.LOWEST for own in words):
        return
    text = held.text
    limits = {at for hit in text.of("comparator") for at in range(hit.first, hit.end)}  # "at least"
    said = [word for at, word in enumerate(text.plain)
            if word in lexicon.LOWEST and at not in limits]  # fmt: skip
    if said and not text.says(lexicon.HIGHEST) and not held.analysis.operations & _TAKES_LEAST:
        yield _told(held, f"the text says {said[0]!r}, and it is the most of all")
    times = frozenset[str]().union(*words).intersection(DURATIONS)
    for at, (word, unit) in enumerate(itertools.pairwise(text.plain)):
        other = word in _TYPICAL or (_is_superlative(word) and unit not in times)
        if times and unit in DURATIONS and other:
            yield _told(held, f"the text says {text.printed(at, at + 2)!r}; it is of the top one")


def _unranked(held: Matched) -> Iterator[str]:
    """Yield what a text says of the first of all, where the formula compares it with no other."""
    text = held.text
    kinds = ("output", "label", "choice", "group", "parameter", "unit word", "baseline",
             "comparator")  # fmt: skip
    taken = {one.name for one in held.analysis.outputs}
    top = any(_own_words(one.declared) & _MOST for one in held.analysis.outputs if one.declared)
    named = tokens_of(
        hit for hit in text.of(*kinds) if hit.meaning.kind != "output"
        or (hit.meaning.name in taken and (top or hit.size > 1))  # "warmest" of a temperature
    )  # fmt: skip
    counted = tokens_of(text.of("output", "unit word"))
    own = frozenset[str]().union(*(
        plain_words(said) for one in held.analysis.outputs if one.declared
        for said in (one.declared.description, one.name.replace("_", " "), one.declared.template)
    ))  # fmt: skip
    for at, word in enumerate(text.plain):
        ahead, (behind, whole, of) = text.plain[at - 1 : at], _next(text.plain, at, 3)
        graded = word.endswith("est") and _is_superlative(word) and not _is_name(text, at)
        among = behind == "of" and whole in ("any", "all") and of.removesuffix("s") not in DURATIONS
        alone = (
            at not in named
            and word not in own
            and behind not in lexicon.ESTIMATES
            and ahead != ["at"]
        )
        if (graded and (alone or among)) or (
            word == "most" and ahead == ["the"] and at + 1 in counted
        ):
            yield text.printed(at, at + 1)
        other = (word, behind) == ("any", "other") and not (top and whole in DURATIONS)
        if other or (word, behind) == ("a", "record"):
            yield text.printed(at, at + 2)


def _next(words: Sequence[str], at: int, count: int) -> list[str]:
    """Return the words behind a token, "" where there are no more."""
    return [*words[at + 1 : at + 1 + count], *[""] * count][:count]


def _is_name(text: Mentions, at: int) -> bool:
    """Tell a word with a capital that begins no sentence: the Midwest."""
    return at > 0 and text.tokens[at].word[0].isupper() and text.plain[at - 1].isalnum()


def _compares_all(held: Matched) -> bool:
    """Tell whether a formula ranks, goes through a list or orders two runs."""
    two_runs = any(atom.left_outputs and atom.right_outputs for atom in held.analysis.atoms)
    return two_runs or bool(held.analysis.operations & _RANKS) or bool(held.analysis.sizes)


def _is_superlative(word: str) -> bool:
    """Tell "busiest", whose base is another word, from "crest"."""
    graded = word.endswith("est") and lemmatize(word, lang="en") != word
    return graded or word in ("worst", "best", "most")


def _own_words(output: Output) -> frozenset[str]:
    """Return the words that an output declares of itself."""
    said = (output.description, output.name.replace("_", " "), *output.words)
    return frozenset(word for phrase in said for word in plain_words(phrase))


def _told(held: Matched, message: str) -> Problem:
    name = held.analysis.outputs[0].name if held.analysis.outputs else ""
    return Problem(
        reason="other_output", message=f"the formula takes {name} itself, but {message}", given=name
    )


def _is_mean(held: Matched) -> bool:
    """Tell whether an output of the formula is a mean by its own words."""
    declared = [one.declared for one in held.analysis.outputs if one.declared]
    said = (text for one in declared for text in (one.description, *one.words))
    return any(token.plain in _MEANS for text in said for token in tokens(text))


def _other_places(held: Matched, places: frozenset[int]) -> Iterator[Problem]:
    """Return a problem for a place in an order that is not the one of the text."""
    if places and sum(map(_is_superlative, held.text.plain)) > len(places):
        places |= {1}
    ranked = [one for one in held.analysis.literals if one.role == "compared"
              and one.comparator == "==" and is_bound_of(held, one, "rank")]  # fmt: skip
    for one in ranked if places else ():
        if one.value not in places and not held.positions(one):
            said = ", ".join(lexicon.ORDINALS[place] for place in sorted(places))
            yield _told(held, f"the text says {said!r}, and the formula has {one.printed}")


def _later_places(held: Matched) -> Iterator[tuple[str, int]]:
    """Yield what is said of a later place in an order, and which it is: "second-highest"."""
    text = held.text
    for place, word in enumerate(lexicon.ORDINALS[2:], 2):
        for at in text.places(word):
            end = at + (3 if text.plain[at + 1 : at + 2] == ["-"] else 2)
            if any(map(_is_superlative, text.plain[end - 1 : end])):
                yield text.printed(at, end), place
