"""A server on the loopback interface that speaks the Messages API, and checks what it is sent.

It refuses what the API of 2026-10-21 refuses: sampling parameters, unknown keys, a missing
`max_tokens`, a schema that is none, another shape of the key, another version. Behind it stands a
function from the request to the input of the tool that the request forces. Faults are switched
on for a step of the loop, which is told from the data in the prompt.
"""

import contextlib
import json
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, Self

from jsonschema import Draft202012Validator

KEY = "loopback-key"
VERSION = "2026-10-21"
KNOWN_KEYS = {
    "model", "max_tokens", "messages", "system", "tools", "tool_choice", "metadata",
    "stop_sequences", "stream", "thinking", "cache_control", "output_config", "service_tier",
}  # fmt: skip
SAMPLING = {"temperature", "top_p", "top_k"}
TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")
META = Draft202012Validator(Draft202012Validator.META_SCHEMA)
#: How the paper's prompts begin, and the step of each.
PRINTED = {
    "Please deconstruct": "decompose",
    "You are given two sets of claims": "merge",
    "You are an expert answering": "compose",
    "You are an expert in ": "boundary",
    "You are a fact-checking assistant": "update",
}
KINDS = {
    400: "invalid_request_error",
    401: "authentication_error",
    404: "not_found_error",
    429: "rate_limit_error",
    500: "api_error",
    529: "overloaded_error",
}


#: A draft that a model may reply with.
DRAFT = {"answer": "It is 60 °C.", "claims": [{"text": "It is 60 °C.", "confidence": 0.5}]}


def draft(_prompt: str, _data: dict[str, Any]) -> dict[str, Any]:
    return DRAFT


class Refused(Exception):
    """A request that the API answers with an error."""

    def __init__(self, status: int, message: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.headers = dict(headers or {})


@dataclass(frozen=True)
class Fault:
    """What goes wrong instead of, or with, a right reply.

    `status` answers with that error; `change` alters the input of the tool, `written` stands in
    place of its text where it is one; `stop` is the stop reason; `cut` closes the connection in
    mid-reply; `text_only` answers in prose; `body` stands in place of the message; `slow` seconds
    pass before the reply.
    """

    status: int = 0
    retry_after: str = ""
    change: Callable[[dict[str, Any]], Any] | None = None
    stop: str = ""
    cut: bool = False
    text_only: bool = False
    body: str = ""
    written: str = ""
    slow: float = 0


class QuietServer(ThreadingHTTPServer):
    """A server to which a client that goes away is no fault."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@dataclass
class Loopback:
    """A server with a model behind it; use as a context manager.

    A subclass checks requests, words messages and errors as its interface has them.
    """

    model: Callable[[str, dict[str, Any]], dict[str, Any]]
    #: Faults by stage, used up one a request, in order.
    faults: dict[str, list[Fault]] = field(default_factory=dict)
    #: Accepted requests by stage, in order of arrival.
    accepted: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    #: Messages of refusals that were the client's fault.
    refused: list[str] = field(default_factory=list)
    #: Seconds that every reply takes.
    pause: float = 0

    def __enter__(self) -> Self:
        handler = type("Handler", (_Handler,), {"api": self})
        self._server = QuietServer(("127.0.0.1", 0), handler)
        self._lock = threading.Lock()
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def stages(self) -> list[str]:
        return [stage for stage, _ in self.accepted]

    def answer(self, headers: Mapping[str, str], path: str, body: bytes) -> tuple[Any, Fault]:
        """Return a message and the fault that goes with it. Raises Refused."""
        request = self.checked({k.casefold(): v for k, v in headers.items()}, path, body)
        prompt = prompt_of(request)
        stage = stage_of(prompt)
        with self._lock:
            waiting = self.faults.get(stage, [])
            fault = waiting.pop(0) if waiting else Fault()
            if not fault.status:
                self.accepted.append((stage, request))
        if fault.status:
            told = {"retry-after": fault.retry_after} if fault.retry_after else {}
            raise Refused(fault.status, "a fault that was asked for", told)
        return self.message(prompt, request, fault), fault

    def checked(self, headers: Mapping[str, str], path: str, body: bytes) -> dict[str, Any]:
        """Return the request of a body. Raises Refused."""
        raise NotImplementedError

    def message(self, prompt: str, request: dict[str, Any], fault: Fault) -> dict[str, Any]:
        raise NotImplementedError

    def error(self, status: int, message: str) -> dict[str, Any]:
        raise NotImplementedError


class _Handler(BaseHTTPRequestHandler):
    api: ClassVar[Any]
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            message, fault = self.api.answer(dict(self.headers), self.path, body)
        except Refused as error:
            if error.status < 429:
                self.api.refused.append(str(error))
            self._send(error.status, self.api.error(error.status, str(error)), error.headers)
        else:
            time.sleep(self.api.pause + fault.slow)
            # a client that gave up is gone
            with contextlib.suppress(ConnectionError):
                self._send(200, fault.body or message, {}, cut=fault.cut)

    def _send(
        self, status: int, content: Any, headers: Mapping[str, str], *, cut: bool = False
    ) -> None:
        data = (content if isinstance(content, str) else json.dumps(content)).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data[: len(data) // 2] if cut else data)
        if cut:
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:
        """Keep quiet."""


@dataclass
class MessagesApi(Loopback):
    """The server. `url` goes into ANTHROPIC_BASE_URL."""

    #: Refuse a forced tool unless thinking is turned off.
    thinks_by_default: bool = False
    #: Tokens that every request after the first reads from the cache of prompts.
    cached_tokens: int = 0
    #: Keep prefixes of at least so many characters up to a breakpoint, as the API does.
    keeps_prefixes_from: int = 0
    #: Prefixes kept so far.
    kept: set[str] = field(default_factory=set)

    def checked(self, headers: Mapping[str, str], path: str, body: bytes) -> dict[str, Any]:
        request = check_request(headers, path, body)
        if self.thinks_by_default and request.get("thinking") != {"type": "disabled"}:
            raise Refused(400, "Thinking may not be enabled when tool_choice forces tool use.")
        return request

    def error(self, status: int, message: str) -> dict[str, Any]:
        kind = KINDS.get(status, "api_error")
        return {"type": "error", "error": {"type": kind, "message": message}}

    def message(self, prompt: str, request: dict[str, Any], fault: Fault) -> dict[str, Any]:
        tool = request["tools"][0]
        given: Any = self.model(prompt, data_of(prompt))
        Draft202012Validator(tool["input_schema"]).validate(given)
        if fault.change is not None:
            given = fault.change(given)
        content: list[dict[str, Any]] = [
            {"type": "tool_use", "id": "toolu_01", "name": tool["name"], "input": given}
        ]
        if fault.text_only or fault.stop == "refusal":
            content = [{"type": "text", "text": json.dumps(given)}]
        return {
            "id": "msg_01",
            "type": "message",
            "role": "assistant",
            "model": request["model"],
            "content": content,
            "stop_reason": fault.stop or ("end_turn" if fault.text_only else "tool_use"),
            "stop_sequence": None,
            "usage": self._usage(request) | {"output_tokens": len(json.dumps(given)) // 4},
        }

    def _usage(self, request: dict[str, Any]) -> dict[str, int]:
        whole = len(json.dumps(request)) // 4
        if not self.keeps_prefixes_from:
            read = self.cached_tokens if len(self.accepted) > 1 else 0
            return {"input_tokens": whole, "cache_read_input_tokens": read}
        prefixes = [p for p in cache_prefixes(request) if len(p) >= self.keeps_prefixes_from]
        with self._lock:
            read = max((len(p) // 4 for p in prefixes if p in self.kept), default=0)
            self.kept.update(prefixes)
        held = max((len(p) // 4 for p in prefixes), default=0)
        return {
            "input_tokens": max(whole - held, 0),
            "cache_read_input_tokens": read,
            "cache_creation_input_tokens": held - read,
        }


def check_request(headers: Mapping[str, str], path: str, body: bytes) -> dict[str, Any]:
    """Return the request's body as the API would accept it. Raises Refused."""
    if path != "/v1/messages":
        raise Refused(404, f"{path} is unknown")
    if headers.get("authorization") != f"Bearer {KEY}":
        raise Refused(401, "invalid bearer token")
    if headers.get("anthropic-version") != VERSION:
        raise Refused(400, f"anthropic-version: {headers.get('anthropic-version')!r}")
    request = json.loads(body)
    for problem in _problems(request):
        raise Refused(400, problem)
    return request


def _problems(request: dict[str, Any]) -> Iterator[str]:
    for name in sorted(SAMPLING & request.keys()):
        yield f"{name}: sampling parameters are not supported"
    for name in sorted(request.keys() - KNOWN_KEYS - SAMPLING):
        yield f"{name}: extra inputs are not permitted"
    if not request.get("model") or type(request.get("max_tokens")) is not int:
        yield "model, max_tokens: fields required"
    if json.dumps(request).count('"cache_control": ') > 4:
        yield "a maximum of 4 blocks with cache_control may be provided"
    match request.get("messages"):
        case [{"role": "user", "content": [*blocks], **others}] if not others:
            if not all(block.get("type") == "text" and block.get("text") for block in blocks):
                yield "messages.0: text content blocks must be non-empty"
        case _:
            yield "messages: this server stands for a step of one message of the user"
    match request.get("tools"):
        case [{"name": name, "input_schema": {"type": "object"} as schema}] if TOOL_NAME.fullmatch(
            name
        ):
            yield from (error.message for error in META.iter_errors(schema))
            if not {"type": "tool", "name": name}.items() <= request["tool_choice"].items():
                yield "tool_choice: this server stands for a step that must force its tool"
        case _:
            yield "tools: one tool with a name and an object schema is required"


def prompt_of(request: Mapping[str, Any]) -> str:
    content = request["messages"][-1]["content"]
    if isinstance(content, str):
        return content
    return "".join(block["text"] for block in content if block["type"] == "text")


def cache_prefixes(request: Mapping[str, Any]) -> list[str]:
    """Return what stands before each breakpoint: tools, system and messages, in that order."""
    system, content = request["system"], request["messages"][-1]["content"]
    blocks: list[dict[str, Any]] = [b for part in (system, content) if isinstance(part, list)
                                    for b in part]  # fmt: skip
    plain = [{k: v for k, v in block.items() if k != "cache_control"} for block in blocks]
    return [
        json.dumps([request["model"], request.get("tools"), *plain[: n + 1]])
        for n, block in enumerate(blocks)
        if block.get("cache_control") == {"type": "ephemeral"}
    ]


def data_of(prompt: str) -> dict[str, Any]:
    """Return the data in a prompt's fenced JSON blocks."""
    blocks = re.findall(r"^```json\n(.*?)\n```$", prompt, re.DOTALL | re.MULTILINE)
    return {key: value for one in blocks for key, value in json.loads(one).items()}


def stage_of(prompt: str) -> str:
    """Tell the step from the data that its prompt holds, or from the paper's words."""
    for opening, stage in PRINTED.items():
        if prompt.startswith(opening):
            return stage
    data = data_of(prompt)
    if "simulators" in data:
        return "retrieve"
    if {"answer", "claims"} <= data.keys():
        return "entail"
    for key, stage in {"to_plan": "plan", "to_read": "formulas", "unsaid": "review"}.items():
        if key in data:
            return stage
    return "compose" if "claims" in data else "draft" if "question" in data else "other"
