import DocumentModel
import Glibc
import Wire

/// The bytes that annotations are put behind, held open by a worker as long as edits of the same document come.
final class HeldBase {
  let password: [UInt8]
  private let file: SourceDescriptor
  private let mapping: FileMapping
  private let count: Int
  private var opened: Result<AnnotatedFile, SaveBlocker>
  private var held: PopplerVerifier?
  /// What was verified behind it.
  var verified = VerifiedPages()
  /// What was verified last, of which much must be given back: there is time for it when the answer is on its way.
  private var spent: [AnyObject] = []
  private static let mostRemembered = 16 << 20
  /// The section of edits that are likely to be asked for.
  private var ahead: (edits: SectionEdits, made: SectionBuilder.Made)?
  /// Beyond so many edits none is made before it is asked for: it would be made anew with each one more.
  private static let mostAhead = 300
  /// Entries of the lists of its pages: those of a page with very many leave no room beside them for what else is read.
  private static let mostItemsAhead = 5_000

  /// The descriptor is the base's from here on; throws where the file has fewer bytes.
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
    // Who reads in the mapping goes before it.
    held = nil
    opened = .failure(.failed)
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: mapping.bytes[..<count]) }

  /// Makes the section of edits before it is asked for; where it cannot be made whoever asks is told.
  func makeAhead(_ edits: SectionEdits) {
    guard edits.count <= Self.mostAhead, ahead?.edits != edits else { return }
    ahead = nil
    guard let made = try? SectionBuilder.made(of: edits, behind: self),
      made.pages.values.reduce(0, { $0 + $1.items.count }) <= Self.mostItemsAhead
    else { return }
    ahead = (edits, made)
  }

  /// The section of edits, made now where it was not made ahead.
  func made(of edits: SectionEdits) throws(SaveBlocker) -> SectionBuilder.Made {
    if let ahead, ahead.edits == edits { return ahead.made }
    return try SectionBuilder.made(of: edits, behind: self)
  }

  /// Keeps what has been verified until `rest`.
  func keep(_ objects: [AnyObject]) { spent = objects }

  /// Gives back what was needed for the last answer.
  func rest() {
    held?.rest()
    guard !spent.isEmpty else { return }
    spent = []
    // A larger piece of memory makes the allocator put together the small ones that were freed: now, not at the next request.
    free(malloc(1 << 16))
  }

  private static func open(
    _ bytes: UnsafeRawBufferPointer, _ password: [UInt8]
  ) -> Result<AnnotatedFile, SaveBlocker> {
    do throws(SaveBlocker) {
      let opened = try AnnotatedFile(bytes, password: password)
      // The objects round each page that is edited are asked for with each edit.
      opened.file.remember(atMost: mostRemembered)
      return .success(opened)
    } catch {
      return .failure(error)
    }
  }

  /// The base as libqpdf reads it; throws where it cannot be written behind.
  func target() throws(SaveBlocker) -> AnnotatedFile { try opened.get() }

  /// The same, opened once more: with no complaint of what was read before.
  func freshTarget() throws(SaveBlocker) -> AnnotatedFile {
    opened = Self.open(bytes, password)
    return try opened.get()
  }

  /// The base as poppler reads it.
  func sight() throws(SaveBlocker) -> PopplerVerifier {
    if let held { return held }
    let made = PopplerVerifier(bytes, password: try target().file.password)
    held = made
    return made
  }

  /// A memory with the base and a section behind it. The base's pages are the file's own: a book is not copied.
  func extended(by section: UnsafeRawBufferPointer) throws(SaveBlocker) -> ExtendedBase {
    guard let whole = ExtendedBase(bytes, file.number, section) else { throw .tooLarge }
    return whole
  }
}
