import Foundation
import Testing

/// Checks names and comments.
@Suite struct LanguageTests {
  /// A type name means one thing in the whole project.
  @Test func noTwoModulesShareATypeName() {
    let declaration =
      /^(?:package |public |final |indirect |@\w+ )*(?:struct|class|enum|actor|protocol|typealias) (\w+)/
    var owners: [String: Set<String>] = [:]
    for module in Project.folders {
      for file in Project.sources(of: module) {
        for line in file.text.split(separator: "\n") {
          guard let match = line.prefixMatch(of: declaration) else { continue }
          owners[String(match.1), default: []].insert(module)
        }
      }
    }
    for (name, modules) in owners where modules.count > 1 {
      #expect(Bool(false), "\(name) is declared in \(modules.sorted().joined(separator: ", "))")
    }
    #expect(owners.count > 500)
  }

  @Test func documentationLinksExist() throws {
    let resources = try FileManager.default.subpathsOfDirectory(
      atPath: Project.top.appendingPathComponent("Resources").path)
    let pages = ["README.md"] + resources.filter { $0.hasSuffix(".md") }.map { "Resources/" + $0 }
    for page in pages where !page.contains("templates/") {
      let folder = Project.top.appendingPathComponent(page).deletingLastPathComponent()
      for match in Project.text(of: page).matches(of: /\]\(([^)#:\s]+)(?:#[^)]*)?\)/) {
        let path = folder.appendingPathComponent(String(match.1)).path
        #expect(FileManager.default.fileExists(atPath: path), "\(page) links to \(match.1)")
      }
    }
  }
}
