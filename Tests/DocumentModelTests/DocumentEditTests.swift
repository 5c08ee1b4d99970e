import Testing

@testable import DocumentModel

@Suite struct DocumentEditTests {
  @Test(
    arguments: [
      (DocumentEdit.remove([0]), 2), (.remove([0, 1, 2]), nil), (.remove([0, 0]), nil),
      (.remove([]), nil), (.remove([3]), nil), (.keep([2, 0]), 2), (.keep([]), nil),
      (.move([0, 1], to: 1), 3), (.move([0, 1], to: 2), nil), (.exchange(0, 2), 3),
      (.exchange(0, 3), nil), (.rotate([1], by: 90), 3), (.rotate([1], by: 45), nil),
      (.insert(file: 1, pages: nil, at: 3), 8), (.insert(file: 1, pages: [4, 4], at: 0), 5),
      (.insert(file: 1, pages: [5], at: 0), nil), (.insert(file: 1, pages: nil, at: 4), nil),
      (.insert(file: 2, pages: nil, at: 0), nil), (.insert(file: 0, pages: nil, at: 0), nil),
      (.addEntry(title: "", page: 3, .end), nil),
    ] as [(DocumentEdit, Int?)]) func pagesAreCountedAndChecked(
      _ edit: DocumentEdit, _ count: Int?
    )
  {
    #expect(edit.pageCount(after: 3, others: [5]) == count)
  }

  @Test func editsApplyToTheResultOfThePreviousEdit() {
    let edits: [DocumentEdit] = [
      .remove([0]), .insert(file: 1, pages: [0], at: 2), .exchange(0, 2),
    ]
    #expect(edits.pageCount(after: 3, others: [1]) == 3)
    #expect(
      ([.remove([0]), .exchange(0, 2)] as [DocumentEdit]).pageCount(after: 3, others: []) == nil)
    let arranged = edits.reduce([0, 1, 2]) { $1.arranged($0, bringing: [9]) }
    #expect(arranged == [9, 2, 1])
  }
}
