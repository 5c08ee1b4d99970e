import DocumentModel
import Services
import Wire
import Workers

extension OptionForm {
  /// Options of commands that recognise pages without text.
  static let recognition = OptionForm(
    flags: ["ocr"], valued: ["language": .text], dependent: ["language": ["ocr"]])

  static let recognitionHelp = [
    "--ocr                recognises the words of pages that have no text (needs recto-ocr)",
    "--language deu+eng   languages to recognise; default: the document's, the user's and English",
  ]
}

extension CommandDocument {
  /// Has the pages without text recognised if `--ocr` was given.
  func recognizePages(_ parsed: Arguments, workers: Int) throws(Failure) {
    guard parsed.options["ocr"] != nil, summary.hasPages else { return }
    document.recognize(
      with: try recognition(parsed.options["language"], .allPages, workers: workers))
  }

  /// Makes the recognition of this document's pages in the languages of `--language`, else in those of the document and the user.
  func recognition(
    _ named: String?, _ extent: PageRecognition.Extent, workers: Int
  ) throws(Failure) -> PageRecognition {
    let setup: RecognitionSetup
    do throws(RecognitionSetup.Failure) {
      setup = try RecognitionSetup(named: named ?? "", document: summary.language)
    } catch {
      throw Failure(sentence: error.sentence)
    }
    // What was recognised in other languages is another text.
    let pages = named == nil ? try fingerprint().map { RecognizedCache(fingerprint: $0) } : nil
    guard let recognition = setup.recognition(in: pool, extent, workers: workers, pages: pages)
    else { throw Failure(sentence: RecognitionStrings.programMissing) }
    RecognizedCache.sweep()
    return recognition
  }

  /// Returns the SHA-256 digest of the document in hexadecimal; nil if it cannot be had.
  private func fingerprint() throws(Failure) -> String? {
    while true {
      guard case .fingerprint(let digest) = try ask(.fingerprint) else { return nil }
      if let digest { return digest }
    }
  }
}
