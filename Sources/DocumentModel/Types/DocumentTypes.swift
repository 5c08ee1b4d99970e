/// All known content types, and which of them Recto opens.
package struct DocumentTypes: Sendable {
  package let types: [ContentType]
  package let kinds: [DocumentKind]
  private let byIdentifier: [String: Int]
  private let byMIMEType: [String: Int]
  private let byFileName: [String: Int]
  private let byExtension: NameIndex
  /// For each type, all types it conforms to, including itself.
  private let ancestry: [Set<String>]
  /// The index into `kinds` for each type.
  private let kindOfType: [Int?]
  /// For each type, whether its documents are indexed.
  private let isIndexed: [Bool]

  /// If two types claim a file name, the later one wins; if two kinds claim a type, the one that names the nearer type.
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
    let lineages = types.map { Self.lineage(of: $0, types, byIdentifier) }
    ancestry = lineages.map { Set($0) }
    kindOfType = lineages.map { lineage in
      lineage.lazy.compactMap { identifier in
        kinds.lastIndex { $0.contentTypes.contains(identifier) }
      }.first
    }
    isIndexed = lineages.map { lineage in
      lineage.lazy.compactMap { byIdentifier[$0].flatMap { types[$0].isIndexed } }.first ?? true
    }
  }

  /// Returns a type and all types it conforms to, nearest first; cycles are followed once.
  private static func lineage(
    of type: ContentType, _ types: [ContentType], _ places: [String: Int]
  ) -> [String] {
    var lineage = [type.identifier]
    var next = 0
    while next < lineage.count {
      for parent in places[lineage[next]].map({ types[$0].conformsTo }) ?? []
      where !lineage.contains(parent) {
        lineage.append(parent)
      }
      next += 1
    }
    return lineage
  }

  /// Returns the type for a file name, ignoring case; nil if not known.
  package func type(named name: String) -> ContentType? {
    index(ofTypeNamed: name).map { types[$0] }
  }

  /// Returns the index into `types` for a file name; fast enough for large folders.
  package func index(ofTypeNamed name: String) -> Int? {
    if let place = byExtension.place(of: name) { return place }
    guard name.utf8.count <= 64 else { return nil }
    return byFileName[name.lowercased()]
  }

  /// Returns the type for a MIME type; parameters (`; charset=…`) are ignored.
  package func type(mimeType: String) -> ContentType? {
    let name = mimeType.prefix { $0 != ";" && $0 != " " }.lowercased()
    // Every `text/` type is plain text too (shared-mime-info, “subclassing”).
    let place = byMIMEType[name] ?? (name.hasPrefix("text/") ? byMIMEType["text/plain"] : nil)
    return place.map { types[$0] }
  }

  /// Returns the type for the first bytes of a file; of several matches the one with the longest signature.
  package func type(head: [UInt8]) -> ContentType? {
    var best: (length: Int, place: Int)?
    for (place, type) in types.enumerated() {
      for magic in type.magic where magic.bytes.count > best?.length ?? 0 && magic.matches(head) {
        best = (magic.bytes.count, place)
      }
    }
    return best.map { types[$0.place] }
  }

  /// Whether a type is the other one or conforms to it.
  package func conforms(_ identifier: String, to other: String) -> Bool {
    byIdentifier[identifier].map { ancestry[$0].contains(other) } ?? (identifier == other)
  }

  /// Returns the kind of documents of a type; nil if there is none.
  package func kind(of type: ContentType) -> DocumentKind? {
    byIdentifier[type.identifier].flatMap { kindOfType[$0] }.map { kinds[$0] }
  }

  /// Returns the role for a file name.
  package func role(named name: String) -> DocumentKind.Role {
    index(ofTypeNamed: name).flatMap { kindOfType[$0] }.map { kinds[$0].role } ?? .none
  }

  /// Whether a file of that name is opened and indexed.
  package func indexes(named name: String) -> Bool {
    index(ofTypeNamed: name).map { isIndexed[$0] && role(named: name) != .none } ?? false
  }

  /// The types Recto opens, in their order.
  package var opened: [ContentType] {
    zip(types, kindOfType).filter { _, kind in kind.map { kinds[$0].role != .none } ?? false }
      .map(\.0)
  }

  /// The types Recto opens that are listed by a kind; the others conform to one of them.
  package var openedByName: [ContentType] {
    let named = Set(kinds.filter { $0.role != .none }.flatMap(\.contentTypes))
    return opened.filter { named.contains($0.identifier) }
  }

  /// Whether a file's name is that of an archive.
  package func isArchive(named name: String) -> Bool {
    type(named: name).map { conforms($0.identifier, to: "public.archive") } ?? false
  }

  /// Whether Recto opens a file by its name, else by its MIME type (empty if not known).
  package func opens(named name: String, mimeType: String = "") -> Bool {
    if index(ofTypeNamed: name) != nil { return role(named: name) != .none }
    return type(mimeType: mimeType).flatMap { kind(of: $0) }.map { $0.role != .none } ?? false
  }
}
