import DocumentModel
import Wire

/// Gathers annotations and values for an exchanged file.
struct ExchangeWriter {
  private let file: ObjectFile
  private let export: ExchangeExport
  /// Carets whose text replaces struck-out words.
  private let replaced: Set<AnnotationID>
  private var annotations: [ExchangedAnnotation] = []
  private var root = FieldBranch()
  private var losses: [ExchangeLoss: Int] = [:]
  private var copy: AppearanceCopy

  init(_ file: ObjectFile, _ export: ExchangeExport) {
    self.file = file
    copy = AppearanceCopy(file)
    self.export = export
    replaced = Set(
      export.annotations.filter { $0.kind == .strikeOut && $0.isGrouped }.compactMap(\.replyTo))
  }

  mutating func lose(_ loss: ExchangeLoss) { losses[loss, default: 0] += 1 }

  /// Entries that say something about this file only.
  private static let foreign: Set = [
    "P", "Parent", "Popup", "AP", "AS", "StructParent", "OC", "Type", "IRT", "FS", "Sound",
  ]
  /// The limit on values in the entries of one annotation.
  private static let mostValues = 1_000_000
  /// A placeholder for the annotation replied to, which is written by its name.
  private static let someone = PDFObject.Reference(number: 0, generation: 0)

  mutating func add(_ annotation: Annotation, on page: PageAnnotations) {
    let old = page.find(annotation.id)
    var entries = old.map { page.entries(of: $0, in: file) } ?? [:]
    var fields = AnnotationFields(
      annotation, before: old?.annotation, page: page.page,
      answered: annotation.replyTo == nil ? nil : Self.someone, isDrawnByRecto: false)
    var appearance: AppearancePart?
    if annotation.kind == .stamp,
      annotation.picture != nil || hasImage(entries["AP"])
        || old.map({ !isNamed($0.annotation) }) ?? false
    {
      appearance =
        annotation.picture == nil
        ? copy.normal(entries["AP"]) : AppearancePart(annotation, on: page.page.space)
      if appearance == nil { lose(.picture) }
    }
    fields.isReplacement = replaced.contains(annotation.id)
    fields.write(to: &entries)
    guard let subtype = file.followed(entries["Subtype"]).name, XFDF.elements[subtype] != nil,
      annotation.kind != .attachment
    else { return lose(ExchangeLoss(of: annotation.kind)) }
    var own: [String: PDFObject] = [:]
    var budget = Self.mostValues
    for (key, value) in entries where !Self.foreign.contains(key) {
      own[key] = ObjectCopy.value(value, in: file, budget: &budget)
    }
    annotations.append(
      ExchangedAnnotation(
        page: annotation.page, subtype: subtype, entries: own,
        answered: annotation.replyTo?.name, appearance: appearance))
  }

  /// Whether an appearance draws an image itself; a name does not tell what that shows.
  private func hasImage(_ appearances: PDFObject?) -> Bool {
    let form = file.followed(file.followed(appearances).dictionary?["N"]).dictionary
    let resources = file.followed(form?["Resources"]).dictionary
    return file.followed(resources?["XObject"]).dictionary?.values.contains {
      file.followed(file.followed($0).dictionary?["Subtype"]).name == "Image"
    } ?? false
  }

  /// Whether a stamp has a name that says how it looks.
  private func isNamed(_ stamp: Annotation) -> Bool { !stamp.icon.isEmpty }

  mutating func add(_ values: [FieldEdit], _ fields: [FieldID: FiledField]) {
    for value in values {
      if fields[value.id]?.field.flags.contains(.password) == true {
        if !value.value.isEmpty { lose(.password) }
        continue
      }
      let isSwitch = fields[value.id]?.field.kind.isSwitch == true
      let texts = value.value.isEmpty ? [isSwitch ? "Off" : ""] : value.value
      root.add(value.id.name.split(separator: ".").map(String.init)[...], texts, isSwitch)
    }
  }

  /// Returns the file; without bytes if there is nothing in it.
  func finished() -> ExchangedFile {
    if annotations.isEmpty, root.inner.isEmpty, export.format != .pdf {
      return ExchangedFile([], losses: losses)
    }
    let bytes =
      switch export.format {
      case .xfdf: XFDFWriter.bytes(annotations, root, export.name, identity)
      case .pdf: SummarySheet.bytes(export.lines)
      case .fdf: FDFWriter.bytes(annotations, root, export.name, identity)
      }
    return ExchangedFile(bytes, losses: losses)
  }

  /// The two halves of the document's `/ID`; none if it has none.
  private var identity: [[UInt8]] {
    let halves = (file.followed(file.trailer["ID"]).array ?? []).compactMap {
      file.followed($0).string
    }
    return halves.count == 2 ? halves : []
  }
}

/// A part of the names of fields, with what is below it (PDF 32000-1, 12.7.3.2).
struct FieldBranch {
  private(set) var name = ""
  /// Nil for a part that only has fields below it.
  private(set) var values: [String]?
  /// Whether its values are names of states.
  private(set) var isSwitch = false
  private(set) var inner: [FieldBranch] = []
  private var places: [String: Int] = [:]

  mutating func add(_ path: ArraySlice<String>, _ texts: [String], _ isSwitch: Bool) {
    guard let first = path.first else {
      values = texts
      self.isSwitch = isSwitch
      return
    }
    let place = places[first] ?? inner.count
    if place == inner.count {
      var branch = FieldBranch()
      branch.name = first
      inner.append(branch)
      places[first] = place
    }
    inner[place].add(path.dropFirst(), texts, isSwitch)
  }
}
