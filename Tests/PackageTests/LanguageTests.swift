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

  /// Constructions that read as German word order or private language, with what to write instead.
  private static let banned = [
    ("^(?:What|Who|Whoever|Of what) ", "a subject"),
    (#"(?i)\banew\b"#, "again, re-"), (#"(?i)\bwhoever\b"#, "a subject"),
    (#"(?i)\bwish(?:es|ed)?\b"#, "request"), (#"(?i)\bdeeds?\b"#, "edit, entry"),
    (#"\btold\b(?! to\b)"#, "reported, shown"), (#"(?i)\bto be had\b"#, "available"),
    (#"(?i)\bwhat is of\b"#, "a noun"), (#"(?i)\bthe house\b"#, "architecture"),
    (#"\bone (?:stands|reads|stops|goes|types|looks|comes)\b"#, "you, the user"),
    (#"(?i)\bis like (?:that|those|what)\b"#, "equals"),
  ]

  /// Comments are in plain technical English; names in backticks are left out.
  @Test func commentsAreInPlainEnglish() throws {
    // Foundation's expressions: Swift's take minutes over all comments in a debug build.
    let rules = try Self.banned.map { pattern, instead in
      (try NSRegularExpression(pattern: pattern), instead)
    }
    let name = try NSRegularExpression(pattern: "`[^`]*`")
    func whole(_ text: String) -> NSRange { NSRange(location: 0, length: text.utf16.count) }
    for module in Project.folders {
      for file in Project.sources(of: module) {
        var isContinued = false
        for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false)
          .enumerated()
        {
          let code = line.drop { $0 == " " }
          guard code.hasPrefix("//") else {
            isContinued = false
            continue
          }
          let comment = String(code.drop { $0 == "/" }.drop { $0 == " " })
          let text = name.stringByReplacingMatches(
            in: comment, range: whole(comment), withTemplate: "")
          for (index, rule) in rules.enumerated() where index > 0 || !isContinued {
            guard rule.0.firstMatch(in: text, range: whole(text)) != nil else { continue }
            Issue.record("\(file.name):\(number + 1): write \(rule.1): \(line)")
          }
          isContinued = true
        }
      }
    }
  }

  @Test func theBenchExplainsItsOptions() {
    let usage = Project.text(of: "Sources/recto-bench/Usage.swift")
    for match in Project.text(of: "Sources/recto-bench/main.swift").matches(of: /case "(--[a-z]+)"/)
    where match.1 != "--help" {
      #expect(usage.contains(match.1), "recto-bench takes \(match.1)")
    }
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
