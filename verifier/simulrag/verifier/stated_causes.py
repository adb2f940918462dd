"""Causes that a text states, and whether the runs behind it hold them.

A run holds what was put into it: a measure, a scenario, a changed amount. That something else is
behind its results no run shows.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from simulrag.verifier.claims import Claim, Problem, Verdict
from simulrag.verifier.formulas.anchoring import lexicon
from simulrag.verifier.formulas.anchoring.periods import periods
from simulrag.verifier.formulas.anchoring.vocabulary import Phrases, Token, plain, tokens
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.syntax import Call, FormulaError, walk

_LINKS = Phrases([(link, link) for link in (*lexicon.CAUSES, *lexicon.REASONS)])
#: What ends the clause of a cause.
_ENDS = frozenset(".,;:()")
#: Values in the arguments of a run, as they are written.
_VALUES = re.compile(r'"([^"]*)"|(\d+(?:\.\d+)?)')
#: A word behind an input, which belongs to its name where the question says so ("CO2 emissions").
_BEHIND = r"(?:[ -]([a-z]+))?"
#: Words that name no cause: of what is done to an input, and which way it goes.
_GENERAL = lexicon.GRAMMATICAL | lexicon.CUTS | lexicon.WHOLES | lexicon.RISE | lexicon.FALL


def unheld(
    text: str, formulas: Iterable[str], question: str, let: Mapping[str, str] | None = None
) -> str:
    """Return the words that lead a cause which is no input of a text's runs; empty for none.

    formulas: what the text says of its runs, with the names of `let`. question: what may name
    inputs in more words.
    """
    stated = list(_stated(tokens(text)))
    if not stated:
        return ""
    inputs, asked = _inputs(formulas, let or {}), _plain(tokens(question))
    return next((link for link, cause in stated if not _holds(cause, inputs, asked)), "")


def unheld_cause(claim: Claim, question: str) -> str:
    """Return the words that lead a cause of a claim which its formula does not hold."""
    return unheld(claim.text, [claim.formula], question, claim.let)


def as_far_as_held(claim: Claim, verdict: Verdict, question: str) -> Verdict:
    """Return the verdict on a claim; outside where its runs bear out all but a cause in it."""
    link = unheld_cause(claim, question) if verdict.verdict == "supported" else ""
    if not link:
        return verdict
    problem = Problem(reason="cause", message=f"no run shows what is behind {link!r}")
    return verdict.model_copy(update={"verdict": "outside", "problem": problem})


def _stated(shown: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Yield the links to causes in a text, each with its cause where that stands behind it."""
    dated = {one.first_token for one in periods(shown)}
    for hit in _LINKS.find(shown):
        ends = (n for n in range(hit.end, len(shown)) if shown[n].word in _ENDS)
        end = next(ends, len(shown))
        clause = shown[hit.end : end]
        counted = any(one.plain in lexicon.TIMES for one in clause)
        leads = hit.first == 0 or shown[hit.first - 1].word in _ENDS
        if hit.meaning == lexicon.SINCE and (
            counted or not leads or not dated.isdisjoint(range(hit.end, end))
        ):
            continue
        link = " ".join(one.word for one in shown[hit.first : hit.end])
        cause = "" if hit.meaning in lexicon.REASONS else _plain(clause)
        yield link, cause


def _plain(shown: Sequence[Token]) -> str:
    return " ".join(one.plain for one in shown)


def _inputs(formulas: Iterable[str], let: Mapping[str, str]) -> re.Pattern[str]:
    """Return what finds the names and values of inputs in a text, however they are divided."""
    said: set[str] = set()
    for formula in formulas:
        try:
            calls = [one for one in walk(parse(formula, let).root) if isinstance(one, Call)]
        except FormulaError:
            continue
        for name, value in (one for call in calls for one in call.arguments):
            found = _VALUES.findall(written(value))
            said.update([name], (text or f"{float(number):g}" for text, number in found))
    spelt = ("[^a-z0-9]*".join(re.findall("[a-z0-9]", plain(one))) for one in said)
    any_of = "|".join(filter(None, spelt)) or "(?!)"
    return re.compile(rf"(?<![a-z0-9])(?:{any_of})(?![a-z0-9]){_BEHIND}")


def _holds(cause: str, inputs: re.Pattern[str], question: str) -> bool:
    """Tell whether a cause names an input and says nothing else."""
    rest, count = inputs.subn(lambda one: "" if one[0] in question else one[1] or "", cause)
    return count > 0 and all(one.plain in _GENERAL for one in tokens(rest) if one.word.isalpha())
