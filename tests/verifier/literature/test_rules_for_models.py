"""The rules for a model's steps are the same for a host's model and for the client's."""

import pytest

from simulrag.client.literature.requests import explain_request, oppose_request, read_request
from simulrag.handbooks.literature_rules import CHOOSING, EXPLAINING, GRADES, GRADING, OPPOSING
from simulrag.server import literature_prompts
from simulrag.verifier.literature.grades import Grade


def test_the_grades_named_to_a_model_are_those_that_are_averaged() -> None:
    assert tuple(grade.title for grade in Grade) == GRADES


SOURCE = {"id": "a", "excerpts": [{"sentence": 0, "text": "It is so."}]}


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (OPPOSING, [literature_prompts.oppose("C."), oppose_request("C.").prompt]),
        (CHOOSING, [literature_prompts.takeaways("C.", "S"), read_request("C.", SOURCE).prompt]),
        (GRADING, [literature_prompts.label_sources("C.", "S"), read_request("C.", SOURCE).prompt]),
        (EXPLAINING, [literature_prompts.explain_evidence("C.", "S"),
                      explain_request("C.", [SOURCE]).prompt]),
    ],
)  # fmt: skip
def test_every_rule_is_told_to_both(rules: tuple[str, ...], told: list[str]) -> None:
    for rule in rules:
        assert all(rule in text for text in told)
