#pragma once
#include <libdjvu/miniexp.h>
#include <libdjvu/ddjvuapi.h>
