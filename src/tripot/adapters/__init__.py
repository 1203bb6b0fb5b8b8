"""The games where others already work: PettingZoo, Gymnasium, OpenSpiel, and text for language models."""
