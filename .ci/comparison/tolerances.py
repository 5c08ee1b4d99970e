"""Allowed differences between programs."""

# In points: numbers are written with four decimals, and programs keep them in 32 bits.
NEAR = 0.02
# In points: how far a mark may begin before or end after its words as another program reads them.
BESIDE_WORDS = 1.5
# Pixels per point in the drawings.
SCALE = 2
# The difference of a colour value (0 to 255) from which a pixel counts as changed.
CHANGED = 40
# The share of an annotation's pixels that may be more than a pixel from those of another program.
UNLIKE = 0.03
# The same for thin lines mostly hidden by letters, and for letters of a font that is not embedded, for which each
# program uses its own.
UNLIKE_LETTERS = 0.15
# The relative difference in the amount of each colour; higher for lines of up to two pixels, areas seen between small
# letters, and letters.
AMOUNT = 0.12
AMOUNT_THIN = 0.20
AMOUNT_LETTERS = 0.25
# The share of its words' ink that a highlight must cover, and the share of other words that it may cover.
COVERED, COVERED_BESIDE = 0.98, 0.03
# The share of the page below a free text that its letters may hide.
HIDDEN = 0.5
# The distance in pixels between the box of a kind and the end of its drawing.
EDGE = 3
