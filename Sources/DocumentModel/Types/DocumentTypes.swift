/// All kinds of documents that are known, and what of them can be opened.
package struct DocumentTypes: Sendable {
  package let types: [ContentType]
  package let kinds: [DocumentKind]
  private let byIdentifier: [String: Int]
  private let byMIMEType: [String: Int]
  private let byFileName: [String: Int]
  private let byExtension: NameIndex
  /// For each type all that it is, itself included.
  private let ancestry: [Set<String>]
  /// Index into `kinds` for each type.
  private let kindOfType: [Int?]

  /// Where two types claim a name, the later one has it; where two kinds claim a type, the one that names the nearer type.
  package init(types: [ContentType], kinds: [DocumentKind]) {
    self.types = types
    self.kinds = kinds
    func index(_ keys: (ContentType) -> [String]) -> [String: Int] {
      var places: [String: Int] = [:]
      for (place, type) in types.enumerated() { for key in keys(type) { places[key] = place } }
      return places
    }
    let byIdentifier = index { [$0.identifier] }
    self.byIdentifier = byIdentifier
    byMIMEType = index { $0.mimeTypes }
    byFileName = index { $0.fileNames }
    byExtension = NameIndex(index { $0.extensions })
    let lines = types.map { Self.line(of: $0, types, byIdentifier) }
    ancestry = lines.map { Set($0) }
    kindOfType = lines.map { line in
      line.lazy.compactMap { identifier in
        kinds.lastIndex { $0.contentTypes.contains(identifier) }
      }.first
    }
  }

  /// A type and all it conforms to, nearest first; a circle is gone round once.
  private static func line(
    of type: ContentType, _ types: [ContentType], _ places: [String: Int]
  ) -> [String] {
    var line = [type.identifier]
    var next = 0
    while next < line.count {
      for parent in places[line[next]].map({ types[$0].conformsTo }) ?? []
      where !line.contains(parent) {
        line.append(parent)
      }
      next += 1
    }
    return line
  }

  package func type(_ identifier: String) -> ContentType? {
    byIdentifier[identifier].map { types[$0] }
  }

  /// The type a file's name tells, upper or lower case; nil where it tells none.
  package func type(named name: String) -> ContentType? {
    place(named: name).map { types[$0] }
  }

  /// Index into `types` of the type a file's name tells: for the many names of a folder.
  package func place(named name: String) -> Int? {
    if let place = byExtension.place(of: name) { return place }
    guard name.utf8.count <= 64 else { return nil }
    return byFileName[name.lowercased()]
  }

  /// The type of a MIME type; its parameters (`; charset=…`) do not count.
  package func type(mimeType: String) -> ContentType? {
    let name = mimeType.prefix { $0 != ";" && $0 != " " }.lowercased()
    // All text is plain text too (shared-mime-info, “subclassing”).
    let place = byMIMEType[name] ?? (name.hasPrefix("text/") ? byMIMEType["text/plain"] : nil)
    return place.map { types[$0] }
  }

  /// The type that the first bytes of a file tell: of several the one whose sign is longest.
  package func type(head: [UInt8]) -> ContentType? {
    var best: (length: Int, place: Int)?
    for (place, type) in types.enumerated() {
      for magic in type.magic where magic.bytes.count > best?.length ?? 0 && magic.matches(head) {
        best = (magic.bytes.count, place)
      }
    }
    return best.map { types[$0.place] }
  }

  /// Whether one type is another, or is one of its kind.
  package func conforms(_ identifier: String, to other: String) -> Bool {
    byIdentifier[identifier].map { ancestry[$0].contains(other) } ?? (identifier == other)
  }

  /// What is done with documents of a type; nil where nothing is known.
  package func kind(of type: ContentType) -> DocumentKind? {
    byIdentifier[type.identifier].flatMap { kindOfType[$0] }.map { kinds[$0] }
  }

  /// What can be done here with a file of such a name.
  package func role(named name: String) -> DocumentKind.Role {
    place(named: name).flatMap { kindOfType[$0] }.map { kinds[$0].role } ?? .none
  }

  /// The types Recto opens, in their order.
  package var opened: [ContentType] {
    zip(types, kindOfType).filter { _, kind in kind.map { kinds[$0].role != .none } ?? false }
      .map(\.0)
  }

  /// Those of them that kinds of documents name: all others are of their kinds.
  package var openedByName: [ContentType] {
    let named = Set(kinds.filter { $0.role != .none }.flatMap(\.contentTypes))
    return opened.filter { named.contains($0.identifier) }
  }

  /// Whether Recto opens a file of such a name, or else of such a MIME type (empty where it is not known).
  package func opens(named name: String, mimeType: String = "") -> Bool {
    if place(named: name) != nil { return role(named: name) != .none }
    return type(mimeType: mimeType).flatMap { kind(of: $0) }.map { $0.role != .none } ?? false
  }
}
