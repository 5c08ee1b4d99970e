import DocumentModel

/// Metadata in lines of YAML between two `---` at the start of a text, in the subset of YAML that is common there.
struct FrontMatter {
  private var yaml = YAMLSubset()
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
    var found = YAMLSubset()
    for line in body[..<end] { found.take(Self.text(line)) }
    found.finish()
    // Two rules may also enclose ordinary text.
    guard !found.values.isEmpty || end == body.startIndex else { return }
    yaml = found
    lineCount = end + 1
    byteCount = min(bytes.count, lines[end].endIndex + 1)
  }

  private static func text(_ line: ArraySlice<UInt8>) -> String {
    var text = Substring(String(decoding: line, as: UTF8.self))
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  func fill(_ metadata: inout Metadata) {
    metadata.title = yaml.words("title")
    metadata.author = yaml.words("author", "authors")
    metadata.subject = yaml.words("subject", "description", "subtitle", "summary")
    metadata.keywords = yaml.words("tags", "keywords", "categories")
    metadata.language = LanguageTag.checked(yaml.words("lang", "language"))
    metadata.created = Self.seconds(yaml.words("date", "created"))
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
