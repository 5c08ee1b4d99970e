import DocumentModel
import Platform

/// The edits of pages that options ask for, in their order; pages are counted from 1 there, as they are at each one's turn.
struct PageEdits {
  typealias Failure = CommandDocument.Failure

  private let file: String
  /// Pages after all that was added.
  private(set) var count: Int
  private(set) var edits: [DocumentEdit] = []
  /// Files that pages come from, each once, and how many pages they have.
  private(set) var others: [String] = []
  private var counts: [Int] = []

  init(file: String, count: Int) {
    self.file = file
    self.count = count
  }

  /// Adds what an option asks for; options that ask for no edit add nothing.
  mutating func add(
    _ option: String, _ value: String, pageCount: (String) throws(Failure) -> Int
  ) throws(Failure) {
    switch option {
    case "remove": try append(.remove(try pages(value)))
    case "extract": try append(.keep(try pages(value)))
    case "rotate":
      let (degrees, pages) = Self.parted(value)
      guard let degrees = Int(degrees), degrees % 90 == 0, degrees % 360 != 0 else {
        throw Failure(sentence: "--rotate wants 90, 180 or 270 and pages, as 90:1-3")
      }
      var turned = Array(0..<count)
      if let pages { turned = try self.pages(pages) }
      try append(.rotate(turned, by: degrees))
    case "move":
      guard case (let pages, let place?) = Self.parted(value), let place = Int(place) else {
        throw Failure(sentence: "--move wants pages and where they go, as 5:2")
      }
      try append(.move(try self.pages(pages), to: place - 1))
    case "exchange":
      guard case (let one, let other?) = Self.parted(value), let one = Int(one),
        let other = Int(other)
      else { throw Failure(sentence: "--exchange wants two pages, as 2:7") }
      try append(.exchange(one - 1, other - 1))
    case "insert": try insert(value, pageCount)
    case "at":
      guard let place = Int(value), case .insert(let file, let pages, _)? = edits.last else {
        throw Failure(sentence: "--at wants a page's number, behind --insert")
      }
      count -= pages?.count ?? counts[file - 1]
      edits.removeLast()
      try append(.insert(file: file, pages: pages, at: place - 1))
    default: break
    }
  }

  private mutating func insert(
    _ value: String, _ pageCount: (String) throws(Failure) -> Int
  ) throws(Failure) {
    var (name, selection): (String, String?) = (value, nil)
    if !SystemPath.isThere(value), let colon = value.lastIndex(of: ":") {
      (name, selection) = (String(value[..<colon]), String(value[value.index(after: colon)...]))
    }
    if !others.contains(name) {
      counts.append(try pageCount(name))
      others.append(name)
    }
    guard let number = others.firstIndex(of: name) else { return }
    var pages: [Int]?
    if let selection { pages = try Self.pages(selection, of: counts[number], name) }
    try append(.insert(file: number + 1, pages: pages, at: count))
  }

  private mutating func append(_ edit: DocumentEdit) throws(Failure) {
    guard let left = edit.pageCount(after: count, others: counts) else {
      let pages = "\(count) \(count == 1 ? "page" : "pages")"
      // What is taken out is there: it has been looked for before.
      guard case .remove = edit else {
        throw Failure(sentence: "\(file) has \(pages) then, and not all that are named")
      }
      throw Failure(sentence: "\(file) has \(pages) then, and cannot be left without any")
    }
    count = left
    edits.append(edit)
  }

  private func pages(_ text: String) throws(Failure) -> [Int] {
    try Self.pages(text, of: count, file)
  }

  /// Pages that are all there.
  private static func pages(
    _ text: String, of count: Int, _ file: String
  ) throws(Failure) -> [Int] {
    guard let pages = PageSelection.pages(text, of: count) else {
      throw Failure(sentence: "“\(text)” names no pages, as 3,5-7 does")
    }
    let numbers = text.split { $0 == "," || $0 == "-" }.compactMap { Int($0) }
    guard numbers.allSatisfy({ $0 <= count }), !pages.isEmpty else {
      throw Failure(sentence: "\(file) has no page \(numbers.max() ?? 0): there are \(count)")
    }
    return pages
  }

  /// What stands before the last colon and behind it.
  private static func parted(_ value: String) -> (String, String?) {
    guard let colon = value.lastIndex(of: ":") else { return (value, nil) }
    return (String(value[..<colon]), String(value[value.index(after: colon)...]))
  }
}
