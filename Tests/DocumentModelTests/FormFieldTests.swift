import DocumentModel
import Foundation
import Testing

@Suite struct FormFieldTests {
  private func field(
    _ kind: FieldKind, _ flags: FormField.Flags = [], value: [String] = [], most: Int? = nil
  ) -> FormField {
    var field = FormField(id: FieldID("person.name"), kind: kind)
    field.flags = flags
    field.value = value
    field.maxLength = most
    if kind.isChoice {
      field.options = [FieldOption("a", words: "Apple"), FieldOption("b", words: "Banana")]
    }
    if kind.isSwitch {
      let states = kind == .radio ? ["Red", "Blue"] : ["Yes"]
      field.widgets = states.enumerated().map { place, state in
        FieldWidget(
          page: 0, box: Box(x0: Float(place) * 50, y0: 0, x1: Float(place) * 50 + 10, y1: 10),
          state: state, words: state == "Red" ? "rot" : "")
      }
    }
    return field
  }

  @Test func textFieldsCheckTheirValues() throws {
    #expect(try field(.text).value(of: ["one\ntwo"]) == ["one two"])
    #expect(try field(.text, .multiline).value(of: ["one\ntwo"]) == ["one\ntwo"])
    #expect(try field(.text, value: ["old"]).value(of: [""]) == [])
    #expect(throws: FieldRefusal.tooLong(most: 3, 4)) {
      try field(.text, most: 3).value(of: ["four"])
    }
    #expect(throws: FieldRefusal.readOnly) { try field(.text, .readOnly).value(of: ["x"]) }
    #expect(throws: FieldRefusal.notFilled(.signature)) { try field(.signature).value(of: ["x"]) }
    #expect(throws: FieldRefusal.tooMany) { try field(.text).value(of: ["a", "b"]) }
  }

  @Test func checkBoxesAcceptWordsForOnAndOff() throws {
    for word in ["on", "YES", "true", "x"] {
      #expect(try field(.checkBox).value(of: [word]) == ["Yes"])
    }
    for word in ["off", "No", ""] { #expect(try field(.checkBox).value(of: [word]) == []) }
    #expect(try field(.radio).value(of: ["rot"]) == ["Red"])
    #expect(try field(.radio).value(of: ["blue"]) == ["Blue"])
    #expect(throws: FieldRefusal.notAnOption("green", options: ["rot", "Blue"])) {
      try field(.radio).value(of: ["green"])
    }
    #expect(throws: FieldRefusal.notAnOption("maybe", options: ["on", "off"])) {
      try field(.checkBox).value(of: ["maybe"])
    }
    #expect(throws: FieldRefusal.staysOn) {
      try field(.radio, .staysOn, value: ["Red"]).value(of: ["off"])
    }
    #expect(try field(.checkBox).toggled("Yes") == ["Yes"])
    #expect(try field(.checkBox, value: ["Yes"]).toggled("Yes") == [])
    #expect(try field(.radio, .staysOn, value: ["Red"]).toggled("Blue") == ["Blue"])
    #expect(throws: FieldRefusal.staysOn) {
      try field(.radio, .staysOn, value: ["Red"]).toggled("Red")
    }
  }

  @Test func choiceFieldsAcceptTheirOptionsOnly() throws {
    #expect(try field(.combo).value(of: ["Banana"]) == ["b"])
    #expect(try field(.combo).value(of: ["B"]) == ["b"])
    #expect(throws: FieldRefusal.notAnOption("Cherry", options: ["Apple", "Banana"])) {
      try field(.combo).value(of: ["Cherry"])
    }
    #expect(try field(.combo, .editable).value(of: ["Cherry"]) == ["Cherry"])
    #expect(try field(.list, .multiple).value(of: ["Banana", "a"]) == ["a", "b"])
    #expect(throws: FieldRefusal.tooMany) { try field(.list).value(of: ["a", "b"]) }
    #expect(try field(.list, .multiple, value: ["b"]).toggled("a") == ["a", "b"])
    #expect(try field(.list, .multiple, value: ["a", "b"]).toggled("a") == ["b"])
  }

  @Test func similarFieldNamesAreSuggested() {
    let names = ["person.name", "person.street", "agree", "colour"]
    #expect(FormField.nearest(to: "nmae", among: names).first == "person.name")
    #expect(FormField.nearest(to: "color", among: names).first == "colour")
    #expect(FormField.nearest(to: "something else entirely", among: names).isEmpty)
  }

  @Test func journalsWithoutFormFieldsAreRead() throws {
    let old = Data(#"{"changes":[]}"#.utf8)
    let step = try JSONDecoder().decode(AnnotationEdit.self, from: old)
    #expect(step.isEmpty)
    let new = AnnotationEdit(fields: [FieldChange(id: FieldID("a"), before: [], after: ["x"])])
    let reported = try JSONDecoder().decode(AnnotationEdit.self, from: JSONEncoder().encode(new))
    #expect(reported == new)
    #expect(new.inverse.fields == [FieldChange(id: FieldID("a"), before: ["x"], after: [])])
  }

  @Test func manyFieldEditsFoldIntoOne() {
    func entry(_ number: Int, _ kind: JournalEntry.Kind, of: Int? = nil, _ texts: (String, String))
      -> JournalEntry
    {
      JournalEntry(
        number: number, kind: kind, of: of,
        step: AnnotationEdit(fields: [
          FieldChange(id: FieldID("a"), before: [texts.0], after: [texts.1])
        ]))
    }
    let history = AnnotationHistory([
      entry(1, .edit, ("", "one")), entry(2, .edit, ("one", "two")),
      entry(3, .undo, of: 2, ("two", "one")),
    ])
    #expect(
      history.fields(after: 0)
        == [FieldChange(id: FieldID("a"), before: [""], after: ["one"])])
    // It is what it was, and the file may have what came between.
    #expect(history.fields(after: 1).allSatisfy { $0.id == FieldID("a") && $0.isEmpty })
    #expect(history.canRedo && history.nextUndo?.number == 1)
  }

  // MARK: on the page

  private func page(_ words: String, x: Float, y: Float) -> PageText {
    var text = PageText(runs: [StyleRun(start: 0, style: 0)], styles: [TextStyle()])
    for (place, scalar) in words.unicodeScalars.enumerated() {
      text.scalars.append(scalar.value)
      let left = x + Float(place) * 5
      text.boxes.append(Box(x0: left, y0: y, x1: left + 5, y1: y + 10))
    }
    return text
  }

  private func words(_ text: PageText, _ range: Range<Int>) -> String {
    String(String.UnicodeScalarView(text.scalars[range].compactMap(Unicode.Scalar.init)))
  }

  @Test func fieldValuesAreInsertedInTheTextAtTheirPlace() throws {
    var name = field(.text, value: ["Grace"])
    name.widgets = [FieldWidget(page: 0, box: Box(x0: 100, y0: 98, x1: 200, y1: 112))]
    // The file still shows what was there before.
    let text = page("Name: Ada", x: 72, y: 100)
    let (filled, placed) = text.filled(with: [name, field(.radio, value: ["Blue"])], page: 0)
    #expect(filled.boxes.count == filled.scalars.count)
    #expect(placed.map { words(filled, $0.range) } == ["[Grace]", "(\u{A0})", "(•)"])
    #expect(words(filled, 0..<9) == "Name:    ", "the old drawing in its place is gone")
    #expect(Array(filled.boxes.prefix(5)) == Array(text.boxes.prefix(5)))
    let first = filled.boxes[placed[0].range.lowerBound]
    #expect(first.x0 == 100 && first.y0 >= 98 && first.y1 <= 112)
    #expect(filled.runs.map(\.start) == filled.runs.map(\.start).sorted())
    #expect(text.filled(with: [name], page: 1).text == text)
  }

  @Test func passwordFieldsAreMasked() {
    var secret = field(.text, .password, value: ["geheim"])
    secret.widgets = [FieldWidget(page: 0, box: Box(x0: 0, y0: 0, x1: 60, y1: 12))]
    #expect(secret.marks(of: secret.widgets[0]) == ["[••••••]"])
    #expect(field(.signature).marks(of: secret.widgets[0]) == ["[signature]"])
    #expect(field(.text).marks(of: secret.widgets[0]) == ["[__________]"])
    let many = field(.text, .multiline, value: ["a\nb"])
    #expect(many.marks(of: secret.widgets[0]) == ["[a", "b]"])
    #expect(field(.combo, value: ["b"]).marks(of: secret.widgets[0]) == ["[Banana▾]"])
  }
}
