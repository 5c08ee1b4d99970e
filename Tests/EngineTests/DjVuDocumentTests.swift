import DocumentModel
import Glibc
import Testing
import Wire

@testable import Engine

/// Loads the libraries once for all tests.
let areRareFormatsLoaded: Bool = {
  RareFormats.load()
  return true
}()

/// Opens bytes as a document, through a file without a name.
func opened(_ bytes: [UInt8]) throws -> DjVuDocument {
  var template = Array("/tmp/djvu-test-XXXXXX".utf8CString)
  let descriptor = mkstemp(&template)
  unlink(template)
  _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  _ = areRareFormatsLoaded
  let file = try SourceFile(descriptor)
  #expect(DjVuDocument.recognizes(file))
  return try DjVuDocument(file)
}

extension PageText {
  /// The box of the first occurrence of a word.
  func box(of word: String) -> Box? {
    let letters = word.unicodeScalars.map(\.value)
    let start = scalars.indices.first { scalars[$0...].starts(with: letters) }
    guard let start else { return nil }
    return boxes[start..<start + letters.count].reduce(boxes[start]) { $0.union($1) }
  }
}

/// One after the other, as a worker opens documents: DjVuLibre makes its table of messages and reads
/// annotations without locks.
@Suite(.serialized) struct DjVuDocumentTests {
  /// Two lines of words: one zone for each.
  static let twoLines: DjVuFile = {
    var file = DjVuFile()
    file.text = "one two\nthree "
    file.zones = [
      DjVuFile.Zone(
        kind: .line, x: 10, y: 180, width: 80, height: 10, text: 0..<8,
        children: [
          DjVuFile.Zone(kind: .word, x: 10, y: 182, width: 30, height: 8, text: 0..<4),
          DjVuFile.Zone(kind: .word, x: 50, y: 180, width: 40, height: 10, text: 4..<8),
        ]),
      DjVuFile.Zone(
        kind: .line, x: 10, y: 160, width: 50, height: 10, text: 8..<14,
        children: [
          DjVuFile.Zone(kind: .word, x: 10, y: 160, width: 50, height: 10, text: 8..<14)
        ]),
    ]
    return file
  }()

  @Test func measuresPagesInPoints() throws {
    let document = try opened(DjVuFile().bytes)
    #expect(document.summary.pageCount == 1)
    #expect(document.pages(0..<5) == [PageInfo(label: "", size: PageSize(width: 72, height: 144))])
    #expect(throws: EngineFailure.pageOutOfRange) { try document.text(page: 1) }
    #expect(throws: EngineFailure.pageOutOfRange) { try document.plainText(page: -1) }
    #expect(throws: EngineFailure.pageOutOfRange) { try document.links(page: Int.max) }
  }

  @Test func readsWordsWithTheirBoxes() throws {
    let text = try opened(Self.twoLines.bytes).text(page: 0)
    #expect(text.string == "one two\nthree")
    #expect(text.boxes.count == text.scalars.count)
    // All letters of a line are as high as the line.
    #expect(text.box(of: "one") == Box(x0: 7.2, y0: 7.2, x1: 28.8, y1: 14.4))
    #expect(text.box(of: "two") == Box(x0: 36, y0: 7.2, x1: 64.8, y1: 14.4))
    #expect(text.box(of: " ") == Box(x0: 28.8, y0: 7.2, x1: 36, y1: 14.4))
    #expect(abs((text.box(of: "w")?.x0 ?? 0) - 45.6) < 0.01)
    #expect(abs((text.box(of: "w")?.x1 ?? 0) - 55.2) < 0.01)
    #expect(text.runs == [StyleRun(start: 0, style: 0)])
  }

  @Test func givesTheRawText() throws {
    let bytes = try opened(Self.twoLines.bytes).plainText(page: 0)
    #expect(String(decoding: bytes, as: UTF8.self) == "one two\nthree ")
    #expect(try opened(DjVuFile().bytes).plainText(page: 0) == [])
  }

  @Test(arguments: [
    (UInt8(1), 0, Box(x0: 7.2, y0: 21.6, x1: 43.2, y1: 28.8)),
    (6, 270, Box(x0: 21.6, y0: 28.8, x1: 28.8, y1: 64.8)),
    (2, 180, Box(x0: 28.8, y0: 115.2, x1: 64.8, y1: 122.4)),
    (5, 90, Box(x0: 115.2, y0: 7.2, x1: 122.4, y1: 43.2)),
  ])
  func turnsText(_ orientation: UInt8, _ degrees: Int, _ box: Box) throws {
    var file = Self.twoLines
    file.orientation = orientation
    file.annotations = "(maparea \"http://a.b\" \"\" (rect 10 20 30 40))"
    let document = try opened(file.bytes)
    #expect(try document.rotation(page: 0) == degrees)
    let size = document.pages(0..<1).first?.size
    #expect(
      size
        == (degrees % 180 == 0
          ? PageSize(width: 72, height: 144) : PageSize(width: 144, height: 72)))
    let found = try #require(try document.text(page: 0).box(of: "three"))
    for (one, other) in [
      (found.x0, box.x0), (found.y0, box.y0), (found.x1, box.x1), (found.y1, box.y1),
    ] {
      #expect(abs(one - other) < 0.01)
    }
    // Links are placed on the turned page.
    let link = try #require(try document.links(page: 0).first)
    #expect(abs(Double(link.box.y1) - (size?.height ?? 0) + 14.4) < 0.01)
  }

  @Test func marksUnreadableLettersAndKeepsSeparators() throws {
    var file = DjVuFile()
    file.text = "a\u{7F}b\u{1D}c\u{1F}\u{B}d\te"
    let document = try opened(file.bytes)
    let plain = String(decoding: try document.plainText(page: 0), as: UTF8.self)
    #expect(plain == "a\u{FFFD}b\nc\n\nd e")
    // The lines of a page without zones share its height.
    let text = try document.text(page: 0)
    #expect(text.string == "a\u{FFFD}b\nc\nd e")
    #expect(text.box(of: "c")?.y0 == 48)
  }

  @Test func drawsABlankPageWhite() throws {
    let document = try opened(DjVuFile().bytes)
    let pixels = try PixelBuffer(width: 50, height: 100)
    try document.draw(PageDrawing(page: 0, width: 50, height: 100), on: pixels)
    #expect(pixels.pixels.allSatisfy { $0 == 0xFFFF_FFFF })
    guard
      case .drawing(let thumbnail, let count) = try document.thumbnail(
        ThumbnailRequest(name: "", largest: 64))
    else { return }
    #expect((thumbnail.width, thumbnail.height, count) == (32, 64, 1))
  }

  @Test func refusesHugePages() throws {
    var file = DjVuFile()
    (file.width, file.height) = (65_535, 65_535)
    let document = try opened(file.bytes)
    let pixels = try PixelBuffer(width: 10, height: 10)
    #expect(throws: EngineFailure.pictureSize) {
      try document.draw(PageDrawing(page: 0, width: 10, height: 10), on: pixels)
    }
  }

  @Test func readsMetadata() throws {
    var file = DjVuFile()
    file.annotations =
      #"(metadata (Title "Gr\303\266\303\237e") (author "A\nB")"#
      + #" (CreationDate "D:20110503100000Z") (year "1999"))"#
    let document = try opened(file.bytes)
    #expect(document.summary.title == "Größe")
    let metadata = document.metadata()
    #expect(metadata.author == "A B")
    #expect(metadata.created == 1_304_416_800)
    #expect(metadata.format == "DjVu, 1 page")
  }

  @Test func readsLinksOfAllShapes() throws {
    var file = DjVuFile()
    file.annotations = #"""
      (maparea "http://a.b/" "" (rect 10 20 30 40)) (maparea (url "#1" "_top") "" (oval 0 0 10 10))
      (maparea "mailto:a@b" "" (poly 50 60 10 20 30 80)) (maparea "#x y" "" (line 1 2 3 4))
      (maparea "c.djvu#2" "" (text 1 2 3 4)) (maparea "" "A note" (rect 1 2 3 4))
      (maparea "#1" "" (rect 1 2 3)) (maparea "#1" "" (poly 1 2 3)) (maparea 3 4) (maparea)
      """#
    let document = try opened(file.bytes)
    let links = try document.links(page: 0)
    #expect(
      links.map(\.target) == [
        .uri("http://a.b/"), .destination(Destination(page: 0)), .uri("mailto:a@b"), .named("x y"),
        .file("c.djvu", page: nil, name: "2"),
      ])
    #expect(links.first?.box == Box(x0: 7.2, y0: 100.8, x1: 28.8, y1: 129.6))
    #expect(links[safe: 2]?.box == Box(x0: 7.2, y0: 86.4, x1: 36, y1: 129.6))
    let notes = try document.notes(page: 0)
    #expect(notes.isAnnotated && notes.texts == ["A note"])
    let annotations = try document.annotations(0..<1).annotations
    #expect(annotations.map(\.contents) == ["A note"])
    #expect(annotations.map(\.kind) == [.highlight])
  }

  @Test func endsWithTruncatedFiles() throws {
    let bytes = Self.twoLines.bytes
    for count in stride(from: 16, to: bytes.count, by: 3) {
      guard let document = try? opened(Array(bytes.prefix(count))) else { continue }
      _ = try? document.text(page: 0)
      _ = try? document.links(page: 0)
    }
  }

  @Test func refusesDocumentsOfSeveralFiles() throws {
    // A directory of one page in a file beside it, with BZZ's empty rest.
    let directory = DjVuFile.chunk("DIRM", [0x01, 0, 1, 0xFF, 0xFF])
    let bytes =
      Array("AT&T".utf8) + DjVuFile.chunk("FORM", Array("DJVM".utf8) + directory)
    #expect(throws: EngineFailure.self) { try opened(bytes) }
  }
}

struct DjVuPageNamesTests {
  private let names = DjVuPageNames(pages: [
    ("a.djvu", "a.djvu", "i"), ("b.djvu", "b.djvu", "1"), ("c.djvu", "file", "2"),
    ("d.djvu", "d.djvu", "d.djvu"), ("e.djvu", "e.djvu", "1"),
  ])

  @Test(arguments: [
    ("c.djvu", 0, 2), ("i", 0, 0), ("=i", 4, 0), ("1", 0, 1), ("1", 2, 4), ("=1", 3, 4),
    ("2", 0, 2), ("3", 0, 2), ("99", 0, 4), ("0", 3, 0), ("+1", 2, 3), ("-1", 2, 1), ("+9", 2, 4),
    ("-9", 2, 0), ("$2", 4, 1), ("$0", 4, 0), ("file", 0, 2),
    ("99999999999999999999999", 0, 4), ("+99999999999999999999999", 4, 4),
  ])
  func findsPages(_ name: String, _ start: Int, _ page: Int) {
    #expect(names.page(named: name, from: start) == page)
  }

  @Test(arguments: ["", "x", "+", "-", "$", "=", "=x", "-1-"])
  func findsNoPage(_ name: String) {
    #expect(names.page(named: name, from: 0) == nil)
  }

  @Test func labelsPagesWithTitlesOfTheirOwn() {
    #expect((0..<6).map { names.label(of: $0) } == ["i", "1", "2", "", "1", ""])
  }
}
