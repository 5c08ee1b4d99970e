#pragma once
// Poppler's core is C++: CGlyphs includes its headers itself. This module carries its flags only.
