"""Drawings of a page by each program."""

import subprocess

import numpy
import pymupdf
import pypdfium2
from PIL import Image, ImageFilter

from sheet import open_mupdf
from tolerances import CHANGED, EDGE, SCALE

def draw(program, document, sheet, recto):
    """Returns the page with its annotations, in the same size in pixels for all programs."""
    size = (round(sheet.width * SCALE), round(sheet.height * SCALE))
    picture = DRAWINGS[program](document, sheet, recto, size)
    if picture.size != size:
        # Sizes that are not whole pixels may be rounded up or down.
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
    """Returns the mask with holes and gaps narrower than `pixels` filled."""
    picture = Image.fromarray(numpy.pad(mask, pixels))
    picture = picture.filter(ImageFilter.MaxFilter(pixels * 2 + 1)).filter(ImageFilter.MinFilter(pixels * 2 + 1))
    return numpy.asarray(picture)[pixels:-pixels, pixels:-pixels]


class Pictures:
    """A page drawn by all programs, before and after a change."""

    def __init__(self, before, after):
        self.before = before
        self.after = after
        # Programs draw text and images of a page differently, so annotations are compared over blank paper only.
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
        """Returns the share of pixels changed in one and more than a pixel from all changed in the other, and the difference of amounts."""
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


def pixels(box):
    x0, y0, x1, y1 = [side * SCALE for side in box]
    return slice(max(0, round(y0)), round(y1)), slice(max(0, round(x0)), round(x1))
