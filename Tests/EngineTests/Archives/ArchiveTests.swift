import DocumentModel
import Engine
import Foundation
import Glibc
import TestSupport
import Testing
import Wire

extension EngineTests {
  @Suite struct ArchiveTests {
    /// The pieces of an archive, and whether it ended in damage; nil with the failure if it is none.
    private static func read(
      _ bytes: [UInt8], name: String = "a.tar", namesOnly: Bool = false
    ) throws -> Result<(pieces: [ArchivePortion.Piece], isDamaged: Bool), EngineFailure> {
      let folder = try TemporaryFolder()
      let path = folder.path + "/" + name
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      let engine = Engine()
      var reply = engine.answer(
        .readArchive(name: name, namesOnly: namesOnly), descriptor: open(path, O_RDONLY))
      var pieces: [ArchivePortion.Piece] = []
      while true {
        switch reply {
        case .archive(let portion):
          // As it arrives in the reader.
          guard case .archive(let arrived) = try Reply(decoding: reply.encoded(), pageCount: 0)
          else { throw WireError.truncated }
          #expect(arrived == portion)
          pieces += portion.pieces
          if portion.isEnd { return .success((pieces, portion.isDamaged)) }
        case .failed(let failure): return .failure(failure)
        default: throw WireError.truncated
        }
        reply = engine.answer(.readArchiveOn, descriptor: -1)
      }
    }

    @Test func tarFilesAreReadInOrder() throws {
      var tar = TarArchive()
      tar.add("./d/", kind: "5")
      tar.add("./d/a.txt", "one")
      tar.add("b.txt", "")
      let read = try Self.read(tar.whole).get()
      #expect(
        read.pieces == [
          .folder(["d"]), .file(["d", "a.txt"], modified: 1_000_000_000), .bytes(Array("one".utf8)),
          .file(["b.txt"], modified: 1_000_000_000),
        ])
      #expect(!read.isDamaged)
    }

    @Test func zipFilesAreReadWithTheirNames() throws {
      let zip = try #require(
        Data(
          base64Encoded:
            "UEsDBBQAAAgAAKVJeF0i9HhJBAAAAAQAAAAFAAAAw6QubWR0b3AKUEsDBBQAAAgIAKVJeF30j2H+CQAAAAcAAAAIAAAAZC/DvC50eHTLzCvOTEnlAgBQSwMEFAAAAAAApUl4XYMW3IwBAAAAAQAAAAcAAAAuLi9ldmlseFBLAQIUAxQAAAgAAKVJeF0i9HhJBAAAAAQAAAAFAAAAAAAAAAAAAACAAQAAAADDpC5tZFBLAQIUAxQAAAgIAKVJeF30j2H+CQAAAAcAAAAIAAAAAAAAAAAAAACAAScAAABkL8O8LnR4dFBLAQIUAxQAAAAAAKVJeF2DFtyMAQAAAAEAAAAHAAAAAAAAAAAAAACAAVYAAAAuLi9ldmlsUEsFBgAAAAADAAMAngAAAHwAAAAAAA=="
        ))
      let read = try Self.read([UInt8](zip), name: "t.zip", namesOnly: true).get()
      let names: [[String]] = read.pieces.compactMap {
        if case .file(let names, _) = $0 { names } else { nil }
      }
      #expect(names == [["ä.md"], ["d", "ü.txt"]])
      #expect(read.pieces.contains(.leftOut))
    }

    /// Nothing may lead out of the folder that an archive is extracted to.
    @Test(arguments: ["../up", "a/../../up", "/", ".", "a/\u{1}/b"])
    func namesOutsideTheArchiveAreSkipped(_ name: String) throws {
      var tar = TarArchive()
      tar.add(name, "x")
      let pieces = try Self.read(tar.whole).get().pieces
      for case .file(let names, _) in pieces {
        #expect(ArchivePortion.areNames(names) && !names.contains(".."))
      }
    }

    /// Old archives have names in code page 437; each byte becomes another character, so that no two names become one.
    @Test func namesThatAreNotUTF8UseCodePage437() throws {
      var tar = TarArchive()
      tar.add("a?", "x")
      var bytes = tar.whole
      bytes[1] = 0x81
      let sum = bytes[..<512].enumerated().reduce(0) {
        $0 + ((148..<156).contains($1.offset) ? 0x20 : Int($1.element))
      }
      let digits = String(sum, radix: 8)
      for (index, digit) in (String(repeating: "0", count: 6 - digits.count) + digits).utf8
        .enumerated()
      {
        bytes[148 + index] = digit
      }
      let pieces = try Self.read(bytes).get().pieces
      #expect(pieces.first == .file(["aü"], modified: 1_000_000_000))
    }

    @Test(arguments: ["1", "2", "3"] as [Character])
    func linksAndDevicesAreSkipped(_ kind: Character) throws {
      var tar = TarArchive()
      tar.add("a", kind: kind, link: "/etc/passwd")
      #expect(try Self.read(tar.whole).get().pieces == [.leftOut])
    }

    @Test func onlyArchivesAndCompressedFilesAreRead() throws {
      #expect(throws: EngineFailure.notADocument) {
        try Self.read(Array("just a text".utf8)).get()
      }
      // gzip of "hello\n".
      let compressed: [UInt8] = [
        0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xE7, 2, 0, 0x20, 0x30,
        0x3A, 0x36, 6, 0, 0, 0,
      ]
      let read = try Self.read(compressed, name: "note.md.gz").get()
      #expect(
        read.pieces.first.map { if case .file(["note.md"], _) = $0 { true } else { false } } == true
      )
      #expect(read.pieces.last == .bytes(Array("hello\n".utf8)))
    }

    @Test func truncatedArchivesAreDamaged() throws {
      var tar = TarArchive()
      tar.add("a", "first")
      tar.add("b", String(repeating: "x", count: 5_000))
      let read = try Self.read(Array(tar.bytes.prefix(2_000))).get()
      #expect(read.isDamaged)
      #expect(read.pieces.contains(.bytes(Array("first".utf8))))
    }
  }
}
