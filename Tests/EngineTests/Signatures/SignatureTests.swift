import DocumentModel
import Foundation
import TestSupport
import Testing
import Wire

extension EngineTests {
  @Suite struct SignatureTests {
    private func report(_ file: Data) throws -> SignatureReport {
      let bench = try EngineBench(file)
      for _ in 0..<1_000 {
        guard case .signatures(let report) = try bench.ask(.signatures) else { break }
        if let report { return report }
      }
      throw EngineFailure.notFound
    }

    private func only(_ file: Data) throws -> DocumentSignature {
      let signatures = try report(file).signatures
      #expect(signatures.count == 1)
      return try #require(signatures.first)
    }

    @Test func anIntactSignatureIsReported() throws {
      let signature = try only(try SignedPDF().data)
      #expect(signature.signer == "Alice Example")
      #expect(signature.field == "Approval" && signature.reason == "Agreed")
      #expect(signature.moment == 1_767_323_045)
      #expect(signature.kind == .approval && signature.digest == .matches)
      #expect(signature.algorithm == "SHA-256")
      #expect(signature.changes == LaterChanges())
    }

    @Test func anUnsignedDocumentHasNoSignature() throws {
      var pdf = PagedPDF()
      pdf.addPage()
      #expect(try report(pdf.file()) == SignatureReport())
    }

    @Test(arguments: [1, 2, 3]) func theCertificationLevelIsReported(_ level: Int) throws {
      #expect(try only(try SignedPDF(level: level).data).kind == .certification(level: level))
    }

    @Test func usageRightsAreReported() throws {
      #expect(try report(try SignedPDF(extended: true).data).hasUsageRights)
    }

    @Test func aChangedByteBreaksTheSignature() throws {
      var data = try SignedPDF().data
      let place = try #require(data.range(of: Data("Contract".utf8)))
      data[place.lowerBound] = 0x4B
      #expect(try only(data).digest == .differs)
    }

    @Test func annotationsAddedLaterAreCounted() throws {
      let base = try SignedPDF(pages: 2).data
      let added = [
        Samples.make(.highlight, page: 1), Samples.make(.note, page: 1), Samples.make(.freeText),
      ]
      let saved = try AnnotatingBench(base: base).saved(added)
      let signature = try only(saved)
      #expect(signature.digest == .matches)
      #expect(signature.changes.byteCount == saved.count - base.count)
      #expect(signature.changes.annotationsAdded == 3)
      #expect(signature.changes.counts.reduce(0, +) == 3 && signature.changes.isComplete)
    }

    @Test func annotationsChangedAndRemovedLaterAreCounted() throws {
      var pdf = PagedPDF()
      pdf.addPage()
      let notes = [Samples.make(.highlight), Samples.make(.box), Samples.make(.note)]
      let saved = try AnnotatingBench(base: try SignedPDF().data).saved(notes)
      var edited = try #require(try AnnotatingBench.read(saved).first { $0.kind == .box })
      let before = edited
      edited.contents = "another"
      let gone = try #require(try AnnotatingBench.read(saved).first { $0.kind == .note })
      let later = try AnnotatingBench(base: saved).saved([
        AnnotationPatch(id: before.id, oldPage: 0, after: edited),
        AnnotationPatch(id: gone.id, oldPage: 0, after: nil),
      ])
      // Against what was signed two are there that were not.
      #expect(try only(later).changes.annotationsAdded == 2)
    }

    /// A later revision that puts another text on a signed page, by an object of the same number.
    @Test func aChangedPageIsReported() throws {
      let base = try SignedPDF().data
      let text = "BT /F 12 Tf 72 700 Td (I owe everything) Tj ET"
      let number = try Self.object(showing: "Contract", in: base)
      let later = Self.appending(
        "\(number) 0 obj\n<</Length \(text.utf8.count)>>stream\n\(text)\nendstream\nendobj\n",
        number: number, to: base)
      let changes = try only(later).changes
      #expect(changes.pagesChanged == 1 && changes.isAny && changes.annotationsAdded == 0)
    }

    /// A later revision that lists other pages; the fourth is a new one.
    @Test(arguments: [
      ([0, 2], 0, 1, false), ([2, 0, 1], 0, 0, true), ([0, 1, 2, 3], 1, 0, false),
      ([3, 2, 1], 1, 1, true), ([0, 0, 1, 2], 1, 0, false),
    ]) func pagesAddedRemovedAndMovedAreCounted(
      _ order: [Int], added: Int, removed: Int, areMoved: Bool
    ) throws {
      let base = try SignedPDF(pages: 3).data
      let list = try Self.object(showing: "/Type/Pages", in: base)
      let text = String(decoding: base, as: UTF8.self)
      var pages = text.matches(of: /(\d+) 0 obj\s*<<\/Type\/Page\//).map { String($0.output.1) }
      let new = try #require(text.firstMatch(of: /\/Size (\d+)/).flatMap { Int($0.output.1) })
      pages.append(String(new))
      let kids = order.map { "\(pages[$0]) 0 R" }.joined(separator: " ")
      let page = "<</Type/Page/Parent \(list) 0 R/MediaBox[0 0 612 792]>>"
      let later = Self.appending(
        "\(list) 0 obj\n<</Type/Pages/Kids[\(kids)]/Count \(order.count)>>\nendobj\n",
        number: list,
        to: Self.appending("\(new) 0 obj\n\(page)\nendobj\n", number: new, to: base))
      let changes = try only(later).changes
      #expect(changes.pagesAdded == added && changes.pagesRemoved == removed)
      #expect(changes.arePagesMoved == areMoved && changes.others == 0)
      #expect(changes.pagesChanged == 0 && changes.isAny)
    }

    /// Not a page's own contents, but a resource of it.
    @Test func aReplacedFontIsReported() throws {
      let base = try SignedPDF().data
      let number = try Self.object(showing: "/Type/Font", in: base)
      let later = Self.appending(
        "\(number) 0 obj\n<</Type/Font/Subtype/Type1/BaseFont/Symbol>>\nendobj\n", number: number,
        to: base)
      let changes = try only(later).changes
      #expect(changes.pagesChanged == 1 && changes.others == 0)
    }

    /// Programs that list the form's fields no longer see the signature; the signed bytes are still there.
    @Test(arguments: ["null", "<</Fields[]>>"]) func aSignatureRemovedFromTheFormIsReported(
      _ form: String
    ) throws {
      let base = try SignedPDF(level: 2).data
      let text = String(decoding: base, as: UTF8.self)
      let number = try Self.object(showing: "/Type/Catalog", in: base)
      let pages = try #require(text.firstMatch(of: /\/Pages (\d+) 0 R/)?.output.1)
      let later = Self.appending(
        "\(number) 0 obj\n<</Type/Catalog/Pages \(pages) 0 R/AcroForm \(form)>>\nendobj\n",
        number: number, to: base)
      let signature = try only(later)
      #expect(signature.isRemoved && signature.field == "Approval" && signature.digest == .matches)
      #expect(signature.kind == .certification(level: 2))
      #expect(signature.changes.fieldsRemoved == 1)
      #expect(!(try only(base).isRemoved))
    }

    /// The older revision is whole, so that the document seems to be unsigned.
    @Test func aSignatureInATruncatedRevisionIsReported() throws {
      var pdf = PagedPDF()
      pdf.addPage("Contract")
      let base = pdf.file()
      let text = String(decoding: base, as: UTF8.self)
      let number = try #require(text.firstMatch(of: /\/Size (\d+)/).flatMap { Int($0.output.1) })
      let field = "<</FT/Sig/T(Approval)/V<</Type/Sig/ByteRange[0 400 9000 60]/Contents<00>>>>>"
      let later = Self.appending(
        "\(number) 0 obj\n\(field)\nendobj\n", number: number,
        to: Data(text.replacing("/Size \(number)", with: "/Size \(number + 1)").utf8))
      let cut = later.dropLast(10)
      #expect(try only(cut).digest == .differs)
      let bench = try EngineBench(cut)
      guard case .annotationVerdict(let access) = try bench.ask(.annotationVerdict) else {
        throw EngineFailure.notFound
      }
      #expect(access.cautions.contains(.signed))
    }

    /// A second end of the file that leads to the revision before the signature.
    @Test func aSignatureHiddenByAnOlderRevisionIsReported() throws {
      let base = try SignedPDF().data
      var pdf = PagedPDF()
      pdf.addPage("unsigned")
      let other = pdf.file()
      let signature = try only(base + other)
      #expect(signature.isRemoved && signature.digest == .matches)
    }

    /// A file whose end is missing has neither a trailer nor all signed bytes.
    @Test(arguments: [1, 2, 10]) func truncationBreaksTheSignature(_ count: Int) throws {
      let signature = try only(try SignedPDF().data.dropLast(count))
      #expect(signature.digest == .differs && signature.changes.isAny)
      #expect(signature.field == "Approval")
    }

    @Test(arguments: [
      "[0 0000000000 0000000000 0000000000]", "[0 5 3 1]", "[0 99999999999 1 1]", "[1 2 3 4]",
      "[0 1]", "7", "[(a) 1 2 3]",
      "[0 9223372036854775807 9223372036854775807 9223372036854775807]",
      "[-1 10 20 30]",
    ]) func malformedByteRangesAreUnchecked(_ range: String) throws {
      let data = try SignedPDF().data
      let text = String(decoding: data, as: UTF8.self)
      let old = try #require(
        text.range(of: #"(?<=/ByteRange)\[[0-9 ]+\]"#, options: .regularExpression))
      let count = text[old].utf8.count
      let padded = range.padding(toLength: max(count, range.count), withPad: " ", startingAt: 0)
      let changed = Data(text.replacingCharacters(in: old, with: padded).utf8)
      #expect(try only(changed).digest == .unchecked)
    }

    /// No signature, however malformed, ends the worker or is taken for a right one.
    @Test func malformedSignaturesAreUnchecked() throws {
      let data = try SignedPDF().data
      let start = try #require(data.range(of: Data("/Contents<".utf8))).upperBound
      for place in stride(from: 0, to: 400, by: 3) {
        for digit in ["0", "8", "f"] {
          var broken = data
          broken[start + place] = digit.utf8.first ?? 0
          guard broken != data else { continue }
          let signature = try only(broken)
          if signature.digest == .matches { #expect(signature.changes.byteCount == 0) }
        }
      }
      var nested = data
      let deep = String(repeating: "3080", count: 900)
      nested.replaceSubrange(start..<start + deep.utf8.count, with: Data(deep.utf8))
      #expect(try only(nested).digest == .unchecked)
    }

    @Test func signerNamesContainNoControls() throws {
      let signature = try only(try SignedPDF(signer: "A\u{1B}[31m\u{202E}B").data)
      #expect(signature.signer == "A[31mB")
    }

    // MARK: later revisions

    private static func object(showing text: String, in data: Data) throws -> Int {
      let place = try #require(data.range(of: Data(text.utf8))).lowerBound
      let before = String(decoding: data[..<place], as: UTF8.self)
      let head = try #require(before.range(of: " 0 obj", options: .backwards))
      return try #require(Int(before[..<head.lowerBound].split(separator: "\n").last ?? ""))
    }

    private static func appending(_ object: String, number: Int, to base: Data) -> Data {
      let text = String(decoding: base, as: UTF8.self)
      let old = text.components(separatedBy: "startxref\n").last?.prefix { $0.isNumber } ?? ""
      let trailer = (text.components(separatedBy: "trailer<<").last?.prefix { $0 != ">" } ?? "")
        .replacing(/\/Size (\d+)/) { "/Size \(max(number + 1, Int($0.output.1) ?? 0))" }
      let offset = String(base.count)
      let padded = String(repeating: "0", count: 10 - offset.count) + offset
      let start = base.count + object.utf8.count
      let end =
        "xref\n\(number) 1\n\(padded) 00000 n \ntrailer<<\(trailer)/Prev \(old)>>\n"
        + "startxref\n\(start)\n%%EOF\n"
      return base + Data((object + end).utf8)
    }
  }
}
