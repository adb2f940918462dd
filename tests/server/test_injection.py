"""Hostile text in every text argument of every tool, prompt, resource and completion.

What there is to attack is read from the server's own lists, so that what is new is covered.
"""

import os
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from mcp import Client, MCPError
from mcp.types import Prompt, PromptReference, ResourceTemplateReference, Tool

from server.conversation import CUP, said, talk
from simulrag.server.app import build_server
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore

#: A product that only an evaluated template gives.
FACTORS, PRODUCT = "7919*7907", "62615533"
MADE = "made-by-an-injection"
ATTACKS = {
    "drop": "'; DROP TABLE runs; --",
    "or": "' OR '1'='1' --",
    "union": '" UNION SELECT body FROM runs --',
    "delete": "x'); DELETE FROM verdicts; DELETE FROM jobs; --",
    "templates": "{{%s}} ${%s} #{%s} <%%= %s %%> {%% print %s %%}" % ((FACTORS,) * 5),
    "format": "{0.__class__.__mro__} {self.__init__.__globals__} %(registry)s %s {run_id!r:>99999}",
    "shell": f"$(touch {MADE}) `touch {MADE}` ; touch {MADE} | touch {MADE} && touch {MADE}",
    "path": "../../../../../../etc/passwd",
    "file": "file:///etc/passwd",
    "nul": "climate\0/etc/passwd",
    "lines": "climate\r\nContent-Length: 0\r\n\r\n{\"jsonrpc\": \"2.0\"}",
    "script": "<script>alert(document.cookie)</script><img src=x onerror=alert(1)>",
    "json": '["a", {"$ref": "#/definitions/x", "__proto__": {"admin": true}}]',
    "deep": "[" * 5_000,
    "digits": f"The temperature is {'9' * 5_000} °C.",
    "pickle": "cos\nsystem\n(S'touch made-by-an-injection'\ntR.",
}  # fmt: skip
#: What only the inside of the server can say.
LEAKS = re.compile(
    r"Traceback|File \"|site-packages|sqlite3?\.|OperationalError|no such table|syntax error"
    rf"|{PRODUCT}|root:x:0|<class |<function|0x[0-9a-f]{{8}}|internal_error|\.py\b"
)
REASON = re.compile(r"[a-z][a-z_]*: \S")


@pytest.fixture(scope="module")
def store() -> Iterator[EvidenceStore]:
    """A store with a run and a verdict that no attack may touch."""
    with EvidenceStore() as opened:
        yield opened


@pytest.fixture(scope="module")
def server(all_registry: Registry, store: EvidenceStore) -> Any:
    """A server with all installed simulators and a cup of coffee."""
    made = build_server(all_registry, store)
    talk(made, lambda client: client.call_tool("simulate_coffee", CUP))
    return made


def text_of(schema: dict[str, Any], attack: str) -> Any:
    """Return the attack as a value for a property of this schema; None if it takes no text."""
    match schema.get("type"):
        case "string":
            return attack
        case "array":
            inner = text_of(schema.get("items", {}), attack)
            return None if inner is None else [inner]
        case "object":
            return {"simulator": attack, "function": attack, "arguments": {"place": attack}}
    return None


def plausible(schema: dict[str, Any]) -> Any:
    """Return a value that a property of this schema takes."""
    if "default" in schema:
        return schema["default"]
    if schema.get("enum"):
        return schema["enum"][0]
    low = schema.get("minimum", 1)
    item = schema.get("items", {})
    return {
        "string": "It is 19.4 °C in Nairobi in 1990.",
        "integer": low,
        "number": low,
        "array": [plausible(item)] if item else [],
        "object": {},
    }[schema["type"]]


def attacked(tool: Tool, attack: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield for each argument that takes text a call whose other required ones are plausible."""
    properties: dict[str, dict[str, Any]] = tool.input_schema["properties"]
    required = tool.input_schema.get("required", [])
    for name, schema in properties.items():
        value = text_of(schema, attack)
        if value is not None:
            others = {other: plausible(properties[other]) for other in required if other != name}
            if "function" in properties and name != "function":
                others.setdefault("function", plausible(properties["function"]))
            yield name, {**others, name: value}


def leak(reply: str, attack: str) -> str:
    """Return what a reply says that only the inside of the server knows, empty if nothing."""
    said_by_us = reply.replace(attack, "").replace(repr(attack)[1:-1], "")
    found = LEAKS.search(said_by_us)
    return found.group() if found else ""


def untouched(store: EvidenceStore, before: list[str]) -> bool:
    """Tell whether the database is whole and still holds what it held."""
    with store._database.reading() as connection:
        whole = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    kept = set(before) <= set(store.run_ids(10_000))
    return whole and kept and {"runs", "verdicts", "verdict_runs", "jobs"} <= tables


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_no_text_argument_of_a_tool_is_run_as_anything_or_tells_of_the_inside(
    server, store, attack, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    before = store.run_ids(10_000)
    tried: set[str] = set()

    async def ask(client: Client) -> None:
        for tool in (await client.list_tools()).tools:
            for name, arguments in attacked(tool, attack):
                reply = await client.call_tool(tool.name, arguments)
                where = f"{tool.name}({name})"
                tried.add(where)
                text = said(reply)
                assert not leak(text, attack), (where, leak(text, attack), text[:500])
                assert len(text) < 20_000, where
                if reply.is_error:
                    assert REASON.match(text), (where, text[:200])
                    assert reply.structured_content is None

    talk(server, ask)
    assert {"simulate_climate(place)", "get_run(run_id)", "check_answer(text)"} <= tried
    assert untouched(store, before)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_prompts_carry_hostile_text_as_it_is_and_evaluate_nothing(server, store, attack):
    def arguments(prompt: Prompt, attacked: str) -> dict[str, str]:
        given = {one.name: "coffee" for one in prompt.arguments or () if one.required}
        return {**given, attacked: attack}

    async def ask(client: Client) -> None:
        for prompt in (await client.list_prompts()).prompts:
            for argument in prompt.arguments or ():
                where = f"{prompt.name}({argument.name})"
                text = await worded(client, prompt.name, arguments(prompt, argument.name))
                refused = text.startswith("-32602 ")
                assert refused or attack in text, where
                assert not leak(text, attack), (where, leak(text, attack))

    before = store.run_ids(10_000)
    talk(server, ask)
    assert untouched(store, before)


async def worded(client: Client, name: str, arguments: dict[str, str]) -> str:
    """Return the text of a prompt, or the code and the words of its refusal."""
    try:
        got = await client.get_prompt(name, arguments)
    except MCPError as error:
        return f"{error.error.code} {error}"
    return "".join(m.content.text for m in got.messages if m.content.type == "text")


#: Ways out of a folder, and addresses of something else.
TRAVERSALS = (
    "../../../../etc/passwd",
    "..%2f..%2f..%2f..%2fetc%2fpasswd",
    "%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "%252e%252e%252fetc%252fpasswd",
    "..\\..\\..\\windows\\win.ini",
    "..%5c..%5cwindows%5cwin.ini",
    "%c0%ae%c0%ae%c0%afetc/passwd",
    "/etc/passwd",
    "%2fetc%2fpasswd",
    "C:%5cwindows%5cwin.ini",
    "climate%00.md",
    "climate%00../../etc/passwd",
    "file:///etc/passwd",
    "climate/../../../etc/passwd",
    "~root/.bashrc",
    "$HOME",
    ".",
    "..",
    "%",
    "%zz",
    "x" * 10_000,
)


def test_no_resource_leads_out_of_what_the_server_lists(server, store):
    async def ask(client: Client) -> int:
        templates = (await client.list_resource_templates()).resource_templates
        schemes = {template.uri_template.partition("{")[0] for template in templates}
        listed = {one.uri for one in (await client.list_resources()).resources}
        schemes |= {uri.partition("://")[0] + "://" for uri in listed}
        tried = 0
        uris = [f"{scheme}{way}" for scheme in schemes for way in TRAVERSALS]
        uris += [
            f"{scheme}{quote(attack, safe='')}" for scheme in schemes for attack in ATTACKS.values()
        ]
        for uri in [*uris, "file:///etc/passwd", "http://127.0.0.1:1/", "data:text/plain,x", "\0"]:
            tried += 1
            with pytest.raises(MCPError) as caught:
                await client.read_resource(uri)
            assert caught.value.error.code == -32602, (uri, caught.value)
            assert not leak(str(caught.value), uri), uri
        return tried

    before = store.run_ids(10_000)
    assert talk(server, ask) > 80
    assert untouched(store, before)


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_completions_of_hostile_text_are_empty(server, attack):
    async def ask(client: Client) -> None:
        templates = (await client.list_resource_templates()).resource_templates
        for template in templates:
            reference = ResourceTemplateReference(type="ref/resource", uri=template.uri_template)
            for name in re.findall(r"{(\w+)}", template.uri_template):
                answer = await client.complete(reference, {"name": name, "value": attack})
                assert answer.completion.values == [], template.uri_template
        for prompt in (await client.list_prompts()).prompts:
            reference = PromptReference(type="ref/prompt", name=prompt.name)
            for argument in prompt.arguments or ():
                answer = await client.complete(reference, {"name": argument.name, "value": attack})
                assert answer.completion.values == [], (prompt.name, argument.name)

    talk(server, ask)
