"""Answers of the loop, of the model alone, and of both layers, scored by formulas.

    python -m studies.whole_answers CASSETTES [--ask FOLDER] [--page docs/evaluation.md]

Prints a table, and with --page writes it between the page's marks. What nobody has answered yet is
written under FOLDER/requests; replies go to FOLDER/replies under the same name, and are then kept.
"""

import argparse
import random
import tempfile
from collections.abc import Mapping
from pathlib import Path

from simulrag.client.errors import ModelUnavailable
from simulrag.client.model_formulas import Writing
from simulrag.client.session import Tools, connect
from simulrag.client.session import run as in_session
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.claims import Claim
from simulrag.verifier.evidence import EvidenceStore
from studies.marked_pages import placed
from studies.whole_answers.conversation import (
    Conversation,
    Correspondence,
    decomposed,
    read,
    written,
)
from studies.whole_answers.scoring import Judge, Score, table

REPLIES = Path(__file__).with_name("replies")
ARMS = ("model alone", "runs in the prompt", "draft edited by runs", "the loop")


async def answers(one: Conversation, letters: Correspondence, contexts: list[str]) -> list[str]:
    """Return the four answers, in the order of ARMS. Raises ModelUnavailable."""
    layers: list[str] = []
    missing: ModelUnavailable | None = None
    for request in (written(one.question, contexts), written(one.question, contexts, one.draft)):
        try:
            layers.append(str((await letters.ask(request))["answer"]))
        except ModelUnavailable as error:
            missing = error
    if missing is not None:
        raise missing
    return [one.draft, *layers, one.answer]


async def claims(
    one: Conversation, said: list[str], letters: Correspondence, tools: Tools
) -> list[list[Claim]]:
    """Return the claims of each answer with their formulas. Raises ModelUnavailable."""
    order = random.Random(one.name).sample(range(len(ARMS)), len(ARMS))
    named = {f"a{n + 1}": said[arm] for n, arm in enumerate(order)}
    content = await letters.ask(decomposed(one.question, named))
    listed = {row["id"]: [str(text) for text in row["claims"]] for row in content["answers"]}
    texts = list(dict.fromkeys(text for key in named for text in listed[key]))
    width = len(str(len(texts)))
    held = [Claim(id=f"c{n:0{width}d}", text=text) for n, text in enumerate(texts, start=1)]
    handbook = str((await tools.call("read_handbook"))["text"])
    found = await Writing(one.question, handbook, held, letters.ask, tools).written()
    by_text = {claim.text: claim for claim in found.claims}
    by_arm = {arm: listed[f"a{n + 1}"] for n, arm in enumerate(order)}
    return [[by_text[text] for text in by_arm[arm]] for arm in range(len(ARMS))]


async def scored(
    one: Conversation, asked: Path | None, registry: Registry, tools: Tools
) -> Mapping[str, Score]:
    """Return the score of each arm. Raises ModelUnavailable where a reply is missing."""
    letters = Correspondence(one.name, REPLIES, asked)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "runs.sqlite"
        path.write_bytes(one.store)
        with EvidenceStore(path) as store:
            said = await answers(one, letters, one.contexts(registry, store))
            judge = Judge(registry, store)
            found = await claims(one, said, letters, tools)
            return {arm: judge.score(held, one.plan) for arm, held in zip(ARMS, found, strict=True)}


async def measured(cassettes: Path, asked: Path | None) -> tuple[dict[str, Score], list[str]]:
    """Return the scores of all conversations together, and what is not answered yet."""
    registry = installed()
    total: dict[str, Score] = {arm: Score() for arm in ARMS}
    missing: list[str] = []
    async with connect("") as tools:
        for one in read(cassettes, registry):
            try:
                found = await scored(one, asked, registry, tools)
            except ModelUnavailable as error:
                missing.append(str(error))
                continue
            total = {arm: total[arm] + found[arm] for arm in ARMS}
    return total, missing


def main() -> None:
    """Print the table, and write it into a page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("cassettes", type=Path)
    parser.add_argument("--ask", type=Path, help="write requests here, and take replies from here")
    parser.add_argument("--page", type=Path)
    given = parser.parse_args()
    total, missing = in_session(lambda: measured(given.cassettes, given.ask))
    text = table(total)
    print(text.rstrip(), *missing, sep="\n")
    if given.page is not None and not missing:
        page = given.page.read_text("utf-8")
        given.page.write_text(placed(page, "whole answers", text), "utf-8")


if __name__ == "__main__":
    main()
