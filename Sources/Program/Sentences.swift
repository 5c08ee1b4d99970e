import DocumentModel
import Files
import Glibc
import Library
import Platform
import Text
import Thumbnails
import Wire
import Workers

/// What went wrong, to which file, and what to do: the one place where errors become sentences.
enum Sentences {
  static func text(_ error: WorkerError, file: String) -> String {
    switch error {
    case .engine(let failure): text(failure, file: file)
    case .crashed: "\(file): what reads its pages crashed and was started again"
    case .timedOut: "\(file) takes too long to read and was given up"
    case .nonsense: "\(file): what reads its pages gave a wrong answer and was started again"
    case .cannotStart(.caged(let parts)): SandboxStrings.refusal(parts)
    case .cannotStart(.system(let number)) where ![ENOENT, EACCES, ENOEXEC].contains(number):
      "recto-worker cannot be started: \(String(cString: strerror(number))); there may be a limit of memory or of files (ulimit -a)"
    case .cannotStart(let failure):
      "recto-worker cannot be started (\(text(failure))); set RECTO_WORKER to where it is"
    case .cancelled: "\(file): given up"
    }
  }

  /// Why an edit of an annotation was not done: it could not be kept.
  static func notKept(_ file: String, _ reason: String) -> String {
    "it is not kept: \(file): \(reason)"
  }

  static let annotationsWantFile = "annotations are kept for documents that are files"

  /// Why a document was not copied with its annotations.
  static func notCopied(_ failure: AnnotationStore.CopyFailure, to path: String) -> String {
    switch failure {
    case .file(let error):
      "no copy was written: \(noFolder(of: path) ?? text(error, file: path))"
    case .annotations(let obstacle):
      "no copy was written to \(path): \(obstacles[obstacle] ?? "the document cannot be written")"
    }
  }

  private static let obstacles: [SaveBlocker: String] = [
    .format: "it is no PDF", .noFile: "the document is gone",
    .damaged: "it is too damaged to be mended", .unmendable: "it is too damaged to be mended",
    .encryption: "it is encrypted in a way that Recto cannot write",
    .forbidden: "the document does not allow annotations",
    .certified: "its signature allows no annotations",
    .tooLarge: "it, or what is to be put into it, is too large",
    .tooManyAnnotations: "the pages with edits have too many annotations",
    .unverified: "what was made of it was not what was wanted",
  ]

  /// That the folder is missing which a file is to go to; nil where it is there.
  static func noFolder(of path: String) -> String? {
    let folder = PathParts.folder(of: path)
    guard !SystemPath.isThere(folder) else { return nil }
    return "\(path): there is no folder \(folder)"
  }

  /// That a file may not be written, or no other be put in its place; nil where it may, or is not there.
  static func readOnly(_ path: String, file: String) -> String? {
    guard SystemPath.isThere(path) else { return nil }
    guard SystemPath.isThere(path, for: W_OK) else { return "\(file) is read-only" }
    let folder = PathParts.folder(of: path)
    return SystemPath.isThere(folder, for: W_OK) ? nil : "\(file): its folder is read-only"
  }

  /// Why a page was not drawn.
  static func drawing(_ error: WorkerError, place: String) -> String {
    switch error {
    case .engine(.damaged): "\(place) is damaged and cannot be drawn"
    case .engine(.notFound): "\(place) cannot be drawn: it is of a format without pages"
    case .engine(.outOfMemory):
      "\(place) needs more memory than may be used for a document; it may come when drawn smaller"
    case .timedOut: "\(place) is too slow and was given up"
    case .crashed: "\(place) cannot be drawn: what draws it crashed over it"
    default: text(error, file: place)
    }
  }

  /// Why a page (index from 0) could not be had; the rest of its document may be well.
  static func text(_ error: WorkerError, page: Int, file: String) -> String {
    let place = "page \(page + 1) of \(file)"
    return error == .engine(.damaged)
      ? "\(place) is damaged and could not be read" : text(error, file: place)
  }

  private static func text(_ failure: StartFailure) -> String {
    switch failure {
    case .system(let number): String(cString: strerror(number))
    case .notReady: "it does not get ready"
    case .endedAtOnce: "it ends at once"
    case .caged(let parts): SandboxStrings.refusal(parts)
    }
  }

  static func text(_ failure: EngineFailure, file: String) -> String {
    switch failure {
    case .notADocument: "\(file) is neither a PDF nor a text, and no PNG, JPEG or WebP"
    case .damaged: "\(file) is damaged and cannot be opened; try another copy of it"
    case .empty: "\(file) is empty"
    case .noPages: "\(file) has no pages"
    case .passwordNeeded:
      "\(file) is encrypted; give its password with --password-file or RECTO_PASSWORD"
    case .passwordWrong: "\(file): the password is wrong"
    case .encryptionUnknown:
      "\(file) is encrypted for certificates, or in another program's own way: no password opens it here"
    case .pageOutOfRange: "\(file) has no such page"
    case .tooLarge: "\(file): a part of it is too large to be shown"
    case .notFound: "\(file) has no such part"
    case .unreadable: "\(file) cannot be read"
    case .converterNeeded: "\(file): its encoding cannot be read here"
    case .pictureSize: "\(file) would be a picture of a size that none may have"
    case .outOfMemory: "\(file) needs more memory than may be used for a document"
    case .encodingUnknown: "\(file): iconv knows no such encoding; iconv -l lists them"
    }
  }

  static func text(_ failure: DesktopVolumes.Failure, mounting name: String) -> String {
    switch failure {
    case .gone: "cannot mount \(name): it is not there any more; plug it in again"
    case .notOurs: "cannot mount \(name): the desktop does not manage it; mount it in a shell"
    case .refused(let reason): "cannot mount \(name): \(reason)"
    }
  }

  static func text(_ failure: DesktopVolumes.Failure, unmounting path: String) -> String {
    switch failure {
    case .gone, .notOurs:
      "cannot unmount \(path): the desktop does not manage it; run umount in a shell"
    case .refused(let reason):
      "cannot unmount \(path): \(reason); close what is open on it and try again"
    }
  }

  static func text(_ error: LibrarySearcher.Failure) -> String {
    switch error {
    case .pattern(let error): text(error)
    case .index(let error): "\(error.file): \(error.message); recto index --rebuild makes it anew"
    }
  }

  static func text(_ mistake: QueryMistake) -> String {
    switch mistake {
    case .empty: "there is nothing to look for"
    case .onlyUnwanted: "only what is not wanted is said; name something that is"
    case .tooLong(let most): "nothing longer than \(most) characters is looked for"
    case .tooMany(let most): "no more than \(most) things are looked for at once"
    case .tooDeep(let most): "parentheses and NOT stand in each other no more than \(most) deep"
    case .value("page", let value):
      "“\(value)” is no range of pages: write page:3 or page:3-10, or page:\"two words\" for words on one page"
    case .value(let filter, let value):
      "“\(value)” is no date for \(filter):, as 2020 or 2020-03"
    case .pagesInside: "page: stands beside what is looked for, not in parentheses or under NOT"
    }
  }

  static func text(_ error: PatternError) -> String {
    switch error {
    case .invalid(let reason, let place):
      "this is no regular expression: \(reason), at \(place.map { "character \($0 + 1)" } ?? "its end")"
    case .runaway:
      "the expression takes too many steps here and was stopped; make it say more exactly what may repeat"
    }
  }

  /// Why lines from an editor are no new names.
  static func text(_ mistake: RenameMany.Mistake) -> String {
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

  static func text(_ trouble: LibraryTrouble) -> String {
    switch trouble.cause {
    case .store(let reason):
      "\(trouble.file): \(reason); places and marks of this run are not remembered"
    case .newer:
      "\(trouble.file) was made by a later Recto and is left as it is; nothing of this run is remembered"
    case .setAside(let aside):
      "the library was damaged: it is now \(aside), and a new one was begun; places, marks, history, favourites, and tags and annotations that are in no file, are lost unless it is mended (sqlite3 FILE .recover)"
    case .damagedRecents(let reason):
      "\(trouble.file) is damaged and left as it is (\(reason)); only Recto's own recents are known"
    case .recents(let number):
      "\(trouble.file): \(String(cString: strerror(number))); only Recto's own recents are known"
    }
  }

  /// What went wrong with a file or folder; it is called by its name where it is not told how.
  static func text(_ error: FilesError, file: String? = nil) -> String {
    let file = file ?? PathParts.name(of: error.path)
    return switch error.reason {
    case .notFound: "\(file) is not there any more"
    case .exists: "\(file) is there already"
    case .denied: readOnly(error.path, file: file) ?? "\(file): you may not do that here"
    case .unreadableFile: "\(file): you may not read this file"
    case .unreadableFolder: "\(file): you may not read this folder"
    case .readOnly: "\(file) lies where nothing can be written"
    case .noSpace: "\(file): the disk is full; nothing was lost"
    case .tooLarge: "\(file) is too large for where it should go"
    case .isFolder: "\(file) is a folder"
    case .notAFolder: "\(file) is no folder"
    case .notEmpty: "\(file) is not empty"
    case .linkLoop: "\(file) is a link that leads in a circle"
    case .notAFile: "\(file) is no ordinary file"
    case .badName: "“\(file)” cannot be a name here"
    case .busy: "\(file) is being written by another program; try again"
    case .changedMeanwhile: "\(file) was changed by another program meanwhile and was left as it is"
    case .intoItself: "\(file) cannot go into itself"
    case .sameFile: "\(file) is already there"
    case .copyDiffers: "\(file) did not arrive as it was; the original is untouched"
    case .sourceRemains:
      "\(file) arrived, but could not be removed from where it was: it is in both places"
    case .noTrash:
      "\(file) cannot be put into the trash here; it was left where it is (d x deletes for good)"
    case .trashDamaged: "the trash does not know any more where \(file) was"
    case .notItsFormat: "\(file) is no text in UTF-8 and was left as it is"
    case .encrypted: "\(file) is encrypted; its text was not written"
    case .noText: "\(file) has no text; its pages may be pictures"
    case .unreadable: "\(file) is no document that can be read; its text was not written"
    case .unreadablePage(let page):
      "\(file): page \(page) cannot be read; its text was not written"
    case .cancelled: "\(file): stopped"
    case .system(let number): "\(file): \(String(cString: strerror(number)))"
    }
  }

  /// Why the system would not open a file.
  static func text(_ error: DocumentFile.SystemError, file: String) -> String {
    switch error.number {
    case ENOENT: "\(file): there is no such file"
    case EACCES, EPERM:
      "\(file): you may not read this file"
    case EISDIR: "\(file) is a folder; name a document in it"
    case ENOTSUP: "\(file) is no ordinary file; recto text - reads standard input"
    default: "\(file): \(String(cString: strerror(error.number)))"
    }
  }
}

extension Sentences {
  /// Why a file has no thumbnail.
  static func text(_ failure: ThumbnailMaker.Failure, file: String) -> String {
    switch failure {
    case .unreadable: "\(file) cannot be read, or is no ordinary file"
    case .encrypted: "\(file) is encrypted and has no thumbnail"
    case .unknownKind:
      "\(file) is of no kind that is drawn (PDF, text, PNG, JPEG, WebP); it is not tried again until it changes"
    case .hopeless: "\(file) cannot be drawn; it is not tried again until it changes"
    case .knownHopeless:
      "\(file) could not be drawn before; --again tries it though it has not changed"
    case .givenUp(.timedOut):
      "\(file) takes too long to draw and was given up; it is tried again in a day, or by --again"
    case .givenUp(let error): text(error, file: file)
    }
  }

  /// Why a thumbnail is not kept.
  static func text(_ error: ThumbnailError, file: String) -> String {
    switch error {
    case .liesInCache: "\(file) lies among the thumbnails, of which none are made"
    case .isRemovable: "\(file) lies on what can be taken out; settings say to keep nothing of that"
    case .hasChanged: "\(file) was changed while it was drawn"
    case .outOfMemory: "\(file): there is no memory to write its thumbnail"
    case .system(let number):
      "\(file): its thumbnail cannot be written: \(String(cString: strerror(number)))"
    }
  }
}

extension ThumbnailMaker.Failure {
  /// Something is wrong here, and not with what the file is.
  var isError: Bool {
    switch self {
    case .unreadable, .givenUp: true
    case .encrypted, .unknownKind, .hopeless, .knownHopeless: false
    }
  }
}
