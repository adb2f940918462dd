"""Names of the 51 jurisdictions: how text may call them, and places that are not among them."""

#: Postal codes that are also English words in capitals, or common abbreviations of something
#: else. They are left out: "OR" in a sentence is not Oregon.
AMBIGUOUS_CODES = frozenset({"IN", "OR", "ME", "OK", "HI", "ID", "CO"})

#: Name -> postal code, then other names.
_NAMES: dict[str, tuple[str, ...]] = {
    "Alabama": ("AL", "Alabamians", "Ala."),
    "Alaska": ("AK", "Alaskans"),
    "Arizona": ("AZ", "Arizonans", "Ariz."),
    "Arkansas": ("AR", "Arkansans", "Ark."),
    "California": ("CA", "Californians", "Californian", "Calif."),
    "Colorado": ("CO", "Coloradans", "Colo."),
    "Connecticut": ("CT", "Conn."),
    "Delaware": ("DE", "Delawareans", "Del."),
    "District of Columbia": (
        "DC",
        "D.C.",
        "Washington DC",
        "Washington, DC",
        "Washington D.C.",
        "Washington, D.C.",
        "the District of Columbia",
    ),
    "Florida": ("FL", "Floridians", "Fla."),
    "Georgia": ("GA", "Georgians"),
    "Hawaii": ("HI", "Hawaiians", "Hawai'i", "Hawaiʻi"),
    "Idaho": ("ID", "Idahoans"),
    "Illinois": ("IL", "Illinoisans", "Ill."),
    "Indiana": ("IN", "Hoosiers", "Hoosier", "Ind."),
    "Iowa": ("IA", "Iowans"),
    "Kansas": ("KS", "Kansans", "Kan."),
    "Kentucky": ("KY", "Kentuckians", "Ky."),
    "Louisiana": ("LA", "Louisianans", "La."),
    "Maine": ("ME", "Mainers"),
    "Maryland": ("MD", "Marylanders", "Md."),
    "Massachusetts": ("MA", "Mass."),
    "Michigan": ("MI", "Michiganders", "Mich."),
    "Minnesota": ("MN", "Minnesotans", "Minn."),
    "Mississippi": ("MS", "Mississippians", "Miss."),
    "Missouri": ("MO", "Missourians", "Mo."),
    "Montana": ("MT", "Montanans", "Mont."),
    "Nebraska": ("NE", "Nebraskans", "Neb."),
    "Nevada": ("NV", "Nevadans", "Nev."),
    "New Hampshire": ("NH", "N.H."),
    "New Jersey": ("NJ", "New Jerseyans", "N.J."),
    "New Mexico": ("NM", "New Mexicans", "N.M."),
    "New York": ("NY", "New Yorkers", "New York State", "N.Y."),
    "North Carolina": ("NC", "North Carolinians", "N.C."),
    "North Dakota": ("ND", "North Dakotans", "N.D."),
    "Ohio": ("OH", "Ohioans"),
    "Oklahoma": ("OK", "Oklahomans", "Okla."),
    "Oregon": ("OR", "Oregonians", "Ore."),
    "Pennsylvania": ("PA", "Pennsylvanians", "Pa."),
    "Rhode Island": ("RI", "Rhode Islanders", "R.I."),
    "South Carolina": ("SC", "South Carolinians", "S.C."),
    "South Dakota": ("SD", "South Dakotans", "S.D."),
    "Tennessee": ("TN", "Tennesseans", "Tenn."),
    "Texas": ("TX", "Texans", "Texan", "Tex."),
    "Utah": ("UT", "Utahns"),
    "Vermont": ("VT", "Vermonters", "Vt."),
    "Virginia": ("VA", "Virginians", "Va."),
    "Washington": ("WA", "Washington State", "the state of Washington", "Wash."),
    "West Virginia": ("WV", "West Virginians", "W.Va.", "W. Va."),
    "Wisconsin": ("WI", "Wisconsinites", "Wis."),
    "Wyoming": ("WY", "Wyomingites", "Wyo."),
}

STATES = tuple(_NAMES)
POSTAL_CODES = {state: code for state, (code, *_) in _NAMES.items()}
#: FIPS codes of the states in alphabetical order leave out these numbers.
_UNUSED = (3, 7, 14, 43, 52)
FIPS = dict(zip(STATES, (f"{n:02d}" for n in range(1, 57) if n not in _UNUSED), strict=True))
#: Name -> other names. Readers of text take words with capitals as they are written, so that a
#: code is one only in capitals, and words without them in any case.
STATE_WORDS = {
    state: (
        state.lower(),
        *(name for name in names if name not in AMBIGUOUS_CODES),
        *(name[:-1] for name in names if name.endswith(("ans", "ians", "ers", "ites", "iers"))),
    )
    for state, names in _NAMES.items()
}

#: Phrase -> all the jurisdictions that it takes in.
REGIONS: dict[str, tuple[str, ...]] = {
    "New England": (
        "Connecticut", "Maine", "Massachusetts", "New Hampshire", "Rhode Island", "Vermont",
    ),
    "Pacific Northwest": ("Oregon", "Washington"),
    "the Carolinas": ("North Carolina", "South Carolina"),
    "the Dakotas": ("North Dakota", "South Dakota"),
    "contiguous United States": tuple(s for s in STATES if s not in ("Alaska", "Hawaii")),
    **dict.fromkeys((
        "all 50 states and DC", "all states", "the whole country", "the United States",
        "United States", "the US", "the U.S.", "the USA", "US", "U.S.", "USA", "Americans",
        "national admissions", "national flu admissions", "national influenza admissions",
        "national weekly count", "nationwide", "nationally",
    ), STATES),
}  # fmt: skip

#: Words that mean the whole country where nothing else is spoken of.
NATION_WORDS: dict[str, tuple[str, ...]] = dict.fromkeys(
    (
        "the country", "whole country", "the nation", "national", "nation", "American", "America",
        "countrywide",
        "the country as a whole", "US hospitals", "all US hospitals", "across the country",
        "across the nation",
        "the entire US", "entire US", "the country's", "American hospitals", "federal count",
        "country",
    ),
    STATES,
)  # fmt: skip

#: Places that text may speak of and that the model does not have.
ELSEWHERE = (
    "Canada",
    "Ontario",
    "Quebec",
    "British Columbia",
    "Alberta",
    "Manitoba",
    "Nova Scotia",
    "Mexico",
    "Puerto Rico",
    "Guam",
    "American Samoa",
    "U.S. Virgin Islands",
    "US Virgin Islands",
    "Virgin Islands",
    "England",
    "Scotland",
    "Wales",
    "Ireland",
    "United Kingdom",
    "UK",
    "Britain",
    "Europe",
    "European Union",
    "France",
    "Germany",
    "Italy",
    "Spain",
    "Portugal",
    "Netherlands",
    "Sweden",
    "Australia",
    "New Zealand",
    "Japan",
    "China",
    "Hong Kong",
    "South Korea",
    "India",
    "Brazil",
    "Argentina",
    "Chile",
    "South Africa",
    "Africa",
    "Asia",
    "South America",
    "worldwide",
    "globally",
    "New York City",
    "NYC",
    "Los Angeles",
    "Chicago",
    "Houston",
    "Phoenix",
    "Philadelphia",
    "San Antonio",
    "San Diego",
    "San Francisco",
    "Dallas",
    "Austin",
    "Seattle",
    "Portland",
    "Denver",
    "Boston",
    "Atlanta",
    "Miami",
    "Detroit",
    "Minneapolis",
    "New Orleans",
    "Las Vegas",
    "Kansas City",
    "Salt Lake City",
    "Virginia Beach",
    "Richmond",
)
