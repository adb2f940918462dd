"""Pieces of patterns for amounts and for things that are named, as wordings are told by."""

NUMBER = r"[-+]?\d[\d,]*(?:\.\d+)?"
DEGREES = r"(?:\s?°\s?[CFK]|\s+degrees?(?:\s+(?:celsius|fahrenheit|centigrade))?)"
UNIT = rf"(?:{DEGREES}|\s?%|\s+percent|\s+weeks?|\s+days?)?"
HEDGE = (
    r"(?:(?:well\s+|far\s+)?(?:over|under|above|below|more\s+than|less\s+than|at\s+least|"
    r"at\s+most|about|around|roughly|nearly|almost|some|only|just)\s+)?"
)
SOME = r"(?:half\s+a|a|one|two|three|four|five|six|seven|eight|nine|ten|fifteen|twenty)"
AMOUNT = rf"(?i:{HEDGE}(?:{NUMBER}{UNIT}|{SOME}{DEGREES}))"
PATHWAY = r"(?i:(?:the\s+)?ssp\s?\d[\d.-]*\d)"
THING = rf"(?:{PATHWAY}|[A-Z][\w'-]*(?:\s+[A-Z][\w'-]*){{0,2}})"
SMALL = rf"(?:{PATHWAY}|[\w'-]+(?:\s+[A-Z][\w'-]*){{0,2}})"
MEASURED = (
    rf"(?i:{HEDGE}(?:{NUMBER}(?:{DEGREES}|\s?%|\s+percent|\s+weeks?|\s+days?)|"
    rf"{SOME}(?:{DEGREES}|\s+weeks?)))"
)
MORE = r"(?:[a-z]{3,}er|more|less|fewer|worse)"
END = r"(?=\s*[.,;]?\s*$)"
