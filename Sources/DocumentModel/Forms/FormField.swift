/// Identifies a field by its fully qualified name, partial names joined by full stops (PDF 32000-1, 12.7.3.2).
///
/// Fields with the same name are one field. A field without a name is identified by its object number.
package struct FieldID: Sendable, Hashable, Codable, Comparable {
  package var name: String

  package init(_ name: String) {
    self.name = name
  }

  package init(object number: Int, generation: Int) {
    name = "object-\(number)-\(generation)"
  }

  package static func < (a: FieldID, b: FieldID) -> Bool { a.name < b.name }

  package init(from decoder: any Decoder) throws {
    name = try decoder.singleValueContainer().decode(String.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

/// The kind of a form field (PDF 32000-1, 12.7.4).
///
/// The raw value is the name on the command line.
package enum FieldKind: String, Sendable, Hashable, CaseIterable {
  case text
  case checkBox = "check-box"
  case radio
  /// A list box: all options are visible.
  case list
  /// A combo box: options in a drop-down list, with free text if the field is editable.
  case combo
  case button
  case signature

  /// Whether a user gives it a value.
  package var isFilled: Bool { self != .button && self != .signature }
  /// Whether its value is the name of a state.
  package var isSwitch: Bool { self == .checkBox || self == .radio }
  package var isChoice: Bool { self == .list || self == .combo }
}

/// A form field (PDF 32000-1, 12.7) with its value.
package struct FormField: Sendable, Hashable {
  package var id: FieldID
  package var kind: FieldKind
  /// The tooltip (`/TU`); empty if there is none.
  package var label = ""
  /// For text: empty, or the text. For a check box or radio group: empty, or the state that is on. For a choice: the export values of the chosen options.
  package var value: [String] = []
  /// The options of a choice.
  package var options: [FieldOption] = []
  package var flags: Flags = []
  /// The maximum length of a text in characters.
  package var maxLength: Int?
  /// Its widgets, in page order.
  package var widgets: [FieldWidget] = []

  package struct Flags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    package static let readOnly = Flags(rawValue: 1 << 0)
    package static let required = Flags(rawValue: 1 << 1)
    /// Text: several lines are allowed.
    package static let multiline = Flags(rawValue: 1 << 2)
    /// Text: the value is not shown.
    package static let password = Flags(rawValue: 1 << 3)
    /// Text: each character has its own cell; there are `maxLength` cells.
    package static let comb = Flags(rawValue: 1 << 4)
    /// Combo: values other than the options are allowed.
    package static let editable = Flags(rawValue: 1 << 5)
    /// List: several options may be chosen.
    package static let multiple = Flags(rawValue: 1 << 6)
    /// Radio group: one button is always on.
    package static let staysOn = Flags(rawValue: 1 << 7)
    /// The field has a script, which Recto does not run.
    package static let scripted = Flags(rawValue: 1 << 8)
    /// The value is the name of another file.
    package static let file = Flags(rawValue: 1 << 9)
  }

  package init(id: FieldID, kind: FieldKind) {
    self.id = id
    self.kind = kind
  }

  /// Whether a user may give it a value.
  package var isFillable: Bool {
    kind.isFilled && !flags.contains(.readOnly) && !flags.contains(.file)
  }

  /// The name for display: the label, else the last part of the field name.
  package var title: String {
    if !label.isEmpty { return label }
    return id.name.split(separator: ".").last.map(String.init) ?? id.name
  }

  /// The value as text, as the page shows it.
  package var shownValue: String {
    if kind.isSwitch { return value.first.map(stateWords) ?? "" }
    return value.map(optionWords).joined(separator: ", ")
  }

  /// Returns an option's text on the page.
  package func optionWords(_ value: String) -> String {
    options.first { $0.value == value }?.words ?? value
  }

  /// Returns the label of an on state.
  package func stateWords(_ state: String) -> String {
    widgets.first { $0.state == state && !$0.words.isEmpty }?.words ?? state
  }

  /// The distinct on states, in page order.
  package var states: [String] {
    var seen: Set<String> = []
    return widgets.compactMap { seen.insert($0.state).inserted ? $0.state : nil }
  }
}

/// An option of a choice field.
package struct FieldOption: Sendable, Hashable {
  /// The export value in the file.
  package var value: String
  /// The displayed text.
  package var words: String

  package init(_ value: String, words: String) {
    self.value = value
    self.words = words
  }
}

/// A field's widget annotation on a page (PDF 32000-1, 12.5.6.19).
package struct FieldWidget: Sendable, Hashable {
  /// The page index from 0.
  package var page: Int
  /// In points of the displayed page, origin at the top left, y down.
  package var box: Box
  /// For check boxes and radio groups: the value that switches it on.
  package var state: String
  /// The label of that state, if the file has one, or the caption of a button.
  package var words: String
  package var isHidden: Bool

  package init(
    page: Int, box: Box, state: String = "", words: String = "", isHidden: Bool = false
  ) {
    self.page = page
    self.box = box
    self.state = state
    self.words = words
    self.isHidden = isHidden
  }
}

/// Merges fields that arrive in portions, each with the widgets of some pages.
package struct FieldGathering: Sendable {
  package private(set) var fields: [FormField] = []
  /// The number of widgets so far.
  package private(set) var count = 0
  private var turns: [FieldID: Int] = [:]

  package init() {}

  package mutating func add(_ portion: [FormField]) {
    for field in portion {
      count += field.widgets.count
      if let turn = turns[field.id] {
        fields[turn].add(field)
      } else {
        turns[field.id] = fields.count
        fields.append(field)
      }
    }
  }
}
