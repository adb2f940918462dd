"""Turns of phrase in the plainer words that readings are made for, every other word in its place.

Only phrases that mean the same whatever they are said of are replaced, by words that are no
longer than they are; blanks fill what is left.
"""

import re
from collections.abc import Callable, Sequence

from simulrag.verifier.reading.text import LONGEST_STATEMENT

#: What a sentence is credited to, where that is no part of what it says.
_SOURCE = (
    r"(?:(?:the\s+)?(?:ipcc|panel|(?:sixth|latest)\s+assessment(?:\s+report)?|ar6|report|assessment|summary|"
    r"authors|models?|simulations?|figures|data|record|records|reanalysis|assessed\s+figures)"
    r"(?:'s)?(?:\s+(?:table|tables|report|summary|figures?|assessment|authors|scientists))?(?:\s+spm\.?1)?)"
)
_CREDIT = (
    rf"(?:(?:says?|said|writes?|reports?|states?|finds?|found|notes?|concludes?|concluded|estimates?)\s+{_SOURCE}"
    rf"|{_SOURCE}\s+(?:says?|said|writes?|reports?|states?|finds?|found|notes?|concludes?|concluded|"
    r"estimates?|suggests?|shows?|has\s+it|tells?\s+us)"
    rf"|(?:going|judging)\s+by\s+{_SOURCE}|if\s+{_SOURCE}\s+is\s+(?:right|to\s+be\s+believed))"
)
#: A quantity has "too low a value" for what does not happen then.
_SHORT = (
    r"(?:is|are|was|were|would\s+be|will\s+be|be)\s+(?:(?:simply|just|far|much|still|"
    r"plainly|clearly)\s+)*"
)
_WHOM = r"(?:for\s+(?:(?!not\b|no\b)[\w']+\s+){1,4}?)?"
_CENTURY = r"(?:the|this|our|the\s+present|the\s+21st|the\s+twenty-first)\s+century"

Replacement = str | Callable[[re.Match[str]], str]


def _as_many(match: re.Match[str]) -> str:
    """Return "at least" for what is denied ("not as many as 150"), nothing else."""
    before = match.string[max(0, match.start() - _DENIED_BEFORE) : match.start()]
    return " at least " if _DENIES.search(before) else " "


def _reached(verb: str) -> str:
    """Return a verb for the value itself: what is nearly exceeded is nearly reached."""
    return verb if verb.lower() not in ("exceeded", "topped", "passed") else "hit"


def _any(match: re.Match[str]) -> str:
    """Return "all" for the "any" of a denial: what did not happen in any did not happen in all."""
    before = match.string[max(0, match.start() - _DENIED_BEFORE) : match.start()]
    denies = [m.end() for m in _DENIES.finditer(before)]
    told = before[denies[-1] :] if denies else ""
    return "all" if denies and not _COMPARES.search(told) else match.group()


def _unexcepted(match: re.Match[str]) -> str:
    """Leave "without exception" out where all of them are spoken of anyway."""
    return "" if _ALL.search(match.string) else match.group()


_ALL = re.compile(r"\b(?:every|all|each)\b", re.I)
_COMPARES = re.compile(r"[,;:.](?=\s)|\b(?:than|as|like|if|without|no|none|nor)\b", re.I)
#: How far before "as many as" the word may stand that denies it, characters.
_DENIED_BEFORE = 80
_DENIES = re.compile(r"\b(?:not|never|no|none|nor|without|cannot)\b|n't\b", re.I)
_VAGUE = (
    rf"(?:(?:the\s+)?(?:very\s+)?(?:end|close|middle|beginning|(?:last|final|closing|first)\s+(?:two\s+)?decades|"
    rf"(?:first|second|latter)\s+half)\s+of\s+{_CENTURY}|mid-?century|end-of-century|late-century|"
    r"(?:the\s+)?(?:near|mid|medium|long)[\s-]term|(?:the\s+)?recent\s+past)"
)
#: A period that is named in words and in figures: the figures say which is meant.
_VAGUE_PERIODS: tuple[tuple[str, Replacement], ...] = (
    (
        rf"\b{_VAGUE},?\s*\((?P<note>(?:(?:the\s+)?best\s+estimates?)?)\s*(?:for\s+|in\s+|i\.e\.,?\s*|that\s+is,?\s*)?"
        r"(?P<years>\d{4}-\d{4})\)",
        lambda m: m["years"] + (", best estimate," if m["note"] else ""),
    ),
    (rf"\b{_VAGUE},\s+(?P<years>\d{{4}}-\d{{4}})\s*,", lambda m: m["years"]),
    (rf"(?<=\d{{4}}-\d{{4}})\s*(?:\((?:i\.e\.,?\s*)?{_VAGUE}\)|,\s+{_VAGUE}(?=,))", ""),
)
_NUMERAL = (
    r"(?=(?:the\s+)?-?\d|(?:half|a|one|two|three|some|about|around|roughly|nearly|almost|only|"
    r"more\s+than|less\s+than|at\s+least)\b)"
)
_WITHOUT = (
    r"(?:(?:an?|the)\s+(?:uncontrolled|unmitigated|unchecked|untouched)\s+(?:season|epidemic|wave|outbreak)|"
    r"(?:an?|the)\s+(?:season|epidemic|wave|outbreak)\s+(?:without\s+(?:any\s+)?measures|left\s+to\s+itself)|"
    r"(?:vaccinating|treating)\s+(?:nobody|no\s+one)|doing\s+nothing|if\s+nothing\s+(?:is|were|was)\s+done|"
    r"(?:no|without(?:\s+any)?)\s+(?:measures?|intervention|vaccination)(?:\s+at\s+all)?)(?=\s*[,.;]|\s*$)"
)
#: What the name of the country stands beside where it is no pronoun.
_COUNTED_THERE = (
    r"(?:(?:weekly|seasonal|total|hospital)\s+)*(?:flu|influenza|hospitals?|admissions?|residents|population|"
    r"states?|totals?|counts?|seasons?|peak)"
)
_NATION: tuple[tuple[str, Replacement], ...] = (
    (r"\b(?P<the>the\s+)(?P<us>(?-i:usa?|u\.s\.?))(?![\w-])", lambda m: m["the"] + m["us"].upper()),
    (rf"(?P<lead>^\W*|[,:;]\s+|\b(?:in|of|for|across|that|than|and|while|when|as|so|but)\s+)(?-i:us)(?=\s+{_COUNTED_THERE}\b)",
     lambda m: m["lead"] + "US"),
)  # fmt: skip
#: Words for what a quantity is, has or does in the words that are read.
_PLAINER: tuple[tuple[str, Replacement], ...] = (
    # What is touched is reached, and what not even the upper end reaches is not reached.
    (r"\btouch(?P<ending>es|ed|ing|)\s+(?=(?:the\s+)?-?\d)",
     lambda m: f"reach{m['ending']} "),
    (r"\bnot\s+even\s+(?P<who>the\s+[^,;.]{3,60}?)\s+(?:reach|attain|hit)(?:es|s)\s+(?=-?\d)",
     lambda m: f"{m['who']} does not reach "),
    (r"\bevery\s+single\s+one\s+of\b", "all of"),
    (r",?\s*\b(?:as|so|in\s+so)\s+far\s+as\s+(?:the\s+)?best\s+estimates?\s+(?:is|are)\s+concerned\b",
     ", best estimate"),
    # Weeks by their ends, and the twelve months of a season.
    (r"\b(?:over|in|during|across|within)\s+the\s+(?:[a-z]+\s+)?weeks\s+(?:ending|ended|to)\s+"
     r"(?:on\s+)?(?P<a>\d{1,2})\s+(?:to|through|until)\s+(?P<b>\d{1,2})\s+(?=(?P<month>[A-Z][a-z]+)\s+\d{4})",
     lambda m: f"from {m['a']} {m['month']} to {m['b']} "),
    (r"\b(?:counting|counted|summing(?:\s+up)?|summed(?:\s+up)?|adding\s+up|reckoned|taking|taken)\s+"
     r"(?:from\s+|over\s+)?August\s+(?:through|to|until)\s+July\b", "in total"),
    (r"\b(?:in\s+)?(?:each|every)\s+week\s+from\s+(?=\d{1,2}\s+[A-Z])", "always from "),
    (r"\bthe\s+(?:very\s+)?last\s+day\s+of\s+(?P<month>January|March|May|July|August|October|December)\b",
     lambda m: f"31 {m['month']}"),
    (r"\bthe\s+(?:very\s+)?last\s+day\s+of\s+(?P<month>April|June|September|November)\b",
     lambda m: f"30 {m['month']}"),
    (r"\bby\s+(?=the\s+(?:end|middle|beginning|start)\s+of\s+[A-Z]\w+\s+\d{4}\b[^,;.]*\b(?:was|were|stood)\b)",
     "at "),
    # Settings that are kept to, or departed from.
    (r"\b(?P<led>instead\s+of|rather\s+than)\s+(?:[a-z]+ing\s+)(?:along|down|with|to|under|by|through|"
     r"for|onto|into)?\s*(?=ssp\s?\d)", lambda m: f"{m['led']} "),
    (r"\bon\s+top\s+of\s+(?=ssp\s?\d)", "under "),
    (r"\b(?P<would>(?:would|will|could)\s+|)(?:do|does|did)\s+nothing\s+(?:whatsoever\s+|at\s+all\s+)?to\s+(?=[A-Z]|the\b)",
     lambda m: f"{m['would']}not change " if m["would"] else "does not change "),
    (r"\bbeneath\b(?=\s+(?:(?:the|that)\s+)?(?:-?\d|one|two|three|limit|mark|threshold|line))",
     "below"),
    (r"(?<=nothing)\s+(?:whatsoever|at\s+all)\b", ""),
    # How far apart two weeks are is a number.
    (r"\ba\s+fortnight(?=\s+(?:(?:before|after|behind|ahead\s+of)\s+(?!(?:christmas|new\s+year|thanksgiving|\d))|"
     r"(?:later|earlier|sooner)\s+(?:than|in)\b))", "2 weeks"),
    (r"(?<=\bby )a(?=\s+(?:full\s+|whole\s+)?(?:week|month)\b)", "1"),
    (r"(?<=\bby )a\s+fortnight\b", "2 weeks"),
    # What measures change is counted from a season without them.
    (rf"\b(?P<way>below|under|above|over)\s+(?:those|that|the\s+(?:number|level))\s+(?:of|in)\s+{_WITHOUT}",
     lambda m: "lower" if m["way"].lower() in ("below", "under") else "more"),
    (rf"\b(?:than|compared\s+(?:with|to)|relative\s+to)\s+(?:(?:in|with|under|for|those\s+of|that\s+of)\s+)?{_WITHOUT}",
     ""),
    (r"(?:(?<=immune)|(?<=protected))\s+(?:beforehand|from\s+the\s+(?:start|outset)|at\s+the\s+(?:start|outset|"
     r"beginning)|to\s+begin\s+with)\b", ""),
    (r"\bdaily\s+(?=(?:flu|influenza|hospital)\s+admissions?\b[^.;]*\b(?:peak|worst\s+day|"
     r"maximum|crest)\b)", ""),
    (r"\b(?:with|at|under|given|for)\s+(?:otherwise\s+)?(?:identical|equal|the\s+same|unchanged|like)\s+"
     r"(?:settings|conditions|parameters|inputs|assumptions|values)\b(?:\s*(?:-|:|,|\(of)\s)?", ""),
    (r"\b(?:was|is)\s+the\s+(?:state|place|one)\s+(?:with|that\s+had|which\s+had|that\s+saw)\s+(?=the\s+(?:most|highest|"
     r"fewest|lowest|largest|biggest|worst))", "had "),
    (r"\b(?:if|when|once|as\s+long\s+as)\s+(?:the\s+world|humanity|mankind|emissions|we)\s+(?:takes?|follows?|"
     r"goes?\s+(?:down|for|with)|sticks?\s+(?:to|with)|stays?\s+on|keeps?\s+to|chooses?|picks?)\s+(?=ssp\s?\d)",
     "under "),
    # What something is worth is how large it is, where an amount follows.
    (rf"\b(?:is|are|was|were|be)\s+worth\s+{_NUMERAL}", "gives "),
    (rf"\bworth\s+{_NUMERAL}", "of "),
    # "Should emissions follow ...": a condition, as no verb follows the word.
    (r"\bshould\s+(?=(?:the|emissions|it|they|we|this|that|these|those|humanity|carbon|co2)\b)",
     "if "),
    (r"(?<=\w)\s+as\s+(?:many|much)\s+as\s+(?=\d)", _as_many),
    (r"\b(?:hardly|barely|scarcely|only\s+just|marginally)\s+(?:higher|more|larger|greater|bigger)\s+than\s+(?=\d)",
     "just over "),
    (r"\s+(?:only\s+)?[a-z]{3,}ly,\s+(?=by\s)", " "),
    (r"\b(?P<at>in|across|throughout)\s+(?:all|the\s+whole)\s+of\s+(?=[A-Z])",
     lambda m: m["at"] + " "),
    (r"\btaking\s+the\s+(?:whole|entire)\s+season\s+together\b", "over the whole season"),
    (r"\bextends?\s+from\b", "ranges from"),
    (r"\b(?:only|just)\s+(?=(?:slightly|marginally|narrowly|a\s+(?:little|bit))\s)", ""),
    (r"\beach\s+and\s+every\b", "every"),
    (r"^\W*without\s+(?:any\s+|a\s+single\s+)?exceptions?,\s+(?:all\s+)?(?:of\s+)?the\b", "All"),
    (r",?\s*\bwithout\s+(?:any\s+|a\s+single\s+)?exceptions?\b,?", _unexcepted),
    # The mean of the years that something is counted from is what it is counted from.
    (r"\bthe\s+(?:average|mean|level|value)s?\s+(?:of|for|in|over)\s+(?:the\s+(?:years|period|decades)\s+)?"
     r"(?=1850\s?(?:-|to)\s?1900|pre-?industrial)", ""),
    (r"\bmultiplied\s+by\s+(?P<how>(?:more\s+than\s+|over\s+|at\s+least\s+|about\s+|around\s+|nearly\s+|almost\s+|"
     r"less\s+than\s+|roughly\s+)?)(?P<n>\d+(?:\.\d+)?|two|three|four|five|six|seven|eight|nine|ten)(?![\w.]*\d)",
     lambda m: f"rose {m['how']}{m['n']}-fold"),
    (r"(?:the\s+)?(?:very[\s-])?(?:low|intermediate|middle|high|lowest|highest)(?:[\s-]emissions?)?\s+"
     r"(?:pathway|scenario)(?:,\s+|\s+)(?=ssp\s?\d)", ""),
    (r",?\s*\bif\s+(?:one|you|we)\s+(?:takes?|uses?|goes\s+by|go\s+by|follows?)\s+(?=the\s+(?:ipcc's\s+)?(?:best|central)\s+estimate)",
     " in "),
    (r"\bwhichever\s+of\s+the\s+(?P<n>two|three|four|five)\s+(?P<what>scenarios|pathways)\s+(?:comes?\s+(?:about|true|to\s+pass)|"
     r"is\s+(?:taken|chosen|followed|realised|realized)|one\s+(?:takes|picks|chooses|looks\s+at)|we\s+(?:follow|take))\b",
     lambda m: f"in all {m['n']} {m['what']}"),
    (r"\bwhichever\s+(?:of\s+the\s+)?(?P<what>scenario|pathway)s?\s+(?:comes?\s+(?:about|true|to\s+pass)|is\s+(?:taken|chosen|followed|"
     r"realised|realized|picked)|(?:one|you|we|the\s+world|humanity)\s+(?:takes?|picks?|chooses?|looks?\s+at|follows?))\b",
     lambda m: f"in all {m['what']}s"),
    (r"(?<=[\w.])\s+(?:next\s+door|right\s+next\s+door)\b", ""),
    (r"\b(?:on|along|down|following|follows?|takes?|in)\s+(?:the|an?)\s+(?P<name>ssp\s?\d[\d.-]*)\s+(?:path|pathway|road|"
     r"track|route|trajectory|course|world|scenario)\b", lambda m: f"under {m['name']}"),
    (r"\bone\s+and\s+the\s+same,\s*(?=(?:about\s+|around\s+)?\d)", ""),
    (r"\bthe\s+(?:two\s+|three\s+)?(?:decades?|years|period)\s+(?=(?:from\s+)?\d{4}"
     r"(?:-|\s+to\s+)\d{4})", ""),
    # "Release a trillion tonnes and the planet warms by ...": a condition.
    (r"^\W*(?:release|emit|burn|add)\s+(?=[^,;:]*\b(?:tonnes?|tons?|Gt\w*|CO2|carbon)\b[^,;:]*,?"
     r"\s+and\s)", "with "),
    (r"\b(?P<verb>brings?)\s+(?P<what>[^,;.]{3,60}?)\s+back\s+"
     r"(?=(?:to\s+)?(?:below|under|less\s+than)\s)",
     lambda m: f"{m['verb']} {m['what']} "),
    (r"\b(?:was|were|been|got|is|are)\s+(?:roughly\s+|about\s+)?cut\s+in\s+half\b", "halved"),
    # "..., though by less than one degree": how much, said as an afterthought.
    (r",\s+(?:(?:though|although|albeit|but|and|if|even\s+if)\s+)?(?:only\s+)?(?=by\s+(?:\d|about|around|roughly|nearly|almost|"
     r"less|fewer|more|under|over|at\s|no\s|not\s|a\s|an\s|some|half|one|two|three))", " "),
    (r"\bby\s+more\b(?!\s+than\b)", "more"),
    (r"\bby\s+less\b(?!\s+than\b)", "less"),
    (r"\b(?:takes?|brings?|lifts?|pushes|puts?)\s+(?:the\s+)?(?:globe|world|planet|earth|global\s+warming|warming)\s+"
     r"(?:to|at)\s+(?=(?:an?\s+|the\s+)?(?:best\s+estimate|\d|about|around|roughly|some))",
     "gives "),
    (r"\b(?:be|is|gets?|are)\s+spared\s+(?:some|much|a\s+lot|part|a\s+good\s+deal)\s+(?:of\s+(?:the|its)\s+)?(?:warming|heat)\b",
     "be cooler"),
    (r"\bthe\s+(?:ipcc|panel|report|assessment)'s\s+(?=(?:two|three|four|five)\b)", "the "),
    (r"\bthere\s+(?:is|are|was|were)\s+(?:no|not\s+(?:a\s+single|one))\s+(?P<noun>[a-z]+)\s+(?:(?:among|of|out\s+of)\s+"
     r"(?:all\s+|the\s+|those\s+)*(?:\w+\s+){0,2}?)?(?:(?:in|under|for|with|during)\s+which|where|when)\b",
     lambda m: f"in no {m['noun']}"),
    (r"(?<=[a-z])\s+is\s+(?:a|the|one)\s+(?:state|city|place|season|winter|scenario|pathway|metropolis|town)\s+"
     r"(?:that|which|where)\s+(?=has\b|had\b|stayed\b|saw\b|never\b|is\b|was\b)", " "),
    (r"\s+(?:is|was|makes?|made|offers?|provides?|remains?|tells?)\s+(?:an?|the|one)\s+(?:[a-z]+\s+){0,2}?(?:case|example|"
     r"story|instance|illustration|matter|picture)(?:\s+in\s+point)?(?:,?\s+(?:since|as|for)|\s*:|\s+-|,)\s+its\s",
     "'s "),
    (r"\bany\b(?=\s+(?:of\s+(?:the\s+|its\s+|these\s+|those\s+)?)?(?:(?:last|past|two|three|four|five|six|flu|influenza)\s+)*"
     r"(?:seasons?|winters?|scenarios?|pathways?|states?)\b)", _any),
    (r"\bhalf\s+(?:as\s+(?P<how>[a-z]+)\s+again|again\s+as\s+(?P<much>[a-z]+))\s+as\b",
     lambda m: f"1.5 times as {m['how'] or m['much']} as"),
    (r"\ba\s+(?:mere|full|whole)\s+half\s+(?P<unit>degree|point)\b",
     lambda m: f"half a {m['unit']}"),
    (r"\b(?P<near>nearly|almost)\s+(?P<verb>reached|hit|touched|attained|exceeded|topped|passed|reaches|hits)"
     r"(?=\s+(?:the\s+)?\d)", lambda m: f"{_reached(m['verb'])} {m['near']}"),
    (r"\ba\s+(?:mere|paltry|measly|bare)\s+(?=(?:tenth|fifth|quarter|third|half)\b)", "a "),
    (r"\bany\s+one\s+(?=week|season|winter|year)", "any "),
    (r"\bdecade\s+(?:average|mean)\s+(?:against|by|for|to)\s+decade\s+(?:average|mean)\b", ""),
    (r"\bbest\s+estimate\s+(?:against|for|to)\s+best\s+estimate\b", "best estimate"),
    (r"\b(?:went|gone|go|goes|going)\s+beyond\s+(?=\d)", "exceeded "),
    (r",\s+(?:going|judged|judging)\s+by\s+(?:the\s+)?(?:best\s+estimates?)(?=\s*[,.]|$)",
     ", best estimate"),
)  # fmt: skip
_TURNS: tuple[tuple[re.Pattern[str], Replacement], ...] = tuple(
    (re.compile(pattern, re.I), replacement)
    for pattern, replacement in (
        (rf",\s*(?:or\s+so\s+|so\s+|as\s+)?{_CREDIT}(?=\s*[.,;]|\s*$)", ""),
        (rf"^\W*(?:as\s+)?{_CREDIT}\s*[,:]", ""),
        (r"^\W*(?:we(?:\s+are|'re)\s+told|it\s+is\s+said|they\s+say|word\s+is)\s+that\b", ""),
        (r"(?<=ly)\s+speaking\b(?=\s*[,.])", ""),
        *_NATION,
        *_VAGUE_PERIODS,
        *_PLAINER,
        (
            rf"\b{_SHORT}(?:not|n't)\s+(?:nearly\s+|quite\s+|anywhere\s+near\s+)?(?:enough|sufficient)\s+{_WHOM}to\b",
            "cannot",
        ),
        (rf"\b{_SHORT}(?:insufficient|inadequate)\s+{_WHOM}to\b", "cannot"),
        (
            rf"\b{_SHORT}too\s+(?:low|small|weak|little|few|high|large|big|great|strong|much|many)\s+{_WHOM}to\b",
            "cannot",
        ),
        (
            r"\b(?:exactly\s+|just\s+|precisely\s+|right\s+)?where\s+(?:it|they)\s+(?:was|were|would\s+(?:otherwise\s+)?"
            r"(?:be|have\s+been)|is|had\s+been)(?:\s+(?:going\s+to\s+be|anyway|otherwise|heading|without\s+it))*\b",
            "unchanged",
        ),
        (
            r"\b(?:when|if|where|while|as\s+long\s+as|provided(?:\s+that)?)\s+(?:the\s+)?(?:transmission|spread|transmissibility)\s+"
            r"(?:does\s+not|doesn't)\s+(?:depend\s+on|vary\s+with|change\s+with|follow)\s+the\s+seasons?\b",
            "without seasonality",
        ),
        (
            r"\b(?:switch|turn|leav)(?:ing|ed)\s+seasonality\s+(?:off|out|aside)\b",
            "without seasonality",
        ),
        (
            r"\b(?:even\s+)?(?:after|at\s+the\s+end\s+of|with)\s+a\s+century\s+of\s+(?:(?:very|extremely)\s+)?"
            r"(?:high|unchecked|unabated|runaway)\s+emissions,",
            "",
        ),
        (r"\b(?:the\s+)?(?:world|planet|globe|earth)\s+of\s+(?=\d{4}-\d{4}\b)", "the world in "),
        (
            rf"\b(?:for|over|during|through|throughout)\s+(?:the\s+rest|the\s+remainder|what\s+is\s+left)\s+of\s+{_CENTURY}",
            "from now to 2100",
        ),
        (
            rf"\b(?:over|in|during|through)\s+the\s+(?:course|coming\s+decades|decades\s+to\s+come)\s+of\s+{_CENTURY}",
            "from now to 2100",
        ),
        (
            rf"\b(?:between|from)\s+now\s+(?:and|to|until)\s+the\s+end\s+of\s+{_CENTURY}",
            "from now to 2100",
        ),
        (
            r"(?:(?<=\ba\s)|(?<=\ban\s))(?:comfortable|pleasant|balmy|chilly|frigid|mild|cool|warm|hot|scorching|sweltering|icy|"
            r"agreeable|modest|mere|whopping|respectable|temperate|bitter|frosty|toasty)(?=\s+-?\d[\d.]*\s?(?:°|degrees|K\b))",
            "",
        ),
        (rf"\buntil\s+the\s+end\s+of\s+{_CENTURY}(?=.*\bssp)", "from now to 2100"),
    )
)  # fmt: skip


#: "Averages 3 °C a year" gives no rate.
_YEARLY = re.compile(
    r"(?P<kept>\baverag(?:es|ed|ing)\b[^.;]*?(?:°\s?[CF]|degrees|celsius|fahrenheit))\s+(?:a|per)\s+year\b",
    re.I,
)
_MOVED = re.compile(
    r"\b(?P<verb>halving|doubling|tripling|quadrupling|halve|double|triple)(?=\s[^.;,]{1,40}?\bfrom\s+(?P<a>\d+(?:\.\d+)?)"
    r"(?:\s*(?:%|percent|per\s+cent))?\s+to\s+(?P<b>\d+(?:\.\d+)?))",
    re.I,
)
_TIMES = {
    "halve": 0.5,
    "double": 2.0,
    "triple": 3.0,
    "halving": 0.5,
    "doubling": 2.0,
    "tripling": 3.0,
    "quadrupling": 4.0,
}


def _consistent(match: re.Match[str]) -> str:
    """Leave a factor out that both its ends are given of, where they agree with it."""
    first, last = float(match["a"]), float(match["b"])
    agrees = first > 0 and abs(last / first - _TIMES[match["verb"].lower()]) < 0.05
    return match.group() if not agrees else "taking" if match["verb"].endswith("ing") else "take"


def rephrased(text: str) -> str:
    """Return a normalised sentence with its turns of phrase in plainer words, of equal length.

    A text that is too long to be read is returned as it is.
    """
    if len(text) > LONGEST_STATEMENT:
        return text
    for pattern, replacement in _TURNS:
        text = _replaced(text, pattern, replacement)
    text = _replaced(text, _YEARLY, lambda match: match["kept"])
    return _in_stated_unit(_replaced(text, _MOVED, _consistent))


def _replaced(text: str, pattern: re.Pattern[str], replacement: Replacement) -> str:
    def padded(match: re.Match[str]) -> str:
        words = replacement if isinstance(replacement, str) else replacement(match)
        held = match.group()
        if len(words) > len(held):
            return held
        return words + " " * (len(held) - len(words))

    return pattern.sub(padded, text)


#: A unit that is named once for all temperatures of a sentence.
_UNIT_NAMED = re.compile(
    r"(?:^|,)\s*(?:\(?(?:measured\s+|expressed\s+|put\s+|given\s+)?(?:in|on\s+the)\s+(?:(?:american|us|u\.s\.|imperial)"
    r"\s+(?:units?|terms|measure|degrees)|(?:degrees\s+)?fahrenheit(?:\s+(?:scale|terms|degrees))?))\)?\s*(?=[,.]|$),?",
    re.I,
)
_BARE_DEGREES = re.compile(
    r"(?<=\s)degrees?\b(?!\s*(?:fahrenheit|celsius|centigrade|[CF]\b))", re.I
)
_CELSIUS = re.compile(r"°\s?C\b|\bcelsius\b|\bkelvin\b|\d\s?K\b", re.I)
_FAHRENHEIT = re.compile(r"°\s?F\b|\bfahrenheit\b", re.I)


def _in_stated_unit(text: str) -> str:
    """Give bare degrees the unit that a phrase names for the whole sentence."""
    match = _UNIT_NAMED.search(text)
    if match is None or _CELSIUS.search(text):
        return text
    rest = text[: match.start()] + " " * len(match.group()) + text[match.end() :]
    if _FAHRENHEIT.search(rest):
        return rest
    if not _BARE_DEGREES.search(rest):
        return text
    return _replaced(rest, _BARE_DEGREES, "°F")


def unread_turns(text: str) -> Sequence[tuple[int, str]]:
    """Return phrases that deny by degree and could not be put more plainly."""
    return [(m.start(), m.group()) for m in _DEGREE_DENIES.finditer(text)]


_DEGREE_DENIES = re.compile(
    r"\btoo\s+(?!(?:many|much)\s+\w+\s+(?:in|on)\b)\w+\s+(?:for\b[^,;.:]{0,50}?\s)?to\s+[a-z]+|"
    r"\b(?:not|n't)\s+(?:nearly\s+|quite\s+)?(?:enough|sufficient)\b|\binsufficient\b",
    re.I,
)
