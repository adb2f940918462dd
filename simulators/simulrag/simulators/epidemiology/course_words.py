"""The words in which text says whether a season takes off, and when its peak comes."""

#: No rapid growth: what keeps a wave from coming, and what is left of one that does not.
SUPPRESSED = (
    *(f"{how} suppressed" for how in ("highly", "largely", "effectively", "significantly")),
    "suppressed from the start", "suppressed from the outset",
)  # fmt: skip
#: Rapid growth, of a season as a whole.
TAKING_OFF = (
    *(f"{fast} {growing}" for fast in ("rapidly", "swiftly", "quickly", "fast")
      for growing in ("escalating", "accelerating", "growing", "spreading", "expanding")),
    "fast-moving", "fast-developing", "fast-paced", "fast-unfolding",
)  # fmt: skip
#: Within a week of the first day.
AT_ONCE = tuple(
    f"{at} {start}"
    for at in ("immediately", "almost immediately", "right", "at once", "virtually immediately")
    for start in ("at the start", "at the outset", "at the onset", "at the beginning",
                  "on the start date", "on the first day", "after onset", "after the start")
)  # fmt: skip
