"""Holds formulas against the texts that they were made from; `anchor` is its front module."""
