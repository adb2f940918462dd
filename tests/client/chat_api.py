"""A server on the loopback interface that speaks `/chat/completions`, as local models do.

What it knows can be switched off: functions, schemas, `max_tokens`. It refuses keys of a request
that are not in the published interface, and functions whose schema is none.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from jsonschema import Draft202012Validator

from client.messages_api import Fault, Loopback, Refused, data_of

KNOWN = {
    "model", "messages", "max_tokens", "max_completion_tokens", "tools", "tool_choice",
    "response_format", "temperature", "top_p", "seed", "stream", "n", "stop",
}  # fmt: skip


@dataclass
class ChatApi(Loopback):
    """The server. `url` is the base URL."""

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

    def checked(self, headers: Mapping[str, str], path: str, body: bytes) -> dict[str, Any]:
        request, key = json.loads(body), headers.get("authorization", "")
        self.keys.append(key)
        if self.key and key != f"Bearer {self.key}":
            raise Refused(401, f"Incorrect API key provided: {key}")
        if problem := self._problem(path, request):
            raise Refused(400, problem)
        return request

    def error(self, status: int, message: str) -> dict[str, Any]:
        return {"error": {"message": message, "type": "invalid_request_error", "code": status}}

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

    def message(self, prompt: str, request: dict[str, Any], fault: Fault) -> dict[str, Any]:
        given: Any = self.model(prompt, data_of(prompt))
        if fault.change is not None:
            given = fault.change(given)
        written = fault.written or json.dumps(given)
        message: dict[str, Any] = {"role": "assistant", "content": None}
        if fault.stop == "refusal":
            message["refusal"] = "I would rather not."
        elif "tools" in request and not fault.text_only:
            name = request["tool_choice"]["function"]["name"]
            function = {"name": name, "arguments": written}
            message["tool_calls"] = [{"id": "call_1", "type": "function", "function": function}]
        else:
            message["content"] = f"```json\n{written}\n```" if self.fenced else written
        finish = {"": "stop", "max_tokens": "length"}.get(fault.stop, fault.stop)
        return {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "model": request["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
            "usage": {
                "prompt_tokens": 100,
                "completion_tokens": 20,
                "total_tokens": 120,
                "prompt_tokens_details": {"cached_tokens": 40},
            },
        }
