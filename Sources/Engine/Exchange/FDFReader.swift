import DocumentModel
import Wire

/// Reads FDF (PDF 32000-1, 12.7.7) with libqpdf, which rebuilds the cross-reference that FDF need not have.
struct FDFReader {
  static let header = Array("%FDF-".utf8)
  private let bytes: [UInt8]
  private let header: Int
  private var found = ExchangeContents()

  private static let deepestField = 32
  /// Fields and parts of annotations that are read: the objects of a file may contain each other.
  private var budget = 4_000_000
  /// Bytes of the appearances of stamps.
  private var appearances = AppearanceCopy.mostBytes
  private static let mostValues = 1_000

  /// `header` is the offset of `%FDF-`.
  init(_ bytes: [UInt8], header: Int) throws(ExchangeRefusal) {
    self.bytes = bytes
    self.header = header
  }

  mutating func contents() throws(ExchangeRefusal) -> ExchangeContents {
    // libqpdf reads FDF with the header of a PDF; the offsets stay the same.
    var document = bytes
    document[header + 1] = 0x50
    let mapping: FileMapping
    do throws(EngineFailure) { mapping = try FileMapping(copying: document) } catch {
      throw .tooLarge
    }
    let file: ObjectFile
    do throws(ObjectFile.Failure) {
      file = try ObjectFile(mapping.bytes, passwords: [[]])
    } catch {
      throw error == .unreadable ? .damaged : .encrypted
    }
    // The file's objects are read from the mapping.
    return try withExtendedLifetime(mapping) { () throws(ExchangeRefusal) in try read(file) }
  }

  private mutating func read(_ file: ObjectFile) throws(ExchangeRefusal) -> ExchangeContents {
    guard let root = file.followed(file.trailer["Root"]).dictionary,
      let form = file.followed(root["FDF"]).dictionary
    else { throw .damaged }
    guard form["EncryptionRevision"] == nil else { throw .encrypted }
    for item in file.followed(form["Annots"]).array ?? [] { try add(item, in: file) }
    for field in file.followed(form["Fields"]).array ?? [] {
      try add(field: field, above: "", depth: 0, in: file)
    }
    return found
  }

  /// Entries that belong to the other document, or are not the annotation's own.
  private static let foreign: Set = [
    "P", "Parent", "Popup", "AP", "AS", "StructParent", "OC", "IRT",
  ]

  private mutating func add(_ item: PDFObject, in file: ObjectFile) throws(ExchangeRefusal) {
    guard let entries = file.followed(item).dictionary,
      let subtype = file.followed(entries["Subtype"]).name,
      !AnnotationReader.machinery.contains(subtype)
    else { return }
    guard let page = file.followed(entries["Page"]).integer, page >= 0 else {
      found.lose(.page)
      return
    }
    var own: [String: PDFObject] = [:]
    for (key, value) in entries where !Self.foreign.contains(key) {
      own[key] = ObjectCopy.value(value, in: file, budget: &budget)
    }
    guard budget > 0 else { throw .tooLarge }
    var appearance: AppearancePart?
    if subtype == "Stamp", file.followed(entries["AP"]).dictionary?["N"] != nil {
      var copy = AppearanceCopy(file, atMost: appearances)
      appearance = copy.normal(entries["AP"])
      appearances = copy.bytes
      if appearance == nil { found.lose(.picture) }
    }
    let rich = own["RC"]?.string.flatMap { MarkupParser.xml(Array(PDFText.decoded($0).utf8)) }
    if let rich, RichText.isFormatted(rich.root) { found.lose(.richText) }
    // The annotation replied to need not be in the file, so that a name stands for it; some programs refer to it all the same.
    let parent = file.followed(entries["IRT"])
    let name = parent.string ?? file.followed(parent.dictionary?["NM"]).string
    try found.add(
      ExchangedAnnotation(
        page: page, subtype: subtype, entries: own, answered: name.map(PDFText.decoded),
        appearance: appearance))
  }

  private mutating func add(
    field: PDFObject, above: String, depth: Int, in file: ObjectFile
  ) throws(ExchangeRefusal) {
    budget -= 1
    guard budget > 0 else { throw .tooLarge }
    guard depth < Self.deepestField, let entries = file.followed(field).dictionary else { return }
    let part = CleanText.line(PDFText.decoded(file.followed(entries["T"]).string ?? []))
    let name = above.isEmpty || part.isEmpty ? above + part : above + "." + part
    guard name.utf8.count <= 1_000 else { return }
    if !name.isEmpty, entries["V"] != nil {
      let value = file.followed(entries["V"])
      let values = (value.array ?? [value]).prefix(Self.mostValues).compactMap {
        Self.text(file.followed($0))
      }
      try found.add(ExchangedValue(name, values.filter { !$0.isEmpty }))
    }
    for kid in file.followed(entries["Kids"]).array ?? [] {
      try add(field: kid, above: name, depth: depth + 1, in: file)
    }
  }

  private static func text(_ value: PDFObject) -> String? {
    value.name.map(PDFName.decoded) ?? value.string.map { CleanText.value(PDFText.decoded($0)) }
  }
}

/// Copies values with all they refer to, without streams.
enum ObjectCopy {
  private static let deepest = 8
  private static let mostItems = 2 * AnnotationReader.mostPoints

  /// Returns nil if the value is a stream, or nested too deeply; `budget` is the number of values that may be copied.
  static func value(
    _ value: PDFObject, in file: ObjectFile, budget: inout Int, depth: Int = 0
  ) -> PDFObject? {
    budget -= 1
    guard depth < deepest, budget > 0 else { return nil }
    switch file.followed(value) {
    case .array(let items):
      var copies: [PDFObject] = []
      for item in items.prefix(mostItems) {
        if let copy = self.value(item, in: file, budget: &budget, depth: depth + 1) {
          copies.append(copy)
        }
      }
      return .array(copies)
    case .dictionary(let entries):
      var copies: [String: PDFObject] = [:]
      for (key, item) in entries {
        copies[key] = self.value(item, in: file, budget: &budget, depth: depth + 1)
      }
      return .dictionary(copies)
    case .stream: return nil
    case let plain: return plain
    }
  }
}
