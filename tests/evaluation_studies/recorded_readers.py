"""Replies of language models that read SciFact's abstracts, as they were recorded, served again.

What a relay of the Messages API kept of a trial (requests/ and replies/ by number), and of judging
a set of sentences, becomes the recording by

    python tests/evaluation_studies/recorded_readers.py TRIAL JUDGED SENTENCES.jsonl
"""

import gzip
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from client.messages_api import data_of, prompt_of

FILE = Path(__file__).with_name("recorded_readers.json.gz")


class RecordedReaders:
    """Each claim's searches, readings and explanations, and the judgement of each sentence."""

    def __init__(self) -> None:
        held = json.loads(gzip.decompress(FILE.read_bytes()))
        self.sentences: list[dict[str, Any]] = held["sentences"]
        self._claims, self._judged = held["claims"], held["judged"]
        self._served: defaultdict[tuple[str, str], int] = defaultdict(int)

    def __call__(self, _prompt: str, data: dict[str, Any]) -> dict[str, Any]:
        """Return the input of the tool that the step forces."""
        if "pairs" in data:
            says = [self._judged[_key(pair)] for pair in data["pairs"]]
            return {"judgements": [{"pair": n, "judgement": said} for n, said in enumerate(says)]}
        step = (data["claim"], _step(data))
        self._served[step] += 1
        return self._claims[step[0]][step[1]][self._served[step] - 1]


def _step(data: dict[str, Any]) -> str:
    return "explain" if "simulations" in data else "read" if "sources" in data else "search"


def _key(pair: dict[str, Any]) -> str:
    source = pair["source"]
    return f"{pair['text']} | {source.get('cited') or source.get('simulation')}"


def _kept(folder: Path) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield the data of each request that a relay kept, with the reply."""
    for path in sorted(folder.glob("requests/*.json")):
        reply = json.loads((folder / "replies" / path.name).read_text(encoding="utf-8"))["input"]
        yield data_of(prompt_of(json.loads(path.read_text(encoding="utf-8"))["body"])), reply


def record(trial: Path, judging: Path, sentences: Path) -> None:
    """Write the recording."""
    claims: dict[str, dict[str, list[Any]]] = {}
    judged: dict[str, str] = {}
    for data, reply in [*_kept(trial), *_kept(judging)]:
        if "pairs" in data:
            says = {one["pair"]: one["judgement"] for one in reply["judgements"]}
            judged |= {_key(pair): says[pair["pair"]] for pair in data["pairs"]}
        else:
            steps = claims.setdefault(data["claim"], {"search": [], "read": [], "explain": []})
            steps[_step(data)].append(reply)
    lines = sentences.read_text(encoding="utf-8").splitlines()
    held = {"claims": claims, "judged": judged, "sentences": [json.loads(one) for one in lines]}
    body = json.dumps(held, ensure_ascii=False).encode()
    FILE.write_bytes(gzip.compress(body, mtime=0))


if __name__ == "__main__":
    record(*map(Path, sys.argv[1:4]))
