"""Adapters for frameworks, each imported only when it is used. docs/frameworks.md shows them and those that need no adapter."""

from pathlib import Path

EVALUATE = Path(__file__).parent / "evaluate" / "bertscope.py"
"""The metric for Hugging Face evaluate: ``evaluate.load(str(EVALUATE))``."""
