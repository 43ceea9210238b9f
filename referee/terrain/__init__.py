"""The terrain of a match: which kinds a game knows, where a piece's outline is proposed, who may change it and when."""
