/// Names a field in its document: its whole name, partial names joined by full stops (PDF 32000-1, 12.7.3.2).
///
/// Fields of the same name are one field. One without a name is called by the number of its object.
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

/// What a field of a form is (PDF 32000-1, 12.7.4).
///
/// The raw value is what the command line calls it.
package enum FieldKind: String, Sendable, Hashable, CaseIterable {
  case text
  case checkBox = "check-box"
  case radio
  /// Options that are all seen.
  case list
  /// Options that fold out; a text of one's own where the field is editable.
  case combo
  case button
  case signature

  /// It has a value that a person gives it.
  package var isFilled: Bool { self != .button && self != .signature }
  /// Its value is the name of a state.
  package var isSwitch: Bool { self == .checkBox || self == .radio }
  package var isChoice: Bool { self == .list || self == .combo }
}

/// A field of a form (PDF 32000-1, 12.7): what it is called, what it may hold, what it holds.
package struct FormField: Sendable, Hashable {
  package var id: FieldID
  package var kind: FieldKind
  /// What a person is told it is for (`/TU`); empty where nothing is said.
  package var label = ""
  /// Of a text: none, or the text. Of a check box or radio group: none, or the state that is on. Of a choice: what is chosen, as the file
  /// calls it.
  package var value: [String] = []
  /// Of choices.
  package var options: [FieldOption] = []
  package var flags: Flags = []
  /// Characters a text may have.
  package var maxLength: Int?
  /// Where it stands, in the order of the pages.
  package var widgets: [FieldWidget] = []

  package struct Flags: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    package static let readOnly = Flags(rawValue: 1 << 0)
    package static let required = Flags(rawValue: 1 << 1)
    /// Of a text: it may have several lines.
    package static let multiline = Flags(rawValue: 1 << 2)
    /// Of a text: it is not shown.
    package static let password = Flags(rawValue: 1 << 3)
    /// Of a text: each character has a cell of its own, as many as `maxLength` says.
    package static let comb = Flags(rawValue: 1 << 4)
    /// Of a combo: other texts than its options may be given.
    package static let editable = Flags(rawValue: 1 << 5)
    /// Of a list: several options may be chosen.
    package static let multiple = Flags(rawValue: 1 << 6)
    /// Of a radio group: one is always on.
    package static let staysOn = Flags(rawValue: 1 << 7)
    /// The file has a program for it, which Recto does not run.
    package static let scripted = Flags(rawValue: 1 << 8)
    /// The name of another file is its value.
    package static let file = Flags(rawValue: 1 << 9)
  }

  package init(id: FieldID, kind: FieldKind) {
    self.id = id
    self.kind = kind
  }

  /// Whether a person may give it a value.
  package var isFillable: Bool {
    kind.isFilled && !flags.contains(.readOnly) && !flags.contains(.file)
  }

  /// What a person calls it: its label, else the last part of its name.
  package var title: String {
    if !label.isEmpty { return label }
    return id.name.split(separator: ".").last.map(String.init) ?? id.name
  }

  /// The value in words, as a page shows it.
  package var shownValue: String {
    if kind.isSwitch { return value.first.map(stateWords) ?? "" }
    return value.map(optionWords).joined(separator: ", ")
  }

  /// What an option is called on the page.
  package func optionWords(_ value: String) -> String {
    options.first { $0.value == value }?.words ?? value
  }

  /// What a state that can be on is called.
  package func stateWords(_ state: String) -> String {
    widgets.first { $0.state == state && !$0.words.isEmpty }?.words ?? state
  }

  /// The states that can be on, each once, in the order of the pages.
  package var states: [String] {
    var seen: Set<String> = []
    return widgets.compactMap { seen.insert($0.state).inserted ? $0.state : nil }
  }
}

/// One of the things that can be chosen.
package struct FieldOption: Sendable, Hashable {
  /// What the file calls it.
  package var value: String
  /// What the page shows.
  package var words: String

  package init(_ value: String, words: String) {
    self.value = value
    self.words = words
  }
}

/// A place of a field on a page (PDF 32000-1, 12.5.6.19).
package struct FieldWidget: Sendable, Hashable {
  /// Index from 0.
  package var page: Int
  /// Points of the page as it is shown, origin at the top left, y down.
  package var box: Box
  /// Of check boxes and radio groups: the value that switches it on.
  package var state: String
  /// What that state means, where the file says it, or what is written on a button.
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

/// Puts fields together that come in portions, each with its places on some pages.
package struct FieldGathering: Sendable {
  package private(set) var fields: [FormField] = []
  /// Places of fields so far.
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
