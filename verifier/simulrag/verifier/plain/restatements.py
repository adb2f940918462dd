"""Statements of two things or of limits, put in the form that readings are made for.

Tried only where a sentence is not read as it stands. Each is true under the same conditions as
what it replaces, whatever it is said of.
"""

import re

from simulrag.verifier.plain.rewordings import Template
from simulrag.verifier.plain.wording_parts import (
    AMOUNT,
    DEGREES,
    END,
    HEDGE,
    MEASURED,
    MORE,
    NUMBER,
    PATHWAY,
    SMALL,
    SOME,
    THING,
    UNIT,
)

#: Words of comparison and those that say the opposite.
_OPPOSITES = {
    "higher": "lower", "larger": "smaller", "bigger": "smaller", "greater": "smaller",
    "warmer": "cooler", "hotter": "colder", "more": "less", "stronger": "weaker",
    "earlier": "later", "worse": "better", "harder": "milder",
}  # fmt: skip
_EITHER = {(a, b) for a, b in _OPPOSITES.items()} | {(b, a) for a, b in _OPPOSITES.items()}
_WARM, _COOL = {"warmer", "hotter"}, {"cooler", "colder"}


def _opposed(one: str, other: str) -> bool:
    words = one.casefold(), other.casefold()
    kinds = (_WARM, _COOL)
    crossed = any(words[0] in a and words[1] in b for a, b in (kinds, kinds[::-1]))
    return words in _EITHER or crossed


def _each(match: re.Match[str]) -> str:
    """Return one comparison for "A has the higher rate, B the lower one", none if they agree."""
    if not _opposed(match["how"], match["other"]):
        return match.group().replace("{", "{{").replace("}", "}}")
    return "{a} {verb} a {how} {what} than {b}"


def _of_two(match: re.Match[str]) -> str:
    """Return a comparison with the other of two: "is the warmer of the two, A and B"."""
    pair = (match["a"], match["b"])
    if match["who"] not in pair:
        return match.group().replace("{", "{{").replace("}", "}}")
    other = "{b}" if match["who"] == match["a"] else "{a}"
    return "{who}{verb}{how} than " + other


def _it_is(match: re.Match[str]) -> str:
    """Return "B is warmer than A" for "of A and B, it is B that is warmer"."""
    pair = (match["a"], match["b"])
    if match["who"] not in pair or _THAN.search(match["rest"]):
        return match.group().replace("{", "{{").replace("}", "}}")
    return "{who} {rest} than " + ("{b}" if match["who"] == match["a"] else "{a}")


_THAN = re.compile(r"\bthan\b")


def _in_time(verb: str) -> Template:
    """Return "peaks later than" for "peaks after"."""

    def said(match: re.Match[str]) -> str:
        way = "earlier" if match["b"].casefold() == "before" else "later"
        return f"{verb}{{where}} {way} than "

    return said


_ORDINALS = {"last": "lowest", "bottom": "lowest", "first": "highest", "top": "highest"}


def _placed(match: re.Match[str]) -> str:
    """Return "has the second highest rate of the five" for "comes second of the five in"."""
    place = match["place"].casefold()
    how = _ORDINALS.get(place, "{place} highest")
    return f"has the {how} {{what}} of the {{count}}"


def _higher(match: re.Match[str]) -> str:
    """Return the word for more of what an amount is of: what is more degrees is warmer."""
    return "warmer" if _OF_HEAT.search(match["by"]) else "higher"


def _lower(match: re.Match[str]) -> str:
    return "cooler" if _OF_HEAT.search(match["by"]) else "lower"


_OF_HEAT = re.compile(rf"{DEGREES}\s*$", re.I)


_HOW_MANY = rf"(?:{HEDGE}(?:twice|half|\w+\s+times))"
_LIES = r"(?:still\s+)?(?:lies|is|falls|sits|stays|remains|would\s+be|lands)"
_INSIDE = r"(?P<side>inside|within|in|(?:a\s+)?part\s+of|covered\s+by|outside|beyond|out)"


def _of_range(match: re.Match[str]) -> str:
    """Return what a range holds for a value inside or outside it; of a limit, where it ends."""
    outside = match["side"].lower() in ("outside", "beyond", "out")
    of = " of {what}" if match["what"] else " of global warming" if match["by"] else ""
    of += " under {s}" if match["s"] else ""
    whole = f"the {{level}} range{of}{{of}} {{tail}}"
    if not match["limit"]:
        holds = "does not include" if outside else "includes"
        return f"{{lead}}{whole}{holds} {{n}}"
    if not outside:
        return match.group().replace("{", "{{").replace("}", "}}")
    less = match["limit"].lower().split()[0] in ("below", "under", "less")
    end, limit = ("lower", "at least") if less else ("upper", "at most")
    return f"{{lead}}the {end} end of {whole}is {limit} {{n}}"


_CUT = (
    r"(?:cut|reduction|drop|decrease|fall|increase|rise|growth)\s+of\s+[\d.]+\s?(?:%|percent)"
    r"\s+in"
)

_PLAIN: tuple[tuple[str, Template], ...] = (
    # What lies between two.
    (rf"(?i:\bbetween)\s+(?P<a>{THING})\s+and\s+(?P<b>{THING})\s+(?i:there\s+(?:is|lies)"
     rf"\s+an?\s+"
     rf"(?:gap|difference|distance)\s+of)\s+(?P<n>{AMOUNT})\s+(?:of|in)"
     rf"\s+(?P<what>[^,;:.]+),\s+with\s+"
     rf"(?P<who>{THING})\s+(?:being\s+)?(?P<verb>)the\s+(?P<how>{MORE})\s+(?:one\s+)?of"
     rf"\s+the\s+two",
     lambda m: _of_two(m).replace("{verb}", " is ") + " by {n} in {what}"),
    (rf"(?i:\bbetween)\s+(?P<a>{THING})\s+and\s+(?P<b>{THING})\s+(?i:(?:lie|lies|there"
     rf"\s+(?:is|"
     r"are|lies)(?:\s+an?)?|is\s+an?)(?:\s+(?:gap|difference|distance)\s+of)?)\s+"
     rf"(?P<n>{AMOUNT})\s+(?:of|in)\s+", "{a} and {b} are {n} apart in "),
    (rf"(?P<a>{THING})\s+minus\s+(?P<b>{THING})(?P<rest>[^:;]{{0,40}}):\s+(?P<n>{AMOUNT})",
     "{a} is higher than {b}{rest} by {n}"),
    (rf"(?P<who>{THING})(?P<verb>\s+(?:is|was|will\s+be|would\s+be)\s+)the"
     rf"\s+(?P<how>{MORE})\s+(?:one\s+)?of\s+the\s+two"
     rf"(?:\s+[a-z]+)?,?\s+(?P<a>{THING})\s+and\s+(?P<b>{THING})",
     _of_two),
    (rf"^\W*(?:Of|Among)\s+(?:the\s+two(?:\s+[a-z]+)?,?\s+)?(?P<a>{THING})\s+and"
     rf"\s+(?P<b>{THING}),\s+"
     rf"(?P<who>{THING})(?P<verb>\s+(?:[a-z]+\s+){{1,4}}?)(?P<how>more|less|earlier|later|"
     rf"faster)\b(?!\s+than\b)",
     _of_two),
    (rf"(?P<a>{THING})\s+(?P<verb>has|had|gets|shows|sees|brings)\s+the\s+(?P<how>{MORE})"
     rf"\s+(?P<what>[^,;:]+?),\s+"
     rf"(?:and\s+|while\s+|with\s+)?(?P<b>{THING})\s+(?:has\s+|had\s+)?the"
     rf"\s+(?P<other>{MORE})(?:\s+one)?{END}",
     _each),
    (rf"(?i:\b(?:choosing|following|taking|picking|opting\s+for|going\s+for|sticking\s+to))"
     rf"\s+(?P<a>{THING})\s+"
     rf"(?:over|instead\s+of|rather\s+than)\s+(?P<b>{THING})\s+(?P<verb>makes\s+for|means|"
     rf"gives|brings|leads\s+to|results\s+in)\s+"
     rf"(?P<art>an?)\s+(?P<how>{MORE})\s+(?P<what>[a-z]+)\b",
     "{a} {verb} {art} {how} {what} than {b}"),
    (rf"(?i:(?:choosing|following|taking|picking)\s+)?(?P<a>{THING})\s+(?:instead\s+of|"
     rf"rather\s+than)\s+(?P<b>{THING})\s+"
     rf"(?:avoids|saves|spares)\s+(?:the\s+(?:world|planet|globe)\s+)?(?P<n>{AMOUNT})\s+of"
     rf"\s+(?P<what>[a-z]+(?:\s+[a-z]+ing)?)",
     "{a} has {n} less {what} than {b}"),
    (rf"(?P<verb>\b(?:beats?|tops|outdoes|exceeds))\s+(?P<b>{SMALL})\s+(?P<by>by"
     rf"\s+{AMOUNT})\s+when\s+it\s+comes\s+to\s+(?:its\s+|the\s+)?",
     lambda m: f"is {_higher(m)} than {{b}} {{by}} in "),
    (rf"\b(?:beats?|tops|outdoes|exceeds)\s+(?P<b>{THING})(?:\s+for\s+(?:warmth|height|"
     rf"size))?\s+(?P<by>by\s+{AMOUNT})",
     lambda m: f"is {_higher(m)} than {{b}} {{by}}"),
    (rf"\b(?:trails|lags\s+behind|undercuts|stays\s+below|falls\s+short\s+of)"
     rf"\s+(?P<b>{THING})\s+(?P<by>by\s+{AMOUNT})",
     lambda m: f"is {_lower(m)} than {{b}} {{by}}"),
    (rf"(?i)\bexceeds\s+(?P<b>the\s+[a-z]+(?:\s+[a-z]+){{0,3}}?)\s+(?P<by>by\s+{AMOUNT})",
     "is higher than {b} {by}"),
    (rf"(?i)\bthe\s+best\s+estimate\s+of\s+(?P<a>[^,;:]+?)\s+(?P<verb>is|was)"
     rf"\s+(?P<how>{MORE})\s+than\s+that\s+(?:of|for)\s+(?P<b>[^,;:.]+)",
     "{a} {verb} {how} than {b}, best estimate"),
    (rf"\b(?P<how>{MORE})\s+(?P<rest>(?:[^,;:]{{0,80}}?\s)?than\s+[^,;:]{{1,80}}?),?\s+by"
     rf"\s+(?P<n>{MEASURED})",
     "{n} {how} {rest}"),
    (rf"^\W*(?:[A-Z][a-z]+\s+)(?:[a-z]+\s+)*?(?P<a>{THING})\s+(?:or|and|with|beside|for|"
     rf"against)\s+(?P<b>{THING})\s*[:;,]\s+"
     rf"(?P<pre>[^:;]*?)\bthe\s+(?P<which>former|latter)\s+(?P<verb>is|was|has|means|stays|"
     rf"gets)\s+(?:the\s+)?(?P<how>{MORE})(?P<rest>[^.;]*)",
     lambda m: ("{pre}{a} {verb} {how}{rest} than {b}" if m["which"] == "former"
                else "{pre}{b} {verb} {how}{rest} than {a}")),
    (rf"(?P<a>{PATHWAY})\s+over\s+(?P<b>{PATHWAY})", "{a} instead of {b}"),
    (rf"(?i)^\W*(?:ranked|sorted|ordered|judged|compared)\s+by\s+(?P<what>[^,;:]+?)(?P<when>(?:\s+(?:in|for)\s+\d{{4}}(?:-\d{{4}})?)?),\s+"
     rf"(?P<a>{THING})\s+(?:comes|ranks|stands|is|lies|ends\s+up|finishes)(?:\s+out)?\s+(?:(?:well|far|just)\s+)?(?P<way>ahead\s+of|above|behind|"
     rf"below)\s+(?P<b>{THING}){END}",
     lambda m: "{a} has a " + ("higher" if m["way"].lower()[0] == "a" else "lower")
     + " {what}{when} than {b}"),
    (rf"(?i)\b(?:the\s+)?(?:world|globe|planet|earth)\s+(?:warms|heats\s+up)\s+(?P<how>{_HOW_MANY})\s+as\s+much\b(?P<rest>[^,;:]*?)\s+as\s+"
     rf"(?P<in>(?:under|in|with|along|on)\s+)(?P<b>{PATHWAY})",
     "warming is {how} as large{rest} as {in}{b}"),
    (rf"(?P<a>{THING})\s+and\s+(?P<b>{THING})(?P<verb>\s+(?:are|lie|were|will\s+be|end\s+up)\s+)"
     r"(?:(?:much|far|even|still|slightly)\s+)?(?P<how>further|farther|wider|closer|nearer|less\s+far)"
     r"(?:\s+(?:apart|together|to\s+each\s+other))?\s+(?=in\s+\d{4}(?:-\d{4})?\s+than\s+in\s)",
     lambda m: "the gap between {a} and {b} is "
     + ("wider " if m["how"].lower() in ("further", "farther", "wider") else "narrower ")),
    (rf"^\W*[Tt]he\s+(?P<what>(?:second|third|fourth)[\s-]+[a-z]+est\s+[^,;:]+?)\s+(?:is|was)\s+(?P<who>{THING}){END}",
     "{who} is the {what}"),
    (rf"^\W*[Tt]he\s+(?P<top>[a-z]+est)\s+of\s+the\s+(?:two|three|four|five|six)(?P<by>(?:\s+[a-z]+){{0,5}})\s*"
     rf"(?:-|,|:|\()\s*(?P<list>{THING}(?:,\s+{THING})*,?(?:\s+and)?\s+{THING})\s*(?:-|,|\))\s+(?P<verb>is|was|has)\s+(?P<who>{THING}){END}",
     "Of {list}, {who} {verb} the {top}{by}"),
    (r"(?i)\bnone\s+the\s+(?P<how>[a-z]+er)\b(?:\s+for\s+(?:it|that|this))?", "no {how}"),
    (r"(?i)^(?P<lead>\W*(?:(?:of|among)\s+[^,;:]+,\s+)?)(?:just|solely|merely|none\s+but)\s+"
     rf"(?P<a>{PATHWAY})", "{lead}only {a}"),
    (rf"^\W*(?i:of|between|among)\s+(?:the\s+(?:two|pair)(?:\s+[a-z]+)?,?\s+)?(?P<a>{THING})\s+and\s+(?P<b>{THING}),\s+it\s+is\s+"
     rf"(?P<who>{THING})\s+(?:that|which|where|under\s+which)\s+(?P<rest>[^;:]*\b{MORE}\b[^;:]*?){END}",
     _it_is),
    (rf"(?P<a>{THING})\s+(?:would\s+|will\s+)?(?P<how>halv|doubl|tripl)es?\s+the\s+(?P<what>[a-z]+(?:\s+[a-z]+)?)\s+(?:of|under|seen\s+under)\s+(?P<b>{THING})",
     lambda m: "{a} has "
     + {"halv": "half", "doubl": "twice", "tripl": "three times"}[m["how"].lower()]
     + " the {what} of {b}"),
    (rf"(?i)\bhas\s+its\s+(?:lower|low|bottom)\s+(?:bound|end|limit|edge)\s+at\s+(?P<a>{NUMBER}{DEGREES})\s+and\s+its\s+(?:upper|high|top)\s+"
     rf"(?:bound|end|limit|edge)\s+at\s+(?P<b>{NUMBER}{DEGREES})", "runs from {a} to {b}"),
    # Limits.
    (rf"(?P<a>{PATHWAY})\s+(?:is\s+(?:compatible|consistent|in\s+line)\s+with|squares\s+with|(?:would\s+)?(?:meets?|respects?|honou?rs?|keeps?"
     rf"(?:\s+(?:to|within))?|satisfies|observes))\s+(?:an?\s+|the\s+)?(?P<n>{NUMBER}|one|two|three|four)[\s-]?(?P<u>°\s?C|degrees?)(?:[\s-]+"
     r"(?:limit|target|goal|mark|ceiling|guardrail|warming))?\s*[:;,-]\s+(?P<when>[^,;:]*?)\bits\s+(?P<what>[^,;:]*?)\s+(?:(?P<verb>[a-z]+)\s+"
     r"(?P<side>below|under|beneath|within|short\s+of|above|over|beyond)\s+(?:it|(?:that|this)(?:\s+(?:limit|mark|line|level|target|value|"
     r"threshold|ceiling))?)\b|(?:never|does\s+not|doesn't|will\s+not|won't)\s+(?:quite\s+)?(?:gets?|goes?|reach(?:es)?|rises?|climbs?)\s+(?:that|so)"
     r"\s+(?:far|high))",
     lambda m: "{when}the {what} of {a} " + (m["verb"] or "stays")
     + (" above" if (m["side"] or "").lower() in ("above", "over", "beyond") else " below")
     + " {n} {u}"),
    (r"(?i)\b(?P<stay>stays?|remains?|keeps?|is|are)(?P<rest>\s[^,;:]*?)\s+(?:all\s+the\s+way\s+|right\s+)?(?:up\s+to|until|to)\s+"
     r"(?P<last>2041-2060|2081-2100)\b",
     lambda m: "{stay}{rest} in 2021-2040 "
     + (", 2041-2060 " if m["last"] == "2081-2100" else "") + "and {last}"),
    (r"(?i)\b(?:all\s+the\s+way\s+|right\s+)?up\s+to\s+2081-2100,?\s+(?P<rest>[^,;:]*?\b(?:stays?|remains?|keeps?)\s[^,;:]*?)(?=[.]?\s*$)",
     "{rest} in 2021-2040, 2041-2060 and 2081-2100"),
    (r"(?i)(?P<lead>^\W*(?:(?:for|in|under)\s+[^,;:]+?,\s+)?)(?:an?\s+|the\s+)?"
     r"(?:(?P<what>[a-z]+(?:\s[a-z]+)*?)\s+(?:of\s+)?)?"
     rf"(?P<limit>below|under|above|over|less\s+than|more\s+than)?\s*\b(?P<n>(?:{NUMBER}|{SOME}){DEGREES})(?:\s+of\s+(?P<by>(?:global\s+)?warming))?\s+"
     rf"(?P<tail>(?:(?:under|in|for|along|by)\s+[^,;:]+?\s+)*){_LIES}\s+(?:well\s+|just\s+|still\s+)?{_INSIDE}\s+(?:of\s+)?"
     rf"(?:(?:the|its)|(?P<s>{PATHWAY})'s)\s+(?:assessed\s+)?(?P<level>(?:very\s+)?likely)\s+range"
     rf"(?P<of>(?:\s+(?:of|for|in|under|along)\s+[^,;:]+?)*?)(?:\s+(?:given|set|assessed|stated)\s+by\s+[^,;:.]+)?{END}",
     _of_range),
    (rf"(?i)\b(?P<over>exceed|top|overshoot|undercut|undershoot)(?:t?s|p?ed|t?ing)?\s+(?P<s>{PATHWAY})\s+by\s+(?P<n>half|an?\s+\w+|[a-z]+\s+[a-z]+|"
     r"[\d.]+\s?(?:%|percent))",
     lambda m: "were {n} " + ("below" if m["over"].lower()[0] == "u" else "above") + " {s}"),
    (r"(?i)\bthere\s*(?:'s|is|was)\s+(?:(?:nothing|little|not\s+much|hardly\s+anything)\s+to\s+choose|(?:no|hardly\s+any|little|scarcely\s+any)\s+"
     rf"daylight)\s+between\s+(?P<a>{THING})\s+and\s+(?P<b>{THING})(?P<when>(?:\s+in\s+\d{{4}}(?:-\d{{4}})?)?)\s+(?:as\s+far\s+as|when\s+it\s+"
     r"comes\s+to|for|in)\s+(?P<what>[^,;:]+?)(?:\s+is\s+concerned)?(?=[.]?\s*$)",
     "{what} is the same under {a} as under {b}{when}"),
    (rf"(?P<a>{THING})\s+(?:cannot|can't|does\s+not|doesn't|will\s+not)\s+(?:match|rival|equal|compete\s+with|keep\s+up\s+with)\s+"
     rf"(?P<b>{THING})\s+(?:for|in|on)\s+(?:(?:annual|yearly)\s+)?(?:warmth|heat)\b",
     "{a} is cooler than {b}"),
    (rf"^\W*(?:[Ww]arm|[Hh]ot|[Cc]old|[Cc]ool|[Cc]hilly)\s+as\s+(?P<b>{THING})\s+(?:is|may\s+be|might\s+be),\s+(?P<a>{THING})\s+is\s+"
     rf"(?:(?:even|much|far|still|yet)\s+)*(?P<how>{MORE})(?:\s+(?:still|yet))?",
     "{a} is {how} than {b}"),
    (r"(?i)\b(?P<to>would\s+|will\s+)?(?:clears?|breaks?\s+through|(?:gets?|goes|go)"
     r"\s+(?:past|beyond))\s+"
     rf"(?=(?:the\s+)?{NUMBER}{DEGREES})", "{to}exceeds "),
    (r"(?i)\b(?:takes?|brings?|pushes|lifts?|carries|carry)\s+(?:the\s+)?(?:globe|world|"
     r"planet|earth)\s+(?:to\s+)?"
     r"(?:beyond|above|past|over)\s+(?=\d)", "exceeds "),
    (rf"(?i)\b(?:is|are)\s+bounded\s+by\s+(?P<a>{NUMBER}{UNIT})\s+and"
     rf"\s+", "lies between {a} and "),
    (rf"(?i)\b(?:falls?|fell|is|lies|stays?)\s+(?:between|within|inside|somewhere"
     rf"\s+(?:between|in))\s+(?:the\s+range\s+(?:of\s+)?)?"
     rf"(?P<a>{NUMBER}{UNIT})\s+(?:and|to)\s+(?={NUMBER})", "lies between {a} and "),
    (rf"(?i)\b(?:is|was|lies)\s+neither\s+(?:below|under|less\s+than)"
     rf"\s+(?P<a>{NUMBER}{UNIT})\s+nor\s+(?:above|over|more\s+than)\s+",
     "lies between {a} and "),
    (rf"^\W*(?P<n>(?i:(?:between\s+{NUMBER}{UNIT}\s+and\s+)?{AMOUNT}))\s+(?:is|was)"
     rf"\s+what\s+(?P<who>{SMALL})\s+(?P<verb>[a-z]+)",
     "{who} {verb} {n}"),
    # Of several.
    (r"(?i)\bno\s+(?P<noun>[a-z]+)\s+(?:of|among|out\s+of)\s+(?:all\s+)?the\s+(?P<n>two|"
     r"three|four|five|six)\b(?!\s+(?!(?:has|is|was|gets|does|keeps|stays|reaches|ends)\b)[a-z]+s\b)",
     "none of the {n} {noun}s"),
    (rf"(?i)^\W*the\s+(?P<top>[a-z]+est|most|least)\s+(?P<what>[^,;:]+?)\s+(?:comes|occurs|"
     rf"goes|belongs|is\s+found|is\s+reached)\s+"
     rf"(?:with|under|to|in)\s+(?P<who>{THING})", "{who} has the {top} {what}"),
    (r"(?i)\bthere\s+(?:is|are|was|were)\s+(?P<n>no|one|two|three|four)\s+(?:[A-Z]{2,}"
     r"\s+)?(?P<noun>[a-z]+)\s+(?:(?:of|among|out\s+of)\s+"
     r"(?:all\s+|the\s+|those\s+|ipcc's\s+)*(?P<count>two|three|four|five)\s+)?whose\s+",
     lambda m: ("in {n} {noun} the " if m["n"].lower() == "no" or not m["count"]
                else "in {n} of the {count} {noun} the ")),
    (r"(?i)\b(?:comes|ranks|is|was|came)\s+(?P<place>second|third|fourth|last|first|top|"
     r"bottom)\s+(?:of|among|out\s+of)\s+"
     r"the\s+(?P<count>(?:two|three|four|five)\s+[a-z]+)\s+(?:in|for|by)"
     r"\s+(?P<what>[a-z]+(?:\s+[a-z]+ing)?)", _placed),
    (rf"(?i:\bat\s+least\s+one\s+[a-z]+),\s+(?P<who>{THING}),", "{who}"),
    # Whether they differ.
    (rf"(?i)\b(?P<does>depends|does\s+not\s+depend|doesn't\s+depend)\s+on\s+whether"
     rf"\s+(?:(?:the\s+world|emissions|humanity|we|one)\s+"
     rf"(?:follows?|takes?|chooses?|goes?\s+for)\s+)?(?P<a>{PATHWAY})\s+or"
     rf"\s+(?P<b>{PATHWAY})",
     lambda m: ("is not the same under {a} as under {b}" if m["does"].lower() == "depends"
                else "is the same under {a} as under {b}")),
    (rf"(?i:^\W*there\s+is\s+(?P<a_>an?|no)\s+difference\s+between)\s+(?P<a>{THING})\s+and"
     rf"\s+(?P<b>{THING})\s+in\s+(?P<what>[A-Za-z][^;]{{2,150}}?){END}",
     lambda m: ("{what} is the same under {a} as under {b}" if m["a_"].lower() == "no"
                else "{what} is not the same under {a} as under {b}")),
    (rf"(?i)^\W*(?:the\s+)?(?P<what>[A-Za-z][^;]{{2,150}}?)\s+depends\s+on\s+(?P<by>[A-Za-z]\w*),\s+be\s+it"
     rf"\s+(?P<a>{NUMBER})\s+or\s+(?P<b>{NUMBER})",
     "whether {by} is {a} or {b} makes a difference to the {what}"),
    (r"(?i)\b(?:does|would|will)\s+not\s+leave\s+(?P<what>[^,;:]+?)\s+(?:unchanged|"
     r"untouched|unaffected|the\s+same|where\s+it\s+was)\b",
     "makes a difference to {what}"),
    (rf"(?P<s>{PATHWAY})\s+(?P<does>does\s+not|would\s+not|will\s+not)\s+leave"
     rf"\s+(?P<who>{THING})\s+(?:just\s+)?as\s+(?=[a-z]+\s+in\b)",
     "under {s}, {who} is not as "),
    (rf"(?P<s>{PATHWAY})\s+(?:leaves|would\s+leave|will\s+leave)\s+(?P<who>{THING})"
     rf"\s+(?:just\s+)?as\s+(?=[a-z]+\s+in\b)",
     "under {s}, {who} is as "),
    (rf",?\s+and\s+not\s+(?P<b>{THING}){END}", " rather than {b}"),
    # What is done, and what is gained by it.
    (rf"(?i)\b(?P<cut>{_CUT})\s+both\s+(?P<a>[\w]+(?:\s+emissions)?)\s+and\s+(?P<b>\w+)",
     "{cut} {a} and a {cut} {b}"),
    (r"(?i)\b(?:takes?|took|taking|shaves?|knocks?)\s+(?:something|some|a\s+(?:little|bit))"
     r"\s+off\s+", "lowers "),
    (rf"(?P<s>{PATHWAY})\s+adds\s+(?P<n>{AMOUNT})\s+(?:of|to)\s+(?P<what>[a-z]+(?:"
     rf"\s+[a-z]+){{0,2}}?)\s+(?=(?:between|from)\b)",
     "under {s}, {what} rises by {n} "),
    (r"(?i)^\W*double\s+(?:the\s+)?(?P<what>[^,;:]{3,60}?),?\s+and\s+(?=the\b|"
     r"it\b)", "with a doubling of {what}, "),
    (r"(?i)\ba\s+doubled\s+(?P<what>(?:[\w]+\s+){0,3}?(?:concentration|level|content|"
     r"amount))\b",
     "a doubling of the {what}"),
    (r"(?i)(?P<lead>\bdoubling\s+(?:of\s+)?)(?:the\s+)?(?P<what>(?:CO2|[a-z]+(?:"
     r"\s+dioxide)?))(?:\s+(?:concentration|content|level)s?)?"
     r"(?:\s+(?:in|of)\s+the\s+(?:air|atmosphere))", "{lead}{what}"),
    (r"(?i)(?P<lead>\bdoubling\s+(?:of\s+)?)(?:the\s+)?(?P<what>(?:CO2|[a-z]+(?:"
     r"\s+dioxide)?))\s+(?:concentration|content|level)s?\b",
     "{lead}{what}"),
    (r"(?i),?\s+once\s+[^,;:\d]{5,50}\s+(?:has|have|had)\s+(?:settled|adjusted|"
     r"stabili[sz]ed|equilibrated|caught\s+up),?", " in the long run"),
    (rf"(?i)\ba\s+doubling\s+of\s+(?P<what>CO2|carbon\s+dioxide|[a-z]+)\s+(?:would|will|"
     rf"could)(?P<when>\s+in\s+the\s+long\s+run)?\s+make\s+the\s+"
     rf"(?P<who>globe|world|planet)\s+(?P<n>{AMOUNT})"
     rf"\s+warmer", "with a doubling of {what}{when} the {who} warms by {n}"),
    # A change of emissions that slows a warming leaves less of it.
    (r"(?i)(?P<lead>\bemissions\b[^.;:]*?)\s+(?:would|will|could)\s+(?:slow(?:\s+down)?|"
     r"curb|limit|dampen|temper|weaken|reduce)\s+the\s+warming\s+(?:of|in)\s+"
     r"(?P<who>(?:the\s+)?[\w'-]+(?:\s+[A-Z][\w'-]*)?)",
     "{lead} would make {who} cooler"),
    (r"(?i)\b(?:takes?|would\s+take)\s+the\s+edge\s+off\s+", "lowers "),
    # Times.
    (r"(?i)\b(?:reaches|hits|is\s+(?:over|past)|passes|gets\s+past|has)\s+its\s+(?P<top>peak|maximum|crest)(?P<where>(?:\s+in"
     r"\s+[A-Z][\w ]+?)?)\s+(?P<b>before|after)\s+(?=one\b|that\b|the\s+one\b)",
     _in_time("peaks")),
    (r"(?i)\b(?P<v>peaks|crests|culminates|peaked|crested)(?P<where>(?:\s+in\s+[A-Z][\w "
     r"]+?)?)\s+(?P<b>before|after)\s+(?=one\b|that\b|the\s+one\b)",
     _in_time("{v}")),
    (r"(?i)\b(?:one|those)\s+(?:begun|started|beginning|starting)\s+(?=on\b|"
     r"in\b)", "one that starts "),
    (r"(?i)\b(?:have|has)\s+to\s+wait\s+longer\s+for\s+(?:its|the|their)"
     r"\s+(?P<what>(?:[a-z]+\s+)*?(?:peak|crest|maximum|wave|season))",
     "see its {what} later"),
    (r"(?i)\b(?:is|would\s+be)\s+too\s+(?:low|weak|small|slow|mild)\s+for\s+(?P<art>an?|any)"
     r"\s+", "cannot cause {art} "),
)  # fmt: skip
RESTATEMENTS: tuple[tuple[re.Pattern[str], Template], ...] = tuple(
    (re.compile(pattern), template) for pattern, template in _PLAIN
)
