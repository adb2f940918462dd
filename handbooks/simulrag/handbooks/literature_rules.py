"""How claims are weighed against abstracts: the rules for a language model's steps.

They adapt the steps of "Faithful Reasoning over Scientific Claims" (Tan et al. 2024, Figure 2) and
are the same for a host's model, which reads them in a server's prompts, and for the client's.
"""

from collections.abc import Sequence

#: The seven grades of a local label (step 4).
GRADES = (
    "True", "Mostly True", "Somewhat True", "No Evidence", "Somewhat False", "Mostly False",
    "False",
)  # fmt: skip

#: Step 1, the opposing claim.
OPPOSING = (
    "If the one is true, the other must be false. Turn one thing round: the direction, the "
    "relation, or whether there is an effect; keep subject, population, dose, period and place.",
    'Use the words with which a paper would state it as its own finding ("X increases Y", not "it '
    'is not true that X reduces Y"), so that a search finds such papers.',
    "One sentence, no comment.",
)
#: Step 3, the takeaway.
CHOOSING = (
    "At most 3 sentences of a source, the one that decides most first: findings before aims and "
    "methods. Give numbers of sentences, never words.",
    "A source that is beside the point, or that is no abstract, has no sentences: [].",
)
#: Step 4, the local label.
GRADING = (
    "True: the source states the claim. Mostly: with a limit of strength or certainty. Somewhat: "
    "indirectly, weakly or for a part of it. False likewise for the contrary.",
    "No Evidence: it does not decide the claim, or decides another one: another exposure, outcome "
    "or direction.",
    'A source that holds the claim only under a condition qualifies it ("qualifies": true); that '
    'is no contradiction. "No effect found" contradicts a claim that there is one.',
    "Fame, journal and number of citations do not matter here; they are weighed later, by code.",
)
#: Steps 6 and 7, the global explanation with its attributions.
EXPLAINING = (
    "Use only the sentences given, and no source graded No Evidence, dropped or retracted.",
    "First those for the claim, then those against it; group them by what they assume: population, "
    "dose, period, place, design. Say what limits the claim and what it leaves open.",
    "Each sentence names at most 3 sentences of sources that support it. A sentence without "
    "support is your interpretation: give []. Every id is checked.",
    "Copy every number as it is printed. Do not average, do not decide who is right.",
)


def numbered(rules: Sequence[str]) -> str:
    """Return rules as lines, numbered from 1."""
    return "\n".join(f"{number}. {rule}" for number, rule in enumerate(rules, start=1))
