"""Known differences."""

from dataclasses import dataclass

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
