"""Serves SimulRAG with the conformance suite's fixtures: -m conformance.serve --port PORT."""

import sys

from conformance.fixtures import register_fixtures
from conformance.rounds import register_rounds
from simulrag.server.app import build_server

if __name__ == "__main__":
    server = build_server()
    register_fixtures(server)
    register_rounds(server)
    server.run("streamable-http", host="127.0.0.1", port=int(sys.argv[2]), stateless_http=False)
