import DocumentModel
import Files
import Glibc
import Library
import Text
import Wire
import Workers

/// What went wrong, to which file, and what to do: the one place where errors become sentences.
enum Sentences {
  static func text(_ error: WorkerError, file: String) -> String {
    switch error {
    case .engine(let failure): text(failure, file: file)
    case .crashed: "\(file): the page's reader crashed and was started again"
    case .timedOut: "\(file) takes too long to read and was given up"
    case .nonsense: "\(file): the page's reader gave a wrong answer and was started again"
    case .cannotStart(let failure):
      "recto-worker cannot be started (\(text(failure))); set RECTO_WORKER to where it is"
    case .cancelled: "\(file): given up"
    }
  }

  private static func text(_ failure: StartFailure) -> String {
    switch failure {
    case .system(let number): String(cString: strerror(number))
    case .notReady: "it does not get ready"
    case .endedAtOnce: "it ends at once"
    }
  }

  static func text(_ failure: EngineFailure, file: String) -> String {
    switch failure {
    case .notADocument: "\(file) is not a PDF"
    case .damaged: "\(file) is damaged and cannot be opened; try another copy of it"
    case .empty: "\(file) is empty"
    case .noPages: "\(file) has no pages"
    case .passwordNeeded:
      "\(file) is encrypted; give its password with --password-file or RECTO_PASSWORD"
    case .passwordWrong: "\(file): the password is wrong"
    case .pageOutOfRange: "\(file) has no such page"
    case .tooLarge: "\(file): a part of it is too large to be shown"
    case .notFound: "\(file) has no such part"
    case .unreadable: "\(file) cannot be read"
    }
  }

  static func text(_ error: PatternError) -> String {
    switch error {
    case .invalid(let reason, let place):
      "this is no regular expression: \(reason), at character \(place + 1)"
    case .runaway:
      "the expression takes too many steps here and was stopped; make it say more exactly what may repeat"
    }
  }

  static func text(_ trouble: LibraryTrouble) -> String {
    "\(trouble.file): \(trouble.reason); places and marks of this run are not remembered"
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

  /// What went wrong with a file on the disk.
  static func text(_ error: FilesError) -> String {
    let file = error.path
    switch error.reason {
    case .notFound: return "\(file): there is no such file"
    case .exists: return "\(file) is there already"
    case .denied: return "\(file): you may not do that here"
    case .readOnly: return "\(file): nothing can be written there, it is mounted for reading"
    case .noSpace: return "\(file): the disk is full"
    case .tooLarge: return "\(file) is too large for this file system"
    case .isFolder: return "\(file) is a folder"
    case .notAFolder: return "\(file) is no folder"
    case .notEmpty: return "\(file) is not empty"
    case .linkLoop: return "\(file) is a link that leads back to itself"
    case .notAFile: return "\(file) is no ordinary file"
    case .badName: return "\(file): the file system takes no such name"
    case .busy: return "\(file) is being written by another program; try again"
    case .changedMeanwhile: return "\(file) was changed by another program"
    case .intoItself: return "\(file) cannot go into itself"
    case .sameFile: return "\(file): this is the same file"
    case .copyDiffers: return "\(file): the copy does not read back as it was written"
    case .sourceRemains: return "\(file) was copied, but could not be removed here"
    case .noTrash: return "\(file): there is no trash here; it was left as it is"
    case .trashDamaged: return "\(file): the trash does not say where this was"
    case .cancelled: return "\(file): given up"
    case .system(let number): return "\(file): \(String(cString: strerror(number)))"
    }
  }
}
