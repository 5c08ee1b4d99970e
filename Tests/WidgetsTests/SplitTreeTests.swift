import Canvas
import Testing

@testable import Widgets

@Suite struct SplitTreeTests {
  private let whole = Rect(x: 0, y: 0, width: 81, height: 21)

  @Test func aSingleViewFillsTheWindow() {
    #expect(SplitTree.view.parted(whole).views == [whole])
  }

  @Test func onlyTheSplitViewGetsSmaller() {
    var tree = SplitTree.view
    tree.split(0, .beside)
    tree.split(1, .stacked)
    let parted = tree.parted(whole)
    #expect(
      parted.views == [
        Rect(x: 0, y: 0, width: 40, height: 21), Rect(x: 41, y: 0, width: 40, height: 10),
        Rect(x: 41, y: 11, width: 40, height: 10),
      ])
    #expect(
      parted.dividers.map(\.rect) == [
        Rect(x: 40, y: 0, width: 1, height: 21), Rect(x: 41, y: 10, width: 40, height: 1),
      ])
  }

  @Test func viewsSplitTheSameWayShareEvenly() {
    var tree = SplitTree.view
    tree.split(0, .beside)
    tree.split(0, .beside)
    #expect(tree == .split(.beside, [.view, .view, .view]))
    #expect(tree.parted(whole).views.map(\.width) == [26, 26, 27])
  }

  @Test func aRemovedViewGivesItsSpaceToOthers() {
    var tree = SplitTree.split(.beside, [.view, .split(.stacked, [.view, .view])])
    tree.remove(0)
    #expect(tree == .split(.stacked, [.view, .view]))
    tree.remove(1)
    #expect(tree == .view)
    tree.remove(0)
    #expect(tree == .view)
  }

  @Test func splitsAlongOneAxisAreMerged() {
    var tree = SplitTree.split(
      .beside, [.view, .split(.stacked, [.view, .split(.beside, [.view, .view])])])
    tree.remove(1)
    #expect(tree == .split(.beside, [.view, .view, .view]))
  }

  @Test(arguments: [".", "(|..)", "(-.(|..).)"]) func notationRoundTrips(_ text: String) {
    #expect(SplitTree(notation: text)?.notation == text)
  }

  @Test(arguments: ["", "x", "(", "(|", "(|.", "(|.)", "..", "(|..)x", "(x..)"])
  func malformedNotationIsRejected(_ text: String) {
    #expect(SplitTree(notation: text) == nil)
  }

  @Test func neighboursAreFoundByDirection() {
    let rects = SplitTree.split(.beside, [.view, .split(.stacked, [.view, .view])]).parted(whole)
      .views
    #expect(SplitTree.neighbour(of: 0, in: rects, dx: 1, dy: 0) == 1)
    #expect(SplitTree.neighbour(of: 1, in: rects, dx: 0, dy: 1) == 2)
    #expect(SplitTree.neighbour(of: 2, in: rects, dx: -1, dy: 0) == 0)
    #expect(SplitTree.neighbour(of: 0, in: rects, dx: -1, dy: 0) == nil)
  }

  @Test(arguments: [
    ("(|(-..).)", 1, 0), ("(|(-..).)", 0, 0), ("(|(-..).)", 2, 1), ("(|..)", 0, 0), (".", 0, 0),
  ])
  func theNeighbourInTheSameSplitTakesOver(_ tree: String, _ view: Int, _ heir: Int) {
    #expect(SplitTree(notation: tree)?.heir(of: view) == heir)
  }
}
