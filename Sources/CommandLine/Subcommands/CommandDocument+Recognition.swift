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
  /// Starts recognising those of some pages that have no text, if `--ocr` was given; nil means all pages.
  func recognizePages(_ parsed: Arguments, _ pages: [Int]?, workers: Int) throws(Failure) {
    guard parsed.options["ocr"] != nil, summary.hasPages else { return }
    document.recognize(
      with: try recognition(
        parsed.options["language"], pages.map { .pages(Set($0)) } ?? .allPages, workers: workers))
  }

  /// Warns if a page was recognised in too few pixels for small letters.
  func noteReduction(_ text: PageText, page: Int) {
    guard text.isRecognized,
      let words = RecognitionStrings.reduced(page, text.size, isPicture: !summary.hasText)
    else { return }
    Output.complain("\(name): \(words)")
  }

  /// Answers requests for the text of pages without any by what was recognised before, if there is some.
  func readRecognizedPages() {
    if summary.hasPages, let known = try? recognition(nil, .knownPages, workers: 1) {
      document.recognize(with: known)
    }
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
    // Nothing of an encrypted document is written anywhere else.
    var pages: RecognizedCache?
    if let path, case .metadata(let metadata) = try ask(.metadata), !metadata.isEncrypted {
      pages = RecognizedCache(of: path)
      RecognizedCache.sweep()
    }
    guard let recognition = setup.recognition(in: pool, extent, workers: workers, pages: pages)
    else { throw Failure(sentence: RecognitionStrings.programMissing) }
    return recognition
  }
}
