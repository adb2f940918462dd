"""`python -m simulrag.server` serves over stdio."""

import signal
import sys

from simulrag.server.app import serve_stdio
from simulrag.simulators.errors import SimulRAGError

if __name__ == "__main__":
    try:
        serve_stdio()
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    except SimulRAGError as error:
        sys.exit(f"{error.reason}: {error}")
