"""`simulrag install HOST --skill` writes the skill, and `--uninstall` takes away what is ours."""

from pathlib import Path

import pytest

from client.hosts.conftest import Install

OTHER = "---\nname: check-claims\ndescription: of somebody else\n---\n"


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
    page.write_text(OTHER, "utf-8")
    refused = install("claude-code", "--skill")
    assert refused.exit_code == 2
    assert "another skill" in refused.output
    assert install("claude-code", "--uninstall").exit_code == 0
    assert page.read_text("utf-8") == OTHER


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
