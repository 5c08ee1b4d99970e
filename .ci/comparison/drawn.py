"""Checks that all programs draw the annotations of a document alike."""

import itertools

import numpy
from PIL import Image

from kinds import BY_NAME, MARKUP
from pictures import DRAWINGS, Pictures, as_mask, closed, draw, grown, pixels
from sheet import around
from tolerances import AMOUNT, AMOUNT_LETTERS, AMOUNT_THIN, COVERED, COVERED_BESIDE, EDGE, HIDDEN, SCALE, UNLIKE, UNLIKE_LETTERS

# Kinds whose drawings fill their boxes, and the points by which they may fall short.
FILLS_BOX = {"highlight": 0, "box": 0, "circle": 0, "line": 1.25, "ink": 1.25, "stamp": 1.5, "note": 2}
# The allowed positions of a line's middle, as a share of the height of its words' box from the top.
HEIGHTS = {"underline": (0.8, 1), "strikeout": (0.45, 0.7), "squiggly": (0.8, 1)}
FIRST_SEEN = {}


class Drawn:
    """The part of a trial that compares drawings."""

    def compare_pictures(self, wanted, told, state):
        after = {name: draw(name, self.document, self.sheet, self.recto) for name in DRAWINGS}
        pictures = Pictures(self.before, after)
        everywhere = numpy.zeros(pictures.paper.shape, bool)
        for one in wanted.values():
            if one.id not in told:
                continue
            part = pictures.part(told[one.id].box)
            everywhere[part] = True
            if one.answers is None:
                self.compare_picture(pictures, one, told[one.id], part, state)
        for name in DRAWINGS:
            stray = numpy.count_nonzero(pictures.changed[name] & ~everywhere)
            if stray:
                self.differs(name, "all", "picture", f"{state}: {stray} pixels are changed where no annotation is")
        if state == "made":
            self.compare_group(pictures, wanted, told)
        self.save(after, state)

    def compare_picture(self, pictures, wanted, told, part, state):
        kind = BY_NAME[wanted.kind]
        letters = kind.draws_letters and not (wanted.kind == "free-text" and state == "changed")
        for name in DRAWINGS:
            changed = pictures.changed[name][part]
            if not changed.any():
                self.differs(name, wanted.kind, "picture", f"{state}: is not drawn")
                return
        if wanted.kind in FILLS_BOX:
            for name in DRAWINGS:
                self.compare_edges(name, pictures, wanted, told, part, state)
        if wanted.kind == "free-text":
            for name in DRAWINGS:
                self.compare_beneath(name, pictures, told, state)
        for one, other in itertools.combinations(DRAWINGS, 2):
            share, amount = pictures.unlike(one, other, part)
            self.worst["elsewhere"] = max(self.worst["elsewhere"], share)
            self.worst["amount"] = max(self.worst["amount"], amount)
            if share > (UNLIKE_LETTERS if letters or wanted.kind in HEIGHTS else UNLIKE):
                self.differs(f"{one}, {other}", wanted.kind, "elsewhere", f"{state}: {share:.1%} of its pixels", share)
            if amount > (AMOUNT_LETTERS if letters else AMOUNT_THIN if wanted.kind in MARKUP else AMOUNT):
                self.differs(f"{one}, {other}", wanted.kind, "amount", f"{state}: {amount:.1%} more or less colour", amount)
        if wanted.kind == "highlight":
            for name in DRAWINGS:
                self.compare_cover(name, pictures, wanted, part, state)
        elif wanted.kind in MARKUP and self.document.words_turned is not None:
            for name in DRAWINGS:
                self.compare_height(name, pictures, wanted, told, state)

    def compare_edges(self, name, pictures, wanted, told, part, state):
        """Checks that the drawing ends where its box does."""
        if not pictures.paper[part].all() and wanted.kind not in MARKUP:
            return
        rows, columns = numpy.nonzero(pictures.changed[name][part])
        ends = (columns.min() + part[1].start, rows.min() + part[0].start, columns.max() + 1 + part[1].start, rows.max() + 1 + part[0].start)
        box = [side * SCALE for side in told.box]
        off = max(abs(a - b) for a, b in zip(ends, box))
        if off > EDGE + FILLS_BOX[wanted.kind] * SCALE:
            self.differs(name, wanted.kind, "picture", f"{state}: ends {off:.0f} pixels from its box")

    def compare_beneath(self, name, pictures, told, state):
        """Checks that the page is visible between the letters of a free text."""
        rows, columns = pixels(told.box)
        ink = pictures.before[name][rows, columns].min(axis=2) < 200
        if numpy.count_nonzero(ink) < 20:
            return
        hidden = numpy.count_nonzero(ink & pictures.changed[name][rows, columns]) / numpy.count_nonzero(ink)
        if hidden > HIDDEN:
            self.differs(name, "free-text", "beneath", f"{state}: hides {hidden:.0%} of what is beneath")

    def compare_cover(self, name, pictures, wanted, part, state):
        """Checks that a highlight covers the ink of its words and of no others, and leaves it as dark as before."""
        words = self.marked_words(wanted)
        if words is None:
            return
        mask = numpy.zeros(pictures.paper.shape, numpy.uint8)
        mask[part] = closed(as_mask(pictures.changed[name][part]), 4)
        brightness = pictures.before[name].max(axis=2)
        dark = brightness < 128
        inside = {id(word) for word in words}
        counts = {True: [0, 0], False: [0, 0]}
        for word in self.words:
            rows, columns = pixels(word.box)
            ink = dark[rows, columns]
            count = counts[id(word) in inside]
            count[0] += int(numpy.count_nonzero(ink))
            count[1] += int(numpy.count_nonzero(ink & (mask[rows, columns] > 0)))
        if counts[True][0] < 20:
            # The words are not dark.
            return
        own = counts[True][1] / counts[True][0]
        if own < COVERED:
            self.differs(name, wanted.kind, "cover", f"{state}: covers {own:.1%} of its words")
        if counts[False][1] > COVERED_BESIDE * counts[True][0]:
            self.differs(name, wanted.kind, "cover", f"{state}: covers {counts[False][1]} pixels of other words")
        ink = (brightness < 40) & (mask > 0)
        if ink.any() and numpy.abs(pictures.after[name][ink] - pictures.before[name][ink]).mean() > 24:
            self.differs(name, wanted.kind, "cover", f"{state}: its words are not as dark as they were")

    def compare_height(self, name, pictures, wanted, told, state):
        """Checks that lines are below or through the words."""
        least, most = HEIGHTS[wanted.kind]
        for quad in told.quads:
            box = around(quad)
            rows, columns = numpy.nonzero(pictures.changed[name][pixels(box)])
            if not len(rows):
                continue
            middle = {
                0: (rows.mean() + 0.5) / SCALE / (box[3] - box[1]), 180: 1 - (rows.mean() + 0.5) / SCALE / (box[3] - box[1]),
                90: 1 - (columns.mean() + 0.5) / SCALE / (box[2] - box[0]), 270: (columns.mean() + 0.5) / SCALE / (box[2] - box[0]),
            }[self.document.words_turned]
            if not least <= middle <= most:
                self.differs(name, wanted.kind, "picture", f"{state}: lies at {middle:.2f} of its words' height")

    def compare_group(self, pictures, wanted, told):
        """Checks that annotations of upright pages look the same with other rotations in the same program."""
        group = self.document.group
        if not group:
            return
        for one in wanted.values():
            part = pictures.part(told[one.id].box)
            for name in DRAWINGS:
                seen = pictures.changed[name][part] & pictures.paper[part]
                key = (group, name, one.kind)
                first = FIRST_SEEN.setdefault(key, seen)
                if first.shape != seen.shape:
                    self.differs(name, one.kind, "upright", "has another size than on an unturned page")
                    continue
                near = [grown(as_mask(mask)) > 0 for mask in (first, seen)]
                share = max(
                    numpy.count_nonzero(first & ~near[1]) / max(1, numpy.count_nonzero(first)),
                    numpy.count_nonzero(seen & ~near[0]) / max(1, numpy.count_nonzero(seen)))
                if share > UNLIKE:
                    self.differs(name, one.kind, "upright", f"{share:.1%} lies elsewhere than on an unturned page")

    def save(self, after, state):
        if not self.pictures:
            return
        whole = numpy.concatenate([after[name].astype(numpy.uint8) for name in DRAWINGS], axis=1)
        Image.fromarray(whole).save(self.pictures / f"{self.document.path.stem}-{state}.png")
