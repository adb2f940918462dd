"""What a part of a statement about a trial says, by its signs and mostly not by their order."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from simulrag.verifier.quantities import Printed, family
from simulrag.verifier.reading.scene_sign import Sign
from simulrag.verifier.reading.trial import Trial
from simulrag.verifier.reading.trial_signs import by_phrase

#: Results by the kind of unit that only they have, where nothing names one.
_KINDS = ("time", "mass", "volume")


@dataclass
class Told:
    """What the parts before spoke of: which results, and which way they went."""

    names: tuple[str, ...] = ()
    way: int = 0
    #: The unit of the last number.
    unit: str = ""
    #: The class that was said.
    label: Sign | None = None


@dataclass
class Part:
    """A part of a statement, taken apart: its results, and which way it says that they go."""

    trial: Trial
    row: list[Sign]
    told: Told
    #: The statement in small letters, in which the signs stand.
    text: str = ""
    #: The row as it was said, before words for longer and better were told as more or less.
    said: tuple[Sign, ...] = ()
    names: tuple[str, ...] = ()
    used: set[int] = field(default_factory=set[int])
    #: The row with words that only say how exactly a number is meant.
    whole: tuple[Sign, ...] = ()

    @property
    def signs(self) -> str:
        """The signs as text, one letter each."""
        return "".join(s.sign for s in self.row)

    def at(self, signs: str) -> list[int]:
        """Return where signs stand."""
        return [n for n, s in enumerate(self.row) if s.sign in signs]

    def printed(self, at: int) -> Printed | None:
        """Return the number at a place."""
        held = self.row[at].held
        return held if isinstance(held, Printed) else None

    @property
    def numbers(self) -> list[int]:
        """Where numbers stand."""
        return self.at("N")


def part_of(row: Sequence[Sign], trial: Trial, told: Told, text: str) -> Part | None:
    """Return a part with its results and directions found; None where they are open."""
    kept = _without_only(row)
    if kept is None:
        return None
    part = Part(trial, kept, told, text, tuple(kept), whole=tuple(row))
    named = _named(part)
    aspects = any(s.sign == "r" and s.word in trial.aspects for s in kept)
    if aspects and not any(s.sign == "K" and not s.word.endswith("ly") for s in kept):
        return None  # what several results measure between them
    part.names = tuple(named) or _both_graded(part) or _implied(part)
    if "b" in part.signs or _each_of(kept):
        part.names = tuple(_of_each(n, part) for n in part.names)
    if "w" in part.signs and len(part.numbers) == 1:
        part.row = [s for s in part.row if s.sign != "w"]  # "the gap between the two"
    for n, sign in enumerate(part.row):
        if sign.sign in "345678":
            way = _way(sign.sign, part)
            led = part.row[n - 1] if n else sign
            if sign.sign in "34" and led.sign == "r" and led.word != "time" and sign.word in _TAKES:
                way = _TAKES[sign.word]
            plural = n > 0 and part.row[n - 1].word in ("trips", "journeys", "drives")
            if sign.word in ("gain", "gains") and plural:
                way = 1
            if way is None:
                return None
            part.row[n] = sign._replace(sign="+" if way > 0 else "-")
    _without_explained(part)
    goes_on(part)
    return part


#: What a trip does that becomes shorter or longer, where it is not those who make it.
_TAKES = {"lose": -1, "loses": -1, "lost": -1, "losing": -1, "gained": 1, "gaining": 1}  # fmt: skip


def _without_explained(part: Part) -> None:
    """Leave out the class whose limit a number is: "the 30% from which it would be significant"."""
    known = by_phrase(part.trial)
    for at in part.at("K"):
        n = at - 1
        while n >= 0 and part.row[n].sign in "WecVT":
            n -= 1
        led = n > 0 and part.row[n - 1].sign in "XYRM<>gleij"
        printed = part.printed(n) if n >= 0 and (n < at - 1 or led) else None
        if printed is None:
            continue
        bands = known.get(part.row[at].word, {})
        ends = {b.low for name, b in bands.items() if name in part.names}
        if ends == {float(printed.value)}:
            part.row = [*part.row[: n + 1], *[s for s in part.row[at + 1 :] if s.sign not in "ce"]]
            return


def goes_on(part: Part) -> None:
    """Let a number go the way told before where nothing says it: "idling by 93 %"."""
    for n in part.at("G") if part.told.way else ():
        part.row[n] = part.row[n]._replace(sign="+" if part.told.way > 0 else "-", word="")
    said = set(part.signs)
    percent = all(
        p.unit == "percent" and not p.signed for n in part.numbers if (p := part.printed(n))
    )
    going = percent or "B" in said
    if part.told.way and len(part.numbers) == 1 and going and not said & set("+-Dht9sf"):
        part.row.append(Sign(",", -1, -1))
        part.row.append(Sign("+" if part.told.way > 0 else "-", -1, -1))


def _without_only(row: Sequence[Sign]) -> list[Sign] | None:
    """Return a row without words that narrow an amount; None where they single out a result."""
    kept: list[Sign] = []
    for n, sign in enumerate(row):
        behind = row[n + 1].sign if n + 1 < len(row) else ""
        if sign.sign == "y":
            if behind in ("r", "a", "b", "0"):
                return None
            continue
        if sign.sign == "R" and n and row[n - 1].sign == "y" and behind in ("K", "N"):
            continue  # "only reaches the moderate class"
        if sign.sign == "q":
            continue
        if sign.sign == "k" and behind in tuple("rG") and kept and kept[-1].sign in "fN":
            continue
        if sign.sign == "k" and behind not in tuple("NB~><gljiKk+-78"):
            if sign.word not in ("even", "fully"):
                return None
            continue
        if sign.sign == "k" and not any(s.sign in "!n" for s in row[:n]):
            continue
        kept.append(sign)
    return kept


def _loosely(who: Sequence[str]) -> set[str]:
    return {*who, "through", "drive", "travel"} if who else set()


def _named(part: Part) -> list[str]:
    """Return the results that a part names, those of mere travelling only alone."""
    found: dict[str, bool] = {}
    for sign in part.row:
        for name in sign.inputs if sign.sign == "r" else ():
            who = part.trial.results[name].spent_by
            told = set(sign.word.split())
            weak = sign.word == "time" or ("time" not in told and bool(told & _loosely(who)))
            found[name] = found.get(name, False) or not weak
    if "N" in part.signs and re.search("r[^r]*N[^r]*[,&][^N]*r", part.signs):
        return list(found)
    return [n for n, strong in found.items() if strong] or list(found)


def _each_of(row: Sequence[Sign]) -> bool:
    """Tell whether something is said of vehicles, each by itself: "vehicles emit 205 g each"."""
    words = {s.word.split()[-1] for s in row if s.sign in "ar" and s.word}
    each = any(s.sign == "A" and s.word == "each" for s in row[-1:])
    return each and bool(words & {"vehicles", "cars", "automobiles"})


def _of_each(name: str, part: Part) -> str:
    """Return the result of each vehicle, where there is such a one."""
    each = f"{name}_per_vehicle"
    return each if each in part.trial.results else name


def _both_graded(part: Part) -> tuple[str, ...]:
    """Return the two results that the question grades, where "both effects" are told."""
    names = tuple(part.trial.graded)
    told = any(s.sign in "nA" and re.search("two|both|neither", s.word) for s in part.row)
    counted = told and bool(set(part.signs) & set("D+-"))
    return names if counted and len(names) == 2 else ()


#: Words that are said of what drives rather than of how long it takes.
_OF_SPEED = re.compile(
    r"(?:more )?(?:slow(?:er|ing)?|slowly|faster|quicker|quickly|swifter|speedier|brisker|rapidly)"
)


def _implied(part: Part) -> tuple[str, ...]:
    """Return the results that a part without a name speaks of, by its units or those before."""
    trial, told = part.trial, part.told.names
    times = [n for n in trial.results if trial.is_time(n)]
    if times and any(s.sign in "34" and "time" in s.word for s in part.row):
        return (times[0],)
    if "K" in part.signs and not told:
        known = by_phrase(trial)
        shared = set(trial.graded)
        for sign in part.row:
            shared &= set(known.get(sign.word, ())) if sign.sign == "K" else shared
        if any(s.sign in "78" for s in part.row):
            shared &= set(times)
        return tuple(shared) if len(shared) == 1 else ()
    units = {p.unit for n in part.numbers if (p := part.printed(n)) and p.unit != "percent"}
    kinds = {family(u) for u in units if u}
    if "percentage_point" in units:
        return told
    if len(kinds) == 1 and (kind := next(iter(kinds))) in _KINDS:
        fitting = [n for n, o in trial.results.items() if family(o.unit) == kind]
        kept = [n for n in told if n in fitting]
        return tuple(kept) or tuple(fitting[:1])
    if kinds or any(p.unit == "" for n in part.numbers if (p := part.printed(n))):
        if not kinds:
            return told
        counts = [n for n, o in trial.results.items() if units <= set(o.unit_words)]
        return tuple(counts[:1])
    if told:
        return told
    if any(s.sign in "78" and not _OF_SPEED.fullmatch(s.word) for s in part.row):
        return tuple(n for n in trial.results if trial.is_time(n))[:1]
    return ()


def _way(sign: str, part: Part) -> int | None:
    """Return which way the results of a part go by a word that says it of some results only."""
    trial, names = part.trial, part.names
    if sign in "78":
        times = all(trial.is_time(n) for n in names) and names
        return (1 if sign == "7" else -1) if times else None
    if sign in "34":
        times = all(trial.is_time(n) for n in names) and names
        return (-1 if sign == "3" else 1) if times else None
    better = {trial.better(n) for n in names}
    if len(better) != 1 or 0 in better:
        return None
    return next(iter(better)) * (1 if sign == "5" else -1)


def direction_of(part: Part) -> int | None:
    """Return 1 for more, -1 for less, 0 where nothing says which; None for both."""
    ways: set[int] = set()
    for n in part.at("+-"):
        if n not in part.used:
            ways.add(1 if part.row[n].sign == "+" else -1)
            part.used.add(n)
    return None if len(ways) > 1 else next(iter(ways), 0)


def denied_left(part: Part) -> bool:
    """Tell whether what is left of a part denies it."""
    left = [n for n in part.at("!n") if n not in part.used]
    part.used |= set(left)
    return len(left) % 2 == 1


def _references_known(part: Part) -> bool:
    """Tell whether what is compared with is the run without changes, or a number."""
    for n, sign in enumerate(part.row):
        behind = next((s.sign for s in part.row[n + 1 :] if s.sign not in "aAVDb~"), "")
        if sign.sign == "T" and n not in part.used and behind not in ("0", "N", "1"):
            return False
    return True


#: What a denial is of.
_PREDICATES = "+-NKsfhXRYMH=9"


def denials_reach(part: Part) -> bool:
    """Tell whether each denial is of something in its own clause."""
    clause: list[str] = []
    for sign in [*part.signs, ","]:
        if sign in ",&":
            if "!" in clause and not set(clause) & set(_PREDICATES):
                return False
            clause = []
        else:
            clause.append(sign)
    several = sum(s in "rK" for s in part.signs)
    return "n" not in part.signs or several > 1 or len(part.names) > 1


#: Results that are listed: "all three, travel time, idling and CO2, decrease".
_LISTED = re.compile("[An,&aV]*r(?:[,&A]+r)+[,AVD]*!?[+-]A*")


def clauses_whole(part: Part) -> bool:
    """Tell whether each clause that says a way or denies has something that it says it of."""
    plain = "".join("" if s.start < 0 and s.sign == "," else s.sign for s in part.row)
    clauses = re.split("[,&]", plain)
    if len(clauses) == 1 or _LISTED.fullmatch(plain):
        return True
    return all(set(c) & set("rNKfhAs") for c in clauses if set(c) & set("+-!"))


_NOUN = re.compile(
    r"(?:reduction|cut|drop|fall|decrease|decline|saving|increase|rise|growth|gain|loss|"
    r"improvement|"
    r"lengthening|shortening|delay|slowdown|benefit|relief|deterioration|addition|surplus)s?"
)


def acts_on_change(part: Part) -> bool:
    """Tell whether a word of more or less may be of another one: "wipes out the cut"."""
    clause: list[Sign] = []
    before = ""
    for led, sign in pairwise([Sign("", -1, -1), *part.row, Sign(",", -1, -1)]):
        before = led.sign
        if sign.sign in ",&":
            if len(clause) > 1 and any(_NOUN.fullmatch(s.word) for s in clause):
                return True
            clause = []
        elif sign.sign in "+-" and before != "K":
            clause.append(sign)  # "is a moderate reduction" says of which kind one is
        elif sign.sign == "T":
            clause = []
    return False


def rest_known(part: Part, silent: str) -> bool:
    """Tell whether every sign of a part was read, or says nothing here."""
    if not denials_reach(part) or acts_on_change(part) or not clauses_whole(part):
        return False
    if not _references_known(part):
        return False
    rest = [s for n, s in enumerate(part.row) if n not in part.used]
    denials = sum(s.sign in "!n" for s in rest)
    return denials <= 1 and all(s.sign in silent or s.sign in "!n," for s in rest)


def baseline_is_reference(part: Part) -> bool | None:
    """Tell whether the baseline is what is compared with; None where it is what is spoken of."""
    places = part.at("0")
    if not places:
        return True
    for at in places:
        before = [s.sign for s in part.row[:at] if s.sign not in "aVADr"]
        if not before or before[-1] not in "TFxk":
            return None
        part.used.add(at)
    part.used |= set(part.at("T")) | set(part.at("F"))
    return True
