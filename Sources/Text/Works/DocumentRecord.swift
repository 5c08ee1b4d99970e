package import DocumentModel

/// Combines what is known of a document into one bibliographic record.
package enum DocumentRecord {
  /// Returns the fields of files beside the document, then of its XMP packet, its first page and its information dictionary.
  package static func record(
    sidecar: BibliographicRecord = BibliographicRecord(), metadata: Metadata, page: PageText?
  ) -> BibliographicRecord {
    // An entry with all fields leaves out on purpose what the page has besides.
    guard !sidecar.isComplete else { return sidecar }
    let packet = Self.packet(metadata.publication)
    let printed = page.map { Self.printed($0, packet, metadata) } ?? BibliographicRecord()
    var record = sidecar
    // Programs keep the title and the authors of the document that a file was made from.
    if !isAbout(printed, packet) { record.merge(printed) }
    // Only the page tells compound surnames from given names.
    if packet.authors.map(\.plain) == printed.authors.map(\.plain) {
      record.add(authors: printed.authors, from: .xmp)
    }
    record.merge(packet)
    record.merge(printed)
    record.merge(information(metadata))
    return record
  }

  /// Returns the identifiers of the XMP packet and the first page.
  package static func identifiers(metadata: Metadata, page: PageText?) -> BibliographicRecord {
    var record = packet(metadata.publication)
    if let page { record.merge(FirstPageRecord.identifiers(page)) }
    record.merge(information(metadata))
    return record
  }

  /// Reads the first page; a title in the metadata helps if the page has it too.
  private static func printed(
    _ page: PageText, _ packet: BibliographicRecord, _ metadata: Metadata
  ) -> BibliographicRecord {
    packet[.title].isEmpty
      ? FirstPageRecord.read(page, title: DocumentTitle.telling(metadata.title))
      : FirstPageRecord.read(page, title: packet[.title], from: .xmp)
  }

  /// Whether a packet has the title and an author of the first page, as far as both have them.
  private static func isAbout(_ page: BibliographicRecord, _ packet: BibliographicRecord) -> Bool {
    let known = Set(packet.authors.map { $0.surname.lowercased() })
    let hasAuthor =
      known.isEmpty || page.authors.isEmpty
      || page.authors.contains { known.contains($0.surname.lowercased()) }
    let hasTitle =
      page[.title].isEmpty || packet[.title].isEmpty || page[.title] == packet[.title]
    return hasAuthor && hasTitle
  }

  private static func packet(_ publication: PublicationMetadata) -> BibliographicRecord {
    var record = BibliographicRecord()
    for (field, value) in publication.fields {
      record.add(field, field == .title ? DocumentTitle.telling(value) : value, from: .xmp)
    }
    record.add(authors: people(publication.creators), from: .xmp)
    return record
  }

  private static func information(_ metadata: Metadata) -> BibliographicRecord {
    var record = BibliographicRecord()
    record.add(.doi, DOI.bare(metadata.title), from: .information)
    record.add(.title, DocumentTitle.telling(metadata.title), from: .information)
    record.add(authors: people([metadata.author]), from: .information)
    return record
  }

  /// Returns a text without a sign of copyright and without the parts between commas that name institutions: some programs store them with the author.
  private static func withoutInstitutions(_ text: String) -> String {
    let parts = text.drop { $0 == "©" || $0 == " " }.split(separator: ", ").filter { part in
      !part.split(separator: " ").contains { InstitutionWords.contains(String($0)) }
    }
    return parts.isEmpty ? text : parts.joined(separator: ", ")
  }

  /// Returns the names of people; none if there is only the name of an account, such as `root`.
  private static func people(_ texts: [String]) -> [PersonName] {
    let names = texts.flatMap { PersonName.list(withoutInstitutions($0)) }
    return names.allSatisfy { !$0.given.isEmpty } ? names : []
  }
}
