/// An object of a PDF as a value (PDF 32000-1, 7.3); references are not followed.
enum PDFObject: Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  /// As it is written: 0.10 stays 0.10.
  case real(String)
  /// Without its slash; a character a byte.
  case name(String)
  /// Decrypted.
  case string([UInt8])
  case array([PDFObject])
  case dictionary([String: PDFObject])
  case reference(Reference)
  /// Its dictionary; the data is asked for by number.
  case stream([String: PDFObject])

  /// The number of an indirect object.
  struct Reference: Hashable, Comparable {
    var number: Int
    var generation: Int

    static func < (a: Reference, b: Reference) -> Bool {
      (a.number, a.generation) < (b.number, b.generation)
    }
  }
}

extension PDFObject {
  /// A finite number.
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

  /// Of a dictionary or a stream.
  var dictionary: [String: PDFObject]? {
    switch self {
    case .dictionary(let entries), .stream(let entries): entries
    default: nil
    }
  }

  /// Swift reads `+1` and `1.` but neither `--1`, as broken writers have it, nor `.5`.
  private static func plain(_ text: String) -> String {
    var text = text
    while text.hasPrefix("--") { text.removeFirst() }
    if text.hasPrefix(".") { return "0" + text }
    if text.hasPrefix("-.") { return "-0" + text.dropFirst() }
    return text.hasSuffix(".") ? text + "0" : text
  }

  /// A number as PDF writes it, without exponents, four digits behind the point at the most.
  init(_ value: Double) { self = .real(PDFNumber.text(value)) }

  static func numbers(_ values: [Double]) -> PDFObject { .array(values.map { PDFObject($0) }) }
}

/// Numbers as text.
enum PDFNumber {
  /// Beyond this a page's coordinates have no meaning.
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
