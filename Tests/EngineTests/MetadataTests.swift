import DocumentModel
import Foundation
import TestSupport
import Testing
import Wire

extension EngineTests {
  @Suite struct MetadataTests {
    static func document(info: String, trailer: String = "") -> PagedPDF {
      var document = PagedPDF()
      document.addPage()
      let number = document.writer.add("<<\(info)>>")
      document.trailer = "/Info \(number) 0 R" + trailer
      return document
    }

    @Test func metadataAreRead() throws {
      let bench = try EngineBench(
        Self.document(
          info: "/Title<FEFF65E5672C8A9E>/Author(Ann)/CreationDate(D:20240229120000+01'00')",
          trailer: "/ID[<00112233445566778899AABBCCDDEEFF><FFEEDDCCBBAA99887766554433221100>]"))
      let metadata = try bench.metadata()
      #expect(metadata.title == "日本語")
      #expect(metadata.author == "Ann")
      #expect(metadata.created == 1_709_204_400)
      #expect(metadata.modified == nil)
      #expect(metadata.format == "PDF 1.7")
      #expect(!metadata.isEncrypted)
      #expect(bench.summary.permanentID == "00112233445566778899aabbccddeeff")
    }

    /// Acrobat Distiller 3 wrote 2001 as 19101.
    @Test(arguments: [
      ("D:191010830172248", 999_192_168), ("D:20010830172248", 999_192_168),
      ("D:19100101", -1_893_456_000), ("D:19101010101010", -1_869_054_590 as Int64),
    ]) func yearsPast2000AreRead(_ date: String, _ seconds: Int64) throws {
      let bench = try EngineBench(Self.document(info: "/CreationDate(\(date))"))
      #expect(try bench.metadata().created == seconds)
    }

    @Test(arguments: [
      "(D:99999999999999)", "(D:20241399999999Z)", "(yesterday)", "()", "12",
      "(D:00000000000000)", "(D:2024)", "<FEFFD8>", "(D:-9223372036854775808)",
    ]) func brokenDatesAreHandled(_ date: String) throws {
      _ = try EngineBench(
        Self.document(info: "/CreationDate \(date)/ModDate \(date)")
      ).metadata()
    }

    @Test(arguments: [
      "(\\033]0;owned\\007)", "<FEFFDC00D800>", "<FEFF00>", "<EFBBBFC080FF>", "<FFFE1B00>",
      "(\\000\\001\\200\\237)", "<FEFF202E00410066>",
    ]) func titlesContainNoControls(_ title: String) throws {
      let bench = try EngineBench(Self.document(info: "/Title \(title)"))
      let metadata = try bench.metadata()
      #expect(bench.summary.title == metadata.title)
      for scalar in metadata.title.unicodeScalars {
        #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
        #expect(!(0x202A...0x202E).contains(scalar.value))
      }
    }

    @Test func overlongTitlesAreTruncated() throws {
      let title = String(repeating: "long ", count: 100_000)
      let bench = try EngineBench(Self.document(info: "/Title(\(title))"))
      #expect(bench.summary.title.utf8.count <= Limit.string)
      #expect(bench.summary.title.hasPrefix("long long"))
    }

    @Test func shortIdentifiersAreIgnored() throws {
      for id in ["/ID[<00><01>]", "/ID 12", "/ID[]"] {
        #expect(try EngineBench(Self.document(info: "", trailer: id)).summary.permanentID == "")
      }
    }

    @Test func fingerprintsCoverTheWholeFile() throws {
      func fingerprint(_ file: Data) throws -> String {
        let bench = try EngineBench(file)
        for _ in 0..<100 {
          if case .fingerprint(let digest?) = try bench.ask(.fingerprint) { return digest }
        }
        throw EngineFailure.notFound
      }
      var document = PagedPDF()
      document.addPage()
      let file = document.file()
      let first = try fingerprint(file)
      #expect(first.count == 64)
      #expect(try fingerprint(file) == first)
      #expect(try fingerprint(file + Data("\n".utf8)) != first)
      // More than is read at one asking.
      #expect(try fingerprint(file + Data(count: 9 << 20)) != first)
    }
  }
}
