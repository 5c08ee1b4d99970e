import Foundation
import Testing

/// `recto annotate --edit ID --size W,H` of shapes placed by points.
@Suite struct AnnotationSizeTests {
  private func placed(
    _ bench: borrowing Workbench, _ arguments: [String]
  ) throws -> (id: String, base: Data) {
    let made = try bench.run(["annotate", bench.document, "--page", "1"] + arguments)
    #expect(made.status == 0, "\(made.errors)")
    let id = try #require(made.output.split(separator: "\n").first.map(String.init))
    return (id, try Data(contentsOf: URL(fileURLWithPath: bench.document)))
  }

  private func sized(
    _ bench: borrowing Workbench, _ id: String, _ size: String
  ) throws -> [String: Any] {
    let result = try bench.run(["annotate", bench.document, "--edit", id, "--size", size, "--json"])
    #expect(result.status == 0, "\(result.errors)")
    let list = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
    return try #require(list?.first)
  }

  /// The upper left corner stays, whichever end it is nearest to.
  @Test(arguments: [
    ("100,200,200,260", "300,90", [100.0, 200, 400, 290]),
    ("200,260,100,200", "300,90", [400, 290, 100, 200]),
    ("200,200,100,260", "50,30", [150, 200, 100, 230]),
    ("100,200,200,200", "80,0", [100, 200, 180, 200]),
    ("100,200,100,300", "0,20", [100, 200, 100, 220]),
  ])
  func aResizedLineEndsAtItsBox(_ ends: String, _ size: String, _ wanted: [Double]) throws {
    let bench = try Workbench(pages: 1)
    let (id, base) = try placed(bench, ["--line", ends])
    #expect(try sized(bench, id, size)["strokes"] as? [[Double]] == [wanted])
    #expect(try bench.run(["annotate", bench.document, "--undo"]).status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.document)) == base)
  }

  @Test func aLineNeedsALength() throws {
    let bench = try Workbench(pages: 1)
    let line = try placed(bench, ["--line", "100,200,200,260"]).id
    for size in ["0,0", "1,1", "-5,20", "20", "0,9999"] {
      let result = try bench.run(["annotate", bench.document, "--edit", line, "--size=\(size)"])
      #expect(result.status == 2 && !result.errors.isEmpty, "\(size)")
    }
  }

  @Test func resizedInkIsScaledToItsBox() throws {
    let bench = try Workbench(pages: 1)
    let (id, base) = try placed(bench, ["--ink", "100,200,150,250,200,200;100,300,200,300"])
    let after = try sized(bench, id, "203.5,53.5")
    #expect(after["box"] as? [Double] == [98.25, 198.25, 301.75, 251.75])
    #expect(
      after["strokes"] as? [[Double]] == [[100, 200, 200, 225, 300, 200], [100, 250, 300, 250]])
    #expect(try bench.run(["annotate", bench.document, "--undo"]).status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.document)) == base)
    // A flat stroke lies in the middle of its box.
    let flat = try placed(bench, ["--ink", "100,400,200,400"]).id
    let high = try sized(bench, flat, "103.5,23.5")
    #expect(high["strokes"] as? [[Double]] == [[100, 410, 200, 410]])
  }
}
