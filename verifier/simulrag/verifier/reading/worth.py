"""What something is worth to people: whether it may be asked of them, justified or put up with.

Such a statement is an opinion though its subject restates a result: "trips a third longer are too
much to ask". A word that the question uses for a class of its own is none of these.
"""

from simulrag.simulators.interface import Simulator
from simulrag.verifier.claims import Problem
from simulrag.verifier.reading.text import AnyCase, small_letters

_PEOPLE = (
    r"(?:drivers?|motorists?|commuters?|people|residents?|citizens?|travell?ers?|nobody|no one|"
    r"anyone|anybody|everyone|everybody|one|you|we|they|road users?|the public|visitors?)"
)
_ENDURE = (
    r"(?:accept|tolerate|bear|endure|stand for|swallow|stomach|put up with|live with|agree|resign|"
    r"sit through|be content|be satisfied|be happy|comply|forgive|defend|justify|excuse|demand|"
    r"ask|complain|argue with|sell)"
)
_VALUED = (
    r"(?:un|in)?(?:acceptable|tolerable|bearable|justifiable|justified|reasonable|fair|welcome|"
    r"desirable|excusable|defensible|forgivable|satisfactory|proportionate|reassuring|regrettable|"
    r"deplorable|commendable|praiseworthy|laudable|enviable|annoying|irritating|frustrating|"
    r"infuriating|gratifying|pleasing|delightful|worthwhile|disproportionate)"
)
_THING = (
    r"(?:imposition|sacrifice|affront|insult|outrage|nuisance|annoyance|blessing|boon|godsend|"
    r"disgrace|scandal|shame|pity|bargain|price worth \w+|price (?:to be paid|to pay)|triumph|"
    r"embarrassment|injustice|luxury|folly|provocation|disappointment|joy|pleasure|deal|"
    r"achievement|accomplishment|feat|tragedy|catastrophe|nightmare)"
)
_IS = (
    r"(?:is|are|was|were|be|seems?|remains?|looks?|feels?|appears?|sounds?|becomes?)"
    r"(?:\s+(?:not|hardly|scarcely|barely|simply|quite|rather|perfectly|entirely|wholly|totally|"
    r"altogether|completely|far from|very|more than|just|still|too|only|utterly|clearly|surely|"
    r"certainly|plainly|nothing but))*"
)
_CAN = r"(?:can|could|may|might|will|would|must)(?:not|n't)?(?: not| hardly| never| reasonably)*"
_PLANNED = r"(?:toll|cost|effort|plan|project|measure|zone|diet|charge|scheme|expense|trouble)s?"
#: How what is asked of people, or what they think of it, is said.
_SAID = (
    rf"{_IS}\s+(?P<valued>{_VALUED})"
    r"(?=\s*(?:[.,;!?]|$|for\b|to\b|in view\b|given\b|when\b|and\b|enough\b))",
    rf"{_IS}\s+(?:an?|no|the|sheer|pure)\s+(?:(?!class\b)[\w-]+\s+){{0,2}}{_THING}",
    r"(?:too much|too little|a lot|a great deal|much|plenty|more than enough) to "
    r"(?:ask|expect|demand|bear|swallow|stomach|take)",
    r"(?:ask|demand|expect)(?:s|ed|ing)? (?:far |rather |much )?(?:too much|a lot|a great deal)"
    r"(?=\s*(?:[.,;!?]|$|of\b|from\b))",
    rf"{_PEOPLE} {_CAN} be asked to",
    rf"{_PEOPLE} {_CAN} (?:be (?:expected|required|made|willing|ready|prepared|able) to )?"
    rf"{_ENDURE}",
    rf"(?:expect|ask|require|want|force) {_PEOPLE} to {_ENDURE}",
    r"(?:go|goes|went|going) (?:(?:far )?too far(?=\s*(?:[.,;!?]|$|for\b))|far enough)",
    rf"(?:hard|easy|difficult|impossible|possible|simple|tough) to {_ENDURE}",
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


def of_worth(text: str, question: str, simulator: Simulator) -> Problem | None:
    """Return that a normalised statement is about what a result is worth to people, or None."""
    found = _VALUING.search(text)
    if found is None or (found["valued"] or "?!") in small_letters(question):
        return None
    return Problem(
        reason="opinion",
        message=f"{found.group()!r} tells what people think of it",
        simulator=simulator.name,
        given=found.group(),
    )
