"""Reads plain English as formulas, without a model, where it accounts for every word."""
