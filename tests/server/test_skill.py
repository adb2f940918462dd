"""The Agent Skill says what the prompt says, and its example is what it is said to be."""

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest
import yaml

from server.conversation import call, data, talk
from simulrag.server.app import build_server
from simulrag.server.prompts import texts
from simulrag.server.prompts.skill import ADDRESS, NAME, skill
from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.language import PAGE


@pytest.fixture
def page(registry: Registry) -> str:
    return skill(registry)["SKILL.md"]


def steps(text: str) -> Sequence[str]:
    """Return the numbered lines of a text, whose language of formulas is named alike."""
    text = re.sub(r"in (the language below|the language of \S+, which [^.]+)\.", "in it.", text)
    return re.findall(r"^\d\. .*$", text, re.M)


def test_the_skill_and_the_prompt_have_the_same_steps_and_teach_the_same_language(
    registry: Registry, page: str
) -> None:
    prompt = texts.check_text("T")
    assert len(steps(page)) == 6
    assert steps(page) == steps(prompt)
    assert skill(registry)["formulas.md"] == PAGE
    assert PAGE in prompt


def test_the_front_matter_is_what_the_open_format_asks_for(page: str) -> None:
    _, front, body = page.split("---\n", 2)
    matter = yaml.safe_load(front)
    assert matter["name"] == NAME
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", NAME)
    assert 0 < len(matter["description"]) <= 1024
    assert "Use when" in matter["description"]
    assert len(body.splitlines()) < 120


def test_the_skill_names_every_simulator_however_many_and_stays_within_its_format(
    all_registry: Registry,
) -> None:
    text = skill(all_registry)["SKILL.md"]
    assert all(f"(`{name}`)" in text for name in all_registry.names())
    assert len(yaml.safe_load(text.split("---\n", 2)[1])["description"]) <= 1024


def test_the_example_of_the_skill_is_decided_as_it_says(registry: Registry, page: str) -> None:
    (shown,) = re.findall(r"^```json\n(.*?)^```$", page, re.M | re.S)
    right, wrong = data(call(build_server(registry), "verify_claims", claims=json.loads(shown)))[
        "claims"
    ]
    assert (right["verdict"], wrong["verdict"]) == ("supported", "refuted")
    assert wrong["low"] < wrong["high"] < 3
    assert wrong["updated"] != wrong["text"]


def test_a_host_reads_the_skill_from_the_server(registry: Registry) -> None:
    server = build_server(registry)

    async def read(client: Any) -> dict[str, str]:
        listed = [one.uri for one in (await client.list_resources()).resources]
        found = [uri for uri in listed if uri.startswith(ADDRESS)]
        texts = [(await client.read_resource(uri)).contents[0].text for uri in found]
        return {uri.rpartition("/")[2]: text for uri, text in zip(found, texts, strict=True)}

    assert talk(server, read) == skill(registry)
