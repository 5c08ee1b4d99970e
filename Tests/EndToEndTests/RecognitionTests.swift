import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// Scanned pages, recognised by `recto-ocr`.
@Suite(
  .enabled(if: ScannedPDF.areModelsInstalled, "needs tesseract-ocr-eng and tesseract-ocr-osd"),
  .serialized)
struct RecognitionTests {
  private static func scan(
    in bench: borrowing Workbench, pages: Int = 1, turn: Int = 0, content: String = ""
  ) throws -> String {
    let file = try ScannedPDF.bytes(
      of: SmallDocument.bytes(pages: pages), turn: turn, content: content)
    return try bench.write(file, "scan.pdf")
  }

  @Test(arguments: [0, 90, 180, 270]) func scannedTextIsRecognised(_ turn: Int) throws {
    let bench = try Workbench(pages: 1)
    let scan = try Self.scan(in: bench, turn: turn)
    #expect(try bench.run(["text", scan]).status == 1)
    let read = try bench.run(["text", "--ocr", scan])
    #expect(read.status == 0)
    #expect(read.output.contains("The amber sentence 1 stands on page 1."))
    #expect(read.output.contains("The hazel sentence 20 stands on page 1."))
    let found = try bench.run(["search", "--ocr", "birch sentence", scan])
    #expect(found.output.hasPrefix("1 (scan): "))
  }

  @Test func aShadedPageIsRecognised() throws {
    let bench = try Workbench(pages: 1)
    let scan = try bench.write(
      try ScannedPDF.bytes(of: SmallDocument.bytes(pages: 1), shade: 0.8), "shaded.pdf")
    let read = try bench.run(["text", "--ocr", scan])
    #expect(read.output.contains("The amber sentence 1 stands on page 1."))
    #expect(read.output.contains("The hazel sentence 20 stands on page 1."))
  }

  @Test func recognisedTextIsStoredAndNothingElseChanges() throws {
    let bench = try Workbench(pages: 1)
    let scan = try Self.scan(in: bench, pages: 2)
    let before = try Data(contentsOf: URL(fileURLWithPath: scan))
    let out = bench.folder + "/out.pdf"
    #expect(try bench.run(["ocr", scan, "-o", out]).status == 0)
    let made = try Data(contentsOf: URL(fileURLWithPath: out))
    #expect(made.starts(with: before))
    #expect(try PopplerProgram.text(of: made).contains("sentence 3 stands on page 2."))
    #expect(try QPDFProgram.check(made) == "")
    // Pages that have text are left alone.
    let again = try bench.run(["ocr", out, "-o", bench.folder + "/again.pdf"])
    #expect(again.status == 1 && again.errors.contains("no words to add"))
  }

  @Test func recognitionInPlaceCanBeUndone() throws {
    let bench = try Workbench(pages: 1)
    let scan = try Self.scan(in: bench)
    let before = try Data(contentsOf: URL(fileURLWithPath: scan))
    #expect(try bench.run(["ocr", scan]).status == 0)
    #expect(try bench.run(["text", scan]).output.contains("The amber sentence 1"))
    #expect(try bench.run(["pages", "--undo", scan]).status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: scan)) == before)
  }

  @Test func anotherProgramsTextLayerIsReplacedOnRequest() throws {
    let bench = try Workbench(pages: 1)
    let scan = try Self.scan(
      in: bench, content: "BT 3 Tr /F 12 Tf 72 700 Td (The amher sentenoe) Tj ET")
    let out = bench.folder + "/out.pdf"
    #expect(try bench.run(["text", "--ocr", scan]).output.contains("amher"))
    #expect(try bench.run(["ocr", scan, "-o", out]).status == 1)
    #expect(try bench.run(["ocr", "--again", scan, "-o", out]).status == 0)
    let words = try PopplerProgram.text(of: Data(contentsOf: URL(fileURLWithPath: out)))
    #expect(words.contains("The amber sentence 1 stands") && !words.contains("amher"))
    let session = try bench.read([scan])
    try session.wait(for: "the old words") { $0.contains { $0.contains("amher") } }
    session.type(":ocr again\r")
    try session.wait(for: "the new words") {
      $0.contains { $0.contains("The amber sentence 1 stands") }
        && !$0.contains { $0.contains("amher") }
    }
    session.type("q")
    #expect(try session.waitForExit() == 0)
  }

  @Test func aPageWithOnlyAStampIsRecognised() throws {
    let bench = try Workbench(pages: 1)
    let scan = try Self.scan(
      in: bench, content: "BT /F 7 Tf 72 20 Td (Borrowed from the library) Tj ET")
    let read = try bench.run(["text", "--ocr", scan]).output
    #expect(read.contains("The amber sentence 1 stands on page 1."))
    #expect(read.contains("Borrowed from the library"))
    let out = bench.folder + "/out.pdf"
    #expect(try bench.run(["ocr", scan, "-o", out]).status == 0)
    let words = try PopplerProgram.text(of: Data(contentsOf: URL(fileURLWithPath: out)))
    #expect(words.contains("The amber sentence 1 stands"))
    #expect(words.components(separatedBy: "Borrowed from the library").count == 2)
  }

  @Test func recognisedPagesAreCachedAndAnnotated() throws {
    let bench = try Workbench(pages: 1)
    let scan = try Self.scan(in: bench, pages: 2)
    #expect(try bench.run(["text", "--ocr", scan]).status == 0)
    let mark = ["annotate", scan, "--page", "2", "--highlight", "sentence 3 stands"]
    #expect(try bench.run(mark).status == 0)
    #expect(try bench.run(["annotations", scan]).output.contains("“sentence 3 stands”"))
    // No recogniser is needed any more, also of the annotated file.
    var environment = bench.environment
    environment["RECTO_OCR"] = "/bin/false"
    let read = try Workbench.run(["text", "--ocr", scan], environment: environment)
    #expect(read.status == 0 && read.output.contains("sentence 3 stands on page 2."))
  }

  @Test(arguments: [["text"], ["search", "sentence"]])
  func onlyRequestedPagesAreRecognised(_ command: [String]) throws {
    let bench = try Workbench(pages: 1)
    let scan = try Self.scan(in: bench, pages: 3)
    let read = try bench.run(command + ["--ocr", "--pages", "2", scan])
    #expect(read.status == 0 && read.output.contains("page 2."))
    // Only words of recognised pages can be marked.
    let pages = try (1...3).map {
      try bench.run(["annotate", scan, "--page", "\($0)", "--highlight", "sentence 3"]).status
    }
    #expect(pages == [1, 0, 1])
  }

  @Test func aVisiblePageIsRecognised() throws {
    let bench = try Workbench(pages: 1)
    let scan = try Self.scan(in: bench, pages: 2)
    let session = try bench.read([scan])
    try session.wait(for: "the words") {
      $0.contains { $0.contains("The amber sentence 1 stands") }
    }
    session.type("/hazel sentence 20\r")
    try session.wait(for: "the match") { $0.contains { $0.contains("1 of") } }
    session.type(":save-ocr\r")
    try session.wait(for: "the saved words") {
      $0.contains { $0.contains("saved in the document") }
    }
    session.type("q")
    #expect(try session.waitForExit() == 0)
    let made = try Data(contentsOf: URL(fileURLWithPath: scan))
    #expect(try PopplerProgram.text(of: made).contains("sentence 3 stands on page 1."))
  }

  @Test func scannedPagesAreIndexedOnRequest() throws {
    let bench = try Workbench(pages: 1)
    let documents = bench.folder + "/documents"
    try FileManager.default.createDirectory(
      atPath: documents, withIntermediateDirectories: true)
    let scan = try Self.scan(in: bench, pages: 2)
    try FileManager.default.moveItem(atPath: scan, toPath: documents + "/scan.pdf")
    #expect(try bench.run(["index", documents]).status == 0)
    #expect(try bench.run(["search", "hazel sentence", documents]).status == 1)
    let settings = bench.folder + "/.config/recto"
    try FileManager.default.createDirectory(atPath: settings, withIntermediateDirectories: true)
    try Data("{ indexScans: true }".utf8).write(
      to: URL(fileURLWithPath: settings + "/settings.json5"))
    let read = try bench.run(["index", documents])
    #expect(read.output.contains("1 document read, 2 pages"))
    let found = try bench.run(["search", "hazel sentence", documents])
    #expect(found.output.contains("scan.pdf:2 (scan): "))
    // It is done once.
    #expect(try bench.run(["index", documents]).output.contains("0 documents read"))
  }

  @Test func missingAndDamagedModelsAreReported() throws {
    let bench = try Workbench(pages: 1)
    let scan = try Self.scan(in: bench)
    let unknown = try bench.run(["text", "--ocr", "--language", "xyz", scan])
    #expect(unknown.status == 2 && unknown.errors.contains("no OCR model for xyz is installed"))
    let empty = bench.folder + "/models"
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    var environment = bench.environment
    environment["TESSDATA_PREFIX"] = empty
    let none = try Workbench.run(["text", "--ocr", scan], environment: environment)
    #expect(none.status == 2 && none.errors.contains("no language model for OCR is installed"))
    let path = try bench.run(["text", "--ocr", "--language", "../../etc/passwd", scan])
    #expect(path.status == 2 && path.errors.contains("languages are named like deu or deu+eng"))
    try Data("no model".utf8).write(to: URL(fileURLWithPath: empty + "/eng.traineddata"))
    let damaged = try Workbench.run(["text", "--ocr", scan], environment: environment)
    #expect(damaged.status == 2)
    #expect(damaged.errors.contains("the OCR model for eng is missing or damaged"))
    environment["TESSDATA_PREFIX"] = nil
    environment["RECTO_OCR"] = bench.folder + "/no-such-program"
    let gone = try Workbench.run(["text", "--ocr", scan], environment: environment)
    #expect(gone.status == 2 && gone.errors.contains("recto-ocr is missing"))
  }
}
