"""Games as pure functions: a table, an action and dice in; a ruling that names its clauses out."""
