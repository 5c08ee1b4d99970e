package import Annotating
import DocumentModel
package import Files
import Glibc
package import Library
import Messages
package import Platform
package import Text
package import Thumbnails
package import Wire
package import Workers

/// Converts errors to sentences: what failed, with which file, and what to do.
package enum Sentences {
  package static func text(_ error: WorkerError, file: String) -> String {
    switch error {
    case .engine(let failure): text(failure, file: file)
    case .crashed: "\(file): the worker reading it crashed and was restarted"
    case .timedOut: "\(file) takes too long to read; stopped"
    case .nonsense: "\(file): the worker reading it gave an invalid reply and was restarted"
    case .cannotStart(.sandboxed(let parts)): SandboxStrings.refusal(parts)
    case .cannotStart(.system(let number)) where ![ENOENT, EACCES, ENOEXEC].contains(number):
      "cannot start recto-worker: \(String(cString: strerror(number))); check the limits of memory and files (ulimit -a)"
    case .cannotStart(let failure):
      "cannot start recto-worker (\(text(failure))); set RECTO_WORKER to its path"
    case .recognizerEnded:
      "\(file): recto-ocr ended while it recognised it; it was killed, or a language model is damaged"
    case .modelsUnusable(let languages): "\(file): \(RecognitionStrings.unusable(languages))"
    case .cancelled: "\(file): given up"
    }
  }

  /// Why the worker's program is not found; its place is known from `/proc/self/exe`.
  package static func noWorker(
    isProcMounted: Bool = access("/proc/self/exe", F_OK) == 0
  ) -> String {
    isProcMounted
      ? "recto-worker is missing; set RECTO_WORKER to its path"
      : "/proc is not mounted, so recto-worker is not found; mount it, or set RECTO_WORKER to the worker's path"
  }

  /// Why an edit of an annotation was not done: it could not be kept.
  package static func notKept(_ file: String, _ reason: String) -> String {
    "not saved: \(file): \(reason)"
  }

  package static let annotationsWantFile = "only documents that are files can be annotated"

  /// Why a document was not copied with its annotations.
  package static func notCopied(_ failure: AnnotationStore.CopyFailure, to path: String) -> String {
    switch failure {
    case .file(let error):
      "no copy was written: \(noFolder(of: path) ?? text(error, file: path))"
    // A copy is what repairs a damaged file.
    case .annotations(.damaged): notCopied(.annotations(.unmendable), to: path)
    case .annotations(let obstacle): "no copy was written to \(path): \(obstacle.text.reason)"
    }
  }

  /// Returns the message about a missing destination folder; nil if it exists.
  package static func noFolder(of path: String) -> String? {
    let folder = PathParts.folder(of: path)
    guard !SystemPath.isThere(folder) else { return nil }
    return "\(path): there is no folder \(folder)"
  }

  /// Returns the message about a read-only file or folder; nil if it can be replaced or does not exist.
  package static func readOnly(_ path: String, file: String) -> String? {
    guard SystemPath.isThere(path) else { return nil }
    guard FileStatus.isWritable(path) else { return "\(file) is read-only" }
    let folder = PathParts.folder(of: path)
    return SystemPath.isThere(folder, for: W_OK) ? nil : "\(file): its folder is read-only"
  }

  /// Why a page was not drawn.
  package static func drawing(_ error: WorkerError, place: String) -> String {
    switch error {
    case .engine(.damaged): "\(place) is damaged and cannot be drawn"
    case .engine(.notFound): "\(place) cannot be drawn: its format has no pages"
    case .engine(.outOfMemory):
      "\(place) needs more memory than a document may use; try a smaller zoom"
    case .timedOut: "\(place) takes too long; stopped"
    case .crashed: "\(place) cannot be drawn: the worker crashed"
    default: text(error, file: place)
    }
  }

  /// Why a page (index from 0) could not be had; the rest of its document may be well.
  package static func text(_ error: WorkerError, page: Int, file: String) -> String {
    let place = "page \(page + 1) of \(file)"
    return error == .engine(.damaged)
      ? "\(place) is damaged and could not be read" : text(error, file: place)
  }

  private static func text(_ failure: StartFailure) -> String {
    switch failure {
    case .system(let number): String(cString: strerror(number))
    case .notReady: "it does not become ready"
    case .endedAtOnce: "it ends at once"
    case .sandboxed(let parts): SandboxStrings.refusal(parts)
    }
  }

  private static func isArchive(_ name: String) -> Bool {
    DocumentTypeSettings.own.isArchive(named: PathParts.name(of: name))
  }

  package static func text(_ failure: EngineFailure, file: String) -> String {
    switch failure {
    case .notADocument where isArchive(file), .damaged where isArchive(file):
      "\(file) is an archive; open its folder in the browser and press Enter on it"
    case .noPackage:
      "\(file) has no package document (META-INF/container.xml) and no chapters; try another copy"
    case .notADocument:
      "\(file): unsupported file type, or damaged (recto --help lists the formats)"
    case .unknownImage:
      "\(file) is a JPEG 2000 image, which Recto cannot read; convert it, such as with opj_decompress"
    case .damaged: "\(file) is damaged and cannot be opened; try another copy"
    case .empty: "\(file) is empty"
    case .noPages: "\(file) has no pages"
    case .passwordNeeded:
      "\(file) is encrypted; use --password-file or RECTO_PASSWORD"
    case .passwordWrong: "\(file): wrong password"
    case .encryptionUnknown:
      "\(file) is encrypted for certificates or by a proprietary method; a password cannot open it"
    case .protectedBook:
      "\(file) is protected (Adobe DRM, LCP or the like); only the reading program it was made for can open it"
    case .pageOutOfRange: "\(file) has no such page"
    case .tooLarge: "\(file): a part is too large to show"
    case .notFound: "\(file) has no such part"
    case .unreadable: "\(file) cannot be read"
    case .converterNeeded: "\(file): unknown encoding"
    case .librariesNeeded, .libraryMissing:
      "\(file): its format needs a library that is not installed: libheif1 (HEIC, AVIF), libjxl (JPEG XL) or librsvg2-2 (SVG)"
    case .pictureSize: "\(file): the picture would be too large"
    case .outOfMemory: "\(file) needs more memory than a document may use"
    case .encodingUnknown: "\(file): unknown encoding; iconv -l lists those known"
    case .notRecognized:
      "\(file): its words could not be recognised; it may be noise, or a language model is damaged"
    case .modelMissing:
      "\(file): a language model for OCR is missing or damaged; install it again"
    }
  }

  package static func text(_ failure: DesktopVolumes.Failure, mounting name: String) -> String {
    switch failure {
    case .gone: "cannot mount \(name): it is gone; plug it in again"
    case .notOurs: "cannot mount \(name): the desktop does not manage it; mount it in a shell"
    case .refused(let reason): "cannot mount \(name): \(reason)"
    }
  }

  package static func text(_ failure: DesktopVolumes.Failure, unmounting path: String) -> String {
    switch failure {
    case .gone, .notOurs:
      "cannot unmount \(path): the desktop does not manage it; run umount in a shell"
    case .refused(let reason):
      "cannot unmount \(path): \(reason); close what is open on it and try again"
    }
  }

  package static func text(_ error: LibrarySearcher.Failure) -> String {
    switch error {
    case .pattern(let error): text(error)
    case .index(let error):
      "\(error.file): \(error.message); "
        + (error.isDamage
          ? "recto index moves the index aside and builds a new one"
          : "recto index --rebuild rebuilds it")
    }
  }

  package static func text(_ mistake: QueryMistake) -> String {
    switch mistake {
    case .empty: "nothing to search for"
    case .onlyUnwanted: "only exclusions given; add words to search for"
    case .onlyPages: "only pages given; add words to search for on them"
    case .tooLong(let most): "a search may have at most \(most) characters"
    case .tooMany(let most): "a search may have at most \(most) terms"
    case .tooDeep(let most): "parentheses and NOT are nested too deeply: at most \(most) levels"
    case .value("page", let value):
      "“\(value)” is not a page range: write page:3 or page:3-10, or page:\"two words\" for words on one page"
    case .value(let filter, let value):
      "“\(value)” is not a date for \(filter): write 2020 or 2020-03"
    case .pagesInside: "page: cannot be used in parentheses or under NOT"
    }
  }

  package static func text(_ error: PatternError) -> String {
    switch error {
    case .invalid(let reason, let place):
      "this is no regular expression: \(reason), at \(place.map { "character \($0 + 1)" } ?? "its end")"
    case .runaway:
      "the expression takes too many steps and was stopped; restrict its repetitions"
    }
  }

  /// Why lines from an editor are no new names.
  package static func text(_ mistake: RenameMany.Mistake) -> String {
    let what =
      switch mistake {
      case .wrongNumberOfLines(let expected, let given):
        "there are \(given) lines for \(expected) names"
      case .empty(let line): "line \(line) is empty"
      case .slash(let line): "line \(line) has a slash in it"
      case .notAName(let line): "line \(line) is not a name"
      case .tooLong(let line): "line \(line) is too long for a name"
      case .double(let line, let first): "lines \(first) and \(line) are the same"
      case .taken(let line): "the name in line \(line) is another file's"
      }
    return "Nothing was renamed: " + what
  }

  package static func text(_ trouble: LibraryTrouble) -> String {
    switch trouble.cause {
    case .store(let reason):
      "\(trouble.file): \(reason); places and marks of this session are not saved"
    case .newer:
      "\(trouble.file) was made by a newer Recto and is left unchanged; nothing of this session is saved"
    case .setAside(let aside):
      "the library was damaged: it is now \(aside), and a new one was created; places, marks, history, favourites, and tags and annotations that are in no file are lost unless you repair it (sqlite3 FILE .recover)"
    case .damagedRecents(let reason):
      "\(trouble.file) is damaged and left unchanged (\(reason)); only Recto's own recents are shown"
    case .recents(let number):
      "\(trouble.file): \(String(cString: strerror(number))); only Recto's own recents are shown"
    }
  }

  /// Returns the message about a file or folder, by default by its name.
  package static func text(_ error: FilesError, file: String? = nil) -> String {
    let file = file ?? PathParts.name(of: error.path)
    return switch error.reason {
    case .notFound: "\(file) no longer exists"
    case .exists: "\(file) already exists"
    case .denied: readOnly(error.path, file: file) ?? "\(file): permission denied"
    case .unreadableFile: "\(file): permission denied"
    case .unreadableFolder: "\(file): permission denied"
    case .readOnly: "\(file) is on a read-only file system"
    case .noSpace: "\(file): the disk is full; nothing was lost"
    case .tooLarge: "\(file) is too large for its destination"
    case .isFolder: "\(file) is a folder"
    case .notAFolder: "\(file) is not a folder"
    case .notEmpty: "\(file) is not empty"
    case .linkLoop: "\(file) is a circular link"
    case .notAFile: "\(file) is not a regular file"
    case .badName: "“\(file)” cannot be a name here"
    case .busy: "\(file) is being written by another program; try again"
    case .changedMeanwhile:
      "\(file) was changed by another program meanwhile and was left unchanged"
    case .intoItself: "\(file) cannot go into itself"
    case .sameFile: "\(file) is already there"
    case .copyDiffers: "\(file) was not copied correctly; the original is untouched"
    case .sourceRemains:
      "\(file) was copied but could not be removed from its old place: it is in both"
    case .noTrash:
      "\(file) cannot be moved to the trash here (d x deletes permanently)"
    case .trashDamaged: "the trash no longer knows where \(file) was"
    case .notItsFormat: "\(file) is not UTF-8 text and was left unchanged"
    case .encrypted: "\(file) is encrypted; its text was not written"
    case .noText: "\(file) has no text; its pages may be pictures"
    case .unreadable: "\(file) is not a readable document; its text was not written"
    case .unreadablePage(let page):
      "\(file): page \(page) cannot be read; its text was not written"
    case .notAnArchive: "\(file) is not a readable archive"
    case .encryptedArchive: "\(file) is encrypted; Recto cannot extract it"
    case .damagedArchive: "\(file) is damaged; what comes after the damage is missing"
    case .leftOut(let count):
      "\(file): \(count == 1 ? "one entry was" : "\(count) entries were") left out: links, devices and names that no file can have"
    case .cancelled: "\(file): stopped"
    case .system(let number): "\(file): \(String(cString: strerror(number)))"
    }
  }

  /// Why the system would not open a file.
  package static func text(_ error: DocumentFile.SystemError, file: String) -> String {
    switch error.number {
    case ENOENT: "\(file): there is no such file"
    case EACCES, EPERM:
      "\(file): permission denied"
    case EISDIR: "\(file) is a folder; name a document in it"
    case ENOTDIR where file.split(separator: "/").dropLast().contains { isArchive(String($0)) }:
      "\(file) is in an archive; open the archive's folder in the browser and press Enter on it"
    case ENODATA: "\(file) is a folder without images; name a document in it"
    case E2BIG: "\(file) has more than 10,000 images or 4 GB of them; name a folder in it"
    case ENOTSUP: "\(file) is not a regular file; - reads standard input"
    case EFBIG: "\(file) gives more than 4 GB and was not read to its end"
    default: "\(file): \(String(cString: strerror(error.number)))"
    }
  }
}

extension Sentences {
  /// Why a file has no thumbnail.
  package static func text(_ failure: ThumbnailMaker.Failure, file: String) -> String {
    switch failure {
    case .unreadable: "\(file) cannot be read, or is not a regular file"
    case .encrypted: "\(file) is encrypted and has no thumbnail"
    case .unknownKind:
      "\(file): unsupported file type, or damaged; not retried until it changes"
    case .hopeless(let failure?) where failure != .damaged:
      text(failure, file: file) + "; not retried until it changes"
    case .hopeless: "\(file) cannot be drawn; not retried until it changes"
    case .knownHopeless:
      "\(file) could not be drawn before; --again retries it"
    case .givenUp(.timedOut):
      "\(file) takes too long to draw; retried in a day, or by --again"
    case .givenUp(let error): text(error, file: file)
    }
  }

  /// Why a thumbnail is not kept.
  package static func text(_ error: ThumbnailError, file: String) -> String {
    switch error {
    case .liesInCache: "\(file) is a thumbnail itself"
    case .isRemovable: "\(file) is on removable media; the settings forbid storing its thumbnail"
    case .hasChanged: "\(file) changed while it was drawn"
    case .outOfMemory: "\(file): there is no memory to write its thumbnail"
    case .system(let number):
      "\(file): its thumbnail cannot be written: \(String(cString: strerror(number)))"
    }
  }
}

extension ThumbnailMaker.Failure {
  /// Whether it is a fault of the system, not a property of the file.
  package var isError: Bool {
    switch self {
    case .unreadable, .givenUp: true
    case .encrypted, .unknownKind, .hopeless, .knownHopeless: false
    }
  }
}
