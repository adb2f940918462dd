"""Statements that tell only what a run was asked with, read word by word.

"Three people in ten are immune and there is no seasonality" holds a share, a choice and nothing
else: every word is a value, the name of an input, or says nothing of its own.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from pydantic import JsonValue

from simulrag.simulators.interface import Call, Parameter
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.harmless import is_weightless
from simulrag.verifier.quantities import NUMBER_WORDS, Printed, quantities
from simulrag.verifier.reading.dates import dates
from simulrag.verifier.reading.lone_numbers import number_of
from simulrag.verifier.reading.mentions import Mention
from simulrag.verifier.reading.text import AnyCase, blanked, longest_from, small_letters
from simulrag.verifier.reading.wave_shares import parts_of_one
from simulrag.verifier.reading.wave_words import signs_of_phrases


@dataclass(frozen=True)
class Told:
    """A value that a statement says an input has, or has not."""

    parameter: str
    words: str
    holds: bool


#: Those that a share is not: of all who can be infected, the rest is immune.
_REST = (
    "susceptible | vulnerable | can be infected | can still be infected | may be infected | can "
    "get infected | can catch it | can still catch it | can fall ill | can still fall ill | not "
    "immune | unprotected | without immunity | without protection | lack immunity | lacks "
    "immunity | have no immunity | has no immunity | not protected | open to infection | at risk "
    "of infection | within reach of the virus"
).split(" | ")
_MORE_WORDS: Mapping[str, str] = {
    "share": (
        "immune | immunity | protected | protection | resistant | resistance | shielded | beyond "
        "infection | safe from infection | cannot be infected | can not be infected | can no "
        "longer be infected | cannot catch it | cannot catch the flu | already had it | have had "
        "it | already immune | immune already | immune beforehand | prior immunity"
    ),
    "number": (
        "reproduction number | basic reproduction number | reproduction value | reproduction "
        "figure | reproductive number | reproduction rate | r value"
    ),
}
_CASES = AnyCase(
    r"\b(?:each|every|one|a single|an?)\s+(?:infected\s+|sick\s+)?(?:case|person|patient|carrier|"
    r"individual)\s+(?:infects|passes (?:it|the (?:virus|flu|infection|disease)) on to|gives it to|"
    r"causes|leads to|produces|generates)\b"
    r"|\b(?:others?|new infections|further infections|secondary (?:cases|infections)|more cases|"
    r"further cases|new cases|other people|more people|further people)\b",
    holding=(
        "infect",
        "passes",
        "gives",
        "cases",
        "other",
        "people",
        "causes",
        "leads",
        "produces",
        "generates",
    ),
)
#: How strongly something varies with the season, by the choice that says so.
_LEVELS: Mapping[str, str] = {
    "none": (
        "no | none | zero | nil | absent | without | without any | absence | absence of | lacking "
        "| lacks | ignored | ignores | ignore | disregarded | disregards | neglected | neglects | "
        "left out | left aside | leaves out | leaves aside | set aside | sets aside | excluded | "
        "excludes | omitted | omits | switched off | turned off | disabled | deactivated | off | "
        "dropped | suppressed | removed | missing | plays no part | plays no role | has no part | "
        "has no role | has no influence | has no effect | has no say | does not matter | does not "
        "count | makes no difference | not | never | does not | do not | is not | isn't | "
        "doesn't | don't | aren't | wasn't | not at all | in "
        "no way | nothing | free of | devoid of | regardless | left out of account | left out of "
        "the picture | not taken into account | disregard | dispenses with | does without | do "
        "without | constant | unaffected | unchanged | independent | independently"
    ),
    "moderate": (
        "moderate | moderately | medium | middling | intermediate | middle | to a moderate degree "
        "| to a moderate extent | in moderation | of moderate strength | of medium strength | mid "
        "| average strength | neither weak nor strong | modest | modestly | to some extent | to "
        "some degree | somewhat"
    ),
    "high": (
        "high | highly | strong | strongly | pronounced | marked | markedly | large | "
        "considerable | considerably | heavy | heavily | great | greatly | significant | "
        "significantly | to a high degree | to a large extent | to a great extent | of great "
        "strength | full | in full force | powerful | powerfully | intense | substantial | "
        "substantially | much"
    ),
}
_SEASONS = (
    "seasonality | seasonal forcing | seasonal influence | seasonal effect | seasonal effects | "
    "seasonal variation | seasonal variations | seasonal component | seasonal term | seasonal "
    "swing | seasonal swings | seasonal pattern | seasonal signal | seasonal factor | seasonal "
    "factors | seasonal dependence | seasonal modulation | seasonal drive | seasonal impact | "
    "seasonal changes | seasonal cycle | seasonal transmission | seasonal | seasonally | "
    "influence of the season | influence of the seasons | effect of the season | effect of the "
    "seasons | role of the season | role of the seasons | impact of the season | impact of the "
    "seasons | time of year | time of the year | the seasons | vary with the season | varies with "
    "the season | vary with the seasons | varies with the seasons | varying with the season | "
    "depend on the season | depends on the season | depends on the seasons | changes with the "
    "season | change with the season | changes with the seasons | fluctuates with the season | "
    "fluctuates with the seasons | from season to season | with the season | with the seasons | "
    "with seasons | swings with the season | follows the season | follows the seasons"
).split(" | ")
#: What joins all this, and says nothing of its own here.
_SILENT = frozenset(
    (
        "of the a an and in on at to is are be been being was were as by for with from that this "
        "it its which who whom has have had will would should may might can could also already "
        "even only just yet still so here there both than or but population people person persons "
        "residents inhabitants citizens everybody everyone individuals men women human beings "
        "share part proportion fraction percentage level degree value transmission spread virus "
        "flu influenza disease infection infections epidemic outbreak wave season seasons "
        "scenario run model simulation forecast projection outlook calculation exercise question "
        "setting settings assumption assumptions premise parameter parameters input inputs "
        "condition conditions basis assumed presumed supposed taken thought believed reckoned "
        "held deemed said put set fixed kept built based prior pre existing preexisting "
        "beforehand beginning outset start onset begin begins first day initial initially before "
        "switched turned modulated shaped influenced swayed altered affected governed any out "
        "account influence role average some about around roughly approximately nearly almost "
        " exactly precisely just average's total whole all those these among whose given "
        "gives lets let makes made making works rests uses used drives driven behind underlies "
        "underlying into per one every each numbers number figure figures counts counted means "
        "mean r0 r naught basic reproduction fully entirely vary varies varying depend depends "
        "changes change how much more while when where whereas together amounts amount stands "
        "stand equal equals they them their i e s"
    ).split()
)
_WORD = re.compile(r"[a-z][a-z'\d]*|[^\s\w.,:;()\"'%=-]")
_ODDS = AnyCase(
    rf"\b(?P<some>{NUMBER_WORDS}|one|\d+)(?:\s+(?:people|persons?|residents|inhabitants))?\s+"
    rf"(?:in|out of|of)\s+(?:every\s+|each\s+)?(?P<all>{NUMBER_WORDS}|\d+)\b"
    r"|\bevery\s+(?P<nth>second|other|third|fourth|fifth|tenth)\b"
)
_NTH = {"second": 2, "other": 2, "third": 3, "fourth": 4, "fifth": 5, "tenth": 10}
#: What leads in a value that something has not: "not 30 percent", "rather than 30 percent".
_BUT_NOT = re.compile(r"\b(?:not|rather than|instead of|and not|but not|never)\s+(?:an?\s+)?$")
_Span = tuple[int, int]


def told_inputs(
    text: str, call: Call, parameters: Sequence[Parameter], found: Sequence[Mention]
) -> list[Told]:
    """Return what a statement tells of the inputs of a call; none where it tells more."""
    small = small_letters(text)
    of = {
        p.kind: p for p in parameters if p.kind in ("share", "number") and p.name in call.arguments
    }
    share, number = of.get("share"), of.get("number")
    choice = next((p for p in parameters if p.choices_need_words and p.kind == "choice"), None)
    if share is None or number is None or choice is None or len(small) > _LONGEST:
        return []
    own = (share.name, number.name, choice.name)
    others = [m for m in found if m.parameter in call.arguments and m.parameter not in own]
    made, taken = _others(small, others, call)
    rest = _COUNTED.sub(lambda m: " " * len(m[0]), blanked(small, taken))
    shares, plain = _numbers(rest)
    rest = blanked(rest, [(n.start, n.unit_end) for n in (*shares, *plain)])
    for parameter, values in ((share, shares), (number, plain)):
        names = _find(rest, _names(parameter))
        opposite = _find(rest, _REST) if parameter is share else []
        if parameter is number:
            names += [m.span() for m in _CASES.finditer(rest)]
        if bool(values) != bool(names or opposite) or len(values) > 1:
            return []
        rest = blanked(rest, [*opposite, *names])
        made += [_value(small, parameter, v, call, rest=bool(opposite)) for v in values]
    seasons = _find(rest, (*choice.words, *_SEASONS))
    if seasons:
        rest = blanked(rest, seasons)
        levels = [
            (level, s) for level, words in _LEVELS.items() for s in _find(rest, words.split(" | "))
        ]
        if len({level for level, _ in levels}) != 1:
            return []
        level = levels[0][0]
        rest = blanked(rest, [s for _, s in levels])
        holds = str(call.arguments.get(choice.name)) == level
        made.append(Told(choice.name, small[slice(*seasons[0])], holds))
    silent = all(_says_nothing(word[0]) for word in _WORD.finditer(rest))
    # Days, places and what is counted are told beside results as well.
    return made if silent and any(told.parameter in own for told in made) else []


_LONGEST = 300
_NO_DIFFERENCE = 1e-6
_COUNTED = re.compile(r"\b(?:two|three|four|five|six)(?= (?:states|jurisdictions|places)\b)")


def _says_nothing(word: str) -> bool:
    plain = word.removesuffix("'s")
    return plain in _SILENT or is_weightless(plain) or signs_of_phrases().get(plain) == ""


@once_for_each
def _names(parameter: Parameter) -> tuple[str, ...]:
    more = _MORE_WORDS.get(parameter.kind, "").split(" | ")
    return tuple({w.lower() for w in (*parameter.words, *more) if w})


def _find(text: str, phrases: Sequence[str]) -> list[_Span]:
    """Return where a text in small letters holds any of the phrases, longest first."""
    longest = longest_from(phrase.split() for phrase in phrases)
    known = set(phrases)
    words = [(m.start(), m.end(), m.group()) for m in re.finditer(r"[a-z][\w'₀-]*", text)]
    made: list[_Span] = []
    at = 0
    while at < len(words):
        most = min(longest.get(words[at][2], 0), len(words) - at)
        many = next(
            (n for n in range(most, 0, -1) if " ".join(w[2] for w in words[at : at + n]) in known),
            0,
        )
        if many:
            made.append((words[at][0], words[at + many - 1][1]))
        at += many or 1
    return made


def _numbers(small: str) -> tuple[list[Printed], list[Printed]]:
    """Return the shares that a text names, percent, and its plain numbers."""
    shares = list(_odds(small))
    taken = [(s.start, s.unit_end) for s in shares]
    for part in parts_of_one(small):
        if all(part.end <= a or b <= part.start for a, b in taken):
            shares.append(part)
            taken.append((part.start, part.unit_end))
    plain: list[Printed] = []
    for figure in quantities(blanked(small, taken)):
        (shares if figure.unit == "percent" else plain).append(figure)
    return shares, plain


def _odds(small: str) -> Iterator[Printed]:
    for match in _ODDS.finditer(small):
        some = number_of(match["some"]) if match["some"] and match["some"] != "one" else Decimal(1)
        every = Decimal(_NTH[match["nth"]]) if match["nth"] else number_of(match["all"])
        if some is None or not every or some >= every:
            continue
        yield Printed(
            text=match.group(), start=match.start(), end=match.end(), unit_end=match.end(),
            value=100 * some / every, half_unit=Decimal("0.5"), unit="percent",
            qualified_from=match.start(),
        )  # fmt: skip


def _value(small: str, parameter: Parameter, value: Printed, call: Call, *, rest: bool) -> Told:
    held = call.arguments.get(parameter.name)
    told = 100 - value.value if rest else value.value
    same = isinstance(held, int | float) and abs(float(held) - float(told)) < _NO_DIFFERENCE
    denied = _BUT_NOT.search(small, 0, value.start) is not None
    return Told(parameter.name, value.text, same != denied)


def _others(small: str, found: Sequence[Mention], call: Call) -> tuple[list[Told], list[_Span]]:
    """Return what is told of the other inputs (days, places, what is counted), and where."""
    made: list[Told] = []
    taken: list[_Span] = [(d.start, d.end) for d in dates(small)]
    for mention in found:
        held = call.arguments.get(mention.parameter)
        denied = _BUT_NOT.search(small, 0, mention.start) is not None
        made.append(Told(mention.parameter, mention.words, _same(held, mention.value) != denied))
        taken.append((mention.start, mention.end))
    return made, taken


def _same(held: JsonValue, stated: JsonValue) -> bool:
    if isinstance(held, list):
        names = {str(item).casefold() for item in held}
        wanted = stated if isinstance(stated, list) else [stated]
        return all(str(item).casefold() in names for item in wanted)
    if isinstance(held, str) and isinstance(stated, str) and re.fullmatch(r"\d{4}-\d\d-\d\d", held):
        return date.fromisoformat(held) == date.fromisoformat(stated[:10])
    return str(held).casefold() == str(stated).casefold()
