import DocumentModel

/// An item of a JSON file that Zotero, Better BibTeX or a CSL processor wrote.
struct CSLItem {
  private let members: [String: JSONValue]

  /// Returns the items of a file; none if it is no JSON.
  static func items(in bytes: [UInt8]) -> [CSLItem] {
    // The decoder goes wrong over other bytes.
    guard String(validating: bytes, as: UTF8.self) != nil,
      let value = SettingsFile.own(bytes, as: JSONValue.self)
    else { return [] }
    switch value {
    case .list(let list): return list.compactMap(CSLItem.init)
    case .object(let object):
      if case .list(let list)? = object["items"] { return list.compactMap(CSLItem.init) }
      return [CSLItem(value)].compactMap(\.self)
    default: return []
    }
  }

  private init?(_ value: JSONValue) {
    guard case .object(let members) = value, members["title"] != nil else { return nil }
    self.members = members
  }

  var doi: String { text("DOI", "doi") }

  /// Whether the item names an attached file.
  func names(file: String) -> Bool {
    var paths = [text("file")]
    if case .list(let attachments)? = members["attachments"] {
      for case .object(let attachment) in attachments {
        paths += ["path", "localPath", "title", "filename"].compactMap { attachment[$0]?.text }
      }
    }
    return paths.contains { path in
      path.split { ";:".contains($0) }.contains { part in
        part.split { "/\\".contains($0) }.last.map(String.init) == file
      }
    }
  }

  var record: BibliographicRecord {
    var record = BibliographicRecord()
    for (field, keys) in Self.keys {
      record.add(field, keys.lazy.map { text($0) }.first { !$0.isEmpty } ?? "", from: .sidecar)
    }
    record.add(.key, ownKey, from: .sidecar)
    record.add(.doi, DOI.bare(doi), from: .sidecar)
    record.add(.year, year, from: .sidecar)
    let type = text("type", "itemType")
    record.add(.type, Self.zoteroTypes[type] ?? type, from: .sidecar)
    record.add(authors: authors, from: .sidecar)
    return record
  }

  private static let keys: [(BibliographicRecord.Field, [String])] = [
    (.title, ["title"]), (.venue, ["container-title", "publicationTitle", "proceedingsTitle"]),
    (.volume, ["volume"]), (.issue, ["issue", "number"]), (.pages, ["page", "pages"]),
    (.publisher, ["publisher"]), (.isbn, ["ISBN"]),
    (.key, ["citation-key", "citationKey", "citekey"]),
  ]

  /// The item's ID if it is a key that a person or Better BibTeX chose; Zotero itself numbers items or gives their address.
  private var ownKey: String {
    let id = text("id")
    let isChosen = id.contains(where: \.isLetter) && !id.contains { "/: ".contains($0) }
    return isChosen ? id : ""
  }

  /// Zotero's names of types that CSL calls otherwise.
  private static let zoteroTypes = [
    "journalArticle": "article-journal", "conferencePaper": "paper-conference",
    "bookSection": "chapter", "preprint": "article",
  ]

  private func text(_ keys: String...) -> String {
    for key in keys {
      guard let value = members[key] else { continue }
      if let text = value.text ?? value.integer.map(String.init) { return text }
    }
    return ""
  }

  /// The first year in `issued` or `date`.
  private var year: String {
    if case .object(let issued)? = members["issued"], case .list(let parts)? = issued["date-parts"],
      case .list(let first)? = parts.first, let year = first.first
    {
      return year.count.map(String.init) ?? year.text ?? ""
    }
    let words = text("date", "issued", "year").split { !$0.isNumber }
    return words.first { $0.count == 4 }.map(String.init) ?? ""
  }

  private var authors: [PersonName] {
    let lists = [members["author"], members["creators"]]
    return lists.compactMap { value -> [PersonName]? in
      guard case .list(let people)? = value else { return nil }
      return people.compactMap(Self.name)
    }.first { !$0.isEmpty } ?? []
  }

  private static func name(_ value: JSONValue) -> PersonName? {
    guard case .object(let person) = value, ["author", nil].contains(person["creatorType"]?.text)
    else { return nil }
    if let whole = (person["literal"] ?? person["name"])?.text {
      return PersonName(surname: whole)
    }
    let particle = person["non-dropping-particle"]?.text.map { $0 + " " } ?? ""
    return (person["family"] ?? person["lastName"])?.text.map {
      PersonName(
        surname: particle + $0, given: (person["given"] ?? person["firstName"])?.text ?? "")
    }
  }
}
