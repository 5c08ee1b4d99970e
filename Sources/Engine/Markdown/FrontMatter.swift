import DocumentModel

/// Metadata in lines of YAML between two `---` at the start of a text, in the subset of YAML that is common there.
struct FrontMatter {
  private(set) var values: [String: [String]] = [:]
  /// Its bytes and lines including the fences; 0 if there is none.
  private(set) var byteCount = 0
  private(set) var lineCount = 0

  private static let longest = 1 << 16

  init(_ bytes: [UInt8]) {
    let head = bytes.prefix(Self.longest)
    let lines = head.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard let first = lines.first, Self.text(first) == "---" else { return }
    let body = lines.dropFirst()
    guard let end = body.firstIndex(where: { ["---", "..."].contains(Self.text($0)) }) else {
      return
    }
    var found = FrontMatter()
    var key = ""
    for line in body[..<end] { found.take(Self.text(line), &key) }
    // Two rules may also enclose ordinary text.
    guard !found.values.isEmpty || end == body.startIndex else { return }
    values = found.values
    lineCount = end + 1
    byteCount = min(bytes.count, lines[end].endIndex + 1)
  }

  private init() {}

  private static func text(_ line: ArraySlice<UInt8>) -> String {
    var text = Substring(String(decoding: line, as: UTF8.self))
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// `key: value`, `key: [a, b]`, or below a key `- value`.
  private mutating func take(_ line: String, _ key: inout String) {
    let trimmed = line.drop { $0 == " " }
    if trimmed.hasPrefix("- "), !key.isEmpty {
      add(trimmed.dropFirst(2), to: key)
    } else if let colon = line.firstIndex(of: ":"), line.first?.isWhitespace == false,
      !trimmed.hasPrefix("#")
    {
      key = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      if value.hasPrefix("["), value.hasSuffix("]") {
        for part in value.dropFirst().dropLast().split(separator: ",") { add(part, to: key) }
      } else if !value.isEmpty {
        add(value, to: key)
      }
    }
  }

  private mutating func add(_ text: Substring, to key: String) {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    if let quote = text.first, quote == "\"" || quote == "'", text.count > 1, text.last == quote {
      text = text.dropFirst().dropLast()
    }
    if !text.isEmpty { values[key, default: []].append(String(text)) }
  }

  /// Returns the value of the first existing key, separated by commas.
  func words(_ keys: String...) -> String {
    keys.lazy.compactMap { values[$0] }.first?.joined(separator: ", ") ?? ""
  }

  func fill(_ metadata: inout Metadata) {
    metadata.title = words("title")
    metadata.author = words("author", "authors")
    metadata.subject = words("subject", "description", "subtitle", "summary")
    metadata.keywords = words("tags", "keywords", "categories")
    metadata.created = Self.seconds(words("date", "created"))
  }

  /// Seconds since 1970 of a day as `2024-03-09`, with a time of day perhaps.
  private static func seconds(_ text: String) -> Int64? {
    let numbers = text.split { !$0.isASCII || !$0.isNumber }.prefix(6).map { Int64($0) ?? -1 }
    guard numbers.count >= 3, (1...9_999).contains(numbers[0]), (1...12).contains(numbers[1]),
      (1...31).contains(numbers[2])
    else { return nil }
    let time = numbers.dropFirst(3).map { (0..<60).contains($0) ? $0 : 0 } + [0, 0, 0]
    var date = CivilTime(year: numbers[0], month: numbers[1], day: numbers[2])
    (date.hour, date.minute, date.second) = (min(time[0], 23), time[1], time[2])
    return date.seconds
  }
}
