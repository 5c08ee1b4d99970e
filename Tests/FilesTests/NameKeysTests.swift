import Testing

@testable import Files

@Suite struct NameKeysTests {
  private func sorted(_ names: [String]) -> [String] {
    NameKeys(names).sorted().map { names[$0] }
  }

  @Test(arguments: [
    ["file2", "file10"], ["a1b2", "a1b10", "a02b1"], ["9", "10", "0100"],
    ["apple", "Banana", "cherry"], ["name.pdf", "name 2.pdf", "name 10.pdf"],
    ["2019", "2020-1", "2020-02", "2020-10"], ["Eclair", "Éclat", "eclipse"],
    ["ä1", "a2", "Ä3"], [".hidden", "_x", "a"], ["12345678901234567890", "12345678901234567891"],
    ["Straße", "strassenbahn"], ["à", "b"], ["日本2", "日本10"], ["", "a"], ["a", "a "],
    ["v1.9", "v1.10"], ["か", "き"],
  ]) func namesStandAsPeopleExpect(_ names: [String]) {
    #expect(sorted(names.reversed()) == names)
    #expect(names.map(NameKey.init).sorted().map(\.bytes) == names.map { NameKey($0).bytes })
  }

  @Test func namesThatAreOneByTheRuleAreToldApart() {
    #expect(sorted(["A", "a", "A"]) == ["A", "A", "a"])
    #expect(sorted(["file1", "file01"]) == ["file01", "file1"])
    #expect(!(NameKey("e\u{301}") == NameKey("\u{E9}")))
  }

  /// One order of names, whatever they are made of: the first of two, of three, never changes.
  @Test func theOrderIsAnOrder() {
    let names = hostileNames + ["a", "A", "1", "01", "a1", "a01", "", ".", "é", "z"]
    let keys = names.map(NameKey.init)
    for one in keys {
      #expect(!(one < one))
      for other in keys {
        #expect(!(one < other && other < one))
        for third in keys where one < other && other < third { #expect(one < third) }
      }
    }
    #expect(sorted(names) == names.sorted { NameKey($0) < NameKey($1) })
  }
}
