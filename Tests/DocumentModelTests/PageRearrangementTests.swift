import DocumentModel
import Testing

@Suite struct PageRearrangementTests {
  @Test func oldPagesMapToNewPlaces() throws {
    let cut = try #require(PageRearrangement([.remove([1, 2])], of: 5))
    #expect(cut.sources == [0, 3, 4] && cut.places == [0, nil, nil, 1, 2])
    // Removed pages map to the next page that stayed.
    #expect((0..<5).map(cut.nearest) == [0, 1, 1, 1, 2])
    let end = try #require(PageRearrangement([.remove([3, 4])], of: 5))
    #expect(end.nearest(to: 4) == 2 && end.nearest(to: 99) == 2)
    #expect(!cut.isIdentity && PageRearrangement(of: 3, now: 3).isIdentity)
  }

  @Test func insertedPagesAreNew() throws {
    let put = try #require(
      PageRearrangement([.insert(file: 1, pages: nil, at: 1)], of: 2, others: [3]))
    #expect(put.sources == [0, nil, nil, nil, 1] && put.new == [1, 2, 3])
    #expect(put.place(of: 1) == 4)
    #expect(PageRearrangement([.insert(file: 1, pages: [7], at: 1)], of: 2, others: [3]) == nil)
    #expect(PageRearrangement([.remove([0, 1])], of: 2) == nil)
  }

  @Test func anInverseUndoesARearrangement() throws {
    let edits: [DocumentEdit] = [.move([0, 3], to: 1), .exchange(0, 4), .rotate([1], by: 90)]
    let there = try #require(PageRearrangement(edits, of: 5))
    #expect(there.then(there.inverse).isIdentity)
    // Cut, and put back at another place: the same as a move.
    let cut = try #require(PageRearrangement([.remove([0])], of: 3))
    let moved = try #require(PageRearrangement([.move([0], to: 2)], of: 3))
    let back = cut.inverse.then(moved)
    #expect(back.sources == [0, 1, nil] && back.places == [0, 1])
  }
}
