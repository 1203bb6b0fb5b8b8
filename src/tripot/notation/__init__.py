"""Text of moves and records, and the words of each game."""
