"""What the label of a scale is said of: of a result, or of something that no run tells of.

"Warm air can hold more water" grades nothing beside a question whose scale has a "warm".
"""

import re
from collections.abc import Sequence

from simulrag.simulators.interface import Output, Parameter
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.mention import Mention
from simulrag.verifier.reading.mentions import FALL, RISE

#: Nouns for results of any kind, and for what brings them about.
_RESULTS = frozenset(
    (
        "category categories class band bracket range level degree grade label scale zone regime "
        "change changes effect effects impact impacts difference differences distinction gap "
        "disparity contrast divergence deviation variation shift magnitude size amount extent "
        "outcome outcomes result results value values figure figures number numbers reading "
        "estimate projection response influence benefit benefits gain gains loss losses cut cuts "
        "warming cooling slowdown speedup improvement improvements worsening deterioration growth "
        "trend trajectory course side end case cases one ones term terms sense climate conditions "
        "environment setting settings location locations site place places position area region "
        "city town village state states year years period scenario scenarios pathway pathways "
        "strategy strategies intervention interventions measure measures modification "
        "modifications adjustment adjustments plan plans option options approach package policy "
        "mean average median temperature temperatures model simulation run runs baseline peak "
        "phase start beginning month months weeks week step move swing jump uptick upturn "
        "downturn decline turn alteration enhancement advancement progress penalty "
        "trade-off tradeoff rate pace land sea water offset co-benefit co-benefits mitigation "
        "two three both latter former first second rest threshold mark total sum net limit "
        "limits bar boundary bound cutoff cut-off forecast outlook prediction analysis situation "
        "trajectory onset spread activity margin distance swing consequence consequences relevance "
        "tendency path direction slope footing note momentum dynamics drift stage stages stretch "
        "importance programme programmes program programs effort efforts scheme"
    ).split()
)
_TURN = re.compile(rf"(?:{RISE}|{FALL})", re.IGNORECASE)
_PRONOUN = frozenset("it its this that these those they their which what there he she".split())
_WORD = re.compile(r"[^\W\d_][\w'’-]*", re.UNICODE)
#: What ends a noun phrase.
_STOP = re.compile(
    r"[,.;:!?()\[\]\"]|\d|\b(?:of|in|on|to|for|than|is|are|was|were|be|been|by|with|without|from|"
    r"at|that|which|who|and|or|but|as|under|over|between|among|during|compared|relative|when|"
    r"where|while|if|because|since|can|could|will|would|may|might|should|must|has|have|had|does|"
    r"nor|do|did|becomes?|became|remains?|stays?|occurs?|characteri[sz]es?|not|across|after|before|"
    r"into|within|against|rather|due|owing|both|it|they|we|he|there|so|then|here|per|by|the|an?|"
    r"this|these|those|its|their|his|her|our|resulting|caused|seen|expected|projected|predicted|"
    r"based|according|given|indicating|suggesting|representing|showing|meaning|placing|making|"
    r"implying|leads?|leading|suggests?|indicates?|points?|means|mean\s+that|reflecting|marking|signifying|demonstrating|overall|only|even|though|although|whereas|yet|separates?|begins|starts|applies)\b",
    re.IGNORECASE,
)
_DETERMINER = re.compile(r"(?:the|an?|this|these|those|its|their|his|her|our|it|they)\b", re.I)
#: A further adjective of the same noun: "a suppressed, moderately impactful season".
_JOINED = re.compile(
    r"(?:,|,?\s+and)\s+(?:[\w-]+ly\s+)?(?!(?:goes|points?|reflects?|indicates?|comes|lies|"
    r"means|shows?|signals?|constitutes?|leaves?|takes?|runs?|tends?)\b)(?=[\w-]+\s+[\w-]+)",
    re.IGNORECASE,
)
#: Words that say of a subject what it is.
_COPULA = re.compile(
    r"\b(?:(?:is|are|was|were|does|do|did|has|have|would|could)n['’]?t|is|are|was|were|be|been|being|has|have|had|becomes?|became|remains?|remained|stays?|"
    r"stayed|counts?|counted|qualif\w+|ranks?|ranked|rated|class\w+|categori[sz]\w+|consider\w*|"
    r"described|called|labell?ed|fails?|failed|falls?|fell|lies|lay|seems?|appears?|would|will|could|may|might|"
    r"should|can|cannot|must|does|do|did|experienc\w+|undergo\w*|sees?|saw|represents?|marks?|"
    r"gives?|gave|shows?|brings?|brought|causes?|caused|produc\w+|yields?|leads?|led|results?|"
    r"turns?|turned|reach\w*|belongs?|amounts?|constitut\w+|corresponds?|puts?|places?|placed|"
    r"makes?|made|deserv\w+|escap\w+|avoid\w*|elud\w+|evad\w+|dodg\w+|merits?|warrants?|exceeds?|stands?|sits?|enjoys?)\b",
    re.IGNORECASE,
)
#: A noun phrase just before a verb, behind another verb: "... stated the difference is".
_BESIDE_VERB = re.compile(
    r"\b(?<!of )(?<!in )(?:the|this|that|its)\s+(?P<noun>[\w-]+)\s+$", re.IGNORECASE
)
_PREPOSITION = re.compile(
    r"\b(?:of|in|for|at|under|with|by|from|on|between|across|to|due|caused|resulting|after|"
    r"without|that|which|who)\b",
    re.IGNORECASE,
)
#: A change said to be one of something: "the increase in CO2", "a modest rise in rainfall".
_CHANGE_IN = re.compile(r"\s+(?:in|of)\s+", re.IGNORECASE)
_EFFECT_ON = re.compile(r"\s+(?:on|for)\s+", re.IGNORECASE)
#: A label that is an adjective; one of several words says by itself what it is of ("a hot city").
_ADJECTIVE = re.compile(
    r"(?:(?:[\w-]+ly|very|rather|quite|too|so|fairly)\s+){0,2}[^\W\d_]+", re.IGNORECASE
)
#: A degree of what the label means, and no label: "more severe than".
_COMPARATIVE = re.compile(r"\b(?:more|less|most|least|how|too)\s+$", re.IGNORECASE)
_CAUSING = frozenset("effect effects impact impacts influence response".split())
#: How far back the subject of a clause without words of its own is looked for, characters.
_BACK = 160


def grades_result(
    text: str,
    fact: Fact,
    mentions: Sequence[Mention],
    outputs: tuple[Output, ...],
    parameters: tuple[Parameter, ...],
    names: frozenset[str] = frozenset(),
) -> bool:
    """Tell whether a label is said of an output, a place or a run, and of nothing else.

    names: further words in small letters for what the runs are of, such as their places.
    """
    if not _ADJECTIVE.fullmatch(text, fact.start, fact.end):
        return True
    if _COMPARATIVE.search(text[max(0, fact.start - 8) : fact.start]):
        return False
    if _NAMED.search(text, 0, fact.start):
        return True
    known = _Known(text, mentions, _words_of(outputs) | names, _inputs_of(parameters))
    head, at = _noun_behind(text, fact.end)
    if head:
        told = known.of_result(head) and known.complement(at, head)
        return told or _before_verb(text, fact.end, at, known)
    return _of_known_subject(text, fact, known)


#: "The label 'minor' still covers what happens": a label that is named as one.
_NAMED = re.compile(
    r"\b(?:label|word|term|class|category|tag|grade|rating|verdict|epithet|adjective)\s+"
    r"(?:of\s+)?['\"‘“]$",
    re.IGNORECASE,
)
#: Words behind a noun that say when or by what it is so, and not what it is.
_SAID_OF_TIME = re.compile(
    r"ahead|apart|out|far|behind|upwards?|downwards?|overall|there|then|anyway|altogether|too|projected|predicted|expected|"
    r"calculated|simulated|computed|found|foreseen|observed|reported|shown|given|involved|concerned",
    re.IGNORECASE,
)
#: "call the change negligible", "makes its warming modest".
_CALLED = re.compile(
    r"\b(?:call|consider|deem|mak|made|render|leav|left|keep|kept|find|found|rat|class|label|"
    r"describ|judg|regard)\w*\s+(?:[\w'’-]+\s+){0,5}?(?P<noun>[\w-]+)\s+(?:as\s+)?['\"‘“]?$",
    re.IGNORECASE,
)
_WHAT = re.compile(
    r"\bwhat\s+[^.;]*\b(?:goes|went|go|gets?|got|sets?|happens?|lies|comes?)\b", re.I
)


class _Known:
    """The words of a sentence that name what runs tell of."""

    def __init__(
        self,
        text: str,
        mentions: Sequence[Mention],
        outputs: frozenset[str],
        inputs: frozenset[str],
    ) -> None:
        self.text = text
        self._mentions = mentions
        self._outputs = outputs
        self._inputs = inputs - outputs

    def of_result(self, word: str) -> bool:
        """Tell whether a noun is one for a result, or a name of an output."""
        plain = word.casefold().removesuffix("'s")
        forms = {plain, plain.removesuffix("s"), plain.rsplit("-", 1)[-1]}
        if forms & (_RESULTS | self._outputs | _PRONOUN):
            return True
        return bool(_TURN.fullmatch(plain))

    def mentioned(self, start: int, end: int) -> bool:
        """Tell whether text[start:end] lies in a value of an input."""
        return any(m.start < end and start < m.end for m in self._mentions)

    def complement(self, at: int, head: str) -> bool:
        """Tell whether what a change is said to be of, if anything, is an output or a place."""
        causing = head.casefold() in _CAUSING
        led = (_EFFECT_ON if causing else _CHANGE_IN).match(self.text, at)
        return led is None or self._is_told_of(led.end(), direct=not causing)

    def _is_told_of(self, at: int, *, direct: bool) -> bool:
        determiner = re.compile(r"(?:(?:the|an?|this|its|their|both|all|these)\s+)*", re.I)
        begin = determiner.match(self.text, at)
        start = begin.end() if begin else at
        stop = _STOP.search(self.text, start)
        end = stop.start() if stop else len(self.text)
        words = list(_WORD.finditer(self.text, start, end))
        if not words:
            return True
        if any(self.mentioned(w.start(), w.end()) for w in words):
            inputs = {w.group().casefold() for w in words} & self._inputs
            return not (direct and inputs)
        return self.of_result(words[-1].group())

    def subject(self, start: int, end: int) -> bool:
        """Tell whether the noun phrase text[start:end] names a result, or what runs are of."""
        words = list(_WORD.finditer(self.text, start, end))
        while len(words) > 1 and (
            _SAID_OF_TIME.fullmatch(words[-1].group()) or words[-1].group().casefold() in _LINKS
        ):
            words.pop()
        if not words:
            return True
        last = words[-1]
        if self.mentioned(last.start(), last.end()) or last.group().casefold() in self._inputs:
            return True
        return self.of_result(last.group()) and self.complement(last.end(), last.group())


def _noun_behind(text: str, at: int) -> tuple[str, int]:
    """Return the head of the noun phrase that a label begins, and where it ends; "" for none."""
    quoted = re.match(r"\s?['\"’]", text[at:])
    start = at + quoted.end() if quoted else at
    if joined := _JOINED.match(text, start):
        start = joined.end()
    stop = _STOP.search(text, start)
    end = stop.start() if stop else len(text)
    words = [
        w for w in _WORD.finditer(text, start, end) if not re.fullmatch(r"[a-z]+ly", w.group())
    ]
    while words and _SAID_OF_TIME.fullmatch(words[-1].group()):
        words.pop()
    if words and stop and _DETERMINER.match(text, stop.start()):
        words.pop()  # the verb before "the"
    return (words[-1].group(), words[-1].end()) if words else ("", at)


def _before_verb(text: str, start: int, end: int, known: _Known) -> bool:
    """Tell whether a noun for a result stands before a verb: "a modest change awaits Lagos"."""
    words = list(_WORD.finditer(text, start, end))
    if len(words) < 3:
        return False
    noun, verb, last = words[0].group(), words[1].group(), words[-1]
    acts = verb.endswith("s") and not verb.endswith("ss") and not known.of_result(verb)
    return known.of_result(noun) and acts and known.mentioned(last.start(), last.end())


_CONTRASTED = re.compile(
    r"\W*(?:(?:rather|other) than|far from|instead of|"
    r"by no means)\s+(?:being\s+)?(?:an?\s+)?['\"‘“]?",
    re.IGNORECASE,
)


def _of_known_subject(text: str, fact: Fact, known: _Known) -> bool:
    left = fact.left
    if fact.bound or not _names_anything(text[left : fact.start]):
        left = max(0, fact.start - _BACK)
    named = _CALLED.search(text, left, fact.start)
    if named is not None and known.of_result(named["noun"]):
        return True
    if _CONTRASTED.fullmatch(text, fact.left, fact.start):
        return True  # what is not so stands behind: "far from being minor, the change is severe"
    verb = _COPULA.search(text, left, fact.start)
    if verb is None:
        words = [
            w
            for w in _WORD.finditer(text, left, fact.start)
            if w.group().casefold() not in _WEIGHING
        ]
        told = (known.mentioned(w.start(), w.end()) or known.of_result(w.group()) for w in words)
        return not words or any(told)
    start = left
    lead = re.compile(r"\W*(?:in|for|at|under|with|by|from|on|of|as|to)\b", re.I).match(text, left)
    if lead is not None and lead.end() <= verb.start():
        comma = text.find(",", lead.end(), verb.start())
        if comma < 0:
            return True  # "By the cut-offs given the change is", "For Lagos the distinction is"
        start = comma
    if _WHAT.search(text, start, verb.start()):
        return True  # "what Lagos goes through is modest"
    cut = _PREPOSITION.search(text, start, verb.start())
    if known.subject(start, cut.start() if cut else verb.start()):
        return True
    beside = _BESIDE_VERB.search(text, start, verb.start())
    return beside is not None and known.of_result(beside["noun"])


def _names_anything(text: str) -> bool:
    return any(w.casefold() not in _LINKS for w in _WORD.findall(_COPULA.sub(" ", text)))


@once_for_each
def _words_of(outputs: tuple[Output, ...]) -> frozenset[str]:
    """Return the nouns in the names of outputs and of what their scales grade: the last words."""
    phrases = [w for o in outputs for w in (*o.words, *o.unit_words)]
    phrases += [s.name for o in outputs for s in o.scales]
    phrases += [w for o in outputs for s in o.scales for b in s.bands for w in b.words]
    phrases += [w for o in outputs for words in o.choices.values() for w in words]
    found = (_WORD.findall(phrase) for phrase in phrases)
    return frozenset(words[-1].casefold() for words in found if words) - _SMALL


@once_for_each
def _inputs_of(parameters: tuple[Parameter, ...]) -> frozenset[str]:
    phrases = [w for p in parameters for w in (*p.words, *p.family)]
    return frozenset(w.casefold() for p in phrases for w in _WORD.findall(p)) - _SMALL


_LINKS = frozenset(
    "a also an and as be but not so still that the then thus to which while who yet".split()
)
#: Words that only say whether, or how far, a label holds of what stands behind it.
_WEIGHING = _LINKS | frozenset(
    "neither nor or not never hardly barely scarcely only just merely rather quite clearly by any "
    "no means anything nothing if more less than yet even at best most overall in all sum".split()
)
_SMALL = frozenset(
    "population people a an and at by can for from in is it of on or that the to with".split()
)
