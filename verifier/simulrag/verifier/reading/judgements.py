"""Statements that recommend or judge, whatever their numbers."""

import re

from simulrag.verifier.claims import Problem
from simulrag.verifier.reading.foreseen import EXPECTED
from simulrag.verifier.reading.hearsay import is_hearsay
from simulrag.verifier.reading.text import AnyCase

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
_FEELINGS = (
    "ideal|perfect|pleasant|unpleasant|nice|nicer|nicest|lovely|beautiful|ugly|wonderful|"
    "fantastic|great|awful|terrible|horrible|horrifying|dreadful|miserable|unbearable|intolerable|"
    "unacceptable|acceptable|fair|frightening|scary|terrifying|worrying|worrisome|reassuring|"
    "comforting|disappointing|encouraging|depressing|shocking|outrageous|scandalous|shameful|"
    "disgraceful|ridiculous|absurd|foolish|stupid|silly|smart|smarter|smartest|clever|wise|wiser|"
    "wisest|sensible|reckless|naive|lucky|unlucky|fortunate|unfortunate|overrated|underrated|"
    "overblown|exaggerated|boring|exciting|annoying|tragic|sad|happy|optimistic|pessimistic|"
    "better|worse|best(?! (?:estimate|case|fit|guess))|worst(?! case)|preferable|desirable|"
    "undesirable|admirable|impressive|sobering|chilling|uplifting|heart-?(?:warming|breaking|ening)|"
    "dis(?:heartening|turbing|quieting|tressing|may(?:ing)?)|grim|bleak|dismal|gloomy|dire|upsetting|"
    "tedious|tiresome|tiring|dull|dreary|irritating|maddening|baffling|bewildering|amusing|"
    "charming|pathetic|laughable|ludicrous|atrocious|deplorable|regrettable|lamentable|"
    "inexcusable|unforgivable|inspiring|fascinating|thrilling|enjoyable|embarrassing|insulting|"
    "saddening|breathtaking|staggering|mind-boggling|stunning|appalling|dispiriting|demoralising|"
    "demoralizing|daunting|unnerving|unsettling|galling|infuriating|heartless|criminal|crime|"
    "immoral|unjust|bearable|tolerable|pitiful|delightful|gratifying|cheering|cheerful|rosy|sinister"
)
#: Words of feeling and judgement: an opinion where a statement holds nothing that is decided.
_EVALUATION = AnyCase(
    rf"\b(?:{_FEELINGS}|fortunately|unfortunately|luckily|sadly|hopefully|frankly|honestly|"
    r"far too|way too|too (?:much|many|little|few)|enough|a (?:shame|disgrace|scandal|pity|joke|"
    r"tragedy|triumph|failure|success|mistake|waste|blessing|curse|disaster)|"
    r"(?:no|not a|a) big deal|(?:no|little|every) reason to|nothing to (?:worry|fear|be)|"
    r"(?:did|does|do|done|handled|managed|coped) (?:\w+ ){0,3}(?:well|badly|poorly))\b"
)


def judgement(text: str, simulator: str = "", *, also_feelings: bool = False) -> Problem | None:
    """Return that a normalised statement recommends or judges, or None.

    also_feelings: count words of feeling ("frightening") too. They stand beside facts as often
    ("a frightening 4 °C"), so they tell something only where nothing else was read.
    """
    if is_hearsay(text):
        return Problem(
            reason="opinion",
            message="the statement is about what is said or believed, not about what holds",
            simulator=simulator,
        )
    found = _opinion(text) or (also_feelings and _EVALUATION.search(text))
    if not found:
        return None
    return Problem(
        reason="opinion",
        message="the statement is an opinion or a recommendation",
        simulator=simulator,
    )


#: "Should things turn out so": if they do.
_IF = re.compile(r"\W*should (?!we\b|they\b|I\b|you\b|people\b|hospitals\b)[^?]*$", re.IGNORECASE)


def _opinion(text: str) -> bool:
    found = _OPINION.search(text)
    if found is not None and found.start() <= 1 and _IF.match(text):
        found = _OPINION.search(text, found.end())
    return found is not None


def is_opinion(text: str) -> bool:
    """Tell whether a normalised statement is an opinion, a recommendation or hearsay."""
    return _opinion(text) or is_hearsay(text)
