import DocumentModel
import Glibc
import Wire

/// The existing bytes of a document to which sections are appended. A worker keeps them open while edits of the document arrive.
final class HeldBase {
  let password: [UInt8]
  private let file: SourceDescriptor
  private let mapping: FileMapping
  private let count: Int
  private var opened: Result<AnnotatedFile, SaveBlocker>
  private var held: PopplerVerifier?
  /// The pages verified in sections appended to this base.
  var verified = VerifiedPages()
  /// Objects of the last verification, kept alive so that they are freed after the reply is sent.
  private var spent: [AnyObject] = []
  private static let mostRemembered = 16 << 20
  /// A section built in advance for the edits that are expected next.
  private var ahead: (edits: SectionEdits, made: SectionBuilder.Made)?
  /// Most edits for which a section is built in advance; it would be rebuilt with each further edit.
  private static let mostAhead = 300
  /// Most `/Annots` entries of the edited pages for building in advance; more would leave no memory for other reads.
  private static let mostItemsAhead = 5_000

  /// Takes ownership of `descriptor`. Throws if the file has fewer than `count` bytes.
  init(_ descriptor: Int32, count: Int, password: [UInt8]) throws(EngineFailure) {
    file = SourceDescriptor(number: descriptor)
    mapping = try FileMapping(descriptor)
    self.count = count
    self.password = password
    guard count > 0, count <= mapping.bytes.count else { throw .unreadable }
    opened = .failure(.failed)
    opened = Self.open(bytes, password)
  }

  deinit {
    rest()
    // Readers of the mapping are released before it is unmapped.
    held = nil
    opened = .failure(.failed)
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: mapping.bytes[..<count]) }

  /// Builds the section of edits in advance. Failures are ignored here and reported when the section is requested.
  func makeAhead(_ edits: SectionEdits) {
    guard edits.count <= Self.mostAhead, ahead?.edits != edits else { return }
    ahead = nil
    guard let made = try? SectionBuilder.made(of: edits, after: self, isCopy: false),
      made.pages.values.reduce(0, { $0 + $1.items.count }) <= Self.mostItemsAhead
    else { return }
    ahead = (edits, made)
  }

  /// Returns the section of edits, from `makeAhead` if it matches.
  func made(
    of edits: SectionEdits, isCopy: Bool = false
  ) throws(SaveBlocker) -> SectionBuilder.Made {
    if !isCopy, let ahead, ahead.edits == edits { return ahead.made }
    return try SectionBuilder.made(of: edits, after: self, isCopy: isCopy)
  }

  /// Keeps objects alive until `rest`.
  func keep(_ objects: [AnyObject]) { spent = objects }

  /// Frees what the last answer needed.
  func rest() {
    held?.rest()
    guard !spent.isEmpty else { return }
    spent = []
    // A larger allocation makes the allocator coalesce the freed small blocks now rather than at the next request.
    free(malloc(1 << 16))
  }

  private static func open(
    _ bytes: UnsafeRawBufferPointer, _ password: [UInt8]
  ) -> Result<AnnotatedFile, SaveBlocker> {
    do throws(SaveBlocker) {
      let opened = try AnnotatedFile(bytes, password: password)
      // Each edit reads the objects around the edited pages again.
      opened.file.remember(atMost: mostRemembered)
      return .success(opened)
    } catch {
      return .failure(error)
    }
  }

  /// Returns the base as opened by libqpdf. Throws if it cannot be annotated.
  func target() throws(SaveBlocker) -> AnnotatedFile { try opened.get() }

  /// Opens the base once more, without warnings of earlier reads.
  func freshTarget() throws(SaveBlocker) -> AnnotatedFile {
    opened = Self.open(bytes, password)
    return try opened.get()
  }

  /// Returns the base as opened by poppler.
  func sight() throws(SaveBlocker) -> PopplerVerifier {
    if let held { return held }
    let made = PopplerVerifier(bytes, password: try target().file.password)
    held = made
    return made
  }

  /// Returns memory with the base followed by a section. The base's pages are mapped from the file, not copied.
  func extended(by section: UnsafeRawBufferPointer) throws(SaveBlocker) -> ExtendedBase {
    guard let whole = ExtendedBase(bytes, file.number, section) else { throw .tooLarge }
    return whole
  }
}
