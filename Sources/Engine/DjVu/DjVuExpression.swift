internal import CDjVu
import DocumentModel

/// An S-expression of DjVuLibre, valid as long as the document holds the expression it is part of.
struct DjVuExpression {
  let raw: OpaquePointer?

  init(_ raw: OpaquePointer?) {
    self.raw = raw
  }

  /// Whether the library still has to load it.
  var isPending: Bool { UInt(bitPattern: raw) == 2 }

  /// Whether the library could not load it.
  var isFailure: Bool { name == "failed" || name == "stopped" }

  var number: Int? { miniexp_numberp(raw) != 0 ? Int(miniexp_to_int(raw)) : nil }

  /// The name of a symbol.
  var name: String? {
    guard !isPending, miniexp_symbolp(raw) != 0 else { return nil }
    return miniexp_to_name(raw).map { String(cString: $0) }
  }

  var bytes: [UInt8]? { bytes(most: Int.max) }

  /// The first bytes of a string.
  func bytes(most: Int) -> [UInt8]? {
    guard miniexp_stringp(raw) != 0 else { return nil }
    var start: UnsafePointer<CChar>?
    let count = min(miniexp_to_lstr(raw, &start), most)
    guard let start else { return [] }
    return start.withMemoryRebound(to: UInt8.self, capacity: count) {
      Array(UnsafeBufferPointer(start: $0, count: count))
    }
  }

  /// A string of at most `most` bytes; one that is no UTF-8, as in old files, is taken for Latin-1.
  func text(most: Int) -> String? {
    guard let bytes = bytes(most: Int.max), bytes.count <= most else { return nil }
    return Self.text(bytes)
  }

  static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// The elements of a list; none of other expressions.
  var items: DjVuList { DjVuList(self) }
}

/// The elements of a list, which need not end in the empty list.
struct DjVuList: Sequence, IteratorProtocol {
  private var node: OpaquePointer?

  init(_ list: DjVuExpression) {
    node = list.raw
  }

  mutating func next() -> DjVuExpression? {
    guard miniexp_consp(node) != 0 else { return nil }
    defer { node = miniexp_cdr(node) }
    return DjVuExpression(miniexp_car(node))
  }

  /// The elements that were not taken yet.
  var rest: DjVuExpression { DjVuExpression(node) }
}
