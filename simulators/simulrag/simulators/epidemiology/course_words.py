"""The words in which text says whether a season takes off, and when its peak comes."""

from itertools import product

_KINDS = "influenza|flu|seasonal|epidemiological"
_SIZES = (
    "significant|major|substantial|meaningful|widespread|sizeable|sizable|serious|notable|"
    "noticeable|considerable|discernible|large-scale|full-scale|real|true|rapid|exponential|explosive"
)
_ANY = f"[a|an|any|the|{_SIZES}|{_KINDS}]"
_WAVES = (
    "outbreak",
    "wave",
    "epidemic",
    "surge",
    "resurgence",
    "season",
    "spread",
    "rise",
    "growth",
)
_KEEP_DOWN = (
    "prevent", "prevents", "preventing", "prevented", "avert", "averts", "averting",
    "suppress", "suppresses", "suppressing", "forestall", "forestalls", "forestalling",
)  # fmt: skip
_FAST = ("rapidly", "swiftly", "quickly", "fast")
_GROWING = ("escalating", "accelerating", "growing", "spreading", "intensifying", "expanding")

#: No rapid growth: what keeps a wave from coming, and what is left of one that does not.
SUPPRESSED = (
    *(f"{verb} {_ANY} {wave}" for verb, wave in product(_KEEP_DOWN, _WAVES)),
    *(f"suppressed [{_KINDS}] {wave}" for wave in (*_WAVES, "trajectory", "activity")),
    *(f"{how} suppressed" for how in ("highly", "largely", "effectively", "significantly")),
    "suppressed from the start", "suppressed from the outset",
    *(f"{_none} {_ANY} {wave}" for _none, wave in product(("without", "absence of"), _WAVES)),
)  # fmt: skip
#: Rapid growth, of a season as a whole.
TAKING_OFF = (
    *(f"{fast} {growing}" for fast, growing in product(_FAST, _GROWING)),
    *(f"escalates {fast}" for fast in _FAST[:3]),
    *(f"{fast} escalate" for fast in _FAST[:3]),
    *(f"{fast} escalates" for fast in _FAST[:3]),
    "fast-moving", "fast-developing", "fast-paced", "fast-unfolding",
    *(f"{strong} {_ANY} {wave}"
      for strong, wave in product(("aggressive", "explosive"), (*_WAVES, "start", "growth"))),
    "aggressive and fast-moving",
)  # fmt: skip
_AT = ("immediately", "almost immediately", "right", "at once", "virtually immediately")
_START = (
    "at the start", "at the season's start", "at the outset", "at the season's outset",
    "at the very start", "around the start", "around the season's start", "at the onset",
    "at the season's onset", "at the beginning", "at the season's beginning", "on the start date",
    "on the first day", "after onset", "after the start", "after the season's start",
)  # fmt: skip
#: Within a week of the first day.
AT_ONCE = tuple(f"{at} {start}" for at, start in product(_AT, _START))
