"""The client: answers questions and checks texts through an MCP server of simulators."""

from simulrag.client.api import ask, ask_async, check, check_async, compute, compute_async

__all__ = ["ask", "ask_async", "check", "check_async", "compute", "compute_async"]
