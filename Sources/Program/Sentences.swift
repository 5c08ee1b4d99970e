import DocumentModel
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
    case .notADocument: "\(file) is neither a PDF nor a text"
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
    case .converterNeeded: "\(file): its encoding cannot be read here"
    case .encodingUnknown: "\(file): iconv knows no such encoding; iconv -l lists them"
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

  /// Why the system would not open or write a file.
  static func text(
    _ error: DocumentFile.SystemError, file: String, isWriting: Bool = false
  ) -> String {
    switch error.number {
    case ENOENT: "\(file): there is no such file"
    case EACCES, EPERM:
      isWriting ? "\(file): you may not write there" : "\(file): you may not read this file"
    case EISDIR: "\(file) is a folder; name a document in it"
    case ENOTSUP: "\(file) is no ordinary file; recto text - reads standard input"
    default: "\(file): \(String(cString: strerror(error.number)))"
    }
  }
}
