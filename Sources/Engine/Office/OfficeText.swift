/// The text of an office document as XHTML, with its metadata and comments.
struct OfficeText {
  /// An element "body" with the blocks.
  var tree = MarkupTree()
  var title = ""
  var authors: [String] = []
  var subject = ""
  var keywords = ""
  /// As the file gives it.
  var language = ""
  /// Dates as the file gives them, in ISO 8601.
  var created = ""
  var modified = ""
  var generator = ""
  var comments: [OfficeComment] = []
  /// The slides of a presentation: their numbers, and the identifiers of their places.
  var slides: [(label: String, place: String)] = []

  /// Returns the identifier of a slide's place by its number from 1.
  static func place(ofSlide number: Int) -> String { "slide-\(number)" }

  mutating func setSlides(_ count: Int) {
    slides = (0..<count).map { (String($0 + 1), Self.place(ofSlide: $0 + 1)) }
  }
}

/// A comment; the text it is about is in elements "span" whose attribute "comment" is its identifier.
struct OfficeComment: Equatable {
  var id: String
  var author: String
  /// In ISO 8601, or empty.
  var date: String
  /// Paragraphs are separated by line feeds.
  var text: String
  /// The comment it replies to.
  var parent: String?
  /// Whether the discussion it began is marked as done.
  var isDone = false

  /// The text of a cell that has nothing but comments.
  static let emptyCell = "[comment]"
}

extension OfficeText {
  /// Returns the path of the main part of an Office Open XML container.
  static func mainPart(of files: OfficeFiles) -> String? {
    OfficeRelations(of: "", in: files).path("officeDocument")
  }

  /// Reads the core and extended properties of an Office Open XML container.
  mutating func readProperties(of files: OfficeFiles) {
    let relations = OfficeRelations(of: "", in: files)
    if let core = relations.path("core-properties").flatMap(files.root) {
      func words(_ name: String) -> String { core.child(name)?.words ?? "" }
      title = words("dc:title")
      authors = words("dc:creator").split(separator: ";").map { String($0.trimmed) }
      subject = words("dc:subject")
      keywords = words("cp:keywords")
      language = words("dc:language")
      created = words("dcterms:created")
      modified = words("dcterms:modified")
    }
    let extended = relations.path("extended-properties") ?? relations.path("extendedProperties")
    generator = extended.flatMap(files.root)?.child("Application")?.words ?? ""
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  var trimmed: SubSequence {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }
}
