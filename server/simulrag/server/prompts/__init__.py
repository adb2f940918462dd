"""The prompts that hosts offer: their texts, and how they are listed."""
