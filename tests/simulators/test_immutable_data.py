"""Copies of immutable data are those that pydantic makes."""

from pydantic import BaseModel

from simulrag.simulators.interface import Call, Quantity

CALL = Call(simulator="urban", function="queue", arguments={"limit": -20.0})


def test_a_changed_copy_is_that_of_pydantic_and_leaves_the_original_alone():
    given = Quantity(value=1.5, unit="kg")
    changed = given.model_copy(update={"value": 2.5})
    assert changed == Quantity(value=2.5, unit="kg")
    assert changed.model_fields_set == given.model_fields_set == {"value", "unit"}
    assert given.value == 1.5
    assert given.model_copy(update={"low": 1.0}).model_fields_set == {"value", "unit", "low"}
    assert given.model_fields_set == {"value", "unit"}


def test_a_copy_holds_all_that_a_copy_by_pydantic_holds():
    own, theirs = CALL.model_copy(), BaseModel.__copy__(CALL)
    assert own == theirs == CALL
    assert own is not CALL
    assert own.__dict__ == theirs.__dict__
    assert own.__pydantic_fields_set__ == theirs.__pydantic_fields_set__
    assert own.__pydantic_extra__ == theirs.__pydantic_extra__
    assert own.__pydantic_private__ == theirs.__pydantic_private__
