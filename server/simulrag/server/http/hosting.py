"""The server over streamable HTTP, stateless, behind one or several worker processes.

Workers share nothing but the evidence store's file and the secret that seals what a client sends
back between the rounds of one call, so any worker may answer any request.
"""

import gc
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from importlib.metadata import version
from typing import Any

import anyio
import anyio.to_thread
import uvicorn
from mcp import MCPError
from mcp.server import MCPServer, ServerRequestContext
from mcp.server.auth.middleware.auth_context import AuthContextMiddleware
from mcp.server.auth.middleware.bearer_auth import BearerAuthBackend, RequireAuthMiddleware
from mcp.server.auth.provider import TokenVerifier
from mcp.server.auth.routes import build_resource_metadata_url, create_protected_resource_routes
from mcp.server.context import CallNext, HandlerResult, ServerMiddleware
from mcp.server.mcpserver import RequestStateSecurity
from mcp.server.transport_security import TransportSecuritySettings
from mcp.types import REQUEST_TIMEOUT
from pydantic import AnyHttpUrl
from starlette.applications import Starlette
from starlette.middleware.authentication import AuthenticationMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from simulrag.server.app import build_server, open_store
from simulrag.server.http.connections import (
    ASKS_WITHIN,
    BACKLOG,
    Connection,
    Room,
    descriptors,
)
from simulrag.server.http.limits import (
    LargeBodies,
    Limits,
    RequestLog,
    log_to_stderr,
    refuse,
    was_read,
)
from simulrag.server.http.settings import HttpSettings, checked
from simulrag.server.http.tokens import present_caller, verifier
from simulrag.server.standard_streams import leave
from simulrag.simulators.errors import SimulRAGError
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.evidence_owners import nobody_in_particular
from simulrag.verifier.literature.library import Library

#: Where MCP is served.
PATH = "/mcp"
#: How much longer than an answer a request may take, which also has to be received and sent, s.
SLACK = 5.0
#: What is told of the store's health is so old at most, s.
CHECKED_EVERY = 1.0
#: How long requests under way may take when the server is ended, s.
GRACE = 10
#: The event loop of a worker, as uvicorn wants it named; Windows accepts one connection at a time.
LOOP = "auto" if sys.platform == "win32" else "simulrag.server.http.connections:SharingLoop"
#: A worker that has not answered its parent for so long is replaced, s: one whose cores are all
#: taken by others is slow, and its calls would be lost.
HUNG = 10


def serve_http(settings: HttpSettings) -> None:
    """Serve until the process is ended. Raises BadValue for settings that cannot be served."""
    log_to_stderr()
    settings = checked(settings)
    verifier(settings)  # a bad file of tokens is told here, not by every worker
    open_store(settings.evidence).close()
    settings.to_environment()
    room = Room(descriptors(settings.connections), settings.connections_of_one, settings.proxies)
    uvicorn.run(
        f"{__name__}:app_from_environment",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        log_config=None,
        access_log=False,
        server_header=False,
        # uvicorn takes whatever makes a protocol and can be sent to a worker process.
        http=partial(Connection, room),  # pyright: ignore[reportArgumentType]
        loop=LOOP,
        ws="none",
        backlog=BACKLOG,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        reset_contextvars=True,
        timeout_keep_alive=int(ASKS_WITHIN),
        timeout_graceful_shutdown=GRACE,
        timeout_worker_healthcheck=HUNG,
    )


def app_from_environment() -> ASGIApp:
    """Return the application of one worker process, over a store of its own.

    The store was found good when the server started. A worker that takes a lost one's place may
    find it locked or its disk full: it starts all the same, and says so until that has passed.
    """
    log_to_stderr()
    settings = HttpSettings.from_environment()
    store = store_for(settings)
    security = RequestStateSecurity(keys=[bytes.fromhex(settings.secret)])
    library = Library.of_environment(settings.corpus)
    server = build_server(
        store=store, state_security=security, library=library, shared=settings.shared
    )
    app = application(server, store, settings)
    gc.collect()
    gc.freeze()  # what stays for good is not looked at again, which takes as long as many calls
    return _Leaving(app)


def store_for(settings: HttpSettings) -> EvidenceStore:
    """Return the store, in which each caller has its own evidence unless they share it.

    Callers that cannot be told apart share it.
    """
    owned = settings.tells_apart and not settings.shared
    owner = present_caller if owned else nobody_in_particular
    return open_store(settings.evidence, late=True, owner=owner)


class _Leaving:
    """ASGI application of a process that ends with it, whatever still computes."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what comes; once the lifespan is over, leave."""
        try:
            await self._app(scope, receive, send)
        finally:
            if scope["type"] == "lifespan":
                leave()


def application(server: MCPServer, store: EvidenceStore, settings: HttpSettings) -> Starlette:
    """Return a server as an ASGI application with its checks, limits, log and /healthz."""
    server.custom_route("/healthz", methods=["GET"])(_health(store))
    server.middleware.append(_answers_within(settings.time_limit))
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        max_request_body_size=settings.most_bytes,
        transport_security=TransportSecuritySettings(
            allowed_hosts=settings.hosts_allowed(), allowed_origins=settings.origins_allowed()
        ),
    )
    app.add_middleware(LargeBodies)
    app.add_middleware(_NoStanding)
    # Who cannot be told from others is not held to what one of them may take.
    told_apart = settings.tells_apart or settings.proxies
    app.add_middleware(
        Limits,
        per_minute=settings.per_minute,
        at_once=settings.at_once,
        at_once_of_one=settings.at_once_of_one if told_apart else settings.at_once,
        time_limit=settings.time_limit + SLACK,
    )
    if found := verifier(settings):
        _authorize(app, found, settings)
    app.add_middleware(RequestLog)
    return app


def _authorize(app: Starlette, found: TokenVerifier, settings: HttpSettings) -> None:
    """Let only callers with a valid token and all scopes reach MCP."""
    resource = AnyHttpUrl(settings.oauth.resource) if settings.oauth else None
    if settings.oauth and resource:
        app.router.routes.extend(
            create_protected_resource_routes(
                resource_url=resource,
                authorization_servers=[AnyHttpUrl(settings.oauth.issuer)],
                scopes_supported=list(settings.scopes),
            )
        )
    metadata = build_resource_metadata_url(resource) if resource else None
    app.add_middleware(_ProtectMcp, scopes=list(settings.scopes), metadata=metadata)
    app.add_middleware(AuthContextMiddleware)
    app.add_middleware(
        AuthenticationMiddleware, backend=BearerAuthBackend(found, resource_server_url=resource)
    )


class _ProtectMcp:
    """ASGI middleware that asks for a token where MCP is served, and nowhere else."""

    def __init__(self, app: ASGIApp, scopes: list[str], metadata: AnyHttpUrl | None) -> None:
        self._open = app
        self._protected = RequireAuthMiddleware(app, scopes, metadata)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it with 401 or 403."""
        public = scope["type"] != "http" or scope["path"].rstrip("/") != PATH
        await (self._open if public else self._protected)(scope, receive, send)


class _NoStanding:
    """ASGI middleware that refuses standing streams, by which a stateless server says nothing."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it with 405, as the protocol has it."""
        standing = scope["type"] == "http" and scope["method"] == "GET"
        if standing and scope["path"].rstrip("/") == PATH:
            said = "this server has no standing streams; POST each request"
            await refuse(send, 405, "method_not_allowed", said, 0, ((b"allow", b"POST"),))
        else:
            await self._app(scope, receive, send)


def _answers_within(limit: float) -> ServerMiddleware[Any]:
    """Return what gives up a request of MCP after `limit`, s, with an error in its protocol.

    A request that comes so far has been read.
    """

    async def within(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        if isinstance(ctx.request, Request):
            was_read(ctx.request.scope)
        if ctx.method == "subscriptions/listen":  # has no answer to wait for
            return await call_next(ctx)
        with anyio.move_on_after(limit):
            return await call_next(ctx)
        raise MCPError(
            REQUEST_TIMEOUT, f"timeout: no answer within {limit:g} s; what it computed was stopped"
        )

    return within


def _health(store: EvidenceStore) -> Callable[[Request], Awaitable[Response]]:
    # A thread of its own: it must answer while all others are taken.
    guard, thread = anyio.Lock(), anyio.CapacityLimiter(1)
    known, until = JSONResponse({}), 0.0

    async def health(request: Request) -> Response:  # noqa: ARG001
        """Say whether this worker can serve and keep: 200, or 503 with the reason."""
        nonlocal known, until
        async with guard:  # whoever asks often costs one check
            if time.monotonic() > until:
                known = await anyio.to_thread.run_sync(_examined, store, limiter=thread)
                until = time.monotonic() + CHECKED_EVERY
        return known

    return health


def _examined(store: EvidenceStore) -> JSONResponse:
    try:
        store.check()
    except SimulRAGError as error:
        return JSONResponse({"status": "failing", "reason": str(error)}, status_code=503)
    return JSONResponse({"status": "ok", "version": version("simulrag")})
