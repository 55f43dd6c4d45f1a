"""Stands in for `sqlite3`, of which npm's Pyodide has no part: a database that forgets all.

IPython cannot be imported without one, and the kernel of Thebe-lite keeps no history in it.
"""

from __future__ import annotations

PARSE_DECLTYPES, PARSE_COLNAMES = 1, 2


class DatabaseError(Exception):
    pass


class OperationalError(DatabaseError):
    pass


class IntegrityError(DatabaseError):
    pass


class Connection:
    lastrowid = 1

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *raised: object) -> None:
        pass

    def execute(self, *query: object) -> Connection:
        return self

    def fetchone(self) -> None:
        return None

    def commit(self) -> None:
        pass

    def close(self) -> None:
        pass


def connect(*names: object, **options: object) -> Connection:
    return Connection()
