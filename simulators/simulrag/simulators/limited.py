"""Holds a program to an address space and becomes it.

    python -I -S limited.py MEGABYTES COMMAND [ARGUMENT]...

It imports next to nothing, so that it costs a few milliseconds.
"""

import os
import resource
import sys


def main() -> None:
    """Set the limits and run the command in place of this program."""
    most = int(sys.argv[1]) * 2**20
    for kind, limit in ((resource.RLIMIT_AS, most), (resource.RLIMIT_CORE, 0)):
        try:
            resource.setrlimit(kind, (limit, limit))
        except (OSError, ValueError):  # macOS knows no limit of the address space
            continue
    try:
        os.execvp(sys.argv[2], sys.argv[2:])
    except OSError as error:
        sys.exit(f"{sys.argv[2]} cannot be run: {error.strerror}")


if __name__ == "__main__":
    main()
