"""The forms of English verbs, for tables of words."""

from collections.abc import Iterable, Iterator

_VOWELS = "aeiou"
#: Verbs whose last letter is doubled before an ending.
_DOUBLED = frozenset(
    "drop slip dip trim step stop chop clip nip lop top "
    "skip slim plug beg sag dim thin bog quit".split()
)
_IRREGULAR = {
    "rise": "rises rose rising risen",
    "fall": "falls fell falling fallen",
    "grow": "grows grew growing grown",
    "shrink": "shrinks shrank shrinking shrunk",
    "sink": "sinks sank sinking sunk",
    "lose": "loses lost losing",
    "cut": "cuts cutting",
    "hit": "hits hitting",
    "put": "puts putting",
    "set": "sets setting",
    "let": "lets letting",
    "shed": "sheds shedding",
    "rid": "rids ridding",
    "cost": "costs costing",
    "win": "wins won winning",
    "get": "gets got getting gotten",
    "go": "goes went going gone",
    "come": "comes came coming",
    "take": "takes took taking taken",
    "bring": "brings brought bringing",
    "send": "sends sent sending",
    "drive": "drives drove driving driven",
    "make": "makes made making",
    "give": "gives gave giving given",
    "draw": "draws drew drawing drawn",
    "hold": "holds held holding",
    "keep": "keeps kept keeping",
    "leave": "leaves left leaving",
    "spend": "spends spent spending",
    "stand": "stands stood standing",
    "run": "runs ran running",
    "be": "is are was were being been",
    "have": "has had having",
    "beat": "beats beating beaten",
    "break": "breaks broke breaking broken",
    "eat": "eats ate eating eaten",
    "creep": "creeps crept creeping",
    "leap": "leaps leaped leapt leaping",
    "swell": "swells swelled swollen swelling",
    "speed": "speeds sped speeding speeded",
    "overtake": "overtakes overtook overtaking overtaken",
    "undergo": "undergoes underwent undergoing undergone",
    "see": "sees saw seeing seen",
    "find": "finds found finding",
    "say": "says said saying",
    "tell": "tells told telling",
    "show": "shows showed showing shown",
    "mean": "means meant meaning",
    "do": "does did doing done",
    "become": "becomes became becoming",
    "lie": "lies lay lying lain",
    "sit": "sits sat sitting",
    "meet": "meets met meeting",
    "feel": "feels felt feeling",
    "pay": "pays paid paying",
    "buy": "buys bought buying",
    "sell": "sells sold selling",
    "burn": "burns burned burnt burning",
    "blow": "blows blew blowing blown",
    "throw": "throws threw throwing thrown",
    "outdo": "outdoes outdid outdoing outdone",
    "travel": "travels travelled traveled travelling traveling",
}


def inflected(verb: str) -> tuple[str, ...]:
    """Return the forms of a verb, or of one with a particle behind it: "go up", "goes up"."""
    head, _, rest = verb.partition(" ")
    behind = f" {rest}" if rest else ""
    return tuple(f"{form}{behind}" for form in dict.fromkeys((head, *_others(head))))


def all_inflected(verbs: Iterable[str]) -> Iterator[str]:
    """Yield all forms of some verbs."""
    for verb in verbs:
        yield from inflected(verb)


def _others(verb: str) -> list[str]:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb].split()
    stem = verb + verb[-1] if verb in _DOUBLED else verb
    if verb.endswith("e"):
        return [verb + "s", verb + "d", verb[:-1] + "ing"]
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return [verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"]
    third = verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z")) else "s")
    return [third, stem + "ed", stem + "ing"]
