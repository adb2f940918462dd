"""Causes that a statement names, which a simulator represents or not."""

import re
from collections.abc import Sequence

from simulrag.simulators.interface import Parameter, Simulator
from simulrag.verifier.number_words import ONES, TENS
from simulrag.verifier.reading.mentions import unique_parameters
from simulrag.verifier.reading.text import AnyCase, find_phrases

#: What "down to" goes on with where it names no cause.
_NUMBERS = "|".join((*ONES, *TENS))
_CAUSE = AnyCase(
    r"\b(?:because(?: of)?|caused by|driven (?:\w+ )?by|owing to|owed to|put down to|"
    r"owes? [^.;,]{1,40}? to|traceable to|"
    r"(?:result|product|consequence|outcome) of the|thanks to|"
    r"due to(?! (?:peak|crest|culminate|top|reach|arrive|come|begin|start|end|fall|rise)\b)|"
    r"(?:will |would )?(?:come|comes|came|stems?|stemmed) (?:(?!down\b|up\b)\w+ )?from"
    r"(?!\s+[-+]?\d)|"
    r"(?:^|[,;]\s*)(?:since|as)\s+(?:(?:more|fewer|most|many|some|all)\s+)?(?:people|drivers|"
    r"residents|commuters|motorists|travell?ers|shoppers|visitors)\b|attributable to|blamed? on|"
    r"(?:had|were|was) it not (?:been )?for|if it (?:had not|hadn't|were not|weren't|wasn't) "
    r"(?:been )?for|but for|"
    r"(?:is|are|was|were) what (?:pushed|drove|caused|brought|kept|sent|made|lifted|lay behind|"
    r"triggered|fuelled|fueled)|"
    r"it (?:is|was) [^.;,]{3,60}? that (?:pushes|pushed|brings?|brought|lowers?|lowered|reduces?|"
    r"raises?|saves?|"
    r"drives?|drove|causes|caused|keeps|kept|"
    r"lies behind|explains)|"
    r"(?:to blame|at fault) for|"
    r"at the root of|(?:has|have|had) (?:\w+ )?to do with|"
    r"(?:triggered|fuell?ed|sparked|prompted|brought (?:on|about)|set off) by|"
    r"(?:is|are) what (?:pushes|drives|causes|brings|keeps|sends|makes|lifts|lies behind|triggers|"
    r"fuels|sparks|sets|holds|lets|allows)|"
    r"had [^.;]{2,80}?(?:would|could|might) have|"
    r"would have (?:been|\w+ed|come|risen|fallen|gone|had) (?:[^.;]{0,60} )?(?:if|had)|"
    r"(?:is|are|was|were|lies?|stands?) behind (?=(?:the|this|these)\s+(?:\w+er|rise|fall|"
    r"increase|decrease|drop|change|reduction|improvement|cut|saving)s?\b)|responsible for|"
    r"^\W*behind (?=(?:the|this|these)\s+(?:[\w%-]+\s+){0,3}?(?:rise|fall|increase|decrease|drop|"
    r"change|reduction|improvement|cut|saving)s?\b[^.;,]*\b(?:is|are|was|were|lies?|stands?)\b)|"
    r"what (?:puts|pushes|drives|causes|brings|keeps|sends|lifts|triggers|fuels|sparks|holds|"
    r"delays|speeds|slows|sets|leads to|lies behind|accounts for)\b"
    r"(?= [^.;]*\b(?:is|are|was|were)\b)|"
    r"(?:is|are|was|were) (?:all |mainly |mostly |largely |entirely |simply |chiefly |partly )*"
    r"down to "
    rf"(?!(?:\w+ )?\d|only|just|about|(?:{_NUMBERS}|an?|half|less|fewer|under|nothing|nil)\b)|"
    r"(?:it|that) (?:is|was) [^.;,]{3,60}? that (?:makes?|made|lets?|puts?|pushe[sd]|sends?|sent|"
    r"holds?|held|delay(?:s|ed)?|lifts?|lifted|triggers?|triggered|fuels?|fuell?ed|sets? off)\b|"
    r"what makes|the reason|the cause|shows that|"
    r"explain(?:s|ed)? (?:why|the (?:rise|drop|fall|jump|surge|decline|increase|decrease)))\b",
    holding=(
        "it is", "it was",
        "behind ", " have", " it not ", " what ", "at fault", "at the root of", "attributable to",
        "because", "blame", "brought ", "but for", "came", "caused", "causes", "come", "commuters",
        "consequence", "drive", "drove", "due to", "explain", "fuel", "had not", "hadn't", "keeps",
        "kept", "lies behind", "motorists", "owe", "owing to", "people", "product", "prompted",
        "pushed", "pushes", "put down to", "residents", "responsible for", "result", "set off",
        "shoppers", "shows that", "sparked", "stem", "thanks to", "the cause", "the reason",
        "to do with", "traceable to", "travel", "triggered", "visitors", "wasn't", "were not",
        "weren't", "what ", "down to", "that ",
    ),
)  # fmt: skip
#: What shows something and causes nothing.
_BY_MODEL = AnyCase(
    r"\b(?:models?|simulations?|runs?|results?|figures?|numbers|analysis|outputs?|comparison|data|"
    r"calculations?|scenario)\s+(?:also\s+|clearly\s+)?$"
)
#: A cause that the simulators' inputs stand for.
_OWN_CAUSE = AnyCase(
    r"\b(?:situations?|options?|cases?|years?|first|second|former|latter|baseline|(?:19|20)\d\d|"
    r"emissions?|scenarios?|interventions?|modifications?|adjustments?|changes|greenhouse|toll(?:s|ing)?|"
    r"zones?|schemes?|plans?|projects?|packages?|diet|measures?|aerosols?|class|categor(?:y|ies)|thresholds?|bands?|scale|immunity|seasonality|strateg(?:y|ies)|pathways?|forcing)\b"
)


_WORD = re.compile(r"\w{3}")
#: Why something is of a class: "because it lies under 40 %".
_OF_CLASS = re.compile(
    r"because\s+(?:[\w-]+\s+){0,5}?(?:lies|is|stays|remains|exceeds|falls|comes|passes|clears)\s+"
    r"(?:(?:not|well|just|only)\s+)?(?:under|over|above|below|between|within|less|more|in|short|"
    r"past|beyond|the|at)?\b[^.;]*?\d",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"responsible|behind|explain")
#: Words in which a clause names its subject.
_WORDS_OF_SUBJECT = 5


def is_cause(text: str, simulator: Simulator) -> bool:
    """Tell whether a normalised statement names a cause that a simulator does not represent."""
    cause = _CAUSE.search(text)
    if (
        cause is None
        or _OF_CLASS.match(text, cause.start())
        or _BY_MODEL.search(text, 0, cause.start()) is not None
    ):
        return False
    parameters = unique_parameters(simulator)
    own = _own_cause(text[cause.start() :], parameters)
    if "what" in cause.group().lower() and _WORD.search(text, 0, cause.start()):
        return not _own_cause(text[: cause.start()], parameters)  # "X is what makes it warmer"
    if _BEHIND.search(cause.group()):  # what is responsible stands before the words
        own = own and _own_cause(text[: cause.start()], parameters)
    return not own


def _own_cause(tail: str, parameters: Sequence[Parameter]) -> bool:
    if re.match(r"[\w ]*?\b(?:to|by|of|from)\s+(?:this|these|that|it|such)\b", tail):
        return True
    if re.match(r"because\s+(?!of\b)", tail, re.IGNORECASE):
        # A whole clause is the cause of what stands first in it, not of what it mentions.
        tail = " ".join(tail.split()[: _WORDS_OF_SUBJECT + 1])
    tail = re.split(r"\b(?:and not|rather than|instead of|but not)\b", tail)[0]
    words = [w for p in parameters if p.kind == "change" for w in (*p.words, *p.family)]
    words += [w for p in parameters if p.alters for v in p.choices.items() for w in (v[0], *v[1])]
    return bool(_OWN_CAUSE.search(tail) or find_phrases(tail, words))
