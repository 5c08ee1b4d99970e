#pragma once
// libxml2's headers include those of ICU where Debian built it with ICU, and Foundation brings its own ICU: the two are different enums in one
// module graph, which Swift refuses. Recto calls nothing that needs them.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
