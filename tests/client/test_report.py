"""The page that `--report` writes, read as a browser reads it."""

import json
import math
import re
from pathlib import Path

import pytest

from client.coffee_loop import QUESTION, RIGHT, TASTE, WRONG
from client.messages_api import KEY
from client.read_page import Element, read
from client.rule_model import RuleModel, drafting
from client.running import simulrag
from simulrag.client.reporting.histogram import histogram
from simulrag.verifier.claims import Distribution

TWO = (
    "What is the temperature difference between the coffee in a ceramic mug and in a paper cup "
    "after 10 minutes, poured at 90 °C?"
)
HOSTILE = (
    "<script>alert(1)</script> <img src=http://evil.test/x onerror='alert(2)'> \"quoted\" & 'so' "
    "</style></title> ]]> --> {{c1}} \x00\x1b[31m"
)


pytestmark = pytest.mark.usefixtures("only_coffee")


def report(path: Path, *arguments: str, code: int = 0) -> Element:
    file = path / "answer.html"
    done = simulrag(*arguments, "--report", str(file))
    assert done.exit_code == code, done.output
    return read(file.read_text("utf-8"))


@pytest.fixture
def drafted(messages_api, tmp_path: Path) -> Element:
    """The page of an answer for which three drafts were made."""
    messages_api(drafting([WRONG, TASTE], [RIGHT], [WRONG]))
    return report(tmp_path, "ask", QUESTION, "-m", "3")


def numbers(page: Element) -> list[Element]:
    return page.one("section", id="answer").all("span", class_="n")


def shown(number: Element) -> str:
    """The number itself, without its evidence."""
    return "".join(child for child in number.children if isinstance(child, str))


def evidence(page: Element, number: Element) -> str:
    return page.one(id=number.attrs["aria-describedby"]).text


def test_every_number_of_an_answer_shows_its_run_and_its_value(tmp_path):
    page = report(tmp_path, "ask", QUESTION)
    found = numbers(page)
    assert shown(found[0]) == "71.9 °C"
    for number in found:
        (run_id,) = number.attrs["data-runs"].split()
        assert page.one("article", id=f"run-{run_id}")
        assert run_id in evidence(page, number)
    # 20 + 70 exp(-0.3) = 71.857
    assert "value of temperature 71.857 °C" in evidence(page, found[0])


def test_a_number_made_from_two_runs_shows_how(tmp_path):
    page = report(tmp_path, "ask", TWO)
    # 70 (exp(-0.3) - exp(-0.45)) = 7.2226
    (difference,) = [n for n in numbers(page) if shown(n).startswith("7.2")]
    assert len(difference.attrs["data-runs"].split()) == 2
    assert re.search(r"71\.857 − 64\.634 = 7\.22", evidence(page, difference))


def test_a_drafted_answer_shows_claims_support_and_cost(drafted):
    heads = [head.text for head in drafted.one("table", class_="claims").all("th", scope="col")]
    assert {"Claim", "Verdict", "Claimed", "Simulated", "Said by", "Runs", "Why"} <= set(heads)
    rows = drafted.one("table", class_="claims").one("tbody").all("tr")
    cells = [dict(zip(heads, (c.text for c in row.all() if c.tag in ("th", "td")), strict=True))
             for row in rows]  # fmt: skip
    wrong = next(row for row in cells if WRONG in row["Claim"])
    assert RIGHT in wrong["Claim"]
    assert ("refuted" in wrong["Verdict"], wrong["Claimed"]) == (True, "65.0")
    assert wrong["Simulated"].startswith("71.9")
    assert wrong["Said by"].startswith("drafts 1, 3")
    assert "65.0" not in drafted.one("section", id="answer").text.replace(
        evidence(drafted, numbers(drafted)[0]), ""
    )
    cost = drafted.one("section", id="cost").text
    assert re.search(r"calls\W*7", cost)
    assert "drafting 3 answers" in cost
    assert wrong["Said by"].endswith("stated 0.80")
    stages = drafted.one("section", id="cost").all("table")[1]
    assert {"Stage", "Time", "Calls", "Tokens in", "Tokens out"} <= {
        head.text for head in stages.all("th", scope="col")
    }


def test_the_support_graph_has_a_line_for_each_draft_of_each_claim(drafted):
    graph = drafted.one("section", id="support")
    assert len(graph.all("circle", class_="draft")) == 3
    assert len(graph.all("circle", class_="node")) == 3
    assert len(graph.all("path", class_="edge")) == 4
    said = "".join(str(child) for child in graph.one("desc").children)
    assert "said by drafts 1, 3" in said


def test_a_partial_answer_says_so_at_the_top(drafted, tmp_path):
    page = report(tmp_path, "ask", QUESTION, "-m", "3", "--max-calls", "3")
    assert "Partial" in page.one("header").text
    assert "--max-calls" in page.one("section", id="scope").text
    assert "Partial" not in drafted.one("header").text


def test_a_chart_draws_the_points_of_a_series_in_their_order(tmp_path):
    (line,) = report(tmp_path, "ask", QUESTION).one("section", id="charts").all("polyline")
    points = [tuple(map(float, point.split(","))) for point in line.attrs["points"].split()]
    assert len(points) == 60  # the server gives no more
    xs, ys = zip(*points, strict=True)
    assert list(xs) == sorted(xs)
    # The coffee cools, and the drawing's y grows downwards.
    assert list(ys) == sorted(ys)
    cooled = [1 - math.exp(-0.03 * minutes) for minutes in (5, 10)]
    middle = (ys[29] + ys[30]) / 2
    assert (middle - ys[0]) / (ys[-1] - ys[0]) == pytest.approx(cooled[0] / cooled[1], abs=0.01)


def test_a_check_shows_the_corrected_text_and_what_is_out_of_scope(tmp_path):
    text = f"{WRONG} {TASTE}"
    page = report(tmp_path, "check", "--answer", text, "--question", QUESTION, code=1)
    assert [shown(number) for number in numbers(page)] == ["71.9 °C"]
    assert "71.9 °C == 65.0" in evidence(page, numbers(page)[0])
    answer = page.one("section", id="answer")
    assert TASTE.rstrip(".") in answer.text
    assert answer.one("span", class_="norun")
    assert TASTE in page.one("section", id="scope").text
    assert text in page.one("section", id="reproduce").text


def test_the_page_holds_what_makes_the_result_again(tmp_path):
    page = report(tmp_path, "ask", QUESTION)
    section = page.one("section", id="reproduce")
    command = section.all("pre")[0].text
    assert command.startswith("simulrag ask 'What is")
    calls = json.loads(section.all("pre")[1].text)
    asked = json.loads(simulrag("ask", QUESTION, "--json").stdout)
    (run,) = asked["runs"]
    assert calls[0]["arguments"] == run["call"]["arguments"]
    assert (calls[0]["run"], calls[0]["seed"]) == (run["id"], 0)
    assert json.loads(section.all("pre")[-1].text) == asked
    assert "torch" in section.one("table").text


def test_no_text_becomes_markup(messages_api, tmp_path):
    messages_api(drafting([RIGHT, HOSTILE.replace("\x00", "")], [RIGHT, HOSTILE[:80]]))
    page = report(tmp_path, "ask", f"{QUESTION} {HOSTILE}", "-m", "2")
    assert page.all("script") + page.all("img") == []
    assert len(page.all("style")) == len(page.all("head")) == 1
    assert "<script>alert(1)</script>" in page.one("header").text
    assert "\x00" not in page.text
    assert {name for e in page.all() for name in e.attrs if name.startswith("on")} == set()


def test_a_huge_text_is_a_page_all_the_same(tmp_path):
    long = "unbreakable" * 400
    page = report(tmp_path, "ask", f"{QUESTION} {long}")
    assert long in page.one("header").one("details").text
    assert len("".join(str(c) for c in page.one("head").one("title").children)) < 120


def test_a_page_loads_nothing_and_runs_nothing(drafted):
    loading = {"src", "srcset", "action", "formaction", "background", "poster", "data", "style"}
    assert [e for e in drafted.all() if loading & e.attrs.keys()] == []
    assert [e.tag for e in drafted.all() if e.tag in {"script", "link", "iframe", "object"}] == []
    assert {e.attrs["href"][0] for e in drafted.all() if "href" in e.attrs} == {"#"}
    style = "".join(map(str, drafted.one("style").children))
    assert not re.search(r"url\(|@import|https?:", style)
    policy = drafted.one("meta", http_equiv="Content-Security-Policy").attrs["content"]
    assert policy.startswith("default-src 'none'")


def test_links_and_descriptions_lead_to_one_element_each(drafted):
    ids = [e.attrs["id"] for e in drafted.all() if "id" in e.attrs]
    assert len(ids) == len(set(ids))
    targets = {e.attrs["href"][1:] for e in drafted.all() if "href" in e.attrs}
    for name in ("aria-describedby", "aria-labelledby"):
        targets |= {word for e in drafted.all() for word in e.attrs.get(name, "").split()}
    assert targets
    assert targets <= set(ids)


def test_tables_have_heads_and_pictures_have_words(drafted):
    for table in drafted.all("table"):
        assert table.one("caption").text
        width = len(table.all("th", scope="col"))
        for row in table.one("tbody").all("tr"):
            assert len(row.all("th", scope="row")) == 1
            assert len(row.all("th") + row.all("td")) == width
    pictures = [svg for svg in drafted.all("svg") if "aria-hidden" not in svg.attrs]
    assert len(pictures) == 2
    for svg in pictures:
        assert svg.attrs["role"] == "img"
        assert any(str(child) for child in svg.one("desc").children)
    assert drafted.one("html").attrs["lang"] == "en"
    assert len(drafted.all("h1")) == 1


def test_keys_and_tokens_never_stand_in_a_page(messages_api, tmp_path, monkeypatch):
    messages_api(drafting([RIGHT, f"The key is {KEY}."]))
    monkeypatch.setenv("SOME_TOKEN", "tok'<en>&123")
    page = report(tmp_path, "ask", f"{QUESTION} tok'<en>&123", "-m", "1")
    whole = (tmp_path / "answer.html").read_text("utf-8")
    assert KEY not in whole
    assert "&123" not in whole.replace("&amp;", "&")
    assert "[removed]" in page.text


@pytest.mark.parametrize("name", ["answer.txt", "missing/answer.html", ".html/"])
@pytest.mark.parametrize("command", ["ask", "check"])
def test_a_report_that_cannot_be_written_is_refused_before_anything_is_asked(
    messages_api, tmp_path, command, name
):
    api = messages_api(drafting([RIGHT]))
    (tmp_path / ".html").mkdir()
    given = [QUESTION] if command == "ask" else ["--answer", RIGHT]
    done = simulrag(command, *given, "--report", str(tmp_path / name))
    assert done.exit_code == 2
    assert "--report" in done.stderr
    assert api.accepted == []


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("Who painted the <b>Mona Lisa</b>?", "no simulator at hand can help"),
        (QUESTION.replace("10 minutes", "900 minutes"), "Nearest valid value: 240"),
        ("How hot is the coffee in a ceramic mug?", "initial_temperature is missing"),
    ],
)
def test_a_refused_question_has_a_page_with_the_reason_and_what_can_be_asked(
    tmp_path, question, why
):
    file = tmp_path / "answer.html"
    done = simulrag("ask", question, "--report", str(file))
    assert done.exit_code == 2
    page = read(file.read_text("utf-8"))
    assert "No answer" in page.text
    assert question in page.text
    assert why in page.text
    assert "simulrag run coffee cooling" in page.text


def test_an_answer_is_not_lost_where_its_report_cannot_be_written_in_the_end(
    messages_api, tmp_path
):
    """The folder goes away while the model drafts."""
    folder = tmp_path / "reports"
    folder.mkdir()

    def drafts(_question: str, _number: int) -> list[str]:
        folder.rmdir()
        return [RIGHT]

    messages_api(RuleModel(drafts))
    report_to = ["--report", str(folder / "answer.html")]
    done = simulrag("ask", QUESTION, "-m", "1", "--json", *report_to)
    assert done.exit_code == 2
    assert "71.9" in json.loads(done.stdout)["answer"]
    assert "cannot be written" in done.stderr


def _luminance(colour: str) -> float:
    """Relative luminance of #rrggbb (WCAG 2.2)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def _contrast(one: str, other: str) -> float:
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", [0, 1])
def test_text_has_the_contrast_that_wcag_asks_for_by_day_and_by_night(tmp_path, scheme):
    style = "".join(map(str, report(tmp_path, "ask", QUESTION).one("style").children))
    blocks = re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", blocks[scheme]))
    texts = ["ink", "soft", "link", "supported", "refuted", "undecided", "outside", "unread"]
    assert {t: c for t in texts if (c := _contrast(colours[t], colours["paper"])) < 4.5} == {}
    assert _contrast(colours["ink"], colours["card"]) >= 4.5
    assert _contrast(colours["tip-ink"], colours["tip"]) >= 4.5
    lines = ["c0", "c1", "c2", "c3"]
    assert {t: c for t in lines if (c := _contrast(colours[t], colours["paper"])) < 3} == {}


@pytest.mark.parametrize(
    ("limits", "held", "said"),
    [
        ((None, None), 3, ""),
        ((2.0, None), 1, "claimed from 2"),
        ((9.0, 9.0), 0, "claimed from 9 to 9"),
    ],
)
def test_a_histogram_fills_the_bars_that_a_claim_allows_and_says_itself_in_words(
    limits: tuple[float | None, float | None], held: int, said: str
) -> None:
    low, high = limits
    found = Distribution(low=0, high=3, counts=(1, 4, 2), claimed_low=low, claimed_high=high)
    drawn = histogram(found, "°C")
    assert drawn.count('class="bar') == 3
    assert drawn.count('class="bar held"') == held
    assert "7 members from 0 to 3 °C" in drawn
    assert said in drawn
    assert ('class="claim"' in drawn) == bool(said)
