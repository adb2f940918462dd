"""The tools that hosts list: their bodies, arguments and replies to calls."""
