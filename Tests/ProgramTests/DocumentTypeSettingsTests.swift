import Canvas
import DocumentModel
import Foundation
import TestSupport
import Testing

@testable import Services

@Suite struct DocumentTypeSettingsTests {
  private func load(_ text: String) throws -> (DocumentTypes, [String]) {
    let folder = try TemporaryFolder()
    let file = folder.path + "/document-types.json5"
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    var problems: [String] = []
    let types = DocumentTypeSettings.load(userFile: file, problems: &problems)
    return (types, problems)
  }

  @Test(arguments: NamedFormat.allCases)
  func formatsKnownByNameAreThoseOfTheFile(_ format: NamedFormat) {
    let type = DocumentTypeSettings.own.types.first { $0.identifier == format.rawValue }
    #expect(type?.extensions == format.endings)
    for ending in format.endings { #expect(NamedFormat(fileName: "A." + ending) == format) }
  }

  @Test func aTypeOfTheUsersMayStayOutOfTheIndex() throws {
    let (types, problems) = try load(
      "{ types: { \"public.log\": { isIndexed: true }, \"public.html\": { isIndexed: false } } }")
    #expect(problems == [])
    let names = ["a.pdf", "a.md", "a.log", "a.html", "a.json", "a.cbz", "a.png", "a.zip", "a"]
    #expect(names.filter { types.indexes(named: $0) } == ["a.pdf", "a.md", "a.log"])
  }

  @Test func aRemovedTypeKeepsItsOwnOutOfTheIndex() throws {
    let (types, _) = try load("{ types: { \"public.image\": null } }")
    #expect(types.opens(named: "a.png"))
    #expect(!types.indexes(named: "a.png"))
  }

  @Test func theBuiltInTypesAreValid() {
    var problems: [String] = []
    let types = DocumentTypeSettings.load(userFile: nil, problems: &problems)
    #expect(problems == [])
    for type in types.types {
      #expect(CellWidth.of(type.glyph) == 1, "\(type.identifier)")
      #expect(!type.name.isEmpty)
      #expect(types.conforms(type.identifier, to: "public.data"))
      for key in type.extensions + type.fileNames + type.mimeTypes {
        #expect(key == key.lowercased())
      }
    }
    for extensions in Dictionary(grouping: types.types.flatMap(\.extensions), by: \.self).values {
      #expect(extensions.count == 1, "\(extensions)")
    }
    let identifiers = Set(types.types.map(\.identifier))
    for kind in types.kinds { #expect(identifiers.isSuperset(of: kind.contentTypes), "\(kind)") }
    let roles: [(String, DocumentKind.Role)] = [
      ("a.pdf", .viewer), ("a.md", .editor), ("a.txt", .editor), ("README", .editor),
      ("Makefile", .editor), ("x.log", .editor), ("x.swift", .editor), ("x.csv", .editor),
      ("x.mkdn", .editor), ("x.tex", .editor), ("x.org", .editor), ("x.png", .viewer),
      ("x.gif", .viewer),
      ("x.djvu", .viewer), ("x.bmp", .none),
      ("x.epub", .viewer), ("x.fb2.zip", .viewer), ("x.cbz", .viewer), ("x.docx", .viewer),
      ("x.doc", .none),
      ("x.tar.gz", .none), ("x", .none),
    ]
    for (name, role) in roles { #expect(types.role(named: name) == role, "\(name)") }
    #expect(types.kind(of: types.type(named: "a.pdf") ?? .init(identifier: ""))?.rank == .owner)
  }

  @Test func theUsersFileAddsAndChangesTypes() throws {
    let (types, problems) = try load(
      """
      { types: {
          "org.x.new": { conformsTo: ["public.plain-text"], extensions: [".NEW"], magic: [{ bytes: "cafe", from: 2 }] },
          "com.adobe.pdf": { glyph: "P" },
          "public.movie": null,
        },
        documents: { "Archives": { role: "Viewer" } } }
      """)
    #expect(problems == [])
    #expect(types.type(named: "a.new")?.identifier == "org.x.new")
    #expect(types.opens(named: "a.new"))
    #expect(types.type(head: [0, 0, 0xCA, 0xFE])?.identifier == "org.x.new")
    #expect(types.type(named: "a.pdf")?.glyph == "P")
    #expect(types.type(named: "a.mp4") == nil)
    #expect(types.role(named: "a.zip") == .viewer)
  }

  @Test func mistakesAreReportedWithTheirLineAndTheRestApplies() throws {
    let (types, problems) = try load(
      """
      {
        types: {
          "org.x.good": { extensions: ["good"] },
          "org.x.bad": { extensions: 7 },
          "com.adobe.pdf": { magic: [{ bytes: "xyz" }] },
        },
        documents: {
          "Wrong": { role: "Owner" },
        },
      }
      """)
    #expect(problems.count == 3)
    #expect(problems.contains { $0.contains("line 4") && $0.contains("“extensions”") })
    #expect(problems.contains { $0.contains("line 5") && $0.contains("magic") })
    #expect(problems.contains { $0.contains("line 8") && $0.contains("“role”") })
    #expect(types.type(named: "a.good") != nil)
    #expect(types.type(head: Array("%PDF-".utf8))?.identifier == "com.adobe.pdf")
  }

  @Test(arguments: ["{ types: {\n\n x }", "", "[]", "\u{0}", "{ types: 1 }"])
  func anUnparsableFileIsReportedAndIgnored(_ text: String) throws {
    let (types, problems) = try load(text)
    #expect(problems.count == 1)
    #expect(types.opens(named: "a.pdf"))
    if text.contains("\n") { #expect(problems.first?.contains("line 3") == true, "\(problems)") }
  }

  @Test func cyclesInTheUsersTypesAreHarmless() throws {
    let (types, problems) = try load(
      "{ types: { \"x.a\": { conformsTo: [\"x.b\"] }, \"x.b\": { conformsTo: [\"x.a\", \"x.c\"] } } }"
    )
    #expect(types.conforms("x.a", to: "x.b") && types.conforms("x.b", to: "x.a"))
    #expect(problems.count == 1 && problems[0].contains("x.c"))
  }

  @Test func templatesAreTheBuiltInAndTheUsers() throws {
    let folder = try TemporaryFolder()
    try Data("mine {{cursor}}".utf8).write(to: URL(fileURLWithPath: folder.path + "/note.md"))
    try Data("other".utf8).write(to: URL(fileURLWithPath: folder.path + "/Letter.md"))
    mkfifo(folder.path + "/pipe", 0o600)
    let sources = Templates.all(of: DocumentTypeSettings.own, folder: folder.path)
    #expect(sources.map(\.path) == [folder.path + "/note.md", "", "", folder.path + "/Letter.md"])
    let templates = sources.map(\.template)
    #expect(templates.map(\.name) == ["Note", "Reading note", "Empty note", "Letter.md"])
    #expect(templates[0].text == "mine {{cursor}}")
    #expect(templates.map(\.needsDocument) == [false, true, false, false])
    let filled = templates[1].filled(
      .init(title: "T", author: "A", citation: "A, T, 2020", path: "../T.pdf", date: "2026-11-21"))
    #expect(!filled.text.contains("{{"))
    #expect(filled.text.contains("[T](../T.pdf)") && filled.cursorLine > 6)
  }

  /// Recto's own templates are never moved or written in.
  @Test func importModesApplyToUserTemplatesOnly() throws {
    let folder = try TemporaryFolder()
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.path + "/note.md"))
    let (types, problems) = try load("{ documents: { Notes: { importMode: \"move\" } } }")
    #expect(problems.isEmpty, "\(problems)")
    let modes = Templates.all(of: types, folder: folder.path).map(\.importMode)
    #expect(modes == [.move, .copy, .copy])
  }
}
