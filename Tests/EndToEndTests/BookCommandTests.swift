import Foundation
import TestSupport
import Testing

/// Tables, figures and pictures of books on the command line.
@Suite struct BookCommandTests {
  private static func book(in bench: borrowing Workbench) throws -> String {
    var book = BookSource([
      """
      <h1>One</h1><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2, 3</td></tr></table>
      <p>between</p><table><tr><td>c</td><td>d</td></tr></table><img src="hill.png" alt="A hill"/>
      <img src="hill.png"/>
      """
    ])
    let red: [UInt8] = [255, 0, 0, 255]
    book.addImage("hill.png", MadePNG.file(60, 120, (0..<7_200).flatMap { _ in red }))
    let path = bench.folder + "/book.epub"
    try book.data.write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func tablesOfABookAreListed() throws {
    let bench = try Workbench(pages: 1)
    let path = try Self.book(in: bench)
    #expect(try bench.run(["tables", path]).output == "a\tb\n1\t2, 3\n\nc\td\n")
    #expect(
      try bench.run(["tables", path, "--csv"]).output == "a,b\r\n1,\"2, 3\"\r\n\r\nc,d\r\n")
  }

  @Test func figuresOfABookAreListedAndDrawn() throws {
    let bench = try Workbench(pages: 1)
    let path = try Self.book(in: bench)
    #expect(try bench.run(["figures", path]).output == "A hill\n(without a caption)\n")
    let folder = bench.folder + "/figures"
    #expect(try bench.run(["figures", path, "-o", folder]).status == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == [
        "figure-1-1.png", "figure-1-2.png",
      ])
  }

  @Test func theBeginningOfABookIsDrawn() throws {
    let bench = try Workbench(pages: 1)
    let path = try Self.book(in: bench)
    let out = bench.folder + "/out.png"
    let result = try bench.run(["render", path, "--width", "200", "-o", out])
    #expect(result.status == 0 && result.output == out + "\n")
    let head = try Data(contentsOf: URL(fileURLWithPath: out)).prefix(24)
    #expect(head[20..<24].reduce(0) { $0 << 8 | Int($1) } == 200)
    // What is there is not replaced, and a text has no second page.
    #expect(try bench.run(["render", path, "-o", out]).status == 2)
    let paged = try bench.run(["render", path, "--page", "2", "--force", "-o", out])
    #expect(paged.status == 2 && paged.errors.contains("has no pages"))
  }
}
