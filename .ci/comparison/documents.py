"""Generated documents: pages with all rotations and crop boxes, in all storage forms."""

import itertools
from dataclasses import dataclass, field
from pathlib import Path

import pikepdf
import pymupdf

from kinds import KINDS, MARKUP, WORDS
from sheet import open_mupdf

@dataclass
class Document:
    name: str
    path: Path
    page: int = 0
    password: str = ""
    # The option's value for each kind; markup only if there are words for it.
    values: dict = field(default_factory=dict)
    # Documents of one group look the same when displayed.
    group: str = ""
    # The clockwise rotation of the words on the displayed page in degrees; None if not known.
    words_turned: int | None = None


def page_of_words(pdf, rotation, crop, media, unit, is_turned):
    """Adds a page with a displayed size of 400 × 500; its words are upright there or, if turned, upright in user space."""
    x0, y0, x1, y1 = crop
    shown_height = 500 if not is_turned else y1 - y0
    upright = {
        0: (1, 0, 0, 1, x0, y0), 90: (0, 1, -1, 0, x1, y0), 180: (-1, 0, 0, -1, x1, y1), 270: (0, -1, 1, 0, x0, y1),
    }[0 if is_turned else rotation]
    lines = [" ".join(WORDS[start : start + 7]) for start in range(0, len(WORDS), 7)]
    text = " ".join(f"({line}) Tj T*" for line in lines)
    # Rules below the later free text.
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


# The storage forms: a plain table, object streams, and each cipher.
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
# Name, origin of the crop box in user space, points by which the media box is larger on each side, UserUnit, words turned with the page.
BOXES = [
    ("plain", (0, 0), (0, 0, 0, 0), 1, False),
    ("cropped", (30, 40), (80, 100, 70, 40), 1, False),
    ("negative", (-500.5, -320.25), (0, 9, 20, 0), 1, False),
    ("UserUnit 2", (30, 40), (30, 40, 20, 10), 2, False),
    ("turned words", (15, 25), (5, 5, 5, 5), 1, True),
]


def made_documents(folder):
    """Yields documents for all rotations and boxes, each in one of the storage forms."""
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
            # Space without words, whichever side they begin from.
            values |= shapes((20, 380) if rotation == 90 else (20, 20))
        yield Document(
            f"{boxes}, {rotation}°, {storage}", path, password=password, values=values,
            group="" if is_turned else "upright", words_turned=rotation if is_turned else 0)


def shapes(corner):
    """Returns values for all kinds placed by coordinates, within 360 × 90 points from a corner."""
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


def annotated_by_mupdf(document):
    """Adds one annotation of each kind to the document's page by MuPDF and saves it as an incremental update."""
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
