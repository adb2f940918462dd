"""What people ask about influenza that neither the model nor the reports hold, in their words."""

from simulrag.simulators.epidemiology.admission_functions import FIRST_REPORTS, REPORTED_WORDS
from simulrag.simulators.epidemiology.parameters import DISEASE_WORDS, ESTIMATED, SIMULATED_WORDS
from simulrag.simulators.epidemiology.states import ELSEWHERE

#: Diseases that are not influenza, or not the seasonal one.
OTHER_DISEASES = (
    "covid-19", "covid", "coronavirus", "sars-cov-2", "sars", "mers", "rsv",
    "respiratory syncytial virus", "measles", "mumps", "pertussis", "whooping cough", "pneumonia",
    "pneumococcal", "common cold", "rhinovirus", "norovirus", "ebola", "mpox", "monkeypox",
    "polio", "dengue", "malaria", "tuberculosis", "hiv", "zika", "cholera", "bird flu",
    "avian influenza", "h5n1", "swine flu",
)  # fmt: skip

NOT_REPRESENTED = {
    "other diseases": OTHER_DISEASES,
    "CDC's burden estimates, which are of all patients and neither reported nor simulated": (
        *(f"{who} {estimate}" for who in ("cdc", "cdc's", "the cdc's")
          for estimate in ("estimate", "estimates", "estimated", "burden estimates",
                           "preliminary estimates", "burden estimate")),
        "estimated by cdc", "estimated by the cdc", "according to cdc estimates",
        "burden estimate", "burden estimates", *ESTIMATED,
        "estimated hospitalizations", "estimated hospitalisations", "estimated hospital admissions",
        "estimated admissions", "estimated number of hospitalizations", "hospitalization estimates",
        "symptomatic illnesses", "flu illnesses", "influenza illnesses", "medical visits",
    ),
    "what hospitals reported, which is no simulated season (see `admissions`)": tuple(
        word for word in REPORTED_WORDS if word not in DISEASE_WORDS
    ),
    "first reports of other days than the hub's first archive (see `vintage`)": FIRST_REPORTS,
    "simulated seasons, which are no reports (see `season`)": tuple(
        word for word in SIMULATED_WORDS if word not in (*DISEASE_WORDS, *ESTIMATED)
    ),
    "waves after the first": (
        "second wave", "third wave", "another wave", "further wave", "later wave", "second peak",
        "third peak", "another peak", "second surge", "another surge",
    ),
    "deaths": (
        "death", "deaths", "died", "die", "dies", "mortality", "fatal", "fatality", "fatalities",
        "killed", "kills", "lethal",
        "lost their lives", "survive", "survives", "survived", "claimed the lives",
    ),
    "groups of people": (
        "men", "women", "male", "female", "children", "child", "kids", "infant", "infants",
        "toddlers", "teenagers",
        "adults", "adolescents", "seniors", "elderly", "pensioners", "over 65", "under five",
        "aged", "years old", "older people",
        "older adults", "school-age", "pregnant", "black", "white", "hispanic", "uninsured",
        "healthcare workers",
        "nursing home", "nursing homes", "care homes", "nurses", "doctors", "teachers",
        "students", "pupils", "schoolchildren", "babies", "newborns", "toddler", "parents",
        "grandparents", "retirees", "travellers", "travelers", "tourists", "commuters", "shoppers",
        "smokers", "diabetics", "asthmatics", "chronically ill", "middle-aged", "boys", "girls",
        "over 60", "over 70", "over 75", "over 80", "under 65", "under 18", "office workers",
        "rural", "urban", "homeless", "immunocompromised", "the unvaccinated", "the vaccinated",
    ),
    "people counted once": (
        "different people", "different patients", "different persons", "different individuals",
        "distinct people", "distinct patients", "distinct individuals", "unique patients",
        "unique people", "separate individuals", "individual people",
    ),
    "severity beyond admission": (
        "icu", "intensive care", "ventilator", "ventilators", "ventilated", "length of stay",
        "emergency visits",
        "emergency department", "emergency room", "outpatient", "outpatients", "doctor visits",
        "sick leave",
        "symptoms", "absenteeism",
    ),
    "vaccines and drugs as they were used": (
        "vaccine effectiveness", "vaccination coverage", "vaccination rate", "vaccine uptake",
        "doses", "the jab", "unvaccinated", "vaccinated", "jabs", "booster", "boosters",
        "immunised against", "immunized against", "antivirals",
        "flu shot", "flu shots", "oseltamivir", "tamiflu",
    ),
    "strains and tests": (
        "h1n1", "h3n2", "subclade", "subtype", "influenza a", "influenza b", "strain k",
        "test positivity", "positive tests",
        "percent positive", "wastewater", "sequenced", "laboratories",
    ),
    "costs": ("cost", "costs", "dollars", "billed", "expenses", "insurance", "economic"),
    "counties and cities": (
        "county", "counties", "city", "cities", "downtown", "metropolitan", "metro area", "suburbs",
        "borough", "parish",
        "zip code",
    ),
    "behaviour": (
        "masks", "face masks", "wear a mask", "wear masks", "mask wearing", "hand washing",
        "wash their hands", "handshakes", "stay at home", "stay home", "avoid crowds",
        "avoid gatherings", "large gatherings", "social distancing", "keep their distance",
        "work from home", "working from home", "call in sick", "calling in sick", "panic buying",
        "will travel", "travel plans", "cancel trips", "cancelled trips", "fewer trips",
        "holiday shopping", "go to the cinema", "sports events",
    ),
    "what hospitals and shops have": (
        "staff shortage", "staff shortages", "staffing", "overtime", "ambulances", "ambulance",
        "oxygen", "waiting times", "waiting time", "waiting rooms", "waiting lists",
        "elective surgery", "elective surgeries", "postponed operations", "spare beds",
        "empty beds", "field hospitals", "stockpile", "stockpiles", "pharmacies", "sell out",
        "sold out", "cough syrup", "school closures", "close their doors",
        "understaffed", "short-staffed", "overcrowded", "operations", "operating theatres",
        "surgery", "surgeries", "respirators", "blood supply", "corridors", "trolleys",
        "staff", "bed shortage", "bed shortages", "sickbeds", "sanitiser", "thermometers",
    ),
    "rates by population": (
        "per head", "per capita", "per 100,000", "per inhabitant", "per resident",
        "per million inhabitants", "attack rate", "incidence rate",
    ),
    "outbreaks in institutions": ("school outbreaks", "schools had", "institutions", "prisons"),
}  # fmt: skip

#: Parameter -> what it cannot be: places without a model, and what is no number of people in
#: hospital with influenza.
OTHER_VALUES = {
    "states": ELSEWHERE,
    "metric": (
        *OTHER_DISEASES, "death", "death toll", "die", "died", "dying", "killed", "kill",
        "fatality", "fatalities", "mortality",
    ),
}  # fmt: skip
