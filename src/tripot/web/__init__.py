"""The site and its HTTP API."""
