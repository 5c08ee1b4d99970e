import DocumentModel
import Library
import Services
import Text
import Wire
import Workers

/// The stored reading position of a document, in the library shared with the interactive program.
final class PlainMemory {
  private let library: ReadingLibrary
  private var identity: DocumentIdentity
  private let summary: DocumentSummary
  private var state: ReadingState
  /// Whether the document has been read before.
  let isKnown: Bool

  /// Limits the requests for a fingerprint.
  private static let mostTurns = 100_000
  /// The largest text in bytes identified by its content, as in the interactive program.
  private static let largestFingerprinted = 64 << 20

  init(
    _ document: CommandDocument, path: String, library: ReadingLibrary
  ) throws(CommandDocument.Failure) {
    self.library = library
    summary = document.summary
    identity = DocumentIdentity(permanentID: summary.permanentID, path: path)
    if !path.isEmpty {
      library.opened(identity, mimeType: DocumentTypeSettings.mimeType(of: path))
    }
    var known = Self.load(identity, library, document)
    if summary.flow.map({ $0.byteCount <= Self.largestFingerprinted }) ?? true,
      let sum = try Self.fingerprint(document)
    {
      identity.contentHash = sum
      if known == nil { known = Self.load(identity, library, document) }
    }
    isKnown = known != nil
    state = known ?? ReadingState()
  }

  var place: Place { state.place }

  /// Stores the reading position.
  func keep(_ place: Place) {
    state.place = place
    guard !identity.path.isEmpty else { return }
    library.save(identity, title: summary.title, pageCount: summary.pageCount, state: state)
    library.save(
      Session(
        paths: [identity.path],
        views: [.init(document: 0, place: place, mode: state.mode, display: state.display)],
        isReading: true))
  }

  private static func load(
    _ identity: DocumentIdentity, _ library: ReadingLibrary, _ document: CommandDocument
  ) -> ReadingState? {
    let answer = Answer<KnownReading>()
    library.load(identity) { answer.give($0) }
    let known = answer.wait()
    var first = FirstPages(pageCount: document.summary.pageCount)
    for page in 0..<min(first.pageCount, known.wantedPages) {
      // A page that cannot be read is reported when it is shown.
      guard case .text(let text)? = try? document.ask(.text(page: page)) else {
        return known.state
      }
      first.texts.append(text)
    }
    guard !first.texts.isEmpty else { return known.state }
    let pages = known.wantsImages(of: first) ? first.texts.indices : 0..<0
    for page in pages {
      guard case .imageSums(let sums)? = try? document.ask(.imageSums(page: page)) else {
        return known.state
      }
      first.images.append(sums)
    }
    let isOther = known.isOfAnother(than: first)
    if isOther { library.detachReading(from: identity.path) }
    library.keep(TextSample(first), of: identity.path)
    return isOther ? nil : known.state
  }

  private static func fingerprint(
    _ document: CommandDocument
  ) throws(CommandDocument.Failure) -> String? {
    for _ in 0..<mostTurns {
      guard case .fingerprint(let sum) = try document.ask(.fingerprint) else { return nil }
      if let sum { return sum }
    }
    return nil
  }
}
