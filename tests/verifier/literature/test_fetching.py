"""How sources are asked: limits, breakdowns, waits, caches; against a server on the loopback."""

from collections.abc import Callable, Iterator

import pytest

from replaying import Replaying, Reply, replaying
from simulrag.simulators.retry_after import retry_after
from simulrag.verifier.literature.errors import LiteratureError, SourceError
from simulrag.verifier.literature.sources.fetching import ATTEMPTS, Fetcher


class Time:
    """A clock that only sleeping moves on."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0
        self.slept: list[float] = []

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 6))
        self.now += seconds


@pytest.fixture
def time() -> Time:
    return Time()


Make = Callable[..., Fetcher]


@pytest.fixture
def make(time: Time) -> Iterator[Make]:
    made: list[Fetcher] = []

    def maker(**settings: object) -> Fetcher:
        given = {"interval": 0.0, "sleep": time.sleep, "clock": time.clock, **settings}
        made.append(Fetcher("test", **given))  # type: ignore[arg-type]
        return made[-1]

    yield maker
    for fetcher in made:
        fetcher.close()


def get(fetcher: Fetcher, served: Replaying, **parameters: str) -> str:
    return fetcher.get(f"{served.url}/it", parameters)


def test_a_limit_and_a_breakdown_are_tried_again_after_growing_waits(make, time):
    with replaying(it=[Reply(status=503), Reply(status=429), Reply(status=500), Reply("ok")]) as s:
        assert get(make(), s) == "ok"
    assert time.slept == [1, 2, 4]


def test_the_wait_that_a_source_asks_for_is_kept(make, time):
    with replaying(it=[Reply(status=429, headers={"Retry-After": "7"}), Reply("ok")]) as served:
        assert get(make(), served) == "ok"
    assert time.slept == [7]


def test_a_wait_of_hours_means_that_the_limit_is_spent(make, time):
    spent = Reply(status=429, headers={"Retry-After": "36000"})
    with replaying(it=[spent]) as served, pytest.raises(SourceError, match="36000 s") as error:
        get(make(), served)
    assert (error.value.kind, time.slept) == ("spent", [])


@pytest.mark.parametrize(("status", "kind"), [(429, "spent"), (502, "unreachable")])
def test_no_answer_is_an_error_after_some_attempts(make, status, kind):
    with replaying(it=[Reply(status=status)]) as served:
        with pytest.raises(SourceError, match=f"{status}") as error:
            get(make(), served)
        assert len(served.asked) == ATTEMPTS
    assert error.value.kind == kind


def test_a_wrong_key_is_refused_at_once_with_what_the_source_says(make):
    with replaying(it=[Reply("invalid key", 403)]) as served:
        with pytest.raises(SourceError, match="403: invalid key") as error:
            get(make(), served)
        assert len(served.asked) == 1
    assert error.value.kind == "refused"


def test_a_source_that_does_not_listen_is_unreachable(make):
    with replaying() as served:
        pass
    with pytest.raises(SourceError, match="ConnectError") as error:
        get(make(), served)
    assert error.value.kind == "unreachable"


def test_a_fresh_reply_is_kept_without_the_key_and_serves_callers_with_another(make, tmp_path):
    with replaying(it=[Reply("first"), Reply("second")]) as served:
        mine = make(cache=tmp_path, caller={"api_key": "SECRET"}, headers={"x-api-key": "HIDDEN"})
        assert get(mine, served, q="a") == get(mine, served, q="a") == "first"
        other = make(cache=tmp_path, caller={"api_key": "OTHER"})
        assert get(other, served, q="a") == "first"
        assert get(other, served, q="b") == "second"
        assert [query["api_key"] for _, query, _ in served.asked] == ["SECRET", "OTHER"]
        assert served.asked[0][2]["x-api-key"] == "HIDDEN"
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"first" in kept
    assert b"SECRET" not in kept
    assert b"HIDDEN" not in kept


def test_errors_are_not_kept_and_a_folder_that_cannot_be_used_is_named(make, tmp_path):
    with replaying(it=[Reply("wrong", 403), Reply("right")]) as served:
        fetcher = make(cache=tmp_path / "kept")
        with pytest.raises(SourceError, match="403"):
            get(fetcher, served)
        assert get(fetcher, served) == "right"
    (tmp_path / "file").write_text("no folder", "utf-8")
    with pytest.raises(LiteratureError, match="file cannot be used"):
        make(cache=tmp_path / "file")


def test_requests_keep_their_distance_and_follow_the_rate_that_a_source_states(make, time):
    fetcher = make(interval=0.5)
    rate = {"X-Rate-Limit-Limit": "5", "X-Rate-Limit-Interval": "10s"}
    with replaying(it=[Reply("a"), Reply("b", headers=rate), Reply("c")]) as served:
        for _ in range(3):
            get(fetcher, served)
    assert time.slept == [0.5, 2.0]


def test_a_budget_of_requests_is_kept(make):
    fetcher = make(budget=2)
    with replaying(it=[Reply("a")]) as served:
        get(fetcher, served)
        get(fetcher, served)
        with pytest.raises(SourceError, match="budget of 2") as error:
            get(fetcher, served)
        assert len(served.asked) == 2
    assert error.value.kind == "spent"


def test_retry_after_is_a_number_or_a_date():
    assert retry_after("120", 0) == 120
    assert retry_after("Thu, 01 Jan 1970 00:01:00 GMT", 20) == 40
    assert retry_after("Thu, 01 Jan 1970 00:01:00 GMT", 90) == 0
    assert retry_after("-3", 0) == 0
    for text in ("", "soon", "nan", "\u00b2", "\u0663", "Fri, 01 Jan 99999 00:00:00 GMT"):
        assert retry_after(text, 0) is None
    assert retry_after("Fri, 01 Jan 99999999999999999999 00:00:00 GMT", 0) is None
