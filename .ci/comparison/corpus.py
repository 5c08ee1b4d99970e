"""Real documents from a folder, some of each sort."""

import hashlib
import shutil
import signal

import pikepdf

from documents import Document, shapes
from kinds import MARKUP
from sheet import Sheet

# The traits of pages to select, and the number of pages for each.
TRAITS = [
    ("turned by 90", 2), ("turned by 180", 2), ("turned by 270", 2), ("crop box", 2), ("UserUnit", 1),
    ("encrypted R3", 1), ("encrypted R4", 1), ("encrypted R5", 1), ("encrypted R6", 1), ("hybrid", 1),
    ("xref stream", 2), ("linearized", 1), ("annotations of others", 2),
]
LARGEST = 4_000_000
LARGEST_SIDE = 1_500


def passwords(corpus):
    """Returns passwords by relative path, as far as the folder's manifest lists them."""
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
    """Returns for each trait the index of the first page that has it; empty for damaged files."""
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
    """Aborts if a library takes too long over a file; possible between its calls only."""
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
    """Yields documents with the required traits, first those with enough words for all kinds, then others."""
    known = passwords(corpus)
    wanted = dict(TRAITS)
    files = [path for path in corpus.rglob("*.pdf") if path.stat().st_size < LARGEST and "broken" not in path.parts]
    # In a fixed order that does not depend on folders.
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
    """Returns values for an unknown page: words that occur once, shapes in the middle."""
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
