import DocumentModel
import TestSupport
import Testing

@Suite struct DocumentTypesTests {
  private let types = DocumentTypes(
    types: [
      ContentType(identifier: "data"),
      ContentType(
        identifier: "text", conformsTo: ["data"], extensions: ["txt"],
        fileNames: ["readme"], mimeTypes: ["text/plain"]),
      ContentType(
        identifier: "markdown", conformsTo: ["text"], extensions: ["md", "markdown"],
        mimeTypes: ["text/markdown"]),
      ContentType(
        identifier: "pdf", conformsTo: ["data"], extensions: ["pdf"],
        mimeTypes: ["application/pdf"], magic: [.init(Array("%PDF-".utf8), at: 0...1024)]),
      ContentType(
        identifier: "zip", extensions: ["gz", "tar.gz", "zip"],
        magic: [.init([0x50, 0x4B])]),
      ContentType(
        identifier: "book", extensions: ["fb2.zip", "longextension"],
        magic: [.init(Array("mimetype".utf8), at: 30...30)]),
      // A circle.
      ContentType(identifier: "a", conformsTo: ["b"], extensions: ["a"]),
      ContentType(identifier: "b", conformsTo: ["a", "nowhere"]),
    ],
    kinds: [
      DocumentKind(name: "PDFs", contentTypes: ["pdf"], role: .viewer, rank: .owner),
      DocumentKind(name: "Text", contentTypes: ["text"], role: .editor),
      DocumentKind(name: "Other", contentTypes: ["data", "zip"], role: .none),
    ])

  @Test(arguments: [
    ("a.pdf", "pdf"), ("A.B.PDF", "pdf"), ("notes.Markdown", "markdown"), ("README", "text"),
    ("ReadMe", "text"), ("x.tar.gz", "zip"), ("x.fb2.zip", "book"), ("x.other.zip", "zip"),
    ("x.longExtension", "book"), (".pdf", nil), ("pdf", nil), ("x.", nil), ("", nil),
    ("a.pdf~", nil),
    ("\u{202E}fdp.exe", nil), ("日本.pdf", "pdf"), ("\u{10FFE9}.md", "markdown"),
  ]) func fileNamesGiveTypes(_ name: String, _ identifier: String?) {
    #expect(types.type(named: name)?.identifier == identifier)
  }

  @Test func MIMETypesGiveTypes() {
    #expect(types.type(mimeType: "Text/Plain; charset=utf-8")?.identifier == "text")
    #expect(types.type(mimeType: "text/x-unheard-of")?.identifier == "text")
    #expect(types.type(mimeType: "image/x-unheard-of") == nil)
    #expect(types.type(mimeType: "") == nil)
  }

  @Test func firstBytesGiveTypes() {
    let padding = [UInt8](repeating: 0x20, count: 1_024)
    #expect(types.type(head: padding + Array("%PDF-1.7".utf8))?.identifier == "pdf")
    #expect(types.type(head: padding + [0x20] + Array("%PDF-1.7".utf8)) == nil)
    #expect(types.type(head: Array("%PDF".utf8)) == nil)
    #expect(types.type(head: []) == nil)
    // A book in a ZIP is a book: the longer sign says more.
    let book = [0x50, 0x4B] + [UInt8](repeating: 0, count: 28) + Array("mimetype".utf8)
    #expect(types.type(head: book)?.identifier == "book")
  }

  @Test func typesConformToTheirParents() {
    #expect(types.conforms("markdown", to: "data"))
    #expect(types.conforms("markdown", to: "markdown"))
    #expect(!types.conforms("text", to: "markdown"))
    #expect(types.conforms("a", to: "b") && types.conforms("b", to: "a"))
    #expect(types.conforms("a", to: "nowhere"))
    #expect(!types.conforms("unknown", to: "data"))
  }

  @Test func rolesComeFromTheNearestType() {
    #expect(types.role(named: "a.md") == .editor)
    #expect(types.role(named: "a.pdf") == .viewer)
    #expect(types.role(named: "a.zip") == .none)
    #expect(types.opens(named: "a.md") && !types.opens(named: "a.zip"))
    #expect(types.opens(named: "nameless", mimeType: "application/pdf"))
    // A name that tells something tells more than what others say of it.
    #expect(!types.opens(named: "a.zip", mimeType: "application/pdf"))
  }

  @Test(.enabled(if: !Sanitizer.isOn), .timeLimit(.minutes(1)))
  func typesOfAHundredThousandNamesAreFoundQuickly() {
    let endings = ["pdf", "txt", "md", "xyz", "tar.gz", "JPG"]
    let names = (0..<100_000).map { "some document number \($0).\(endings[$0 % endings.count])" }
    #expect(names.count { types.index(ofTypeNamed: $0) != nil } == 66_667)
  }
}
