"""Runs, formulas and items that were kept when measures were texts are read as today's."""

from simulrag.simulators.interface import Call
from simulrag.verifier.claims import FormulaClaim
from simulrag.verifier.formulas.verification import Verifier
from simulrag.verifier.older_arguments import todays_call
from simulrag.verifier.recomputing import recompute

TEXT = "schools closed from 1 January for 28 days"
SEASON = {
    "states": ["Vermont"],
    "start_date": "2022-10-01",
    "r0": 2.0,
    "seasonality": "none",
    "immunity": 30,
}


def old_call(*measures: str) -> Call:
    arguments = {**SEASON, "measures": [*measures]}
    return Call(simulator="epidemiology", function="intervention", arguments=arguments)


def test_measures_in_words_are_objects_with_the_days_of_their_season(registry):
    read = todays_call(old_call(TEXT, "50 % of 65+ vaccinated, efficacy 45 %"), registry)
    assert read.arguments["measures"] == [
        {"kind": "schools closed", "from": "2023-01-01", "weeks": 4.0},
        {"kind": "vaccinated", "share": 50.0, "ages": ["65+"], "efficacy": 45.0},
    ]
    assert todays_call(read, registry) == read


def test_what_is_not_understood_stays_and_is_refused_later(registry):
    assert todays_call(old_call("masks for all"), registry).arguments["measures"] == [
        "masks for all"
    ]


def test_a_stored_verdict_is_decided_again_on_a_run_with_measures_in_words(store, registry):
    call = old_call(TEXT)
    run = store.run(todays_call(call, registry), registry)
    value = run.outputs["averted"]
    call = call.model_copy(update={"arguments": {**run.call.arguments, "measures": [TEXT]}})
    old = run.model_copy(update={"call": call, "id": call.run_id(run.version)})
    store.add(old)
    formula = (
        'epidemiology.intervention(states=["Vermont"], start_date="2022-10-01", r0=2.0, '
        f'seasonality="none", immunity=30, measures=["{TEXT}"]).averted > {value.value - 1}'
    )
    verdict = Verifier(registry, store).verdict(FormulaClaim(text="It is so.", formula=formula))
    stored = verdict.model_copy(
        update={"run_ids": (old.id,), "against": "run", "verdict": "supported", "problem": None}
    )
    store.save_verdicts([stored], "Is it so?")
    (held,) = store.verdicts_by_id(old.id).values()
    again = recompute(held, store, registry)
    assert again.same, again.derivation
