"""How many times one size of a wave another is: the peak, an end of its interval or the sum."""

import re
from collections.abc import Sequence

from simulrag.verifier.claims import Comparator, Expression, Reading
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.wave import FLIPPED, RELATIONS, Wave, at


def _loose(value: float, *, hedged: bool) -> float:
    return _LOOSE * value if hedged else min(_LOOSE * value, max(0.5, _LOOSE / 2 * value))


_TIMES = re.compile(
    "(?P<first>[HLPTmI]+?)(?P<deny>!?)(?P<way>[<>gl~=RGs]*)Nx[<>~=R]?(?P<second>[HLPTmI]+)"
)
#: The same the other way round: "five times the median is less than the upper bound".
_TIMES_FIRST = re.compile(
    "Nx(?P<second>[HLPTmI]+?)(?P<deny>!?)(?P<way>[<>gl~=R]*)(?P<first>[HLPTmI]+)R?"
)
#: "The total divided by the peak is about 38".
_QUOTIENT = re.compile("([HLPTm]+)I?÷([HLPTm]+)I?[&=R]*([<>glGs~]?)N")


def quotient(plain: str, numbers: Sequence[Printed], wave: Wave) -> list[Reading]:
    found = _QUOTIENT.fullmatch(plain)
    if found is None or len(numbers) != 1:
        return []
    return times_over(f"{found[1]}{found[3]}Nx{found[2]}", numbers, wave)


#: "Between the median and the upper end lies a factor of twenty".
_FACTOR_BETWEEN = re.compile("w([THPmL])I?&([THPmL])I?[=R]?(?:x(?=[~<>glGs]?N))([~<>glGs]?)N")


_SHARE = re.compile(
    "(?P<first>[HLPTm]+)I?(?P<deny>!?)(?P<way>[<>gl~=R]*)N(?P<second>[HLPTm]+)I?"
    "|N(?P<part>[HLPTm]+)I?(?P<not>!?)(?P<how>[<>gl~=R]*)(?P<other>[HLPTm]+)I?"
)


def share(plain: str, numbers: Sequence[Printed], wave: Wave) -> list[Reading]:
    """Return the reading that one size is a part of another: "less than half of the median"."""
    found = _SHARE.fullmatch(plain)
    if found is None or len(numbers) != 1:
        return []
    fronted = found["part"] is not None
    one = wave.term(found["other"] if fronted else found["first"])
    whole = wave.term(found["part"] if fronted else found["second"])
    ways = set((found["how"] if fronted else found["way"]) or "") - set("=~R")
    if one is None or whole is None or one == whole or len(ways) > 1:
        return []
    way = "".join(ways)
    way = FLIPPED.get(way, way) if fronted else way
    number = numbers[0]
    value, half = float(number.value) / 100, float(number.half_unit) / 100
    figure = at("", 0, 0, value, 0.0 if way else half).model_copy(
        update={"text": number.text, "start": number.start, "end": number.end}
    )
    return [
        Reading(
            expression=Expression(operation="ratio", terms=(whole, one)),
            comparator=RELATIONS[way],
            figures=(figure,),
            negated=bool(found["deny"] or found["not"]),
        )
    ]


#: Half of the width that a multiple without "more than" leaves open, relative.
_LOOSE = 0.1


def times_over(plain: str, numbers: Sequence[Printed], wave: Wave) -> list[Reading]:
    """Return the reading that one size is so many times another."""
    plain = re.sub("^([HLPTm]+)[>+]([HLPTm]+)([;&]?[~<>glGs]?)(?:Nx|xN)W?$", r"\1\3Nx\2", plain)
    plain = plain if "!" in plain else plain.replace("M", "")  # "could be three times"
    plain = re.sub("^T[R=]?([<>gl~Gs]?)NP$", r"T\1NxP", plain)  # "more than eighty peaks"
    between = _FACTOR_BETWEEN.fullmatch(plain)
    if between is not None:
        large, small = sorted((between[1], between[2]), key="THPmL".index)
        plain = f"{large}{between[3]}Nx{small}"
    plain = plain.replace("Ik", "H").replace("Id", "L")  # "reaches up to twice the median"
    plain = re.sub("^P?I[REt]+(?=[<>~glGs]?Nx[mP])", "H", plain)  # "gets to twice the median"
    plain = re.sub("^[IHL]+#?(x[~<>gl]?N|[~<>gl]?Nx)I?$", r"LHI\1", plain).replace("x~N", "~Nx")
    plain = re.sub(
        "^([<>gl~Gs]?)Nx([HLPmT])I?=?([HLPmT])I?R?$", r"\3\1Nx\2", plain
    )  # "56 times the peak is what the total comes to"
    plain = re.sub("^LHI?([<>gl~]?)(?:xN|Nx)$", r"H\1NxL", plain)  # "from the lower to the upper"
    found = _TIMES.fullmatch(plain.replace("H=I", "HI")) or _TIMES_FIRST.fullmatch(plain)
    if found is None or len(numbers) != 1:
        return []
    whole, part = wave.term(found["first"]), wave.term(found["second"])
    ways = set(found["way"]) - set("=~R")
    if whole is None or part is None or whole == part or len(ways) > 1:
        return []
    way = "".join(ways)
    way = FLIPPED.get(way, way) if plain.startswith("Nx") else way
    denied = bool(found["deny"])
    number = numbers[0]
    comparator: Comparator = RELATIONS[way] if way else "about"
    if denied and not way:
        comparator, denied = "below", False  # "not five times as high": it does not get there
    value = float(number.value)
    return [
        Reading(
            expression=Expression(operation="ratio", terms=(part, whole)),
            comparator=comparator,
            figures=(
                at("", 0, 0).model_copy(
                    update={
                        "text": number.text, "start": number.start, "end": number.end,
                        "value": value,
                        "half_unit": 0.0 if way else _loose(value, hedged="~" in plain),
                    }
                ),
            ),
            negated=denied,
        )
    ]  # fmt: skip
