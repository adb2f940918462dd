"""Words of one meaning in biomedical and environmental English, for searching.

Mostly the Latin or Greek adjective beside the English noun, spellings of two countries, and the
plain word beside the technical one. A search takes them for weaker words than the claim's own.
"""

from functools import cache

from simulrag.verifier.literature.terms import STEMMER, normalise, words

_GROUPS = """
drug medication medicine pharmaceutical pharmacological
treatment therapy therapeutic
heart cardiac coronary cardiovascular myocardial
kidney renal nephropathy
liver hepatic
lung pulmonary respiratory
brain cerebral
gut intestine intestinal bowel
stomach gastric
bone skeletal
skin dermal cutaneous
eye ocular
vision visual eyesight
muscle muscular
bladder urinary
breast mammary
womb uterine uterus
cancer tumor tumour carcinoma neoplasm malignancy
leukemia leukaemia
anemia anaemia
edema oedema
estrogen oestrogen
fiber fibre
celiac coeliac
hemoglobin haemoglobin
death mortality fatality
obesity overweight weight
child pediatric paediatric
elderly older aged
newborn neonatal neonate
mother maternal
father paternal
pregnancy gestation gestational
woman women female
man men male
mouse mice murine
rat rats rodent
monkey primate macaque
blood serum plasma
nerve neural neuronal neuron
mutation variant polymorphism allele
prevalence incidence rate
smoking tobacco cigarette
nutrition diet dietary
stroke cerebrovascular
hypertension hypertensive
diabetes diabetic
infection infected
vaccine vaccination immunization immunisation
worldwide global world
warming temperature
precipitation rainfall
flood flooding
emission emissions
harmful deleterious adverse
fat adipose lipid
exercise activity
sleep insomnia
depression depressive
"""


@cache
def _by_stem() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for line in _GROUPS.strip().splitlines():
        group = frozenset(words(normalise(line)))
        for stem in STEMMER.stems(group).values():
            found[stem] = found.get(stem, frozenset()) | group
    return found


def synonyms(stem: str) -> frozenset[str]:
    """Return the words of one meaning with a stem, words of that very stem among them."""
    return _by_stem().get(stem, frozenset())
