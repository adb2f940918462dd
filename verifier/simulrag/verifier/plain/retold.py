"""What is done, denied or told in two steps, in the words that readings are made for.

Tried only where a sentence is not read as it stands. Each says the same whatever it is said of.
"""

import re

from simulrag.verifier.plain.rewordings import Template
from simulrag.verifier.plain.wording_parts import (
    AMOUNT,
    DEGREES,
    MORE,
    NUMBER,
    PATHWAY,
    SOME,
    THING,
)

_PART = (
    r"(?:(?:an?|one|two|three|four)\s+(?:half|third|quarter|fifth|sixth|eighth|tenth)s?|half|"
    r"[\d.]+\s?(?:%|percent))"
)
#: What is taken from a pathway, and how.
_GAS = r"(?:CO2|CH4|SO2|methane|carbon\s+dioxide|sul(?:ph|f)ur\s+dioxide|black\s+carbon|soot)"
_TAKES = (
    r"(?:tak(?:e|ing)|strip(?:ping)?|remov(?:e|ing)|shav(?:e|ing)|knock(?:ing)?|trim(?:ming)?|lop(?:ping)?|"
    r"cut(?:ting)?|drop(?:ping)?|pull(?:ing)?|carv(?:e|ing)|slic(?:e|ing)|subtract(?:ing)?)"
)
_OUT_OF = r"(?:out\s+of|off|away\s+from|from|in)"
_EMISSIONS = r"(?:the\s+)?(?:[\w]+(?:\s+dioxide)?\s+)?emissions"
_FEW = {"one": 1.0, "a": 1.0, "an": 1.0, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0}
_COUNT = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
#: A distance in degrees, also in words for parts of one.
_DISTANCE = (
    r"(?i:(?:(?:well\s+)?(?:over|under)|more\s+than|less\s+than|about|around|roughly|nearly|almost|only)\s+)?"
    rf"(?:{AMOUNT}|(?:an?(?:\s+(?:full|whole|single))?|half\s+an?|an?\s+(?:half|third|quarter|fifth|tenth)\s+of\s+an?|one)\s+degree"
    rf"(?:\s+(?:celsius|fahrenheit))?|{SOME}{DEGREES})"
)
#: Gerunds -> the verb in its plain form, where dropping "ing" does not give it.
_PLAIN_FORMS = {
    "rising": "rise", "exceeding": "exceed", "crossing": "cross", "leaving": "leave",
    "making": "make", "taking": "take", "coming": "come", "overshooting": "overshoot",
}  # fmt: skip


def _not(match: re.Match[str]) -> str:
    """Return "does not pass" for "avoids passing", where nothing else denies or excepts."""
    if _DENIES.search(match.string):
        return match.group()
    does = {"s": "does", "ed": "did"}.get(match["tense"].casefold(), "do")
    verb = match["verb"].casefold()
    return f"{does} not {_PLAIN_FORMS.get(verb, verb.removesuffix('ing'))}"


_DENIES = re.compile(
    r"\b(?:no|not|never|none|neither|nor|nobody|cannot|without|but|except|few|hardly|only)\b|n't\b",
    re.I,
)


def _than_other(match: re.Match[str]) -> str:
    """Return "warmer under A than under B" for "between A and B, it is warmer under A"."""
    pair = match["a"].casefold(), match["b"].casefold()
    if match["who"].casefold() not in pair:
        return match.group().replace("{", "{{").replace("}", "}}")
    return "{rest}{who} than under " + ("{b}" if match["who"].casefold() == pair[0] else "{a}")


def _named_last(match: re.Match[str]) -> str:
    """Return the one of two things named before that "the latter" points at."""
    which = "{b}" if match["which"].casefold() == "latter" else "{a}"
    return f"{{lead}}{{a}}{{join}}{{b}}{{rest}}{which}"


def _same_unit(match: re.Match[str]) -> str:
    """Leave "in kelvin" out before a number in kelvin."""
    return "{rest}" if match["unit"][0].casefold() == match["own"][0].casefold() else match.group()


def _nearer(match: re.Match[str]) -> str:
    """Return the middle that "closer to 3 °C than to 2 °C" puts a value beyond."""
    near, far = (_amount(match[g]) for g in ("near", "far"))
    if near is None or far is None or near == far:
        return match.group().replace("{", "{{").replace("}", "}}")
    return f"{'more' if near > far else 'less'} than {(near + far) / 2:g}{{unit}}"


def _amount(words: str) -> float | None:
    """Return what a few words for a number say, None for others."""
    told = words.casefold().strip()
    half = re.fullmatch(r"(?P<n>an?|one|two|three|four)\s+and\s+a\s+half", told)
    if half is not None:
        return _FEW[half["n"]] + 0.5
    if told.startswith("half"):
        return 0.5
    return _FEW[told] if told in _FEW else float(told) if re.fullmatch(NUMBER, told) else None


def _each_of(match: re.Match[str]) -> str:
    """Leave the count of a list out that it agrees with: "in all four scenarios, A, B, C and D"."""
    listed = len(re.findall(PATHWAY, match["list"]))
    if _COUNT[match["n"].casefold()] != listed:
        return match.group().replace("{", "{{").replace("}", "}}")
    return "{lead} each of {list}"


_ONE = (
    rf"(?:half\s+an?|(?:one|two|three|four)\s+and\s+a\s+half|an?|one|two|three|four|five|{NUMBER})"
)
_PATHWAYS = rf"{PATHWAY}(?:,\s+{PATHWAY})*,?\s+(?:and|or)\s+{PATHWAY}"
_UNITS = r"(?:degrees\s+)?(?P<unit>fahrenheit|kelvins?|celsius)"
_OWN = r"(?:°\s?|degrees\s+)?(?P<own>F\b|fahrenheit|K\b|kelvins?|C\b|celsius)"

_PLAIN: tuple[tuple[str, Template], ...] = (
    # A unit that is told before its number and beside it.
    (rf"(?i)^\W*(?:(?:measured|expressed|given|stated|put)\s+)?in\s+{_UNITS},\s+"
     rf"(?P<rest>[^;]*?\d\s?{_OWN})", _same_unit),
    # "Summer and winter taken together" is the whole year.
    (r"(?i)\b(?:with\s+)?(?:summers?\s+and\s+winters?|winters?\s+and\s+summers?|(?:all\s+)?(?:the\s+)?(?:four\s+)?"
     r"seasons)\s+(?:taken\s+|put\s+|lumped\s+)?(?:together|averaged|combined|included)\b",
     "over the whole year"),
    # "Again by best estimate".
    (r"(?i),\s+(?:again|once\s+more|as\s+ever|likewise|also)\s+(?=(?:by|as|in|on|according)\s)",
     ", "),
    (r"(?i),?\s+(?:and\s+)?by\s+(?:a\s+(?:wide|large|clear|comfortable|good|big|considerable|handsome)\s+margin|a\s+long\s+way|"
     r"a\s+distance|some\s+distance|quite\s+a\s+bit|quite\s+some\s+way)\b", ""),
    (r"(?i)\btwice\s+(?:as\s+much|the)\s+(?P<what>CO2|carbon\s+dioxide)\s+(?:in\s+the\s+(?:air|atmosphere)|concentration)",
     "a doubling of {what}"),
    # Denials in other words.
    (r"(?i)\b(?:manages?\s+to\s+)?avoid(?P<tense>s|ed|)\s+(?P<verb>[a-z]+ing)\b", _not),
    (r"(?i)\b(?:is|are|was|were)\s+(?:by\s+no\s+means|in\s+no\s+way|not\s+at\s+all|far\s+from\s+being)\s+"
     rf"(?=(?:above|below|over|under|warmer|cooler|higher|lower|colder|hotter)\b|{NUMBER})",
     "is not "),
    (r"(?i)^\W*(?:there\s+is\s+no\s+way(?:\s+that)?|it\s+is\s+(?:impossible|out\s+of\s+the\s+question|wrong|"
     r"untrue|incorrect|false|a\s+myth|nonsense)(?:\s+to\s+(?:say|claim|write))?\s+that|it\s+cannot\s+be(?:\s+true)?"
     r"\s+that|it\s+would\s+be\s+(?:wrong|false|untrue)\s+to\s+(?:say|claim|write)\s+that)\s+",
     "it is not true that "),
    # How far two are apart, and which is the higher.
    (rf"(?i)^\W*(?:there\s+(?:are|is|lie|lies)\s+)?(?P<n>{_DISTANCE})\s+(?:lie\s+|lies\s+)?between\s+(?P<what>(?:[a-z]+\s+){{0,5}}{THING})\s+and\s+"
     rf"(?P<b>{THING})", "{what} and {b} are {n} apart"),
    # Whether a change has an effect.
    (r"(?i)\b(?:would|will|does|do|could)(?:\s+not|n't)\s+(?:change|alter|affect|influence|move|touch|budge)\s+"
     r"(?P<what>(?:the\s+|[A-Z])[^,;:]*?)(?:\s+(?:at\s+all|one\s+bit|in\s+the\s+least|in\s+any\s+way|a\s+bit))?"
     r"(?=\s*[.,;]?\s*$|\s+(?:in|by)\s+\d{4})",
     "has no effect on {what}"),
    # What is done, as a condition of what follows.
    (rf"(?i)^\W*{_TAKES}\s+(?P<n>{_PART})(?:\s+of)?\s+(?:the\s+|its\s+|all\s+)?(?P<gas>{_GAS})(?:\s+emissions)?\s+{_OUT_OF}\s+"
     rf"(?P<s>{PATHWAY})(?P<join>,?\s+and\s+|,?\s+(?=(?:[a-z]+s|would|will)\b))",
     lambda m: "{n} less {gas} than in {s}" + (" means " if "and" in m["join"] else " ")),
    (rf"(?i)^\W*(?:take|shave|knock|trim|lop|cut)\s+(?P<n>{_PART})\s+(?:off|from)\s+(?P<what>{_EMISSIONS})"
     rf"(?:\s+(?:of|in|under)\s+(?P<s>{PATHWAY}))?,?\s+and\s+(?P<who>[^,;:]+?)\s+(?P<verb>is|ends\s+up|will\s+be|"
     rf"would\s+be|gets|becomes|comes\s+out|stays|turns\s+out)\s+",
     lambda m: "If {what} are cut by {n}" + (" relative to {s}" if m["s"] else "") + ", {who} is "),
    (r"(?i)\b(?P<what>strain|variant|virus|flu)\s+(?:with|at|of)\s+(?P<n>\d\.\d+)(?![\w.%]|\s*(?:%|percent|degrees|°))",
     "{what} with an R0 of {n}"),
    # What is added between two times.
    (rf"(?i)(?<![\d,.-])(?P<n>(?:another\s+|a\s+further\s+)?(?:{AMOUNT}|(?:an?\s+)?degree\s+and\s+a\s+half(?:\s+celsius)?))\s+"
     rf"(?:is|are|was|were|will\s+be|gets?)\s+(?:still\s+)?added\s+to\s+(?P<what>[^,;:]{{3,60}}?)\s+(?=(?:between|from)\s)",
     lambda m: "{what} rises by " + _bare(m["n"]) + " "),
    (rf"(?P<s>{PATHWAY})\s+(?i:(?:is\s+)?(?:still\s+)?add(?:s|ing)|puts|piles)\s+(?P<n>{AMOUNT})\s+(?:to|onto|on)\s+"
     rf"(?P<what>[^,;:]{{3,60}}?)\s+(?=(?:between|from)\s)",
     "under {s}, {what} rises by {n} "),
    # What only some reach.
    (rf"(?i)\bit\s+takes\s+(?P<a>{PATHWAY})\s+or\s+(?P<b>{PATHWAY})\s+for\s+(?P<what>[^,;:]+?)\s+to\s+"
     r"(?P<verb>exceed|pass|reach|top|cross)\s",
     "only under {a} and {b} does {what} {verb} "),
    # "The latter" of two.
    (rf"(?P<lead>\b(?i:between|of|whether|whichever\s+of)\s+|^\W*)(?P<a>{THING})(?P<join>\s+(?:and|or)\s+)(?P<b>{THING})"
     r"(?P<rest>\b[^;]*?\b)the\s+(?P<which>former|latter)\b(?!\s+[a-z]+\s+of)", _named_last),
    (rf"(?i)^\W*(?:(?:given\s+(?:the|a)\s+choice|choosing|comparing|if\s+one\s+compares)\s+)?(?:between\s+|of\s+|with\s+)?"
     rf"(?P<a>{PATHWAY})\s+(?:and|or)\s+(?P<b>{PATHWAY})(?:\s+side\s+by\s+side)?,\s+"
     rf"(?P<rest>[^,;:]*\b{MORE}\b(?![^,;:]*\bthan\b)[^,;:]*?\b(?:under|with|in|on|following)\s+(?:the\s+)?)"
     rf"(?P<who>{PATHWAY})(?=[.]?\s*$)", _than_other),
    # "Not 1.8 °C but 2.7 °C".
    (rf"(?i)\b(?P<be>is|was|are|comes\s+to|amounts\s+to|stands\s+at|lies\s+at)\s+not\s+(?:(?:at|to)\s+)?{AMOUNT},?\s+but\s+(?:rather\s+)?"
     rf"(?={AMOUNT})", "{be} "),
    # Values and where they lie.
    (rf"(?i)\b(?:is|are|was)\s+good\s+for\s+(?={AMOUNT})", "give "),
    (rf"(?i)\b(?:is\s+|lies\s+|was\s+|are\s+)?(?:closer|nearer)\s+to\s+(?P<near>{_ONE})(?:{DEGREES})?\s+than\s+(?:to\s+)?"
     rf"(?P<far>{_ONE})(?P<unit>{DEGREES})?", _nearer),
    (rf"(?i)\b(?:lies|is|falls|sits)\s+(?:with)?in\s+(?:the|a)\s+(?:range|band|interval|window)\s+"
     rf"(?:between|from|of)?\s*(?P<a>{NUMBER})(?:{DEGREES})?\s+(?:and|to)\s+(?={NUMBER})",
     "lies between {a} and "),
    (rf"^\W*(?P<who>[^,;:]{{3,120}}?),\s+(?:at\s+|with\s+)?(?P<n>{AMOUNT}(?:\s+[^,;:]{{2,40}})?),\s+"
     r"(?=(?i:is|was|lies|stays|remains|are)\s)",
     "{who}, which is {n}, "),
    (rf"(?i)^\W*(?:the\s+)?(?:ipcc|panel|ar6|sixth\s+assessment(?:\s+report)?|assessment|report|table)(?:'s\s+table)?\s+"
     rf"(?:already\s+|still\s+)?(?:has|puts|places|sees|shows|finds|had)\s+(?P<who>[^,;:]+?)\s+(?:at\s+)?"
     rf"(?P<n>{AMOUNT}|(?:more|less)\s+than\s+an?\s+(?:full\s+|whole\s+)?degree(?:\s+celsius)?)\s+"
     rf"(?=(?:above|over|warmer|below)\b)",
     "{who} was {n} "),
    (rf"(?i)^\W*(?P<what>(?:the\s+)?best\s+estimate(?:\s+of\s+[a-z]+\s+[a-z]+)?)\s+(?:for|under|of|in)\s+(?P<s>{PATHWAY})"
     r"(?P<when>(?:\s+(?:in|for|by)\s+\d{4}-\d{4})?)\s+is\s+the\s+(?P<top>[a-z]+est)\s+of\s+(?:all\s+)?(?:the\s+)?"
     r"(?P<count>five|four|three)(?=[.]?\s*$)",
     "of all {count} scenarios, {s} has the {top} best estimate{when}"),
    (rf"(?P<lead>\b\d{{4}}-\d{{4}}\s+(?i:was|were|is|are|will\s+be|lies|lay)\s+(?i:already\s+)?)(?P<n>{_DISTANCE})\s+"
     r"above\s+(?=\d{4}-\d{4})", "{lead}{n} warmer than "),
    (rf"(?i)\ba\s+world\s+that\s+emits\s+(?P<n>{_PART}\s+(?:more|less)\s+[^,;:]+?)\s+(?:has|gets|would\s+have|"
     rf"would\s+get|will\s+have)\s+an?\s+(?P<how>{MORE})\s+(?P<who>(?-i:[A-Z])[\w'-]*(?:\s+(?-i:[A-Z])[\w'-]*)*)",
     "with {n}, {who} is {how}"),
    (rf"(?i)\b(?P<lead>in|under|with)\s+(?:all|every\s+one\s+of\s+the|each\s+of\s+the)\s+(?P<n>two|three|four|five)"
     rf"(?:\s+[a-z]+)?(?:\s+of|,|:|\s*\(|\s+-)\s*(?P<list>{_PATHWAYS})\)?", _each_of),
    # How far from a level of another time.
    (rf"(?i)\b(?:is|will\s+be|would\s+be|stays|remains|lies)\s+(?:still\s+)?within\s+(?P<n>{_DISTANCE})\s+of\s+"
     r"(?P<that>(?:that|the\s+one|what\s+it\s+was)\s+(?:of|in|for)\s+(?=\d{4}))",
     "differs by less than {n} from {that}"),
    (rf"(?i)\b(?:end\s+up|finish|come\s+out|land|stay|remain|are|lie|is|were|end)\s+(?:all\s+)?within\s+(?P<n>{_DISTANCE})"
     rf"\s+of\s+(?:each|one\s+an)\s?other\b",
     "are at most {n} apart"),
)  # fmt: skip


def _bare(amount: str) -> str:
    """Return an amount without "another", which what it is added to says by itself."""
    words = re.sub(r"(?i)^(?:another|a\s+further)\s+", "", amount)
    half = re.fullmatch(r"(?i)(?:an?\s+)?degree\s+and\s+a\s+half(?:\s+celsius)?", words)
    return "1.5 °C" if half else words


RETOLD: tuple[tuple[re.Pattern[str], Template], ...] = tuple(
    (re.compile(pattern), template) for pattern, template in _PLAIN
)
