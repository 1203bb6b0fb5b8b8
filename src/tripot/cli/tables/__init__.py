"""The tables as the terminal draws them, one file per game."""
