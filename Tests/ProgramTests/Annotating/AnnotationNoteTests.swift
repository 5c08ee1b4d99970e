import DocumentModel
import Testing

@testable import Annotating

/// A note file beside a document, with changes in one of them or both.
@Suite struct AnnotationNoteTests {
  private func reported(
    _ id: String, _ text: String, section: String = "", flags: Annotation.Flags = []
  ) -> AnnotationNoteMerge.Listed {
    var annotation = Annotation(
      id: AnnotationID(id), page: 0, kind: .highlight, box: .zero, contents: text)
    annotation.flags = flags
    return .init(annotation: annotation, text: text, head: ["> of \(id)"], section: section)
  }

  private func merged(
    _ note: String, _ reported: [AnnotationNoteMerge.Listed], deletes: Bool = false
  ) -> AnnotationNoteMerge {
    AnnotationNoteMerge(AnnotationNote(note), reported, deletes: deletes)
  }

  private func changed(_ text: String, _ a: String, _ b: String) throws -> String {
    let parts = text.split(separator: a, maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    return parts[0] + b + parts[1]
  }

  @Test func aNoteRoundTrips() {
    let texts = [
      "", "one", "two\n\nlines", "> quoted\nand <!-- recto:end -->", "<!-- recto:end -->",
    ]
    // With characters that comments must not contain, and one that represents a byte in a path.
    let all = texts.enumerated().map { reported("a--b \($0)>\u{10FFFF}", $1) }
    let first = merged("# Title\n\nMine.\n", all)
    #expect(first.added == 5 && first.texts.isEmpty)
    let text = first.note.text
    #expect(text.hasPrefix("# Title\n\nMine.\n\n<!-- recto:annotation "))
    #expect(AnnotationNote(text).text == text)
    let second = merged(text, all)
    #expect(second.note.text == text)
    #expect(second.texts.isEmpty && second.remarks.isEmpty && second.added == 0)
  }

  /// It says where it is and what, as the document has it now; words that somebody put above a text stay.
  @Test func headingsOfTextsFollowTheDocument() throws {
    let first = merged("", [reported("a", "one"), reported("b", "two")]).note.text
    let mine = try changed(first, "> of b\n", "> of b\n> my words\n")
    var now = [reported("a", "one"), reported("b", "two")]
    for index in now.indices { now[index].head = ["> of \(index), red"] }
    var merge = merged(mine, now)
    #expect(merge.changed == 0)
    merge.renewHeads(now)
    #expect(merge.changed == 1)
    #expect(merge.note.text == (try changed(mine, "> of a", "> of 0, red")))
  }

  /// If the final comment lost its end, or somebody wrote such a line, the text there is the user's and stays.
  @Test(arguments: [
    "mine\n<!-- recto:base\nmy own words\n-->\nmore\n",
    "mine\n<!-- recto:base\na 0123456789abcdef\n",
    "<!-- recto:base\n<!-- recto:base\n-->\nwords\n",
  ]) func linesThatResembleTheBaseStay(_ text: String) {
    let written = AnnotationNote(text).text
    let own = text.split(separator: "\n").filter { !$0.contains("recto:base") && $0 != "-->" }
    for line in own { #expect(written.contains(line), "\(line)") }
    #expect(AnnotationNote(written).text == written)
  }

  /// The comment with the sums stays in place: without it the text around it might mean something else.
  @Test(arguments: [
    "<!-- recto:annotation a -->\nx\n<!-- recto:base\n-->\ny\n<!-- recto:end -->\n",
    "<!-- recto:base\n<!-- recto:base\na 0123456789abcdef\n-->\n-->\n",
    "<!-- recto:base\na 0123456789abcdef\n-->\nmine\n<!-- recto:base\na fedcba9876543210\n-->\n",
    "mine\n<!-- recto:base\na---b 0123456789abcdef\n-->\nmore\n",
  ]) func theBaseCommentStaysInPlace(_ text: String) {
    let written = AnnotationNote(text).text
    #expect(AnnotationNote(written).text == written)
    let without = { (text: String) in text.split(separator: "\n").filter { !$0.hasPrefix("a") } }
    #expect(without(written).starts(with: without(text)))
    #expect(!written.contains("a--"))
  }

  @Test func newEntriesAreInsertedBeforeTheBase() {
    let note = merged("mine\n<!-- recto:base\n-->\n", [reported("a", "one")]).note
    #expect(note.parts.last == .base)
    #expect(AnnotationNote(note.text).text == note.text)
  }

  @Test func editsInNoteAndDocumentAreMerged() throws {
    let text = merged("", [reported("a", "old a"), reported("b", "old b")]).note.text
    let edited = try changed(text, "old a\n", "new\n\na\n")
    let both = merged(edited, [reported("a", "old a"), reported("b", "new b")])
    #expect(both.texts.map(\.text) == ["new\n\na"])
    #expect(both.note.text.contains("\nnew b\n") && both.changed == 1)
    #expect(both.remarks.isEmpty)
    // The next time there is nothing to be done.
    let next = merged(both.note.text, [reported("a", "new\n\na"), reported("b", "new b")])
    #expect(next.note.text == both.note.text && next.texts.isEmpty && next.changed == 0)
  }

  @Test func conflictingEditsAreBothKept() throws {
    let text = merged("", [reported("a", "old")]).note.text
    let edited = try changed(text, "\nold\n", "\nmine\n")
    let conflict = merged(edited, [reported("a", "theirs")])
    #expect(conflict.remarks == [.conflict(AnnotationID("a"))] && conflict.texts.isEmpty)
    let note = conflict.note.text
    #expect(note.contains("\nmine\n\n<!-- recto:conflict: the document says -->\n\ntheirs\n"))
    let again = merged(note, [reported("a", "theirs")])
    #expect(again.note.text == note && again.remarks == [.conflict(AnnotationID("a"))])
    let decided = try changed(
      note, "<!-- recto:conflict: the document says -->\n\ntheirs\n", "")
    let last = merged(decided, [reported("a", "theirs")])
    #expect(last.texts.map(\.text) == ["mine"] && last.remarks.isEmpty)
    // Both wrote the same: nothing to decide.
    let same = merged(edited, [reported("a", "mine")])
    #expect(same.texts.isEmpty && same.remarks.isEmpty)
  }

  @Test func deletionsAreAppliedOnlyOnRequest() throws {
    let all = [reported("a", "one"), reported("b", "two")]
    let text = merged("mine\n", all).note.text
    let start = try #require(text.range(of: "<!-- recto:annotation a"))
    let end = try #require(text.range(of: "<!-- recto:end -->"))
    let without = text.replacingCharacters(start.lowerBound..<end.upperBound)
    #expect(merged(without, all).remarks == [.deleted(AnnotationID("a"))])
    #expect(merged(without, all).removed.isEmpty)
    #expect(merged(without, all, deletes: true).removed == [AnnotationID("a")])
    // Changed since, it comes back.
    let back = merged(without, [reported("a", "other"), reported("b", "two")], deletes: true)
    #expect(back.removed.isEmpty && back.added == 1)
    // And the other way.
    #expect(merged(text, [reported("b", "two")]).remarks == [.gone(AnnotationID("a"))])
    let gone = merged(text, [reported("b", "two")], deletes: true)
    #expect(gone.remarks.isEmpty && !gone.note.text.contains("annotation a "))
    let edited = try changed(text, "\none\n", "\nmore\n")
    let kept = merged(edited, [reported("b", "two")], deletes: true)
    #expect(kept.remarks == [.gone(AnnotationID("a"))] && kept.note.text.contains("\nmore\n"))
  }

  @Test func newEntriesAreInsertedInReadingOrder() throws {
    let text = merged("", [reported("a", "1", section: "One"), reported("c", "3", section: "Two")])
      .note.text
    let all = [
      reported("0", "0", section: "One"), reported("a", "1", section: "One"),
      reported("b", "2", section: "Two"), reported("c", "3", section: "Two"),
      reported("d", "4", section: "Three"),
    ]
    let note = merged(text, all).note
    let order = note.parts.compactMap { part -> String? in
      if case .entry(let entry) = part { entry.id.name } else { nil }
    }
    #expect(order == ["0", "a", "b", "c", "d"])
    #expect(
      note.text.split(separator: "\n").filter { $0.hasPrefix("## ") } == [
        "## One", "## Two", "## Three",
      ])
    #expect(AnnotationNote(note.text).text == note.text)
  }

  @Test func entriesWithoutAnEndAreLeftAlone() throws {
    let text = merged("", [reported("a", "one"), reported("b", "two")]).note.text
    let broken = try changed(text, "<!-- recto:end -->\n", "")
    let result = merged(broken, [reported("a", "one"), reported("b", "two")])
    #expect(result.remarks == [.broken(AnnotationID("a"))])
    #expect(result.texts.isEmpty && result.note.text == broken)
    let double = text + "\n<!-- recto:annotation b -->\nother\n<!-- recto:end -->\n"
    #expect(merged(double, [reported("a", "one"), reported("b", "two")]).texts.isEmpty)
  }

  @Test func lockedTextsAreNotChanged() throws {
    let all = [reported("a", "one", flags: .contentsLocked)]
    let edited = try changed(merged("", all).note.text, "\none\n", "\nmore\n")
    let result = merged(edited, all)
    #expect(result.texts.isEmpty && result.remarks == [.locked(AnnotationID("a"))])
  }
}

extension String {
  fileprivate func range(of text: String) -> Range<Index>? {
    var rest = self[...]
    while let first = text.first, let start = rest.firstIndex(of: first) {
      if rest[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      rest = rest[index(after: start)...]
    }
    return nil
  }

  fileprivate func replacingCharacters(_ range: Range<Index>) -> String {
    String(self[..<range.lowerBound] + self[range.upperBound...])
  }
}
