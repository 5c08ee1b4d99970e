import DocumentModel
import Foundation
import TestSupport
import Testing
import Wire

extension EngineTests {
  /// Invisible text added to pages.
  @Suite struct TextLayerTests {
    private static func pages(_ count: Int, turn: Int = 0) -> Data {
      var document = PagedPDF()
      for page in 0..<count {
        document.addPage("seen \(page)", at: (20, 20), entries: "/Rotate \(turn)")
      }
      return document.file()
    }

    private static let words = [
      PlacedWord(text: "Unseen", x: 100, y: 200, width: 60, size: 12),
      PlacedWord(text: "wörds", x: 170, y: 200, width: 50, size: 12),
    ]

    @Test(arguments: [0, 90, 180, 270]) func wordsAreAddedAtTheirPlace(_ turn: Int) throws {
      let old = Self.pages(2, turn: turn)
      let (file, outcome) = try EditingBench(old).edited([.addText(page: 1, Self.words)])
      #expect(outcome.pageCount == 2 && file.starts(with: old))
      let bench = try EngineBench(file)
      guard case .text(let text) = try bench.ask(.text(page: 1)) else {
        Issue.record("no text")
        return
      }
      let letters = text.scalars.indices.filter { text.scalars[$0] == 0x55 }
      let box = try #require(letters.first.map { text.boxes[$0] })
      #expect(abs(box.x0 - 100) < 0.5 && box.y0 < 200 && box.y1 > 200)
      let last = try #require(text.scalars.lastIndex(of: 0x73))
      #expect(abs(text.boxes[last].x1 - 220) < 0.5)
      #expect(try EditedLook(file).texts()[0] == "seen 0")
      #expect(try PopplerProgram.text(of: file).contains("Unseen wörds"))
    }

    @Test func aRightToLeftWordIsFound() throws {
      let word = PlacedWord(
        text: "שלום", x: 100, y: 200, width: 40, size: 12, isRightToLeft: true)
      let (file, _) = try EditingBench(Self.pages(1)).edited([.addText(page: 0, [word])])
      #expect(try PopplerProgram.text(of: file).contains("שלום"))
    }

    @Test func unexpectedWordsAreRefused() throws {
      let bench = EditingBench(Self.pages(1))
      let (file, _) = try bench.edited([.addText(page: 0, Self.words)])
      let other = PlacedWord(text: "forged", x: 100, y: 200, width: 60, size: 12)
      #expect(throws: EditRefusal(.unverified)) {
        try bench.verify(file, [.addText(page: 0, [other])])
      }
    }

    @Test func encryptedDocumentsStayEncrypted() throws {
      let plain = Self.pages(1)
      let locked = try QPDFProgram.rewritten(
        plain, ["--encrypt", "user", "owner", "256", "--"])
      let (made, _) = try EditingBench(locked, password: "owner").edited([
        .addText(page: 0, Self.words)
      ])
      #expect(made.starts(with: locked))
      #expect(try EditedLook(made, password: "user").texts()[0].contains("Unseen wörds"))
    }

    @Test func aMissingPageIsRefused() throws {
      let plain = Self.pages(1)
      #expect(throws: EditRefusal(.page)) {
        try EditingBench(plain).edited([.addText(page: 3, Self.words)])
      }
    }
  }
}
