import Testing

@testable import Platform

/// Where the home folder is.
@Suite struct HomeFolderTests {
  @Test func aRelativeOrEmptyHOMEIsIgnored() {
    #expect(HomeFolder.known(variable: "/home/a", listed: "/home/b") == "/home/a")
    for variable in [nil, "", "relative", "./a"] as [String?] {
      #expect(HomeFolder.known(variable: variable, listed: "/home/b") == "/home/b")
      #expect(HomeFolder.known(variable: variable, listed: nil) == nil)
      #expect(HomeFolder.known(variable: variable, listed: "") == nil)
    }
  }

  @Test func theHomeFolderIsReadFromTheUserDatabase() {
    #expect(HomeFolder.listed()?.hasPrefix("/") == true)
  }
}
