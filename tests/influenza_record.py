"""A record of the influenza kind: what is asked, and the published outlook for it."""

QUESTION = (
    "For an influenza season in Iowa and Ohio starting on October 5, 2022, with an R0 of 2.4, "
    "no seasonality and 30% prior immunity, what is the forecast for hospital incidence?"
)
EVIDENCE = {
    "peak_magnitude": {"median_value": 488.5, "90_percent_ci": [342.0, 650.0]},
    "peak_timing": {"peak_date": "2022-11-21", "weeks_from_start": 6.7},
    "initial_trend": {
        "qualitative_trend": "rapid growth",
        "four_week_growth_percentage": 5800.0,
    },
    "total_burden": {"cumulative_median_value": 18024.5},
}
