"""What a study's sentences say of population, period, place, dose and design, as printed."""

import re
from typing import Literal

from simulrag.simulators.interface import Frozen

Aspect = Literal["population", "period", "place", "dose", "design"]
ASPECTS: tuple[Aspect, ...] = ("population", "period", "place", "dose", "design")

_PEOPLE = (
    r"(?:post-?menopausal|pre-?menopausal|pregnant|healthy|elderly|older|young|obese|"
    r"critically ill|hospitali[sz]ed|diabetic|hypertensive|nonhypertensive)?\s*"
    r"(?:patients|participants|women|men|children|infants|adults|adolescents|newborns|neonates|"
    r"individuals|subjects|volunteers|mothers|students|workers|households|mice|rats|"
    r"nonhuman primates|monkeys|macaques|zebrafish|drosophila|yeasts?|c\. elegans|piglets|"
    r"cell lines?|cells)"
)
_PLACES = (
    "Afghanistan|Africa|African|Argentina|Asia|Asian|Australia|Austria|Bangladesh|Belgium|Brazil|"
    "Britain|British|Cameroon|Canada|Chile|China|Chinese|Colombia|Denmark|Danish|Egypt|England|"
    "Ethiopia|Europe|European|Finland|Finnish|France|French|Gambia|Germany|German|Ghana|Greece|"
    "Hong Kong|Hungary|Iceland|India|Indian|Indonesia|Iran|Ireland|Israel|Italy|Italian|Japan|"
    "Japanese|Kenya|Korea|Korean|London|Malawi|Malaysia|Mali|Mexico|Mozambique|Nepal|Netherlands|"
    "Dutch|New Zealand|Nigeria|North America|Norway|Norwegian|Pakistan|Papua New Guinea|Peru|"
    "Philippines|Poland|Portugal|Russia|Rwanda|Saudi Arabia|Scotland|Senegal|Singapore|"
    "South Africa|South America|Spain|Spanish|Sri Lanka|Sudan|Sweden|Swedish|Switzerland|Taiwan|"
    "Tanzania|Thailand|Turkey|Uganda|UK|Ukraine|United Kingdom|United States|USA|US|Vietnam|Wales|"
    "Zambia|Zimbabwe|low and middle income countries|developing countries|developed countries"
)
_UNIT = r"(?:[mµμnk]?g|mcg|IU|mmol|[mµμ]?mol|m[lL]|ppm|ppb|Gy|mSv|%)"
_PATTERNS: dict[Aspect, re.Pattern[str]] = {
    "population": re.compile(rf"\b{_PEOPLE}\b", re.IGNORECASE),
    "period": re.compile(
        r"\b(?:(?:from|between|in|during|since)\s+)?(?:19|20)\d\d(?:\s*(?:-|–|to|and|through)\s*"
        r"(?:(?:19|20)\d\d|\d\d))?\b"
        # Spans of time, not ages: "aged 65 years", "18 years of age", "45-year-old women".
        r"|(?<!aged )(?<!age )(?<!ages )(?<![<>≥≤]|\d)\b\d+[- ](?:week|month|year|day)s?\b"
        r"(?![- ](?:of age|old|or older|and older|or younger|or over|and over))"
        r"(?:[- ]follow[- ]up)?",
    ),
    "place": re.compile(rf"\b(?:{_PLACES})\b"),
    "dose": re.compile(
        rf"\b\d+(?:\.\d+)?\s*{_UNIT}\s*(?:/|per|a|\()\s*(?:kg|d|day|week|dose|m2)\b"
        r"|\b\d+(?:\.\d+)?\s*(?:mg|mcg|IU|µg|μg)\b"
    ),
    "design": re.compile(
        r"\b(?:systematic review|meta-analys[ei]s|randomi[sz]ed(?: controlled| clinical)? trials?|"
        r"clinical trial|prospective(?: cohort)?(?: study)?|cohort study|cohort|case-control(?: "
        r"stud(?:y|ies))?|cross-sectional(?: (?:study|survey))?|mendelian randomi[sz]ation|"
        r"genome-wide association study|ecological (?:study|analysis)|survey|in vitro|in vivo|"
        r"knockout mice|mouse models?|mathematical models?|simulation|case report|review)\b",
        re.IGNORECASE,
    ),
}
_MOST = 3


class Setting(Frozen):
    """What is said of one aspect, as printed, in order, without repetition."""

    aspect: Aspect
    stated: tuple[str, ...]


def settings(text: str) -> tuple[Setting, ...]:
    """Return what a text states of each aspect; an aspect of which it says nothing is left out."""
    found: list[Setting] = []
    for aspect in ASPECTS:
        printed: dict[str, str] = {}
        for match in _PATTERNS[aspect].finditer(text):
            spelt = " ".join(match.group().split())
            printed.setdefault(spelt.lower(), spelt)
        if printed:
            found.append(Setting(aspect=aspect, stated=tuple(printed.values())[:_MOST]))
    return tuple(found)
