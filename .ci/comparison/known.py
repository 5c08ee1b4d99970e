"""Known differences."""

from dataclasses import dataclass

@dataclass
class Known:
    """A difference in another program that is correct or a known fault."""

    program: str
    kinds: set
    parts: set
    reason: str
    # The largest share that counts as the known difference.
    most: float = 0
    # Takes a Sheet; returns whether the difference is expected there.
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
