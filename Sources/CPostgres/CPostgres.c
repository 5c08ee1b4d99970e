#include "CPostgres.h"
#include <dlfcn.h>
#include <stddef.h>

// libpq is opened when a shared library is first asked: linked, it would bind some twenty libraries at each start.

#define FIELD(result, name, parameters, arguments) __typeof__(&name) name;
#define RESOLVE(result, name, parameters, arguments) \
  if (!(*(void **)&library.name = dlsym(handle, #name))) return 0;
#define FORWARD(result, name, parameters, arguments) \
  result cpostgres_##name parameters { return library.name arguments; }

static struct { CPOSTGRES_FUNCTIONS(FIELD) } library;

int cpostgres_load(void) {
  void *handle = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
  if (!handle) return 0;
  CPOSTGRES_FUNCTIONS(RESOLVE)
  return 1;
}

CPOSTGRES_FUNCTIONS(FORWARD)
