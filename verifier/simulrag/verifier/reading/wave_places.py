"""Places that a run takes together, named one after another: "Ohio plus Maine combined"."""

import re
from collections.abc import Sequence

from simulrag.verifier.reading.mentions import Mention
from simulrag.verifier.reading.scene_sign import Sign

_AND = re.compile(r"[\s,]*(?:and|or|plus|with|as well as|together with|along with|[+&/-])?\s*")
#: What says no more than that they are taken together, of which a run cannot do otherwise.
_AS_ONE = re.compile(
    r"(?: (?:(?:taken|put|pooled|considered|counted|lumped|added) )?(?:together|combined|jointly)"
    r"| as (?:one|a (?:group|whole|unit|pair|block|bloc))"
    r"| (?:group|trio|pair|quartet|duo|cluster|combination|block|bloc)(?= |[.,;:]|$))"
)


def joined_places(text: str, found: Sequence[Mention]) -> list[Sign]:
    """Return where places are listed, with the words that join them and take them as one."""
    made: list[Sign] = []
    for mention in found:
        if made and _AND.fullmatch(text, made[-1].end, mention.start):
            made[-1] = made[-1]._replace(end=mention.end)
        else:
            made.append(Sign("", mention.start, mention.end))
    return [_as_one(text, sign) for sign in made]


def _as_one(text: str, sign: Sign) -> Sign:
    behind = _AS_ONE.match(text, sign.end)
    return sign._replace(end=behind.end()) if behind else sign
