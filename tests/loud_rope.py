"""A server over stdio with a rope that says on standard error when it begins and when it stops."""

import sys

from rope import Rope
from simulrag.server.app import build_server
from simulrag.simulators.interface import Call, Run
from simulrag.simulators.progress import Stopped
from simulrag.simulators.registry import Registry


class LoudRope(Rope):
    """Swings for 100 s or until it is stopped."""

    def run(self, call: Call) -> Run:
        """Swing."""
        print("begun", file=sys.stderr, flush=True)
        try:
            return super().run(call)
        except Stopped:
            print("stopped", file=sys.stderr, flush=True)
            raise


if __name__ == "__main__":
    build_server(Registry([LoudRope()])).run("stdio")
