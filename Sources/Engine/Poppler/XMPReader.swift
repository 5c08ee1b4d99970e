internal import CXML2
import DocumentModel
import Wire

/// Reads bibliographic data from an XMP packet (ISO 16684-1): Dublin Core, PRISM and CrossMark.
struct XMPReader {
  /// Packets are some kilobytes, with padding.
  static let mostBytes = 1 << 20

  private var publication = PublicationMetadata()
  private var pages = (first: "", last: "")

  /// Returns what a packet says; nothing if it is damaged, not UTF-8, or has a document type.
  static func read(_ bytes: [UInt8]) -> PublicationMetadata {
    // Declarations define entities, and a packet has none. Other encodings would make libxml2 load converters, which the sandbox forbids.
    guard !bytes.isEmpty, bytes.count < mostBytes, isUTF8(bytes), !declares(bytes) else {
      return PublicationMetadata()
    }
    let options =
      XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue
      | XML_PARSE_NOWARNING.rawValue | XML_PARSE_COMPACT.rawValue
    let document = bytes.withUnsafeBytes { buffer in
      xmlReadMemory(
        buffer.bindMemory(to: CChar.self).baseAddress, Int32(buffer.count), nil, "UTF-8",
        Int32(options))
    }
    guard let document else { return PublicationMetadata() }
    defer { xmlFreeDoc(document) }
    guard document.pointee.intSubset == nil, let root = xmlDocGetRootElement(document) else {
      return PublicationMetadata()
    }
    var reader = XMPReader()
    reader.search(root, depth: 0)
    return reader.finished()
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
  }

  private static func declares(_ bytes: [UInt8]) -> Bool {
    bytes.indices.contains { index in
      bytes[index] == 0x3C && bytes[index...].starts(with: "<!DOCTYPE".utf8)
    }
  }

  /// Searches for `rdf:Description`, which an `rdf:RDF` in an `x:xmpmeta` contains.
  private mutating func search(_ node: xmlNodePtr, depth: Int) {
    if Self.name(node) == "Description", Self.space(node.pointee.ns) == Self.rdf {
      readProperties(node)
    } else if depth < 4 {
      for child in Self.elements(node) { search(child, depth: depth + 1) }
    }
  }

  private mutating func readProperties(_ description: xmlNodePtr) {
    for child in Self.elements(description) {
      take(Self.values(child), Self.name(child), Self.space(child.pointee.ns))
    }
    var attribute = description.pointee.properties
    var count = 0
    while let current = attribute, count < Self.mostNodes {
      let name = current.pointee.name.map { String(cString: $0) } ?? ""
      take([Self.text(current.pointee.children)], name, Self.space(current.pointee.ns))
      attribute = current.pointee.next
      count += 1
    }
  }

  // MARK: properties

  private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  private static let spaces: [(prefix: String, name: String)] = [
    ("http://purl.org/dc/elements/1.", "dc"),
    ("http://prismstandard.org/namespaces/", "prism"),
    ("http://crossref.org/crossmark/", "crossmark"), ("http://ns.adobe.com/pdfx/", "pdfx"),
  ]
  private static let properties: [String: BibliographicRecord.Field] = [
    "dc:title": .title, "dc:publisher": .publisher, "prism:publicationName": .venue,
    "prism:volume": .volume, "prism:number": .issue, "prism:pageRange": .pages,
    "prism:isbn": .isbn, "prism:doi": .doi, "crossmark:DOI": .doi, "pdfx:doi": .doi,
  ]
  private static let dates: Set<String> = [
    "prism:coverDate", "prism:publicationDate", "prism:coverDisplayDate", "dc:date",
  ]

  private mutating func take(_ values: [String], _ name: String, _ space: String) {
    guard let prefix = Self.spaces.first(where: { space.hasPrefix($0.prefix) })?.name,
      let value = values.first(where: { !$0.isEmpty })
    else { return }
    let property = prefix + ":" + name
    if property == "dc:creator" {
      publication.creators = values.filter { !$0.isEmpty }
    } else if property == "prism:startingPage" {
      pages.first = value
    } else if property == "prism:endingPage" {
      pages.last = value
    } else if property == "dc:identifier" {
      if value.lowercased().hasPrefix("doi:") || value.contains("doi.org/") { add(.doi, value) }
    } else if Self.dates.contains(property) {
      let years = value.split { !$0.isNumber }.filter { $0.count == 4 }
      if let year = years.first { add(.year, String(year)) }
    } else if let field = Self.properties[property] {
      add(field, value)
    }
  }

  private mutating func add(_ field: BibliographicRecord.Field, _ value: String) {
    let value = field == .doi ? DOI.bare(value) : value
    if publication.fields[field] == nil, !value.isEmpty { publication.fields[field] = value }
  }

  private func finished() -> PublicationMetadata {
    var publication = publication
    if publication.fields[.pages] == nil, !pages.first.isEmpty {
      let isRange = !pages.last.isEmpty && pages.last != pages.first
      publication.fields[.pages] = pages.first + (isRange ? "–" + pages.last : "")
    }
    return publication
  }

  // MARK: nodes

  /// More of a node's children are not read.
  private static let mostNodes = 5_000

  private static func elements(_ node: xmlNodePtr) -> [xmlNodePtr] {
    var found: [xmlNodePtr] = []
    var child = node.pointee.children
    while let current = child, found.count < mostNodes {
      if current.pointee.type == XML_ELEMENT_NODE { found.append(current) }
      child = current.pointee.next
    }
    return found
  }

  /// Returns the items of a property's list, the default language first, or its text.
  private static func values(_ node: xmlNodePtr) -> [String] {
    guard let list = elements(node).first else { return [text(node.pointee.children)] }
    return elements(list).map { text($0.pointee.children) }
  }

  private static func text(_ first: xmlNodePtr?) -> String {
    var text = ""
    var child = first
    while let current = child, text.utf8.count < Limit.string {
      let kind = current.pointee.type
      if kind == XML_TEXT_NODE || kind == XML_CDATA_SECTION_NODE,
        let content = current.pointee.content
      {
        text += String(cString: content)
      }
      child = current.pointee.next
    }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return String(words.prefix(Limit.string / 8))
  }

  private static func name(_ node: xmlNodePtr) -> String {
    node.pointee.name.map { String(cString: $0) } ?? ""
  }

  private static func space(_ space: UnsafeMutablePointer<xmlNs>?) -> String {
    space?.pointee.href.map { String(cString: $0) } ?? ""
  }
}
