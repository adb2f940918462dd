"""simulrag install writes a host's settings file and the skill, or says why not and leaves both."""

import json
import os
import stat
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from client.hosts.conftest import Install
from simulrag.client.errors import BadInput
from simulrag.client.hosts import files
from simulrag.client.hosts.entries import is_ours
from simulrag.client.hosts.jsonc import parse
from simulrag.client.hosts.table import BY_KEY, HOSTS

OTHER = '{"mcpServers": {"simulrag": {"command": "node", "args": ["notes.js"]}}}'


def entry(file: Path, servers: str = "mcpServers") -> dict[str, Any]:
    text = file.read_text("utf-8")
    found = tomllib.loads(text) if file.suffix == ".toml" else parse(text)
    return found[servers]["simulrag"]


def copies(file: Path) -> list[Path]:
    return sorted(file.parent.glob(f"{file.name}.*.simulrag-backup"))


def refusal(done: Result, file: Path | None = None, text: str | None = None) -> str:
    """Return what was said by a command that refused and left a file as it was."""
    assert done.exit_code == 2, done.output
    if file is not None and text is not None:
        assert file.read_text("utf-8") == text
        assert sorted(path.name for path in file.parent.iterdir()) == [file.name]
    return done.output


@pytest.mark.parametrize("host", [h for h in HOSTS if h.format != "yaml"], ids=lambda h: h.key)
def test_every_host_gets_a_program_that_exists_by_its_full_path(host, install):
    file = host.file()
    file.parent.mkdir(parents=True, exist_ok=True)
    assert install(host.key).exit_code == 0
    found = entry(file, host.servers)
    program = found["command"][0] if isinstance(found["command"], list) else found["command"]
    assert Path(program).is_absolute()
    assert os.access(program, os.X_OK)
    assert is_ours(found)
    assert install(host.key, "--uninstall").exit_code == 0
    assert not file.exists()


def test_a_second_time_writes_nothing(install, cursor):
    cursor.write_text('{"mcpServers": {"files": {"command": "files"}}}')
    first = install("cursor")
    text = cursor.read_text()
    assert len(copies(cursor)) == 1
    assert str(copies(cursor)[0]) in first.output
    second = install("cursor")
    assert "nothing was written" in second.output
    assert (cursor.read_text(), len(copies(cursor))) == (text, 1)


def test_the_copy_holds_the_old_file_and_its_rights(install, cursor):
    old = '{"mcpServers": {"files": {"env": {"KEY": "secret"}}}}'
    cursor.write_text(old)
    cursor.chmod(0o600)
    install("cursor")
    (copy,) = copies(cursor)
    assert copy.read_text() == old
    assert {stat.S_IMODE(path.stat().st_mode) for path in (copy, cursor)} == {0o600}


def test_uninstalling_gives_back_the_bytes_that_were_there(install, cursor):
    old = '\ufeff{\r\n\t"mcpServers": {\r\n\t\t"files": {} // all\r\n\t}\r\n}\r\n'.encode()
    cursor.write_bytes(old)
    install("cursor")
    assert b"simulrag" in cursor.read_bytes()
    install("cursor", "--uninstall")
    assert cursor.read_bytes() == old
    assert "nothing was written" in install("cursor", "--uninstall").output


@pytest.mark.parametrize(
    "old", ["", "{}\n", "{}", '{"mcpServers": {}}', '{"theme": "dark"} // mine\r\n', "\ufeff{\n}"]
)
def test_uninstalling_gives_back_a_file_that_had_no_place_for_servers(install, cursor, old):
    cursor.write_bytes(old.encode())
    install("cursor")
    install("cursor", "--evidence", "elsewhere.sqlite")
    install("cursor", "--uninstall")
    assert cursor.read_bytes() == old.encode()


def test_a_file_that_was_made_for_us_and_got_more_since_stays(install, cursor):
    cursor.unlink(missing_ok=True)
    install("cursor")
    cursor.write_text(cursor.read_text().replace("{", '{"theme": "dark",', 1))
    install("cursor", "--uninstall")
    assert parse(cursor.read_text("utf-8"))["theme"] == "dark"


def test_toml_keeps_its_comments_and_other_tables(install, home):
    file = home / ".codex" / "config.toml"
    file.parent.mkdir()
    old = (
        'model = "a" # best\n\n[mcp_servers.files]\ncommand = "files"\n\n# colours\n[tui]\nx = 1\n'
    )
    file.write_text(old)
    install("codex", "--evidence", "~/runs.sqlite")
    assert entry(file, "mcp_servers")["env"] == {"SIMULRAG_EVIDENCE": str(home / "runs.sqlite")}
    assert file.read_text().startswith(old)
    file.write_text(file.read_text() + "\n# last\n[other]\ny = 2\n")
    install("codex", "--uninstall")
    assert file.read_text() == old + "\n# last\n[other]\ny = 2\n"


def test_an_own_entry_is_brought_up_to_date_and_keeps_what_was_added(install, cursor):
    old = {"command": "/gone/bin/simulrag", "args": ["serve"], "disabled": False, "env": {"A": "b"}}
    cursor.write_text(json.dumps({"mcpServers": {"simulrag": old}}))
    assert "updated in" in install("cursor").output
    made = entry(cursor)
    assert made["command"] != old["command"]
    assert (made["disabled"], made["env"]) == (False, {"A": "b"})


def test_another_server_of_our_name_is_left_alone_unless_asked_for(install, cursor):
    cursor.write_text(OTHER)
    said = refusal(install("cursor"), cursor, OTHER)
    assert "another server under the name 'simulrag': node notes.js" in said
    assert "another one" in refusal(install("cursor", "--uninstall"), cursor, OTHER)
    assert install("cursor", "--replace").exit_code == 0
    assert is_ours(entry(cursor))


@pytest.mark.parametrize("options", [(), ("--uninstall",)])
def test_a_dry_run_shows_the_change_and_writes_nothing(install, cursor, options):
    if options:
        install("cursor")
        cursor.rename(cursor.with_name("kept"))
        cursor.write_text(cursor.with_name("kept").read_text())
        cursor.with_name("kept").unlink()
    before = {path.name: path.read_text() for path in cursor.parent.iterdir()}
    done = install("cursor", "--dry-run", *options)
    assert done.exit_code == 0
    assert f'{"-" if options else "+"}    "simulrag": {{' in done.output
    assert {path.name: path.read_text() for path in cursor.parent.iterdir()} == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"mcpServers": {', "it is no valid JSON: line 1"),
        ("[1]", "it must hold an object, but holds [1]"),
        ('{"mcpServers": []}', "mcpServers must hold named servers, but is []"),
        ('{"mcpServers": null}', "mcpServers must hold named servers, but is null"),
        ('{"mcpServers": {"simulrag": "x"}}', 'mcpServers.simulrag must be an object, but is "x"'),
        ('{"mcpServers": {}, "mcpServers": {}}', "stands there 2 times"),
        ('{"mcpServers": {"simulrag": {"command": "simulrag" /* me */}}}', "holds comments"),
    ],
)
def test_a_file_that_cannot_be_edited_without_loss_is_refused_with_the_reason(
    install, cursor, text, said
):
    cursor.write_text(text)
    output = refusal(install("cursor"), cursor, text)
    assert said in output
    assert str(cursor) in output


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mcp_servers = { files = { command = 'files' } }\n", "no valid TOML|without loss"),
        ("model = \n", "no valid TOML"),
        ("mcp_servers = 3\n", "must hold named servers"),
        ("[mcp_servers.simulrag]\ncommand = 'simulrag' # mine\n", "holds comments"),
        ('[mcp_servers]\nsimulrag = {command = "simulrag"}\n', "no valid TOML|without loss"),
    ],
)
def test_toml_that_cannot_be_edited_without_loss_is_refused_too(install, home, text, said):
    file = home / ".codex" / "config.toml"
    file.parent.mkdir()
    file.write_text(text)
    assert any(part in refusal(install("codex"), file, text) for part in said.split("|"))


def test_bytes_that_are_no_text_are_refused(install, cursor):
    cursor.write_bytes(b'{"a": "\xff"}')
    assert "is not UTF-8 text" in refusal(install("cursor"))
    assert cursor.read_bytes() == b'{"a": "\xff"}'


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable to the superuser")
def test_a_file_that_may_not_be_read_is_refused(install, cursor):
    cursor.write_text("{}")
    cursor.chmod(0)
    assert "cannot be read: Permission denied" in refusal(install("cursor"))


def test_a_file_that_cannot_be_written_stays_as_it_was(install, cursor, monkeypatch):
    cursor.write_text("{}")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "No space left on device" in refusal(install("cursor"))
    assert cursor.read_text() == "{}"
    assert not list(cursor.parent.glob("*.new"))


def test_a_link_is_followed_and_stays_a_link(install, cursor, home):
    real = home / "dotfiles" / "mcp.json"
    real.parent.mkdir()
    real.write_text("{}")
    cursor.symlink_to(real)
    assert install("cursor").exit_code == 0
    assert cursor.is_symlink()
    assert is_ours(entry(real))


def test_a_change_by_another_program_in_between_is_not_overwritten(cursor):
    cursor.write_text('{"theirs": 1}')
    with pytest.raises(BadInput, match="changed by another program"):
        files.replace(cursor, "{}", '{"ours": 1}')
    assert cursor.read_text() == '{"theirs": 1}'


def test_a_project_gets_its_own_file(install, tmp_path):
    project = tmp_path / "project"
    project.mkdir()
    assert install("vscode", "--project", project).exit_code == 0
    assert entry(project / ".vscode" / "mcp.json", "servers")["type"] == "stdio"
    assert "there is no folder" in refusal(install("vscode", "--project", project / "none"))
    assert "has no settings file of a project" in refusal(
        install("claude-desktop", "--project", project)
    )


def test_uv_is_used_only_where_it_is_asked_for_and_there(install, cursor, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "uvx is not on PATH" in refusal(install("cursor", "--uvx"))
    (tmp_path / "uvx").write_text("#!/bin/sh\n")
    (tmp_path / "uvx").chmod(0o755)
    assert install("cursor", "--uvx").exit_code == 0
    assert entry(cursor) == {
        "command": str(tmp_path / "uvx"),
        "args": ["simulrag", "serve"],
        "env": {"UV_TORCH_BACKEND": "cpu"},
    }


def test_hosts_whose_format_is_not_edited_are_told_by_what_to_paste(install):
    said = refusal(install("goose"))
    assert "extensions:\n  simulrag:\n" in said


def test_without_a_host_all_are_listed_with_what_they_start(install, cursor, home):
    install("cursor")
    assert cursor.exists()
    (home / ".gemini").mkdir()
    (home / ".gemini" / "settings.json").write_text("{")
    lines = {line.split()[0]: line for line in install().output.splitlines()}
    assert set(lines) == set(BY_KEY)
    assert " serve" in lines["cursor"] or sys.executable in lines["cursor"]
    assert "not read: " in lines["gemini"]
    assert "not found" in lines["zed"]


@pytest.mark.parametrize(
    ("platform", "expected"),
    [
        ("darwin", "Library/Application Support/Claude/claude_desktop_config.json"),
        ("linux", ".config/Claude/claude_desktop_config.json"),
        ("win32", "AppData/Roaming/Claude/claude_desktop_config.json"),
    ],
)
def test_claude_desktop_is_found_where_each_system_keeps_it(home, monkeypatch, platform, expected):
    monkeypatch.setattr("sys.platform", platform)
    assert BY_KEY["claude-desktop"].file() == home / expected


def test_claude_desktop_as_a_package_reads_its_own_folder(home, monkeypatch):
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(home / "Local"))
    package = home / "Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude"
    package.mkdir(parents=True)
    assert BY_KEY["claude-desktop"].file() == package / "claude_desktop_config.json"


def test_claude_code_reads_the_folder_that_its_variable_names(home, monkeypatch, install):
    (home / "work").mkdir()
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(home / "work"))
    install("claude-code")
    assert is_ours(entry(home / "work" / ".claude.json"))
    assert not (home / ".claude.json").exists()


def test_opencode_reads_the_file_with_comments_rather_than_the_plain_one(home, install):
    folder = home / ".config" / "opencode"
    folder.mkdir(parents=True)
    install("opencode")
    old = '{\n  // mine\n  "theme": "dark",\n}\n'
    (folder / "opencode.jsonc").write_text(old)
    install("opencode", "--uninstall")
    assert [path.name for path in folder.iterdir() if "backup" not in path.name] == [
        "opencode.jsonc"
    ]
    install("opencode")
    assert is_ours(entry(folder / "opencode.jsonc", "mcp"))
    install("opencode", "--uninstall")
    assert (folder / "opencode.jsonc").read_text() == old


OTHER_SKILL = "---\nname: check-claims\ndescription: of somebody else\n---\n"


@pytest.fixture
def folder(home: Path) -> Path:
    return home / ".claude" / "skills" / "check-claims"


def test_installing_tells_of_the_skill_and_writes_it_only_when_asked(
    install: Install, folder: Path
) -> None:
    said = install("claude-code").output.splitlines()
    assert said[-1].endswith("simulrag install claude-code --skill")
    assert not folder.exists()
    assert install("claude-code", "--skill").exit_code == 0
    assert "name: check-claims" in (folder / "SKILL.md").read_text("utf-8")
    assert (folder / "formulas.md").read_text("utf-8").startswith("# Claims as formulas")
    again = install("claude-code", "--skill").output
    assert again.count("nothing was written") == 3


def test_uninstalling_leaves_no_trace_of_the_skill(install: Install, folder: Path) -> None:
    install("claude-code", "--skill")
    assert install("claude-code", "--uninstall").exit_code == 0
    assert not folder.exists()
    assert install("claude-code", "--uninstall").exit_code == 0


def test_a_skill_that_somebody_changed_is_kept_as_a_copy(install: Install, folder: Path) -> None:
    install("claude-code", "--skill")
    page = folder / "SKILL.md"
    mine = page.read_text("utf-8") + "Answer in French.\n"
    page.write_text(mine, "utf-8")
    install("claude-code", "--uninstall")
    (copy,) = folder.iterdir()
    assert copy.read_text("utf-8") == mine


def test_the_skill_of_somebody_else_is_left_alone(install: Install, folder: Path) -> None:
    folder.mkdir(parents=True)
    page = folder / "SKILL.md"
    page.write_text(OTHER_SKILL, "utf-8")
    refused = install("claude-code", "--skill")
    assert refused.exit_code == 2
    assert "another skill" in refused.output
    assert install("claude-code", "--uninstall").exit_code == 0
    assert page.read_text("utf-8") == OTHER_SKILL


def test_a_cheat_sheet_without_our_page_is_not_ours_to_remove(
    install: Install, folder: Path
) -> None:
    folder.mkdir(parents=True)
    (folder / "formulas.md").write_text("mine", "utf-8")
    assert install("claude-code", "--uninstall").exit_code == 0
    assert (folder / "formulas.md").read_text("utf-8") == "mine"


def test_a_project_and_a_moved_folder_have_the_skill_of_their_own(
    install: Install, tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "report"
    project.mkdir()
    assert install("claude-code", "--skill", "--project", project).exit_code == 0
    assert (project / ".claude" / "skills" / "check-claims" / "SKILL.md").is_file()
    moved = tmp_path / "moved"
    moved.mkdir()
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(moved))
    assert install("claude-code", "--skill").exit_code == 0
    assert (moved / "skills" / "check-claims" / "SKILL.md").is_file()
    assert not folder.exists()


def test_a_host_without_a_folder_of_skills_is_refused_before_anything_is_written(
    install: Install, cursor: Path
) -> None:
    refused = install("cursor", "--skill")
    assert refused.exit_code == 2
    assert "claude-code" in refused.output
    assert not cursor.exists()
