/// The names of elements and attributes: local names, with a prefix by namespace where two languages meet in one file.
enum MarkupNames {
  /// Prefixes by the beginnings of namespaces; elements of all others keep the prefix the file gives them.
  private static let spaces: [(space: String, prefix: String)] = [
    ("http://www.w3.org/1999/xhtml", ""), ("http://www.idpf.org/2007/ops", "epub"),
    ("http://www.idpf.org/2007/opf", ""), ("http://www.daisy.org/z3986/2005/ncx/", ""),
    ("urn:oasis:names:tc:opendocument:xmlns:container", ""),
    ("http://www.w3.org/1998/Math/MathML", ""), ("http://www.w3.org/2000/svg", ""),
    ("http://www.gribuser.ru/xml/fictionbook/", ""),
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
  ]

  static func element(_ name: String, prefix: String, space: String) -> String {
    qualified(name, space.isEmpty ? "" : self.prefix(of: space) ?? prefix)
  }

  static func attribute(_ name: String, prefix: String, space: String) -> String {
    space.isEmpty ? name : qualified(name, self.prefix(of: space) ?? prefix)
  }

  private static func qualified(_ name: String, _ prefix: String) -> String {
    prefix.isEmpty ? name : prefix + ":" + name
  }

  private static func prefix(of space: String) -> String? {
    spaces.first { space.hasPrefix($0.space) }?.prefix
  }
}
