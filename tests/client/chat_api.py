"""A server on the loopback interface that speaks `/chat/completions`, as local models do.

What it knows can be switched off: functions, schemas, `max_tokens`. It refuses keys of a request
that are not in the published interface, and functions whose schema is none.
"""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any, ClassVar

from jsonschema import Draft202012Validator

from client.messages_api import Loopback, data_of, stage_of

KNOWN = {
    "model", "messages", "max_tokens", "max_completion_tokens", "tools", "tool_choice",
    "response_format", "temperature", "top_p", "seed", "stream", "n", "stop",
}  # fmt: skip


@dataclass(frozen=True)
class ChatFault:
    """What goes wrong: an error status, another body or content, another reason to stop."""

    status: int = 0
    retry_after: str = ""
    message: str = "a fault that was asked for"
    body: str = ""
    arguments: str = ""
    refusal: str = ""
    finish: str = ""
    cut: bool = False
    slow: float = 0


class _Handler(BaseHTTPRequestHandler):
    api: ClassVar[Any]
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["content-length"])))
        status, content, fault = self.api.answer(
            self.path, self.headers.get("authorization", ""), request
        )
        time.sleep(fault.slow)
        data = (fault.body or json.dumps(content)).encode()
        try:
            self.send_response(status)
            if fault.retry_after:
                self.send_header("retry-after", fault.retry_after)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[: len(data) // 2] if fault.cut else data)
        except ConnectionError:  # a client that gave up is gone
            fault = ChatFault(cut=True)
        self.close_connection = self.close_connection or fault.cut

    def log_message(self, format: str, *args: Any) -> None:
        """Keep quiet."""


@dataclass
class ChatApi(Loopback):
    """The server. `url` is the base URL."""

    handler = _Handler
    keys: list[str] = field(default_factory=list)
    key: str = ""
    functions: bool = True
    schemas: bool = True
    fenced: bool = False
    old_limit: bool = True
    #: Tokens, of four characters, of prompt and reply together.
    window: int = 10**6

    @property
    def url(self) -> str:
        return f"{super().url}/v1"

    def answer(self, path: str, key: str, request: dict[str, Any]) -> tuple[int, Any, ChatFault]:
        self.keys.append(key)
        problem = self._problem(path, request)
        if self.key and key != f"Bearer {self.key}":
            return 401, _error(f"Incorrect API key provided: {key}"), ChatFault()
        if problem:
            return 400, _error(problem), ChatFault()
        prompt = request["messages"][-1]["content"]
        stage = stage_of(prompt)
        with self._lock:
            waiting = self.faults.get(stage, [])
            fault = waiting.pop(0) if waiting else ChatFault()
            if fault.status:
                return fault.status, _error(fault.message), fault
            self.accepted.append((stage, request))
        return 200, self._completion(prompt, request, fault), fault

    def _problem(self, path: str, request: Mapping[str, Any]) -> str:
        if path != "/v1/chat/completions":
            return f"no such path: {path}"
        if strange := sorted(request.keys() - KNOWN):
            return f"unknown parameters: {strange}"
        if "tools" in request and not self.functions:
            return "this model does not support tools"
        if "response_format" in request and not self.schemas:
            return "response_format of type json_schema is not supported"
        if "max_tokens" in request and not self.old_limit:
            return "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
        sent = len(json.dumps(request)) // 4
        if sent + request.get("max_tokens", 0) > self.window:
            return f"This model's maximum context length is {self.window} tokens, you sent {sent}."
        for tool in request.get("tools", ()):
            Draft202012Validator.check_schema(tool["function"]["parameters"])
        return ""

    def _completion(self, prompt: str, request: dict[str, Any], fault: ChatFault) -> dict[str, Any]:
        written = fault.arguments or json.dumps(self.model(prompt, data_of(prompt)))
        message: dict[str, Any] = {"role": "assistant", "content": None}
        if "tools" in request:
            name = request["tool_choice"]["function"]["name"]
            function = {"name": name, "arguments": written}
            message["tool_calls"] = [{"id": "call_1", "type": "function", "function": function}]
        else:
            message["content"] = f"```json\n{written}\n```" if self.fenced else written
        if fault.refusal:
            message = {"role": "assistant", "content": None, "refusal": fault.refusal}
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "model": request["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": fault.finish or "stop"}],
            "usage": {
                "prompt_tokens": 100,
                "completion_tokens": 20,
                "total_tokens": 120,
                "prompt_tokens_details": {"cached_tokens": 40},
            },
        }


def _error(message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "invalid_request_error"}}
