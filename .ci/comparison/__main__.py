"""Compares Recto's annotations with what MuPDF, PDFium, pikepdf and poppler read and draw.

Requires the recto program, a working folder and, for real documents, a folder of PDFs; see .ci/peers. Each document is annotated
with one annotation of each kind and compared in all programs; then these are answered, edited and partly removed, and compared again; then
all is undone. Generated documents are also annotated by MuPDF, read and changed by Recto, and read by all programs.
"""

import argparse
import itertools
import subprocess
import sys
from pathlib import Path

import pymupdf

from corpus import real_documents
from documents import made_documents
from known import KNOWN
from programs import Recto, Refused
from trial import Trial

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
