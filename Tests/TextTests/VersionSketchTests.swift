import DocumentModel
import Testing

@testable import Text

struct VersionSketchTests {
  private func text(_ words: [String]) -> AnchorText {
    var page = PageText()
    for scalar in words.joined(separator: " ").unicodeScalars {
      page.scalars.append(scalar.value)
      page.boxes.append(Box(x0: 0, y0: 0, x1: 5, y1: 10))
    }
    page.runs = [StyleRun(start: 0, style: 0)]
    page.styles = [TextStyle()]
    return AnchorText([page])
  }

  private func words(_ seed: Int, _ count: Int) -> [String] {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return String(state >> 40, radix: 36)
    }
  }

  @Test func aTextMatchesItselfAndNoOther() {
    let sketch = VersionSketch(text(words(1, 4_000)), items: [])
    #expect(sketch.hasWords)
    #expect(sketch.likeness(to: text(words(1, 4_000)), items: []) == 1)
    #expect(sketch.likeness(to: text(words(2, 4_000)), items: []) < 0.02)
  }

  @Test func editsReduceTheLikenessByTheirShare() {
    let old = words(1, 4_000)
    let sketch = VersionSketch(text(old), items: [])
    let tenth = old.enumerated().map { $0 % 40 == 7 ? "changed" : $1 }
    let edited = sketch.likeness(to: text(words(3, 300) + tenth), items: [])
    #expect(edited > 0.75 && edited < 1)
    let half = sketch.likeness(to: text(Array(old[2_000...])), items: [])
    #expect(abs(half - 0.5) < 0.08)
  }

  @Test("invoices of one template have nearly all words in common, but not their numbers")
  func templates() {
    let wording = words(1, 1_500).map { $0.filter(\.isLetter) }
    func invoice(_ number: Int) -> AnchorText {
      text(
        [
          "Invoice", "\(4711 + number)", "of \(10 + number) May",
          "\(310 * number).\(20 + number) EUR",
        ]
          + wording + ["IBAN 1200 3400 5600 VAT 115 235"])
    }
    let sketch = VersionSketch(invoice(3), items: [])
    #expect(sketch.likeness(to: invoice(4), items: []) > 0.95)
    #expect(sketch.isNearlyAll(in: invoice(3)))
    #expect(!sketch.isNearlyAll(in: invoice(4)))
    let items = (20..<40).map { "\($0) lamps" }
    let items17 = text(["Invoice 2026-0017"] + items + wording)
    #expect(
      !VersionSketch(items17, items: []).isNearlyAll(
        in: text(["Invoice 2026-0018"] + items + wording)))
    var paper = (0..<400).map { "\($0 * 7919 % 10_007) \(wording[$0])" }
    let draft = VersionSketch(text(paper), items: [])
    paper.insert(contentsOf: wording[400..<460], at: 100)
    paper[7] = "changed 1234"
    #expect(draft.isNearlyAll(in: text(paper)))
  }

  @Test("certificates of one wording differ in a name, drafts keep theirs")
  func names() {
    let wording = words(1, 600).map { $0.filter(\.isLetter) }
    func certificate(_ name: String) -> AnchorText {
      text(["Certificate", "of", name] + wording + ["to", name, "signed", "Eve", "Moss"])
    }
    let sketch = VersionSketch(certificate("Ada Quill"), items: [])
    #expect(sketch.isNearlyAll(in: certificate("Ada Quill")))
    #expect(sketch.isNearlyAll(in: certificate("ADA QUILL")))
    for other in ["Bert Osier", "Ada Osier", "Ada Quill and Bert Osier", "Ada Quill-Moss", "____"] {
      #expect(!sketch.isNearlyAll(in: certificate(other)), "\(other)")
      #expect(
        !VersionSketch(certificate(other), items: []).isNearlyAll(in: certificate("Ada Quill")))
    }
    #expect(sketch.isNearlyAll(in: certificate("Bert Osier"), mayChangeNames: true))
    let initials = VersionSketch(certificate("A. Q."), items: [])
    #expect(!initials.isNearlyAll(in: certificate("B. O.")))
    let compound = VersionSketch(certificate("Ada Quill-Moss"), items: [])
    #expect(compound.isNearlyAll(in: certificate("Ada QuillMoss")), "divided at the end of a line")
    // The same replacement at two places is another name, wherever it is lower case.
    let small = VersionSketch(certificate("ada quill"), items: [])
    #expect(!small.isNearlyAll(in: certificate("bert osier")))
  }

  @Test("names that both texts have are compared at their places")
  func namesAtTheirPlaces() {
    let wording = words(1, 600).map { $0.filter(\.isLetter) }
    func lease(_ landlord: String, _ tenant: String) -> AnchorText {
      text(
        ["between", landlord, "and", tenant] + wording + [
          "near", "the", "Rose", "or", "Lily", "pond",
        ]
          + ["a", "rose", "or", "lily"])
    }
    let sketch = VersionSketch(lease("Ada Quill", "Bert Osier"), items: [])
    #expect(!sketch.isNearlyAll(in: lease("Bert Osier", "Ada Quill")))
    for (one, other) in [
      ("anna@uni.example", "tomas@uni.example"), ("customer 48213", "customer 48377"),
      ("\u{2612} granted \u{2610} refused", "\u{2610} granted \u{2612} refused"),
    ] {
      let sketch = VersionSketch(lease(one, "Osier"), items: [])
      #expect(!sketch.isNearlyAll(in: lease(other, "Osier")), "\(other)")
    }
    let form = VersionSketch(lease("Ada", "Bert"), items: [], filled: [1, 2])
    #expect(form.isNearlyAll(in: lease("Ada", "Bert"), filled: [1, 2]))
    #expect(!form.isNearlyAll(in: lease("Ada", "Bert"), filled: [1, 3], mayChangeNames: true))
    let rose = VersionSketch(lease("Rose Moss", "Bert Osier"), items: [])
    #expect(!rose.isNearlyAll(in: lease("Lily Moss", "Bert Osier")))
  }

  @Test("new, deleted, moved and rewritten passages may have names of their own")
  func passages() {
    let draft = words(1, 1_200).map { $0.filter(\.isLetter) }
    let passage = ["Here", "Bert", "Osier"] + words(7, 40).map { $0.filter(\.isLetter) }
    var edited = draft
    edited.insert(contentsOf: passage, at: 300)
    let (old, new) = (text(draft), text(edited))
    #expect(VersionSketch(old, items: []).isNearlyAll(in: new))
    #expect(VersionSketch(new, items: []).isNearlyAll(in: old))
    edited = draft
    edited.insert(contentsOf: ["a", "short", "sentence", "thanks", "Cora", "briefly"], at: 300)
    #expect(VersionSketch(old, items: []).isNearlyAll(in: text(edited)))
    edited.insert(contentsOf: ["and", "Eve", "Moss"], at: 600)
    #expect(!VersionSketch(old, items: []).isNearlyAll(in: text(edited)))
    var (early, late) = (draft, draft)
    early.insert(contentsOf: ["the", "figure", "of", "Paxos"], at: 300)
    late.insert(contentsOf: ["the", "figure", "of", "Paxos"], at: 700)
    #expect(VersionSketch(text(early), items: []).isNearlyAll(in: text(late)))
    late = draft
    late[400] = "typo"
    late[500] = "other"
    #expect(VersionSketch(old, items: []).isNearlyAll(in: text(late)))
    // A word at the beginning of a sentence is no name if it has a small letter elsewhere.
    let sentence = VersionSketch(text(["Hence"] + draft + ["hence", "but", "Moss"]), items: [])
    #expect(sentence.isNearlyAll(in: text(["But"] + draft + ["hence", "but", "Moss"])))
  }

  @Test("in scripts without case any word may be a name")
  func withoutCase() {
    var letters = (0..<900).map { String(UnicodeScalar(0x4E00 + $0 * 7919 % 5_000) ?? "x") }
    let sketch = VersionSketch(text(letters), items: [])
    #expect(sketch.isNearlyAll(in: text(letters)))
    letters[300] = "\u{9FA0}"
    #expect(!sketch.isNearlyAll(in: text(letters)))
  }

  /// The same words in another order are another text.
  @Test func reorderedTextIsDifferent() {
    let old = words(1, 4_000)
    let sketch = VersionSketch(text(old), items: [])
    let chunks = stride(from: 0, to: 4_000, by: 100).map { Array(old[$0..<$0 + 100]) }
    #expect(sketch.likeness(to: text(chunks.reversed().flatMap(\.self)), items: []) < 0.1)
  }

  /// An author who moves sections writes no other document.
  @Test func movedSectionsKeepTheLikeness() {
    let old = words(1, 4_000)
    let sketch = VersionSketch(text(old), items: [])
    let sections = stride(from: 0, to: 4_000, by: 500).map { Array(old[$0..<$0 + 500]) }
    #expect(sketch.likeness(to: text(sections.reversed().flatMap(\.self)), items: []) > 0.9)
  }

  /// A notice on every page of two documents makes them no versions of each other.
  @Test func repeatedPartsCountOnce() {
    let notice = words(5, 300)
    let sketch = VersionSketch(text(notice + words(1, 2_000)), items: [])
    let pages = (10..<20).flatMap { words($0, 200) + notice }
    #expect(sketch.likeness(to: text(pages), items: []) < 0.2)
  }

  @Test func withoutTextImagesAndFieldsAreCompared() {
    let sketch = VersionSketch(text([]), items: [1, 2, 3, 4])
    #expect(!sketch.hasWords && !sketch.isEmpty)
    #expect(sketch.likeness(to: text([]), items: [1, 2, 9, 4]) == 0.75)
    #expect(sketch.likeness(to: text([]), items: [5, 6]) == 0)
    #expect(VersionSketch(text([]), items: []).isEmpty)
    // Four pages with one image.
    let same = VersionSketch(text([]), items: [7, 7, 7, 7])
    #expect(same.likeness(to: text([]), items: [7, 7, 7, 7]) == 1)
    #expect(same.likeness(to: text([]), items: [7]) == 0.25)
  }

  @Test func pagesWithoutTextAreFoundByTheirImages() {
    let sketch = VersionSketch(text([]), items: [1, 2, 2, 3, 99], pages: [0, 1, 2, 4])
    let moved: [[UInt64]] = [[], [1], [2], [2], [], [3]]
    #expect([0, 1, 2, 3, 4].map { sketch.page(of: $0, in: moved) } == [1, 2, 3, 4, 5])
    // Exchanged, and gone.
    #expect(sketch.page(of: 0, in: [[2], [1]]) == 1)
    #expect(sketch.page(of: 4, in: [[2], [1]]) == nil)
    #expect(VersionSketch(text([]), items: [1]).page(of: 2, in: moved) == 2)
  }
}
