package import DocumentModel
import Platform

/// A Markdown note with the texts of annotations, each between marks; the rest belongs to the user.
///
/// An entry is `<!-- recto:annotation ID -->`, quoted lines that describe it, its text, and `<!-- recto:end -->`.
/// One comment (`recto:base`) has, for each ID, the digest of the text when note and document last agreed.
package struct AnnotationNote: Equatable {
  package struct Entry: Equatable {
    var id: AnnotationID
    /// The lines of the quotation, with their signs.
    var head: [String]
    var text: String
    /// The document's text, if both were changed and the user has not decided.
    var other: String?
  }

  package enum Part: Equatable {
    /// Lines that are not interpreted.
    case prose([String])
    case entry(Entry)
    /// Lines of an entry that has no end, or an id that came before: they are left as they are.
    case broken([String], AnnotationID)
    /// The place of the comment with the digests.
    case base
  }

  package var parts: [Part] = []
  /// Digests of texts by ID, from when note and document last agreed.
  package var agreedDigests: [AnnotationID: String] = [:]

  private static let open = "<!-- recto:annotation "
  private static let conflict = "<!-- recto:conflict: the document says -->"
  private static let end = "<!-- recto:end -->"
  private static let baseOpen = "<!-- recto:base"
  private static let close = "-->"
  private static let mark = "<!-- recto:"

  /// Returns the digest by which texts are compared.
  package static func sum(_ text: String) -> String {
    String(Digest.sha256(Array(text.utf8)).prefix(16))
  }

  package init() {}

  // MARK: reading

  package init(_ text: String) {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map(String.init)[...]
    // The last line end does not begin another line.
    if lines.last == "" { lines.removeLast() }
    var prose: [String] = []
    func flush(_ parts: inout [Part]) {
      if !prose.isEmpty { parts.append(.prose(prose)) }
      prose = []
    }
    var seen: Set<AnnotationID> = []
    while let line = lines.popFirst() {
      if let id = Self.id(in: line) {
        flush(&parts)
        parts.append(Self.entry(id, line, &lines, &seen))
      } else if line == Self.baseOpen, !parts.contains(.base), let rows = Self.baseRows(lines) {
        // The comment stays in place, and a duplicate is left alone, since removing them could change the meaning of the lines around.
        flush(&parts)
        parts.append(.base)
        for row in rows { takeBase(row) }
        lines = lines[(rows.endIndex + 1)...]
      } else {
        prose.append(line)
      }
    }
    flush(&parts)
  }

  /// Returns the rows up to the end of the comment; nil if it contains lines of the user's.
  private static func baseRows(_ lines: ArraySlice<String>) -> ArraySlice<String>? {
    guard let last = lines.firstIndex(of: close) else { return nil }
    let areRows = lines[..<last].allSatisfy { line in
      let words = line.split(separator: " ")
      return words.count == 2 && words[1].utf8.count == 16 && words[1].allSatisfy(\.isHexDigit)
    }
    return areRows ? lines[..<last] : nil
  }

  private mutating func takeBase(_ row: String) {
    let words = row.split(separator: " ")
    guard words.count == 2 else { return }
    agreedDigests[Self.id(named: words[0])] = String(words[1])
  }

  private static func entry(
    _ id: AnnotationID, _ first: String, _ lines: inout ArraySlice<String>,
    _ seen: inout Set<AnnotationID>
  ) -> Part {
    let stop = lines.firstIndex { $0 == end || Self.id(in: $0) != nil || $0 == baseOpen }
    guard let stop, lines[stop] == end, seen.insert(id).inserted else {
      let until = stop.map { lines[$0] == end ? $0 + 1 : $0 } ?? lines.endIndex
      defer { lines = lines[until...] }
      return .broken([first] + lines[..<until], id)
    }
    let inner = lines[..<stop]
    lines = lines[(stop + 1)...]
    let head = Array(inner.prefix { $0.hasPrefix(">") })
    let rest = inner.dropFirst(head.count)
    let parts = rest.split(
      separator: conflict, maxSplits: 1, omittingEmptySubsequences: false)
    return .entry(
      Entry(
        id: id, head: head, text: text(parts.first ?? []),
        other: parts.count > 1 ? text(parts[1]) : nil))
  }

  private static func text(_ lines: ArraySlice<String>) -> String {
    var lines = lines.map(unescaped)[...]
    while let first = lines.first, first.allSatisfy(\.isWhitespace) { lines.removeFirst() }
    while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  private static func id(in line: String) -> AnnotationID? {
    guard line.hasPrefix(open), line.hasSuffix(" " + close) else { return nil }
    let name = line.dropFirst(open.count).dropLast(close.count + 1)
    return name.isEmpty || name.contains(" ") ? nil : id(named: name)
  }

  // MARK: writing

  package var text: String {
    var lines: [String] = []
    for part in parts {
      switch part {
      case .prose(let prose): lines += prose
      case .broken(let broken, _): lines += broken
      case .entry(let entry): lines += Self.lines(entry)
      case .base: lines += baseLines
      }
    }
    if !parts.contains(.base) { lines += baseLines }
    return lines.map { $0 + "\n" }.joined()
  }

  private var baseLines: [String] {
    [Self.baseOpen]
      + agreedDigests.sorted { $0.key < $1.key }.map { "\(Self.name(of: $0.key)) \($0.value)" }
      + [Self.close]
  }

  private static func lines(_ entry: Entry) -> [String] {
    var lines = ["\(open)\(name(of: entry.id)) \(close)"] + entry.head + [""]
    if !entry.text.isEmpty { lines += escaped(entry.text) + [""] }
    if let other = entry.other { lines += [conflict, ""] + escaped(other) + [""] }
    return lines + [end]
  }

  /// A line of a text that would be a mark has a backslash before it, one more than it had.
  private static func escaped(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      (line.drop { $0 == "\\" }.hasPrefix(mark) ? "\\" : "") + line
    }
  }

  private static func unescaped(_ line: String) -> String {
    line.hasPrefix("\\") && line.drop { $0 == "\\" }.hasPrefix(mark)
      ? String(line.dropFirst()) : line
  }

  /// An id as a comment can have it: no blank, no line end, no two hyphens.
  private static func name(of id: AnnotationID) -> String {
    let name = PathBytes.escaped(Array(id.name.utf8))
    return zip(name, name.dropFirst() + " ")
      .map { $0 == "-" && $1 == "-" ? "%2D" : String($0) }.joined()
  }

  private static func id(named name: Substring) -> AnnotationID {
    AnnotationID(String(decoding: PathBytes.unescaped(name.utf8), as: UTF8.self))
  }

  // MARK: entries

  /// Places of entries among the parts, by their ids.
  package var entries: [AnnotationID: Int] {
    var places: [AnnotationID: Int] = [:]
    for (place, part) in parts.enumerated() {
      if case .entry(let entry) = part { places[entry.id] = place }
    }
    return places
  }
}
