import DocumentModel
import TestSupport
import Testing
import Wire

extension EngineTests {
  @Suite struct LinkTests {
    static func document(_ actions: [String]) -> PagedPDF {
      var document = PagedPDF()
      let other = document.addPage("Other")
      let annotations = actions.map {
        "<</Type/Annot/Subtype/Link/Rect[72 692 172 712]"
          + $0.replacing("$1", with: "\(other) 0 R") + ">>"
      }
      document.addPage("Links", entries: "/Annots[\(annotations.joined())]")
      document.catalogue = "/Names<</Dests<</Names[(there)[\(other) 0 R/FitH 692]]>>>>"
      return document
    }

    static func targets(_ actions: [String]) throws -> [LinkTarget] {
      try EngineBench(document(actions)).links(page: 1).map(\.target)
    }

    @Test func linksHaveTheirTargets() throws {
      let targets = try Self.targets([
        "/Dest[$1/XYZ 10 592 0]", "/Dest(there)", "/A<</S/GoTo/D(nowhere)>>",
        "/A<</S/URI/URI(https://example.org/\\033[2J)>>",
        "/A<</S/GoToR/F(other.pdf)/D[4/Fit]>>", "/A<</S/GoToR/F(other.pdf)/D(chapter)>>",
        "/A<</S/Named/N/LastPage>>", "/A<</S/Named/N/NextPage>>",
        "/A<</S/JavaScript/JS(app.alert\\(1\\))>>", "/A<</S/Launch/F(/bin/sh)>>",
      ])
      #expect(
        targets == [
          .destination(Destination(page: 0, x: 10, y: 200)),
          .destination(Destination(page: 0, y: 100)), .named("nowhere"),
          .uri("https://example.org/%1B[2J"), .file("other.pdf", page: 4, name: nil),
          .file("other.pdf", page: nil, name: "chapter"), .destination(Destination(page: 1)),
          .unsupported("NextPage"), .unsupported("JavaScript"), .unsupported("Launch"),
        ])
    }

    /// As typed, as it is in an address, and in the bytes of an old file.
    @Test(arguments: [
      ("chap one", "chap one"), ("chap one", "chap%20one"), ("Gr\\366\\337e", "Größe"),
    ])
    func placesAreFoundByName(_ written: String, _ asked: String) throws {
      var document = PagedPDF()
      let page = document.addPage()
      document.catalogue = "/Names<</Dests<</Names[(\(written))[\(page) 0 R/Fit]]>>>>"
      #expect(
        try EngineBench(document).ask(.destination(name: asked))
          == .destination(Destination(page: 0)))
    }

    /// Direct and indirect, in dictionaries, and in leaves of a tree that contains itself.
    @Test func namesOfATreeAreFound() throws {
      var document = PagedPDF()
      let page = document.addPage()
      let place = document.writer.add("[\(page) 0 R/FitH 692]")
      let inside = document.writer.add("<</D[\(page) 0 R/FitH 592]>>")
      let first = document.writer.add("<</Names[(a)\(place) 0 R(b)<</D[\(page) 0 R/Fit]>>]>>")
      let second = document.writer.add("<</Names[(c)\(inside) 0 R(d) 5(e)999 0 R]>>")
      let root = document.writer.add("<</Kids[\(first) 0 R \(second) 0 R \(second + 1) 0 R]>>")
      #expect(root == second + 1)
      document.catalogue = "/Names<</Dests \(root) 0 R>>"
      let bench = try EngineBench(document)
      let found = try ["a", "b", "c", "d", "e", "a"].map { try bench.ask(.destination(name: $0)) }
      #expect(
        found == [
          .destination(Destination(page: 0, y: 100)), .destination(Destination(page: 0)),
          .destination(Destination(page: 0, y: 200)), .destination(nil), .destination(nil),
          .destination(Destination(page: 0, y: 100)),
        ])
    }

    /// Direct nodes have no number by which a loop could be noticed.
    @Test func aTreeOfDirectNodesThatContainsItselfEnds() throws {
      var document = PagedPDF()
      let page = document.addPage()
      let place = document.writer.add("[\(page) 0 R/FitH 692]")
      let node = "<</Names[(a)\(place) 0 R]/Kids \(place + 1) 0 R>>"
      let kids = document.writer.add("[\(node)\(node)]")
      #expect(kids == place + 1)
      document.catalogue = "/Names<</Dests<</Kids \(kids) 0 R>>>>"
      #expect(
        try EngineBench(document).ask(.destination(name: "a"))
          == .destination(Destination(page: 0, y: 100)))
    }

    /// As in PDF 1.1.
    @Test func namesOfADictionaryAreFound() throws {
      var document = PagedPDF()
      let page = document.addPage()
      document.catalogue = "/Dests<</old[\(page) 0 R/FitH 692]>>"
      #expect(
        try EngineBench(document).ask(.destination(name: "old"))
          == .destination(Destination(page: 0, y: 100)))
    }

    @Test func linkAreasMatchTheirPlace() throws {
      let links = try EngineBench(Self.document(["/Dest(there)"])).links(page: 1)
      #expect(links.map(\.box) == [Box(x0: 72, y0: 80, x1: 172, y1: 100)])
    }

    /// Far too large for a single-precision number: the answer must still be one the reader takes.
    @Test func hugeLinkAreasCanBeEncoded() throws {
      var document = PagedPDF()
      document.addPage(
        entries: "/Annots[<</Type/Annot/Subtype/Link/Rect[-1e300 -1e300 1e300 1e300]"
          + "/A<</S/URI/URI(a:b)>>>><</Type/Annot/Subtype/Link/Rect[1 2]/A<</S/URI/URI(c:d)>>>>]")
      _ = try EngineBench(document).links()
    }

    @Test func remotePageNumbersStayInRange() throws {
      for page in ["-1", "2147483647", "99999999999999999999"] {
        let targets = try Self.targets(["/A<</S/GoToR/F(other.pdf)/D[\(page)/Fit]>>"])
        guard case .file(_, let number, _) = targets.first else { continue }
        #expect(number.map { (0..<Int(Int32.max)).contains($0) } ?? true)
      }
    }

    @Test func attachmentsAreReadCompletely() throws {
      var document = PagedPDF()
      document.addPage()
      let content = String(repeating: "attached ", count: 1_000)
      let stream = document.writer.add(stream: content, "/Type/EmbeddedFile/Params<</Size 9000>>")
      let file = document.writer.add(
        "<</Type/Filespec/F(note\\012.txt)/Desc(A note)/EF<</F \(stream) 0 R>>>>")
      document.catalogue = "/Names<</EmbeddedFiles<</Names[(note)\(file) 0 R]>>>>"
      let bench = try EngineBench(document)
      let attachments = try bench.ask(.attachments)
      #expect(
        attachments
          == .attachments([Attachment(name: "note .txt", summary: "A note", size: 9_000)]))
      let end = try bench.ask(.attachment(index: 0, offset: 8_990))
      #expect(
        end
          == .attachment(bytes: Array(content.utf8.suffix(10)), total: 9_000))
      #expect(throws: EngineFailure.notFound) {
        _ = try bench.ask(.attachment(index: 0, offset: 9_001))
      }
      #expect(throws: EngineFailure.notFound) {
        _ = try bench.ask(.attachment(index: 1, offset: 0))
      }
    }
  }
}
