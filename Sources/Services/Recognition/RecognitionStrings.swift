import Glibc
import Wire
package import Workers

/// Texts about the recognition of words in pictures (OCR), for the screen and the command line.
package enum RecognitionStrings {
  package static let programMissing =
    "recto-ocr is missing; install the package recto-ocr, or set RECTO_OCR to its path"
  package static let modelsMissing =
    "no language model for OCR is installed; install one, such as tesseract-ocr-eng"

  /// Reports a model that is not installed.
  package static func missing(_ language: String, in names: [String]) -> String {
    "no OCR model for \(language) is installed (installed: \(names.joined(separator: ", "))); the package tesseract-ocr-\(language.split(separator: "_").joined(separator: "-")) may have it"
  }

  /// Says why a page could not be recognised.
  package static func text(_ error: WorkerError, page: Int) -> String {
    switch error {
    case .engine(.modelMissing): "A language model for OCR is missing or damaged; install it again"
    case .engine(.notRecognized):
      "The words of page \(page + 1) could not be recognised; it may be noise, or a language model is damaged"
    default: "The words of page \(page + 1) could not be recognised"
    }
  }

  /// The user's language, as a locale's name such as `de_DE.UTF-8`; empty if none is set.
  package static var userLanguage: String {
    let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]
    let name =
      variables.lazy.compactMap { (variable: String) -> String? in
        getenv(variable).map { String(cString: $0) }
      }.first { !$0.isEmpty } ?? ""
    let language = name.prefix { $0 != "." }
    return language == "C" || language == "POSIX" ? "" : name
  }
}
