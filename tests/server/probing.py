"""A caller of a server over HTTP, and what one may try to see of another's evidence."""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import httpx

#: Ids of runs, verdicts, jobs and replies.
ID = re.compile(r"\b[a-z_]+-(?:[a-z]+-)?[0-9a-f]{12}\b")
LEGACY, MODERN = "2025-11-25", "2026-07-28"
TEMPLATES = ("run://{run_id}", "evidence://{evidence_id}")


class Caller:
    """Who has a token, and speaks the protocol of one era."""

    def __init__(self, client: httpx.AsyncClient, token: str) -> None:
        self._client, self._token = client, token
        self.era = LEGACY

    async def tool(self, name: str, **arguments: Any) -> str:
        """Call a tool; return the whole reply as text."""
        return await self.ask("tools/call", name=name, arguments=arguments)

    async def ask(self, method: str, **params: Any) -> str:
        """Ask the server; return the whole reply as text."""
        headers = {
            "accept": "application/json, text/event-stream",
            "authorization": f"Bearer {self._token}",
            "mcp-protocol-version": self.era,
        }
        if self.era == MODERN:
            prefix = "io.modelcontextprotocol"
            params["_meta"] = {
                f"{prefix}/protocolVersion": self.era,
                f"{prefix}/clientInfo": {"name": "t", "version": "1"},
                f"{prefix}/clientCapabilities": {},
            }
            headers["mcp-method"] = method
            named = params.get("name") or params.get("uri")
            headers |= {"mcp-name": named} if named else {}
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        reply = await self._client.post("/mcp", json=body, headers=headers)
        assert reply.status_code in (200, 400, 404), reply.text
        text = reply.text
        if reply.headers["content-type"].startswith("text/event-stream"):
            lines = [one[5:] for one in text.splitlines() if one.startswith("data:")]
            text = next(one for one in reversed(lines) if '"id":1' in one.replace(" ", ""))
        return json.dumps(json.loads(text), ensure_ascii=False)


def ids_in(text: str) -> set[str]:
    """Return the ids that a text names."""
    return set(ID.findall(text))


def probes(ids: Iterable[str], count: int) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield requests, with their method and the id that they name.

    After all ways to ask for each id come ids that begin or nearly are as those.
    """
    known = sorted(ids)
    altered = (
        f"{one[:at]}{digit}{one[at + 1 :] if at + 1 else ''}"
        for at in (-1, -6)
        for digit in "0123456789abcdef"
        for one in known
    )
    longer = (
        f"{one}{more}" for more in ("0", ".", "%00", "?x=1", "/", "' OR 1=1 --") for one in known
    )
    begun = (one[:length] for length in range(1, 30) for one in known)
    near = [one for one in (*altered, *longer, *begun) if one not in known]
    ways = [way for one in (*known, *near) for way in _ways(one)]
    assert len(ways) >= count
    yield from islice(ways, count)


def _ways(one: str) -> Iterator[tuple[str, dict[str, Any], str]]:
    for arguments in (
        {"run_id": one},
        {"run_id": one, "detail": "full"},
        {"run_id": one, "detail": "chart"},
        {"run_id": one, "detail": "stop"},
        {"run_id": one, "page": 2},
    ):
        yield "tools/call", {"name": "get_run", "arguments": arguments}, one
    for scheme in ("run", "evidence"):
        yield "resources/read", {"uri": f"{scheme}://{one}"}, one
    for template in TEMPLATES:
        name = template.partition("{")[2].rstrip("}")
        ref = {"type": "ref/resource", "uri": template}
        yield "completion/complete", {"ref": ref, "argument": {"name": name, "value": one}}, one
    weighed = {"claim": "Coffee cools.", "runs": [one]}
    yield "tools/call", {"name": "weigh_evidence", "arguments": weighed}, one
    read = {"simulator": f"evidence://{one}"}
    yield "tools/call", {"name": "read_handbook", "arguments": read}, one
