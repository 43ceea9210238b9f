"""Finds lens and table and says how far both can be trusted."""
