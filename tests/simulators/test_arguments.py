"""Arguments as people write them are taken for what they mean."""

import pytest

from simulrag.simulators.arguments import check_value
from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Call


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Washington, DC", ["District of Columbia"]),
        ("Ohio,Washington,DC , Texas", ["District of Columbia", "Ohio", "Texas"]),
        ("Washington, Ohio", ["Ohio", "Washington"]),
        ("DC, Washington", ["District of Columbia", "Washington"]),
    ],
)
def test_names_with_commas_are_taken_whole_from_a_list_in_one_text(text, meant, registry):
    season = Call(simulator="epidemiology", function="season", arguments={})
    assert check_value(registry.function(season).parameter("states"), text) == meant


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("2022-W40", "the ISO week begins on 2022-10-03"),
        ("2022-10", "a full date"),
        ("04.10.2022", "which may be 2022-04-10 or 2022-10-04"),
        ("yesterday", "a date such as"),
    ],
)
def test_a_date_that_may_mean_several_days_is_refused_with_them(given, said, registry):
    season = Call(simulator="epidemiology", function="season", arguments={})
    with pytest.raises(BadValue) as told:
        check_value(registry.function(season).parameter("start_date"), given)
    assert said in str(told.value)


@pytest.mark.parametrize("given", ["2022-10-04", "4 October 2022", "10/14/2022", "2022/10/04"])
def test_a_date_that_means_one_day_is_that_day(given, registry):
    season = Call(simulator="epidemiology", function="season", arguments={})
    day = check_value(registry.function(season).parameter("start_date"), given)
    assert day == ("2022-10-14" if "14" in given else "2022-10-04")
