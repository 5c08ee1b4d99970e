"""Runs recto and qpdf."""

import json
import os
import subprocess

class Recto:
    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        self.library = 0

    def fresh(self):
        """Starts a library without data about earlier documents."""
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
            # Confirms changes of documents that are signed or have usage rights.
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


def check(document):
    """Returns 0 if qpdf finds no problem, 1 for warnings, 2 for errors."""
    done = subprocess.run(
        ["qpdf", *([f"--password={document.password}"] if document.password else []), "--check", document.path],
        capture_output=True, timeout=120)
    return {0: 0, 3: 1}.get(done.returncode, 2)
