"""BLEU between explanations (Papineni et al. 2002, doi 10.3115/1073083.1073135), by sacrebleu.

The paper names no variant. sacrebleu's sentence score is used, as it comes: 13a tokens, up to four
words, exponential smoothing (Post 2018, doi 10.18653/v1/W18-6319).
"""

from importlib.util import find_spec

INSTALL = "BLEU needs sacrebleu: pip install 'simulrag[evaluation]'"


def available() -> bool:
    """Tell whether sacrebleu is installed."""
    return find_spec("sacrebleu") is not None


def bleu(text: str, reference: str) -> float:
    """Return the BLEU of a text against one reference, 0 to 1."""
    from sacrebleu import sentence_bleu

    return float(sentence_bleu(text, [reference]).score) / 100
