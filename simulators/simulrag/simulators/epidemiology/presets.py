"""The named sets of constants of the disease, each with where its constants come from."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

#: Length of a step of the model, days.
STEP = 0.5


@dataclass(frozen=True)
class Preset:
    """Constants of the disease. Periods are means in days, exact for steps of `STEP`."""

    description: str
    #: Where its constants come from.
    source: str
    latent_period: float
    infectious_period: float
    #: From the end of the latent period to admission, and from admission to discharge.
    admission_delay: float
    hospital_stay: float
    #: Hospital admissions per infection by age group.
    hospitalised: tuple[float, ...]
    #: Standard deviation, over members, of the logarithm of `hospitalised`.
    hospitalised_spread: float
    #: Factor on R0, and its decline per day from `SCALE_DAY` on.
    scale: float
    decline: float
    #: Lowest transmission of the year, as a share of the highest, by level of seasonality.
    summer_minimum: Mapping[str, float]
    #: Day of the season, counted from 1 September, when transmission is highest.
    winter_maximum: float
    #: On the first day, persons per million residents.
    infectious_per_million: float
    latent_per_million: float
    #: On the first day, persons who wait for admission, per infectious person and `hospitalised`.
    awaiting_admission: float
    #: Infections brought in from outside, per susceptible person and day.
    importation: float

    def told(self) -> str:
        """Return the constants and where they come from, in words."""
        lows = ", ".join(f"{100 * low:.0f} % ({name})" for name, low in self.summer_minimum.items())
        return (
            f"{self.description}; latent for {self.latent_period:g} days and infectious for "
            f"{self.infectious_period:g}, R0 times {self.scale:g}, falling by "
            f"{100 * self.decline:.2g} % a day, admission {self.admission_delay:g} days later for "
            f"{self.hospital_stay:g} days; transmission in summer, of that in winter, {lows}. "
            f"Source: {self.source}"
        )


#: Admissions per symptomatic illness by age (CDC's burden estimates of seasonal influenza) are
#: 0.7, 0.27, 0.56, 1.06 and 9.1 %; calibration puts 55 % of them on an infection.
_HOSPITALISED = (0.00385, 0.00146, 0.00301, 0.00572, 0.0494)

#: Fitted by `studies.influenza_calibration` to 70 % of the scenarios of published
#: GLEAM-AI records. Their sum is well determined, latent and infectious period apart are not.
GLEAM = Preset(
    description=(
        "calibrated on published GLEAM-AI records, with a transmission scale of 0.863 and a "
        "decline of 0.28 % a day that reproduce them"
    ),
    source="all but admissions by age (CDC's burden estimates of seasonal influenza) is fitted to "
    "published GLEAM-AI records; scale and decline have no name in nature",
    latent_period=1.429,
    infectious_period=1.028,
    admission_delay=1.942,
    hospital_stay=5.52,
    hospitalised=_HOSPITALISED,
    hospitalised_spread=0.05,
    scale=0.8635,
    decline=0.002789,
    summer_minimum={"none": 1.0, "moderate": 0.672, "high": 0.3455},
    winter_maximum=127.7,
    infectious_per_million=153.0,
    latent_per_million=331.6,
    awaiting_admission=1.277,
    importation=7.72e-6,
)
#: Latent and infectious period as in GLEAM's studies of influenza (Balcan et al. 2009); levels of
#: seasonality as calibrated with the maximum held at 15 January. Hospital constants are those of
#: `GLEAM`.
TEXTBOOK = replace(
    GLEAM,
    description=(
        "latent period 1.1 and infectious period 2.5 days as in the literature, R0 taken as it is "
        "given, without a decline over the season"
    ),
    source="latent and infectious period as in Balcan et al. 2009 (doi 10.1186/1741-7015-7-45); "
    "seasonality and hospital constants calibrated, with the maximum held at 15 January",
    latent_period=1.1,
    infectious_period=2.5,
    scale=1.0,
    decline=0.0,
    summer_minimum={"none": 1.0, "moderate": 0.72, "high": 0.43},
    winter_maximum=136.0,
)
PRESETS = {"gleam": GLEAM, "textbook": TEXTBOOK}
