"""Names, coordinates and the land mask."""

import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.simulators.climate import globe, places, stored_fields
from simulrag.simulators.climate.aerosol_sources import share
from simulrag.simulators.climate.gazetteer import key
from simulrag.simulators.climate.globe import LAPSE_RATE, wrap_longitude
from simulrag.simulators.climate.places import coordinates, written
from simulrag.simulators.errors import OutOfRange, UnknownName


@pytest.mark.parametrize(
    ("text", "title", "latitude", "longitude"),
    [
        ("Suresnes", "Suresnes, France", 48.87, 2.22),
        ("suresnes", "Suresnes, France", 48.87, 2.22),
        ("Paris, Texas", "Paris, Texas, United States", 33.66, -95.56),
        ("Paris (US)", "Paris, Texas, United States", 33.66, -95.56),
        ("Springfield, Illinois", "Springfield, Illinois, United States", 39.80, -89.64),
        ("Córdoba, Spain", "Córdoba, Spain", 37.89, -4.77),
        ("札幌", "Sapporo, Japan", 43.06, 141.35),
        ("Москва", "Moscow, Russia", 55.75, 37.62),
        ("München", "Munich, Germany", 48.14, 11.58),
        ("Munchen", "Munich, Germany", 48.14, 11.58),
        ("Peking", "Beijing, China", 39.91, 116.40),
        ("Saint Louis, Missouri", "St. Louis, Missouri, United States", 38.63, -90.20),
        ("Łódź", "Łódź, Poland", 51.77, 19.45),
        ("New York City", "New York City, New York, United States", 40.71, -74.01),
        ("Berlín", "Berlín, El Salvador", 13.50, -88.53),
    ],
)
def test_names_in_any_writing_find_the_place(
    text: str, title: str, latitude: float, longitude: float
) -> None:
    found = places.find(text)[0]
    assert found.title == title
    assert found.latitude == pytest.approx(latitude, abs=0.06)
    assert found.longitude == pytest.approx(longitude, abs=0.06)
    assert found.listed


def test_candidates_come_by_size_and_each_value_selects_itself() -> None:
    found = places.find("Springfield")
    assert len(found) > 5
    own = [p.population for p in found if p.title.startswith("Springfield,")]
    assert own == sorted(own, reverse=True)
    for place in found:
        assert places.find(place.value)[0].title == place.title
        assert places.find(place.value)[0].latitude == place.latitude


def test_an_ambiguous_name_is_taken_with_a_warning_that_names_the_others() -> None:
    place, warnings = places.resolve("Springfield")
    assert "Missouri" in place.title
    assert "Massachusetts" in warnings[0]


@pytest.mark.parametrize("name", ["Lagos", "Delhi", "Sydney", "Moscow"])
def test_a_name_that_is_one_place_by_far_is_taken_without_a_warning(name: str) -> None:
    assert len(places.find(name)) > 1
    assert places.resolve(name)[1] == ()


def test_an_unknown_place_is_refused_with_the_nearest_names() -> None:
    with pytest.raises(UnknownName, match="Coordinates such as") as caught:
        places.resolve("Suresness")
    assert "Suresnes" in caught.value.candidates
    assert caught.value.parameter == "place"


@pytest.mark.parametrize(
    "text",
    [
        "1,000",
        "2050 30",
        "30 20",
        "Atlantis-on-Sea",
        "What was the",
        "",
        "   ",
        "12",
        "🦄",
        "x" * 200,
        "'; drop table",
    ],
)
def test_text_that_is_no_place_finds_nothing(text: str) -> None:
    assert places.find(text) == []


@pytest.mark.parametrize(
    "region", ["India", "Brazil", "USA", "Africa", "Earth", "France", "Mexico", "the Arctic"]
)
def test_a_country_or_continent_is_a_region_and_no_town_of_that_name(region: str) -> None:
    """There are an Inđija in Serbia and a Brazil in Indiana."""
    (found,) = places.find(region)
    assert found.region is not None
    assert places.find(found.value) == [found]


@pytest.mark.parametrize("name", ["Georgia", "Bahrain", "England"])
def test_a_region_whose_mean_is_not_held_is_told_from_a_town(name: str) -> None:
    assert places.find(name) == []
    with pytest.raises(UnknownName, match="whole region"):
        places.resolve(name)


@pytest.mark.parametrize("city", ["Singapore", "Luxembourg", "Monaco", "Djibouti"])
def test_a_city_that_shares_its_countrys_name_is_found(city: str) -> None:
    assert places.find(city)[0].title == f"{city}, {city}"


def test_one_point_stands_for_an_unknown_place_and_says_so() -> None:
    place, warnings = places.resolve("Upper Nowhere", [(15.5, 46.2)])
    assert (place.latitude, place.longitude) == (46.2, 15.5)
    assert "Upper Nowhere" in warnings[0]
    with pytest.raises(UnknownName):
        places.resolve("Upper Nowhere", [(15.5, 46.2), (16.5, 46.2)])


@pytest.mark.parametrize(
    "text",
    [
        "48.87 N, 2.22 E", "48.87, 2.22", "2.22 E, 48.87 N", "48.87°N 2.22°E", "N48.87 E2.22",
        "(48.87, 2.22)", "lat 48.87, lon 2.22", "latitude: 48.87, longitude: 2.22",
        "48.87 north, 2.22 east",
    ],
)  # fmt: skip
def test_coordinates_are_read_in_any_usual_form(text: str) -> None:
    assert coordinates(text) == pytest.approx((48.87, 2.22))


def test_signs_and_sides_agree() -> None:
    assert coordinates("33.9 S, 151.2 E") == coordinates("-33.9, 151.2") == (-33.9, 151.2)
    assert coordinates("9.15 W, 38.73 N") == (38.73, -9.15)
    assert coordinates("5 E, 6 W") is None


@pytest.mark.parametrize("text", ["139.7, 35.7", "91 N, 0 E", "-90.01, 0", "10, 361", "10, -181"])
def test_coordinates_that_do_not_exist_are_refused(text: str) -> None:
    """Swapped latitude and longitude are among them where that can be seen."""
    with pytest.raises(OutOfRange, match="latitude comes first"):
        places.find(text)


@given(st.floats(-90, 90), st.floats(-180, 179.99))
def test_written_coordinates_are_read_back(latitude: float, longitude: float) -> None:
    assert coordinates(written(latitude, longitude)) == pytest.approx(
        (latitude, longitude), abs=0.006
    )


@given(st.floats(-720, 720))
def test_wrapped_longitudes_are_the_same_meridian(longitude: float) -> None:
    wrapped = wrap_longitude(longitude)
    assert -180 <= wrapped < 180
    assert (wrapped - longitude) % 360 == pytest.approx(0, abs=1e-6) or (
        wrapped - longitude
    ) % 360 == pytest.approx(360, abs=1e-6)


@given(st.text(max_size=30))
def test_any_text_is_looked_up_without_a_crash(text: str) -> None:
    assert key(key(text)) == key(text) or text
    try:
        places.find(text)
    except OutOfRange:
        assert coordinates(text) is not None


#: Commonly published elevations of towns in rough terrain, metres.
TOWNS = {
    "Addis Ababa": 2355, "Almaty": 800, "Arequipa": 2335, "Asmara": 2325, "Bern": 540,
    "Bogotá": 2600, "Bolzano": 262, "Boulder, Colorado": 1655, "Caracas": 900, "Cochabamba": 2558,
    "Cusco": 3399, "Davos": 1560, "Flagstaff": 2106, "Grenoble": 212, "Innsbruck": 574,
    "Kabul": 1790, "Kathmandu": 1400, "Kunming": 1892, "Leh": 3500, "Lhasa": 3650,
    "Medellín": 1495, "Mexico City": 2240, "Quito": 2850, "Reno": 1373, "Sanaa": 2250,
    "Santa Fe, New Mexico": 2194, "Shigatse": 3836, "Srinagar": 1585, "Thimphu": 2334,
    "Xining": 2275,
}  # fmt: skip


def test_towns_in_rough_terrain_are_as_high_as_published() -> None:
    errors = [abs(places.find(town)[0].elevation - height) for town, height in TOWNS.items()]
    assert statistics.median(errors) < 50.0
    assert max(errors) < 350.0


@pytest.mark.parametrize("town", ["Amsterdam", "Lima", "Genoa", "Vancouver", "Hong Kong"])
def test_towns_at_the_coast_are_low(town: str) -> None:
    assert 0.0 <= places.find(town)[0].elevation <= 160.0


@pytest.mark.parametrize(
    ("latitude", "longitude", "expected"),
    [
        (46.95, 7.45, True),  # Bern
        (39.0, -98.0, True),  # Kansas
        (39.0, 262.0, True),  # the same
        (0.0, -30.0, False),  # Atlantic
        (0.0, 330.0, False),  # the same
        (-25.0, 134.0, True),  # Australia
        (30.0, -170.0, False),  # Pacific
        (-90.0, 0.0, True),  # South Pole
        (90.0, 0.0, False),  # North Pole
        (-17.0, 180.0, False),  # date line
    ],
)
def test_land_and_sea_are_told_apart(latitude: float, longitude: float, expected: bool) -> None:
    assert globe.is_land(latitude, longitude) is expected


def test_land_covers_the_known_share_of_the_earth() -> None:
    """29 % of the surface is land (Charette and Smith 2010: 70.9 % ocean)."""
    weighted = total = 0.0
    for row in range(-899, 900, 10):
        weight = math.cos(math.radians(row / 10))
        for column in range(-1799, 1800, 20):
            total += weight
            weighted += weight * globe.is_land(row / 10, column / 10)
    assert weighted / total == pytest.approx(0.291, abs=0.01)


def test_shares_of_emissions_add_up_and_a_cell_counts_once() -> None:
    everywhere = [(lon + 0.5, lat + 0.5) for lon in range(-180, 180) for lat in range(-90, 90)]
    assert share(everywhere) == pytest.approx(1.0)
    assert share([(2.22, 48.87)] * 3) == share([(2.22, 48.87)])
    assert 0.0 < share([(2.22, 48.87)]) < 0.01
    assert share([(-30.0, 0.0)]) == 0.0


def test_temperature_falls_little_with_height_where_cold_air_is_layered() -> None:
    yakutia, alps = (
        stored_fields.yearly(67.6, 133.4),
        stored_fields.yearly(46.5, 8.0),
    )
    assert yakutia.lapse < LAPSE_RATE / 2
    assert alps.lapse == pytest.approx(LAPSE_RATE, rel=0.1)


@pytest.mark.parametrize(
    ("latitude", "longitude"), [(46.5, 8.0), (67.6, 133.4), (-78.5, 106.8)]
)  # Alps, Yakutia, Antarctica
def test_the_level_is_known_worse_in_mountains_cold_basins_and_on_ice(
    latitude: float, longitude: float
) -> None:
    there, poland = (stored_fields.yearly(*at) for at in ((latitude, longitude), (52.0, 20.0)))
    assert there.climatology_spread > 1.5 * poland.climatology_spread
