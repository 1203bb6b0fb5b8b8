"""The boards, one file per game: plain functions from a scene to HTML."""
