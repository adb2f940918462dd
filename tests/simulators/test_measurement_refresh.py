"""Newer measurements are brought from a file or a server, checked, kept, and undone."""

import hashlib
import json
import socket
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from published_tables import NEXT_WEEK, TODAY, admissions, years
from replaying import Reply, replaying
from simulrag.simulators import measurement_refresh
from simulrag.simulators.climate.record_source import RECORD
from simulrag.simulators.epidemiology.reported_source import REPORTS
from simulrag.simulators.errors import BadValue
from simulrag.simulators.measurement_refresh import refresh, undo
from simulrag.simulators.measurement_tables import HISTORY, Published, folder

TABLES = {RECORD: years, REPORTS: admissions}
BOTH = pytest.mark.parametrize("published", TABLES, ids=lambda one: one.simulator)


def fresh(published: Published) -> Published:
    """Return a table as a process sees it that begins now."""
    return replace(published)


def brought(published: Published, tmp_path: Path, text: str, **options: bool) -> Published:
    """Return a table after a text in the source's format was brought from a file."""
    file = tmp_path / "table.csv"
    file.write_text(text, "utf-8")
    refresh(fresh(published), str(file), TODAY, **options)
    return fresh(published)


@BOTH
def test_a_newer_table_is_brought_from_a_server_with_its_day_and_digest(
    published: Published,
) -> None:
    text = TABLES[published]()
    moved = Reply(status=302, headers={"Location": "/there.csv"})
    with replaying(**{"table.csv": [moved], "there.csv": [Reply(text)]}) as served:
        done = refresh(fresh(published), f"{served.url}/table.csv?token=secret", TODAY)
    now = fresh(published)
    digest = hashlib.sha256(text.encode()).hexdigest()
    assert (folder(published) / f"{digest}.csv").read_text("utf-8") == text
    assert now.through == done.brought.through > published.shipped
    assert now.as_of() == (
        f"to {now.through}, read on {TODAY} from {served.url}/table.csv (SHA-256 {digest[:12]})"
    )
    assert now.version("7") == f"7+data.{now.through}.{digest[:12]}"
    assert published.version("7") == "7"
    before, after = published.read_shipped(), now.numbers()
    assert {key: after[key] for key in before} == before
    assert done.more == len(after) - len(before) > 0
    assert done.changes == ()


@BOTH
def test_a_table_is_undone_and_that_before_it_is_in_use_again(
    published: Published, tmp_path: Path
) -> None:
    first = brought(published, tmp_path, TABLES[published](1 if published is REPORTS else 2025))
    second = brought(published, tmp_path, TABLES[published](2 if published is REPORTS else 2026))
    assert published.shipped < first.through < second.through
    assert undo(published).through == second.through
    assert fresh(published).as_of() == first.as_of()
    undo(published)
    assert fresh(published).in_use is None
    assert [one.name for one in folder(published).iterdir()] == [HISTORY]
    with pytest.raises(BadValue, match="no table was brought"):
        undo(published)


def cut(text: str, share: float) -> str:
    """Return a text up to the end of the line at a share of its length."""
    return text[: text.index("\n", int(share * len(text))) + 1]


@pytest.mark.parametrize(
    ("published", "text", "why"),
    [
        (RECORD, years(2024), "ends with 2024 and is no newer"),
        (RECORD, years(2020), "ends with 2020 and is older"),
        (RECORD, cut(years(), 0.5), "ends with .* and is older"),
        (RECORD, years()[:-3], "was cut off"),
        (RECORD, years().replace("GCAG,1990", "GISTEMP,1990"), "do not follow each other"),
        (RECORD, years(changed={1998: 1.9}), r"1 \(global mean 1998: .* -> 1.9\) of 175 numbers"),
        (RECORD, years(changed={year: 14.0 for year in range(1850, 2026)}), "no anomalies"),
        (RECORD, years().replace("GCAG", "GISTEMP"), "do not follow each other from 1850"),
        (RECORD, years().replace("Mean", "Median"), "lacks the column 'Mean'; its columns"),
        (RECORD, years().replace("GCAG,2024,", "GCAG,2024,warm"), "Mean of gcag 2024 is no number"),
        (RECORD, years().replace("GCAG,2024,", "GCAG,2024,1,"), "line 177 has other columns"),
        (RECORD, years() + '"', "was cut off"),
        (RECORD, years() + '"never closed\n', "is no row of a table"),
        (RECORD, "<!doctype html>\n<p>Sign in</p>\n", "lacks the column 'Source'"),
        (RECORD, "\n", "lacks the column 'Source'"),
        (REPORTS, admissions(0), "ends with 2026-06-27 and is no newer"),
        (REPORTS, cut(admissions(), 0.5), "lacks .* of 12,1.. numbers|lacks weeks of some"),
        (REPORTS, admissions(per=1_000_000.0), "is not .* per 100,000 residents"),
        (REPORTS, admissions().replace('"Ohio"', '"Ontario"'), "Ontario .* is no state"),
        (REPORTS, admissions().replace(NEXT_WEEK, "2026-07-05"), "one Saturday after the other"),
        (REPORTS, admissions().replace("2025-01-04", "2025-13-04"), "its dates are no days"),
        (REPORTS, admissions(200), "up to 2027-02-20"),
        (REPORTS, admissions().replace("2025-01-04", "2025-01-11"), "stands there twice"),
        (REPORTS, admissions(changed={("Ohio", NEXT_WEEK): 2.5}), "no number of admissions"),
        (REPORTS, admissions(changed={("Ohio", NEXT_WEEK): -3.0}), "no number of admissions"),
        (REPORTS, admissions(changed={("US", NEXT_WEEK): 9e5}), "its states"),
        (REPORTS, admissions(changed={("Ohio", "2025-02-08"): 9_000.0}), "by more than revisions"),
    ],
)  # fmt: skip
def test_what_is_no_newer_table_is_refused_by_its_name_and_changes_nothing(
    published: Published, text: str, why: str, tmp_path: Path
) -> None:
    name = f"table.csv was not taken for {published.simulator}: "
    with pytest.raises(BadValue, match=f"^{name}.*({why})"):
        brought(published, tmp_path, text)
    assert fresh(published).in_use is None
    assert not folder(published).exists()


def test_revisions_are_told_and_larger_ones_are_taken_where_that_is_asked_for(
    tmp_path: Path,
) -> None:
    revised = {("Ohio", "2026-06-20"): 19.0, ("US", "2026-06-20"): 777.0}
    file = tmp_path / "table.csv"
    file.write_text(admissions(changed=revised), "utf-8")
    done = refresh(fresh(REPORTS), str(file), TODAY)
    assert {(one.place, one.period): one.now for one in done.changes} == revised
    assert done.brought.revised == len(revised)
    now = brought(RECORD, tmp_path, years(changed={1998: 1.0}), accept_revisions=True)
    assert now.numbers()["global mean", "1998"] == 1.0


def test_a_year_counts_once_it_is_over(tmp_path: Path) -> None:
    """The source has the present year from its first month on."""
    assert brought(RECORD, tmp_path, years(2027)).through == "2026"


def test_a_later_release_that_ships_newer_numbers_uses_these(tmp_path: Path) -> None:
    assert brought(RECORD, tmp_path, years(2025)).through == "2025"
    assert replace(RECORD, shipped="2025").in_use is None


def test_who_has_no_home_uses_what_ships(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.delenv("XDG_DATA_HOME")
    assert fresh(RECORD).kept() is None


@pytest.mark.parametrize("spoil", [lambda path: path.write_text("x"), lambda path: path.unlink()])
def test_a_kept_table_that_was_altered_is_not_used_and_is_named(
    spoil: Callable[[Path], None], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    now = brought(RECORD, tmp_path, years())
    file = folder(RECORD) / now.in_use[0].file
    spoil(file)
    assert fresh(RECORD).through == "2024"
    assert file.name in caplog.text
    assert "what ships is used; simulrag refresh climate --undo" in caplog.text


@pytest.mark.parametrize("history", ["", "{}", "[1]", "[" * 100_000, '[{"through": "2025"}]'])
def test_a_history_that_is_none_is_named_and_undone(history: str) -> None:
    folder(RECORD).mkdir(parents=True)
    (folder(RECORD) / HISTORY).write_text(history)
    with pytest.raises(BadValue, match="does not say what was brought"):
        fresh(RECORD).kept()
    with pytest.raises(BadValue, match="does not say what was brought; what ships is used again"):
        undo(fresh(RECORD))
    assert fresh(RECORD).kept() is None
    assert json.loads((folder(RECORD) / HISTORY).read_text()) == []


@contextmanager
def saying(*parts: bytes) -> Generator[str]:
    """Serve one answer, byte by byte as it is given; yield its URL."""
    gone = threading.Event()

    def serve() -> None:
        client, _ = listening.accept()
        with client:
            client.recv(65_536)
            for part in parts:
                client.sendall(part)
                if part.endswith(b"..."):
                    gone.wait(30.0)

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=serve)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/t.csv"
        gone.set()
        thread.join()


HEAD = b"HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n"


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ((HEAD, b"Source,Year,Mean\n"), "could not be read"),
        ((b"HTTP/1.1 200 OK\r\nX-Slow: ...",), "took longer than"),
        ((HEAD, b"Source,Year,Mean\n..."), "took longer than"),
        ((b"no answer at all\r\n\r\n",), "could not be read"),
        ((b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",), "HTTP status 404"),
        ((HEAD.replace(b"9000", b"2"), b"\xff\n"), "no text in UTF-8"),
        ((HEAD.replace(b"9000", b"99999999999"), b"x" * 5_000), "more than 4,000 bytes"),
    ],
)
def test_a_server_that_gives_no_table_is_named_and_waited_for_no_longer_than_is_said(
    parts: tuple[bytes, ...], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measurement_refresh, "SECONDS", 0.3)
    monkeypatch.setattr(measurement_refresh, "LONGEST", 4_000)
    with saying(*parts) as url, pytest.raises(BadValue, match=why) as raised:
        refresh(fresh(RECORD), url, TODAY)
    assert url in str(raised.value)
    assert fresh(RECORD).in_use is None


@pytest.mark.parametrize("where", ["/t.csv", "file:///etc/passwd", "ftp://127.0.0.1/t.csv"])
def test_a_server_that_sends_on_for_ever_or_elsewhere_is_not_followed(where: str) -> None:
    away = Reply(status=302, headers={"Location": where})
    with replaying(**{"t.csv": [away]}) as served:
        with pytest.raises(BadValue, match=r"t\.csv could not be read"):
            refresh(fresh(RECORD), f"{served.url}/t.csv", TODAY)
        assert len(served.asked) <= measurement_refresh.REDIRECTS + 1


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("nowhere.csv", "nowhere.csv is no file"),
        (".", "is no file"),
        ("ftp://127.0.0.1/t.csv", "could not be read"),
        ("http://127.0.0.1:1/t.csv", "could not be read"),
        ("http://[::1/t.csv", "could not be read"),
    ],
)
def test_what_cannot_be_reached_is_named(given: str, why: str) -> None:
    with pytest.raises(BadValue, match=why):
        refresh(fresh(RECORD), given, TODAY)


def test_a_file_that_is_too_long_is_not_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measurement_refresh, "LONGEST", 1_000)
    with pytest.raises(BadValue, match="more than 1,000 bytes"):
        brought(RECORD, tmp_path, years())
