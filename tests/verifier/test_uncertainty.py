"""Confidence from the graph of answers and claims, against networkx, the paper and by hand."""

from typing import get_args

import networkx as nx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from python_process import python
from simulrag.simulators.errors import BadValue, UnknownName
from simulrag.verifier.claims import Claim
from simulrag.verifier.uncertainty import Estimator, scores

ESTIMATORS = get_args(Estimator)


def claims_with(*supports) -> list[Claim]:
    return [
        Claim(id=f"c{number}", text="", support=tuple(support))
        for number, support in enumerate(supports)
    ]


def confidences(supports, answers, estimator="closeness") -> list[float]:
    return [score.confidence for score in scores(claims_with(*supports), answers, estimator)]


def naive_graph(supports, answers) -> nx.Graph:
    graph = nx.Graph()
    graph.add_nodes_from(("claim", number) for number in range(len(supports)))
    graph.add_nodes_from(("answer", number) for number in range(answers))
    graph.add_edges_from(
        (("claim", number), ("answer", index))
        for number, support in enumerate(supports)
        for index in support
    )
    return graph


@st.composite
def graphs(draw, least_claims=1, least_answers=0):
    answers = draw(st.integers(least_answers, 6))
    one = st.sets(st.integers(0, answers - 1)) if answers else st.just(set())
    supports = draw(st.lists(one, min_size=least_claims, max_size=8))
    return [sorted(support) for support in supports], answers


# Wasserman-Faust closeness by networkx 3.6 and equation (3) by hand, 5 answers and 3 claims.
CONNECTED = [[0, 1, 2, 3, 4], [0, 1, 2], [3]]
SPLIT = [[0, 1, 2, 3], [0, 1, 2, 3], [4]]


@pytest.mark.parametrize(
    ("supports", "estimator", "expected"),
    [
        (CONNECTED, "closeness", [0.7778, 0.4667, 0.3684]),
        (CONNECTED, "equation_3", [0.7778, 0.4667, 0.3684]),
        (SPLIT, "closeness", [0.5952, 0.5952, 0.1429]),
        (SPLIT, "equation_3", [1.5556, 1.5556, 28.0]),
        ([[0, 1, 2, 3, 4], [0, 1, 2], []], "support", [1.0, 0.6, 0.0]),
    ],
)
def test_small_graphs_have_the_values_worked_out_for_them(supports, estimator, expected):
    assert confidences(supports, 5, estimator) == pytest.approx(expected, abs=5e-5)


def test_a_claim_of_one_answer_in_a_part_of_its_own_ranks_last_except_by_equation_3():
    for estimator in ("closeness", "degree", "eigenvector", "support", "betweenness"):
        ranks = [score.rank for score in scores(claims_with(*SPLIT), 5, estimator)]
        assert ranks == [1, 1, 3], estimator
    assert [score.rank for score in scores(claims_with(*SPLIT), 5, "equation_3")] == [2, 2, 1]


@given(graphs())
def test_closeness_equals_networkx(graph):
    truth = nx.closeness_centrality(naive_graph(*graph))
    expected = [truth["claim", number] for number in range(len(graph[0]))]
    assert confidences(*graph) == pytest.approx(expected, abs=1e-11)


@given(graphs())
def test_degree_and_betweenness_equal_networkx(graph):
    naive = naive_graph(*graph)
    degree, betweenness = nx.degree_centrality(naive), nx.betweenness_centrality(naive)
    numbers = range(len(graph[0]))
    if len(naive) > 1:  # networkx calls the degree of an only node 1
        assert confidences(*graph, "degree") == pytest.approx(
            [degree["claim", number] for number in numbers], abs=1e-11
        )
    assert confidences(*graph, "betweenness") == pytest.approx(
        [betweenness["claim", number] for number in numbers], abs=1e-11
    )


@given(graphs())
def test_pagerank_is_the_leading_eigenvector_of_the_google_matrix(graph):
    naive = naive_graph(*graph)
    google = nx.google_matrix(naive, alpha=0.85)
    size = len(naive)
    matrix = np.vstack([np.asarray(google).T - np.eye(size), np.ones(size)])
    ranks = np.linalg.lstsq(matrix, np.append(np.zeros(size), 1.0), rcond=None)[0]
    assert confidences(*graph, "pagerank") == pytest.approx(ranks[: len(graph[0])], abs=1e-9)


@given(graphs(least_answers=1))
def test_eigenvector_equals_networkx_in_each_part_times_the_share_of_nodes(graph):
    naive = naive_graph(*graph)
    found = confidences(*graph, "eigenvector")
    for part in nx.connected_components(naive):
        share = (len(part) - 1) / max(1, len(naive) - 1)
        part_graph = naive.subgraph(part)
        truth = nx.eigenvector_centrality(part_graph, max_iter=100_000, tol=1e-12)
        for kind, number in part:
            if kind == "claim":
                assert found[number] == pytest.approx(share * truth[kind, number], abs=1e-6)


@given(graphs())
def test_equation_3_is_the_sum_written_out(graph):
    naive = naive_graph(*graph)
    for number, found in enumerate(confidences(*graph, "equation_3")):
        distances = nx.single_source_shortest_path_length(naive, ("claim", number))
        total = sum(distances.values())
        expected = (len(naive) - 1) / total * len(naive) / len(distances) if total else 0.0
        assert found == pytest.approx(expected, abs=1e-11)


@given(graphs(), st.randoms(use_true_random=False), st.sampled_from(ESTIMATORS))
def test_renumbering_answers_and_reordering_claims_changes_no_score(graph, random, estimator):
    supports, answers = graph
    claims = claims_with(*supports)
    new_index = list(range(answers))
    random.shuffle(new_index)
    moved = [
        claim.model_copy(update={"support": tuple(new_index[index] for index in claim.support)})
        for claim in claims
    ]
    random.shuffle(moved)
    before = {score.id: score for score in scores(claims, answers, estimator)}
    for score in scores(moved, answers, estimator):
        assert score.confidence == pytest.approx(before[score.id].confidence, abs=1e-10)
        assert score.rank == before[score.id].rank
        assert score.support == before[score.id].support


@given(
    graphs(least_answers=1),
    st.data(),
    st.sampled_from(["closeness", "degree", "support"]),
)
def test_duplicating_an_answer_never_lowers_the_rank_of_its_claims(graph, data, estimator):
    supports, answers = graph
    twin = data.draw(st.integers(0, answers - 1))
    doubled = [[*support, answers] if twin in support else support for support in supports]
    before = scores(claims_with(*supports), answers, estimator)
    after = scores(claims_with(*doubled), answers + 1, estimator)
    for support, old, new in zip(supports, before, after, strict=True):
        if twin in support:
            assert new.rank <= old.rank


@given(graphs(), st.sampled_from([name for name in ESTIMATORS if name != "equation_3"]))
def test_an_isolated_claim_never_raises_the_others(graph, estimator):
    supports, answers = graph
    before = confidences(supports, answers, estimator)
    after = confidences([*supports, []], answers, estimator)[:-1]
    assert all(new <= old + 1e-11 for old, new in zip(before, after, strict=True))


@given(graphs(), st.sampled_from(ESTIMATORS))
def test_rank_is_one_more_than_the_number_of_claims_with_more_confidence(graph, estimator):
    found = scores(claims_with(*graph[0]), graph[1], estimator)
    for score in found:
        above = sum(other.confidence > score.confidence for other in found)
        assert score.rank == 1 + above


@given(graphs(), st.sampled_from(["closeness", "degree", "betweenness", "eigenvector", "support"]))
def test_a_claim_that_no_answer_supports_has_no_confidence(graph, estimator):
    for support, value in zip(graph[0], confidences(*graph, estimator), strict=True):
        assert support or value == 0


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_no_claims_and_no_answers_are_fine(estimator):
    assert scores([], 5, estimator) == ()
    assert scores([], 0, estimator) == ()
    found = scores(claims_with([], []), 0, estimator)
    assert [score.rank for score in found] == [1, 1]
    assert [score.support for score in found] == [0, 0]


@pytest.mark.parametrize(
    ("claims", "answers", "estimator", "error", "message"),
    [
        (claims_with([5]), 5, "closeness", BadValue, "support of claim 'c0' holds 5.*0 to 4"),
        (claims_with([-1]), 5, "closeness", BadValue, "-1"),
        (claims_with([0]), 0, "closeness", BadValue, "support"),
        (claims_with([0]), -1, "closeness", BadValue, "answers must lie in 0 to 1000"),
        (claims_with([0]), 10**9, "closeness", BadValue, "1000000000"),
        (claims_with([0]) * 2, 1, "closeness", BadValue, "two claims have the id 'c0'"),
        (claims_with([0]), 1, "closenes", UnknownName, "'closenes' is unknown; choose one of"),
    ],
)
def test_bad_input_is_refused_with_what_is_allowed(claims, answers, estimator, error, message):
    with pytest.raises(error, match=message):
        scores(claims, answers, estimator)


def test_betweenness_that_would_take_minutes_is_refused():
    claims = claims_with(*[range(20)] * 2000)
    with pytest.raises(BadValue, match="2000 claims"):
        scores(claims, 20, "betweenness")


def test_importing_loads_neither_networkx_nor_numpy():
    code = (
        "import sys, simulrag.verifier.uncertainty, simulrag.verifier.selection; "
        "print([m for m in ('networkx', 'numpy', 'torch') if m in sys.modules])"
    )
    assert python("-c", code).stdout.strip() == "[]"
