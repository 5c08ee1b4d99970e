/// The counters in the scopes of the open elements, and the nesting of quotation marks.
struct Counters {
  private struct Counter {
    var value: Int
    /// The number of scopes that were open when it was made.
    let depth: Int
  }

  private var counters: [String: [Counter]] = [:]
  /// Names of the counters that end with each open element; the outermost scope is the document's.
  private var scopes: [[String]] = [[]]
  private var count = 0
  private(set) var quoteDepth = 0

  /// Further counters are ignored.
  private static let most = 1_000
  /// Longer texts are cut off, in bytes.
  private static let longestText = 4_096

  /// Begins the scope of an element's children.
  mutating func open() { scopes.append([]) }

  mutating func close() {
    for name in scopes.removeLast() {
      counters[name]?.removeLast()
      if counters[name]?.isEmpty == true { counters[name] = nil }
      count -= 1
    }
  }

  /// Resets, increments and sets counters for an element that is in the innermost scope.
  mutating func apply(_ values: ComputedValues) {
    for change in values.resets { reset(change.name, to: change.value) }
    for change in values.increments { update(change.name) { $0 &+= change.value } }
    for change in values.sets { update(change.name) { $0 = change.value } }
  }

  private mutating func reset(_ name: String, to value: Int) {
    if let stack = counters[name], let last = stack.last, last.depth == scopes.count {
      counters[name]?[stack.count - 1].value = value
    } else if count < Self.most {
      counters[name, default: []].append(Counter(value: value, depth: scopes.count))
      scopes[scopes.count - 1].append(name)
      count += 1
    }
  }

  private mutating func update(_ name: String, _ change: (inout Int) -> Void) {
    if counters[name] == nil { reset(name, to: 0) }
    guard var stack = counters[name], let last = stack.indices.last else { return }
    change(&stack[last].value)
    counters[name] = stack
  }

  /// Writes the content of a pseudo-element and opens or closes its quotations.
  mutating func text(of values: ComputedValues, element: MarkupNode) -> String {
    var text = ""
    for part in values.content where text.utf8.count < Self.longestText {
      switch part {
      case .text(let literal): text += literal
      case .attribute(let name): text += element[name] ?? ""
      case .counter(let name, let style):
        text += Self.number(counters[name]?.last?.value ?? 0, style)
      case .counters(let name, let separator, let style):
        let numbers = counters[name]?.map { Self.number($0.value, style) } ?? []
        text += numbers.isEmpty ? Self.number(0, style) : numbers.joined(separator: separator)
      case .quote(let change, let isWritten):
        let depth = quoteDepth + min(0, change)
        quoteDepth = max(0, quoteDepth + change)
        if isWritten, depth >= 0 {
          text += Self.mark(values.quotes, depth: depth, isOpening: change > 0)
        }
      }
    }
    guard text.utf8.count > Self.longestText else { return text }
    return String(decoding: text.utf8.prefix(Self.longestText), as: UTF8.self)
  }

  /// Opens and closes the quotations of a content that has been written.
  mutating func countQuotes(of values: ComputedValues) {
    for case .quote(let change, _) in values.content { quoteDepth = max(0, quoteDepth + change) }
  }

  private static func number(_ value: Int, _ style: String) -> String {
    CounterStyle.text(value, style) ?? String(value)
  }

  /// The innermost pair is repeated for deeper quotations.
  private static func mark(_ quotes: [String], depth: Int, isOpening: Bool) -> String {
    guard quotes.count > 1 else { return "" }
    return quotes[min(depth, quotes.count / 2 - 1) * 2 + (isOpening ? 0 : 1)]
  }
}
