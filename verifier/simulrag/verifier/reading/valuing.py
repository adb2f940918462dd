"""Judgements in which a statement ends: what is no cause for alarm, or a piece of cake."""

from simulrag.simulators.interface import Simulator
from simulrag.verifier.claims import Plan, Problem
from simulrag.verifier.reading.text import AnyCase

_FEARS = (
    r"alarm|alarmed|concern|concerned|worry|worries|panic|fear|fright|despair|anxiety|unease|"
    r"celebration|celebrate|optimism|pessimism|relief|regret|joy|complacency|complacent|pride|"
    r"shame|jubilation|excitement|complaint|complain|rejoice|fret|gloat|boast|grumble|moan"
)
_UNSETTLED = (
    r"nervous|afraid|scared|frightened|worried|concerned|alarmed|anxious|ashamed|proud|sneezed at|"
    r"taken lightly|sniffed at|feared|upset|excited|happy|sad|sorry"
)
_TOYS = (
    r"(?:an? )?(?:piece of cake|child's play|walk in the park|walkover|doddle|cakewalk|breeze|"
    r"nightmare|godsend|blessing(?: in disguise)?|catastrophe|calamity|"
    r"stroke of (?:good |bad )?luck|"
    r"bitter pill|mercy|consolation|comfort|relief|worry|headache|bad sign|good sign|bad omen|"
    r"good omen|bad timing|good timing|good news|bad news|great news|tall order|test of nerves|"
    r"storm in a teacup|small mercy|cold comfort|matter of taste)"
)
_VALUES = (
    r"comfortable|uncomfortable|bearable|unbearable|tolerable|intolerable|acceptable|unacceptable|"
    r"reassuring|worrying|frightening|scary|terrifying|dreadful|terrible|awful|horrible|unfortunate|"
    r"fortunate|harmless|convenient|inconvenient|unpleasant|pleasant|regrettable|deplorable|"
    r"pathetic|laughable|ridiculous|absurd|welcome|unwelcome|inopportune|ill-timed|well-timed|"
    r"disastrous|ruinous|heartening|disheartening|encouraging|discouraging|depressing"
)
_DEGREE = (
    r"(?:(?:too|so|very|rather|quite|pretty|fairly|hardly|not|really|simply|just|most|an?|the) )*"
)
_IS = r"(?:is|are|was|were|be|seems?|looks?|sounds?|feels?)"
_VALUED = AnyCase(
    rf"\b(?:nothing|something|not something|nothing that anyone needs?|no reason|every reason) to "
    rf"(?:be (?:{_UNSETTLED})|{_FEARS}|lose (?:any |much )?(?:sleep|heart)|write home|crow|"
    r"cheer)\b|"
    rf"\b(?:cause|reasons?|grounds|need|occasion|call|room|ground) (?:for|to) (?:be )?"
    rf"(?:\w+ )?(?:{_FEARS}|{_UNSETTLED})\b(?! (?:\w+ )?(?:more|less|fewer|over|above|\d|peak))|"
    r"\b(?:los(?:e|es|ing)|lost) (?:any |much |some )?sleep\b|"
    r"\bsleep (?:\w+ )?(?:soundly|well|easily|at night)\b|"
    rf"\b{_IS} {_DEGREE}(?:{_TOYS})(?! (?:of|that)\b)\b|\b{_IS} {_DEGREE}(?:{_VALUES})"
    r"(?= (?:number|figure|size|height|level|load|time|moment|prospect|thought|sight|burden|one|"
    r"date|for)\b|\W*$)",
    holding=(
        "nothing to", "something to", "reason", "cause", "ground", "need", "occasion", "call",
        "room", "sleep", "is ", "are ", "was ", "were ", "be ", "seem", "look", "sound",
        "feel",
    ),
)  # fmt: skip


def valued(text: str, plan: Plan, simulator: Simulator) -> Problem | None:
    """Return that a normalised statement judges, unless in words that may be those of a scale."""
    if plan.bands or plan.graded or not _VALUED.search(text):
        return None
    return Problem(
        reason="opinion",
        message="the statement is an opinion or a recommendation",
        simulator=simulator.name,
    )
