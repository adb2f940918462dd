"""Statements that recommend or judge, whatever their numbers."""

import re

from simulrag.verifier.claims import Problem
from simulrag.verifier.reading.foreseen import EXPECTED
from simulrag.verifier.reading.hearsay import is_hearsay
from simulrag.verifier.reading.sign_lists import signs_in
from simulrag.verifier.reading.text import AnyCase, small_letters

#: What ought to be done or is held to be good: an opinion whatever else a statement says.
_OPINION = AnyCase(
    r"\b(?:should(?! (?:see\b|have to\b|lie\b|"
    r"be (?:expected|described|categori[sz]ed|classified|called|rated)|"
    r"come (?:in|out|to)\b|peak\b|"
    rf"{EXPECTED}))|ought|"
    r"must (?:not|never)|must (?!not\b|wait\b|be\b|have\b|lie\b|call\b|count\b|rank\b|say\b)\w+|"
    r"had better|"
    r"recommend\w*|advis(?:e|able)|urge[sd]?|irresponsible|unfair|"
    r"worth(?:while)?(?! (?:[\w-]+ ){0,3}(?:[-+]?\d|degrees?\b|half\b))|"
    r"deserves?(?! (?:to be (?:called|rated|classed|considered|described|labell?ed|put|counted)|"
    r"(?:the|its|to bear the) (?:label|name|word|term|title|rating|attribute|epithet|adjective|"
    r"description|\W)))|"
    r"(?:has|have|had) (?:\w+ )?reasons? to|"
    r"look(?:s|ed|ing)? forward to(?! (?:[\w-]+ ){0,3}(?:\d|(?:low|high|warm|cool|hott|cold)er))|"
    r"(?:not|n't|never|would|hardly) mind|welcomes?|regrets?|complains?|(?:gets?|grow) used to|"
    r"prefers?|would rather have|"
    r"(?:calls?|cr(?:y|ies) out|begs?|pleads?|clamou?rs?) (?:loudly |out )?for"
    r"(?! (?:the |an? |its )?(?:label|word|term|name|class|category|\W))|"
    r"demands? (?:an? |the |more |some |swift |urgent |immediate )?(?:action|answer|response|"
    r"measures?|attention|respect|rethink|change of)|"
    r"promising|alarming(?! (?:[\w-]+ ){0,4}\d)|"
    r"(?:is|are|be) (?:right|wrong) to"
    r"(?! (?:call|describe|say|label|class|speak|regard|consider|rate))|"
    r"(?:is|are|be) (?:ideal|perfect|good|bad) for|"
    r"needs? to (?!be\b|crest\b|peak\b|top\b|get\b|climb\b|reach\b|fall\b|rise\b|cool\b|warm\b)\w+|"
    r"(?:fair|small|reasonable|steep|high) (?:an? )?price|bargain|"
    r"(?:nic|pleasant|lovel|pretti|liveli|cosi|attractiv)\w* (?:place|city|town|street|area)|"
    r"polic(?:y|ies)(?!\s+(?:package\s+|mix\s+)?(?:achiev|lead|mak|leav|keep|ha[sv]|add|result|reduc|yield|deliver|cut|increas|"
    r"rais|lower|shorten|lengthen|introduc|present|demonstrat|produc|deliver|bring)\w*)|"
    r"is (?:a )?(?:good|bad|great|terrible) (?:idea|thing)|it is time|we need|"
    r"would be (?:glad|happy|pleased|delighted|relieved|sorry|grateful)|"
    r"I (?:personally |really |honestly )?(?:think|believe|feel|find|guess|hope|fear|love|hate|"
    r"doubt|prefer|worry|would rather)|"
    r"(?:whoever|any(?:one|body) who|those who|people who) (?:calls?|says?|claims?|thinks?|"
    r"believes?|considers?|hopes?|fears?)|"
    r"(?:in|to) my (?:view|opinion|mind|taste|eyes)|if you ask me|as I see it)\b",
    holding=(
        "beg", "clamo", "cries", "cry", "demand", "plead",
        " forward to", " mind", " my ", " used to", "advis", "alarming", "as i see it", "attractiv",
        "bad", "bargain", "believe", "call", "claim", "complain", "consider", "cosi", "delighted",
        "deserve", "doubt", "fear", "feel", "find", "glad", "good", "grateful", "guess",
        "had better", "happy", "hate", "hope", "idea", "if you ask me", "irresponsible",
        "it is time", "liveli", "love", "must ", "need", "nic", "ought", "perfect", "pleasant",
        "pleased", "polic", "prefer", "pretti", "price", "promising", "reason", "recommend",
        "regret", "relieved", "right", "say", "should", "sorry", "thing", "think", "unfair", "urge",
        "welcome", "worry", "worth", "would rather", "wrong",
    ),
)  # fmt: skip
_LIST = "judgements.txt"


def _of(*fields: str) -> str:
    """Return a pattern for the listed words of some fields, those of more words first."""
    words = [word for word, field in signs_in(_LIST).items() if field in fields]
    longest = sorted(words, key=len, reverse=True)
    return "|".join(word.replace(" ", "(?:'s)?[ -]") for word in longest)


#: Words of feeling and judgement: an opinion where a statement holds nothing that is decided.
_EVALUATION = AnyCase(
    rf"\b(?:(?<!\bor )(?P<worth>{_of('feeling', 'worth')})|happy|sad|"
    r"best(?! (?:estimate|case|fit|guess))|worst(?! case)|"
    r"fortunately|unfortunately|luckily|sadly|hopefully|frankly|honestly|"
    rf"far too|way too|too (?:much|many|little|few)|enough|an? (?:{_of('thing')}|shame|joke|"
    r"failure|success|waste|curse|disaster|mistake|blunder)|"
    r"(?:no|not a|a) big deal|(?:no|little|every) reason to|nothing to (?:worry|fear|be)|"
    r"(?:did|does|do|done|handled|managed|coped) (?:\w+ ){0,3}(?:badly|poorly|"
    r"well(?! (?:after|before|above|below|over|under|into|beyond|past|within|in excess|short))))\b"
)
_PEOPLE = (
    r"(?:drivers?|motorists?|commuters?|people|residents?|citizens?|travell?ers?|nobody|no one|"
    r"anyone|anybody|everyone|everybody|one|you|we|they|road users?|the public|visitors?|"
    r"hospitals?|clinics?|wards?)"
)
_IS = (
    r"(?:is|are|was|were|be|seems?|remains?|looks?|feels?|appears?|sounds?|becomes?)"
    r"(?:\s+(?:not|hardly|scarcely|barely|simply|quite|rather|perfectly|entirely|wholly|totally|"
    r"altogether|completely|far from|very|more than|just|still|too|so|pretty|fairly|really|most|"
    r"only|utterly|clearly|surely|certainly|plainly|nothing but))*"
)
_CAN = r"(?:can|could|may|might|will|would|must)(?:not|n't)?(?: not| hardly| never| reasonably)*"
_PLANNED = r"(?:toll|cost|effort|plan|project|measure|zone|diet|charge|scheme|expense|trouble)s?"
#: Where a word of worth is all that is said, or is said of a thing that is named again.
_ENDS = (
    r"(?=\s*(?:[.,;!?]|$|for\b|to\b|in view\b|given\b|when\b|and\b|enough\b|"
    r"(?:number|figure|size|height|level|load|time|moment|prospect|thought|sight|burden|one|"
    r"date)\b))"
)
#: How what is felt about a result, or asked of people by it, is said.
_SAID = (
    rf"{_IS}\s+(?:(?:an?|the)\s+)?(?P<worth>{_of('worth')}){_ENDS}",
    rf"{_IS}\s+(?:(?:an?|no|the|sheer|pure)\s+(?:(?!class\b)[\w-]+\s+){{0,2}})?"
    rf"(?P<thing>{_of('thing')}|price worth \w+|joy|shame|relief|worry)(?! of\b)",
    rf"(?:nothing|something|no reason|every reason)(?: that anyone needs?)? to (?:"
    rf"be (?:{_of('unsettled')})|{_of('fear')}|lose (?:any |much )?(?:sleep|heart)|"
    r"write home|crow|cheer)",
    rf"(?:cause|reasons?|grounds|need|occasion|call|room|ground) (?:for|to) (?:be )?(?:\w+ )?"
    rf"(?:{_of('fear', 'unsettled')})(?! (?:\w+ )?(?:more|less|fewer|over|above|\d|peak))",
    r"(?:los(?:e|es|ing)|lost) (?:any |much |some )?sleep",
    r"sleep (?:\w+ )?(?:soundly|well|easily|at night)",
    r"(?:too much|too little|a lot|a great deal|much|plenty|more than enough) to "
    r"(?:ask|expect|demand|bear|swallow|stomach|take)",
    r"(?:ask|demand|expect)(?:s|ed|ing)? (?:far |rather |much )?(?:too much|a lot|a great deal)"
    r"(?=\s*(?:[.,;!?]|$|of\b|from\b))",
    rf"{_PEOPLE} {_CAN} be asked to",
    rf"{_PEOPLE} {_CAN} (?:be (?:expected|required|made|willing|ready|prepared|able) to )?"
    rf"(?:{_of('endure')}|complain)",
    rf"(?:expect|ask|require|want|force) {_PEOPLE} to (?:{_of('endure')}|complain)",
    r"(?:go|goes|went|going) (?:(?:far )?too far(?=\s*(?:[.,;!?]|$|for\b))|far enough)",
    rf"(?:hard|easy|difficult|impossible|possible|simple|tough) to (?:{_of('endure')}|complain)",
    rf"{_PEOPLE} (?:(?:will|would|do|may|might)(?: not|n't)? )?"
    r"(?:hate|love|resent|dislike|appreciate|loathe|begrudge|applaud|deplore|cherish)s?",
    r"(?:cannot|can|could|should|must)(?: not|n't)? be (?:justified|defended|excused|condoned)",
    rf"justif(?:y|ies|ied) (?:the|its|this|any|such an?) (?:\w+ )?{_PLANNED}",
    r"mak(?:e|es|ing) (?:little|no|good|perfect|every|some|much) sense",
    r"owes? (?:its|the|their|these) \w+",
    r"(?:speaks?|tells?|argues?) (?:for|against) (?:the|this|such an?) \w+",
    r"too (?:dear|expensive|costly|precious)",
    r"(?:has|have) (?:long )?been (?:waiting|hoping|longing|asking) for",
    r"(?:good|bad|great|terrible|welcome|excellent) news",
    r"money well spent|something to be (?:proud|ashamed|glad) of|the least (?:that )?\w+ \w+ could",
)
_VALUING = AnyCase(rf"\b(?:{'|'.join(_SAID)})\b")
#: Who gives a name to a result judges that name: "calling it modest would be a mistake".
_NAMING = AnyCase(r"\b(?:call|describ|label|speak|nam|rat|class|term|grad|say|put)\w*\b")


def judgement(
    text: str, simulator: str = "", *, question: str = "", also_feelings: bool = False
) -> Problem | None:
    """Return that a normalised statement recommends or judges, or None.

    question: the one that the statement answers; what people think of a result is told of results
    alone, and a word of worth that the question uses, as for a class of its own, is no judgement.
    also_feelings: count words of feeling ("frightening") too. They stand beside facts as often
    ("a frightening 4 °C"), so they tell something only where nothing else was read.
    """
    if is_hearsay(text):
        message = "the statement is about what is said or believed, not about what holds"
    elif _opinion(text):
        message = "the statement is an opinion or a recommendation"
    elif question and _judges(_VALUING, text, question):
        message = "the statement tells what people think of a result"
    elif also_feelings and _judges(_EVALUATION, text, question):
        message = "the statement is an opinion or a recommendation"
    else:
        return None
    return Problem(reason="opinion", message=message, simulator=simulator)


def _judges(pattern: AnyCase, text: str, question: str) -> bool:
    """Tell whether a text judges in other words than those of the question."""
    # A statement without a question is planned by its own words, which are no classes.
    asked = small_letters(question).replace(small_letters(text), "")
    for found in pattern.finditer(text):
        words = found.groupdict()
        word = words.get("worth") or words.get("thing")
        naming = words.get("thing") and _NAMING.search(text, 0, found.start())
        if not naming and not (word and word in asked):
            return True
    return False


#: "Should things turn out so": if they do.
_IF = re.compile(r"\W*should (?!we\b|they\b|I\b|you\b|people\b|hospitals\b)[^?]*$", re.IGNORECASE)


def _opinion(text: str) -> bool:
    found = _OPINION.search(text)
    if found is not None and found.start() <= 1 and _IF.match(text):
        found = _OPINION.search(text, found.end())
    return found is not None


#: A statement of someone who only says that he holds it to be true.
_I_BELIEVE = (
    r"(?:I (?:\w+ly |do )?(?:think|believe|guess|suppose|reckon|suspect|feel)|"
    r"(?:in|to) my (?:view|opinion|mind)|as I see it|if you ask me)"
)
_BELIEF = re.compile(rf"^{_I_BELIEVE},?(?: that)? |,? {_I_BELIEVE}(?=\W*$)", re.IGNORECASE)


def without_belief(text: str) -> str:
    """Return what someone says to believe, as a statement; empty where nobody says so."""
    rest = _BELIEF.sub("", text.strip())
    return f"{rest[:1].upper()}{rest[1:]}" if rest != text.strip() else ""


def is_opinion(text: str) -> bool:
    """Tell whether a normalised statement is an opinion, a recommendation or hearsay."""
    return _opinion(text) or is_hearsay(text)
