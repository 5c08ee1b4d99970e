"""Kinds of annotations and the values requested for each."""

import itertools
from dataclasses import dataclass

@dataclass
class Kind:
    """One kind of annotation: its command line option and value, and its PDF subtype."""

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
