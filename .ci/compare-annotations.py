"""Annotations by Recto beside what MuPDF, PDFium, pikepdf and poppler read and draw.

Wants Recto's program, a folder to work in and, for real documents, a folder of PDFs; see .ci/peers. Each document is annotated
with one of each kind, looked at by all; then answered, edited and partly removed, looked at again; then all is taken back. Made documents
are annotated by MuPDF too, read and changed by Recto, and read by all.
"""

import argparse
import ctypes
import hashlib
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy
import pikepdf
import pymupdf
import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image, ImageFilter

# ---------------------------------------------------------------- what may differ

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

# ---------------------------------------------------------------- what is made


@dataclass
class Kind:
    """One kind of annotation: how it is asked for, and what the standard calls it."""

    name: str
    option: str
    subtype: str
    value: str
    color: str
    note: str
    draws_letters: bool = False


WORDS = (
    "Early one morning a heron stood beside the quiet water and looked for small fish while far over the hills slow "
    "clouds gathered into high towers of grey and white that no wind seemed to move until at last evening came and all "
    "the shore grew dark"
).split()

KINDS = [
    Kind("highlight", "--highlight", "Highlight", "quiet water and looked for", "#ffd400", "Über „ein Wort“\nund mehr"),
    Kind("underline", "--underline", "Underline", "slow clouds", "#cc2200", "plain words"),
    Kind("strikeout", "--strikeout", "StrikeOut", "grey and white", "#2244cc", "Привет"),
    Kind("squiggly", "--squiggly", "Squiggly", "wind seemed", "#118833", "日本語の注"),
    Kind("note", "--text-note", "Text", "20,200", "#33aaff", "one line\nanother (with) \\ signs"),
    Kind("free-text", "--free-text", "FreeText", "60,200,130,40", "#101080", "Words on the page, over two lines", True),
    Kind("box", "--box", "Square", "210,200,50,34", "#aa00aa", ""),
    Kind("circle", "--circle", "Circle", "280,200,50,34", "#008888", "שלום"),
    Kind("line", "--line", "Line", "340,236,380,200", "#884400", "ë ő Ł"),
    Kind("ink", "--ink", "Ink", "20,290,26,276,34,268,44,276,52,288,62,290,70,278;80,270,96,290", "#dd0066", "𝒙 👩‍🔬"),
    Kind("stamp", "--stamp", "Stamp", "120,260,110,34,Approved", "#c00000", "", True),
]
BY_NAME = {kind.name: kind for kind in KINDS}
MARKUP = {"highlight", "underline", "strikeout", "squiggly"}
AUTHOR = "Ada Łovelace"
EDITED_COLORS = {kind.name: color for kind, color in zip(KINDS, itertools.cycle(["#e05000", "#0070c0", "#7030a0"]))}
EDITED_NOTES = {"free-text": "Changed: Привет, שלום, 日本"}
EDITED_AUTHOR = "Bo Müller"
REMOVED = {"box", "strikeout"}
ANSWERED = {"highlight", "note", "strikeout"}


@dataclass
class Document:
    name: str
    path: Path
    page: int = 0
    password: str = ""
    # Kind → what its option says; markup only where there are words for it.
    values: dict = field(default_factory=dict)
    # Documents of one group look alike as they are shown.
    group: str = ""
    # Degrees the words are turned, clockwise, on the page as it is shown; None where that is not known.
    words_turned: int | None = None


def page_of_words(pdf, rotation, crop, media, unit, is_turned):
    """A page 400 × 500 as it is shown, its words upright there or, turned, upright in user space."""
    x0, y0, x1, y1 = crop
    shown_height = 500 if not is_turned else y1 - y0
    upright = {
        0: (1, 0, 0, 1, x0, y0), 90: (0, 1, -1, 0, x1, y0), 180: (-1, 0, 0, -1, x1, y1), 270: (0, -1, 1, 0, x0, y1),
    }[0 if is_turned else rotation]
    lines = [" ".join(WORDS[start : start + 7]) for start in range(0, len(WORDS), 7)]
    text = " ".join(f"({line}) Tj T*" for line in lines)
    # Rules where free text comes to lie.
    rules = "" if is_turned else "0.5 G 1 w " + " ".join(f"60 {shown_height - y} m 190 {shown_height - y} l S" for y in range(201, 240, 6))
    content = f"q {' '.join(map(str, upright))} cm BT /F 12 Tf 18 TL 40 {shown_height - 50} Td {text} ET {rules} Q"
    pdf.add_blank_page(page_size=(100, 100))
    page = pdf.pages[-1].obj
    page.MediaBox = pikepdf.Array(media)
    if tuple(crop) != tuple(media):
        page.CropBox = pikepdf.Array(crop)
    if rotation:
        page.Rotate = rotation
    if unit != 1:
        page.UserUnit = unit
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica,
        Encoding=pikepdf.Name.WinAnsiEncoding)
    page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=pdf.make_indirect(font)))
    page.Contents = pdf.make_stream(content.encode())


# How files are written: a table, streams of objects, and each cipher there is.
def encryption(revision, aes):
    return {
        "encryption": pikepdf.Encryption(owner="owner", user="user", R=revision, aes=aes, metadata=aes),
        "object_stream_mode": pikepdf.ObjectStreamMode.generate if revision > 4 else pikepdf.ObjectStreamMode.disable,
    }


STORAGES = [
    ("table", lambda: {"object_stream_mode": pikepdf.ObjectStreamMode.disable}, ""),
    ("streams", lambda: {"object_stream_mode": pikepdf.ObjectStreamMode.generate}, ""),
    ("RC4", lambda: encryption(3, False), "user"),
    ("AES-128", lambda: encryption(4, True), "user"),
    ("AES-256", lambda: encryption(6, True), "user"),
    ("linearized", lambda: {"linearize": True}, ""),
]
# Name, where the crop box begins in user space, points the medium is larger on each side, UserUnit, words turned with the page.
BOXES = [
    ("plain", (0, 0), (0, 0, 0, 0), 1, False),
    ("cropped", (30, 40), (80, 100, 70, 40), 1, False),
    ("negative", (-500.5, -320.25), (0, 9, 20, 0), 1, False),
    ("UserUnit 2", (30, 40), (30, 40, 20, 10), 2, False),
    ("turned words", (15, 25), (5, 5, 5, 5), 1, True),
]


def made_documents(folder):
    """All rotations × all boxes, in one of the storages each."""
    storages = itertools.cycle(STORAGES)
    for (boxes, corner, more, unit, is_turned), rotation in itertools.product(BOXES, (0, 90, 180, 270)):
        if is_turned and rotation == 0:
            continue
        width, height = (400, 500) if rotation % 180 == 0 else (500, 400)
        crop = (corner[0], corner[1], corner[0] + width, corner[1] + height)
        media = (crop[0] - more[0], crop[1] - more[1], crop[2] + more[2], crop[3] + more[3])
        storage, options, password = next(storages)
        pdf = pikepdf.new()
        page_of_words(pdf, rotation, crop, media, unit, is_turned)
        path = folder / f"{boxes.replace(' ', '-')}-{rotation}.pdf"
        pdf.save(path, **options())
        values = {kind.name: kind.value for kind in KINDS}
        if is_turned:
            # Room that the words leave, whichever side they begin from.
            values |= shapes((20, 380) if rotation == 90 else (20, 20))
        yield Document(
            f"{boxes}, {rotation}°, {storage}", path, password=password, values=values,
            group="" if is_turned else "upright", words_turned=rotation if is_turned else 0)


def shapes(corner):
    """Values of all kinds that lie at places, 360 × 90 points from a corner on."""
    def moved(value, kind):
        shift = (corner[0] - 20, corner[1] - 200)
        moved = []
        for stroke in value.split(";"):
            parts = stroke.split(",")
            name = parts.pop() if kind == "stamp" else None
            numbers = [float(part) for part in parts]
            corners = numbers if kind in ("line", "ink", "note") else numbers[:2]
            placed = [number + shift[index % 2] for index, number in enumerate(corners)]
            moved.append(",".join(f"{number:g}" for number in placed + numbers[len(corners):]) + (f",{name}" if name else ""))
        return ";".join(moved)
    return {kind.name: moved(kind.value, kind.name) for kind in KINDS if kind.name not in MARKUP}


# ---------------------------------------------------------------- real documents

# What a page must be to be taken, and how many of such.
TRAITS = [
    ("turned by 90", 2), ("turned by 180", 2), ("turned by 270", 2), ("crop box", 2), ("UserUnit", 1),
    ("encrypted R3", 1), ("encrypted R4", 1), ("encrypted R5", 1), ("encrypted R6", 1), ("hybrid", 1),
    ("xref stream", 2), ("linearized", 1), ("annotations of others", 2),
]
LARGEST = 4_000_000
LARGEST_SIDE = 1_500


def passwords(corpus):
    """Relative path → password, where the folder's list tells one."""
    known = {}
    manifest = corpus / "MANIFEST.tsv"
    if manifest.exists():
        for line in manifest.read_text().splitlines()[1:]:
            columns = line.split("\t")
            for word in " ".join(columns[5:6] + columns[11:]).split():
                if word.startswith("user=") and columns[0] not in known:
                    known[columns[0]] = word[5:].rstrip(";")
    return known


def traits(path, password):
    """Trait → index of the first page that has it; nothing for what is damaged."""
    found = {}
    data = path.read_bytes()
    with pikepdf.open(path, password=password, suppress_warnings=True) as pdf:
        if pdf.get_warnings():
            return {}
        if pdf.is_encrypted and not (pdf.allow.modify_annotation or pdf.owner_password_matched):
            return {}
        if pdf.is_encrypted:
            found[f"encrypted R{pdf.encryption.R}"] = 0
        if b"/XRefStm" in data:
            found["hybrid"] = 0
        elif pdf.trailer.get("/Type") == "/XRef":
            found["xref stream"] = 0
        if pdf.is_linearized:
            found["linearized"] = 0
        for index, page in enumerate(pdf.pages[:60]):
            crop, media = [[float(side) for side in box] for box in (page.cropbox, page.mediabox)]
            if min(crop[2] - crop[0], crop[3] - crop[1]) < 370 or max(crop[2] - crop[0], crop[3] - crop[1]) > LARGEST_SIDE:
                continue
            turned = int(page.obj.get("/Rotate", 0)) % 360
            if turned:
                found.setdefault(f"turned by {turned}", index)
            if crop[:2] != [0, 0]:
                found.setdefault("crop box", index)
            if "/UserUnit" in page.obj and float(page.obj.UserUnit) != 1:
                found.setdefault("UserUnit", index)
            subtypes = {str(one.get("/Subtype")) for one in page.obj.get("/Annots", []) if isinstance(one, pikepdf.Dictionary)}
            if subtypes - {"/Link", "/Widget", "/Popup"}:
                found.setdefault("annotations of others", index)
    return found


class TooLong(Exception):
    pass


def in_time(seconds, work):
    """Gives up where a library takes too long over a file; between its calls only."""
    def late(*_):
        raise TooLong
    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        return work()
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def real_documents(corpus, folder):
    """Documents that have what is wanted, first of those with words enough for all kinds, then of others."""
    known = passwords(corpus)
    wanted = dict(TRAITS)
    files = [path for path in corpus.rglob("*.pdf") if path.stat().st_size < LARGEST and "broken" not in path.parts]
    # In an order that is the same each time, and no folder's.
    files.sort(key=lambda path: hashlib.sha256(path.name.encode()).digest())
    later = []
    for path in files:
        name = str(path.relative_to(corpus))
        try:
            has = in_time(20, lambda: traits(path, known.get(name, "")))
            if not wanted_of(has, wanted):
                continue
            document = Document(name, folder / path.name, max(has[trait] for trait in wanted_of(has, wanted)), known.get(name, ""))
            shutil.copyfile(path, document.path)
            document.values = in_time(20, lambda: places_on(document))
        except (pikepdf.PdfError, pikepdf.PasswordError, TooLong, RuntimeError, ValueError, TypeError, AttributeError) as error:
            print(f"passed over: {name}: {type(error).__name__}")
            continue
        if MARKUP <= document.values.keys():
            yield taken(document, has, wanted)
        else:
            later.append((document, has))
    for document, has in later:
        if wanted_of(has, wanted):
            yield taken(document, has, wanted)
    for trait, missing in wanted.items():
        if missing > 0:
            print(f"skipped: {missing} more with “{trait}”: there are none")


def wanted_of(has, wanted):
    return [trait for trait in has if wanted.get(trait, 0) > 0]


def taken(document, has, wanted):
    mine = wanted_of(has, wanted)
    for trait in mine:
        wanted[trait] -= 1
    document.name = f"{', '.join(mine)}: {document.name} p. {document.page + 1}"
    return document


def places_on(document):
    """What to ask for on a page that is not known: words that stand there once, shapes in the middle."""
    sheet = Sheet(document)
    values = shapes((round(sheet.width / 2 - 180), round(sheet.height / 2 - 50)))
    rows = {}
    for word in sheet.words():
        rows.setdefault(word.line, []).append(word.text)
    lines = [words for words in rows.values()]
    whole = " ".join(" ".join(words) for words in lines)
    candidates = []
    for words in lines:
        for start in range(0, len(words) - 2, 3):
            text = " ".join(words[start : start + 3])
            if text.replace(" ", "").isascii() and text.replace(" ", "").isalpha() and len(text) > 10 and whole.count(text) == 1:
                candidates.append(text)
    for kind, text in zip(sorted(MARKUP), candidates[:: max(1, len(candidates) // 4)]):
        values[kind] = text
    return values


# ---------------------------------------------------------------- a page, by PDFium and MuPDF


@dataclass
class Word:
    text: str
    # As shown, in points.
    box: tuple
    line: tuple


class Sheet:
    """A page as it is shown, cropped and turned, in points of user space; what is where on it is PDFium's word."""

    def __init__(self, document, path=None):
        self.path, self.index, self.password = path or document.path, document.page, document.password
        with pypdfium2.PdfDocument(self.path, password=self.password or None) as pdf:
            page = pdf[self.index]
            box = pdfium.FS_RECTF()
            pdfium.FPDF_GetPageBoundingBox(page, box)
            self.left, self.bottom, self.right, self.top = box.left, box.bottom, box.right, box.top
            self.rotation = page.get_rotation()
            self.width, self.height = self.right - self.left, self.top - self.bottom
            if self.rotation % 180:
                self.width, self.height = self.height, self.width
            # A device of a thousand dots a point, so that whole numbers are fine enough.
            size = [round(side * 1000) for side in (self.width, self.height)]
            corners = []
            for x, y in ((0, 0), (1000, 0), (0, 1000)):
                at = [ctypes.c_int(), ctypes.c_int()]
                pdfium.FPDF_PageToDevice(page, 0, 0, *size, 0, self.left + x, self.bottom + y, *at)
                corners.append([value.value / 1000 for value in at])
            origin, right, up = numpy.array(corners)
            self.origin = origin
            self.turn = numpy.round(numpy.array([right - origin, up - origin]).T / 1000, 3)
            page.close()
        with pikepdf.open(self.path, password=self.password) as pdf:
            node = pdf.pages[self.index].obj
            while "/Rotate" not in node and "/Parent" in node:
                node = node.Parent
            # As it is written, which may be more than a turn.
            self.angle = int(node.get("/Rotate", 0))

    def shown(self, points):
        """Places of user space as they are shown."""
        points = numpy.array(points, float).reshape(-1, 2) - [self.left, self.bottom]
        return points @ self.turn.T + self.origin

    def shown_box(self, rectangle):
        return around(self.shown(rectangle))

    def words(self):
        """What stands on the page, by MuPDF."""
        found = []
        with open_mupdf(self.path, self.password) as pdf:
            page = pdf[self.index]
            # Of words PyMuPDF tells places on the unturned page, from the crop box' upper left corner.
            unit = page.rect.width / self.width
            def user(x, y):
                return self.left + x / unit, self.top - y / unit
            for x0, y0, x1, y1, text, block, line, _ in page.get_text("words"):
                found.append(Word(text, self.shown_box([user(x0, y0), user(x1, y1)]), (block, line)))
        return found

    def of_mupdf(self, page):
        """PyMuPDF's places, turned back from how MuPDF shows the page, which is grown by UserUnit, to points of it as it is shown."""
        unit = page.rect.width / self.width
        turn = pymupdf.Matrix(page.derotation_matrix)
        turn.invert()
        def shown(points):
            turned = [tuple(pymupdf.Point(point) * turn) for point in points]
            return numpy.array(turned, float).reshape(-1, 2) / unit
        return shown


def around(points):
    points = numpy.array(points).reshape(-1, 2)
    return (*points.min(axis=0), *points.max(axis=0))


def open_mupdf(path, password):
    pdf = pymupdf.open(path)
    if pdf.needs_pass and not pdf.authenticate(password):
        raise RuntimeError("MuPDF: wrong password")
    return pdf


# ---------------------------------------------------------------- what each reads


@dataclass
class Facts:
    """An annotation as a program reads it; places as shown, None what the program does not tell."""

    subtype: str
    box: tuple
    color: str | None = None
    fill: str | None = None
    note: str | None = None
    author: str | None = None
    quads: list | None = None
    strokes: list | None = None
    width: float | None = None
    answers: str | None = None
    created: str | None = None
    icon: str | None = None
    # All colours the picture in the file has, where a program tells no other.
    drawn_colors: set | None = None


def hexadecimal(parts):
    parts = [int(float(part) * 255 + 0.5) for part in parts]
    if len(parts) == 1:
        parts *= 3
    return "#" + "".join(f"{part:02x}" for part in parts) if len(parts) == 3 else None


def by_recto(annotations):
    facts = {}
    for one in annotations:
        kind = one["type"]
        subtype = BY_NAME[kind].subtype if kind in BY_NAME else kind
        facts[one["id"]] = Facts(
            subtype, tuple(one["box"]), one["color"], one["fill"], one["note"], one["author"],
            [numpy.array(quad).reshape(4, 2) for quad in one["quads"]],
            [numpy.array(stroke).reshape(-1, 2) for stroke in one["strokes"]], one["lineWidth"], one["replyTo"],
            str(int(one["created"])) if one["created"] else None, one["icon"] or "")
    return facts


def by_pikepdf(document, sheet):
    facts = {}
    def numbers(value):
        return [float(number) for number in value]
    with pikepdf.open(document.path, password=document.password) as pdf:
        for one in pdf.pages[document.page].obj.get("/Annots", []):
            if "/NM" not in one:
                continue
            subtype = str(one.Subtype)[1:]
            letters = str(one.get("/DA", "")).split()
            is_letters = subtype == "FreeText"
            color = hexadecimal(one["/C"]) if "/C" in one else None
            strokes = {"Ink": lambda: [numbers(stroke) for stroke in one.InkList], "Line": lambda: [numbers(one.L)]}
            facts[str(one.NM)] = Facts(
                subtype, sheet.shown_box(numbers(one.Rect)),
                hexadecimal(letters[letters.index("rg") - 3 : letters.index("rg")]) if is_letters and "rg" in letters else color,
                color if is_letters else None, str(one.get("/Contents", "")), str(one.get("/T", "")),
                list(sheet.shown(numbers(one.get("/QuadPoints", []))).reshape(-1, 4, 2)),
                [sheet.shown(stroke) for stroke in strokes.get(subtype, lambda: [])()],
                float(one.BS.W) if "/BS" in one and not is_letters else None,
                str(one.IRT.get("/NM", "")) if "/IRT" in one else None,
                str(one.get("/CreationDate", "")), str(one.get("/Name", "/"))[1:])
    return facts


def by_mupdf(document, sheet):
    facts = {}
    with open_mupdf(document.path, document.password) as pdf:
        page = pdf[document.page]
        shown = sheet.of_mupdf(page)
        names = {one.xref: one.info["id"] for one in page.annots()}
        for one in page.annots():
            subtype, info = one.type[1], one.info
            vertices = one.vertices or []
            strokes = vertices if subtype == "Ink" else [vertices] if subtype == "Line" else []
            color = hexadecimal(one.colors["stroke"]) if one.colors["stroke"] else None
            is_letters = subtype == "FreeText"
            facts[info["id"]] = Facts(
                subtype, around(shown([one.rect.tl, one.rect.br])), None if is_letters else color,
                color if is_letters else None, info["content"].replace("\r", "\n"), info["title"],
                list(shown(vertices).reshape(-1, 4, 2)) if subtype in QUAD_SUBTYPES else [], [shown(stroke) for stroke in strokes],
                one.border.get("width") if subtype in ("Square", "Circle", "Line", "Ink") else None,
                names.get(one.irt_xref) if one.irt_xref else None, None, info["name"])
    return facts


QUAD_SUBTYPES = {BY_NAME[name].subtype for name in MARKUP}
PDFIUM_SUBTYPES = {
    getattr(pdfium, "FPDF_ANNOT_" + name.upper()): name
    for name in ["Highlight", "Underline", "StrikeOut", "Squiggly", "Text", "FreeText", "Square", "Circle", "Line", "Ink", "Stamp"]
}


def by_pdfium(document, sheet):
    facts = {}
    with pypdfium2.PdfDocument(document.path, password=document.password or None) as pdf:
        page = pdf[document.page]
        for index in range(pdfium.FPDFPage_GetAnnotCount(page)):
            one = pdfium.FPDFPage_GetAnnot(page, index)
            name = pdfium_text(one, b"NM")
            if name:
                facts[name] = pdfium_facts(one, sheet)
            pdfium.FPDFPage_CloseAnnot(one)
        page.close()
    return facts


def pdfium_text(one, key):
    size = pdfium.FPDFAnnot_GetStringValue(one, key, None, 0)
    buffer = ctypes.create_string_buffer(max(size, 2))
    pdfium.FPDFAnnot_GetStringValue(one, key, ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR)), size)
    return buffer.raw[: max(size, 2) - 2].decode("utf-16-le")


def pdfium_facts(one, sheet):
    box = pdfium.FS_RECTF()
    pdfium.FPDFAnnot_GetRect(one, box)
    quads = []
    for index in range(pdfium.FPDFAnnot_CountAttachmentPoints(one)):
        quad = pdfium.FS_QUADPOINTSF()
        pdfium.FPDFAnnot_GetAttachmentPoints(one, index, quad)
        quads.append(sheet.shown([quad.x1, quad.y1, quad.x2, quad.y2, quad.x3, quad.y3, quad.x4, quad.y4]))
    strokes = []
    for index in range(pdfium.FPDFAnnot_GetInkListCount(one)):
        count = pdfium.FPDFAnnot_GetInkListPath(one, index, None, 0)
        points = (pdfium.FS_POINTF * count)()
        pdfium.FPDFAnnot_GetInkListPath(one, index, points, count)
        strokes.append(sheet.shown([(point.x, point.y) for point in points]))
    start, end = pdfium.FS_POINTF(), pdfium.FS_POINTF()
    if pdfium.FPDFAnnot_GetLine(one, start, end):
        strokes.append(sheet.shown([(start.x, start.y), (end.x, end.y)]))
    drawn = set()
    for index in range(pdfium.FPDFAnnot_GetObjectCount(one)):
        shape = pdfium.FPDFAnnot_GetObject(one, index)
        for read in (pdfium.FPDFPageObj_GetFillColor, pdfium.FPDFPageObj_GetStrokeColor):
            parts = [ctypes.c_uint() for _ in range(4)]
            if read(shape, *parts):
                drawn.add("#" + "".join(f"{part.value:02x}" for part in parts[:3]))
    above = pdfium.FPDFAnnot_GetLinkedAnnot(one, b"IRT")
    answers = pdfium_text(above, b"NM") if above else None
    if above:
        pdfium.FPDFPage_CloseAnnot(above)
    subtype = PDFIUM_SUBTYPES.get(pdfium.FPDFAnnot_GetSubtype(one), "?")
    return Facts(
        subtype, sheet.shown_box([box.left, box.bottom, box.right, box.top]), None, None,
        pdfium_text(one, b"Contents").replace("\r\n", "\n").replace("\r", "\n"), pdfium_text(one, b"T"), quads, strokes, None,
        answers, None, None, drawn)


READINGS = {"pikepdf": by_pikepdf, "MuPDF": by_mupdf, "PDFium": by_pdfium}


# ---------------------------------------------------------------- what MuPDF makes


def annotated_by_mupdf(document):
    """Puts one of each kind on the page of a document and saves it, as an update."""
    with open_mupdf(document.path, document.password) as pdf:
        page = pdf[document.page]
        quads = page.search_for("high towers", quads=True) or [pymupdf.Rect(50, 50, 150, 62).quad]
        box = pymupdf.Rect(60, 420, 140, 460)
        made = [
            page.add_highlight_annot(quads), page.add_underline_annot(quads), page.add_strikeout_annot(quads),
            page.add_squiggly_annot(quads), page.add_text_annot((30, 420), ""), page.add_rect_annot(box), page.add_circle_annot(box),
            page.add_freetext_annot(box, "theirs"), page.add_line_annot((60, 420), (140, 460)), page.add_stamp_annot(box),
            page.add_ink_annot([[(60, 420), (90, 440), (120, 425)], [(60, 450), (90, 460)]]),
        ]
        for number, one in enumerate(made):
            one.set_info(content=f"by MuPDF: {number}, é 本", title="Émile")
            if one.type[1] not in ("FreeText", "Stamp"):
                one.set_colors(stroke=(0.2, 0.4, number / 10))
            one.update()
        pdf.saveIncr()


# ---------------------------------------------------------------- what each draws


def draw(program, document, sheet, recto):
    """The page with its annotations, in pixels of one size for all programs."""
    size = (round(sheet.width * SCALE), round(sheet.height * SCALE))
    picture = DRAWINGS[program](document, sheet, recto, size)
    if picture.size != size:
        # Sizes that are no whole pixels are rounded up or down.
        if max(abs(picture.size[0] - size[0]), abs(picture.size[1] - size[1])) > 1:
            raise RuntimeError(f"{program} draws {picture.size} in place of {size}")
        picture = picture.crop((0, 0, *size))
    return numpy.asarray(picture.convert("RGB"), numpy.int16)


def drawn_by_mupdf(document, sheet, recto, size):
    with open_mupdf(document.path, document.password) as pdf:
        page = pdf[document.page]
        pixels = page.get_pixmap(matrix=pymupdf.Matrix(size[0] / page.rect.width, size[1] / page.rect.height), annots=True)
        return Image.frombytes("RGB", (pixels.width, pixels.height), pixels.samples)


def drawn_by_pdfium(document, sheet, recto, size):
    with pypdfium2.PdfDocument(document.path, password=document.password or None) as pdf:
        page = pdf[document.page]
        return page.render(scale=size[0] / page.get_width(), may_draw_forms=False).to_pil()


def drawn_by_poppler(document, sheet, recto, size):
    page = str(document.page + 1)
    target = document.path.with_suffix(".poppler")
    subprocess.run(
        ["pdftoppm", "-png", "-cropbox", "-singlefile", "-f", page, "-l", page, "-r", str(72 * SCALE),
         *(["-upw", document.password] if document.password else []), document.path, target],
        check=True, timeout=60, stderr=subprocess.DEVNULL)
    return Image.open(f"{target}.png")


def drawn_by_recto(document, sheet, recto, size):
    target = document.path.with_suffix(".recto.png")
    recto.run(document, "render", "--page", str(document.page + 1), "--width", str(size[0]), "-o", target, "--force")
    return Image.open(target)


DRAWINGS = {"MuPDF": drawn_by_mupdf, "PDFium": drawn_by_pdfium, "poppler": drawn_by_poppler, "Recto": drawn_by_recto}


def grown(mask, pixels=1):
    return numpy.asarray(Image.fromarray(mask).filter(ImageFilter.MaxFilter(2 * pixels + 1))) if mask.size else mask


def as_mask(values):
    return (values.astype(numpy.uint8)) * 255


def closed(mask, pixels):
    """With holes and gaps filled that are narrower than so many pixels."""
    picture = Image.fromarray(numpy.pad(mask, pixels))
    picture = picture.filter(ImageFilter.MaxFilter(pixels * 2 + 1)).filter(ImageFilter.MinFilter(pixels * 2 + 1))
    return numpy.asarray(picture)[pixels:-pixels, pixels:-pixels]


class Pictures:
    """A page by all programs, before and after."""

    def __init__(self, before, after):
        self.before = before
        self.after = after
        # Programs draw letters and pictures of a page each in their way: annotations are compared where paper is below them.
        white = numpy.minimum.reduce([picture.min(axis=2) for picture in before.values()]) > 245
        self.paper = numpy.asarray(Image.fromarray(as_mask(white)).filter(ImageFilter.MinFilter(3))) > 0
        self.changed = {
            name: numpy.abs(after[name] - before[name]).max(axis=2) > CHANGED for name in after
        }

    def part(self, box):
        height, width = self.paper.shape
        margin = EDGE + 1
        x0, y0, x1, y1 = [side * SCALE for side in box]
        return (
            slice(max(0, int(y0) - margin), min(height, int(y1 + 1) + margin)),
            slice(max(0, int(x0) - margin), min(width, int(x1 + 1) + margin)))

    def unlike(self, one, other, part):
        """Part of the pixels that are changed in one and more than a pixel from all of another's; then the difference of amounts."""
        paper = self.paper[part]
        masks = [as_mask(self.changed[name][part] & paper) for name in (one, other)]
        near = [grown(mask) > 0 for mask in masks]
        counts = [max(1, numpy.count_nonzero(mask)) for mask in masks]
        shares = [numpy.count_nonzero((masks[a] > 0) & ~near[b]) / counts[a] for a, b in ((0, 1), (1, 0))]
        amounts = [
            numpy.abs(self.after[name][part] - self.before[name][part])[paper].sum(axis=0).astype(float) for name in (one, other)
        ]
        most = max(amount.max() for amount in amounts) or 1
        return max(shares), float(numpy.abs(amounts[0] - amounts[1]).max() / most)


# ---------------------------------------------------------------- Recto itself


class Recto:
    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        self.library = 0

    def fresh(self):
        """A library without memory of earlier documents."""
        self.library += 1

    def run(self, document, command, *words, status=0):
        home = self.folder / f"home-{self.library}"
        environment = {
            "PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8", "TZ": "UTC",
            **{f"XDG_{name}_HOME": str(home / name.lower()) for name in ("CONFIG", "DATA", "CACHE", "STATE")},
        }
        if document.password:
            environment["RECTO_PASSWORD"] = document.password
        done = subprocess.run(
            # Though the document is signed, or has usage rights.
            [self.program, command, document.path, *words, *(["--yes"] if command == "annotate" else [])], env=environment, capture_output=True, text=True, timeout=120)
        if status is not None and done.returncode != status:
            raise Refused(f"recto {command}: status {done.returncode}: {done.stderr.strip()}")
        return done

    def annotate(self, document, *words):
        return json.loads(self.run(document, "annotate", *words, "--json").stdout)

    def annotations(self, document):
        return json.loads(self.run(document, "annotations", "--json", status=None).stdout or "[]")


class Refused(Exception):
    pass


# ---------------------------------------------------------------- known differences


@dataclass
class Known:
    """What another program does otherwise, and is right to, or is known for."""

    program: str
    kinds: set
    parts: set
    reason: str
    # Parts of all up to which it is that.
    most: float = 0
    # Of a Sheet: whether it is to be expected there.
    where: object = lambda sheet: True
    count: int = 0


KNOWN = [
    Known(
        "poppler", {"underline", "strikeout"}, {"amount", "elsewhere"},
        "pdftoppm moves and widens lines of less than two pixels to whole ones (stroke adjustment); by cairo it draws them as MuPDF does", 0.5),
    Known(
        "MuPDF", {"note"}, {"elsewhere"}, "icons are upright on pages whose /Rotate is 0, 90, 180 or 270, and turned with others such as -450",
        0.3, lambda sheet: sheet.angle not in (0, 90, 180, 270)),
]


# ---------------------------------------------------------------- one document


class Trial:
    """One document through all of it; what differs is a sentence each."""

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
        """What MuPDF makes, Recto reads as pikepdf and MuPDF do, and changes so that all read it."""
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
                # A stamp's colour and that of letters may stand in its picture alone.
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
        """Kind → what was asked for and came of it."""
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
                # Words that MuPDF reads in a row, and Recto does not.
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

    # -- what is looked at

    def look(self, wanted, theirs, base, before_check, state, gone=()):
        data = self.document.path.read_bytes()
        if not data.startswith(base) or len(data) == len(base):
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
            # What is beneath is seen.
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
            # Its upper left corner in user space is where it is seen; it does not turn with the page.
            box, facts_box = self.icon_box(facts.box), told.box
            near("place", [box], [facts_box])
        else:
            near("place", [facts.box], [box])
        if wanted.kind in MARKUP:
            near("quads", facts.quads, told.quads)
        if wanted.kind in ("ink", "line"):
            near("strokes", facts.strokes, told.strokes)

    def icon_box(self, box):
        """Where an icon that does not turn is seen: from the corner that is the upper left one of its rectangle in user space."""
        x0, y0, x1, y1 = box
        corner = {0: (x0, y0), 90: (x1, y0), 180: (x1, y1), 270: (x0, y1)}[self.sheet.rotation]
        width, height = (x1 - x0, y1 - y0) if self.sheet.rotation % 180 == 0 else (y1 - y0, x1 - x0)
        return (*corner, corner[0] + width, corner[1] + height)

    def compare_with_wish(self, wanted, told, state):
        """It is where it was asked for."""
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
        """Words that are marked, by MuPDF; None where it reads the page's words otherwise."""
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

    # -- pictures

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
        """Its picture ends where its box does."""
        if not pictures.paper[part].all() and wanted.kind not in MARKUP:
            return
        rows, columns = numpy.nonzero(pictures.changed[name][part])
        ends = (columns.min() + part[1].start, rows.min() + part[0].start, columns.max() + 1 + part[1].start, rows.max() + 1 + part[0].start)
        box = [side * SCALE for side in told.box]
        off = max(abs(a - b) for a, b in zip(ends, box))
        if off > EDGE + FILLS_BOX[wanted.kind] * SCALE:
            self.differs(name, wanted.kind, "picture", f"{state}: ends {off:.0f} pixels from its box")

    def compare_beneath(self, name, pictures, told, state):
        """What is drawn on the page is seen between a free text's letters."""
        rows, columns = pixels(told.box)
        ink = pictures.before[name][rows, columns].min(axis=2) < 200
        if numpy.count_nonzero(ink) < 20:
            return
        hidden = numpy.count_nonzero(ink & pictures.changed[name][rows, columns]) / numpy.count_nonzero(ink)
        if hidden > HIDDEN:
            self.differs(name, "free-text", "beneath", f"{state}: hides {hidden:.0%} of what is beneath")

    def compare_cover(self, name, pictures, wanted, part, state):
        """A highlight covers the ink of its words and of no others, and leaves it as dark as it was."""
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
            # Its words are not dark.
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
        """Lines lie under the words, or through them."""
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
        """What is shown upright looks the same on pages turned otherwise, in the same program."""
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


@dataclass
class Wanted:
    kind: str
    id: str
    value: str | None
    color: str
    note: str
    author: str
    answers: str | None = None


# Kinds whose pictures reach to the sides of their boxes, and the points they may end before.
FILLS_BOX = {"highlight": 0, "box": 0, "circle": 0, "line": 1.25, "ink": 1.25, "stamp": 1.5, "note": 2}
# Where the middle of a line lies, as a part of the height of its words' box from above.
HEIGHTS = {"underline": (0.8, 1), "strikeout": (0.45, 0.7), "squiggly": (0.8, 1)}
FIRST_SEEN = {}


def pixels(box):
    x0, y0, x1, y1 = [side * SCALE for side in box]
    return slice(max(0, round(y0)), round(y1)), slice(max(0, round(x0)), round(x1))


def check(document):
    """0 where qpdf finds nothing, 1 with warnings, 2 with errors."""
    done = subprocess.run(
        ["qpdf", *([f"--password={document.password}"] if document.password else []), "--check", document.path],
        capture_output=True, timeout=120)
    return {0: 0, 3: 1}.get(done.returncode, 2)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--recto", required=True, type=Path)
    options.add_argument("--folder", required=True, type=Path)
    options.add_argument("--corpus", type=Path)
    options.add_argument("--pictures", type=Path, help="keeps what each program drew here, side by side")
    options.add_argument("--only", default="", help="documents whose names have this in them")
    given = options.parse_args()
    pymupdf.TOOLS.mupdf_display_errors(False)
    if given.pictures:
        given.pictures.mkdir(parents=True, exist_ok=True)
    made, real = given.folder / "made", given.folder / "real"
    for folder in (made, real):
        folder.mkdir(parents=True)
    documents = made_documents(made)
    if given.corpus:
        documents = itertools.chain(documents, real_documents(given.corpus, real))
    else:
        print("skipped: real documents (RECTO_CORPUS names a folder of them)")
    recto = Recto(given.recto, given.folder)
    trials = []
    columns = "{:<64} {:>9} {:>9} {:>9} {:>6} {:>7}"
    print(columns.format("document", "readings", "elsewhere", "colour", "known", "differs"))
    for document in documents:
        if given.only not in document.name:
            continue
        trial = Trial(document, recto, given.pictures)
        try:
            trial.run()
        except (Refused, RuntimeError, subprocess.SubprocessError) as error:
            trial.differences.append(str(error)[:300])
        trials.append(trial)
        print(columns.format(
            document.name[:64], trial.compared, f"{trial.worst['elsewhere']:.1%}", f"{trial.worst['amount']:.1%}", trial.known,
            len(trial.differences)), flush=True)
        for sentence in trial.differences:
            print(f"    {sentence}")
    print(f"{len(trials)} documents, {sum(trial.compared for trial in trials)} annotations as read by a program, "
          f"{sum(trial.unseen for trial in trials)} marks whose words MuPDF and Recto read in another order")
    for known in KNOWN:
        print(f"known, {known.count} times: {known.program}, {', '.join(sorted(known.kinds))}: {known.reason}")
    failed = sum(len(trial.differences) for trial in trials)
    print(f"differences: {failed}")
    return 1 if failed or not trials else 0


if __name__ == "__main__":
    sys.exit(main())
