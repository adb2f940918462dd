"""General English around objects: what is done to a thing, and when."""

from simulrag.verifier.formulas.anchoring import lexicon

#: What says that there is less of a thing, none of it, or the opposite.
FALLS: frozenset[str] = frozenset(lexicon.FALL) - {"down", "below", "minus"} | frozenset(
    "limited restrict restricts restricted restricting restriction restrictions reductions "
    "decline cuts shorten shortens shortened shortening".split()
)
STOPS: frozenset[str] = frozenset(
    "closed close closes closing closure closures shut shuts shutting".split()
)
OPPOSITE: frozenset[str] = frozenset(
    "rise rises rose risen rising increase increases increased increasing double doubles doubled "
    "doubling reopen reopens reopened reopening opened open not never didn weren aren isn wasn "
    "don doesn".split()
)
DENYING = frozenset("no not without never unless instead rather".split())
#: What leads to the day on which something begins, ends, and to the days on which it holds.
FIRST = frozenset("from starting beginning since on by before".split())
LAST = frozenset("until till through to".split())
DURING = frozenset("in during throughout for of month whole".split())
LASTING = frozenset("for over lasting first".split())
#: What begins the season itself, and words for it.
OPENING = frozenset(
    "begin begins began beginning start starts started starting open opens opened opening "
    "commence commences commencing kicks kicking off".split()
)
SEASON = frozenset("season epidemic outbreak wave".split())
ABOUT_SEASON = SEASON | {"start"}
JOINTS = frozenset((",", ";", "and", "plus", "while"))
#: What goes on to say of an object what no field holds.
GOES_ON = frozenset(
    "until till before after except unless only among once every starting beginning from as".split()
)
#: What may stand within an object and says nothing of it.
FILLERS = (
    *", : . ( ) - '".split(),
    *(
        "the of all is are was were be been being had have has got get gets would could with and "
        "plus at in on by to its their a an that rate rates level levels number people everybody "
        "everyone residents population public person persons aged ages cases patients infected "
        "those anyone citizens inhabitants if protecting covering giving reaching another only "
        "just about across statewide nationwide down contacts contact every state states s while "
        "everywhere do does did"
    ).split(),
    *(f"{lead} the {flu}season" for lead in ("before", "ahead of", "throughout", "throughout the "
      "whole") for flu in ("", "flu ")),
    *(f"before the {event}" for event in ("season starts", "season begins", "start", "outbreak",
      "wave")),
    *(f"from the {day}{rest}" for day in ("first day", "start", "beginning", "outset")
      for rest in ("", " on", " onwards", " of the season", " of the flu season")),
    "against influenza", "against flu", "against the flu", "against seasonal influenza",
    "of all kinds", "of every kind", "of any kind", "of influenza",
)  # fmt: skip
