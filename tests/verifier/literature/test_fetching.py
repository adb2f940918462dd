"""How sources are asked: limits, breakdowns, waits, caches; against a server on the loopback."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from replaying import Replaying, Reply, replaying
from simulrag.simulators.retry_after import retry_after
from simulrag.verifier.literature.errors import SourceError
from simulrag.verifier.literature.sources.fetching import ATTEMPTS, FRESH, Fetcher


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


def test_a_limit_and_a_breakdown_are_tried_again_after_growing_waits(
    make: Make, time: Time
) -> None:
    with replaying(it=[Reply(status=503), Reply(status=429), Reply(status=500), Reply("ok")]) as s:
        assert get(make(), s) == "ok"
    assert time.slept == [1, 2, 4]


def test_the_wait_that_a_source_asks_for_is_kept(make: Make, time: Time) -> None:
    with replaying(it=[Reply(status=429, headers={"Retry-After": "7"}), Reply("ok")]) as served:
        assert get(make(), served) == "ok"
    assert time.slept == [7]


def test_a_wait_of_hours_means_that_the_limit_is_spent(make: Make, time: Time) -> None:
    spent = Reply(status=429, headers={"Retry-After": "36000"})
    with replaying(it=[spent]) as served, pytest.raises(SourceError, match="36000 s") as error:
        get(make(), served)
    assert (error.value.kind, time.slept) == ("spent", [])


@pytest.mark.parametrize(("status", "kind"), [(429, "spent"), (502, "unreachable")])
def test_no_answer_is_an_error_after_some_attempts(make: Make, status: int, kind: str) -> None:
    with replaying(it=[Reply(status=status)]) as served:
        with pytest.raises(SourceError, match=f"{status}") as error:
            get(make(), served)
        assert len(served.asked) == ATTEMPTS
    assert error.value.kind == kind


def test_a_wrong_key_is_refused_at_once_with_what_the_source_says(make: Make) -> None:
    with replaying(it=[Reply("invalid key", 403)]) as served:
        with pytest.raises(SourceError, match="403: invalid key") as error:
            get(make(), served)
        assert len(served.asked) == 1
    assert error.value.kind == "refused"


def test_a_source_that_does_not_listen_is_unreachable(make: Make) -> None:
    with replaying() as served:
        pass
    with pytest.raises(SourceError, match="ConnectError") as error:
        get(make(timeout=1.0), served)
    assert error.value.kind == "unreachable"


def test_a_fresh_reply_is_not_asked_for_again_and_an_old_one_only_whether_it_changed(
    make: Make, time: Time, tmp_path: Path
) -> None:
    fetcher = make(cache=tmp_path)
    with replaying(it=[Reply("first", headers={"ETag": '"1"'})]) as served:
        assert get(fetcher, served) == get(fetcher, served) == "first"
        assert len(served.asked) == 1
        time.now += FRESH + 1
        assert get(fetcher, served) == "first"
        assert served.asked[1][2]["if-none-match"] == '"1"'
        assert get(fetcher, served) == "first"
        assert len(served.asked) == 2
        served.replies["/it"] = [Reply("second", headers={"ETag": '"2"'})]
        time.now += FRESH + 1
        assert get(fetcher, served) == "second"


def test_kept_replies_hold_no_key_and_serve_callers_with_another(
    make: Make, tmp_path: Path
) -> None:
    fetcher = make(cache=tmp_path)
    with replaying(it=[Reply("x")]) as served:
        get(fetcher, served, q="a", api_key="SECRET", email="me@example.org")
        get(fetcher, served, q="a", api_key="OTHER")
        get(fetcher, served, q="b", api_key="SECRET")
        assert len(served.asked) == 2
    kept = "".join(path.read_text() for path in tmp_path.iterdir())
    assert "SECRET" not in kept
    assert "example.org" not in kept


def test_a_kept_reply_that_is_damaged_is_asked_for_again(make: Make, tmp_path: Path) -> None:
    fetcher = make(cache=tmp_path)
    with replaying(it=[Reply("x")]) as served:
        get(fetcher, served)
        for path in tmp_path.iterdir():
            path.write_text('{"half')
        assert get(fetcher, served) == "x"
        assert len(served.asked) == 2


def test_requests_keep_their_distance_and_follow_the_rate_that_a_source_states(
    make: Make, time: Time
) -> None:
    fetcher = make(interval=0.5)
    rate = {"X-Rate-Limit-Limit": "5", "X-Rate-Limit-Interval": "10s"}
    with replaying(it=[Reply("a"), Reply("b", headers=rate), Reply("c")]) as served:
        for _ in range(3):
            get(fetcher, served)
    assert time.slept == [0.5, 2.0]


def test_a_budget_of_requests_is_kept(make: Make) -> None:
    fetcher = make(budget=2)
    with replaying(it=[Reply("a")]) as served:
        get(fetcher, served)
        get(fetcher, served)
        with pytest.raises(SourceError, match="budget of 2") as error:
            get(fetcher, served)
        assert len(served.asked) == 2
    assert error.value.kind == "spent"


def test_retry_after_is_a_number_or_a_date() -> None:
    assert retry_after("120", 0) == 120
    assert retry_after("Thu, 01 Jan 1970 00:01:00 GMT", 20) == 40
    assert retry_after("Thu, 01 Jan 1970 00:01:00 GMT", 90) == 0
    assert retry_after("-3", 0) == 0
    for text in ("", "soon", "nan", "\u00b2", "\u0663", "Fri, 01 Jan 99999 00:00:00 GMT"):
        assert retry_after(text, 0) is None
    assert retry_after("Fri, 01 Jan 99999999999999999999 00:00:00 GMT", 0) is None
