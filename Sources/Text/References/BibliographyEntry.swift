package import DocumentModel

/// A work in a document's bibliography.
package struct BibliographyEntry: Sendable, Hashable, Codable {
  /// Its number or key without brackets, in capitals; empty if entries are known by author and year.
  package var label: String
  package var text: String
  package var place: Destination
  /// The words of its authors' names in lower case without accents, in order.
  var names: [[UInt32]]
  /// How many of them belong to the first author.
  var firstAuthor: Int
  var authorCount: Int
  /// Years with their letters, such as `2019a`, the year of publication first.
  var years: [[UInt32]]

  init(label: String, scalars: [UInt32], place: Destination) {
    self.label = label
    self.place = place
    text = String(String.UnicodeScalarView(scalars.map { Unicode.Scalar($0) ?? " " }))
    years = Year.all(in: scalars)
    let authors = EntryAuthors(scalars)
    (names, firstAuthor, authorCount) = (authors.names, authors.firstCount, authors.count)
  }
}

extension BibliographyEntry {
  /// Whether a name of the authors begins with a letter.
  func hasInitial(_ letter: [UInt32]) -> Bool { names.contains { $0.first == letter.first } }

  /// The first letters of an institution's words: `who` of `World Health Organization`; nil for other names.
  var acronym: [UInt32]? {
    guard (3...8).contains(firstAuthor), authorCount == 1 else { return nil }
    let letters = names.prefix(firstAuthor).filter { !Self.small.contains($0) }.compactMap(\.first)
    return letters.count > 2 ? letters : nil
  }

  /// Whether a text begins with a surname, a comma and given names, or with names and initials, as in `Smith JK, Doe A (2019)`.
  static func begins(_ text: ArraySlice<UInt32>) -> Bool {
    guard let first = text.first, Script.isLetter(first) else { return false }
    let names = EntryNames(Array(text.prefix(longestNames)), from: 0)
    return names.people.first?.given != nil || names.areAbbreviated
  }

  private static let longestNames = 120

  private static let small = ReferenceWord.words("of the for and und für der die des de la et y")
}

/// A year of publication in a text.
enum Year {
  /// Returns the end of the year that begins at an index, with the letter after it: `2019`, `2019a`; nil if there is none.
  static func end(at index: Int, in text: [UInt32]) -> Int? {
    guard index + 4 <= text.count, text[index] == 0x31 || text[index] == 0x32,
      index == 0 || !Script.isDigit(text[index - 1]) && !Script.isLetter(text[index - 1])
    else { return nil }
    var value: UInt32 = 0
    for at in index..<index + 4 {
      guard (0x30...0x39).contains(text[at]) else { return nil }
      value = value * 10 + text[at] - 0x30
    }
    guard (1500...2100).contains(value) else { return nil }
    var end = index + 4
    if end < text.count, (0x61...0x6B).contains(text[end]) { end += 1 }
    guard end == text.count || !Script.isDigit(text[end]) && !Script.isLetter(text[end]) else {
      return nil
    }
    return end
  }

  /// Returns the words in place of a year at an index, and the index after it: `n.d.`, `in press`; nil if nothing does.
  static func undated(at index: Int, in text: [UInt32]) -> (name: [UInt32], end: Int)? {
    guard index + 3 < text.count else { return nil }
    // The first two letters are cheap to see.
    switch (text[index], text[index + 1]) {
    case (0x6E, 0x2E), (0x69, 0x6E), (0x66, 0x6F): break
    default: return nil
    }
    guard let name = names.first(where: { text[index...].starts(with: $0) }) else { return nil }
    let end = index + name.count
    return end < text.count && Script.isLetter(text[end]) ? nil : (name, end)
  }

  private static let names = ["n.d.", "in press", "forthcoming"].map {
    $0.unicodeScalars.map(\.value)
  }
  private static let longestAuthors = 400

  /// The years of an entry: those in parentheses first, then from the end of the text; numbers within addresses and ranges of pages come last.
  static func all(in text: [UInt32]) -> [[UInt32]] {
    var found: [(rank: Int, year: [UInt32])] = []
    var at = 0
    /// The first year in parentheses.
    var first: Int?
    while at < text.count {
      guard let end = end(at: at, in: text) else {
        at += 1
        continue
      }
      let before = at > 0 ? text[at - 1] : 0x20
      let after = end < text.count ? text[end] : 0x20
      let isDoubtful =
        ![0x20, 0xA0, 0x28, 0x5B, 0x2C, 0x3B, 0x3A].contains(before)
        || Script.isHyphen(after) || after == 0x2F || after == 0x2013 || before == 0x3A
      let hasLetter = end - at > 4
      if before == 0x28, first == nil { first = at }
      found.append(
        (hasLetter ? 0 : isDoubtful ? 3 : before == 0x28 ? 1 : 2, Array(text[at..<end])))
      at = end
    }
    // `Zhang, W. (in press)`, but `Smith, J. (2004). Title. Journal (in press)`
    for at in text.prefix(longestAuthors).indices where text[at] == 0x28 {
      if let (name, _) = undated(at: at + 1, in: text) {
        found.append((first.map { $0 < at } == true ? 1 : 0, name))
      }
    }
    // The last of equal rank is the year of publication, the first in parentheses the one after the authors.
    let ranked = found.enumerated().sorted { a, b in
      if a.element.rank != b.element.rank { return a.element.rank < b.element.rank }
      return a.element.rank < 2 ? a.offset < b.offset : a.offset > b.offset
    }
    return ranked.prefix(4).map(\.element.year)
  }
}

/// A word of a name.
enum NameWord {
  /// Returns the parts that begin with inner capitals: a name may follow another word without a blank, as in `DeepNetSmith`.
  static func parts(of word: ArraySlice<UInt32>) -> [ArraySlice<UInt32>] {
    var parts: [ArraySlice<UInt32>] = []
    var start = word.startIndex
    for index in word.indices.dropFirst().dropLast()
    where Script.isUpperCase(word[index]) && Script.isLowerCase(word[index + 1])
      && Script.isLetter(word[index - 1]) && index > start
    {
      parts.append(word[start..<index])
      start = index
    }
    return parts + [word[start...]]
  }
}

/// The number or key before an entry.
enum EntryLabel {
  /// Reads `[12]`, `［12］`, `[ABC+19]`, `12.`, `(12)`, or `¹²`; `end` is the index of the text after it.
  static func read(_ text: [UInt32]) -> (label: [UInt32], isBracketed: Bool, end: Int)? {
    guard let first = text.first else { return nil }
    var at = 0
    let close = closing[first]
    let isBracketed = close == 0x5D || close == 0xFF3D
    if close != nil { at = 1 }
    let start = at
    if isBracketed {
      while at < text.count, at < 24, text[at] != close { at += 1 }
    } else {
      while at < text.count, at < 6, Superscripts.plainDigit(text[at]) != nil { at += 1 }
    }
    var label = text[start..<at].map(plain)
    label.removeAll(where: Script.isBlank)
    guard !label.isEmpty, at < text.count else { return nil }
    let isRaised = text[start..<at].allSatisfy { !Script.isDigit($0) }
    if let close {
      guard text[at] == close, isBracketed || label.count <= 4,
        !remarks.contains(where: { label.starts(with: $0) })
      else { return nil }
      at += 1
    } else if text[at] == 0x2E || text[at] == 0x29 {
      at += 1
    } else if !Script.isBlank(text[at]) && !isRaised {
      return nil
    }
    while at < text.count, Script.isBlank(text[at]) { at += 1 }
    return (label, isBracketed, at)
  }

  /// The other words in brackets that begin a line: `[Online]. Available:`, `[Accessed: 3 May 2020]`.
  private static let remarks = ReferenceWord.words(
    "online accessed internet available enligne enlínea consult abgerufen zugriff онлайн")

  /// Whether a dash repeats the authors of the entry before: `——— (2017)`, `– (2018)`, `. Title` after a drawn one; with `anywhere` also `– A title`.
  static func repeatsAuthors(_ entry: [UInt32], anywhere: Bool = false) -> Bool {
    let rest = entry[(read(entry)?.end ?? 0)...]
    if followsDrawnDash(rest) { return true }
    let own = rest.prefix { Script.isHyphen($0) || dashes.contains($0) }
    guard let first = own.first, let next = rest[own.endIndex...].first else { return false }
    if first == 0x2D || first == 0x5F, own.count < 3 { return false }
    // A list may have a dash before each of its items.
    if Script.isBlank(next), own.count == 1, !longDashes.contains(first), !anywhere {
      let field = rest[own.endIndex...].first { !Script.isBlank($0) }
      return field.map { $0 == 0x28 || Script.isDigit($0) } == true
    }
    return Script.isBlank(next) || next == 0x2E || next == 0x2C || next == 0x28
  }

  /// Whether a text begins with the full stop after a dash that is a line, no letter: `. Title`, and `. . Place` after two.
  static func followsDrawnDash(_ text: ArraySlice<UInt32>) -> Bool {
    guard text.first == 0x2E, text.dropFirst().first.map(Script.isBlank) == true,
      let next = text.dropFirst(2).first
    else { return false }
    return Script.isUpperCase(next) || next == 0x2E
  }

  /// Whether an entry begins with a dash, as all do in some lists.
  static func beginsWithDash(_ entry: String) -> Bool {
    entry.unicodeScalars.first.map { Script.isHyphen($0.value) || dashes.contains($0.value) }
      ?? false
  }

  private static let longDashes: Set<UInt32> = [0x2E3A, 0x2E3B]
  private static let dashes: Set<UInt32> = [0x2012, 0x2013, 0x2014, 0x2015, 0x5F, 0x2E3A, 0x2E3B]

  /// Returns a sign of a label in lower case and on the line: `+14` may be raised.
  static func plain(_ scalar: UInt32) -> UInt32 {
    Superscripts.digit(scalar) ?? (scalar == 0x207A ? 0x2B : Script.lower(scalar))
  }

  private static let closing: [UInt32: UInt32] = [0x5B: 0x5D, 0x28: 0x29, 0xFF3B: 0xFF3D]
}
