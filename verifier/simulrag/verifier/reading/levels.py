"""Numbers that may be a value or a change of one: differences given as levels, and shares."""

import re

from simulrag.simulators.interface import Output
from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.mentions import FALL, RISE
from simulrag.verifier.reading.roles import Runs
from simulrag.verifier.reading.subjects import Context, signed

#: What makes of a number behind "global warming" a difference of two of them.
_MOVES = re.compile(
    rf"\b(?:{RISE}|{FALL}|chang\w+|differ\w*|apart|gap|shift\w*|by|from|further|another)\b", re.I
)
_THAN = re.compile(r"\b(?:than|above|since|relative)\b", re.I)
_MORE = re.compile(
    r"\s*(?:apart|more|less|higher|lower|warmer|hotter|cooler|colder|above|below)\b", re.I
)


def of_level(fact: Fact, context: Context, output: Output) -> bool:
    """Tell whether a difference is given as a level: "global warming is 1.56 °C in 2030"."""
    if not output.unit.startswith("delta_"):
        return False
    own = [t for t in context.topics if t.output == output.name]
    if any(0 <= t.start - fact.end <= len(" or so ") and _THAN.search(t.words) for t in own):
        return True  # "5 °C warmer than pre-industrial"
    named = [t for t in own if t.end <= fact.start]
    if not named or fact.undirected or signed(fact):
        return False
    between = context.text[named[-1].end : fact.start]
    after = context.text[fact.end : fact.right]
    return not _MOVES.search(between) and not _MORE.match(after)


def of_two_shares(fact: Fact, output: Output, runs: Runs) -> bool:
    """Tell whether a share of a whole is said to change, or to differ between two runs."""
    changes = fact.direction != "none" or len(runs.calls) > 1
    return not output.is_change and not output.changes_of and changes
