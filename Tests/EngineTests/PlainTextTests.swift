import DocumentModel
import Engine
import Foundation
import Glibc
import TestSupport
import Testing
import Wire

extension EngineTests {
  @Suite struct PlainTextTests {
    private static func lines(_ text: PageText) -> [String] {
      (text.blocks ?? []).map { block in
        String(String.UnicodeScalarView(text.scalars[block.range].compactMap(Unicode.Scalar.init)))
      }
    }

    private static func open(_ text: String) throws -> EngineBench {
      try EngineBench(Data(text.utf8), name: "a.txt")
    }

    /// A flat OpenDocument file is text, too.
    @Test func aTextMayBeNamedAsAnOfficeDocument() throws {
      let bench = try EngineBench(Data("one".utf8), name: "a.fodt")
      #expect(try Self.lines(bench.text()) == ["one"])
      #expect(throws: EngineFailure.notADocument) {
        try EngineBench(Data("one".utf8), name: "a.odt")
      }
    }

    @Test func linesAreBlocks() throws {
      let bench = try Self.open("one\n\n  two\r\nthree")
      #expect(bench.summary.flow?.kind == .plainText)
      #expect(bench.summary.flow?.encoding == "UTF-8")
      #expect(!bench.summary.hasPages)
      let text = try bench.text()
      #expect(Self.lines(text) == ["one", "", "  two", "three"])
      #expect(text.blocks?.map(\.line) == [0, 1, 2, 3])
      #expect(text.boxes.count == text.scalars.count)
    }

    /// Control sequences are interpreted as a printer or terminal would; none reaches the terminal.
    @Test(arguments: [
      ("a\tb\tc", "a       b       c"), ("日\tb", "日      b"),
      ("\u{1B}[1;31mred\u{1B}[0m!", "red!"), ("\u{1B}]0;title\u{7}x\u{1B}]8;;u\u{1B}\\y", "xy"),
      ("\u{1B}[999999999999999999999mx", "x"), ("tail\u{1B}", "tail"), ("tail\u{1B}[", "tail"),
      ("N\u{8}NA\u{8}A _\u{8}b", "NA b"), ("bell\u{7}\u{1}", "bell␇␁"), ("a\rb", "a␍b"),
      ("\u{C}page", "page"), ("x\u{202E}y\u{FEFF}z", "xyz"), ("\u{9B}31m", "\u{FFFD}31m"),
    ])
    func controlSequencesAreInterpretedPerLine(_ source: String, _ shown: String) throws {
      #expect(Self.lines(try Self.open("first\n" + source + "\n").text()).last == shown)
    }

    @Test func sequencesAndOverstrikesSetStyles() throws {
      let text = try Self.open("\u{1B}[1mB\u{1B}[22m p\u{1B}[38;5;1m4 N\u{8}N _\u{8}u\n").text()
      func style(_ letter: String) -> TextStyle? {
        let index = text.string.unicodeScalars.firstIndex(of: Unicode.Scalar(letter) ?? " ")
        guard let index else { return nil }
        let offset = text.string.unicodeScalars.distance(
          from: text.string.unicodeScalars.startIndex, to: index)
        return text.runs.last { $0.start <= offset }.map { text.styles[$0.style] }
      }
      #expect(style("B")?.isBold == true)
      #expect(style("p")?.isBold == false)
      #expect(style("4")?.isUnderlined == false)
      #expect(style("N")?.isBold == true)
      #expect(style("u")?.isUnderlined == true)
    }

    /// Portions, one after the other, are the whole; each line keeps its number.
    @Test(arguments: [0, 1, 3]) func chunksAddUpToTheWhole(_ shift: Int) throws {
      let source =
        String(repeating: "x", count: shift)
        + (0..<9_000).map { "line \($0) größer 日本 \($0 * 37)\n" }.joined()
      let bench = try Self.open(source)
      let count = bench.summary.pageCount
      #expect(count > 10)
      var whole = ""
      for page in 0..<count { whole += try bench.text(page: page).string }
      #expect(whole == source)
      var bytes: [UInt8] = []
      for page in 0..<count {
        if case .plainText(let part) = try bench.ask(.plainText(page: page)) { bytes += part }
      }
      #expect(bytes == Array(source.utf8))
      let infos = try bench.pages()
      for page in [0, 1, count / 2, count - 1] {
        let first = Self.lines(try bench.text(page: page)).first ?? ""
        #expect(first.contains("line \(infos[page].line - 1) "))
      }
    }

    /// Asked out of order, lines are counted the same.
    @Test func lineNumbersDoNotDependOnReadingOrder() throws {
      let source = (0..<200_000).map { "\($0)\n" }.joined()
      let bench = try Self.open(source)
      let all = try bench.pages().map(\.line)
      #expect(all == all.sorted())
      for page in [all.count - 1, 3, 40, 0] {
        guard case .pages(let infos) = try bench.ask(.pages(page..<page + 1)) else { continue }
        #expect(infos.map(\.line) == [all[page]])
        #expect(try bench.text(page: page).string.hasPrefix("\(all[page] - 1)\n"))
      }
    }

    /// A line longer than a portion is cut, at a character, and goes on with the same number.
    @Test func overlongLinesAreSplit() throws {
      let long = String(repeating: "größe日", count: 20_000)
      let bench = try Self.open("first\n" + long + "\nlast\n")
      var whole = ""
      for page in 0..<bench.summary.pageCount {
        let text = try bench.text(page: page)
        #expect(!text.scalars.contains(0xFFFD))
        #expect(text.scalars.count < 40_000)
        whole += text.string
      }
      #expect(whole == "first\n" + long + "\nlast\n")
      let infos = try bench.pages()
      #expect(infos[0].line == 1)
      // Behind the first portion no line begins before the last one.
      #expect(infos.dropFirst().allSatisfy { $0.line == 3 })
      #expect(try bench.text(page: 2).blocks?.first?.line == -1)
    }

    @Test func oldMacLinesEndInReturns() throws {
      #expect(Self.lines(try Self.open("one\rtwo\rthree").text()) == ["one", "two", "three"])
    }

    @Test func invalidBytesAreShownAndNothingIsLost() throws {
      let bytes: [UInt8] = Array("größe ".utf8) + [0xC3, 0x28, 0xFF] + Array(" é日本語だ end\n".utf8)
      let bench = try EngineBench(Data(bytes), name: "a.log")
      #expect(Self.lines(try bench.text()) == ["größe \u{FFFD}(\u{FFFD} é日本語だ end"])
    }

    /// A file truncated or extended while it is read: the available text is shown, and nothing breaks.
    @Test func filesMayChangeWhileRead() throws {
      let path = FileManager.default.temporaryDirectory.path + "/recto-\(UUID().uuidString).log"
      defer { unlink(path) }
      let source = (0..<20_000).map { "line \($0)\n" }.joined()
      try Data(source.utf8).write(to: URL(fileURLWithPath: path))
      let engine = Engine()
      let reply = engine.answer(
        .open(password: [], name: "a.log"), descriptor: Glibc.open(path, O_RDONLY | O_CLOEXEC))
      guard case .opened(let summary) = reply else { throw EngineFailure.notFound }
      truncate(path, 20_000)
      for page in 0..<summary.pageCount {
        guard case .text(let text) = engine.answer(.text(page: page), descriptor: -1) else {
          throw EngineFailure.notFound
        }
        #expect(page > 1 || !text.scalars.isEmpty)
      }
      _ = engine.answer(.pages(0..<summary.pageCount), descriptor: -1)
      #expect(engine.answer(.fingerprint, descriptor: -1) != .failed(.unreadable))
    }

    @Test func emptyTextsOpen() throws {
      let bench = try Self.open("")
      #expect(try bench.text().scalars.isEmpty)
      #expect(bench.summary.pageCount == 1)
      #expect(try EngineBench(Data(), name: "a.md").summary.flow?.kind == .markdown)
      #expect(throws: EngineFailure.empty) { try EngineBench(Data(), name: "a.pdf") }
    }

    /// The bytes tell what a file is; only among texts does the name.
    @Test func theFormatIsDetectedByContent() throws {
      var document = PagedPDF()
      document.addPage("Whole")
      #expect(try EngineBench(document.file(), name: "a.md").summary.hasPages)
      #expect(try EngineBench(document.file(), name: "a.txt").summary.hasPages)
      #expect(try EngineBench(Data("# x\n".utf8), name: "A.MD").summary.flow?.kind == .markdown)
      // A file named PDF that is none is a failed download.
      #expect(throws: EngineFailure.notADocument) {
        try EngineBench(Data("# x\n".utf8), name: "a.pdf")
      }
      #expect(
        try EngineBench(Data("a file ends: startxref 0 %%EOF\n".utf8)).summary.flow != nil)
      #expect(throws: EngineFailure.notADocument) {
        try EngineBench(Data([1, 2, 3, 0, 5, 0, 0, 9]), name: "a.md")
      }
    }

    @Test func theFingerprintIsTheFilesHash() throws {
      let bench = try Self.open("abc")
      #expect(
        try bench.ask(.fingerprint)
          == .fingerprint("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
    }
  }
}
