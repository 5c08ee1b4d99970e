"""The test of one document."""

import json
import shutil
from dataclasses import dataclass, replace

import numpy

from documents import annotated_by_mupdf
from drawn import Drawn
from kinds import ANSWERED, AUTHOR, BY_NAME, EDITED_AUTHOR, EDITED_COLORS, EDITED_NOTES, KINDS, MARKUP, REMOVED
from known import KNOWN
from pictures import DRAWINGS, draw
from programs import Refused, check
from readings import READINGS, by_pikepdf, by_recto
from sheet import Sheet, around
from tolerances import BESIDE_WORDS, NEAR

@dataclass
class Wanted:
    kind: str
    id: str
    value: str | None
    color: str
    note: str
    author: str
    answers: str | None = None


class Trial(Drawn):
    """Tests one document; each difference is reported as a sentence."""

    def __init__(self, document, recto, pictures):
        self.document, self.recto, self.pictures = document, recto, pictures
        self.differences = []
        self.known = 0
        self.compared = 0
        self.worst = {"words": 0.0, "elsewhere": 0.0, "amount": 0.0}
        self.unseen = 0

    def differs(self, program, kind, part, sentence, how_much=0.0):
        for known in KNOWN:
            if known.program in program.split(", ") and kind in known.kinds and part in known.parts and how_much <= known.most and known.where(self.sheet):
                known.count += 1
                self.known += 1
                return
        self.differences.append(f"{program}: {kind}: {part}: {sentence}")

    def run(self):
        document, recto = self.document, self.recto
        recto.fresh()
        base = document.path.read_bytes()
        before_check = check(document)
        theirs = {one["id"] for one in recto.annotations(document)}
        self.sheet = Sheet(document)
        self.words = self.sheet.words()
        self.before = {name: draw(name, document, self.sheet, recto) for name in DRAWINGS}

        made = self.make()
        self.look(made, theirs, base, before_check, "made")
        changed = self.change(made)
        self.look(changed, theirs, base, before_check, "changed", gone=[made[name] for name in REMOVED if name in made])
        while recto.run(document, "annotate", "--undo", status=None).returncode == 0:
            pass
        self.look({}, theirs, base, before_check, "taken back", gone=[*made.values(), *changed.values()])
        if document.group:
            self.look_at_theirs()
        return self

    def look_at_theirs(self):
        """Checks that Recto reads MuPDF's annotations as pikepdf and MuPDF do, and changes them so that all programs read the changes."""
        document = replace(self.document, path=self.document.path.with_suffix(".theirs.pdf"))
        shutil.copyfile(self.document.path, document.path)
        annotated_by_mupdf(document)
        base = document.path.read_bytes()
        sheet = Sheet(document)
        told = by_recto(self.recto.annotations(document))
        raw = by_pikepdf(document, sheet)
        if told.keys() != raw.keys() or len(told) != len(KINDS):
            self.differs("Recto", "all", "list", f"of MuPDF: tells {len(told)} in place of {len(raw)}")
        for name in told.keys() & raw.keys():
            kind = next(kind.name for kind in KINDS if kind.subtype == raw[name].subtype)
            wanted = Wanted(kind, name, None, raw[name].color, raw[name].note, raw[name].author)
            self.compared += 1
            for part in ("subtype", "note", "author", "color"):
                # The colour of a stamp or of letters may be in the appearance stream only.
                one, other = getattr(told[name], part), getattr(raw[name], part)
                if one != other and not (part == "color" and kind in ("free-text", "stamp")):
                    self.differs("Recto", kind, part, f"of MuPDF: {one!r} in place of {other!r}")
            self.compare_places("pikepdf", wanted, raw[name], told[name], "of MuPDF")
            self.recto.annotate(document, "--edit", name, "--note", f"changed by Recto: {kind}, ő")
        if not document.path.read_bytes().startswith(base):
            self.differs("Recto", "all", "bytes", "of MuPDF: the old bytes are no prefix")
        for program, read in READINGS.items():
            facts = read(document, sheet)
            for name, before in raw.items():
                kind = next(kind.name for kind in KINDS if kind.subtype == before.subtype)
                self.compared += 1
                if name not in facts or (facts[name].note, facts[name].author) != (f"changed by Recto: {kind}, ő", before.author):
                    self.differs(program, kind, "note", "of MuPDF, changed by Recto: is not read so")

    def make(self):
        """Creates the annotations; returns for each kind the requested values and the id."""
        made = {}
        for kind in KINDS:
            value = self.document.values.get(kind.name)
            if value is None:
                continue
            words = [kind.option, value, "--page", str(self.document.page + 1), "--color", kind.color, "--author", AUTHOR]
            if kind.note:
                words += ["--note", kind.note]
            done = self.recto.run(self.document, "annotate", *words, "--json", status=None)
            if done.returncode == 1 and kind.name in MARKUP and not self.document.group:
                # Words that MuPDF reads consecutively and Recto does not.
                self.unseen += 1
                continue
            if done.returncode:
                raise Refused(f"recto annotate {kind.option}: {done.stderr.strip()}")
            one = json.loads(done.stdout)[0]
            made[kind.name] = Wanted(kind.name, one["id"], value, kind.color, kind.note, AUTHOR)
        return made

    def change(self, made):
        document, changed = self.document, {}
        for name in ANSWERED & made.keys():
            answer = self.recto.annotate(
                document, "--reply", made[name].id, "--note", f"An answer: {name}, ¡sí!", "--author", EDITED_AUTHOR)[0]
            if name not in REMOVED:
                wanted = Wanted("note", answer["id"], None, made[name].color, f"An answer: {name}, ¡sí!", EDITED_AUTHOR)
                wanted.answers = made[name].id
                changed["answer to " + name] = wanted
        for name, wanted in made.items():
            if name in REMOVED:
                self.recto.annotate(document, "--remove", wanted.id)
                continue
            note = EDITED_NOTES.get(name, f"changed: {name}\nΩ")
            self.recto.annotate(
                document, "--edit", wanted.id, "--note", note, "--color", EDITED_COLORS[name], "--author", EDITED_AUTHOR)
            changed[name] = Wanted(name, wanted.id, wanted.value, EDITED_COLORS[name], note, EDITED_AUTHOR)
        return changed

    # -- comparison

    def look(self, wanted, theirs, base, before_check, state, gone=()):
        data = self.document.path.read_bytes()
        # Undoing everything must restore the original bytes.
        if not data.startswith(base) or (data == base) != (state == "taken back"):
            self.differs("Recto", "all", "bytes", f"{state}: the old bytes are no prefix")
        if check(self.document) > before_check:
            self.differs("qpdf", "all", "check", f"{state}: qpdf --check is worse")
        told = by_recto(self.recto.annotations(self.document))
        readings = {"Recto": told, **{name: read(self.document, self.sheet) for name, read in READINGS.items()}}
        ours = {one.id for one in wanted.values()}
        if told.keys() - theirs != ours:
            self.differs("Recto", "all", "list", f"{state}: tells {len(told.keys() - theirs)} in place of {len(ours)}")
        for one in wanted.values():
            for program, facts in readings.items():
                if one.id not in facts:
                    self.differs(program, one.kind, "there", f"{state}: is not found")
                    continue
                self.compare_facts(program, one, facts[one.id], told.get(one.id), state)
            if one.kind in MARKUP and one.id in told:
                self.compare_words(one, told[one.id], state)
        for program, facts in readings.items():
            for one in gone:
                if one.id in facts:
                    self.differs(program, one.kind, "gone", f"{state}: is there still")
        self.compare_pictures(wanted, told, state)

    def compare_facts(self, program, wanted, facts, told, state):
        self.compared += 1
        def same(part, value, expected):
            if value is not None and value != expected:
                self.differs(program, wanted.kind, part, f"{state}: {value!r} in place of {expected!r}")
        same("type", facts.subtype, BY_NAME[wanted.kind].subtype)
        same("note", facts.note, wanted.note)
        same("author", facts.author, wanted.author)
        same("colour", facts.color, wanted.color)
        if facts.drawn_colors is not None and wanted.color not in facts.drawn_colors:
            self.differs(program, wanted.kind, "colour", f"{state}: draws {facts.drawn_colors} in place of {wanted.color}")
        if (facts.answers or None) != wanted.answers:
            self.differs(program, wanted.kind, "answer", f"{state}: answers {facts.answers!r} in place of {wanted.answers!r}")
        if wanted.kind == "free-text":
            # The page is visible below it.
            same("fill", facts.fill or "none", "none")
        if wanted.kind == "stamp":
            same("stamp", facts.icon, "Approved")
        if wanted.kind in ("box", "circle", "line", "ink"):
            same("width", facts.width, 1.5)
        if told is None:
            return
        self.compare_places(program, wanted, facts, told, state)
        if program == "Recto":
            self.compare_with_wish(wanted, told, state)

    def compare_places(self, program, wanted, facts, told, state):
        def near(part, one, other):
            one, other = [[numpy.array(piece, float) for piece in pieces or []] for pieces in (one, other)]
            if len(one) != len(other) or any(a.shape != b.shape for a, b in zip(one, other)):
                self.differs(program, wanted.kind, part, f"{state}: {len(one)} in place of {len(other)}")
                return
            off = max((float(numpy.abs(a - b).max()) for a, b in zip(one, other)), default=0)
            if off > NEAR:
                self.differs(program, wanted.kind, part, f"{state}: off by {off:.2f} points")
        box = told.box
        if wanted.kind == "note" and program in ("pikepdf", "PDFium"):
            # An icon is displayed at the upper left corner of its box in user space and does not rotate with the page.
            box, facts_box = self.icon_box(facts.box), told.box
            near("place", [box], [facts_box])
        else:
            near("place", [facts.box], [box])
        if wanted.kind in MARKUP:
            near("quads", facts.quads, told.quads)
        if wanted.kind in ("ink", "line"):
            near("strokes", facts.strokes, told.strokes)

    def icon_box(self, box):
        """Returns the displayed box of an icon that does not rotate, from the upper left corner of its rectangle in user space."""
        x0, y0, x1, y1 = box
        corner = {0: (x0, y0), 90: (x1, y0), 180: (x1, y1), 270: (x0, y1)}[self.sheet.rotation]
        width, height = (x1 - x0, y1 - y0) if self.sheet.rotation % 180 == 0 else (y1 - y0, x1 - x0)
        return (*corner, corner[0] + width, corner[1] + height)

    def compare_with_wish(self, wanted, told, state):
        """Checks that it is where it was requested."""
        if wanted.value is None or wanted.kind in MARKUP:
            return
        parts = wanted.value.split(";")
        numbers = [[float(part) for part in stroke.split(",")[: 4 if wanted.kind != "ink" else None]] for stroke in parts]
        if wanted.kind in ("ink", "line"):
            strokes = [numpy.array(stroke).reshape(-1, 2) for stroke in numbers]
            if not all(numpy.abs(a - b).max() <= NEAR for a, b in zip(strokes, told.strokes)):
                self.differs("Recto", wanted.kind, "place", f"{state}: strokes are not those asked for")
            return
        first = numbers[0]
        size = first[2:4] or [20, 20]
        box = (first[0], first[1], first[0] + size[0], first[1] + size[1])
        if numpy.abs(numpy.array(box) - told.box).max() > NEAR:
            self.differs("Recto", wanted.kind, "place", f"{state}: {told.box} in place of {box}")

    def marked_words(self, wanted):
        """Returns the marked words, by MuPDF; None if MuPDF reads the page's words in another order."""
        texts = [word.text for word in self.words]
        asked = wanted.value.split()
        for start in range(len(texts) - len(asked) + 1):
            if texts[start : start + len(asked)] == asked:
                return self.words[start : start + len(asked)]
        return None

    def compare_words(self, wanted, told, state):
        words = self.marked_words(wanted)
        if words is None:
            self.unseen += 1
            return
        lines = {}
        for word in words:
            lines.setdefault(word.line, []).append(word.box)
        quads = [around(quad) for quad in told.quads]
        boxes = [around([(box[0], box[1]) for box in line] + [(box[2], box[3]) for box in line]) for line in lines.values()]
        if len(quads) != len(boxes):
            self.differs("MuPDF", wanted.kind, "words", f"{state}: {len(quads)} quads for {len(boxes)} lines")
            return
        turned = self.document.words_turned
        for quad, box in zip(quads, boxes):
            along = (0, 2) if turned in (0, 180) else (1, 3) if turned is not None else None
            sides = along or ((0, 2) if box[2] - box[0] > box[3] - box[1] else (1, 3))
            off = max(abs(quad[side] - box[side]) for side in sides)
            self.worst["words"] = max(self.worst["words"], off)
            if off > BESIDE_WORDS:
                self.differs("MuPDF", wanted.kind, "words", f"{state}: begins or ends {off:.1f} points off its words")
            middle = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
            if not (quad[0] < middle[0] < quad[2] and quad[1] < middle[1] < quad[3]):
                self.differs("MuPDF", wanted.kind, "words", f"{state}: does not lie on its words")
