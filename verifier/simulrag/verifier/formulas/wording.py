"""Whether the words of a text speak of the outputs that a formula takes."""

import re
from collections.abc import Iterator, Sequence

from simulrag.simulators.interface import Function, Output
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.claims import Problem
from simulrag.verifier.formulas.literals import Analysis, RunOutput
from simulrag.verifier.formulas.matching import number_fits
from simulrag.verifier.formulas.mentions import Meaning, Mentions
from simulrag.verifier.formulas.syntax import Node, Number
from simulrag.verifier.formulas.vocabulary import Hit, plain, tokens


def problems(analysis: Analysis, text: Mentions, around: Sequence[Mentions]) -> Iterator[Problem]:
    """Return a problem for each output that neither text nor context speaks of."""
    for one in analysis.outputs:
        if one.declared is None or one.function is None:
            continue
        if not _named(one, analysis, text, around):
            yield _problem(one, text)
        yield from _unfit(one, one.function)
    yield from _other_units(analysis, text)


def _other_units(analysis: Analysis, text: Mentions) -> Iterator[Problem]:
    """Return a problem for a number that the text counts in what another output is counted in."""
    for literal in analysis.literals:
        names = {one.name for one in literal.outputs}
        own = next((one.declared for one in literal.outputs if one.declared), None)
        if literal.role != "compared" or own is None or len(names) > 1:
            continue
        if literal.unit not in (own.unit, own.kind) or not own.unit_words:
            continue
        for number in text.numbers:
            if number.kind != "number" or number.unit or not number_fits(number, literal):
                continue
            counted = _counted(text, number.end)
            if counted and not counted & names:
                yield from (_problem(one, text, counted) for one in literal.outputs)


def _counted(text: Mentions, index: int) -> frozenset[str]:
    """Return the outputs that the longest unit behind a number belongs to."""
    units = [
        hit for hit in text.of("unit word")
        if index <= hit.first <= index + 2
        and not any(one.plain in _SMALL for one in text.tokens[index : hit.first])
    ]  # fmt: skip
    size = max((hit.end - hit.first for hit in units), default=0)
    return frozenset(hit.meaning.name for hit in units if hit.end - hit.first == size)


def _unfit(output: RunOutput, function: Function) -> Iterator[Problem]:
    """Return a problem for an output without the argument that it needs, or beside an idle one."""
    given = {name for name, _ in output.call.arguments}
    needs = set(output.declared.needs) if output.declared else set[str]()
    idle = {name for one in function.outputs for name in one.needs} & given - needs
    sharing = [one for one in function.outputs if idle & set(one.needs)]
    if _unchanged(output, function):
        yield Problem(
            reason="other_output",
            message=f"{output.name} is a change against the same run without changes, and nothing "
            "is changed in this run; take the value itself, or compare two runs",
            simulator=output.call.simulator,
            given=output.name,
        )
    if needs - given or sharing:
        named = ", ".join(sorted(needs - given or idle))
        verb = "needs" if needs - given else "makes nothing of"
        yield Problem(
            reason="other_output",
            message=f"{function.name}.{output.name} {verb} {named}, which the run "
            f"{'lacks' if needs - given else 'is given'}; outputs that take it are "
            f"{', '.join(one.name for one in sharing) or output.name}",
            simulator=output.call.simulator,
            given=output.name,
        )


def _unchanged(output: RunOutput, function: Function) -> bool:
    """Tell whether a change is taken of a run in which no argument alters anything."""
    if output.declared is None or not output.declared.changes_of:
        return False
    altering = {p.name: p for p in function.parameters if p.kind == "change" or p.alters}
    given = dict(output.call.arguments)
    if not altering:
        return False
    return not any(
        not isinstance(given[name], Number) or parameter.altered(_number(given[name]))
        for name, parameter in altering.items() if name in given
    )  # fmt: skip


def _number(node: Node) -> float | None:
    return node.value if isinstance(node, Number) else None


@once_for_each
def _numbers(output: Output) -> frozenset[float]:
    words = (*output.words, *output.loose_words, *output.unit_words, output.description)
    found = re.findall(r"\d+(?:[.,]\d+)*", " ".join(words))
    return frozenset(float(one.replace(",", "")) for one in found if one.count(".") <= 1)


def numbers_of(analysis: Analysis) -> frozenset[float]:
    """Return the numbers in the declared words of the outputs, as "1000" in "per 1000 Gt"."""
    declared = [one.declared for one in analysis.outputs if one.declared]
    return frozenset(number for one in declared for number in _numbers(one))


def _problem(output: RunOutput, text: Mentions, meant: frozenset[str] = frozenset()) -> Problem:
    others = dict.fromkeys(sorted(meant) or [hit.meaning.name for hit in text.of("output")])
    declared = output.declared
    words = (*declared.words, *declared.loose_words)[:6] if declared else ()
    better = ", ".join(name for name in others if name != output.name)
    return Problem(
        reason="other_output",
        message=f"the text does not speak of {output.call.function}.{output.name} ("
        f"{', '.join(words) or output.name}){f'; it names {better}' if better else ''}; take the "
        "output that the text speaks of",
        simulator=output.call.simulator,
        given=output.name,
        candidates=tuple(others)[:8],
    )


def _named(one: RunOutput, analysis: Analysis, text: Mentions, around: Sequence[Mentions]) -> bool:
    function = one.function
    if function is None or len(function.outputs) == 1:
        return True
    family = _family(function, one.name)
    if not _speaks(function, family):
        return _described(function, one.name, text)
    names = _names(function)
    for shown in (text, *around):
        hits = _free([hit for hit in shown.of("output") if hit.meaning.name in names], shown)
        labels = shown.of("label") if _classed(one, analysis) else ()
        taken = family | {other.name for other in analysis.outputs}
        units = [hit for hit in shown.of("unit word") if hit.end - hit.first > 1]
        outermost = _outermost([*hits, *units], taken)
        own = [hit for hit in outermost if hit.meaning.name in family]
        if own or any(hit.meaning.name in family for hit in labels):
            apt = taken | {o.name for o in function.outputs if set(o.needs) <= _given(one)}
            others = [hit for hit in hits if hit.meaning.name in apt]
            if labels or not _better(others, own, taken):
                return True
        if any(_scattered(words, shown) for words in _phrases(one.declared)):
            return True
        if own:
            return False
        if hits:
            return False
    return _described(function, one.name, text)


def _classed(output: RunOutput, analysis: Analysis) -> bool:
    """Tell whether an output is compared with a label, whose words speak of it too."""
    return any(one.role in ("label", "band") and output in one.outputs for one in analysis.literals)


def _free(hits: Sequence[Hit[Meaning]], shown: Mentions) -> list[Hit[Meaning]]:
    """Return the phrases that are no part of a longer one for an input ("speed limit")."""
    inputs = shown.of("parameter", "choice")
    return [hit for hit in hits if not any(hit.within(other) for other in inputs)]


def _given(output: RunOutput) -> frozenset[str]:
    return frozenset(name for name, _ in output.call.arguments)


def _better(
    hits: Sequence[Hit[Meaning]], own: Sequence[Hit[Meaning]], taken: frozenset[str]
) -> bool:
    """Tell whether another output's own words say more than loose words that speak of this one."""
    if any(hit.meaning.sure for hit in own):
        return False
    size = max((hit.end - hit.first for hit in own), default=0)
    return any(
        hit.meaning.sure and hit.end - hit.first >= max(2, size) and hit.meaning.name not in taken
        and not any(hit.first <= one.first and one.end <= hit.end for one in own)
        for hit in hits
    )  # fmt: skip


@once_for_each
def _phrases(output: Output | None) -> tuple[frozenset[str], ...]:
    """Return the content words of each of an output's own phrases that has several."""
    if output is None:
        return ()
    held = (frozenset(one.plain for one in tokens(words)) - _LINKS for words in output.words)
    return tuple(words for words in held if len(words) > 1)


def _scattered(words: frozenset[str], shown: Mentions) -> bool:
    """Tell whether a text holds the words of a phrase, wherever they stand."""
    return words <= {one.plain for one in shown.tokens}


def _names(function: Function) -> frozenset[str]:
    return frozenset(one.name for one in function.outputs)


def _speaks(function: Function, family: frozenset[str]) -> bool:
    return any(one.words or one.loose_words for one in function.outputs if one.name in family)


def _family(function: Function, name: str) -> frozenset[str]:
    """Return an output with those that are changes of it, or that it is the change of."""
    declared = next((one for one in function.outputs if one.name == name), None)
    base = declared.changes_of if declared and declared.changes_of else name
    changes = {one.name for one in function.outputs if one.changes_of == base}
    return frozenset({base, name, *changes})


def _outermost(hits: Sequence[Hit[Meaning]], family: frozenset[str]) -> list[Hit[Meaning]]:
    """Return the phrases without those of a family that are part of another output's phrase."""
    foreign = [hit for hit in hits if hit.meaning.name not in family]
    return [
        hit for hit in hits
        if hit.meaning.name not in family or not any(hit.within(other) for other in foreign)
    ]  # fmt: skip


def _described(function: Function, name: str, text: Mentions) -> bool:
    declared = next(one for one in function.outputs if one.name == name)
    words = _content(declared)
    return any(token.plain in words for token in text.tokens)


@once_for_each
def _content(output: Output) -> frozenset[str]:
    """Return the longer words of an output's name, description and units."""
    said = " ".join((output.name.replace("_", " "), output.description, *output.unit_words))
    found = re.findall(r"[^\W\d_]{4,}", said)
    return frozenset(plain(word) for word in found) - _COMMON


#: Words behind which a unit is no longer that of the number before them.
_SMALL = frozenset(("a", "an", "per", "each", "every", "in", "on", "at", "of", "by", "for", "to",
                    "the", "during", "and", "from", "until", "after", "before",
                    ",", "."))  # fmt: skip
_LINKS = frozenset(("per", "of", "the", "in", "a", "an", "to", "-", "by", "on", "at", "'", "s"))
_COMMON = frozenset(("with", "from", "that", "those", "than", "without", "same", "over", "each",
                     "this", "which", "most", "value", "where", "last", "first"))  # fmt: skip


def unknown_names(text: Mentions) -> Iterator[tuple[int, int]]:
    """Return the capitalised words of a text that no declaration or date knows, as tokens."""
    kinds = ("choice", "group", "parameter", "output", "baseline", "label", "unit word")
    taken = {i for hit in text.of(*kinds) for i in range(hit.first, hit.end)}
    taken |= {i for one in text.periods for i in range(one.first_token, one.end_token)}
    index = 0
    while index < len(text.tokens):
        end = index
        while end < len(text.tokens) and end not in taken and _is_name(text, end):
            end += 1
        if end > index and not (index == 0 and end == 1 and _starts(text)):
            yield index, end
        index = max(end, index + 1)


def _is_name(text: Mentions, index: int) -> bool:
    word = text.tokens[index].word
    return len(word) > 2 and word[0].isupper() and word[1:].islower()


def _starts(text: Mentions) -> bool:
    """Tell a sentence that starts with a common word, as most do."""
    return text.tokens[0].plain in _OPENINGS


_OPENINGS = frozenset(("the", "under", "with", "in", "for", "on", "by", "from", "between", "if",
                       "when", "most", "about", "over", "after", "before", "both",
                       "despite"))  # fmt: skip
