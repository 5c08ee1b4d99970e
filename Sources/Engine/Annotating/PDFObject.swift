/// A PDF object as a value (PDF 32000-1, 7.3); references are not resolved.
enum PDFObject: Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  /// The text as written: 0.10 stays 0.10.
  case real(String)
  /// Without its slash, one character per byte.
  case name(String)
  /// Decrypted bytes.
  case string([UInt8])
  case array([PDFObject])
  case dictionary([String: PDFObject])
  case reference(Reference)
  /// The stream's dictionary; `ObjectFile.data` reads its data.
  case stream([String: PDFObject])

  /// The number and generation of an indirect object.
  struct Reference: Hashable, Comparable {
    var number: Int
    var generation: Int

    static func < (a: Reference, b: Reference) -> Bool {
      (a.number, a.generation) < (b.number, b.generation)
    }
  }
}

extension PDFObject {
  /// The value of a number, nil if it is not finite.
  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let text): Double(Self.plain(text)).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  var integer: Int? {
    if case .integer(let value) = self { return value }
    return number.flatMap { Int(exactly: $0.rounded()) }
  }

  var name: String? { if case .name(let name) = self { name } else { nil } }
  var string: [UInt8]? { if case .string(let bytes) = self { bytes } else { nil } }
  var array: [PDFObject]? { if case .array(let items) = self { items } else { nil } }
  var reference: Reference? { if case .reference(let place) = self { place } else { nil } }
  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  var isNull: Bool { self == .null }

  /// The entries of a dictionary or of a stream's dictionary.
  var dictionary: [String: PDFObject]? {
    switch self {
    case .dictionary(let entries), .stream(let entries): entries
    default: nil
    }
  }

  /// Normalises numbers that Swift rejects: `--1`, as faulty writers have it, and `.5`.
  private static func plain(_ text: String) -> String {
    var text = text
    while text.hasPrefix("--") { text.removeFirst() }
    if text.hasPrefix(".") { return "0" + text }
    if text.hasPrefix("-.") { return "-0" + text.dropFirst() }
    return text.hasSuffix(".") ? text + "0" : text
  }

  /// Creates a real without exponent and with at most four decimals.
  init(_ value: Double) { self = .real(PDFNumber.text(value)) }

  static func numbers(_ values: [Double]) -> PDFObject { .array(values.map { PDFObject($0) }) }
}

/// Formats numbers in PDF syntax.
enum PDFNumber {
  /// Limit of coordinates that make sense on a page.
  static let largest = 1e7

  static func text(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let scaled = (min(max(value, -largest), largest) * 10_000).rounded()
    let whole = Int(scaled)
    let (units, rest) = (abs(whole) / 10_000, abs(whole) % 10_000)
    var text = (whole < 0 ? "-" : "") + String(units)
    if rest > 0 {
      let digits = String(rest)
      text += "." + String(repeating: "0", count: 4 - digits.count) + digits
      while text.hasSuffix("0") { text.removeLast() }
    }
    return text
  }
}
