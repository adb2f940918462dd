"""The prompts of the SimulRAG paper (arXiv 2509.25459), appendix A.2, as they are printed.

Placeholders are filled without any fence, as the paper does; the server's own prompts are the
ones to use with untrusted text. Doubled braces escape one another, as in the paper's templates.
"[Dataset]" and, in A.2.3, the word "climate" where it stands for the dataset are placeholders of
the dataset's name.
"""

from collections.abc import Collection, Mapping
from string import Formatter

#: A.2.1, claim decomposition.
DECOMPOSE = """\
Please deconstruct the following paragraph into the smallest possible standalone \
self-contained facts without semantic repetition, and return the output as a jsonl, where each \
line is {{claim:[CLAIM]}}.

CRITICAL: Extract ONLY the 8-12 MOST IMPORTANT claims. Be extremely selective. Focus ONLY on:
- Direct answers to the specific question asked
- Specific numerical values, percentages%, or measurements
- Key causal relationships (A causes B)
- Critical scientific conclusions

STRICTLY AVOID:
- General background information
- Basic definitions (what SO2 is, what SSP scenarios are, etc.)
- Procedural explanations
- Location descriptions
- Any claim that doesn't directly address the question

Each claim must be essential to answering the question. If unsure whether to include a claim, \
DON'T include it.

The input is: {original_text}

Response:"""

#: A.2.2, claim merging.
MERGE = """\
You are given two sets of claims. Find which claims in Set B are already covered by claims in \
Set A.

Set A (Existing claims): {existing_claim_set}

Set B (New claims): {new_claim_set}

For each claim in Set B, check if it says essentially the same thing as any claim in Set A \
(i.e. semantic equivalence even if worded differently). Should be equivalent in meaning, if A \
said something turns up while B said something turns down, they are not equivalent. If A said \
something turns up and B said the same thing goes up, they are equivalent.

You must respond with ONLY a valid Json array of pairs. Each pair is [existing_index, new_index] \
where Set A[existing_index] covers Set B[new_index].

Examples:
- If Set A[0] covers Set B[1] and Set A[2] covers Set B[0]: [[0, 1], [2, 0]]
- If no claims match: []
- If Set A[1] covers Set B[0]: [[1, 0]]

Response:"""

#: A.2.3, scientific boundary analysis.
BOUNDARY = """\
You are an expert in {dataset} science and computational tools. You will evaluate whether \
{dataset}-related claims can be verified using available {dataset} simulation tools.

**AVAILABLE {DATASET} TOOLS:** {tools_handbook}

**EVALUATION TASK:** For each claim provided, you need to determine how well the available \
tools can help verify or assess the accuracy of that claim.

**SCORING CRITERIA:**
- **0**: The claim cannot be verified or assessed using any of the available tools
- Examples: Claims about non-{dataset} topics, general policy statements, claims requiring \
data/tools not available, claims that touch on {dataset} aspects but cannot be directly verified \
with the specific tools provided
- **1**: The claim can be directly and comprehensively verified or assessed using the available \
tools
- Examples: Claims about temperature changes, climate scenarios, aerosol/greenhouse gas impacts, \
geographic classifications, specific quantitative climate predictions

**RESPONSE FORMAT:** Respond with ONLY a JSON object containing a single key "tool_confidence" \
with a value of 0 or 1.
Example: {{"tool_confidence": 1}}

**YOUR TASK:**
Question: {question} Claim: {claim}

Evaluate how well the available {dataset} simulation tools can verify or assess this specific \
claim in the context of the given question.

Response:"""

#: A.2.4, verification and updating.
UPDATE = """\
You are a fact-checking assistant. You have been given a claim and some quantitative context \
information. Your task is to analyze the relationship between the claim and the RAG context to \
see if you should update the claim or not. You should assume the RAG context is 100% correct and \
accurate.

INSTRUCTIONS:
1. First, determine if the RAG context contains information relevant to the claim's topic (set \
"is_included")
2. If relevant, check if the claim should be updated for better accuracy (set "should_update")
3. If updating, modify the claim directly - do not generate new claims or unrelated content.
4. Only update the related part of the claim, don't add extra information (i.e. if the claim is \
related to A, and the rag provides information about all of A, B, C, then you should update the \
parts related to A only, but not B or C)
5. Keep updates as minimal as possible and focused on improving accuracy
6. You may need to do calculations from the RAG context to perform the update, it is required to \
do and please carefully do the numerical calculations.
7. Skip the update and mark it as not included if the claim is not related to the RAG context.

DECISION CRITERIA:
- "is_included": true if RAG context discusses the same topic/concept/domain as the claim, false \
if completely unrelated
- "should_update": true only if the claim has incorrect/incomplete information that RAG context \
can improve

Respond in JSON format: {{ "is_included": true/false, "should_update": true/false, \
"updated_claim": "the updated claim text (only if should_update is true)" }}

YOUR TASK INPUT: CLAIM TO EVALUATE: {claim}

RAG CONTEXT: {textual_context}

Response:"""

#: A.2.5, final answer.
ANSWER = """\
You are an expert answering a complex question based on provided factual claims.

QUESTION: {question}

AVAILABLE CLAIMS: {claims_text}

TASK: Generate a comprehensive and accurate answer to the question using only the information \
provided in the claims above.

REQUIREMENTS:
- Use only the factual information from the provided claims
- Synthesize the claims into a coherent, well-structured answer
- If claims conflict, prioritize the most specific and detailed information
- If the claims don't fully address the question, acknowledge the limitations
- Do not add information beyond what's provided in the claims

Generate a clear, comprehensive answer:"""


def blocks(
    template: str, values: Mapping[str, str], behind: Collection[str] = ()
) -> tuple[str, ...]:
    """Return a template with its placeholders filled in, cut behind those that are named."""
    made = [""]
    for literal, name, _, _ in Formatter().parse(template):
        made[-1] += literal
        if name is not None:
            made[-1] += values[name]
        if name in behind:
            made.append("")
    return tuple(made)


def decompose(original_text: str) -> str:
    """A.2.1, claim decomposition."""
    return "".join(blocks(DECOMPOSE, {"original_text": original_text}))


def merge(existing_claim_set: str, new_claim_set: str) -> str:
    """A.2.2, claim merging."""
    return "".join(
        blocks(MERGE, {"existing_claim_set": existing_claim_set, "new_claim_set": new_claim_set})
    )


def boundary(question: str, claim: str, tools_handbook: str, dataset: str = "climate") -> str:
    """A.2.3, scientific boundary analysis."""
    return "".join(
        blocks(
            BOUNDARY,
            {
                "question": question,
                "claim": claim,
                "tools_handbook": tools_handbook,
                "dataset": dataset,
                "DATASET": dataset.upper(),
            },
        )
    )


def update(claim: str, textual_context: str) -> str:
    """A.2.4, verification and updating."""
    return "".join(blocks(UPDATE, {"claim": claim, "textual_context": textual_context}))


def answer(question: str, claims_text: str) -> str:
    """A.2.5, final answer."""
    return "".join(blocks(ANSWER, {"question": question, "claims_text": claims_text}))
