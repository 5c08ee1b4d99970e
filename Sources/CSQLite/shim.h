#pragma once
#include <sqlite3.h>

/// Has a connection refuse what damages its own file (SQLITE_DBCONFIG_DEFENSIVE), and functions with side effects in a schema that
/// somebody else may have written (SQLITE_DBCONFIG_TRUSTED_SCHEMA, off); an error code of SQLite's.
static inline int csqlite_distrust_file(sqlite3 *database) {
  int code = sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  return code != SQLITE_OK ? code : sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
}
