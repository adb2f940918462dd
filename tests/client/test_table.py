"""Texts by key on disk: shared by processes, or held by one."""

import multiprocessing
import sqlite3
from pathlib import Path

import pytest

from simulrag.client.errors import BadInput
from simulrag.client.table import Table
from table_writer import put_fifty


def test_two_processes_write_one_table_and_lose_nothing(tmp_path: Path) -> None:
    path = str(tmp_path / "shared.sqlite")
    spawn = multiprocessing.get_context("spawn")
    writers = [spawn.Process(target=put_fifty, args=(path, start)) for start in (0, 25)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0, 0]
    with Table(Path(path)) as table:
        assert {key: table.get(key) for key in table.keys()} == {  # noqa: SIM118
            f"key {number}": f"text {number}" for number in range(75)
        }


def test_what_was_put_first_stays_and_keys_come_in_their_order(tmp_path: Path) -> None:
    with Table(tmp_path / "new" / "folder" / "t.sqlite") as table:
        for key in ("b", "a", "b"):
            table.put(key, f"{key}{len(table.keys())}")
        assert table.keys() == ("b", "a")
        assert (table.get("b"), table.get("c")) == ("b0", None)


def test_what_was_put_is_on_disk_before_the_table_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"
    table = Table(path)
    table.put("key", "text")
    assert sqlite3.connect(path).execute("SELECT text FROM texts").fetchall() == [("text",)]
    table.close()


def test_a_table_held_alone_is_refused_to_others_until_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite"
    with Table(path, alone=True) as table:
        table.put("key", "text")
        with pytest.raises(BadInput, match="in use by another process"):
            Table(path, alone=True)
    with Table(path, alone=True) as table:
        assert table.get("key") == "text"
