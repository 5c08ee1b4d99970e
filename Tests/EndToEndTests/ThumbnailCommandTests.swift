import Foundation
import Glibc
import TestSupport
import Testing

/// `recto thumbnail`, as scripts and file managers meet it.
@Suite struct ThumbnailCommandTests {
  private func url(_ path: String) -> URL { URL(fileURLWithPath: path) }

  private func cache(_ bench: borrowing Workbench) -> String { bench.folder + "/.cache/thumbnails" }

  /// Width and height of a PNG file.
  private func size(_ path: String) throws -> [Int] {
    let bytes = Array(try Data(contentsOf: url(path)).prefix(24))
    try #require(bytes.prefix(4) == [0x89, 0x50, 0x4E, 0x47])
    return [16..<20, 20..<24].map { bytes[$0].reduce(0) { $0 << 8 | Int($1) } }
  }

  /// The answer of GIO, which Nautilus and Thunar use, about a file's thumbnail.
  private func gio(_ path: String, _ bench: borrowing Workbench) throws -> String {
    let process = Process()
    process.executableURL = url("/usr/bin/gio")
    process.arguments = ["info", "-a", "thumbnail::*", path]
    process.environment = bench.environment
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }

  private static let hasGIO = access("/usr/bin/gio", X_OK) == 0

  /// As a desktop's thumbnailer is asked: by pixels, into a file that is there already.
  @Test func aThumbnailIsWrittenToTheGivenFile() throws {
    let bench = try Workbench(pages: 1)
    let target = bench.folder + "/wanted.png"
    _ = FileManager.default.createFile(atPath: target, contents: Data("old".utf8))
    let made = try bench.run(["thumbnail", "-s", "100", "-o", target, bench.document])
    #expect(made.status == 0 && made.output.isEmpty && made.errors.isEmpty)
    #expect(try size(target).max() == 100)
    #expect(!FileManager.default.fileExists(atPath: cache(bench)), "it is nobody else's")
    #expect(try bench.run(["thumbnail", bench.document, "--size=large", "-o", target]).status == 0)
    #expect(try size(target).max() == 256)
    for (arguments, words) in [
      (["-s", "0", "-o", target, bench.document], "a number of pixels"),
      (["-o", target, bench.document, bench.document], "one file"),
      (["-o", "", bench.document], "needs a file name"),
      (["-o", bench.folder + "/no/such/place.png", bench.document], "place.png"),
      (["-o", target, bench.folder + "/nothing.pdf"], "nothing.pdf"),
      (["-s", "100", bench.document], "there is no size"),
    ] {
      let refused = try bench.run(["thumbnail"] + arguments)
      #expect(refused.status == 2 && refused.errors.contains(words), "\(refused.errors)")
    }
    #expect(try size(target).max() == 256, "the existing file stays if nothing is made")
  }

  @Test(arguments: [("normal", 128), ("large", 256), ("x-large", 512), ("xx-large", 1_024)])
  func thumbnailPathsArePrinted(_ name: String, _ side: Int) throws {
    let bench = try Workbench(pages: 3)
    let result = try bench.run(["thumbnail", bench.document, "--size", name])
    #expect(result.status == 0 && result.errors.isEmpty)
    let path = String(result.output.dropLast())
    #expect(path.hasPrefix(cache(bench) + "/\(name)/") && path.hasSuffix(".png"))
    #expect(try size(path).max() == side)
    // The second time it is there.
    let inode = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    #expect(try bench.run(["thumbnail", bench.document, "--size", name]).output == path + "\n")
    let again = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    #expect(inode == again)
  }

  @Test(.enabled(if: hasGIO)) func fileManagersFindOurThumbnails() throws {
    let bench = try Workbench(pages: 1)
    let odd = bench.folder + "/a (1) ü #%&'\"~.pdf"
    try FileManager.default.moveItem(atPath: bench.document, toPath: odd)
    let path = String(
      try bench.run(["thumbnail", odd, "--size", "large"]).output.dropLast())
    let said = try gio(odd, bench)
    #expect(said.contains("thumbnail::path: \(path)"))
    #expect(said.contains("thumbnail::is-valid: TRUE"))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000)], ofItemAtPath: odd)
    #expect(try gio(odd, bench).contains("thumbnail::is-valid: FALSE"))
  }

  @Test func thumbnailsOfOtherProgramsAreUsed() throws {
    let bench = try Workbench(pages: 1)
    let large = String(
      try bench.run(["thumbnail", bench.document, "--size", "large"]).output.dropLast())
    var bytes = Array(try Data(contentsOf: url(large)))
    let name = try #require(bytes.firstRange(of: Array("Recto".utf8)))
    bytes.replaceSubrange(name, with: Array("Other".utf8))
    try Data(bytes).write(to: url(large))
    #expect(try bench.run(["thumbnail", bench.document, "--size", "large"]).output == large + "\n")
    #expect(Array(try Data(contentsOf: url(large))) == bytes)
    // A smaller one is made of it.
    let normal = String(try bench.run(["thumbnail", bench.document]).output.dropLast())
    #expect(normal.hasPrefix(cache(bench) + "/normal/"))
    #expect(try size(normal).max() == 128)
    #expect(try bench.run(["thumbnail", "--clean"]).output.hasPrefix("0 removed, 1 kept"))
  }

  /// A broken thumbnail of another program is replaced: its texts are valid, its picture is not.
  @Test func brokenThumbnailsAreReplaced() throws {
    let bench = try Workbench(pages: 1)
    let large = String(
      try bench.run(["thumbnail", bench.document, "--size", "large"]).output.dropLast())
    var bytes = Array(try Data(contentsOf: url(large)))
    let start = try #require(bytes.firstRange(of: Array("IDAT".utf8))).upperBound
    for index in start..<start + 40 { bytes[index] = 0xAA }
    try Data(bytes).write(to: url(large))
    let normal = try bench.run(["thumbnail", bench.document])
    #expect(normal.status == 0)
    #expect(try size(String(normal.output.dropLast())).max() == 128)
  }

  @Test func allSupportedTypesHaveThumbnails() throws {
    let bench = try Workbench(pages: 1)
    let note = bench.folder + "/note.md"
    try Data("# Title\n\nWords.\n".utf8).write(to: url(note))
    let russian = bench.folder + "/koi.txt"
    try Data([0xF7, 0xD3, 0xC5, 0x20, 0xD3, 0xDE, 0xC1, 0xD3, 0xD4, 0xCC, 0xC9, 0xD7, 0x0A]).write(
      to: url(russian))
    let picture = try bench.run(["render", bench.document, "--width", "300", "-o", note + ".png"])
    #expect(picture.status == 0)
    let files = [note, russian, note + ".png", bench.document]
    let result = try bench.run(["thumbnail", "--size", "large"] + files)
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
    let paths = result.output.split(separator: "\n").map(String.init)
    #expect(try paths.map { try size($0) } == [[181, 256], [181, 256], [198, 256], [198, 256]])
  }

  @Test func unsupportedThumbnailTypesAreReported() throws {
    let bench = try Workbench(pages: 1)
    let file = bench.folder + "/simple.ico"
    try Data("\u{0}\u{0}\u{1}\u{0}\u{1}\u{0}".utf8).write(to: url(file))
    let result = try bench.run(["thumbnail", file])
    #expect(result.status == 1 && result.output.isEmpty)
    #expect(result.errors.contains("simple.ico: unsupported file type"), "\(result.errors)")
  }

  @Test func failedThumbnailsAreRemembered() throws {
    let bench = try Workbench(pages: 1)
    let broken = bench.folder + "/broken.pdf"
    try Data("%PDF-1.7 nothing".utf8).write(to: url(broken))
    for words in ["not retried until it changes", "--again retries it"] {
      let result = try bench.run(["thumbnail", broken])
      #expect(result.status == 1 && result.output.isEmpty)
      #expect(result.errors.contains(words), "\(result.errors)")
    }
    let marks = try FileManager.default.contentsOfDirectory(
      atPath: cache(bench) + "/fail/recto")
    #expect(marks.count == 1)
    // Repaired, it is tried again.
    try SmallDocument.bytes(pages: 1).write(to: url(broken))
    #expect(try bench.run(["thumbnail", broken]).status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: cache(bench) + "/fail/recto").isEmpty)
  }

  @Test func resultsArePrintedAsJSONLines() throws {
    let bench = try Workbench(pages: 1)
    let result = try bench.run(["thumbnail", bench.document, bench.folder + "/no.pdf", "--json"])
    #expect(result.status == 2 && result.errors.isEmpty)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].contains("\"thumbnail\":\"\(cache(bench))/normal/"))
    #expect(lines[1].contains("\"thumbnail\":null,\"error\":\""))
    let clean = try bench.run(["thumbnail", "--clean", "--json"]).output
    #expect(clean.hasPrefix("{\"removed\":0,\"removedBytes\":0,\"kept\":1,\"keptBytes\":"))
  }

  @Test func theConfiguredBudgetApplies() throws {
    let bench = try Workbench(pages: 1)
    let settings = bench.folder + "/.config/recto"
    try FileManager.default.createDirectory(atPath: settings, withIntermediateDirectories: true)
    try Data("{ thumbnailBudget: 0 }".utf8).write(to: url(settings + "/settings.json5"))
    #expect(try bench.run(["thumbnail", bench.document]).status == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: cache(bench) + "/normal")
    #expect(left.isEmpty)
  }

  @Test(arguments: [
    (["thumbnail"], "name files, or"),
    (["thumbnail", "a", "--size", "huge"], "there are normal, large, x-large, xx-large"),
    (["thumbnail", "/nowhere.pdf"], "there is no such file"),
    (["thumbnail", "/tmp"], "is a folder; name a document in it"),
    (["thumbnail", "--colour"], "no option"), (["thumbnail", "/dev/zero"], "not a regular file"),
  ]) func thumbnailErrorsAreReported(_ arguments: [String], _ words: String) throws {
    let bench = try Workbench(pages: 1)
    let result = try bench.run(arguments)
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains(words), "\(result.errors)")
  }
}
