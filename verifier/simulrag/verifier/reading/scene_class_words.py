"""Words for what is too small for something, too large for it, or enough, each with its sign."""

_SMALL = (
    "small little low weak slight modest short timid feeble tiny faint cool cold minor narrow mild"
).split()
_BIG = ("large big much high strong great long warm hot wide marked pronounced far good").split()
_TO = (
    "be | be called | count as | qualify as | qualify for | rank as | pass for | reach | make "
    "it into | make | be rated | be considered | be classed as | be counted as | be termed | "
    "go down as | fall into | be described as | attain | exceed | earn | deserve | merit | "
    "make it to | meet | get into | enter | clear | cross | pass | be deemed | get to | be "
    "put into | belong to | belong in | fit"
)


def too_or_enough() -> dict[str, str]:
    """Return the signs of what is too small to be something, too large for it, or enough."""
    made: dict[str, str] = {}
    for verb in _TO.split(" | "):
        for word in _SMALL:
            made[f"too {word} to {verb}"] = "M"
        for word in _BIG:
            made[f"too {word} to {verb}"] = "H"
            made[f"not {word} enough to {verb}"] = made[f"not enough to {verb}"] = "M"
            made[f"{word} enough to {verb}"] = made[f"enough to {verb}"] = "R"
    for word in _SMALL:
        made[f"too {word} for"] = "M"
        made[f"too {word} to leave"] = made[f"too {word} to get out of"] = "Mu"
    for word in _BIG:
        made |= {f"too {word} for": "H", f"not {word} enough for": "M", f"{word} enough for": "R"}
    return made
