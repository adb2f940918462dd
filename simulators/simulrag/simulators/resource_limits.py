"""Holds a program to an address space and, where SECONDS is not 0, to a time, and becomes it.

    python -I -S resource_limits.py MEGABYTES SECONDS COMMAND [ARGUMENT]...

The time holds also where whoever started the program is gone and cannot end it. This
imports next to nothing, so that it costs a few milliseconds.
"""

import os
import resource
import signal
import sys


def main() -> None:
    """Set the limits and run the command in place of this program."""
    most = int(sys.argv[1]) * 2**20
    for kind, limit in ((resource.RLIMIT_AS, most), (resource.RLIMIT_CORE, 0)):
        try:
            resource.setrlimit(kind, (limit, limit))
        except (OSError, ValueError):  # macOS knows no limit of the address space
            continue
    signal.alarm(int(sys.argv[2]))  # outlives the change of program
    try:
        os.execvp(sys.argv[3], sys.argv[3:])
    except OSError as error:
        sys.exit(f"{sys.argv[3]} cannot be run: {error.strerror}")


if __name__ == "__main__":
    main()
