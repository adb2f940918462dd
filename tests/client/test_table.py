"""Texts by key on disk: shared by processes, or held by one."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.client.errors import BadInput
from simulrag.client.table import Table


def test_two_who_write_one_table_at_once_lose_nothing(tmp_path):
    path = tmp_path / "shared.sqlite"

    def put_fifty(start: int) -> None:
        with Table(path) as table:
            for number in range(start, start + 50):
                table.put(f"key {number}", f"text {number}")

    with ThreadPoolExecutor(2) as writers:
        list(writers.map(put_fifty, (0, 25)))
    with Table(path) as table:
        assert {key: table.get(key) for key in table.keys()} == {  # noqa: SIM118
            f"key {number}": f"text {number}" for number in range(75)
        }


def test_what_was_put_first_stays_and_keys_come_in_their_order(tmp_path):
    with Table(tmp_path / "new" / "folder" / "t.sqlite") as table:
        for key in ("b", "a", "b"):
            table.put(key, f"{key}{len(table.keys())}")
        assert table.keys() == ("b", "a")
        assert (table.get("b"), table.get("c")) == ("b0", None)


def test_what_was_put_is_on_disk_before_the_table_is_closed(tmp_path):
    path = tmp_path / "t.sqlite"
    table = Table(path)
    table.put("key", "text")
    assert sqlite3.connect(path).execute("SELECT text FROM texts").fetchall() == [("text",)]
    table.close()


def test_a_table_held_alone_is_refused_to_others_until_it_is_closed(tmp_path):
    path = tmp_path / "t.sqlite"
    with Table(path, alone=True) as table:
        table.put("key", "text")
        with pytest.raises(BadInput, match="in use by another process"):
            Table(path, alone=True)
    with Table(path, alone=True) as table:
        assert table.get("key") == "text"


TEXTS = {f"key {number}": f"The text {number}, {'é' * number}." for number in range(12)}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a table that nobody has open."""
    path = tmp_path_factory.mktemp("table") / "t.sqlite"
    with Table(path, alone=True) as table:
        for key, text in TEXTS.items():
            table.put(key, text)
    return path


@given(st.floats(0, 1, exclude_max=True), st.integers(1, 255), st.booleans())
def test_an_altered_byte_leaves_each_text_as_it_was_or_names_what_is_refused(
    file, caplog, place, by, alone
):
    whole = bytearray(file.read_bytes())
    used = [index for index, byte in enumerate(whole) if byte]
    whole[used[int(place * len(used))]] ^= by
    other = file.with_name("altered.sqlite")
    for left in file.parent.glob("altered.sqlite*"):
        left.unlink()
    other.write_bytes(whole)
    caplog.clear()
    try:
        with Table(other, alone=alone) as table:
            read = {key: table.get(key) for key in TEXTS}
    except BadInput as error:
        read, refusal = dict[str, str | None](), str(error)
    if not read:
        assert "altered.sqlite" in refusal
        return
    assert all(read[key] in (text, None) for key, text in TEXTS.items())
    lost = [key for key in TEXTS if read[key] is None]
    if alone:  # of a shared one, replies that are not found are asked again
        assert len(lost) <= 1
        assert len(lost) == len(caplog.messages)
        assert all("altered.sqlite was altered" in line for line in caplog.messages)


def test_an_altered_text_is_said_asked_again_and_kept_anew(tmp_path, caplog):
    path = tmp_path / "t.sqlite"
    with Table(path) as table:
        table.put("one", "1")
        table.put("two", "2")
    with sqlite3.connect(path) as database:
        database.execute("UPDATE texts SET text = '3' WHERE key = 'one'")
    database.close()
    with Table(path) as table:
        assert (table.get("one"), table.get("two")) == (None, "2")
        assert "the reply one" in caplog.text
        table.put("one", "1")
    with Table(path) as table:
        assert table.get("one") == "1"


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE theirs (x)")
    database.close()
    before = path.read_bytes()
    with pytest.raises(BadInput, match="of another program"):
        Table(path)
    assert path.read_bytes() == before


def before_checksums(folder: Path) -> Path:
    path = folder / "t.sqlite"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE texts (key TEXT PRIMARY KEY, text TEXT)")
        database.execute("INSERT INTO texts VALUES ('one', '1'), ('two', 'x2')")
    database.close()
    return path


def test_a_table_from_before_checksums_is_read_but_for_what_makes_no_sense(tmp_path, caplog):
    path = before_checksums(tmp_path)
    with Table(path, alone=True) as table:
        assert (table.read("one", int), table.read("two", int)) == (1, None)
        table.put("two", "2")
        assert table.read("two", int) == 2
    assert "the reply two" in caplog.text


def test_a_table_from_before_checksums_that_cannot_be_written_is_read(tmp_path, monkeypatch):
    path = before_checksums(tmp_path)
    before = path.read_bytes()
    monkeypatch.setattr("os.access", lambda *_: False)
    with Table(path) as table:
        assert table.get("one") == "1"
    assert path.read_bytes() == before
