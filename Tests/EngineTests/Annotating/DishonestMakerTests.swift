import DocumentModel
import Foundation
import TestSupport
import Testing
import Wire

@testable import Engine

extension EngineTests {
  /// Output of a worker taken over by a document: the verifier refuses anything an honest worker would not have written.
  @Suite struct DishonestMakerTests {
    /// Something a forger does to a section.
    struct Forgery: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var forge: @Sendable (inout ForgedSection) throws -> Void

      init(
        _ name: String, _ forge: @escaping @Sendable (inout ForgedSection) throws -> Void
      ) {
        testDescription = name
        self.forge = forge
      }

      /// Entries that are added to an object which has some words.
      static func adding(_ entries: String, to words: String) -> Forgery {
        Forgery("\(words) + \(entries)") { try $0.add(entries, toTheOneWith: words) }
      }
    }

    private static let field = "/T <636F6465>"
    private static let drawing = "/Subtype /Form"
    private static let script = "<</S/JavaScript/JS(app.alert(1))>>"

    /// Of the field `code`, which is its own widget, filled in with `123`.
    static let fieldForgeries =
      [
        "/A \(script)", "/AA<</K \(script)>>", "/RV(<p>other</p>)", "/MK<</CA(x)>>", "/F 2",
        "/DA(/Helv 99 Tf)", "/TU(other)", "/DV(other)", "/Ff 8192", "/OC 1 0 R", "/Rect[0 0 1 1]",
      ].map { Forgery.adding($0, to: field) }
      + [
        "/Resources<</XObject<</X 3 0 R>>>>", "/Group<</S/Transparency>>", "/OC 1 0 R",
        "/Matrix[9 0 0 9 0 0]", "/BBox[0 0 1 1]", "/Ref<</F(other.pdf)/Page 0>>", "/PieceInfo<<>>",
        "/OPI<<>>", "/Metadata 1 0 R",
      ].map { Forgery.adding($0, to: drawing) }
      + [
        Forgery("other looks while pointer.pressed") { forged in
          let drawn = forged.objects.first { $0.body.contains(drawing) }?.number ?? 0
          try forged.replace("<</N \(drawn) 0 R", by: "<</N \(drawn) 0 R/D \(drawn) 0 R")
        },
        Forgery("other looks under the pointer") { forged in
          let drawn = forged.objects.first { $0.body.contains(drawing) }?.number ?? 0
          try forged.replace("<</N \(drawn) 0 R", by: "<</N \(drawn) 0 R/R 1 0 R")
        },
        Forgery("states in the place of looks") { forged in
          let drawn = forged.objects.first { $0.body.contains(drawing) }?.number ?? 0
          try forged.replace("/N \(drawn) 0 R", by: "/N <</Yes \(drawn) 0 R>>")
        },
        Forgery("another value") { try $0.replace("/V <313233>", by: "/V <343536>") },
        Forgery("another picture") { try $0.replace("<31> Tj", by: "<32> Tj") },
        Forgery("an object that nobody names") { $0.write(script, as: $0.free) },
        Forgery("bytes that no table names") { forged in
          try forged.replaceInTrailer("trailer\n", by: "trailer\n%\(script)\n")
        },
      ]

    /// Extra objects written beside those of an edit.
    static let objectForgeries =
      [
        "/NeedAppearances true", "/DR<</Font<<>>>>", "/XFA(other)", "/CO[1 0 R]", "/SigFlags 3",
        "/DA(/Helv 99 Tf)", "/Q 2",
      ].map { entries in
        Forgery("/AcroForm + \(entries)") { forged in
          let form = "/AcroForm<</Fields[]\(entries)>>"
          forged.write("<</Type/Catalog/Pages 1 0 R\(form)>>", as: forged.root)
        }
      }
      + [
        Forgery("the catalogue runs a script") { forged in
          forged.write(
            "<</Type/Catalog/Pages 1 0 R/OpenAction\(script)>>", as: forged.root)
        },
        Forgery("another catalogue") { forged in
          try forged.replaceInTrailer("/Root \(forged.root) 0 R", by: "/Root 1 0 R")
        },
        Forgery("more in the trailer") { forged in
          try forged.replaceInTrailer("trailer\n<<", by: "trailer\n<</Other(x)\n")
        },
      ]

    private static let fields = [FieldEdit(id: FieldID("code"), value: ["123"])]

    private func expectRefused(
      _ forgery: Forgery, _ base: Data, _ edits: [AnnotationPatch], _ fields: [FieldEdit]
    ) throws {
      let bench = AnnotatingBench(base: base)
      let honest = try bench.section(edits, fields: fields)
      var forged = try ForgedSection(honest, after: base)
      // A section restored to its original bytes is accepted, so the forgery itself is refused.
      #expect(forged.data == honest)
      try bench.verify(forged.data, edits, fields: fields)
      try forgery.forge(&forged)
      #expect(forged.data != honest)
      #expect(throws: AnnotatingBench.Refused(obstacle: .unverified)) {
        try bench.verify(forged.data, edits, fields: fields)
      }
    }

    @Test(arguments: fieldForgeries) func forgedFieldSectionsAreRefused(_ forgery: Forgery) throws {
      try expectRefused(forgery, FormPDF().file(), [], Self.fields)
    }

    @Test(arguments: objectForgeries) func forgedSectionsAreRefused(_ forgery: Forgery) throws {
      let mark = Samples.make(.highlight)
      let edits = [AnnotationPatch(id: mark.id, oldPage: nil, after: mark)]
      try expectRefused(forgery, FormPDF().file(), edits, Self.fields)
    }

    @Test func forgedCheckBoxStatesAreRefused() throws {
      var form = FormPDF()
      form.add("/FT/Btn/T(bare)/MK<</BC[0 0 0]>>", "300 500 312 512")
      let fields = [FieldEdit(id: FieldID("bare"), value: ["Yes"])]
      for forgery in [
        Forgery("a third state") { try $0.replace("/N <<", by: "/N <</Other 1 0 R ") },
        Forgery("another state") { try $0.replace("/AS /Yes", by: "/AS /Off") },
      ] {
        try expectRefused(forgery, form.file(), [], fields)
      }
    }

    @Test(arguments: [
      Forgery.adding("/A \(script)", to: "/Subtype /Highlight"),
      .adding("/AA<</E \(script)>>", to: "/Subtype /Highlight"),
      .adding("/RC(<p>other</p>)", to: "/Subtype /Highlight"),
      .adding("/OC 1 0 R", to: "/Subtype /Highlight"),
      .adding("/AS /Other", to: "/Subtype /Highlight"),
      .adding("/OC 1 0 R", to: drawing), .adding("/Ref<<>>", to: drawing),
      .adding("/AA<</O \(script)>>", to: "/Type /Page\n"),
      Forgery("one more in the list") { forged in
        forged.write("<</Type/Annot/Subtype/Link/A\(script)>>", as: forged.free)
        let list = forged.objects.first { $0.body.hasPrefix("[") }?.body ?? ""
        try forged.replace(list, by: "[\(forged.free - 100) 0 R " + list.dropFirst())
      },
    ]) func forgedAnnotationSectionsAreRefused(_ forgery: Forgery) throws {
      let mark = Samples.make(.highlight)
      var document = PagedPDF()
      document.addPage("The words of a page")
      try expectRefused(
        forgery, document.file(), [AnnotationPatch(id: mark.id, oldPage: nil, after: mark)], [])
    }

    /// A verifier that has found a section well has not found one well that says it does the same.
    @Test func everySectionIsVerified() throws {
      let mark = Samples.make(.highlight)
      let edits = [AnnotationPatch(id: mark.id, oldPage: nil, after: mark)]
      var document = PagedPDF()
      document.addPage("The words of a page")
      let base = document.file()
      let engine = Engine()
      let holding = Request.annotationBase(password: [], count: base.count)
      #expect(engine.answer(holding, descriptor: EngineBench.memoryFile(base)) == .baseHeld)
      let honest = try AnnotatingBench(base: base).section(edits)
      func verify(_ section: Data) throws -> Reply {
        try AnnotatingBench.ask(engine, Request.verifySection, section: section, edits)
      }
      for _ in 0..<2 { #expect(try verify(honest) == .sectionVerified(isSeenTwice: true)) }
      var forged = try ForgedSection(honest, after: base)
      try forged.add("/Contents 1 0 R", toTheOneWith: "/Type /Page\n")
      #expect(throws: AnnotatingBench.Refused(obstacle: .unverified)) {
        _ = try verify(forged.data)
      }
      forged = try ForgedSection(honest, after: base)
      forged.write("<</Length 0>>\nstream\n\nendstream", as: document.font + 1)
      #expect(throws: AnnotatingBench.Refused(obstacle: .unverified)) {
        _ = try verify(forged.data)
      }
      #expect(try verify(honest) == .sectionVerified(isSeenTwice: true))
    }

    /// Two workers make the same bytes of the same edits; only the name of the version is another each time.
    @Test(arguments: [[], ["40"], ["128"], ["128", "--use-aes=y"], ["256"]])
    func honestWorkersWriteIdenticalBytes(_ kind: [String]) throws {
      var base = FormPDF().file()
      if !kind.isEmpty {
        base = try QPDFProgram.rewritten(
          base, ["--allow-weak-crypto", "--encrypt", "", "owner"] + kind + ["--"])
      }
      let bench = AnnotatingBench(base: base, password: kind.isEmpty ? "" : "owner")
      let edits = Samples.all.map { AnnotationPatch(id: $0.id, oldPage: nil, after: $0) }
      let fields = [
        FieldEdit(id: FieldID("code"), value: ["123"]),
        FieldEdit(id: FieldID("notes"), value: ["Ελληνικά\nдва 日本 שלום"]),
      ]
      let (one, two) = (
        try bench.section(edits, fields: fields), try bench.section(edits, fields: fields)
      )
      let differing = zip(one, two).filter { $0 != $1 }.count
      #expect(one.count == two.count && differing <= 32)
      for section in [one, two] { try bench.verify(section, edits, fields: fields) }
    }
  }
}
