import Glibc

/// A folder of many documents with names of several shapes, made for a measurement.
struct ManyFiles: ~Copyable {
  let path: String
  let count: Int

  /// Painted when the first rows are: the name of a row far down in the first window.
  static let firstRows = "first-00030"
  /// Begins the name that comes last whatever the order: by code points as by numbers.
  static let last = "\u{9fa0}"
  /// What finds one name among all, and what of that name was not typed.
  static let needle = (typed: "quux", painted: "QXZ")

  /// So many rows from the top hold a document with a page, so that looking into them is measured too; the others are empty.
  private static let mostPages = 2_000

  init(_ count: Int, in folder: String) throws(Command.Failure) {
    path = "\(folder)/files-\(count)"
    self.count = count
    guard mkdir(path, 0o700) == 0 else { throw Command.Failure(description: "\(path): no folder") }
    let pages = min(Self.mostPages, count / 2)
    for number in 1...pages {
      try make("000-first-\(Self.digits(number, 5)).pdf", Self.document)
    }
    try make("\(Self.last)-last.pdf", Self.document)
    try make("aQXZ-\(Self.needle.typed).pdf", Self.document)
    for number in 0..<count - pages - 2 { try make(Self.name(number), []) }
  }

  deinit {
    _ = try? Command("rm", "-r", path).time()
  }

  private func make(_ name: String, _ bytes: [UInt8]) throws(Command.Failure) {
    let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw Command.Failure(description: "\(name) cannot be made") }
    defer { close(descriptor) }
    guard bytes.isEmpty || write(descriptor, bytes, bytes.count) == bytes.count else {
      throw Command.Failure(description: "\(name) cannot be written")
    }
  }

  /// As scanners, publishers, cameras and people name files; no two alike.
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

  /// One page with one line; readers find its objects without a table.
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
