/// Paths in the order people number them: `page 2` before `page 10`.
enum NaturalOrder {
  static func precedes(_ one: String, _ other: String) -> Bool {
    let (a, b) = (parts(one), parts(other))
    for (first, second) in zip(a, b) where first != second { return first < second }
    return a.count == b.count ? one < other : a.count < b.count
  }

  /// A number or the text between numbers; numbers come first.
  private enum Part: Comparable {
    case number(Int)
    case text(String)
  }

  private static func parts(_ path: String) -> [Part] {
    var parts: [Part] = []
    var rest = path.lowercased()[...]
    while let first = rest.first {
      let isDigit = first.isASCII && first.isNumber
      let run = rest.prefix { ($0.isASCII && $0.isNumber) == isDigit }
      parts.append(isDigit ? .number(Int(run) ?? .max) : .text(String(run)))
      rest = rest.dropFirst(run.count)
    }
    return parts
  }
}
