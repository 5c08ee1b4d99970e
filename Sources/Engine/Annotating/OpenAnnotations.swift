import DocumentModel
import Wire

/// The annotations, form and signatures of the open document, read on request.
final class OpenAnnotations {
  let reader: AnnotationReader
  let verdict: AnnotationAccess
  private(set) lazy var form = OpenForm(reader)
  private(set) lazy var signatures = SignatureCheck(file, bytes)
  private let file: ObjectFile
  private let bytes: UnsafeRawBufferPointer

  /// After so many annotations, or so much time, no further page is read for an answer. `mostBytes`
  /// limits its size.
  private static let enough = 5_000
  private static let longest = Duration.milliseconds(60)
  private static let mostBytes = 24 << 20

  /// Returns nil if libqpdf finds no document. The bytes must outlive this object.
  init?(_ bytes: UnsafeRawBufferPointer, password: [UInt8]) {
    guard let file = try? AnnotatedFile.open(bytes, password: password) else { return nil }
    self.file = file
    self.bytes = bytes
    reader = AnnotationReader(file)
    verdict = Self.verdict(file, bytes)
  }

  private static func verdict(_ file: ObjectFile, _ bytes: UnsafeRawBufferPointer)
    -> AnnotationAccess
  {
    var cipher: Cipher?
    var obstacle: SaveBlocker?
    do throws(SaveBlocker) {
      if bytes.count > Limit.annotatedFile { throw .tooLarge }
      if file.isRebuilt { throw .damaged }
      _ = try SectionEnd(bytes)
      if file.trailer["Encrypt"] != nil { cipher = try Cipher(file) }
    } catch {
      obstacle = error
    }
    if cipher == nil, file.trailer["Encrypt"] != nil { cipher = try? Cipher(file) }
    let terms = AnnotationPermissions(file, cipher)
    // `.forbidden` takes precedence, since it applies to a copy of the document too.
    func first(_ term: SaveBlocker?) -> SaveBlocker? {
      term == .forbidden ? term : obstacle ?? term
    }
    return AnnotationAccess(
      obstacle: first(terms.obstacle), formObstacle: first(terms.formObstacle),
      cautions: terms.cautions)
  }

  /// Reads as many pages of the range as fit into one answer, at least one.
  func portion(_ range: Range<Int>) -> AnnotationPortion {
    var portion = AnnotationPortion(next: range.lowerBound)
    guard !range.isEmpty else { return portion }
    let end = ContinuousClock.now + Self.longest
    var size = 0
    let reader = reader
    reader.tree.walk(from: range.lowerBound) { index, page in
      guard index < range.upperBound else { return false }
      let read = reader.read(
        page, index: index, most: Limit.annotations - portion.annotations.count)
      let bytes = read.list.map { Self.size($0.annotation) }
      if !portion.annotations.isEmpty, size + bytes.reduce(0, +) > Self.mostBytes { return false }
      portion.leftOut += read.leftOut
      for (filed, count) in zip(read.list, bytes) {
        size += count
        // A single page may exceed the limit.
        if size > Limit.shared - (1 << 20) {
          portion.leftOut += 1
        } else {
          portion.annotations.append(filed.annotation)
        }
      }
      portion.next = index + 1
      return portion.annotations.count < Self.enough && ContinuousClock.now < end
    }
    // The page tree has fewer pages than the document reports.
    if portion.next == range.lowerBound { portion.next = range.upperBound }
    return portion
  }

  /// Returns the number of annotations on a page, without links, fields and popups.
  func count(page index: Int) -> Int {
    var count = 0
    let reader = reader
    reader.tree.visit([index]) { index, page in
      count = reader.read(page, index: index, most: 0).leftOut
    }
    return count
  }

  /// Returns the upper limit of an annotation's bytes in an answer.
  private static func size(_ annotation: Annotation) -> Int {
    let texts = [annotation.contents, annotation.author, annotation.subject, annotation.id.name]
    return 200 + texts.map(\.utf8.count).reduce(0, +) + annotation.quads.count * 64
      + annotation.strokes.reduce(0) { $0 + 4 + $1.count * 16 }
  }
}
