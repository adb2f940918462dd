"""Algorithm 1 of SimulRAG (arXiv:2509.25459, appendix A.1) with the prompts of A.2, as printed.

Here the model judges what `simulrag.client.loop` computes: boundary, entailment, verification. It
is asked 4 m + k + s times for m answers, k merged claims and s selected ones, and once or twice
for the settings of the runs. Where paper and program differ:

- No temperature is sent, since today's Messages API has none: answers differ by perspectives and
  by the model's own sampling, not by T = 1.0; judges run at the default, not at T = 0.1.
- A question that no simulator helps with is refused before any call; the paper assumes there is
  none. The simulators are those that the server reads the question for.
- The server validates the model's calls, and sends back errors once.
- UE is the closeness of Wasserman and Faust, as in the authors' code; on a connected graph it
  is equation (3). Tau and kappa, of which the paper prints no values, are 0.4 as in that code. A
  budget takes the place of tau, as in the paper's experiments.
- An indeterminate claim keeps its confidence, as section 3.3 says, not 1 as line 18 has it.
- The model writes JSON as the input of a tool. What it was not asked for is not measured: no odd
  reply ends the question or counts as a judgement.
- Numbers of the answer are the model's own. Each is marked with the runs whose words hold it.
"""

from collections.abc import Sequence

from simulrag.client.errors import ServerFailed
from simulrag.client.journal import Keep, discard
from simulrag.client.language_models.metered import Metered
from simulrag.client.language_models.protocol import LanguageModel
from simulrag.client.paper.steps import PaperSteps, settle
from simulrag.client.progress import Tell, silent
from simulrag.client.result import Result
from simulrag.client.session import Tools
from simulrag.client.steps import plain

#: Thresholds of the authors' code.
TAU = KAPPA = 0.4
NOTICE = (
    "Method of the paper as printed: a language model judged boundary, support and verification "
    "and wrote the numbers; nothing was computed from the runs."
)


async def paper(
    question: str,
    model: LanguageModel,
    tools: Tools,
    *,
    drafts: int = 5,
    budget: float = 0,
    tell: Tell = silent,
    keep: Keep = discard,
) -> Result:
    """Answer a question as the paper prints it.

    `budget` is the share of all claims to verify at most, percent; 0 verifies those whose
    confidence is below TAU. Claims of a confidence of at least KAPPA make the answer. Raises
    NothingHelps before the model is asked, ModelUnavailable where no answer could be had, and
    ServerFailed before the first answer. Whatever fails later leaves an answer, said to be partial.
    """
    metered = model if isinstance(model, Metered) else Metered(model)
    steps = PaperSteps(question, metered, tools, budget, tell, keep)
    steps.notes.append(NOTICE)
    await steps.retrieve()  # line 3: d <- I(S; q; h)
    answers = await steps.answers(drafts)  # line 4: A
    if not answers:
        return await steps.without_answers(drafts)
    try:
        return await _from_answers(steps, answers)
    except ServerFailed as error:
        return steps.cut_short(error, len(answers))


async def _from_answers(steps: PaperSteps, answers: Sequence[str]) -> Result:
    """Take answers through lines 5 to 22."""
    sets = await steps.decompose(answers)  # lines 5 to 7
    claims = await steps.merge(sets)  # line 8: C
    if not claims:
        return steps.without_claims(len(answers))
    claims = await steps.entail(claims, answers)  # line 11: the edges of UE's graph
    steps.keep("claims", plain(claims))
    bounds = await steps.bound(claims)  # line 12: bound(c, h)
    selection = await steps.select(  # lines 9 to 15: the uncertain ones inside the boundary
        claims,
        bounds,
        len(answers),
        method="ue_sba",
        estimator="closeness",
        tau=0 if steps.budget else TAU,
    )
    verdicts = await steps.verify_and_update(claims, selection)  # lines 16 to 19
    settled = settle(claims, selection.scores, bounds, verdicts, len(answers), KAPPA)  # line 20
    steps.keep("settled", plain(settled))
    answer = await steps.compose(settled)  # line 21
    return steps.result(answer, settled, len(answers))  # line 22
