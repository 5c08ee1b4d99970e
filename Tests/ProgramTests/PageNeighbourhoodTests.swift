import Testing

@testable import CommandLine

@Suite struct PageNeighbourhoodTests {
  @Test(arguments: [
    ([0], ["0..<3 [0]"]), ([98, 99], ["96..<100 [98, 99]"]),
    // Those that have pages around them in common, or touch, are looked at together.
    ([10, 11, 15], ["8..<18 [10, 11, 15]"]), ([10, 30], ["8..<13 [10]", "28..<33 [30]"]),
    ([30, 10], ["28..<33 [30]", "8..<13 [10]"]), ([5, 4], ["3..<8 [5]", "2..<7 [4]"]), ([], []),
  ]) func pagesAreReadWithTheirNeighbours(_ pages: [Int], _ parts: [String]) {
    let found = PageNeighbourhood.parts(pages, of: 100, reach: 2)
    #expect(found.map { "\($0.pages) \($0.wanted.sorted())" } == parts)
  }

  @Test func withoutAReachOnlyThePagesAreRead() {
    let found = PageNeighbourhood.parts([3, 4, 9], of: 100, reach: 0)
    #expect(found.map(\.pages) == [3..<5, 9..<10])
    let all = PageNeighbourhood.parts(Array(0..<100), of: 100, reach: 16)
    #expect(all.map(\.pages) == [0..<100] && all[0].wanted.count == 100)
  }
}
