"""A loopback server that replays replies in the formats that the sources document."""

import json
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


@dataclass
class Reply:
    """What is sent back; a body that is no text is sent as JSON."""

    body: object = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Replaying:
    """Replies by path, each used once, the last one for ever; and the requests that came."""

    replies: dict[str, list[Reply]] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str], dict[str, str]]] = field(default_factory=list)
    url: str = ""

    def answer(self, path: str, query: dict[str, str], headers: dict[str, str]) -> Reply:
        self.asked.append((path, query, headers))
        waiting = self.replies.get(path)
        if not waiting:
            return Reply("nothing is here", 404)
        reply = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        etag = reply.headers.get("ETag")
        return Reply(status=304) if etag and headers.get("if-none-match") == etag else reply


@contextmanager
def replaying(**replies: list[Reply]) -> Generator[Replaying]:
    """Serve replies; `graph_v1_paper_search` stands for the path /graph/v1/paper/search."""
    served = Replaying({f"/{name.replace('__', '/')}": given for name, given in replies.items()})

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            headers = {name.lower(): value for name, value in self.headers.items()}
            reply = served.answer(parts.path, query, headers)
            body = reply.body if isinstance(reply.body, str) else json.dumps(reply.body)
            content = body.encode()
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    served.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield served
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
