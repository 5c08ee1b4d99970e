import Store

/// The library's data used in searches: when documents were opened, and their tags.
struct LibraryFacts {
  /// Seconds since 1970-01-01 UTC, by path.
  private(set) var readAt: [String: Int64] = [:]
  private(set) var tags: [String: [String]] = [:]

  /// Returns the tags of a document: the user's own, and those of a group.
  func tags(of entry: IndexEntry) -> [String] {
    let own = tags[entry.path] ?? []
    return own + entry.groupTags.filter { !own.contains($0) }
  }

  /// Stays empty if there is no library yet or it cannot be read.
  init(file: String) {
    guard let connection = try? Connection(readingFile: file) else { return }
    let readings = try? connection.statement(
      "SELECT path, opened_at FROM recent JOIN file ON file.id = recent.file ORDER BY opened_at DESC LIMIT 5000"
    ).run { ($0.text(0), Int64($0.integer(1))) }
    readAt = Dictionary(readings ?? []) { max($0, $1) }
    let tagged = try? connection.statement(
      "SELECT path, tag.name FROM tagging JOIN file ON file.id = tagging.file JOIN tag ON tag.id = tagging.tag ORDER BY place"
    ).run { ($0.text(0), $0.text(1)) }
    tags = Dictionary(grouping: tagged ?? [], by: \.0).mapValues { $0.map(\.1) }
  }
}
