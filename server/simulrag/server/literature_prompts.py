"""The prompt that leads a host's model through all steps over the literature.

It adapts the steps of "Faithful Reasoning over Scientific Claims" to tools that check what a model
read. Abstracts are data, and the rules stand before them.
"""

from simulrag.handbooks.literature_rules import (
    EXPLAINING,
    GRADES,
    JUDGEMENTS,
    JUDGING,
    READING,
    SEARCHING,
    numbered,
)
from simulrag.server.prompts import DATA_NOTE, fence


def weigh_claim(claim: str) -> str:
    """Lead a host's model through all steps over the literature."""
    return f"""\
Weigh a claim against the literature. You read; the tools search, check and weigh. {DATA_NOTE}

A. Search. Word the opposing claim and queries:
{numbered(SEARCHING)}
search_literature(query=the claim, opposing=..., queries=[...], opposing_queries=[...], batch=1), \
then batch=2 and so on: sources with all sentences, numbered from 0. Name online sources in \
`online` only if the user wants them asked. Give the same arguments to weigh_evidence.

B. Read each source:
{numbered(READING)}
Grades: {", ".join(GRADES)}.
weigh_evidence(claim, opposing, ..., readings=[...]), all sources in one call or several a call; \
the last call has all of them. If a simulator can decide the claim, verify_claims first, and give \
its run or verdict ids in `runs`. Mend what comes back under "fails" and "Not used".

C. Explain, from the takeaways, grades and quotes that stood:
{numbered(EXPLAINING)}

D. Judge each sentence with each source that it cites, afresh and by the source's words alone:
{numbered(JUDGING)}
weigh_evidence again, with the readings and explanation=[...], each cite with its judgement \
({", ".join(JUDGEMENTS)}).

E. Report the label with both averages, the explanation with numbered citations, what is doubtful \
and why, the sources with their grades, in what they differ, and each source that could not be \
reached. Where literature and simulation disagree say both; never average them yourself.

{fence("claim", claim)}"""
