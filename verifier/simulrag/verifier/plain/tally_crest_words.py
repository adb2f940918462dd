"""Words for how many times a count crests: "two humps", "double-peaked"."""

import re

from simulrag.verifier.plain.tally_held import Piece

_NOUN = (
    r"(?:crests?|peaks?|humps?|waves?|maxima|maximums?|surges?|tops?|highs?|spikes?|bumps?|summits?|"
    r"high points?|rises|upswings|swells|climaxes|pulses|upsurges|flare-ups)"
)
_ADJECTIVE = (
    r"(?:(?:separate|distinct|distinctive|clear|successive|consecutive|different|individual|marked|"
    r"pronounced|visible|major|big|large|sharp|(?:flu|influenza|weekly|local|national|nationwide))"
    r",? (?:and )?){0,3}"
)
_EVEN = (
    r"(?:(?:almost|nearly|about|roughly|more or less|virtually|practically) )?"
    r"(?:equally|similarly|comparably) (?:high|tall|large|big|strong) "
)
_TWICE = re.compile(
    r"\b(?:two|2|a pair of|a couple of|twin|double) "
    rf"{_ADJECTIVE}(?P<even>{_EVEN})?{_ADJECTIVE}{_NOUN}\b"
    r"(?P<same> of (?:(?:about|nearly|almost|roughly|exactly) )?"
    r"(?:equal|the same|similar|comparable) (?:size|height))?"
    r"|\b(?:double|twin|two)[- ](?:peaked|humped|crested|topped)\b"
    r"|\bbimodal\b|\b(?:peaked|crested|surged|topped out) twice\b|\btwo-peak\b"
)
_ONCE = re.compile(
    r"\b(?:only one|just one|a single|one single|a sole|but one) "
    rf"{_ADJECTIVE}{_NOUN}\b(?! (?:week|of|in|at))"
    r"|\bsingle-(?:peaked|humped|crested)\b|\bunimodal\b|\b(?:peaked|crested) (?:only|just) once\b"
)


def crest_counts(small: str) -> list[Piece]:
    """Return words for two crests, held "even" where they are called equally high, and for one."""
    made = [
        Piece("2", *m.span(), "even" if m["even"] or m["same"] else None)
        for m in _TWICE.finditer(small)
    ]
    return made + [Piece("1", *m.span()) for m in _ONCE.finditer(small)]
