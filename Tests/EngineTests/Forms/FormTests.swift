import DocumentModel
import Engine
import Foundation
import TestSupport
import Testing
import Wire

extension EngineTests {
  /// Forms read and filled in.
  @Suite struct FormTests {
    static func read(_ file: Data, password: String = "") throws -> [FormField] {
      let bench = try EngineBench(file, password: password)
      var gathering = FieldGathering()
      var next = 0
      while next < bench.summary.pageCount {
        guard case .fields(let portion) = try bench.ask(.fields(next..<bench.summary.pageCount))
        else { throw EngineFailure.notFound }
        #expect(portion.next > next)
        gathering.add(portion.fields)
        next = portion.next
      }
      return gathering.fields
    }

    static func value(_ name: String, _ file: Data) throws -> [String]? {
      try read(file).first { $0.id.name == name }?.value
    }

    /// The file with fields filled in, verified, its old bytes before the new ones.
    private func filled(
      _ file: Data, _ values: [String: [String]], password: String = ""
    ) throws -> Data {
      let bench = AnnotatingBench(base: file, password: password)
      let edits = values.map { FieldEdit(id: FieldID($0.key), value: $0.value) }
      let section = try bench.section([], fields: edits)
      try bench.verify(section, [], fields: edits)
      return file + section
    }

    /// The bounds of the ink within a box of a page, in points; nil if there is none.
    private func ink(
      _ file: Data, page: Int = 0, _ x: Range<Int>, _ y: Range<Int>
    ) throws -> (width: Int, height: Int)? {
      let picture = try EngineBench(file).draw(PageDrawing(page: page, width: 612, height: 792))
      // Of user space; the rim is not looked at.
      let (xs, ys) = (
        (x.lowerBound + 2)..<(x.upperBound - 2), (794 - y.upperBound)..<(790 - y.lowerBound)
      )
      var dark: [(x: Int, y: Int)] = []
      for y in ys { for x in xs where picture[x, y] & 0xFF < 0x80 { dark.append((x, y)) } }
      guard let left = dark.map(\.x).min(), let right = dark.map(\.x).max(),
        let top = dark.map(\.y).min(), let bottom = dark.map(\.y).max()
      else { return nil }
      return (right - left + 1, bottom - top + 1)
    }

    private func added(_ saved: Data, to base: Data) -> String {
      String(decoding: saved.suffix(from: base.count), as: UTF8.self)
    }

    private func hex(_ text: String) -> String {
      text.utf8.map { byte in
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count < 2 ? "0" + digits : digits
      }.joined()
    }

    /// A signature may lock fields, a group with all in it.
    @Test(arguments: [
      ("/Action/Include/Fields[(person)]", ["person.name": true, "notes": false]),
      ("/Action/Exclude/Fields[(notes)]", ["person.name": true, "notes": false]),
      ("/Action/All", ["person.name": true, "notes": true]),
    ]) func lockedFieldsAreReadOnly(_ terms: String, _ expected: [String: Bool]) throws {
      var document = PagedPDF()
      let field = document.writer.reserve()
      let (group, name, notes) = (
        document.writer.reserve(), document.writer.reserve(), document.writer.reserve()
      )
      document.writer.set(
        field,
        "<</FT/Sig/T(s)/V<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>/Reference[<<"
          + "/TransformMethod/FieldMDP/TransformParams<<\(terms)>>>>]>>>>")
      document.writer.set(group, "<</T(person)/Kids[\(name) 0 R]>>")
      document.writer.set(
        name,
        "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/Parent \(group) 0 R/Rect[9 9 90 30]>>")
      document.writer.set(
        notes, "<</Type/Annot/Subtype/Widget/FT/Tx/T(notes)/Rect[9 40 90 60]>>")
      document.addPage("P", entries: "/Annots[\(name) 0 R \(notes) 0 R]")
      document.catalogue =
        "/AcroForm<</SigFlags 3/Fields[\(field) 0 R \(group) 0 R \(notes) 0 R]>>"
      let fields = try Self.read(document.file())
      for (name, isLocked) in expected {
        let field = try #require(fields.first { $0.id.name == name })
        #expect(field.flags.contains(.readOnly) == isLocked, "\(name)")
      }
    }

    @Test func allFieldKindsAreRead() throws {
      let fields = try Self.read(FormPDF().file())
      let byName = Dictionary(fields.map { ($0.id.name, $0) }) { first, _ in first }
      let name = try #require(byName["person.name"])
      #expect(name.value == ["Ada"] && name.label == "Your name" && name.kind == .text)
      #expect(name.widgets.map(\.page) == [0, 1])
      #expect(name.widgets.first?.box == Box(x0: 150, y0: 72, x1: 350, y1: 92))
      #expect(byName["notes"]?.flags == [.multiline])
      #expect(byName["code"]?.flags == [.comb] && byName["code"]?.maxLength == 5)
      #expect(byName["secret"]?.flags == [.password])
      #expect(byName["agree"]?.kind == .checkBox && byName["agree"]?.states == ["Yes"])
      #expect(byName["agree"]?.value == [])
      #expect(byName["colour"]?.kind == .radio && byName["colour"]?.value == ["Red"])
      #expect(byName["colour"]?.states == ["Red", "Green", "Blue"])
      #expect(byName["colour"]?.flags == [.staysOn])
      #expect(byName["fruit"]?.kind == .combo && byName["fruit"]?.shownValue == "Apple")
      #expect(byName["tags"]?.flags == [.multiple] && byName["tags"]?.options.count == 3)
      #expect(byName["own"]?.flags == [.editable])
      #expect(byName["fixed"]?.isFillable == false)
      #expect(byName["push"]?.kind == .button && byName["push"]?.widgets.first?.words == "Send")
      #expect(byName["push"]?.flags == [.scripted])
      #expect(byName["sign"]?.kind == .signature)
      #expect(byName["stray"]?.flags == [.required])
      #expect(fields.count == 13)
    }

    @Test func documentsWithoutAFormHaveNoFields() throws {
      var document = PagedPDF()
      let widget = document.writer.add("<</Subtype/Widget/Rect[1 1 9 9]/FT/Tx/T(a)>>")
      document.addPage(entries: "/Annots[\(widget) 0 R]")
      #expect(try Self.read(document.file()).isEmpty)
    }

    @Test func fieldsAreFilledInAndShown() throws {
      let base = FormPDF().file()
      let wanted: [String: [String]] = [
        "person.name": ["Grace Hopper"], "notes": ["first line\nand the second of them"],
        "code": ["12345"], "secret": ["other"], "agree": ["Yes"], "colour": ["Blue"],
        "fruit": ["c"], "tags": ["one", "three"], "own": ["something else"], "stray": ["found"],
      ]
      let saved = try filled(base, wanted)
      #expect(saved.prefix(base.count) == base)
      let before = try Self.read(base)
      for field in try Self.read(saved) {
        let old = before.first { $0.id == field.id }
        #expect(field.value == wanted[field.id.name] ?? old?.value)
        #expect(field.widgets == old?.widgets && field.flags == old?.flags)
      }
      let added = added(saved, to: base)
      for text in ["Grace Hopper", "first line", "Cherry", "something else", "found", "*****"] {
        #expect(added.contains("<\(hex(text))> Tj"), "\(text)")
      }
      #expect(!added.contains("<\(hex("other"))> Tj"))
      for (x, y) in [(150..<350, 700..<720), (150..<350, 600..<660), (150..<250, 560..<580)] {
        #expect(try ink(saved, x, y) != nil)
      }
      #expect(try ink(saved, page: 1, 150..<350, 700..<720) != nil)
      // A cell of its own for each of five characters.
      #expect(try #require(try ink(saved, 150..<250, 560..<580)).width > 80)
      // Chosen options by their places; states by their names.
      #expect(
        added.contains("/I [0 2]") && added.contains("/V /Blue") && added.contains("/AS /Yes"))
      #expect(!added.contains("/NeedAppearances"))
    }

    @Test func emptiedFieldsAreEmpty() throws {
      let base = FormPDF().file()
      let saved = try filled(base, ["person.name": [], "colour": [], "fruit": [], "secret": []])
      for name in ["person.name", "colour", "fruit", "secret"] {
        #expect(try Self.value(name, saved) == [])
      }
      #expect(try ink(saved, 150..<350, 700..<720) == nil)
    }

    @Test func lettersMissingInTheFontAreDrawn() throws {
      let base = FormPDF().file()
      let saved = try filled(base, ["person.name": ["Žofie 本"], "notes": ["Ελληνικά\nдва"]])
      #expect(try Self.value("person.name", saved) == ["Žofie 本"])
      #expect(try Self.value("notes", saved) == ["Ελληνικά\nдва"])
      #expect(try ink(saved, 150..<350, 700..<720) != nil)
      // Found on the page too.
      let page = try PopplerProgram.text(of: saved)
      for words in ["Žofie 本", "Ελληνικά", "два"] {
        #expect(page.contains(words), "\(words) in \(page)")
      }
      // Its own font has it, where it says so.
      var form = FormPDF()
      let font = form.document.writer.add(
        "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding<</Differences[128/zcaron/Zcaron]>>>>"
      )
      form.fonts = "/Ti \(font) 0 R"
      form.add("/FT/Tx/T(own letters)/DA(/Ti 10 Tf 0 g)", "300 300 400 320")
      let own = form.file()
      let written = try filled(own, ["own letters": ["Ž ž"]])
      let added = String(decoding: written.suffix(from: own.count), as: UTF8.self)
      #expect(added.contains("/Ti 10 Tf") && added.contains("<812080> Tj"))
    }

    /// From the right, of letters with signs, in several fonts, a cell each: as words, in the order they are read.
    @Test(arguments: [
      ("person.name", "שלום עולם"), ("person.name", "مرحبا بالعالم"), ("notes", "שָׁלוֹם"),
      ("notes", "ภาษาไทย\nहिन्दी"), ("code", "αβγδε"), ("notes", "smile 😀 𠀋"),
    ]) func filledTextIsSearchable(_ name: String, _ value: String) throws {
      let saved = try filled(FormPDF().file(), [name: [value]])
      let page = try PopplerProgram.text(of: saved)
      for words in value.split(separator: "\n") {
        #expect(page.contains(words), "\(words) in \(page)")
      }
    }

    @Test func checkBoxesWithoutAppearanceGetOne() throws {
      var form = FormPDF()
      form.add("/FT/Btn/T(bare)/MK<</BC[0 0 0]>>", "300 500 312 512")
      let base = form.file()
      let saved = try filled(base, ["bare": ["Yes"]])
      #expect(try Self.value("bare", saved) == ["Yes"])
      let again = try filled(saved, ["bare": []])
      #expect(try Self.value("bare", again) == [])
      let added = String(decoding: again.suffix(from: saved.count), as: UTF8.self)
      #expect(added.contains("/AS /Off") && !added.contains("stream"))
    }

    @Test func rotatedFieldsHaveRotatedText() throws {
      var form = FormPDF()
      form.add("/FT/Tx/T(turned)/MK<</R 90>>", "300 500 320 600")
      let saved = try filled(form.file(), ["turned": ["upwards"]])
      #expect(String(decoding: saved, as: UTF8.self).contains("/Matrix [0 1 -1 0 20 0]"))
      let drawn = try #require(try ink(saved, 300..<320, 500..<600))
      #expect(drawn.height > 2 * drawn.width)
    }

    /// Some writers name the buttons of a group, which takes their value from it all the same.
    @Test func namedButtonsBelongToTheirGroup() throws {
      var form = FormPDF()
      let group = form.document.writer.reserve()
      form.document.writer.set(group, "<</FT/Btn/Ff 49152/T(group)/V/one>>")
      for (place, state) in ["one", "two"].enumerated() {
        form.add(
          "/T(button\(place))/FT/Btn/Parent \(group) 0 R/AS/\(place == 0 ? state : "Off")"
            + "/AP<</N<</\(state) 7 0 R>>>>", "\(300 + place * 30) 500 \(312 + place * 30) 512")
      }
      let base = form.file()
      let field = try #require(try Self.read(base).first { $0.id.name == "group" })
      #expect(field.states == ["one", "two"] && field.value == ["one"])
      let saved = try filled(base, ["group": ["two"]])
      #expect(try Self.value("group", saved) == ["two"])
    }

    @Test func fieldsWithOneNameAreOneField() throws {
      var form = FormPDF()
      form.add("/FT/Tx/T(twice)", "300 500 400 520")
      form.add("/FT/Tx/T(twice)", "300 530 400 550")
      let base = form.file()
      #expect(try Self.read(base).filter { $0.id.name == "twice" }.map(\.widgets.count) == [2])
      let saved = try filled(base, ["twice": ["both"]])
      #expect(try ink(saved, 300..<400, 500..<520) != nil)
      #expect(try ink(saved, 300..<400, 530..<550) != nil)
    }

    @Test func fieldsWithOneNameButOtherKindsDiffer() throws {
      var form = FormPDF()
      form.add("/FT/Btn/T(mixed)", "300 500 312 512")
      form.add("/FT/Tx/T(mixed)", "300 530 400 550")
      let base = form.file()
      let fields = try Self.read(base).filter {
        $0.id.name == "mixed" || $0.id.name.hasPrefix("object-")
      }
      #expect(fields.map(\.kind) == [.checkBox, .text])
      let saved = try filled(base, [fields[1].id.name: ["words"], "mixed": ["Yes"]])
      #expect(try Self.value(fields[1].id.name, saved) == ["words"])
      #expect(try Self.value("mixed", saved) == ["Yes"])
    }

    @Test func missingAndUnfillableFieldsAreRefused() throws {
      let bench = AnnotatingBench(base: FormPDF().file())
      for name in ["nobody", "push", "sign"] {
        #expect(throws: AnnotatingBench.Refused(obstacle: .failed)) {
          _ = try bench.section([], fields: [FieldEdit(id: FieldID(name), value: ["x"])])
        }
      }
    }

    @Test func fieldSectionsWithExtraEditsAreNotVerified() throws {
      let base = FormPDF().file()
      let bench = AnnotatingBench(base: base)
      let edits = [FieldEdit(id: FieldID("code"), value: ["123"])]
      let more = edits + [FieldEdit(id: FieldID("notes"), value: ["sneaked in"])]
      let section = try bench.section([], fields: more)
      try bench.verify(section, [], fields: more)
      let refused = AnnotatingBench.Refused(obstacle: .unverified)
      #expect(throws: refused) { try bench.verify(section, [], fields: edits) }
      #expect(throws: refused) { try bench.verify(section, []) }
      // The appearance does not match the value.
      let text = String(decoding: section, as: UTF8.self)
      let other = Data(
        text.replacing("<736E65616B656420696E> Tj", with: "<736E65616B656420494E> Tj").utf8)
      #expect(other != section)
      #expect(throws: refused) { try bench.verify(other, [], fields: more) }
    }

    @Test func annotationsAndFieldsAreSavedTogether() throws {
      let base = FormPDF().file()
      let bench = AnnotatingBench(base: base)
      let mark = Samples.make(.highlight)
      let edits = [AnnotationPatch(id: mark.id, oldPage: nil, after: mark)]
      let fields = [FieldEdit(id: FieldID("person.name"), value: ["Both"])]
      let section = try bench.section(edits, fields: fields)
      try bench.verify(section, edits, fields: fields)
      let saved = base + section
      #expect(try AnnotatingBench.read(saved).map(\.id) == [mark.id])
      #expect(try Self.value("person.name", saved) == ["Both"])
    }

    @Test func certificationAndRightsDecide() throws {
      for (level, obstacle) in [(1, SaveBlocker.certified), (2, nil), (3, nil)] {
        var form = FormPDF()
        let signature = form.document.writer.add(
          "<</Type/Sig/Reference[<</TransformMethod/DocMDP/TransformParams<</P \(level)>>>>]>>")
        form.catalogue = "/Perms<</DocMDP \(signature) 0 R>>"
        let base = form.file()
        let verdict = try AnnotatingBench.verdict(base)
        #expect(verdict.formObstacle == obstacle)
        #expect(verdict.obstacle == (level < 3 ? .certified : nil))
        if let obstacle {
          #expect(throws: AnnotatingBench.Refused(obstacle: obstacle)) {
            _ = try filled(base, ["code": ["1"]])
          }
        } else {
          _ = try filled(base, ["code": ["1"]])
        }
      }
      var form = FormPDF()
      form.form = "/XFA[(template)\(form.document.font) 0 R]"
      #expect(try AnnotatingBench.verdict(form.file()).cautions == [.xfa])
    }

    @Test func encryptedFormsStayEncrypted() throws {
      let lock = ["--encrypt", "", "owner", "256", "--annotate=n", "--"]
      let base = try QPDFProgram.rewritten(FormPDF().file(), lock)
      #expect(try AnnotatingBench.verdict(base).obstacle == .forbidden)
      #expect(try AnnotatingBench.verdict(base).formObstacle == nil)
      let saved = try filled(base, ["code": ["98765"], "agree": ["Yes"]])
      #expect(try Self.value("code", saved) == ["98765"])
      #expect(
        !String(decoding: saved.suffix(from: base.count), as: UTF8.self).contains("3938373635"))
      let closed = try QPDFProgram.rewritten(
        FormPDF().file(), ["--encrypt", "", "owner", "256", "--annotate=n", "--form=n", "--"])
      #expect(throws: AnnotatingBench.Refused(obstacle: .forbidden)) {
        _ = try filled(closed, ["code": ["1"]])
      }
      _ = try filled(closed, ["code": ["1"]], password: "owner")
    }

    // MARK: hostile trees

    @Test func cyclicAndDeepFieldTreesEnd() throws {
      var form = FormPDF()
      let (one, two) = (form.document.writer.reserve(), form.document.writer.reserve())
      form.document.writer.set(one, "<</T(a)/FT/Tx/Parent \(two) 0 R>>")
      form.document.writer.set(two, "<</T(b)/Parent \(one) 0 R/Kids[\(one) 0 R \(two) 0 R]>>")
      form.add("/Parent \(one) 0 R", "300 500 400 520")
      var above = form.document.writer.add("<</FT/Tx/T(top)>>")
      for _ in 0..<200 { above = form.document.writer.add("<</T(x)/Parent \(above) 0 R>>") }
      form.add("/FT/Tx/Parent \(above) 0 R", "300 530 400 550")
      form.add(
        "/FT/Tx/T(odd)/Opt 7/V<</a 1>>/MaxLen -3/Ff(x)/Rect[1e400 a 2 3]/Parent 99999 0 R",
        "0 0 9 9")
      form.add("/FT/Ch/T(opts)/Opt[[][1 2][(a)(b)(c)]<<>>(d)]/V[1(a)<<>>]", "300 560 400 580")
      form.add("/FT/What/T(unknown)", "300 590 400 600")
      let base = form.file()
      let names = try Self.read(base).map(\.id.name)
      #expect(names.contains("b.a") && names.contains("opts") && !names.contains("unknown"))
      let saved = try filled(base, ["b.a": ["round"]])
      #expect(try Self.value("b.a", saved) == ["round"])
    }

    @Test(
      .enabled(if: TestTier.runsLong && !Sanitizer.isOn, "long; .ci/test --long runs it"),
      .timeLimit(.minutes(3))
    )
    func aHundredThousandWidgetsAreBounded() throws {
      var document = PagedPDF()
      let parent = document.writer.reserve()
      let kids = (0..<100_500).map { number in
        document.writer.add(
          "<</Subtype/Widget/Rect[0 0 9 9]/FT/Tx/T(f\(number))/Parent \(parent) 0 R>>")
      }
      let list = kids.map { "\($0) 0 R" }.joined(separator: " ")
      document.writer.set(parent, "<</T(all)/Kids[\(list)]>>")
      document.addPage(entries: "/Annots[\(list)]")
      document.catalogue = "/AcroForm<</Fields[\(parent) 0 R]>>"
      let fields = try Self.read(document.file())
      #expect(fields.count == 100_000)
      #expect(fields.first?.id.name == "all.f0")
    }
  }
}
