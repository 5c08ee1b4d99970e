/// The names of elements and attributes: local names, with a prefix by namespace where two languages meet in one file.
struct MarkupNames {
  /// Prefixes of the namespaces of this file, nil for those that are not in the table.
  private var known: [String: String?] = [:]

  /// Prefixes by the beginnings of namespaces; elements of all others keep the prefix the file gives them.
  private static let spaces: [(space: String, prefix: String)] = [
    ("http://www.w3.org/1999/xhtml", ""), ("http://www.idpf.org/2007/ops", "epub"),
    ("http://www.idpf.org/2007/opf", ""), ("http://www.daisy.org/z3986/2005/ncx/", ""),
    ("urn:oasis:names:tc:opendocument:xmlns:container", ""),
    ("http://www.w3.org/1998/Math/MathML", ""), ("http://www.w3.org/2000/svg", ""),
    ("http://www.gribuser.ru/xml/fictionbook/", ""),
    ("http://ns.adobe.com/xfdf/", ""), (XFDF.ownSpace, "recto"),
    ("http://purl.org/dc/elements/1.1/", "dc"), ("http://purl.org/dc/terms/", "dcterms"),
    ("http://www.w3.org/1999/xlink", "xlink"), ("http://www.w3.org/XML/1998/namespace", "xml"),
    ("http://www.w3.org/2001/04/xmlenc#", "enc"), ("http://www.w3.org/2000/09/xmldsig#", "ds"),
    ("http://schemas.openxmlformats.org/wordprocessingml/", "w"),
    ("http://purl.oclc.org/ooxml/wordprocessingml/", "w"),
    ("http://schemas.openxmlformats.org/officeDocument/2006/math", "m"),
    ("http://purl.oclc.org/ooxml/officeDocument/math", "m"),
    ("http://schemas.openxmlformats.org/officeDocument/2006/relationships", "r"),
    ("http://purl.oclc.org/ooxml/officeDocument/relationships", "r"),
    ("http://schemas.openxmlformats.org/drawingml/2006/main", "a"),
    ("http://purl.oclc.org/ooxml/drawingml/main", "a"),
    ("http://schemas.openxmlformats.org/presentationml/", "p"),
    ("http://purl.oclc.org/ooxml/presentationml/", "p"),
    ("http://schemas.openxmlformats.org/spreadsheetml/", ""),
    ("http://purl.oclc.org/ooxml/spreadsheetml/", ""),
    ("urn:oasis:names:tc:opendocument:xmlns:text:", "text"),
    ("urn:oasis:names:tc:opendocument:xmlns:table:", "table"),
    ("urn:oasis:names:tc:opendocument:xmlns:office:", "office"),
    ("urn:oasis:names:tc:opendocument:xmlns:style:", "style"),
    ("urn:oasis:names:tc:opendocument:xmlns:drawing:", "draw"),
    ("urn:oasis:names:tc:opendocument:xmlns:presentation:", "presentation"),
    ("urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:", "fo"),
    ("urn:oasis:names:tc:opendocument:xmlns:svg-compatible:", "svg"),
    ("urn:oasis:names:tc:opendocument:xmlns:meta:", "meta"),
    ("urn:oasis:names:tc:opendocument:xmlns:datastyle:", "number"),
    ("http://schemas.openxmlformats.org/package/2006/relationships", ""),
    ("http://schemas.openxmlformats.org/package/2006/metadata/core-properties", "cp"),
    ("http://schemas.openxmlformats.org/officeDocument/2006/extended-properties", ""),
    ("http://purl.oclc.org/ooxml/officeDocument/extendedProperties", ""),
    ("http://schemas.openxmlformats.org/markup-compatibility/2006", "mc"),
    ("http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing", "wp"),
    ("http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing", "wp"),
    ("http://schemas.openxmlformats.org/drawingml/2006/picture", "pic"),
    ("http://purl.oclc.org/ooxml/drawingml/picture", "pic"),
    ("http://schemas.openxmlformats.org/drawingml/2006/diagram", "dgm"),
    ("http://purl.oclc.org/ooxml/drawingml/diagram", "dgm"),
    ("http://schemas.openxmlformats.org/drawingml/2006/chart", "c"),
    ("http://purl.oclc.org/ooxml/drawingml/chart", "c"),
    ("http://schemas.microsoft.com/office/word/2010/wordprocessingShape", "wps"),
    ("http://schemas.microsoft.com/office/word/2010/wordml", "w14"),
    ("http://schemas.microsoft.com/office/word/2012/wordml", "w15"),
    ("urn:org:documentfoundation:names:experimental:office:xmlns:loext:", "loext"),
    ("urn:schemas-microsoft-com:vml", "v"), ("urn:schemas-microsoft-com:office:office", "o"),
  ]

  mutating func element(_ name: String, prefix: String, space: String) -> String {
    qualified(name, space.isEmpty ? "" : self.prefix(of: space) ?? prefix)
  }

  mutating func attribute(_ name: String, prefix: String, space: String) -> String {
    space.isEmpty ? name : qualified(name, self.prefix(of: space) ?? prefix)
  }

  private func qualified(_ name: String, _ prefix: String) -> String {
    prefix.isEmpty ? name : prefix + ":" + name
  }

  private mutating func prefix(of space: String) -> String? {
    if let found = known[space] { return found }
    let prefix = Self.spaces.first { space.hasPrefix($0.space) }?.prefix
    known[space] = .some(prefix)
    return prefix
  }
}
