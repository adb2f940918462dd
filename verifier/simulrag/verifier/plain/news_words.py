"""Pieces of patterns that tables of wordings share."""

#: A name with capitals, as of a place; a season; a month with its year; a printed number.
_CAPITAL = r"[A-Z](?:[\w-]|\.(?=\w))*"
NAME = rf"(?-i:(?:the\s+)?{_CAPITAL}(?:\s+{_CAPITAL}){{0,3}})"
SEASON = r"(?:(?:19|20)\d\d\s?[-/]\s?(?:(?:19|20)\d\d|\d\d))"
MONTH = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
NUMBER = r"\d+(?:,\d{3})*(?:\.\d+)?"
HEDGE = (
    r"(?:(?:about|around|roughly|nearly|almost|some|only|just|more\s+than|over|at\s+least|fewer\s+than|"
    r"less\s+than|close\s+to|under|approximately|exactly)\s+)*"
)
COUNT = (
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    r"seventeen|eighteen|nineteen|twenty(?:-\w+)?|\d{1,2})"
)
#: What is counted: a few small words that end in a plural ("weekly flu admissions").
THINGS = (
    r"(?:(?!(?:in|of|than|the|and|or|from|to|a|an|as|by|is|was)\b)[a-z-]+\s+){0,3}"
    r"(?!(?:is|was|has|does|this|its|as|seasons?|weeks)\b)[a-z]+s(?:\s+per\s+100,000(?:\s+(?:people|residents|"
    r"inhabitants|population))?)?"
)
DAY = r"(?:[A-Za-z]+\.?\s+\d{1,2},\s+\d{4}|[^,;:]{4,20}?\d{4})"
WEEK = rf"(?:the\s+week\s+(?:ending|that\s+ended|to|through|of)\s+(?:on\s+)?{DAY})"
END = r"(?=[\s.]*$)"
#: Words that say less; verbs for having so many.
LESS = frozenset("fewer lower smaller less milder quieter calmer lighter better".split())
SAW = r"(?:had|has|saw|recorded|reported|counted|logged|admitted|registered|took\s+in)"
