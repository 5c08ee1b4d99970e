#pragma once
#include <poppler.h>
#include <gio/gio.h>
#include <cairo.h>
#include <cairo-ft.h>
#include <harfbuzz/hb.h>
#include <harfbuzz/hb-ft.h>
#include <fontconfig/fontconfig.h>
