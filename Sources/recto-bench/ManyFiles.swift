import Glibc

/// A generated folder of many documents with various kinds of names.
struct ManyFiles: ~Copyable {
  let path: String
  let count: Int

  /// The name of a row near the end of the first window: once it is painted, the first rows are.
  static let firstRows = "first-00030"
  /// The beginning of the name that sorts last, by code points as well as numerically.
  static let last = "\u{9fa0}"
  /// The filter text that matches one name only, and a part of that name that is not typed.
  static let needle = (typed: "quux", painted: "QXZ")

  /// The number of documents, from the top, that have a page, so that reading them is measured too; the others are empty.
  private static let mostPages = 2_000

  init(_ count: Int, in folder: String) throws(ProgramRun.Failure) {
    path = "\(folder)/files-\(count)"
    self.count = count
    guard mkdir(path, 0o700) == 0 else {
      throw ProgramRun.Failure(description: "\(path): no folder")
    }
    let pages = min(Self.mostPages, count / 2)
    for number in 1...pages {
      try make("000-first-\(Self.digits(number, 5)).pdf", Self.document)
    }
    try make("\(Self.last)-last.pdf", Self.document)
    try make("aQXZ-\(Self.needle.typed).pdf", Self.document)
    for number in 0..<count - pages - 2 { try make(Self.name(number), []) }
  }

  deinit {
    _ = try? ProgramRun("rm", "-r", path).time()
  }

  private func make(_ name: String, _ bytes: [UInt8]) throws(ProgramRun.Failure) {
    let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw ProgramRun.Failure(description: "\(name) cannot be made") }
    defer { close(descriptor) }
    guard bytes.isEmpty || write(descriptor, bytes, bytes.count) == bytes.count else {
      throw ProgramRun.Failure(description: "\(name) cannot be written")
    }
  }

  /// Returns distinct names like those by scanners, publishers, cameras and people.
  private static func name(_ number: Int) -> String {
    switch number % 6 {
    case 0: "Scan 2024-0\(number % 9 + 1)-1\(number % 10) \(number).pdf"
    case 1: "\(2_301 + number % 90).\(digits(number, 6))v\(number % 3 + 1).pdf"
    case 2: "Müller & Özdemir – Über die Kräfte, Teil \(number).pdf"
    case 3: "IMG_\(digits(number, 6)).PDF"
    case 4: "第\(number)章 情報検索.pdf"
    default:
      "a rather long title of a paper on databases and their transactions, draft \(number).pdf"
    }
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  /// One page with one line; readers find its objects without a cross-reference table.
  private static let document = Array(
    """
    %PDF-1.4
    1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
    2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
    3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
    4 0 obj<</Length 36>>stream
    BT /F 12 Tf 20 100 Td (A page) Tj ET
    endstream endobj
    5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
    trailer<</Root 1 0 R>>
    %%EOF

    """.utf8)
}
