"""Arguments as people write them are taken for what they mean."""

import pytest

from simulrag.simulators.arguments import check_value
from simulrag.simulators.interface import Call
from simulrag.simulators.registry import Registry


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Washington, DC", ["District of Columbia"]),
        ("Ohio,Washington,DC , Texas", ["District of Columbia", "Ohio", "Texas"]),
        ("Washington, Ohio", ["Ohio", "Washington"]),
        ("DC, Washington", ["District of Columbia", "Washington"]),
    ],
)
def test_names_with_commas_are_taken_whole_from_a_list_in_one_text(
    text: str, meant: list[str], registry: Registry
) -> None:
    season = Call(simulator="epidemiology", function="season", arguments={})
    assert check_value(registry.function(season).parameter("states"), text) == meant
