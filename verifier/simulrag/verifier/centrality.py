"""Centralities of the claims in the bipartite graph of answers and claims.

Every function takes `edges`, a (claims, answers) boolean array that is True where an answer
entails a claim, and returns a (claims,) float array. Answers and claims without any edge are
nodes of the graph too: |V| = claims + answers.

The six estimators of SimulRAG (arXiv:2509.25459, section 4.3, figures 7 and 8) follow the
definitions of networkx; where a graph is split or empty, the docstring says what is returned.
"""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.errors import BadValue

Edges = NDArray[np.bool_]
Values = NDArray[np.float64]

#: Rows of claims that are compared with all claims at once; bounds the memory.
_BLOCK = 1024
#: Largest nodes x edges for which betweenness is computed (about 10 s).
BETWEENNESS_LIMIT = 20_000_000


def support(edges: Edges) -> Values:
    """Return the share of the answers that entail each claim, 0 to 1; 0 without answers."""
    return edges.sum(axis=1) / max(1, edges.shape[1])


def degree(edges: Edges) -> Values:
    """Return the degree over |V| - 1, 0 to 1.

    networkx gives 1 for the only node of a graph; here a claim without support has 0.
    """
    return edges.sum(axis=1) / max(1, sum(edges.shape) - 1)


def closeness(edges: Edges) -> Values:
    """Return the closeness of Wasserman and Faust (1994, equation 5.22), 0 to 1.

    (n - 1) / (sum of distances) times (n - 1) / (|V| - 1), n the size of the claim's component:
    what the authors' code computes. On a connected graph this is equation (3) of the paper; on
    a split one a small component lowers it, where equation (3) raises it. Isolated claims
    have 0.
    """
    distances, reached = distance_sums(edges)
    others = np.maximum(1, sum(edges.shape) - 1)
    return (reached - 1.0) ** 2 / (np.maximum(1, distances) * others)


def equation_3(edges: Edges) -> Values:
    """Return equation (3) of the paper as printed: (|V| - 1) / (sum of distances) x |V| / n.

    The sum runs over the claim's component, of size n. Not bounded by 1 on split graphs: two
    nodes apart from six others have 28. Isolated claims, for which it reads 0 / 0, have 0.
    """
    distances, reached = distance_sums(edges)
    nodes = sum(edges.shape)
    values = (nodes - 1.0) / np.maximum(1, distances) * nodes / reached
    return np.where(distances > 0, values, 0.0)


def distance_sums(edges: Edges) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return for each claim the sum of distances to what it reaches, and its component's size.

    Claims with the same answers have the same sums, and distances between claims go through
    answers, of which there are few: so sets of answers grow level by level for all distinct
    claims at once. networkx, breadth first from each node, takes hours for 10,000 claims.
    """
    distinct, first, counts = np.unique(edges, axis=0, return_inverse=True, return_counts=True)
    near = _adjacent_answers(edges)
    answers = distinct
    size = answers.sum(axis=1)
    claims = _claims_next_to(answers, distinct, counts)
    sums = size + 2 * np.maximum(0, claims - 1)
    distance = 3
    while True:
        wider = (answers.astype(np.float32) @ near) > 0
        if np.array_equal(wider, answers):
            break
        more = _claims_next_to(wider, distinct, counts)
        sums += distance * (wider.sum(axis=1) - size) + (distance + 1) * (more - claims)
        answers, size, claims, distance = wider, wider.sum(axis=1), more, distance + 2
    reached = np.maximum(1, size + claims)
    first = first.reshape(-1)
    return sums[first], reached[first]


def _adjacent_answers(edges: Edges) -> NDArray[np.float32]:
    """Return 1 where two answers entail a claim in common, as an (answers, answers) array."""
    shared = edges.astype(np.float32)
    return ((shared.T @ shared) > 0).astype(np.float32)


def _claims_next_to(
    answers: Edges, distinct: Edges, counts: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return for each row of `answers` how many claims at least one of them entails."""
    rows, back = np.unique(answers, axis=0, return_inverse=True)
    columns = distinct.T.astype(np.float32)
    found = [
        ((rows[start : start + _BLOCK].astype(np.float32) @ columns) > 0) @ counts
        for start in range(0, len(rows), _BLOCK)
    ]
    return np.concatenate(found)[back.reshape(-1)]


def betweenness(edges: Edges) -> Values:
    """Return betweenness as in networkx: normalised over pairs of all other nodes, 0 to 1.

    Raises BadValue where nodes x edges exceeds BETWEENNESS_LIMIT: it would take minutes.
    """
    import networkx as nx  # late: it slows the start of the server

    nodes, links = sum(edges.shape), int(edges.sum())
    if nodes * links > BETWEENNESS_LIMIT:
        raise BadValue(
            f"betweenness of {edges.shape[0]} claims with {links} supports would take too long; "
            "choose another estimator",
            parameter="estimator",
            given="betweenness",
            candidates=("closeness", "degree", "support"),
        )
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(nodes))
    claims, answers = np.nonzero(edges)
    graph.add_edges_from(zip(claims.tolist(), (edges.shape[0] + answers).tolist(), strict=True))
    values = nx.betweenness_centrality(graph)
    return np.array([values[claim] for claim in range(edges.shape[0])], dtype=float)


def eigenvector(edges: Edges) -> Values:
    """Return eigenvector centrality, 0 to 1.

    On a connected graph it is networkx's: the leading eigenvector of the adjacency matrix with
    unit 2-norm, here exact from the smaller side of the bipartite graph, so that no iteration
    can fail to converge. On a split graph the leading eigenvector is zero outside one component,
    or not unique; here each component has its own, times (n - 1) / (|V| - 1), the correction
    that Wasserman and Faust give closeness. Isolated claims have 0.
    """
    values = np.zeros(edges.shape[0])
    for claims, answers in _components(edges):
        part = edges[np.ix_(claims, answers)].astype(float)
        share = (len(claims) + len(answers) - 1) / (sum(edges.shape) - 1)
        values[claims] = share * _leading(part) / np.sqrt(2)
    return values


def _leading(part: Values) -> Values:
    """Return the leading left singular vector of a connected part, positive, of unit norm."""
    tall = part.shape[0] > part.shape[1]
    _, vectors = np.linalg.eigh(part.T @ part if tall else part @ part.T)
    vector = part @ vectors[:, -1] if tall else vectors[:, -1]
    return np.abs(vector) / np.linalg.norm(vector)


def _components(edges: Edges) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Return the claims and answers of each component that has an edge."""
    parts: list[tuple[NDArray[np.int64], NDArray[np.int64]]] = []
    near = _adjacent_answers(edges) > 0
    left = edges.any(axis=0)
    while left.any():
        answers = np.zeros_like(left)
        answers[np.argmax(left)] = True
        while not np.array_equal(wider := near[answers].any(axis=0), answers):
            answers = wider
        left &= ~answers
        parts.append((np.flatnonzero(edges[:, answers].any(axis=1)), np.flatnonzero(answers)))
    return parts


def pagerank(edges: Edges, damping: float = 0.85) -> Values:
    """Return PageRank among all nodes, which sum to 1, as networkx defines it.

    Nodes without an edge jump anywhere. The iteration shrinks its error by `damping` each time
    and therefore always converges; it stops below 1e-15. (networkx's needs SciPy.)
    """
    links = edges.astype(float)
    nodes = sum(edges.shape)
    of_claims = np.maximum(1, edges.sum(axis=1))
    of_answers = np.maximum(1, edges.sum(axis=0))
    idle = np.concatenate([~edges.any(axis=1), ~edges.any(axis=0)])
    ranks = np.full(nodes, 1 / max(1, nodes))
    for _ in range(int(np.ceil(np.log(1e-15) / np.log(damping)))):
        claims, answers = ranks[: len(links)], ranks[len(links) :]
        flow = np.concatenate([links @ (answers / of_answers), (claims / of_claims) @ links])
        ranks = damping * (flow + ranks[idle].sum() / nodes) + (1 - damping) / nodes
    return ranks[: len(links)]


ESTIMATORS: Mapping[str, Callable[[Edges], Values]] = {
    "closeness": closeness,
    "degree": degree,
    "betweenness": betweenness,
    "eigenvector": eigenvector,
    "pagerank": pagerank,
    "support": support,
    "equation_3": equation_3,
}
