import DocumentModel
import Testing

@testable import Comparison
@testable import Text

@Suite("Words of two versions")
struct TextComparisonTests {
  @Test("the same words are no change, wherever lines and paragraphs end")
  func reflow() {
    #expect(changes(compared("one two|three", "four"), compared("one|two three four")) == [])
    #expect(
      changes(compared("a sys~tem of well=known rules"), compared("a system of well-known|rules"))
        == [])
    #expect(changes(compared("see https://a.org/|b"), compared("see https://a.org/b")) == [])
  }

  @Test("replaced, inserted and deleted words are marked in their paragraph")
  func words() {
    let old = compared("the quick brown fox jumps over the lazy dog")
    #expect(
      changes(old, compared("the quick red fox jumps over the lazy dog"))
        == ["the quick [-brown-] {+red+} fox jumps over the lazy dog"])
    #expect(
      changes(old, compared("the quick brown fox jumps high over the lazy dog"))
        == ["the quick brown fox jumps {+high+} over the lazy dog"])
    #expect(
      changes(old, compared("the quick brown fox jumps over the dog"))
        == ["the quick brown fox jumps over the [-lazy-] dog"])
  }

  @Test("a hyphen in the middle of a line is a change")
  func hyphens() {
    #expect(
      changes(compared("we re-sign it"), compared("we resign it")) == [
        "we [-re-sign-] {+resign+} it"
      ])
  }

  @Test("a blank in the middle of a line is a change")
  func blanks() {
    #expect(
      changes(compared("our data base is"), compared("our database is")) == [
        "our [-data base-] {+database+} is"
      ])
  }

  @Test("inserted paragraphs are marked whole, although others begin or end as they do")
  func paragraphs() {
    let (a, b, c) = ("It begins with this.", "It begins with something else.", "It ends.")
    #expect(changes(compared(a, c), compared(a, b, c)) == ["{+\(b)+}"])
    #expect(changes(compared(a, b, c), compared(a, c)) == ["[-\(b)-]"])
  }

  @Test("a comparison that is no longer wanted ends after the step that it is at")
  func ended() {
    let (a, b) = (
      "one two three four five six seven", "eight nine ten eleven twelve thirteen fourteen"
    )
    let (old, new) = (compared(a, b), compared(b, a))
    #expect(TextComparison(old: old, new: new).movedCount == 7)
    var asked = 0
    let ended = TextComparison(old: old, new: new) {
      asked += 1
      return false
    }
    #expect(ended.movedCount == 0 && asked > 0)
  }

  @Test("a paragraph at another place is moved")
  func moved() {
    let (a, b, c) = (
      "First we say some words about the weather.", "Then there is this other story of a ship.",
      "At last all of them come home again."
    )
    #expect(changes(compared(a, b, c), compared(b, c, a)) == ["{=\(a)=}"])
  }

  @Test("a word changed near an end of a moved paragraph is the only one that is changed")
  func movedAndEdited() {
    let story = "Then there is this other long story of a ship that came over the sea in May."
    let a = "First we say some words about the weather."
    let c = "At last all of them come home again, and " + Self.story(1, words: 20)
    for (word, other) in [("there", "here"), ("is", "was"), ("in", "of"), ("sea", "lake")] {
      let edited = story.replacing(" \(word) ", with: " \(other) ")
      let comparison = TextComparison(
        old: compared(a, story, c), new: compared(a, c, edited))
      #expect(comparison.insertedCount == 1 && comparison.deletedCount == 1, "\(word)")
      #expect(comparison.movedCount == 16, "\(word)")
    }
  }

  @Test(
    "a word changed in the middle of a short paragraph or caption that moved is the only change")
  func movedShort() {
    let (rest, caption) = (Self.story(1, words: 20), "Figure 3: When she spoke it was like noise.")
    for (kind, count) in [(TextBlock.Kind.paragraph, 8), (.caption, 0)] {
      let old = compared([(kind, caption), (.paragraph, "First some words."), (.paragraph, rest)])
      let edited = caption.replacing("spoke", with: "laughed")
      let new = compared([(.paragraph, "First some words."), (.paragraph, rest), (kind, edited)])
      let comparison = TextComparison(old: old, new: new)
      #expect(comparison.insertedCount == 1 && comparison.deletedCount == 1)
      #expect(comparison.movedCount == count)
    }
  }

  @Test(
    "a heading that only its number tells from others is deleted, inserted or moved, in no contents"
  )
  func numberedHeadings() {
    func parts(_ numbers: [Int], heading: TextBlock.Kind) -> ComparedText {
      compared(
        numbers.flatMap { number in
          (number > 0 ? [(heading, "Part \(number)")] : [])
            + [(.paragraph, Self.story(abs(number), words: 6))]
        })
    }
    for heading in [TextBlock.Kind.heading(level: 1), .paragraph] {
      let (all, without) = (
        parts([1, 2, 3, 4], heading: heading), parts([1, -2, 3, 4], heading: heading)
      )
      #expect(changes(all, without) == ["[-Part 2-]"])
      #expect(changes(without, all) == ["{+Part 2+}"])
      #expect(changes(all, parts([-1, -2, -3, 4], heading: heading)).count == 3)
      let moved = compared([
        (heading, "Part 1"), (.paragraph, "One of us."), (.paragraph, Self.story(2, words: 9)),
        (heading, "Part 2"), (.paragraph, Self.story(3, words: 9)),
      ])
      let before = compared([
        (heading, "Part 1"), (.paragraph, "One of us."), (heading, "Part 2"),
        (.paragraph, Self.story(2, words: 9)), (.paragraph, Self.story(3, words: 9)),
      ])
      #expect(changes(before, moved) == ["{=Part 2=}"])
    }
  }

  @Test("a heading at the top of its page is deleted, not taken for a running head of others")
  func numberedPages() {
    func articles(without missing: Int?) -> ComparedText {
      let paragraphs = (1...6).flatMap { number -> [(TextBlock.Kind, String, Int)] in
        let heading = (TextBlock.Kind.heading(level: 1), "Article \(number)", number - 1)
        return (number == missing ? [] : [heading])
          + [(.paragraph, Self.story(number, words: 20), number - 1)]
      }
      return compared(paragraphs.map { ($0.0, $0.1) }, pages: 6) { paragraphs[$0].2 }
    }
    let all = articles(without: nil)
    #expect(changes(all, articles(without: 3)) == ["[-Article 3-]"])
    #expect(changes(articles(without: 3), all) == ["{+Article 3+}"])
  }

  /// Words of four letters that occur nowhere else.
  private static func story(_ number: Int, words: Int) -> String {
    func pair(_ value: Int) -> String { letters[value / 26] + letters[value % 26] }
    return (0..<words).map { pair(number) + pair($0) }.joined(separator: " ")
  }

  private static let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)

  @Test("all words of deleted sections are deleted, those that other sections repeat as well")
  func repeatedLines() {
    func sections(_ numbers: [Int]) -> [(TextBlock.Kind, String)] {
      numbers.flatMap { number -> [(TextBlock.Kind, String)] in
        [
          (.paragraph, "Function f\(number)"), (.paragraph, Self.story(number, words: 40)),
          (.paragraph, "Notes"), (.paragraph, "Becker, R. A. (1988) The New S Language."),
          (.paragraph, "Examples"), (.paragraph, "require(stats) and plot the result of it"),
        ]
      }
    }
    let (all, some) = (Array(0..<14), Array(0..<8) + Array(10..<14))
    let comparison = TextComparison(old: compared(sections(all)), new: compared(sections(some)))
    #expect(comparison.insertedCount == 0 && comparison.movedCount == 0)
    let (old, new) = (comparison.old.words.count, comparison.new.words.count)
    #expect(comparison.deletedCount == old - new && old - new > 100)
  }

  @Test("of a clause that every article repeats, the one that was deleted is found")
  func repeatedClauses() {
    let short = "The seller is liable for damages up to the price."
    let long = String(short.dropLast()) + " of the goods, unless the damage was caused on purpose."
    for (clause, length) in [(short, 10), (long, 20)] {
      func articles(without missing: Int?, perPage: Int) -> ComparedText {
        let paragraphs = (0..<30).flatMap { number -> [(TextBlock.Kind, String, Int)] in
          let own = (TextBlock.Kind.paragraph, Self.story(number, words: 20 + number % 7), number)
          let heading = (TextBlock.Kind.heading(level: 2), "Article \(number + 1)", number)
          return number == missing
            ? [heading, own] : [heading, own, (.paragraph, clause, number)]
        }
        return compared(paragraphs.map { ($0.0, $0.1) }, pages: 30) { paragraphs[$0].2 / perPage }
      }
      for (missing, perPage) in [(3, 4), (11, 5), (12, 3), (20, 3), (29, 7)] {
        let comparison = TextComparison(
          old: articles(without: nil, perPage: 4), new: articles(without: missing, perPage: perPage)
        )
        #expect(
          [comparison.insertedCount, comparison.deletedCount, comparison.movedCount]
            == [0, length, 0], "\(missing) \(perPage)")
      }
    }
  }

  @Test("a heading that a moved paragraph has passed is moved, not changed")
  func passed() {
    let (a, b) = (
      "First we say some words about the weather.", "Then there is this other story of a ship."
    )
    // The longer paragraph is taken to have stayed, so that the heading has moved.
    #expect(
      changes(compared("Notes", "All", a, b), compared(a, "Notes", "All", b))
        == ["{=Notes=}", "{=All=}"])
    // Of two that are alike nothing says which is which.
    let alike = changes(compared("All", "All", a, b), compared(a, "All", "All", b))
    #expect(!alike.isEmpty && !alike.joined().contains("{="))
  }

  @Test("paragraphs with nothing but frequent words in common are different ones")
  func chance() {
    let old = compared("the cat of the house sat in a corner and the sun was there")
    let new = compared("an engine of the kind burns a gallon, pollutes rivers, and the noise kills")
    let found = changes(old, new)
    #expect(!found.joined().contains("] of {"))
    #expect(found.allSatisfy { $0.hasPrefix("[-") || $0.hasPrefix("{+") })
  }

  @Test("moved notes, captions and tables are no change")
  func floats() {
    let old: [(TextBlock.Kind, String)] = [
      (.paragraph, "one two three"), (.footnote, "a note on two"), (.caption, "Figure 1: a ship"),
      (.paragraph, "four five six"), (.tableRow, "1\t2"),
    ]
    let new = [old[4], old[0], old[3], old[2], old[1]]
    #expect(changes(compared(old), compared(new)) == [])
    var missed = new
    missed[3].0 = .paragraph
    #expect(changes(compared(old), compared(missed)) == [])
  }

  @Test("changed cells are marked in their row")
  func cells() throws {
    let (old, new) = (
      compared([(.tableRow, "year\tcount"), (.tableRow, "1999\t12")]),
      compared([(.tableRow, "year\tcount"), (.tableRow, "1999\t13")])
    )
    #expect(changes(old, new) == ["1999 [-12-] {+13+}"])
    let row = try #require(new.paragraphs.last?.row)
    #expect(row == (0, 1))
  }

  @Test("a running head mistaken for text is no change")
  func heads() {
    let body = [
      (TextBlock.Kind.paragraph, "some words of text"), (.paragraph, "and more words here"),
    ]
    let head = (TextBlock.Kind.header, "A Guide to Ships 12")
    let old = compared(body + [head])
    let taken = compared([(.paragraph, "A Guide to Ships 13")] + body)
    #expect(changes(old, taken) == [])
    #expect(changes(compared(body), taken) == ["{+A Guide to Ships 13+}"])
  }

  @Test("the section's title over its pages is no change")
  func sectionHeads() {
    let body: [(TextBlock.Kind, String)] = [
      (.heading(level: 1), "1 Of Ships"), (.paragraph, "some words of text"),
      (.paragraph, "and more words here"),
    ]
    let headed = compared(
      [body[0], body[1], (.paragraph, "Of Ships"), body[2]], pages: 2, page: { $0 < 2 ? 0 : 1 })
    #expect(changes(compared(body), headed) == [])
    #expect(changes(headed, compared(body)) == [])
    var joined = ComparedText(labels: ["", ""])
    var flow = paragraph("some words Of Ships of text")
    for index in 11..<flow.origins.count { flow.origins[index].page = 1 }
    joined.add([paragraph(body[0].1, body[0].0), flow, paragraph(body[2].1, page: 1)])
    joined.finish()
    #expect(changes(compared(body), joined) == [])
    let capitals = compared([(.paragraph, "My Report"), (.paragraph, "1 OF SHIPS")] + body)
    #expect(changes(compared(body), capitals) == ["{+My Report+}"])
  }

  @Test("page numbers of contents follow their pages")
  func pageNumbers() {
    func version(_ number: Int, _ page: Int) -> ComparedText {
      compared(
        [
          (.paragraph, "Ships . . . . . . \(number)"), (.paragraph, "as page \(number) says"),
          (.paragraph, "all about the ships of \(number) men"),
        ], pages: 20, page: { $0 == 2 ? page : 0 })
    }
    #expect(changes(version(12, 11), version(12, 11)) == [])
    let found = changes(version(12, 11), version(14, 13))
    #expect(found == ["all about the ships of [-12-] {+14+} men"])
    #expect(changes(version(12, 11), version(14, 11)).count == 3)
  }

  @Test("contents that only one version lists are no change, unless their heading is one")
  func contents() {
    let body: [(TextBlock.Kind, String)] = [
      (.heading(level: 1), "1 Of Ships"), (.paragraph, "all about the ships"),
    ]
    let listed = compared([(.paragraph, "1 Of Ships . . . . . 3")] + body, pages: 4)
    #expect(changes(compared(body, pages: 4), listed) == [])
    let other = compared([(.paragraph, "1 Of Boats . . . . . 3")] + body, pages: 4)
    #expect(changes(compared(body, pages: 4), other).count == 1)
  }

  @Test("contents of headings within their paragraphs, and beside running heads, are no change")
  func contentsOfRunInHeadings() {
    let body: [(TextBlock.Kind, String)] = [
      (.heading(level: 1), "1. Of Ships"), (.paragraph, "1.1. Of sails. All about the sails"),
      (.paragraph, "and no more"),
    ]
    let contents: [(TextBlock.Kind, String)] = [
      (.heading(level: 1), "Contents"), (.paragraph, "1. OF SHIPS 1"),
      (.paragraph, "1.1. Of sails 2"),
    ]
    #expect(changes(compared(body, pages: 4), compared(contents + body, pages: 4)) == [])
    let ships: [(TextBlock.Kind, String)] = [
      (.heading(level: 1), "1 Of Ships and Boats"), (.paragraph, "all about the ships"),
    ]
    let listed = compared([(.paragraph, "1 Of Ships and Boats . . . . . 3")] + ships, pages: 4)
    let headed = compared(ships + [(.paragraph, "Of Ships and Boats")], pages: 4)
    #expect(changes(listed, headed) == [])
  }

  @Test("a page number of contents that is another section's number is no change")
  func sectionNumbers() {
    func version(_ pages: [Int]) -> ComparedText {
      compared(
        [
          (.paragraph, "8 Ships . . . . . . \(pages[0])"),
          (.paragraph, "9 Boats . . . . . . \(pages[1])"), (.paragraph, "all about ships"),
          (.paragraph, "and about boats"),
        ], pages: 20, page: { $0 < 2 ? 0 : pages[$0 - 2] - 1 })
    }
    #expect(changes(version([14, 15]), version([9, 10])) == [])
    #expect(changes(version([9, 10]), version([14, 15])) == [])
  }

  @Test("contents that a layout runs together or cuts are no change")
  func runTogether() {
    let body: [(TextBlock.Kind, String)] = [
      (.heading(level: 1), "1 Of Ships and Boats"), (.paragraph, "all about the ships"),
      (.heading(level: 2), "1.1 Of Sails"), (.paragraph, "all about the sails"),
    ]
    let listed = compared(
      [
        (.heading(level: 1), "Contents"), (.paragraph, "1 Of Ships and"),
        (.paragraph, "Boats 3 1.1 Of Sails . . . . . \u{2060}4"),
      ] + body, pages: 4)
    #expect(changes(compared(body, pages: 4), listed) == [])
    #expect(changes(listed, compared(body, pages: 4)) == [])
    let other = compared([(.paragraph, "1 Of Ships and Boats with oars")] + body, pages: 4)
    #expect(changes(compared(body, pages: 4), other).count == 1)
  }

  @Test("marks of notes glued to words and numbers are no change")
  func noteMarks() {
    func version(_ text: String, _ note: String) -> ComparedText {
      compared([(.paragraph, text), (.footnote, note)])
    }
    let apart = version("one two 1944\u{B9}, three", "1 \u{201C}I say")
    #expect(changes(apart, version("one two 19441, three", "1\u{201C}I say")) == [])
    #expect(changes(apart, version("one two 1944, three", "1 \u{201C}I say")) == [])
    #expect(changes(apart, version("one two 1945\u{B9}, three", "1 \u{201C}I say")).count == 1)
    #expect(
      changes(version("one two1 three", "1A ship"), version("one two three", "1 A ship")) == [])
    #expect(changes(version("one 12", "2A ship"), version("one 1", "2A ship")).count == 1)
  }

  @Test(
    "a note that begins with a number keeps it, and a mark that only one version knows is no change"
  )
  func numberedNotes() {
    func version(_ note: String, _ more: String...) -> ComparedText {
      compared([(.paragraph, "some text"), (.footnote, note)] + more.map { (.paragraph, $0) })
    }
    let apart = version("\u{B2}\u{2070}360. The lines")
    #expect(changes(version("20 360. The lines"), apart) == [])
    #expect(
      !changes(version("20 360. The lines"), version("\u{B2}\u{2070}361. The lines")).isEmpty)
    #expect(changes(version("20 A ship"), compared("some text", "A ship", "20")) == [])
    var marked = ComparedText(labels: [""])
    var flow = paragraph("a line of 63,10 words")
    flow.spans = [BlockSpan(kind: .noteMark, range: 13..<15)]
    marked.add([flow])
    marked.finish()
    #expect(changes(compared("a line of 63,10 words"), marked) == [])
  }

  @Test("the head of a table that a page repeats is no change")
  func repeatedHeads() {
    let (head, rows) = ("Name\tCount", ["a\t1", "b\t2", "c\t3"])
    func version(breakAfter count: Int) -> ComparedText {
      let lines = [head] + rows[..<count] + [head] + rows[count...]
      return compared(
        lines.map { (.tableRow, $0) }, pages: 2, page: { $0 <= count ? 0 : 1 })
    }
    #expect(changes(version(breakAfter: 1), version(breakAfter: 2)) == [])
    let whole = compared(([head] + rows).map { (.tableRow, $0) })
    #expect(changes(whole, version(breakAfter: 2)) == [])
  }

  @Test(
    "floats that a layout puts before or after others nearby are no change, rows in another order are"
  )
  func nearbyFloats() {
    func version(_ captions: [String]) -> ComparedText {
      compared([(.paragraph, "some words of text")] + captions.map { (.caption, $0) }, pages: 4)
    }
    let (a, b) = (
      "Figure 3: ships of the old fleet at anchor",
      "Figure 4: a harbour with many other boats in it"
    )
    #expect(changes(version([a, b]), version([b, a])) == [])
    let rows = ["one\t2\t3\t4", "five\t6\t7\t8", "nine\t10\t11\t12"]
    let other = [rows[2], rows[0], rows[1]]
    #expect(
      changes(compared(rows.map { (.tableRow, $0) }), compared(other.map { (.tableRow, $0) })).count
        == 1)
  }

  @Test("cells and captions of several lines are no change")
  func pieces() {
    let old = compared([
      (.tableRow, "Where\tNarra\u{AD}\tHosted"), (.tableRow, "\ttive"), (.tableRow, "one\t2"),
    ])
    let new = compared([(.tableRow, "Where\tNarrative\tHosted"), (.tableRow, "one\t2")])
    #expect(changes(old, new) == [])
    let whole = compared([(.caption, "Table 1: barrie connect"), (.paragraph, "as ever")])
    let split = compared([
      (.caption, "Table 1:"), (.paragraph, "barrie connect"), (.paragraph, "as ever"),
    ])
    #expect(changes(whole, split) == [])
    #expect(changes(split, whole) == [])
    let text = compared("so little", "some other words", "of it all")
    #expect(changes(compared("so lit-", "some other words", "tle", "of it all"), text) == [])
    #expect(changes(compared("so so", "of it"), compared("so", "so", "of it")) == [])
    #expect(
      changes(compared("as 7 is", "21", "so", "910"), compared("as 21910 is", "so")).count == 3)
    let row = compared([(.tableRow, "a\t21910"), (.paragraph, "as ever")])
    let other = compared([
      (.tableRow, "a\t9548"), (.caption, "21"), (.paragraph, "as ever"), (.caption, "910"),
    ])
    #expect(changes(other, row).joined().contains("{+21910+}"))
  }

  @Test("contents that are read as rows with the text beside them are no change")
  func contentsBesideText() {
    let names = ["Ships of the fleet", "Boats", "Oars and sails"]
    let body: [(TextBlock.Kind, String)] =
      names.enumerated().map { (.heading(level: 1), "\($0 + 1) \($1)") }
      + [(.paragraph, "In this year the harbour was built by many men who came from afar")]
    let listed: [(TextBlock.Kind, String)] = [
      (.tableRow, "1 Ships of\tthe harbour was built"), (.tableRow, "the fleet\t3"),
      (.tableRow, "2 Boats\t4\tby many men"),
      (.tableRow, "3 Oars and sails\t4\twho came from afar"),
    ]
    let heads = Array(body.prefix(3))
    let mixed = compared(
      [listed[0], listed[1], listed[2], listed[3]] + heads + [(.paragraph, "In this year")],
      pages: 4)
    #expect(changes(compared(body, pages: 4), mixed) == [])
    #expect(changes(mixed, compared(body, pages: 4)) == [])
    let other = compared([(.tableRow, "1 Ships of\tthe tide")] + body, pages: 4)
    #expect(changes(compared(body, pages: 4), other).joined().contains("tide"))
  }

  @Test("lines of a column that are read among those of another are no change, sentences are")
  func linesOfColumns() {
    let rest = "and then there was much more to be said about all of it"
    let old = compared("the first column begins and|goes on with words|to its end", rest)
    let mixed = compared(
      "the first column begins and|to its end", rest, "goes on with words|as ever")
    #expect(changes(old, mixed) == ["goes on with words {+as ever+}"])
    let whole = compared("All begins here. It rains now.|So it ends.", rest)
    let other = compared("All begins here.|So it ends.", rest, "It rains now.")
    #expect(!changes(whole, other).isEmpty)
  }

  @Test("cells that a layout reads as one word are no change, also in another place")
  func joinedCells() {
    let rows: [(TextBlock.Kind, String)] = [
      (.tableRow, "Results\tTheir\tCounter"), (.paragraph, "some words of text"),
      (.paragraph, "and more of them"),
    ]
    for glued in ["Results TheirCounter", "ResultsTheirCounter"] {
      let moved = [(TextBlock.Kind.paragraph, glued)] + rows.dropFirst()
      let found = changes(compared(rows), compared(moved.reversed() as Array)).joined()
      #expect(!found.contains("Results"))
    }
  }

  @Test("words that break off end with dots")
  func ellipsis() {
    #expect(
      changes(compared("a scheme...\u{201D} he said"), compared("a plan...\u{201D} he said"))
        == ["a [-scheme...\u{201D}-] {+plan...\u{201D}+} he said"])
    #expect(changes(compared("Ships...12"), compared("Ships . . . 12")) == [])
  }

  @Test("a passage is named by its first change, not by its beginning")
  func firstChange() throws {
    func version(_ word: String) -> ComparedText {
      var flow = paragraph("this begins here and \(word) on the next page")
      for index in 17..<flow.origins.count { flow.origins[index].page = 1 }
      var text = ComparedText(labels: ["", ""])
      text.add([flow])
      text.finish()
      return text
    }
    let (old, new) = (version("ends"), version("stops"))
    let comparison = TextComparison(old: old, new: new)
    let words = comparison.firstWords(of: try #require(comparison.passages().first))
    #expect(words.old.map(old.page) == 1 && words.new.map(new.page) == 1)
  }

  @Test("ideographs are words")
  func ideographs() {
    #expect(changes(compared("東京は晴れ"), compared("東京は雨")) == ["東京は [-晴れ-] {+雨+}"])
  }

  @Test("empty texts are compared")
  func empty() {
    #expect(changes(compared(), compared()) == [])
    #expect(changes(compared(), compared("a b")) == ["{+a b+}"])
    #expect(changes(compared("a b"), compared()) == ["[-a b-]"])
  }
}
