/// The list definitions of a document of WordprocessingML, and the numbers reached in them.
struct WordNumbering {
  struct Level {
    var type = "1"
    var isBullet = false
    var isPicture = false
    /// The number's text, in which "%1" is the number of the first level.
    var text = ""
    var start = 1
    /// The level above which a new number restarts this one; 0 if none does.
    var restart: Int?
    /// Whether numbers of the levels above are decimal.
    var isLegal = false
    var indent = 0
    var suffix = "tab"
    var style: String?

    /// Whether the text has numbers of several levels or words, which lists of XHTML cannot show.
    var isCompound: Bool {
      guard !isBullet else { return false }
      return text.count { $0 == "%" } > 1 || text.contains { !Self.punctuation.contains($0) }
    }
    private static let punctuation: Set<Character> = Set("%0123456789().:[]{}-–— \t\u{A0}")
    /// Whether the bullet is a box of a task list.
    var isBox: Bool { isBullet && ["☐", "☑", "☒"].contains(text) }
    /// Whether paragraphs have no marker.
    var isUnmarked: Bool { !isPicture && text.allSatisfy(\.isWhitespace) }
  }

  private struct Definition {
    var levels: [Int: Level] = [:]
    /// The numbering style it is a link to.
    var link: String?
  }

  private struct Instance {
    var definition: String
    var starts: [Int: Int] = [:]
    var levels: [Int: Level] = [:]
  }

  private var definitions: [String: Definition] = [:]
  private var instances: [String: Instance] = [:]
  private var counters: [String: [Int: Int]] = [:]
  private var restarted: Set<String> = []

  private static let types: [String: String] = [
    "decimal": "1", "decimalZero": "1", "lowerLetter": "a", "upperLetter": "A",
    "lowerRoman": "i", "upperRoman": "I",
  ]
  private static let levels = 0..<9

  init(_ root: MarkupNode?) {
    guard let root else { return }
    var targets: [String: String] = [:]
    for node in root.children("w:abstractNum") {
      guard let id = node["w:abstractNumId"] else { continue }
      var definition = Definition(link: node.child("w:numStyleLink")?["w:val"])
      for (place, level) in Self.readLevels(node) { definition.levels[place] = level }
      definitions[id] = definition
      if let style = node.child("w:styleLink")?["w:val"] { targets[style] = id }
    }
    for node in root.children("w:num") {
      guard let id = node["w:numId"], let definition = node.child("w:abstractNumId")?["w:val"]
      else {
        continue
      }
      let target = definitions[definition]?.link.flatMap { targets[$0] } ?? definition
      var instance = Instance(definition: target)
      for change in node.children("w:lvlOverride") {
        guard let place = WordValue.number(change["w:ilvl"]), Self.levels.contains(place) else {
          continue
        }
        instance.starts[place] = WordValue.number(change.child("w:startOverride"))
        for (_, level) in Self.readLevels(change) { instance.levels[place] = level }
      }
      instances[id] = instance
    }
  }

  private static func readLevels(_ node: MarkupNode) -> [(Int, Level)] {
    node.children("w:lvl").compactMap { node in
      guard let place = WordValue.number(node["w:ilvl"]), levels.contains(place) else { return nil }
      let format = node.child("w:numFmt")?["w:val"] ?? "decimal"
      let level = Level(
        type: types[format] ?? "1", isBullet: format == "bullet",
        isPicture: node.child("w:lvlPicBulletId") != nil,
        text: format == "none" ? "" : node.child("w:lvlText")?["w:val"] ?? "",
        start: WordValue.number(node.child("w:start")) ?? 1,
        restart: WordValue.number(node.child("w:lvlRestart")),
        isLegal: node.child("w:isLgl").map { WordValue.isOn($0["w:val"]) } ?? false,
        indent: node.child("w:pPr").map { WordLayout($0).left ?? 0 } ?? 0,
        suffix: node.child("w:suff")?["w:val"] ?? "tab",
        style: node.child("w:pStyle")?["w:val"])
      return (place, level)
    }
  }

  /// Returns a level of a list; nil if the list is not defined.
  func level(_ id: String, _ place: Int) -> Level? {
    guard let instance = instances[id] else { return nil }
    return instance.levels[place] ?? definitions[instance.definition]?.levels[place]
  }

  /// Returns the level of a list that belongs to a paragraph style.
  func place(of style: String?, in id: String) -> Int? {
    guard let style else { return nil }
    return Self.levels.first { level(id, $0)?.style == style }
  }

  /// Returns the definition of a list; lists of one definition are numbered as one, unless they restart.
  func definition(_ id: String) -> String { instances[id]?.definition ?? "" }

  /// Counts an item of a list.
  mutating func count(_ id: String, _ place: Int) -> (number: Int, isRestart: Bool) {
    guard let instance = instances[id], let level = level(id, place) else { return (1, false) }
    var counts = counters[instance.definition] ?? [:]
    let override = instance.starts[place]
    let isRestart = override != nil && restarted.insert("\(id) \(place)").inserted
    let number = (isRestart ? nil : counts[place].map { $0 + 1 }) ?? override ?? level.start
    counts[place] = number
    for lower in Self.levels where lower > place {
      let restart = self.level(id, lower)?.restart ?? lower
      if restart > place { counts[lower] = nil }
    }
    counters[instance.definition] = counts
    return (number, isRestart)
  }

  /// Returns the text of the number that was counted last.
  func text(_ id: String, _ place: Int) -> String {
    guard let level = level(id, place), let instance = instances[id] else { return "" }
    let counts = counters[instance.definition] ?? [:]
    var text = ""
    var isPlaceholder = false
    for character in level.text {
      if isPlaceholder, let digit = character.wholeNumberValue, (1...9).contains(digit) {
        let upper = self.level(id, digit - 1) ?? level
        let type = level.isLegal && digit - 1 < place ? "1" : upper.type
        text += CounterText.text(counts[digit - 1] ?? upper.start, type)
      } else if character != "%" {
        text.append(character)
      }
      isPlaceholder = character == "%"
    }
    return text
  }
}
