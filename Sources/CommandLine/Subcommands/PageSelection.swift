import DocumentModel
import Interface
import Services

/// Selected pages in order, with the pages around them that must be read, too.
struct PageNeighbourhood {
  var pages: Range<Int>
  var wanted: Set<Int>

  /// Splits a selection into ranges without common neighbours and without steps back.
  ///
  /// `reach` is the number of neighbours before and after each page.
  static func parts(_ selection: [Int], of count: Int, reach: Int) -> [PageNeighbourhood] {
    var parts: [PageNeighbourhood] = []
    var last = -1
    for page in selection {
      let around = max(0, page - reach)..<min(count, page + reach + 1)
      if page > last, let part = parts.last, around.lowerBound <= part.pages.upperBound {
        parts[parts.count - 1].pages = part.pages.lowerBound..<around.upperBound
        parts[parts.count - 1].wanted.insert(page)
      } else {
        parts.append(PageNeighbourhood(pages: around, wanted: [page]))
      }
      last = page
    }
    return parts
  }
}

/// Parses pages as a user writes them: `3-5,9` from 1, `7-` to the end, `label:iv-label:x` and `iv` by their labels.
enum PageSelection {
  /// The row about pages in the help of commands that print by page.
  static let help =
    "--pages 3-5,9        only these pages of the file; iv-x and label:12 are page labels; also --page"

  /// Returns page indices from 0 in the order named, each once; `labels` is called only if a part is not a page number. In a book that has printed
  /// pages only, `count` is 0 and all parts are labels. With `isCut`, a range that begins in the document may end beyond it.
  static func pages(
    _ text: String, of count: Int, in file: String, isCut: Bool = false,
    labels: () throws(CommandDocument.Failure) -> [String]
  ) throws(CommandDocument.Failure) -> [Int] {
    var pages: [Int] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      if let numbers = numbers(part, of: count, isCut: isCut) {
        pages += numbers
        if let end = part.split(separator: "-").last.flatMap({ Int($0) }), end > count {
          Output.complain("\(file): “\(part)” ends at page \(count), the last")
        }
      } else if let (named, matches) = try named(String(part), of: count, labels) {
        pages += named
        // A number in a range with a label may be meant as a label.
        for (match, name) in matches where count > 0 {
          note(match, named: name, try labels(), in: file, tellsNumbers: true)
        }
      } else {
        throw CommandDocument.Failure(sentence: refusal(part, of: count, in: file))
      }
    }
    var seen: Set<Int> = []
    return pages.filter { seen.insert($0).inserted }
  }

  /// Returns why a part names no pages.
  private static func refusal(_ part: Substring, of count: Int, in file: String) -> String {
    let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let isRange = ends.count == 2 && ends.allSatisfy { PageName.isNumber(String($0)) }
    guard !part.isEmpty, !isRange || ends.contains(where: { Int($0) ?? .max > count }) else {
      return "“\(part)” is not a list of pages; write 3-5,9, #12, iv-x or label:12"
    }
    guard count > 0 else { return "\(file) has no printed page “\(part)”" }
    let missing = isRange ? ends.first { Int($0) ?? .max > count } ?? part : part
    return PageStrings.missing(String(missing), of: count, in: file)
  }

  /// Returns the first page that a bare number names, from 0; nil if no part is a number.
  static func firstNumber(_ text: String, of count: Int) -> Int? {
    text.split(separator: ",").lazy.compactMap { numbers($0, of: count, isCut: true)?.lowerBound }
      .first
  }

  /// Returns the pages of one number or of a range of numbers; nil for anything else.
  private static func numbers(
    _ part: Substring, of count: Int, isCut: Bool
  ) -> Range<Int>? {
    let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    func number(_ text: Substring) -> Int? {
      guard PageName.isNumber(String(text)), let number = Int(text),
        (1...max(1, count)).contains(number)
      else { return nil }
      return number
    }
    guard count > 0, let first = number(ends[0]) else { return nil }
    guard ends.count == 2 else { return first - 1..<first }
    let isBeyond = isCut && PageName.isNumber(String(ends[1])) && (Int(ends[1]) ?? .max) > count
    guard let last = ends[1].isEmpty || isBeyond ? count : number(ends[1]), last >= first else {
      return nil
    }
    return first - 1..<last
  }

  /// Reports that several pages have the label in the request; with `tellsNumbers` also the label of a page requested by its number.
  static func note(
    _ match: PageName.Match, named name: String, _ labels: [String], in file: String,
    tellsNumbers: Bool = false
  ) {
    guard tellsNumbers || match.kind != .number,
      let note = PageStrings.note(match, named: name, labels: labels)
    else { return }
    Output.complain("\(file): \(note)")
  }

  /// Returns one page, or the two ends of a range, with their names. Labels may contain hyphens, too.
  private static func named(
    _ part: String, of count: Int, _ labels: () throws(CommandDocument.Failure) -> [String]
  ) throws(CommandDocument.Failure) -> (Range<Int>, [(PageName.Match, String)])? {
    guard !part.isEmpty else { return nil }
    let known = try labels()
    func match(_ name: String) -> PageName.Match? { PageName.match(name, count: count) { known } }
    if let match = match(part) { return (match.page..<match.page + 1, [(match, part)]) }
    for hyphen in part.indices where part[hyphen] == "-" {
      let (start, end) = (String(part[..<hyphen]), String(part[part.index(after: hyphen)...]))
      guard let first = match(start) else { continue }
      let last = match(end)
      guard let through = end.isEmpty ? known.count - 1 : last?.page, through >= first.page else {
        continue
      }
      return (first.page..<through + 1, [(first, start)] + (last.map { [($0, end)] } ?? []))
    }
    return nil
  }
}
