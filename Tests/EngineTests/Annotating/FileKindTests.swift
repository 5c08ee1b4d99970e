import DocumentModel
import Engine
import Foundation
import TestSupport
import Testing
import Wire

extension EngineTests {
  /// The ends and encryptions of files: a section has the same kind.
  @Suite struct AnnotatedFileKindTests {
    private static func plain(_ entries: String = "") -> Data {
      var document = PagedPDF()
      document.addPage("The words of a page", entries: entries)
      document.trailer = "/ID[<00112233445566778899AABBCCDDEEFF><00112233445566778899AABBCCDDEEFF>]"
      return document.file()
    }

    private func expectSaves(_ base: Data, password: String = "") throws -> String {
      let bench = AnnotatingBench(base: base, password: password)
      let wanted = [Samples.make(.highlight), Samples.make(.freeText)]
      let saved = try bench.saved(wanted)
      #expect(saved.prefix(base.count) == base)
      #expect(try qpdf(["--check", "--password=" + password], saved) == 0)
      let read = try AnnotatingBench.read(saved, password: password)
      #expect(read.suffix(2).map(\.contents) == wanted.map(\.contents))
      #expect(read.suffix(2).map(\.author) == wanted.map(\.author))
      // Appended once more, and then removed.
      let again = try AnnotatingBench(base: saved, password: password).saved(
        [AnnotationPatch(id: wanted[0].id, oldPage: 0, after: nil)])
      #expect(try AnnotatingBench.read(again, password: password).count == read.count - 1)
      return String(decoding: saved.suffix(from: base.count), as: UTF8.self)
    }

    /// The program's output for a file, or nil; `status` is its exit status.
    @discardableResult
    private func qpdf(_ arguments: [String], _ file: Data) throws -> Int32 {
      let folder = try TemporaryFolder()
      let path = folder.path + "/in.pdf"
      try file.write(to: URL(fileURLWithPath: path))
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/qpdf")
      process.arguments = arguments + [path]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus
    }

    private func rewritten(_ file: Data, _ arguments: [String]) throws -> Data {
      try QPDFProgram.rewritten(file, arguments)
    }

    @Test func crossReferenceTablesArePreserved() throws {
      let added = try expectSaves(Self.plain())
      #expect(added.contains("\ntrailer\n"))
      #expect(added.contains("/ID [<00112233445566778899AABBCCDDEEFF>"))
    }

    @Test func crossReferenceStreamsArePreserved() throws {
      let base = try rewritten(Self.plain(), ["--object-streams=generate"])
      let added = try expectSaves(base)
      #expect(added.contains("/Type /XRef"))
      #expect(!added.contains("\ntrailer\n"))
    }

    @Test func linearizedFilesAreSaved() throws {
      _ = try expectSaves(try rewritten(Self.plain(), ["--linearize"]))
    }

    @Test func filesWithoutAFinalLineEndAreSaved() throws {
      var base = Self.plain()
      base.removeLast()
      _ = try expectSaves(base)
    }

    @Test func filesWithTrailingZerosOrLeadingJunkAreSaved() throws {
      _ = try expectSaves(Self.plain() + Data(count: 3_000))
      let junk = Data((0..<101).map { _ in UInt8(0x20) })
      _ = try expectSaves(junk + Self.plain())
    }

    @Test func anAnnotationInAnObjectStreamIsWrittenAsAnObject() throws {
      var document = PagedPDF()
      let mark = document.writer.add(
        "<</Type/Annot/Subtype/Text/Rect[72 700 92 720]/Contents(old)/NM(it)>>")
      document.addPage(entries: "/Annots[\(mark) 0 R]")
      let base = try rewritten(document.file(), ["--object-streams=generate"])
      var wanted = try #require(try AnnotatingBench.read(base).first)
      wanted.contents = "new"
      let saved = try AnnotatingBench(base: base).saved(
        [AnnotationPatch(id: wanted.id, oldPage: 0, after: wanted)])
      #expect(try AnnotatingBench.read(saved).map(\.contents) == ["new"])
    }

    @Test(arguments: [
      ["40"], ["128", "--use-aes=n"], ["128", "--use-aes=y"], ["128", "--force-V4"],
      ["128", "--use-aes=y", "--cleartext-metadata"], ["256", "--force-R5"], ["256"],
    ])
    func encryptedFilesAreSaved(_ kind: [String]) throws {
      let lock = ["--allow-weak-crypto", "--encrypt", "wort", "owner"] + kind + ["--"]
      // A page with a string in it, which must be encrypted again with the page.
      let base = try rewritten(Self.plain("/Mine(a string)"), lock)
      for password in ["wort", "owner"] {
        let added = try expectSaves(base, password: password)
        #expect(!added.contains("F76F6669"))
      }
      #expect(throws: AnnotatingBench.Refused(obstacle: .encryption)) {
        _ = try AnnotatingBench(base: base, password: "wrong").section([])
      }
    }

    @Test func onlyTheOwnerMayOverrideRestrictions() throws {
      let lock = ["--encrypt", "", "owner", "256", "--annotate=n", "--modify-other=n", "--"]
      let base = try rewritten(Self.plain(), lock)
      #expect(throws: AnnotatingBench.Refused(obstacle: .forbidden)) {
        _ = try AnnotatingBench(base: base).saved(Samples.all)
      }
      #expect(try AnnotatingBench.verdict(base).obstacle == .forbidden)
      _ = try AnnotatingBench(base: base, password: "owner").saved(Samples.all)
    }

    /// No copy would be written of it, so none is to be offered.
    @Test func restrictionsApplyToDamagedFilesToo() throws {
      let lock = ["--encrypt", "", "owner", "256", "--annotate=n", "--modify-other=n", "--"]
      let base = try rewritten(Self.plain(), lock)
      let end = try #require(base.range(of: Data("startxref".utf8), options: .backwards))
      let damaged = base[..<end.lowerBound] + Data("startxref\n12\n%%EOF\n".utf8)
      #expect(try AnnotatingBench.verdict(Data(damaged)).obstacle == .forbidden)
    }

    @Test func damagedFilesAreReadAndRepaired() throws {
      let whole = try AnnotatingBench(base: Self.plain()).saved([Samples.make(.note)])
      let text = String(decoding: whole, as: UTF8.self)
      let start = try #require(text.range(of: "startxref", options: .backwards))
      let broken = Data((text[..<start.lowerBound] + "startxref\n7\n%%EOF\n").utf8)
      #expect(try AnnotatingBench.verdict(broken).obstacle == .damaged)
      #expect(throws: AnnotatingBench.Refused(obstacle: .damaged)) {
        _ = try AnnotatingBench(base: broken).section([])
      }
      let repaired = try AnnotatingBench(base: broken).repaired()
      #expect(try AnnotatingBench.verdict(repaired).obstacle == nil)
      #expect(try AnnotatingBench.read(repaired).map(\.kind) == [.note])
    }

    @Test func certificationLevelsDecide() throws {
      for (level, obstacle) in [(1, SaveBlocker.certified), (2, .certified), (3, nil)] {
        var document = PagedPDF()
        document.addPage()
        let signature = document.writer.add(
          "<</Type/Sig/Reference[<</TransformMethod/DocMDP/TransformParams<</P \(level)>>>>]>>")
        let field = document.writer.reserve()
        document.writer.set(
          field, "<</FT/Sig/T(s)/V \(signature) 0 R/Kids[\(field) 0 R]>>")
        document.catalogue =
          "/Perms<</DocMDP \(signature) 0 R/UR3 \(signature) 0 R>>/AcroForm<</Fields[\(field) 0 R]>>"
        let verdict = try AnnotatingBench.verdict(document.file())
        #expect(verdict.obstacle == obstacle)
        #expect(verdict.cautions.isSuperset(of: [.signed, .usageRights]))
        #expect(verdict.cautions.contains(.certified) == (level > 1))
        let bench = AnnotatingBench(base: document.file())
        let wanted = Samples.make(.highlight)
        let edits = [AnnotationPatch(id: wanted.id, oldPage: nil, after: wanted)]
        if let obstacle {
          #expect(throws: AnnotatingBench.Refused(obstacle: obstacle)) {
            _ = try bench.section(edits)
          }
        }
        // In a copy no signature of this file is valid.
        let section = try bench.section(edits, isCopy: true)
        try bench.verify(section, edits)
        #expect(try AnnotatingBench.read(document.file() + section).map(\.id) == [wanted.id])
      }
    }

    /// A table, and a stream beside it for objects that old programs are not to see (PDF 32000-1, 7.5.8.4).
    @Test func hybridReferenceFilesAreSaved() throws {
      let objects = [
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Annots[5 0 R]>>",
        "<</Length 3>>stream\nq Q\nendstream",
        "<</Type/Annot/Subtype/Text/Rect[72 700 92 720]/Contents(hidden)/NM(old)>>",
      ]
      var bytes = Data("%PDF-1.5\n".utf8)
      var offsets: [Int] = []
      for (index, object) in objects.enumerated() {
        offsets.append(bytes.count)
        bytes += Data("\(index + 1) 0 obj\n\(object)\nendobj\n".utf8)
      }
      let stream = bytes.count
      let entry = Data([1, UInt8(offsets[4] >> 8), UInt8(offsets[4] & 255), 0])
      bytes += Data(
        "6 0 obj\n<</Type/XRef/Size 7/W[1 2 1]/Index[5 1]/Length 4>>stream\n".utf8)
      bytes += entry + Data("\nendstream\nendobj\n".utf8)
      func line(_ offset: Int) -> String {
        String(repeating: "0", count: 10 - String(offset).count) + "\(offset) 00000 n \n"
      }
      let start = bytes.count
      let table =
        "xref\n0 7\n0000000005 65535 f \n" + offsets.prefix(4).map(line).joined()
        + "0000000000 00000 f \n" + line(stream)
      bytes += Data(
        (table + "trailer<</Size 7/Root 1 0 R/XRefStm \(stream)>>\nstartxref\n\(start)\n%%EOF\n")
          .utf8)
      #expect(try AnnotatingBench.read(bytes).map(\.contents) == ["hidden"])
      let added = try expectSaves(bytes)
      #expect(added.contains("\ntrailer\n") && !added.contains("/XRefStm"))
      // Objects in the stream are changed as well.
      var changed = try #require(try AnnotatingBench.read(bytes).first)
      changed.contents = "changed"
      let saved = try AnnotatingBench(base: bytes).saved(
        [AnnotationPatch(id: changed.id, oldPage: 0, after: changed)])
      #expect(try AnnotatingBench.read(saved).map(\.contents) == ["changed"])
    }

    /// A worker holds its base: each section is made and verified as if it were the first.
    @Test func manySectionsAreMadeFromOneBase() throws {
      for base in [Self.plain(), try rewritten(Self.plain(), ["--object-streams=generate"])] {
        let (maker, verifier) = (Engine(), Engine())
        for engine in [maker, verifier] {
          let holding = Request.annotationBase(password: [], count: base.count)
          #expect(engine.answer(holding, descriptor: EngineBench.memoryFile(base)) == .baseHeld)
        }
        var last: Data?
        for kind in AnnotationKind.allCases where kind.isMade {
          let wanted = Samples.make(kind)
          let edits = [AnnotationPatch(id: wanted.id, oldPage: nil, after: wanted)]
          guard case .section(let bytes) = try AnnotatingBench.ask(maker, Request.section, edits)
          else { throw AnnotatingBench.Refused(obstacle: .failed) }
          let reply = try AnnotatingBench.ask(
            verifier, Request.verifySection, section: Data(bytes), edits)
          #expect(reply == .sectionVerified(isSeenTwice: true))
          #expect(try qpdf(["--check"], base + Data(bytes)) == 0)
          #expect(try AnnotatingBench.read(base + Data(bytes)).map(\.id) == [wanted.id])
          if let last {
            #expect(throws: AnnotatingBench.Refused(obstacle: .unverified)) {
              _ = try AnnotatingBench.ask(
                verifier, Request.verifySection, section: last, edits)
            }
          }
          last = Data(bytes)
        }
      }
      // Without a base nothing is done.
      guard case .failed(.notFound) = try AnnotatingBench.ask(Engine(), Request.section) else {
        Issue.record("a section without a base")
        return
      }
    }

    @Test func sectionsWithExtraEditsAreNotVerified() throws {
      let bench = AnnotatingBench(base: Self.plain())
      let wanted = Samples.make(.highlight)
      let edits = [AnnotationPatch(id: wanted.id, oldPage: nil, after: wanted)]
      let section = try bench.section(edits)
      try bench.verify(section, edits)
      var other = wanted
      other.contents = "another text"
      let foreign = [AnnotationPatch(id: wanted.id, oldPage: nil, after: other)]
      let refused = AnnotatingBench.Refused(obstacle: .unverified)
      #expect(throws: refused) { try bench.verify(section, foreign) }
      #expect(throws: refused) { try bench.verify(section, []) }
      #expect(throws: refused) { try bench.verify(section.prefix(section.count / 2), edits) }
    }
  }
}
