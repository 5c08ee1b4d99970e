package import Foundation

/// A book as its files.
package struct BookSource {
  package var files: [(path: String, text: String)] = []
  private var images: [(path: String, bytes: Data)] = []
  private var manifest = ""
  private var spine = ""
  package var metadata = "<dc:title>A Book</dc:title><dc:creator>Ann Author</dc:creator>"
  package var spineAttributes = ""

  /// Chapters in order: `body` of each, or a whole file if it begins with `<?xml` or `<html`.
  package init(_ chapters: [String], style: String? = nil, navigation: String? = nil) {
    if let style { add("style.css", "text/css", style) }
    if let navigation {
      add("nav.xhtml", "application/xhtml+xml", Self.page(navigation, nil), properties: "nav")
    }
    for (index, chapter) in chapters.enumerated() {
      let isWhole = chapter.hasPrefix("<?xml") || chapter.hasPrefix("<html")
      addChapter(
        "c\(index + 1).xhtml",
        isWhole ? chapter : Self.page(chapter, style == nil ? nil : "style.css"))
    }
  }

  package static func page(_ body: String, _ style: String?) -> String {
    let link = style.map { #"<link rel="stylesheet" href="\#($0)"/>"# } ?? ""
    return """
      <?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"
      xmlns:epub="http://www.idpf.org/2007/ops"><head><title>t</title>\(link)</head>
      <body>\(body)</body></html>
      """
  }

  package mutating func add(_ name: String, _ type: String, _ text: String, properties: String = "")
  {
    files.append(("OPS/" + name, text))
    manifest +=
      #"<item id="\#(name)" href="\#(name)" media-type="\#(type)" properties="\#(properties)"/>"#
  }

  package mutating func addImage(_ name: String, _ bytes: Data) {
    images.append(("OPS/" + name, bytes))
    manifest += #"<item id="\#(name)" href="\#(name)" media-type="image/png"/>"#
  }

  /// Adds a chapter in any encoding.
  package mutating func addChapter(_ name: String, _ bytes: Data) {
    images.append(("OPS/" + name, bytes))
    manifest += #"<item id="\#(name)" href="\#(name)" media-type="application/xhtml+xml"/>"#
    addReference(name)
  }

  /// Adds a file of the book to the reading order.
  package mutating func addReference(_ name: String) { spine += #"<itemref idref="\#(name)"/>"# }

  package mutating func addChapter(_ name: String, _ text: String, isLinear: Bool = true) {
    add(name, "application/xhtml+xml", text)
    spine += #"<itemref idref="\#(name)" linear="\#(isLinear ? "yes" : "no")"/>"#
  }

  package var archive: ZipArchive {
    var archive = ZipArchive()
    archive.add("mimetype", Data("application/epub+zip".utf8))
    archive.add(
      "META-INF/container.xml",
      Data(
        """
        <container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
        <rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/>
        </rootfiles></container>
        """.utf8))
    archive.add(
      "OPS/book.opf",
      Data(
        """
        <package xmlns="http://www.idpf.org/2007/opf" version="3.0"
        xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>\(metadata)</metadata>
        <manifest>\(manifest)</manifest><spine \(spineAttributes)>\(spine)</spine></package>
        """.utf8))
    for file in files { archive.add(file.path, Data(file.text.utf8)) }
    for image in images { archive.add(image.path, image.bytes) }
    return archive
  }

  package var data: Data { archive.data }
}
