#pragma once
#include <fribidi.h>
#include <stdbool.h>

// Macros that Swift cannot import.
static const FriBidiParType cfribidi_left_to_right = FRIBIDI_PAR_LTR;
static const FriBidiParType cfribidi_right_to_left = FRIBIDI_PAR_RTL;
static const FriBidiCharType cfribidi_neutral = FRIBIDI_TYPE_ON;
static const FriBidiFlags cfribidi_marks_follow_letters = FRIBIDI_FLAG_REORDER_NSM;

static inline bool cfribidi_is_letter(FriBidiCharType type) { return FRIBIDI_IS_LETTER(type); }
static inline bool cfribidi_is_mark(FriBidiCharType type) { return type == FRIBIDI_TYPE_NSM; }
static inline bool cfribidi_is_right_to_left(FriBidiCharType type) { return FRIBIDI_IS_RTL(type); }

// Embeddings, overrides and isolates.
static inline bool cfribidi_is_control(FriBidiCharType type) { return FRIBIDI_IS_EXPLICIT(type) || FRIBIDI_IS_ISOLATE(type); }
