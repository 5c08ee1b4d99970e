"""A page as seen by PDFium and MuPDF."""

import ctypes
from dataclasses import dataclass

import numpy
import pikepdf
import pymupdf
import pypdfium2
import pypdfium2.raw as pdfium

@dataclass
class Word:
    text: str
    # In points of the displayed page.
    box: tuple
    line: tuple


class Sheet:
    """A displayed page, cropped and rotated, in points of user space; coordinates are converted by PDFium."""

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
            # A device with a thousand pixels per point makes integers precise enough.
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
            # As written, which may exceed a full turn.
            self.angle = int(node.get("/Rotate", 0))

    def shown(self, points):
        """Converts points of user space to the displayed page."""
        points = numpy.array(points, float).reshape(-1, 2) - [self.left, self.bottom]
        return points @ self.turn.T + self.origin

    def shown_box(self, rectangle):
        return around(self.shown(rectangle))

    def words(self):
        """Returns the words on the page, by MuPDF."""
        found = []
        with open_mupdf(self.path, self.password) as pdf:
            page = pdf[self.index]
            # PyMuPDF reports words on the unrotated page, from the upper left corner of the crop box.
            unit = page.rect.width / self.width
            def user(x, y):
                return self.left + x / unit, self.top - y / unit
            for x0, y0, x1, y1, text, block, line, _ in page.get_text("words"):
                found.append(Word(text, self.shown_box([user(x0, y0), user(x1, y1)]), (block, line)))
        return found

    def of_mupdf(self, page):
        """Returns a function from PyMuPDF's coordinates, which are unrotated and scaled by UserUnit, to points of the displayed page."""
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
