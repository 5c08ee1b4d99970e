"""What may differ between programs."""

# Points: numbers are written with four places, programs keep 32 bits of them.
NEAR = 0.02
# Points a mark may begin before its words or end behind them, by another program's reading of the page.
BESIDE_WORDS = 1.5
# Pixels a point has in the pictures.
SCALE = 2
# Steps of 255 from which a pixel counts as changed by an annotation.
CHANGED = 40
# Part of an annotation's pixels that may lie more than a pixel from those of another program.
UNLIKE = 0.03
# The same of thin lines that letters hide but for a few pixels, and where letters of a font are drawn that is not in the file: each
# program takes its own.
UNLIKE_LETTERS = 0.15
# How much more or less of each colour there may be, as a part of all of it; of lines of two pixels and less, of what is seen between
# small letters, and of letters, more.
AMOUNT = 0.12
AMOUNT_THIN = 0.20
AMOUNT_LETTERS = 0.25
# Part of the ink of the words that a highlight must cover, and of other words that it may.
COVERED, COVERED_BESIDE = 0.98, 0.03
# Part of what is below a free text that its letters may hide.
HIDDEN = 0.5
# Pixels from where a kind's box is to where its picture ends.
EDGE = 3
