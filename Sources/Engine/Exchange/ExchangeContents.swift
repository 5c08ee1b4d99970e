import DocumentModel
import Wire

/// An annotation of an exchanged file, as the dictionary that a PDF would have for it.
struct ExchangedAnnotation {
  /// From 0.
  var page: Int
  var subtype: String
  var entries: [String: PDFObject]
  /// The name of the annotation it replies to, or is grouped with; nil if it is none of a reply and a group member.
  var answered: String?
  /// The form that a stamp's name does not tell of.
  var appearance: AppearancePart?
  /// A picture that is not in a form.
  var picture: StampPicture?
}

/// The annotations and values of an exchanged file.
struct ExchangeContents {
  var annotations: [ExchangedAnnotation] = []
  var values: [ExchangedValue] = []
  var losses: [ExchangeLoss: Int] = [:]

  /// Larger files are not read.
  static let mostBytes = 64 << 20
  /// More annotations could not be verified within the time limit of saving.
  private static let mostAnnotations = 10_000

  /// Reads XFDF or FDF, by its first bytes.
  static func read(_ bytes: UnsafeRawBufferPointer) throws(ExchangeRefusal) -> ExchangeContents {
    guard bytes.count <= mostBytes else { throw .tooLarge }
    let head = bytes.firstIndex(of: FDFReader.header, in: 0..<min(bytes.count, 1_024))
    if let head {
      var reader = try FDFReader(Array(bytes), header: head)
      return try reader.contents()
    }
    var reader = try XFDFReader(Array(bytes))
    return try reader.contents()
  }

  mutating func lose(_ loss: ExchangeLoss) { losses[loss, default: 0] += 1 }

  mutating func add(_ annotation: ExchangedAnnotation) throws(ExchangeRefusal) {
    guard annotations.count < Self.mostAnnotations else { throw .tooManyAnnotations }
    annotations.append(annotation)
  }

  mutating func add(_ value: ExchangedValue) throws(ExchangeRefusal) {
    guard values.count < Limit.fieldEdits else { throw .tooLarge }
    values.append(value)
  }
}
