"""Learning from games: what a level does, as a small network that the search can ask.

games.py      games of the levels in mixed companies, kept in a file
examples.py   the decisions of those games as numbers
fitting.py    a network that says how likely each step is
train.py      all of it, from the games to the file in the game's folder
"""
