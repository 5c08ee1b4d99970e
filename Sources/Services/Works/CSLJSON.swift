package import DocumentModel

/// Writes items of CSL JSON (citationstyles.org, schema 1.0).
package enum CSLJSON {
  /// Returns an item with the fields that are known; `key` is its citation key.
  package static func item(_ record: BibliographicRecord, key: String) -> JSON {
    var members: [(String, JSON)] = [("id", .string(key)), ("type", .string(record.type))]
    if !record.authors.isEmpty {
      members.append(("author", .array(record.authors.map(name))))
    }
    if let year = Int(record[.year]) {
      members.append(("issued", .object([("date-parts", .array([.array([.count(year)])]))])))
    }
    members += names.compactMap { field, name in
      record[field].isEmpty ? nil : (name, .string(record[field]))
    }
    if record[.doi].isEmpty, !record[.arxiv].isEmpty {
      members.append(("URL", .string("https://arxiv.org/abs/" + record[.arxiv])))
    }
    return .object(members)
  }

  private static let names: [(BibliographicRecord.Field, String)] = [
    (.title, "title"), (.venue, "container-title"), (.volume, "volume"), (.issue, "issue"),
    (.pages, "page"), (.publisher, "publisher"), (.doi, "DOI"), (.isbn, "ISBN"),
  ]

  /// A name of one part is that of a group.
  private static func name(_ name: PersonName) -> JSON {
    name.given.isEmpty
      ? .object([("literal", .string(name.surname))])
      : .object([("family", .string(name.surname)), ("given", .string(name.given))])
  }
}
