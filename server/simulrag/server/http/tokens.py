"""Who may call: bearer tokens from a file, or signed tokens of an OAuth authorization server."""

import hashlib
import logging
import time
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import jwt
from mcp.server.auth.middleware.auth_context import get_access_token
from mcp.server.auth.provider import AccessToken, TokenVerifier

from simulrag.server.http.settings import HttpSettings, OAuth
from simulrag.simulators.errors import BadValue

_log = logging.getLogger(__name__)
#: Shortest token accepted in a file, characters.
SHORTEST = 16
#: How long the issuer's keys are trusted before they are fetched again, s. A key that it takes back
#: is refused from then on, and so is everybody while its keys cannot be fetched.
KEYS_LAST = 300.0
#: How long a fetch may take, and the pause after one that failed, s; threads that wait for one.
FETCHED_WITHIN, PAUSE, WAITING = 5.0, 15.0, 8
#: Signatures accepted; symmetric ones would let whoever can verify also sign.
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "EdDSA")


class FileTokens:
    """Tokens listed in a file, a line each: TOKEN NAME [SCOPE...]; # starts a comment.

    Raises BadValue for a file that cannot be read, is empty, or has a short or unnamed token.
    """

    def __init__(self, path: Path) -> None:
        self._known = _tokens(path)

    async def verify_token(self, token: str) -> AccessToken | None:
        """Return who a token belongs to. Digests are looked up, so that timing tells nothing."""
        return self._known.get(_digest(token))


def _tokens(path: Path) -> dict[str, AccessToken]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadValue(f"tokens {path} cannot be read: {error}", parameter="tokens") from None
    found: dict[str, AccessToken] = {}
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) < 2 or len(words[0]) < SHORTEST:
            raise BadValue(
                f"tokens {path}, line {number}: write TOKEN NAME [SCOPE...], the token with at "
                f"least {SHORTEST} characters",
                parameter="tokens",
            )
        token, name, *scopes = words
        found[_digest(token)] = AccessToken(token="", client_id=name, subject=name, scopes=scopes)
    if not found:
        raise BadValue(f"tokens {path} lists no token", parameter="tokens")
    return found


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class _Keys(jwt.PyJWKClient):
    """The keys of an issuer; after a fetch that failed there is a pause.

    A token with a key that nobody knows has them fetched, and meanwhile all others wait.
    """

    _next_fetch = 0.0

    def fetch_data(self) -> Any:
        """Fetch the keys. Raises PyJWKClientConnectionError."""
        if time.monotonic() < self._next_fetch:
            raise jwt.PyJWKClientConnectionError("they could not be fetched a moment ago")
        try:
            return super().fetch_data()
        except jwt.PyJWTError:
            self._next_fetch = time.monotonic() + PAUSE
            raise


class SignedTokens:
    """JSON Web Tokens that an authorization server signed for this resource (RFC 9068, 8707)."""

    def __init__(self, oauth: OAuth) -> None:
        self._oauth = oauth
        self._keys = _Keys(oauth.jwks, lifespan=KEYS_LAST, timeout=FETCHED_WITHIN)
        self._threads = anyio.CapacityLimiter(WAITING)

    async def verify_token(self, token: str) -> AccessToken | None:
        """Return who a token belongs to; None for one that is forged, expired or for another."""
        try:
            claims = await anyio.to_thread.run_sync(
                self._claims, token, limiter=self._threads, abandon_on_cancel=True
            )
        except jwt.PyJWKClientConnectionError as error:
            _log.error("the keys of %s cannot be fetched: %s", self._oauth.issuer, error)
            return None
        except jwt.PyJWTError as error:
            _log.info("a token was refused: %s", type(error).__name__)
            return None
        if not str(claims["sub"]).strip():
            return None  # nobody, whose evidence would be everybody's without a name
        return AccessToken(
            token="",
            client_id=str(claims.get("client_id") or claims.get("azp") or claims["sub"]),
            scopes=str(claims.get("scope", "")).split(),
            expires_at=int(claims["exp"]),
            resource=self._oauth.resource,
            subject=str(claims["sub"]),
            claims={"iss": self._oauth.issuer},
        )

    def _claims(self, token: str) -> dict[str, Any]:
        key = self._keys.get_signing_key_from_jwt(token)
        return jwt.decode(
            token,
            key.key,
            algorithms=list(ALGORITHMS),
            audience=self._oauth.resource,
            issuer=self._oauth.issuer,
            options={"require": ["exp", "iss", "aud", "sub"]},
        )


def present_caller() -> str:
    """Return for whom this request is, as the token says; "" where there is none.

    Who it is for is the subject, which the programs that act for it share.
    """
    token = get_access_token()
    return caller_in(token) if token else ""


def caller_in(token: AccessToken) -> str:
    """Return for whom a verified token speaks."""
    return token.subject or token.client_id


def verifier(settings: HttpSettings) -> TokenVerifier | None:
    """Return what verifies the tokens of callers, None where everybody on the machine may call."""
    if settings.tokens:
        return FileTokens(settings.tokens)
    return SignedTokens(settings.oauth) if settings.oauth else None
