"""The steps by which a database of an older version becomes one of this."""
