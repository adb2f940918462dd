"""The short texts of replies: every number with its unit and the run that it came from.

What several items of a reply have in common is said once, with their numbers.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pydantic import JsonValue

from simulrag.server.replies import conditions
from simulrag.simulators.interface import Call, Day, Output, Quantity, Run, Series, Value
from simulrag.simulators.registry import Registry
from simulrag.simulators.run_parts import chief
from simulrag.simulators.unit_notation import symbol
from simulrag.verifier.claims import Bound, Claim, Computed, Problem, Score, Verdict, Witness

if TYPE_CHECKING:
    from simulrag.verifier.check import Checked

#: Words said where a question leads to no run.
SCOPE = 'read_handbook("") lists what can be asked.'
#: Longest piece of a caller's own text repeated in a reply, characters.
LONGEST_QUOTE = 300
#: Longest piece of a claim before its verdict, and of a formula in words, characters.
LONGEST_HEAD, LONGEST_WORDS = 90, 200

#: Share of its tolerance below which a residual is rounding.
_ROUNDING = 1e-8
_BARE_NUMBER = re.compile(r"[-+−]?[\d.,]+")
#: Most words of what remarks begin with, before a colon, to stand in one line.
_LONGEST_LEAD = 3


class Shared:
    """Remarks on the items of a reply, by position; "" where there is none.

    One that several items share stands in a line of its own below them.
    """

    def __init__(self, word: str, remarks: Sequence[str]) -> None:
        self._word = word
        self._remarks = remarks
        self._about: dict[str, list[str]] = {}
        for number, remark in enumerate(remarks, 1):
            if remark:
                self._about.setdefault(remark, []).append(str(number))

    def inline(self, index: int) -> str:
        """Return the remark on an item (from 0), or where it stands."""
        remark = self._remarks[index]
        about = self._about.get(remark, ())
        return f"see {self._word} ({', '.join(about)})" if len(about) > 1 else remark

    def own(self, index: int) -> str:
        """Return the remark on an item (from 0) where no other has the same; else ""."""
        remark = self._remarks[index]
        return remark if len(self._about.get(remark, ())) == 1 else ""

    def lines(self) -> list[str]:
        """Return a line for each remark that several items share."""
        return [
            f"{self._word} ({', '.join(about)}): {remark}"
            for remark, about in self._about.items()
            if len(about) > 1
        ]


def by_lead(about: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, list[str]]]:
    """Yield remarks with the numbers of what they are about; those with one lead together.

    "place taken: Lima" of 1 and "place taken: Cork" of 2 are "place taken: Lima; Cork" of 1, 2.
    """
    told: dict[str, list[str]] = {}
    numbers: dict[str, list[str]] = {}
    for remark, of in about.items():
        lead, colon, rest = remark.partition(": ")
        if not colon or len(lead.split()) > _LONGEST_LEAD:
            lead, rest = remark, ""
        told.setdefault(lead, []).append(rest)
        numbers.setdefault(lead, []).extend(one for one in of if one not in numbers.get(lead, ()))
    for lead, rests in told.items():
        yield f"{lead}: {'; '.join(rests)}" if any(rests) else lead, sorted(numbers[lead], key=int)


def quoted(text: str, longest: int = LONGEST_QUOTE) -> str:
    """Return text in quotes on one line, shortened, so that it cannot pass for a reply."""
    return json.dumps(shortened(text, longest), ensure_ascii=False)


def shortened(text: str, longest: int) -> str:
    """Return the beginning of a text that is too long, marked as such."""
    return text if len(text) <= longest else text[: longest - 3] + "..."


def formula_text(words: str, formula: str) -> str:
    """Return a formula in words on one line; as it is written where that would be cut."""
    said, line = " ".join(words.split()), " ".join(formula.split())
    return shortened(line if len(said) > LONGEST_WORDS or not said else said, LONGEST_WORDS)


def call_text(call: Call) -> str:
    """Return a call as the tool call that makes it."""
    arguments: dict[str, JsonValue] = {"function": call.function, **call.arguments}
    if call.seed:
        arguments["seed"] = call.seed
    return f"simulate_{call.simulator}({named_text(arguments)})"


def named_text(arguments: Mapping[str, JsonValue]) -> str:
    """Return arguments as name=value, those that are None left out."""
    return ", ".join(
        f"{name}={json.dumps(value, ensure_ascii=False)}"
        for name, value in arguments.items()
        if value is not None
    )


def outputs_of(run: Run, registry: Registry) -> dict[str, Output]:
    """Return what the registered simulator says of a run's outputs; empty if it is unknown."""
    if run.call.simulator not in registry.names():
        return {}
    functions = registry.simulator(run.call.simulator).functions
    found = next((f for f in functions if f.name == run.call.function), None)
    return {output.name: output for output in found.outputs} if found else {}


def run_text(run: Run, registry: Registry) -> str:
    """Return a run: outputs, check, warnings, and the question as it was resolved."""
    told = [f"Run {run.id} ({run.source} {run.call.function}): {results_text(run, registry)}"]
    told += parts_text(run, registry)
    told += [check_text(run), *(f"Warning: {warning}" for warning in run.warnings)]
    if resolved := conditions(run):
        told.append(f"Resolved: {resolved_text(resolved)}")
    return "\n".join(told)


def origin_text(run: Run) -> str:
    """Return what makes a run again, and the sentence that a model may draw on (paper, A.2.6)."""
    brief = conditions(run)
    explained = {name: text for name, text in run.resolved.items() if brief[name] != text}
    told = [run.context, f"Call: {call_text(run.call)}"]
    told += [f"In full: {resolved_text(explained)}"] if explained else []
    return "\n".join([*told, f"Made by version {run.version} on {run.build}"])


def results_text(run: Run, registry: Registry) -> str:
    """Return the outputs of a run on one line."""
    described = outputs_of(run, registry)
    return "; ".join(
        f"{name} = {value_text(value, described.get(name))}" for name, value in run.outputs.items()
    )


def parts_text(run: Run, registry: Registry) -> list[str]:
    """Return a line with the chief outputs of each part of a run."""
    described = outputs_of(run, registry)
    return [
        f"{part}: "
        + "; ".join(
            f"{name} = {value_text(value, described.get(name))}"
            for name, value in chief(outputs).items()
        )
        for part, outputs in run.parts.items()
    ]


def resolved_text(resolved: Mapping[str, JsonValue]) -> str:
    """Return the question as a run resolved it, on one line."""
    return "; ".join(f"{name} = {_plain(value)}" for name, value in resolved.items())


def _plain(value: JsonValue) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def check_text(run: Run) -> str:
    """Return what was tested in a run, and what came of it, on one line."""
    check = run.check
    if check.residual is None or check.tolerance is None:
        return f"Check: {check.verdict} ({check.tested})"
    # What is left of rounding differs from processor to processor.
    residual = check.residual if abs(check.residual) > _ROUNDING * check.tolerance else 0.0
    return (
        f"Check: {check.verdict} ({check.tested}; residual {residual:.2g}, "
        f"tolerance {check.tolerance:.2g})"
    )


def value_text(value: Value, output: Output | None) -> str:
    """Return a value with its unit and interval, rounded as its output says."""
    if isinstance(value, Quantity):
        return _quantity_text(value, output)
    if isinstance(value, Day) and value.low and value.high:
        return f"{value.value} [{value.low} to {value.high}]"
    return value.value


def _quantity_text(quantity: Quantity, output: Output | None) -> str:
    def rounded(number: float) -> str:
        return f"{number:.{output.decimals}f}" if output else f"{number:.6g}"

    words = output.unit_words if output and output.unit == quantity.unit else ()
    unit = words[0] if words else symbol(quantity.unit)
    text = f"{rounded(quantity.value)} {unit}".rstrip()
    low, high, level = quantity.low, quantity.high, ""
    if low is None or high is None:
        low, high = quantity.value_low, quantity.value_high
    elif quantity.level is not None:
        level = f", {100 * quantity.level:g} % interval"
    if low is None or high is None or rounded(low) == rounded(high):
        return text
    return f"{text} [{rounded(low)} to {rounded(high)}{level}]"


def problem_text(problem: Problem) -> str:
    """Return why something cannot be decided, and the nearest thing that can."""
    text = f"{problem.reason}: {problem.message}"
    nearest = problem.nearest
    shown = f"{nearest:g}" if isinstance(nearest, float) else str(nearest)
    if nearest is not None and shown not in problem.message:
        text += f" Nearest valid value: {shown}."
    meant = problem.reason != "no_simulator" and problem.candidates
    if meant and not all(name in problem.message for name in problem.candidates):
        text += f" Did you mean {' or '.join(problem.candidates)}?"
    return text


def problems_text(problems: Sequence[Problem]) -> list[str]:
    """Return one line for each problem."""
    return [f"Not decided: {problem_text(problem)}" for problem in problems]


def bounds_text(bounds: Sequence[Bound]) -> str:
    """Return a line on each claim, whether it lies inside the boundary; a reason stands once."""
    why = Shared("Why", [_briefly(one.problem) if one.problem else "" for one in bounds])
    told: list[str] = []
    for index, bound in enumerate(bounds):
        score = " (1)" if bound.bound == "inside" else " (0)"
        said = f" - {why.inline(index)}" if bound.problem else ""
        head = f"{index + 1}. {bound.bound}{score}: {quoted(bound.claim, LONGEST_HEAD)}"
        told.append(f"{head}{said}{_begun(bound.skeleton)}")
    return "\n".join([*told, *why.lines()])


def verdicts_text(verdicts: Sequence[Verdict]) -> list[str]:
    """Return a line on each claim, and what several have in common once."""
    why = Shared("Why", [_briefly(one.problem) if one.problem else "" for one in verdicts])
    assumed = Shared("Assumed", ["; ".join(one.assumed) for one in verdicts])
    decide = Shared("Would decide", [one.would_decide for one in verdicts])
    told: list[str] = []
    for index, verdict in enumerate(verdicts):
        head = f"{index + 1}. {verdict.verdict}: {quoted(verdict.text, LONGEST_HEAD)}"
        if verdict.read_by != "formula":
            told.append(head + _by_rules(verdict, why.inline(index)))
            continue
        text = head + _by_formula(verdict, why.inline(index))
        text += f". Would decide: {decide.own(index)}" if decide.own(index) else ""
        text += f". Assumed: {assumed.own(index)}" if assumed.own(index) else ""
        told.append(text + _correction(verdict) + _witness(verdict.witness))
    return [*told, *why.lines(), *decide.lines(), *assumed.lines()]


def _witness(witness: Witness | None) -> str:
    """Return what another simulator says of a claim beside its verdict."""
    if witness is None:
        return ""
    why = _briefly(witness.problem) if witness.problem else ""
    return f" Beside it, {witness.told}" + _by_formula(witness, why)


def _correction(verdict: Verdict) -> str:
    """Return how a refuted claim was corrected, else why it was not and what is true."""
    if verdict.updated != verdict.text:
        return f" Corrected: {quoted(verdict.updated)}"
    if not verdict.uncorrected:
        return ""
    true = f" True: {verdict.true}." if verdict.true else ""
    return f". Not corrected: {shortened(verdict.uncorrected, LONGEST_QUOTE)}.{true}"


def _by_rules(verdict: Verdict, why: str) -> str:
    """Return the claimed and simulated value, correction and runs."""
    text = ""
    if verdict.simulated:
        text += f" - claimed {verdict.claimed or 'nothing'}, simulated {verdict.simulated}"
        if _BARE_NUMBER.fullmatch(verdict.simulated):
            text += f" {symbol(verdict.unit)}".rstrip()
    if interval := _interval(verdict):
        text += f" [{interval}]"
    if verdict.probability is not None:
        text += f", probability {verdict.probability:.2f}"
    if verdict.run_ids:
        text += f" (run {', '.join(verdict.run_ids)})"
    if why:
        text += f" - {why}"
    if verdict.updated != verdict.text:
        text += f" Corrected: {quoted(verdict.updated)}"
    return text + _begun(verdict.skeleton)


def _begun(skeleton: str) -> str:
    """Return the formula that a text's words begin, as what to fill in."""
    return f" Formula to fill in: {skeleton}" if skeleton else ""


#: How a verdict says what it was held against.
_AGAINST = {"record": " (record)", "run": " (in this simulation)", "world": "", "": ""}


def _by_formula(verdict: Verdict, why: str) -> str:
    """Return what a formula says and came to, its chance and runs."""
    text = _AGAINST[verdict.against]
    if verdict.problem is not None and not verdict.run_ids:
        return f"{text} - {why}"
    said = formula_text(verdict.words, verdict.formula)
    text += f" - {said}: {verdict.derivation}" if said else f" - {verdict.derivation}"
    text += f", {verdict.told_chance}" if verdict.chance else ""
    text += runs_named(verdict.run_ids)
    return f"{text} - {why}" if why else text


#: Most runs that a line names.
MOST_RUNS_TOLD = 4


def runs_named(run_ids: Sequence[str]) -> str:
    """Return the runs behind a value in brackets, led by a space; empty where there is none."""
    if not run_ids:
        return ""
    named = ", ".join(run_ids[:MOST_RUNS_TOLD])
    more = len(run_ids) - MOST_RUNS_TOLD
    return f" (run {named}{f' and {more} more' if more > 0 else ''})"


def warnings_text(verdicts: Sequence[Verdict], runs: Sequence[Run]) -> list[str]:
    """Return a line for each warning of the runs, with the numbers of the claims it is about."""
    by_id = {run.id: run for run in runs}
    about: dict[str, list[str]] = {}
    for number, verdict in enumerate(verdicts, 1):
        used = [by_id[run_id] for run_id in verdict.all_run_ids if run_id in by_id]
        told = (warning for run in used for warning in run.warnings)
        for warning in dict.fromkeys(told):
            about.setdefault(warning, []).append(str(number))
    return [
        f"Warning ({', '.join(of)}): {shortened(told, LONGEST_QUOTE)}"
        for told, of in by_lead(about)
    ]


def _interval(verdict: Verdict) -> str:
    """Return the interval that decided, with its unit; empty where it is a single value."""
    if verdict.low is None or verdict.high is None:
        return ""
    low, high = f"{verdict.low:.5g}", f"{verdict.high:.5g}"
    unit = symbol(verdict.unit)
    return "" if low == high else f"{low} to {high} {unit}".rstrip()


def _briefly(problem: Problem) -> str:
    """Return a problem for one line among many: what is in scope is said elsewhere."""
    text = problem_text(problem)
    return text.split(". ")[0] if problem.reason == "no_simulator" else text


def correction_text(verdicts: Sequence[Verdict], corrected: str = "") -> str:
    """Return which claims were corrected and which could not be; the text where it is given."""
    refuted = {str(i): v for i, v in enumerate(verdicts, 1) if v.verdict == "refuted"}
    wrong = [number for number, v in refuted.items() if v.updated == v.text]
    mended = [number for number in refuted if number not in wrong]
    if not refuted:
        return "Nothing was changed."
    told = f"Corrected above: {', '.join(mended) or 'nothing'}."
    if corrected:
        told = f"Corrected text: {corrected}"
    if wrong:
        told += f"\nStill wrong, as no small change makes them true: {', '.join(wrong)}."
    return told


def tally(verdicts: Sequence[Verdict]) -> str:
    """Return how many claims got which verdict: "5 claims: 4 supported, 1 refuted"."""
    counts: dict[str, int] = {}
    for verdict in verdicts:
        counts[verdict.verdict] = counts.get(verdict.verdict, 0) + 1
    said = ", ".join(f"{count} {word}" for word, count in counts.items())
    noun = "claim" if len(verdicts) == 1 else "claims"
    return f"{len(verdicts)} {noun}: {said}" if verdicts else "No claims were found in the text."


def checks_text(runs: Sequence[Run]) -> list[str]:
    """Return one line on each run whose check block failed, and one on recorded runs."""
    told = [
        f"Run {run.id}: check {run.check.verdict} ({run.check.tested})"
        for run in runs
        if run.check.verdict == "failed" and run.source != "recorded"
    ]
    recorded = sum(run.source == "recorded" for run in runs)
    if recorded:
        told.append(f"Recorded runs from the evidence, not simulated: {recorded}.")
    return told


def score_text(score: Score, selected: Sequence[str], left_out: Mapping[str, str]) -> str:
    """Return one line on a claim's confidence and whether it is to be verified."""
    fate = "verify" if score.id in selected else left_out.get(score.id, "left out")
    return (
        f"{score.id}: confidence {score.confidence:.3f}, support {score.support}, "
        f"rank {score.rank}: {fate}"
    )


def claim_text(claim: Claim) -> str:
    """Return one line on a merged claim and the answers that support it."""
    said = f"{claim.id}: {quoted(claim.text)} (answers {', '.join(map(str, claim.support))})"
    return f"{said} {' '.join(claim.formula.split())}".rstrip()


def series_text(name: str, series: Series) -> str:
    """Return a series as one line: its unit, then each time with its value."""
    points = ", ".join(
        f"{time}: {value:.6g}" for time, value in zip(series.times, series.values, strict=True)
    )
    return f"{name} in {series.unit or 'counts'}: {points}"


def _beyond(verdicts: Sequence[Verdict]) -> bool:
    """Tell whether no claim was decided, and none only waits for another wording."""
    return bool(verdicts) and not any(
        one.all_run_ids or one.verdict == "unread" for one in verdicts
    )


def checked_text(checked: "Checked") -> str:
    """Return the verdicts on a text or on claims, a line each, and what else to know."""
    told = verdicts_text(checked.verdicts)
    if _beyond(checked.verdicts):
        told.append(f"No simulator decided any of it. {SCOPE}")
    return "\n".join(
        [
            tally(checked.verdicts),
            *told,
            *problems_text(checked.problems),
            *warnings_text(checked.verdicts, checked.runs),
            *checks_text(checked.runs),
        ]
    )


def computed_text(values: Sequence[Computed]) -> str:
    """Return a line on each formula: what it says and is worth, by which runs, or why nothing.

    What several have in common stands once.
    """
    why = Shared("Why", [_why(one) for one in values])
    taken = Shared("Taken", ["; ".join(one.assumed) for one in values])
    told: list[str] = []
    for index, one in enumerate(values):
        head = f"{index + 1}. {formula_text(one.words, one.formula)}"
        if one.problem is not None:
            told.append(f"{head} - {why.inline(index)}")
            continue
        said = f"{head} = {one.text}"
        said += f", probability {one.chance}" if one.chance else ""
        said += runs_named(one.run_ids)
        said += f". Would decide: {one.would_decide}" if one.would_decide else ""
        told.append(f"{said}. Taken: {taken.own(index)}" if taken.own(index) else said)
    return "\n".join([*told, *why.lines(), *taken.lines(), *notes_text(values)])


def _why(computed: Computed) -> str:
    problem = computed.problem
    return f"{problem.reason}: {problem.message}" if problem else ""


def notes_text(values: Sequence[Computed]) -> list[str]:
    """Return a line for each note on runs, with the numbers of the formulas that it is about."""
    about: dict[str, list[str]] = {}
    for number, one in enumerate(values, 1):
        for note in one.remarks:
            about.setdefault(note, []).append(str(number))
    return [f"Note ({', '.join(numbers)}): {note}" for note, numbers in by_lead(about)]


def unused_text(unused: Sequence[str]) -> list[str]:
    """Return a line on what of a question no formula uses."""
    return [f"Of the question no formula uses: {', '.join(map(quoted, unused))}"] if unused else []
