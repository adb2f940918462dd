"""How the HTTP server is set up; travels to its worker processes through the environment."""

import os
import secrets
from ipaddress import ip_network
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simulrag.simulators.arguments import shown
from simulrag.simulators.errors import BadValue

#: Environment variable that holds the settings as JSON.
VARIABLE = "SIMULRAG_HTTP_SETTINGS"
#: Hosts and origins that a server on this machine answers to.
LOCAL = ("127.0.0.1", "localhost", "[::1]")


class OAuth(BaseModel):
    """The authorization server whose signed tokens (JWT) this resource server accepts.

    issuer and jwks: URLs of the server and of its keys; resource: this server's own URL, which a
    token must name as its audience (RFC 8707).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    issuer: str
    resource: str
    jwks: str


def oauth_of(issuer: str, resource: str, jwks: str) -> OAuth | None:
    """Return the three as one, None without any. Raises BadValue where some are missing."""
    given = {"issuer": issuer, "resource": resource, "jwks": jwks}
    if not any(given.values()):
        return None
    if absent := [f"--oauth-{name}" for name, value in given.items() if not value]:
        raise BadValue(f"give {', '.join(absent)} as well", parameter="oauth")
    return OAuth(**given)


class HttpSettings(BaseModel):
    """Address, processes, who may call, and limits. Times in s, sizes in bytes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=0, le=65535)
    workers: int = Field(default=1, ge=1, le=64)
    evidence: Path | None = None
    corpus: Path | None = None
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    tokens: Path | None = None
    oauth: OAuth | None = None
    scopes: tuple[str, ...] = ()
    most_bytes: int = Field(default=2**19, ge=1024, description="of one request")
    shared: bool = Field(default=False, description="callers see each other's evidence")
    proxies: tuple[str, ...] = Field(default=(), description="whose X-Forwarded-For is believed")
    per_minute: int = Field(default=0, ge=0, description="requests of one caller; 0: no limit")
    at_once: int = Field(default=256, ge=1, description="requests under way in one worker")
    at_once_of_one: int = Field(default=64, ge=1, description="those of one caller")
    connections: int = Field(default=1000, ge=1, description="of one worker")
    connections_of_one: int = Field(default=128, ge=1, description="those of one address")
    time_limit: float = Field(default=60.0, gt=0, description="of one request")
    secret: str = Field(default_factory=lambda: secrets.token_hex(32), repr=False)

    @property
    def tells_apart(self) -> bool:
        """Whether callers have tokens, so that each has evidence and limits of its own."""
        return bool(self.tokens or self.oauth)

    def hosts_allowed(self) -> list[str]:
        """Return the Host headers that are answered: local ones, and those that were named."""
        own = [f"{host}{port}" for host in (*LOCAL, *self.hosts) for port in ("", ":*")]
        return own if self.host in LOCAL else [*own, f"{self.host}:*"]

    def origins_allowed(self) -> list[str]:
        """Return the Origin headers that are answered; a request without one is no browser's."""
        return [*(f"http://{host}:*" for host in LOCAL), *self.origins]

    def to_environment(self) -> None:
        """Leave the settings for the worker processes of this one."""
        os.environ[VARIABLE] = self.model_dump_json()

    @classmethod
    def from_environment(cls) -> Self:
        """Return the settings that the parent process left. Raises BadValue without them."""
        try:
            return cls.model_validate_json(os.environ.get(VARIABLE, ""))
        except ValidationError as error:
            raise BadValue(f"{VARIABLE} holds no settings: {error}", parameter=VARIABLE) from None


def checked(settings: HttpSettings) -> HttpSettings:
    """Return settings that may go on the network.

    Raises BadValue where the server would be open to everybody: an address that is not this
    machine's own without tokens or OAuth, or an OAuth URL that is not https (this machine aside).
    """
    if settings.tokens and settings.oauth:
        raise BadValue("give either --tokens or --oauth-issuer, not both", parameter="tokens")
    if settings.host not in LOCAL and not settings.tells_apart:
        raise BadValue(
            f"host {shown(settings.host)} is reachable by others; give --tokens FILE or "
            "--oauth-issuer URL, or serve on 127.0.0.1",
            parameter="host",
            given=settings.host,
        )
    if settings.shared and not settings.tells_apart:
        raise BadValue(
            "--shared-evidence is for callers with tokens; without them all evidence is shared",
            parameter="shared-evidence",
        )
    for proxy in settings.proxies:
        _check_network(proxy)
    for name, url in settings.oauth.model_dump().items() if settings.oauth else ():
        _check_url(name, url)
    return settings


def _check_network(proxy: str) -> None:
    try:
        ip_network(proxy)
    except ValueError as error:
        raise BadValue(
            f"--proxy must be an address or a network, as 10.0.0.5 or 10.0.0.0/24, but "
            f"{shown(proxy)} was given: {error}",
            parameter="proxy",
            given=proxy,
        ) from None


def _check_url(name: str, url: str) -> None:
    parts = urlsplit(url)
    local = parts.hostname in ("127.0.0.1", "localhost", "::1")
    if parts.scheme != "https" and not (local and parts.scheme == "http"):
        raise BadValue(
            f"--oauth-{name} must be an https URL, but {shown(url)} was given",
            parameter=f"oauth-{name}",
            given=url,
        )
