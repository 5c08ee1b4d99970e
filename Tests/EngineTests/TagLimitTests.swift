import Testing

@testable import Engine

/// Surplus attributes are found where libxml2 finds tags.
@Suite struct TagLimitTests {
  /// Returns how many of 1,005 attributes are left in a tag after some text.
  private func left(after start: String, isHTML: Bool) -> Int {
    let attributes = (0..<1_005).map { " a\($0)=x" }.joined()
    let bytes = TagLimit.applied(to: Array("\(start)<p\(attributes)>".utf8), isHTML: isHTML)
    return String(decoding: bytes, as: UTF8.self).split(separator: " a").count - 1
  }

  @Test(arguments: [
    "", "<style/>", "<SCRIPT />", "<script>if (a < '\"') { }</script>", "<!-- x --!>",
    "<!DOCTYPE html SYSTEM \"> <i b='\">", "<!doctype html public '>' \"<i b='\">",
    "<!DOCTYPE html foo=\">", "<i b=\u{1}\">", "<i x b=c'd>",
  ])
  func tagsOfHTML(_ start: String) { #expect(left(after: start, isHTML: true) == 1_000) }

  @Test(arguments: [
    "", "<style/>", "<!-- --!><i b=\" -->", "<![CDATA[<i b='>]]>",
    "<!DOCTYPE x SYSTEM \"> <i b='\">",
  ])
  func tagsOfXML(_ start: String) { #expect(left(after: start, isHTML: false) == 1_000) }

  @Test func scriptsAndCommentsAreNotLimited() {
    #expect(left(after: "<script>", isHTML: true) == 1_005)
    #expect(left(after: "<!-- ", isHTML: false) == 1_005)
  }
}
