"""How a state is declared, random streams, and the binder that makes a plain and a compiled copy of a game."""
