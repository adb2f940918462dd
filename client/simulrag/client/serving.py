"""The command `simulrag serve`: its options, and the settings that they make."""

from pathlib import Path
from typing import Annotated

import typer

Http = Annotated[bool, typer.Option("--http", help="Streamable HTTP, not stdio.")]
Host = Annotated[str, typer.Option(help="Address for --http.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Port for --http.")]
Workers = Annotated[int, typer.Option(min=1, max=64, help="Worker processes.")]
AllowHost = Annotated[
    list[str] | None, typer.Option(help="Host header to answer to; may be repeated.")
]
AllowOrigin = Annotated[
    list[str] | None, typer.Option(help="Origin of a web page that may call; repeatable.")
]
Tokens = Annotated[
    Path | None, typer.Option(help="File of bearer tokens: TOKEN NAME [SCOPE...] a line.")
]
Issuer = Annotated[str, typer.Option(help="URL of an authorization server.")]
Resource = Annotated[str, typer.Option(help="This server's URL in its tokens.")]
Jwks = Annotated[str, typer.Option(help="URL of the issuer's signing keys.")]
Scope = Annotated[list[str] | None, typer.Option(help="Scope that a token must have; repeatable.")]
Shared = Annotated[
    bool, typer.Option(help="Let callers see each other's runs, verdicts and questions.")
]
Proxy = Annotated[
    list[str] | None,
    typer.Option(help="Address or network whose X-Forwarded-For is believed; repeatable."),
]
PerMinute = Annotated[
    int, typer.Option(min=0, help="Requests a minute of one caller and worker; 0: no limit.")
]
AtOnce = Annotated[int, typer.Option(min=1, help="Requests under way at once in one worker.")]
AtOnceOfOne = Annotated[int, typer.Option(min=1, help="Requests under way at once of one caller.")]
Connections = Annotated[int, typer.Option(min=1, help="Connections of one worker at once.")]
ConnectionsOfOne = Annotated[
    int, typer.Option(min=1, help="Connections of one address at once, proxies aside.")
]
MostBytes = Annotated[int, typer.Option(min=1024, help="Largest request, bytes.")]
TimeLimit = Annotated[float, typer.Option(min=1, help="Longest request, s.")]
Corpus = Annotated[
    Path | None,
    typer.Option(envvar="SIMULRAG_CORPUS", help="Corpus of abstracts (simulrag literature)."),
]


def serve(
    http: Http = False, host: Host = "127.0.0.1", port: Port = 8000, workers: Workers = 1,
    allow_host: AllowHost = None, allow_origin: AllowOrigin = None, tokens: Tokens = None,
    oauth_issuer: Issuer = "", oauth_resource: Resource = "", oauth_jwks: Jwks = "",
    scope: Scope = None, shared_evidence: Shared = False, proxy: Proxy = None,
    per_minute: PerMinute = 0, at_once: AtOnce = 256, at_once_of_one: AtOnceOfOne = 64,
    connections: Connections = 1000, connections_of_one: ConnectionsOfOne = 128,
    most_bytes: MostBytes = 2**19, time_limit: TimeLimit = 60, corpus: Corpus = None,
) -> None:  # fmt: skip
    """Start the MCP server."""
    if not http:
        from simulrag.server.app import serve_stdio

        serve_stdio(corpus=corpus)
        return
    from simulrag.server.http.hosting import serve_http
    from simulrag.server.http.settings import HttpSettings, oauth_of

    settings = HttpSettings(
        host=host, port=port, workers=workers, hosts=tuple(allow_host or ()),
        origins=tuple(allow_origin or ()), tokens=tokens,
        oauth=oauth_of(oauth_issuer, oauth_resource, oauth_jwks), scopes=tuple(scope or ()),
        shared=shared_evidence, proxies=tuple(proxy or ()), per_minute=per_minute,
        at_once=at_once, at_once_of_one=at_once_of_one, connections=connections,
        connections_of_one=connections_of_one, most_bytes=most_bytes, time_limit=time_limit,
        corpus=corpus,
    )  # fmt: skip
    serve_http(settings)
