/// A cache of objects of a file, limited in bytes.
struct ObjectMemory {
  private var known: [PDFObject.Reference: PDFObject] = [:]
  /// Approximate bytes of memory.
  private var cost = 0
  private let most: Int

  init(atMost bytes: Int) { most = bytes }

  subscript(place: PDFObject.Reference) -> PDFObject? {
    get { known[place] }
    set {
      guard let newValue, known[place] == nil else { return }
      let size = newValue.cost
      guard size <= most / 4 else { return }
      if cost + size > most { (known, cost) = ([:], 0) }
      known[place] = newValue
      cost += size
    }
  }
}

/// A file that is the beginning of another one, and the objects that the other one replaces.
struct OlderObjects {
  let file: ObjectFile
  let replaced: Set<PDFObject.Reference>
}

extension PDFObject {
  /// Approximate bytes of memory.
  fileprivate var cost: Int {
    switch self {
    case .null, .bool, .integer, .reference: 32
    case .real(let text), .name(let text): 32 + text.utf8.count
    case .string(let bytes): 64 + bytes.count
    case .array(let items): items.reduce(64) { $0 + $1.cost }
    case .dictionary(let entries), .stream(let entries):
      entries.reduce(96) { $0 + 64 + $1.value.cost }
    }
  }
}
