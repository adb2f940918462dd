"""`simulrag evaluate annotate`: sheets for two raters, and what their answers come to."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from pydantic import JsonValue, ValidationError

from simulrag.evaluation.annotation.agreeing import Merged, figures, merge
from simulrag.evaluation.annotation.cases import BadCases, Case, read_cases, sample
from simulrag.evaluation.annotation.page import page
from simulrag.evaluation.annotation.sheets import read_sheet, write_sheet
from simulrag.evaluation.measurement import AsJson, print_figures, told
from simulrag.simulators.interface import Frozen
from simulrag.simulators.registry import installed

#: Files of a folder: the two sheets, what was found automatically, and what came of all.
CSV, HTML, KEY, MERGED = "sheet.csv", "sheet.html", "key.jsonl", "merged.jsonl"
#: Disputed cases that are printed.
SHOWN = 20


def annotate(
    folder: Annotated[Path, typer.Argument(help="Folder of the sheets.")],
    source: Annotated[
        list[Path] | None,
        typer.Option("--from", help="Write sheets of these results or benchmark items."),
    ] = None,
    count: Annotated[int | None, typer.Option("--sample", min=1, help="Claims at most.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sample.")] = 0,
    answered: Annotated[
        list[Path] | None, typer.Option(help="A sheet that a rater filled in; give two.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write sheets for two people who judge claims, or read theirs back and merge the labels.

    With --from writes sheet.csv and sheet.html (the same to fill in) and key.jsonl (what was found
    automatically, which raters must not see). With --answered twice gives the agreement of the
    raters with each other and with that, and writes merged.jsonl.
    """
    with told():
        if bool(source) == bool(answered):
            raise BadCases("give either --from, to write sheets, or --answered twice, to read them")
        if source:
            found = _write(folder, sample(read_cases(source, installed()), count, seed))
        else:
            found = _read(folder, answered or [])
    disputed = None if as_json else found.pop("disagreements", None)
    print_figures(found, said=_said, as_json=as_json)
    for one in (disputed if isinstance(disputed, list) else [])[:SHOWN]:
        typer.echo(json.dumps(one, ensure_ascii=False))


def _write(folder: Path, cases: Sequence[Case]) -> dict[str, JsonValue]:
    folder.mkdir(parents=True, exist_ok=True)
    write_sheet(cases, folder / CSV)
    (folder / HTML).write_text(page(cases), "utf-8")
    _write_lines(folder / KEY, cases)
    return {"cases": len(cases), "sheets": [str(folder / CSV), str(folder / HTML)]}


def _read(folder: Path, answered: Sequence[Path]) -> dict[str, JsonValue]:
    if len(answered) != 2:
        raise BadCases(f"{len(answered)} filled-in sheets were given; give --answered twice")
    cases = _key(folder / KEY)
    first, second = (read_sheet(path, cases) for path in answered)
    merged = merge(cases, first, second)
    _write_lines(folder / MERGED, merged)
    return {
        **figures(merged, first, second),
        "disagreements": [_disagreement(one) for one in merged if _disagrees(one)],
    }


def _disagrees(one: Merged) -> bool:
    return one.together == "disputed" or one.contradicts is True


def _disagreement(one: Merged) -> dict[str, JsonValue]:
    return {
        "case": one.case.id,
        "claim": one.case.claim,
        "first": one.first.true,
        "second": one.second.true,
        "automatic": one.case.automatic,
        "found": one.case.found,
        "notes": [note for note in (one.first.note, one.second.note) if note],
    }


def _key(path: Path) -> list[Case]:
    try:
        lines = path.read_text("utf-8").splitlines()
        return [Case.model_validate_json(line) for line in lines]
    except (OSError, UnicodeDecodeError, ValidationError) as error:
        told = str(error).partition("\n")[0]
        raise BadCases(f"{path} cannot be read: {told}; write the sheets with --from") from error


def _write_lines(path: Path, rows: Iterable[Frozen]) -> None:
    path.write_text("".join(f"{row.model_dump_json()}\n" for row in rows), "utf-8")


def _said(value: JsonValue) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
