import DocumentModel

/// A part of an appearance stream with all that it refers to, free of the file it is from (PDF 32000-1, 12.5.5).
indirect enum AppearancePart: Hashable {
  case plain(PDFObject)
  case array([AppearancePart])
  case dictionary([String: AppearancePart])
  /// The data as they are stored: `/Filter` says how.
  case stream([String: AppearancePart], [UInt8])

  /// Takes a value of which `resolve` returns what its references stand for.
  init(_ value: PDFObject, resolve: (PDFObject.Reference) -> AppearancePart) {
    switch value {
    case .reference(let place): self = resolve(place)
    case .array(let items): self = .array(items.map { Self($0, resolve: resolve) })
    case .dictionary(let entries):
      self = .dictionary(entries.mapValues { Self($0, resolve: resolve) })
    default: self = .plain(value)
    }
  }

  /// Adds it to a file; streams become objects of their own.
  func object(in target: inout some ObjectTarget) -> PDFObject {
    switch self {
    case .plain(let value): return value
    case .array(let items): return .array(items.map { $0.object(in: &target) })
    case .dictionary(let entries):
      return .dictionary(entries.mapValues { $0.object(in: &target) })
    case .stream(let entries, let data):
      let own = entries.mapValues { $0.object(in: &target) }
      let place = target.newNumber()
      target.add(stream: own, data, as: place)
      return .reference(place)
    }
  }
}

/// Copies appearances out of a file, within bounds: objects may refer to each other in circles.
struct AppearanceCopy {
  private let file: ObjectFile
  private var parts = 100_000
  /// Bytes of streams that may still be copied.
  private(set) var bytes: Int
  static let mostBytes = 32 << 20
  private static let deepest = 24

  /// Entries that lead away from the appearance.
  private static let foreign: Set = [
    "Parent", "P", "StructParent", "StructParents", "OC", "Metadata", "PieceInfo", "Length",
  ]

  init(_ file: ObjectFile, atMost bytes: Int = mostBytes) {
    self.file = file
    self.bytes = bytes
  }

  /// Returns the normal appearance of an annotation's `/AP`; nil if there is none, or it is too large.
  mutating func normal(_ appearances: PDFObject?) -> AppearancePart? {
    guard let form = file.followed(appearances).dictionary?["N"],
      case .stream = file.followed(form)
    else { return nil }
    return part(form, depth: 0)
  }

  private mutating func part(_ value: PDFObject, depth: Int) -> AppearancePart? {
    parts -= 1
    guard parts > 0, depth < Self.deepest else { return nil }
    switch file.followed(value) {
    case .array(let items):
      var copies: [AppearancePart] = []
      for item in items {
        guard let copy = part(item, depth: depth + 1) else { return nil }
        copies.append(copy)
      }
      return .array(copies)
    case .dictionary(let entries): return copy(entries, depth: depth).map { .dictionary($0) }
    case .stream(let entries):
      guard let place = value.reference, let data = file.data(of: place, isPacked: true),
        data.count <= bytes
      else { return nil }
      bytes -= data.count
      return copy(entries, depth: depth).map { .stream($0, data) }
    case .reference: return .plain(.null)
    case let plain: return .plain(plain)
    }
  }

  private mutating func copy(
    _ entries: [String: PDFObject], depth: Int
  ) -> [String: AppearancePart]? {
    var copies: [String: AppearancePart] = [:]
    for (key, value) in entries where !Self.foreign.contains(key) {
      guard let copy = part(value, depth: depth + 1) else { return nil }
      copies[key] = copy
    }
    return copies
  }
}

extension AppearancePart {
  /// The appearance of a stamp that is not yet in its file: its picture on its box.
  init?(_ stamp: Annotation, on space: PageSpace) {
    guard let appearance = Appearance(stamp, LineStyle(), on: space),
      let picture = appearance.picture,
      let data = Deflate.compressed(appearance.content)
    else { return nil }
    // Stands for the picture, the only object that the form refers to.
    let place = PDFObject.Reference(number: 0, generation: 0)
    var entries = appearance.entries(font: { _ in .null }, unseen: nil, picture: .reference(place))
    entries["Filter"] = .name("FlateDecode")
    let form = entries.mapValues { Self($0, resolve: { _ in Self(picture) }) }
    self = .stream(form, data)
  }

  private init(_ picture: StampImage) {
    func part(_ entries: [String: PDFObject]) -> [String: Self] {
      entries.mapValues { .plain($0) }
    }
    var entries = part(picture.entries)
    if let mask = picture.mask { entries["SMask"] = .stream(part(picture.maskEntries), mask) }
    self = .stream(entries, picture.colors)
  }
}
