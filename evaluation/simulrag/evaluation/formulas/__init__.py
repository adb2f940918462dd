"""Trials of formulas: a model's drafts, slips made in them, and what the product says of both."""
