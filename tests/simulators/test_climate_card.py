"""The model card: what it says is what was measured."""

import json
import re
from typing import Any

from simulrag.simulators.climate import globe, measured_figures


def shipped() -> dict[str, Any]:
    return json.loads((globe.SHIPPED / measured_figures.CARD_FIGURES).read_text("utf-8"))


def test_the_model_card_says_what_is_used_and_what_is_not() -> None:
    text = measured_figures.card()
    for words in ("pattern scaling", "neural process", "0.212", "CC BY-NC-SA", "IPSL-CM6A-LR"):
        assert words in text
    assert text == (globe.SHIPPED / measured_figures.CARD).read_text("utf-8")


def test_what_the_model_card_says_is_used_is_best_on_models_left_out() -> None:
    patterns = shipped()["patterns"]
    alone = patterns["without the model's kin"]
    assert alone["multi-model mean"]["median"] < alone["neural process"]["median"]
    assert patterns["kinship"]["median"] < patterns["neural process"]["median"]
    assert patterns["kinship"]["worse than the mean"] == 0
    for found in patterns["CMIP6 models"].values():
        process, mean = found["neural process"], found["multi-model mean"]
        assert mean["from CMIP5"] < process["from CMIP5"] < process["from CMIP5 and CMIP6"]


def raised(value: Any) -> Any:
    """Return the same figures, each of them larger."""
    if isinstance(value, dict):
        return {name: raised(one) for name, one in value.items()}
    if isinstance(value, str):
        return "2001-2020" if re.fullmatch(r"\d{4}-\d{4}", value) else value
    return value if isinstance(value, bool) else value + (1 if isinstance(value, int) else 0.077)


def test_every_figure_of_the_model_card_is_one_that_was_measured() -> None:
    number = re.compile(r"(?<![\w.-])\d+(?:\.\d+)?(?![\w-]|\.\d)")
    before = number.findall(measured_figures.rendered_card(shipped()))
    after = number.findall(measured_figures.rendered_card(raised(shipped())))
    assert len(before) == len(after) > 30
    kept = {a for a, b in zip(before, after, strict=True) if a == b}
    assert kept == {"1", "4.0"}  # reanalysis 1, licence CC BY-NC-SA 4.0


def test_a_folder_without_runs_of_one_model_gives_a_card_that_says_so() -> None:
    text = measured_figures.rendered_card(shipped() | {"ipsl": {}})
    assert "fusion was not measured" in text
