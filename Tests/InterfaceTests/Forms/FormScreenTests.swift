import Canvas
import DocumentModel
import Interface
import Messages
import Testing
import Text

/// Fields gone to and filled in.
@Suite struct FormScreenTests {
  /// A book of two pages with a form on them, whose fillings are kept as soon as they are made.
  private struct Form {
    var book: AnnotatedBook
    var saveStatus = SaveStatus()

    init(_ fields: [FormField], saveStatus: SaveStatus = SaveStatus()) {
      book = AnnotatedBook(pages: 2)
      self.saveStatus = saveStatus
      var problems: [String] = []
      for (keys, command) in [
        ("g f", "next-field"), ("g F", "previous-field"), ("field:enter", "fill-field"),
        ("field:tab", "next-field"),
      ] {
        if let problem = book.state.keyInput.keymap.bind(keys, to: command) {
          problems.append(problem)
        }
      }
      #expect(problems == [])
      let id = book.state.documents[0].id
      book.load([], saveStatus: saveStatus)
      tell(.news(id, generation: 1, .form(fields)))
      for page in 0..<2 { set(page, fields) }
      book.state.panes[0].mode = .layout
    }

    /// The page with the values of its fields, as the composer lays it out.
    mutating func set(_ page: Int, _ fields: [FormField]) {
      let id = book.state.documents[0].id
      guard case .content(_, _, _, let content) = Book.content(id, page, lines: 3) else { return }
      let (text, placed) = content.text.filled(with: fields, page: page)
      let lines = placed.sorted {
        text.boxes[$0.range.lowerBound].y0 < text.boxes[$1.range.lowerBound].y0
      }
      .map { place in
        TextLine(
          kind: .body,
          glyphs: place.range.enumerated().map {
            .init(
              scalar: text.scalars[$0.element], origin: Int32($0.element),
              column: Int32($0.offset))
          }, start: place.range.lowerBound)
      }
      _ = book.state.update(
        .content(
          id, generation: 1, page: page,
          PageContent(text: text, blocks: content.blocks, grid: lines, fields: placed)))
    }

    mutating func tell(_ message: AnnotationMessage) {
      _ = book.state.update(.annotations(message))
    }

    var list: FormList { book.state.documents[0].form }
    var fills: [FieldChange] { book.steps.flatMap(\.fields) }
  }

  private static let fields: [FormField] = {
    var name = FormField(id: FieldID("name"), kind: .text)
    name.widgets = [FieldWidget(page: 0, box: Box(x0: 100, y0: 20, x1: 200, y1: 32))]
    var fixed = FormField(id: FieldID("fixed"), kind: .text)
    fixed.flags = .readOnly
    fixed.value = ["as it is"]
    fixed.widgets = [FieldWidget(page: 0, box: Box(x0: 300, y0: 20, x1: 400, y1: 32))]
    var agree = FormField(id: FieldID("agree"), kind: .checkBox)
    agree.widgets = [
      FieldWidget(page: 0, box: Box(x0: 100, y0: 60, x1: 110, y1: 70), state: "Yes")
    ]
    var fruit = FormField(id: FieldID("fruit"), kind: .combo)
    fruit.options = [FieldOption("a", words: "Apple"), FieldOption("b", words: "Banana")]
    fruit.widgets = [FieldWidget(page: 1, box: Box(x0: 100, y0: 20, x1: 200, y1: 32))]
    // Told in another order than they are read.
    return [fruit, agree, fixed, name]
  }()

  @Test func keysMoveFromFieldToField() {
    var form = Form(Self.fields)
    form.book.press("g", "f")
    #expect(form.list.current?.id.name == "name")
    #expect(form.book.status.contains("1 of 3 name · text · empty"))
    form.book.press("tab")
    #expect(form.list.current?.id.name == "agree", "read-only fields are skipped")
    form.book.press("g", "f")
    #expect(form.list.current?.id.name == "fruit")
    form.book.press("g", "f")
    #expect(form.book.status.contains("No more fields"))
    form.book.press("g", "F")
    #expect(form.list.current?.id.name == "agree")
    form.book.press("escape")
    #expect(form.list.current == nil)
  }

  @Test func textsAreTypedAndCheckBoxesToggled() {
    var form = Form(Self.fields)
    form.book.press("g", "f", "enter")
    #expect(form.book.state.prompt?.label.hasPrefix("name") == true)
    form.book.type("Grace Hopper")
    form.book.press("enter")
    #expect(form.fills == [FieldChange(id: FieldID("name"), before: [], after: ["Grace Hopper"])])
    #expect(form.book.status.contains("name is “Grace Hopper”"))
    form.book.press("g", "f", "enter")
    #expect(form.fills.last == FieldChange(id: FieldID("agree"), before: [], after: ["Yes"]))
    #expect(form.book.status.contains("agree is on"))
  }

  @Test func unsavedValuesAreShownAndCanBeUndone() {
    var form = Form(Self.fields)
    let id = form.book.state.documents[0].id
    var saveStatus = SaveStatus()
    saveStatus.isSaved = false
    saveStatus.canUndo = true
    let change = FieldChange(id: FieldID("fruit"), before: [], after: ["b"])
    let effects = form.book.state.update(
      .annotations(.news(id, generation: 1, .filled([change], page: nil, saveStatus))))
    #expect(form.list[FieldID("fruit")]?.value == ["b"])
    #expect(
      effects.contains {
        if case .loadContent(id, 1, 1, true) = $0 { true } else { false }
      }, "its page is laid out again")
    #expect(form.list.undrawn == [FieldID("fruit")])
    form.tell(.news(id, generation: 1, .filled([change.inverse], page: 1, saveStatus)))
    #expect(form.list[FieldID("fruit")]?.value == [])
    #expect(form.book.status.contains("fruit is empty again"))
    #expect(form.list.current?.id.name == "fruit")
  }

  @Test func aChoiceIsMadeFromAList() {
    var form = Form(Self.fields)
    form.book.press("g", "f", "g", "f", "g", "f", "enter")
    #expect(form.book.rows.contains { $0.contains("Apple") })
    #expect(form.book.rows.contains { $0.contains("Enter chooses   Escape closes") })
    form.book.press("down", "enter")
    #expect(form.fills == [FieldChange(id: FieldID("fruit"), before: [], after: ["b"])])
    #expect(form.book.state.panel == nil)
  }

  @Test func typingFindsAnOption() {
    var form = Form(Self.fields)
    form.book.press("g", "f", "g", "f", "g", "f", "enter")
    form.book.type("ban")
    #expect(!form.book.rows.contains { $0.contains("Apple") })
    form.book.press("escape")
    #expect(form.book.rows.contains { $0.contains("Apple") }, "the typed text is cleared first")
    form.book.type("ban")
    form.book.press("enter")
    #expect(form.fills == [FieldChange(id: FieldID("fruit"), before: [], after: ["b"])])
    form.book.press("enter", "escape")
    #expect(form.book.state.panel == nil)
  }

  @Test func emptyChoiceListsAreReported() {
    var fields = Self.fields
    fields[0].options = []
    var form = Form(fields)
    form.book.press("g", "f", "g", "f", "g", "f", "enter")
    #expect(form.book.rows.contains { $0.contains("This field has no options") })
  }

  @Test func editableChoicesAcceptTypedText() {
    var fields = Self.fields
    fields[0].flags = .editable
    var form = Form(fields)
    form.book.press("g", "f", "g", "f", "g", "f", "enter")
    form.book.type("Cherry")
    #expect(form.book.rows.contains { $0.contains("“Cherry”, as typed") })
    form.book.press("enter")
    #expect(form.fills == [FieldChange(id: FieldID("fruit"), before: [], after: ["Cherry"])])
  }

  @Test func multipleChoicesAreToggled() {
    var fields = Self.fields
    fields[0].kind = .list
    fields[0].flags = .multiple
    var form = Form(fields)
    form.book.press("g", "f", "g", "f", "g", "f", "enter")
    #expect(form.book.rows.contains { $0.contains("Enter: on or off") })
    form.book.press("space")
    #expect(form.fills == [FieldChange(id: FieldID("fruit"), before: [], after: ["a"])])
    #expect(form.book.state.panel != nil)
  }

  @Test func tooLongTextIsRefusedWithAMessage() {
    var fields = Self.fields
    fields[3].maxLength = 3
    var form = Form(fields)
    form.book.press("g", "f", "enter")
    form.book.type("four")
    form.book.press("enter")
    #expect(form.fills.isEmpty)
    #expect(form.book.status.contains("name takes 3 characters, that is 4"))
  }

  @Test func aPasswordIsNotShownWhileItIsTyped() {
    var fields = Self.fields
    fields[3].flags = .password
    var form = Form(fields)
    form.book.press("g", "f", "enter")
    form.book.type("geheim")
    #expect(!form.book.rows.contains { $0.contains("geheim") })
    form.book.press("enter")
    #expect(form.fills.first?.after == ["geheim"])
    #expect(!form.book.rows.contains { $0.contains("geheim") })
  }

  @Test func fillingXFAOrSignedFormsAsksOnce() {
    var saveStatus = SaveStatus()
    saveStatus.cautions = [.xfa]
    var form = Form(Self.fields, saveStatus: saveStatus)
    form.book.press("g", "f", "g", "f", "enter")
    #expect(form.fills.isEmpty)
    #expect(form.book.state.questions.shown?.text.contains("XFA") == true)
    form.book.press("y")
    #expect(form.fills.map(\.after) == [["Yes"]])
    form.book.press("enter")
    #expect(form.fills.count == 2, "asked once")
  }

  @Test func aMissingFormIsReported() {
    var form = Form([])
    form.book.press("g", "f")
    #expect(form.book.status.contains("This document has no form"))
  }

  @Test func aClickEditsAField() throws {
    var form = Form(Self.fields)
    form.book.press("escape")
    let row = try #require(form.book.rows.firstIndex { $0.contains(/\[.\]/) })
    let column = try #require(form.book.rows[row].firstIndex(of: "["))
    let x = form.book.rows[row].distance(from: form.book.rows[row].startIndex, to: column) + 1
    form.book.mouse(.press(button: 1), x: x, y: row)
    form.book.mouse(.release(button: 1), x: x, y: row)
    #expect(form.fills == [FieldChange(id: FieldID("agree"), before: [], after: ["Yes"])])
  }
}
