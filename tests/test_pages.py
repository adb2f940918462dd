"""The pages of docs/: their commands print what stands there, and they build into a site."""

import re
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from page_transcripts import ROOT, transcripts

SCRIPT = transcripts()
DOCS = ROOT / "docs"
PAGES = [page for page in SCRIPT.pages() if page != SCRIPT.README]
README = SCRIPT.README.read_text("utf-8")
#: A page that needs a package which may be absent; it has a test of its own.
EXAMPLE = DOCS / "worked-example.md"
#: The commands of the program itself; others come in by the entry points of the project.
OWN = {"ask", "check", "compute", "plan", "run", "simulators", "refresh", "weigh", "serve"}
LOADED = re.compile(
    r"""<(?:script|img|link|iframe|source|video)\b[^>]*?\b(?:src|href)=["'](?:https?:)?//"""
    r"""|url\(\s*["']?(?:https?:)?//|@import"""
)


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix().removeprefix("docs/")


def test_the_pages_that_teach_show_commands() -> None:
    assert {page_name(page) for page in PAGES} >= {
        "tutorials/checking-a-report.md",
        "tutorials/evaluating.md",
        "tutorials/adding-a-simulator.md",
        "verdicts.md",
        "worked-example.md",
        "own-simulator.md",
    }


@pytest.mark.parametrize("page", SCRIPT.pages(), ids=page_name)
def test_every_command_of_a_page_is_one_that_there_is_and_shows_its_output(page: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    known = OWN | set(project["entry-points"]["simulrag.commands"])
    text = page.read_text("utf-8")
    for block in SCRIPT.CONSOLE.finditer(text):
        needed = SCRIPT.BLOCK_NEEDS.search(text, 0, block.start())
        for command, shown in SCRIPT.steps(block.group()):
            if command.startswith("simulrag "):
                assert command.split()[1] in known, command
            silent = command.startswith(("mkdir ", "echo ", "python make_"))
            assert shown or silent or (needed and not SCRIPT.found(needed[1])), command


def test_commands_that_install_are_those_of_readme_which_are_run_there() -> None:
    for page in DOCS.rglob("*.md"):
        for block in re.findall(r"^```bash\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S):
            for line in (one for one in block.splitlines() if "pip install" in one):
                assert re.search(rf"^{re.escape(line)}(?: && |$)", README, re.M), (page, line)


@pytest.mark.slow
@pytest.mark.long  # for every change .ci/run has scripts/transcripts --check, which is the same
@pytest.mark.parametrize("page", [page for page in PAGES if page != EXAMPLE], ids=page_name)
def test_the_commands_of_a_page_print_what_stands_there(page: Path) -> None:
    assert [SCRIPT.difference(*one) for one in SCRIPT.stale([page])] == []


def test_a_wrong_digit_is_seen_and_a_duration_or_a_line_left_out_is_not() -> None:
    shown = "ok: ran in 0.13 s; 19.39 °C\n...\nall is well\n"
    assert SCRIPT.holds(shown, "ok: ran in 12.5 s; 19.39 °C\na\nb\nall is well\n")
    assert SCRIPT.holds(shown, "ok: ran in 0.13 s; 19.39 °C\nall is well\n")
    assert not SCRIPT.holds(shown, "ok: ran in 0.13 s; 19.38 °C\nall is well\n")
    assert not SCRIPT.holds(shown, "ok: ran in 0.13 s; 19.39 °C\nall is lost\n")
    assert not SCRIPT.holds("1.5 s later\n", "1.6 s later\n")


def test_a_page_is_run_in_order_in_one_home_with_its_files_and_no_keys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "secret")
    page = (
        "```console\n$ cat note.txt 2>/dev/null || echo none\n$ echo kept > other.txt\n```\n\n"
        "<!-- file: note.txt -->\n```text\nhello\n```\n\n"
        '```console\n$ cat note.txt other.txt; pwd\nstale\n\n$ echo "[$ANTHROPIC_API_KEY]"\n```\n'
    )
    made = SCRIPT.renewed(page)
    assert "|| echo none\nnone\n\n$ echo kept > other.txt\n```" in made
    assert "$ cat note.txt other.txt; pwd\nhello\nkept\n/home/you\n\n$ echo" in made
    assert made.endswith("\n[]\n```\n")
    assert SCRIPT.renewed(made) == made


def test_a_command_that_fails_stops_the_script_unless_the_page_announces_it() -> None:
    with pytest.raises(SystemExit, match="exit code 3"):
        SCRIPT.renewed("```console\n$ echo oh; exit 3\noh\n```\n")
    announced = "```console\n$ echo oh; exit 3\noh\n[exit code 3]\n```\n"
    assert SCRIPT.renewed(announced) == announced


@pytest.mark.slow  # it traces a question and a claim; for every change .ci/run has the same
@pytest.mark.long
def test_the_pictures_and_the_walks_are_as_their_script_makes_them() -> None:
    done = subprocess.run([sys.executable, ROOT / "scripts" / "diagrams", "--check"], check=False)
    assert done.returncode == 0


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    folder = tmp_path_factory.mktemp("site")
    done = built(DOCS, folder)
    assert done.returncode == 0, done.stderr
    return folder


def built(docs: Path, target: Path) -> subprocess.CompletedProcess[str]:
    """Build a folder of pages as scripts/site does, which takes that of its project."""
    home = docs.parent / "scripts"
    if not home.exists():
        home.mkdir()
        shutil.copy(ROOT / "scripts" / "site", home)
    script = [str(home / "site"), str(target)]
    path = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin"}
    return subprocess.run(script, capture_output=True, text=True, check=False, env=path)


SPHINX = pytest.mark.skipif(
    any(find_spec(name) is None for name in ("sphinx", "myst_parser", "furo")),
    reason="simulrag[docs] is not installed",
)


@SPHINX
@pytest.mark.slow
def test_the_site_has_every_page_and_loads_nothing_from_elsewhere(site: Path) -> None:
    index = (site / "index.html").read_text("utf-8")
    for page in DOCS.rglob("*.md"):
        part = page.relative_to(DOCS).parts  # of an example, or of a simulator of the gallery
        if part[0] != "examples" and (part[0] != "gallery" or len(part) == 2):
            name = page_name(page).removesuffix(".md") + ".html"
            assert (site / name).exists()
            assert name == "index.html" or f'href="{name}"' in index, name
    for path in [*site.rglob("*.html"), *site.rglob("*.css")]:
        assert LOADED.findall(path.read_text("utf-8")) == [], path


@SPHINX
@pytest.mark.slow
def test_a_broken_link_and_a_page_that_the_index_does_not_name_fail_the_build(
    tmp_path: Path,
) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for name in ("conf.py", "hosts.md"):
        shutil.copy(DOCS / name, docs)
    (docs / "static").mkdir()
    (docs / "static" / "narrow.css").touch()
    index = "# Site\n\n```{toctree}\nhosts\nevaluation\n```\n"
    (docs / "index.md").write_text(index)
    (docs / "evaluation.md").write_text("# Evaluation\n\nSee [hosts](hosts.md).\n")
    done = built(docs, tmp_path / "good")
    assert done.returncode == 0, done.stderr
    assert 'href="evaluation.html"' in (tmp_path / "good" / "index.html").read_text("utf-8")
    (docs / "index.md").write_text(index.replace("evaluation\n", ""))
    done = built(docs, tmp_path / "unnamed")
    assert done.returncode != 0
    assert "evaluation.md" in done.stderr
    (docs / "index.md").write_text(index)
    (docs / "evaluation.md").write_text("# Evaluation\n\nSee [gone](gone.md).\n")
    done = built(docs, tmp_path / "bad")
    assert done.returncode != 0
    assert "gone" in done.stderr
