"""Annotations as read by each program."""

import ctypes
from dataclasses import dataclass

import numpy
import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium

from kinds import BY_NAME, MARKUP
from sheet import around, open_mupdf

@dataclass
class Facts:
    """An annotation as a program reads it; coordinates are of the displayed page, None if the program does not report a value."""

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
    # All colours of the appearance stream, if the program reports no other colour.
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
