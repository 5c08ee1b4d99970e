import DocumentModel
import Platform
import Services

/// The page edits that options request, in order. Pages are named by their numbers from 1 or labels at the time of each edit.
struct PageEdits {
  typealias Failure = CommandDocument.Failure

  private let file: String
  /// The number of pages after all edits so far.
  private(set) var count: Int
  private(set) var edits: [DocumentEdit] = []
  /// The files that pages come from, each once, and their numbers of pages.
  private(set) var others: [String] = []
  private var counts: [Int] = []
  /// The number of pages before the edits.
  private let firstCount: Int
  /// Returns the labels of a file's pages; the label of a page that is named by its number is empty.
  private let labels: (String) throws(Failure) -> [String]

  init(
    file: String, count: Int, labels: @escaping (String) throws(Failure) -> [String] = { _ in [] }
  ) {
    self.file = file
    self.count = count
    self.labels = labels
    firstCount = count
  }

  /// Options whose value begins with pages of the document; that of `rotate` begins with an angle.
  static let selecting: Set<String> = ["remove", "extract", "rotate", "move", "exchange"]

  /// Returns the pages in the value of such an option.
  static func selection(_ option: String, _ value: String) -> String {
    switch option {
    case "rotate": parted(value).1 ?? ""
    case "move", "exchange": parted(value).0
    default: value
    }
  }

  /// Adds the edit that an option requests, if any.
  mutating func add(
    _ option: String, _ value: String, pageCount: (String) throws(Failure) -> Int
  ) throws(Failure) {
    switch option {
    case "remove": try append(.remove(try pages(value)))
    case "extract": try append(.keep(try pages(value)))
    case "rotate":
      let (degrees, pages) = Self.parted(value)
      guard let degrees = Int(degrees), degrees % 90 == 0, degrees % 360 != 0 else {
        throw Failure(sentence: "--rotate needs 90, 180 or 270 and pages, as 90:1-3")
      }
      var turned = Array(0..<count)
      if let pages { turned = try self.pages(pages) }
      try append(.rotate(turned, by: degrees))
    case "move":
      guard case (let pages, let place?) = Self.parted(value), let place = try page(place) else {
        throw Failure(sentence: "--move needs pages and where they go, as 5:2")
      }
      try append(.move(try self.pages(pages), to: place))
    case "exchange":
      guard case (let one, let other?) = Self.parted(value), let one = try page(one),
        let other = try page(other)
      else { throw Failure(sentence: "--exchange needs two pages, as 2:7") }
      try append(.exchange(one, other))
    case "insert": try insert(value, pageCount)
    case "at":
      guard case .insert(let file, let pages, _)? = edits.last else {
        throw Failure(sentence: "--at needs a page, after --insert")
      }
      count -= pages?.count ?? counts[file - 1]
      edits.removeLast()
      guard let place = try page(value) else {
        throw Failure(sentence: "--at needs a page, after --insert")
      }
      try append(.insert(file: file, pages: pages, at: place))
    default: break
    }
  }

  private mutating func insert(
    _ value: String, _ pageCount: (String) throws(Failure) -> Int
  ) throws(Failure) {
    var (name, selection): (String, String?) = (value, nil)
    if !SystemPath.isThere(value) { (name, selection) = Self.parted(value) }
    if !others.contains(name) {
      counts.append(try pageCount(name))
      others.append(name)
    }
    guard let number = others.firstIndex(of: name) else { return }
    var pages: [Int]?
    if let selection {
      pages = try PageSelection.pages(selection, of: counts[number], in: name) {
        () throws(Failure) in try labels(name)
      }
      if let first = PageSelection.firstNumber(selection, of: counts[number]) {
        PageSelection.note(
          PageName.Match(page: first, kind: .number), named: String(first + 1), try labels(name),
          in: name, tellsNumbers: true)
      }
    }
    try append(.insert(file: number + 1, pages: pages, at: count))
  }

  private mutating func append(_ edit: DocumentEdit) throws(Failure) {
    guard let left = edit.pageCount(after: count, others: counts) else {
      let pages = "\(count) \(count == 1 ? "page" : "pages")\(edits.isEmpty ? "" : " by then")"
      // Removed pages were already checked to exist.
      guard case .remove = edit else {
        throw Failure(sentence: "\(file) has \(pages), and not all that are named")
      }
      throw Failure(sentence: "\(file) has \(pages), and cannot be left without any")
    }
    count = left
    edits.append(edit)
  }

  private func pages(_ text: String) throws(Failure) -> [Int] {
    try PageSelection.pages(text, of: count, in: file) { () throws(Failure) in
      try currentLabels()
    }
  }

  /// Returns a page from 0; it may be beyond the last one, which the edit rejects or takes as the end.
  private func page(_ text: String) throws(Failure) -> Int? {
    if PageName.isNumber(text) { return Int(text).map { $0 - 1 } }
    let match = try PageName.match(text, count: count) { () throws(Failure) in
      try currentLabels()
    }
    if let match { PageSelection.note(match, named: text, try currentLabels(), in: file) }
    return match?.page
  }

  /// Returns the labels after the edits so far.
  private func currentLabels() throws(Failure) -> [String] {
    var now = try spelled(file, count: firstCount)
    for edit in edits {
      var brought: [String] = []
      if case .insert(let number, let pages, _) = edit {
        let all = try spelled(others[number - 1], count: counts[number - 1])
        brought = pages.map { $0.map { all[$0] } } ?? all
      }
      now = edit.arranged(now, bringing: brought)
    }
    return now
  }

  /// Returns the labels of a file's pages; if some pages have labels, the others have their numbers.
  private func spelled(_ name: String, count: Int) throws(Failure) -> [String] {
    var known = try labels(name).prefix(count).map { $0 }
    known += [String](repeating: "", count: count - known.count)
    guard known.contains(where: { !$0.isEmpty }) else { return known }
    return known.enumerated().map { $1.isEmpty ? String($0 + 1) : $1 }
  }

  /// Splits a value at its last colon, except that of `label:`.
  static func parted(_ value: String) -> (String, String?) {
    let beginnings: [Character?] = [nil, ":", ",", "-"]
    for colon in value.indices.reversed() where value[colon] == ":" {
      let before = value[..<colon]
      if before.hasSuffix("label"), beginnings.contains(before.dropLast(5).last) { continue }
      return (String(before), String(value[value.index(after: colon)...]))
    }
    return (value, nil)
  }
}
