#pragma once
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

/// The functions of libpq that are used: result, name, parameters, arguments. `cpostgres_NAME` calls each.
#define CPOSTGRES_FUNCTIONS(USE) \
  USE(PQconninfoOption *, PQconninfoParse, (const char *text, char **error), (text, error)) \
  USE(void, PQconninfoFree, (PQconninfoOption *options), (options)) \
  USE(void, PQfreemem, (void *memory), (memory)) \
  USE(int, PQlibVersion, (void), ()) \
  USE(PGconn *, PQconnectStartParams, (const char *const *names, const char *const *values, int expands), (names, values, expands)) \
  USE(PostgresPollingStatusType, PQconnectPoll, (PGconn *connection), (connection)) \
  USE(PGPing, PQpingParams, (const char *const *names, const char *const *values, int expands), (names, values, expands)) \
  USE(ConnStatusType, PQstatus, (const PGconn *connection), (connection)) \
  USE(char *, PQerrorMessage, (const PGconn *connection), (connection)) \
  USE(int, PQconnectionNeedsPassword, (const PGconn *connection), (connection)) \
  USE(int, PQconnectionUsedPassword, (const PGconn *connection), (connection)) \
  USE(int, PQserverVersion, (const PGconn *connection), (connection)) \
  USE(char *, PQuser, (const PGconn *connection), (connection)) \
  USE(int, PQsocket, (const PGconn *connection), (connection)) \
  USE(void, PQfinish, (PGconn *connection), (connection)) \
  USE(int, PQsetnonblocking, (PGconn *connection, int is_nonblocking), (connection, is_nonblocking)) \
  USE(PQnoticeProcessor, PQsetNoticeProcessor, (PGconn *connection, PQnoticeProcessor processor, void *context), (connection, processor, context)) \
  USE(int, PQsendQuery, (PGconn *connection, const char *text), (connection, text)) \
  USE(int, PQsendQueryParams, \
    (PGconn *connection, const char *text, int count, const Oid *types, const char *const *values, const int *lengths, const int *formats, int result_format), \
    (connection, text, count, types, values, lengths, formats, result_format)) \
  USE(int, PQsetSingleRowMode, (PGconn *connection), (connection)) \
  USE(int, PQflush, (PGconn *connection), (connection)) \
  USE(int, PQconsumeInput, (PGconn *connection), (connection)) \
  USE(int, PQisBusy, (PGconn *connection), (connection)) \
  USE(PGresult *, PQgetResult, (PGconn *connection), (connection)) \
  USE(ExecStatusType, PQresultStatus, (const PGresult *result), (result)) \
  USE(char *, PQresultErrorMessage, (const PGresult *result), (result)) \
  USE(char *, PQresultErrorField, (const PGresult *result, int field), (result, field)) \
  USE(int, PQntuples, (const PGresult *result), (result)) \
  USE(int, PQnfields, (const PGresult *result), (result)) \
  USE(char *, PQgetvalue, (const PGresult *result, int row, int column), (result, row, column)) \
  USE(int, PQgetlength, (const PGresult *result, int row, int column), (result, row, column)) \
  USE(int, PQgetisnull, (const PGresult *result, int row, int column), (result, row, column)) \
  USE(void, PQclear, (PGresult *result), (result)) \
  USE(PGcancel *, PQgetCancel, (PGconn *connection), (connection)) \
  USE(int, PQcancel, (PGcancel *cancel, char *error, int size), (cancel, error, size)) \
  USE(void, PQfreeCancel, (PGcancel *cancel), (cancel))

#define CPOSTGRES_DECLARE(result, name, parameters, arguments) result cpostgres_##name parameters;
CPOSTGRES_FUNCTIONS(CPOSTGRES_DECLARE)

/// Opens libpq; 0 if it is missing or lacks a function. Called once, before any other function.
int cpostgres_load(void);

/// The field of an error with its SQLSTATE.
static const int cpostgres_sqlstate = PG_DIAG_SQLSTATE;
