#pragma once
#include <poppler.h>
#include <cairo.h>
#include <fontconfig/fontconfig.h>
