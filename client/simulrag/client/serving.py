"""The command `simulrag serve`."""

from pathlib import Path
from typing import Annotated

import typer


def serve(
    http: Annotated[bool, typer.Option("--http", help="Streamable HTTP, not stdio.")] = False,
    host: Annotated[str, typer.Option(help="Address for --http.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port for --http.")] = 8000,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Worker processes.")] = 1,
    allow_host: Annotated[
        list[str] | None, typer.Option(help="Host header to answer to; may be repeated.")
    ] = None,
    allow_origin: Annotated[
        list[str] | None, typer.Option(help="Origin of a web page that may call; repeatable.")
    ] = None,
    tokens: Annotated[
        Path | None, typer.Option(help="File of bearer tokens: TOKEN NAME [SCOPE...] a line.")
    ] = None,
    oauth_issuer: Annotated[str, typer.Option(help="URL of an authorization server.")] = "",
    oauth_resource: Annotated[str, typer.Option(help="This server's URL in its tokens.")] = "",
    oauth_jwks: Annotated[str, typer.Option(help="URL of the issuer's signing keys.")] = "",
    scope: Annotated[
        list[str] | None, typer.Option(help="Scope that a token must have; repeatable.")
    ] = None,
    shared_evidence: Annotated[
        bool, typer.Option(help="Let callers see each other's runs, verdicts and questions.")
    ] = False,
    proxy: Annotated[
        list[str] | None,
        typer.Option(help="Address or network whose X-Forwarded-For is believed; repeatable."),
    ] = None,
    per_minute: Annotated[
        int, typer.Option(min=0, help="Requests a minute of one caller and worker; 0: no limit.")
    ] = 0,
    at_once: Annotated[
        int, typer.Option(min=1, help="Requests under way at once in one worker.")
    ] = 256,
    at_once_of_one: Annotated[
        int, typer.Option(min=1, help="Requests under way at once of one caller.")
    ] = 64,
    connections: Annotated[
        int, typer.Option(min=1, help="Connections of one worker at once.")
    ] = 1000,
    connections_of_one: Annotated[
        int, typer.Option(min=1, help="Connections of one address at once, proxies aside.")
    ] = 128,
    most_bytes: Annotated[int, typer.Option(min=1024, help="Largest request, bytes.")] = 2**19,
    time_limit: Annotated[float, typer.Option(min=1, help="Longest request, s.")] = 60,
    corpus: Annotated[
        Path | None,
        typer.Option(envvar="SIMULRAG_CORPUS", help="Corpus of abstracts (simulrag literature)."),
    ] = None,
) -> None:
    """Start the MCP server."""
    if not http:
        from simulrag.server.app import serve_stdio

        serve_stdio(corpus=corpus)
        return
    from simulrag.server.http.hosting import serve_http
    from simulrag.server.http.settings import HttpSettings, oauth_of

    serve_http(
        HttpSettings(
            host=host,
            port=port,
            workers=workers,
            hosts=tuple(allow_host or ()),
            origins=tuple(allow_origin or ()),
            tokens=tokens,
            oauth=oauth_of(oauth_issuer, oauth_resource, oauth_jwks),
            scopes=tuple(scope or ()),
            shared=shared_evidence,
            proxies=tuple(proxy or ()),
            per_minute=per_minute,
            at_once=at_once,
            at_once_of_one=at_once_of_one,
            connections=connections,
            connections_of_one=connections_of_one,
            most_bytes=most_bytes,
            time_limit=time_limit,
            corpus=corpus,
        )
    )
