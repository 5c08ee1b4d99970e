import Foundation
import Testing

/// Checks the sources against the rules of `Resources/ARCHITECTURE.md`.
@Suite struct ArchitectureTests {
  /// The modules that `Package.swift` declares, and the imports each may have.
  private static let modules: [String: Set<String>] = {
    let text = Project.text(of: "Package.swift")
    let declaration =
      /(?:module|program)\(\s*"([\w-]+)"(?:,\s*\[([^\]]*)\])?/
    var modules: [String: Set<String>] = [:]
    for match in text.matches(of: declaration) {
      modules[String(match.1)] = Set((match.2 ?? "").matches(of: /"([\w-]+)"/).map { String($0.1) })
    }
    return modules
  }()

  /// Modules of pure values, which import nothing but each other and small C libraries of pure functions.
  private static let pure: Set = [
    "DocumentModel", "Text", "Wire", "Canvas", "Widgets", "Messages", "Interface",
  ]

  /// Modules that may have threads, queues and locks.
  private static let concurrent: Set = [
    "Annotating", "CommandLine", "Program", "Services", "Remote", "Speech", "Workers", "Library",
    "Files", "Platform", "Postgres",
    "recto-bench",
  ]

  private static func imports(_ text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let place = words.firstIndex(of: "import"), place <= 1, place + 1 < words.count else {
        return nil
      }
      return String(words[place + 1])
    }
  }

  @Test func packageDeclaresAllModules() {
    let cModules = Project.folders.filter {
      $0.first == "C" && $0.dropFirst().first?.isUppercase == true
    }
    #expect(Set(Self.modules.keys) == Set(Project.folders).subtracting(cModules))
  }

  @Test(arguments: modules.keys.sorted()) func modulesImportOnlyDeclaredDependencies(
    _ module: String
  ) {
    let files = Project.sources(of: module)
    #expect(!files.isEmpty)
    var system: Set = ["Glibc", "FoundationEssentials"]
    if Self.concurrent.contains(module) { system.formUnion(["Dispatch", "Synchronization"]) }
    if Self.pure.contains(module) { system = [] }
    for file in files {
      for imported in Self.imports(file.text) {
        #expect(
          Self.modules[module]?.contains(imported) == true || system.contains(imported),
          "\(file.name) imports \(imported)")
      }
    }
  }

  /// Functions and literals that belong to one module.
  private static let owners: [(literal: String, module: String)] = [
    ("chafa_", "Pictures"), ("compress2", "Pictures"), ("cpng_", "Pictures"),
    ("poppler_", "Engine"), ("qpdf_", "Engine"), ("craster_", "Engine"), ("hb_", "Engine"),
    ("cmark_", "Engine"), ("iconv_", "Engine"), ("sqlite3_", "Store"), ("\\u{1b}", "Terminal"),
    ("CREATE TABLE", "Library"), ("g_regex_", "Platform"), ("g_bookmark_", "Platform"),
    ("g_file_", "Platform"), ("g_content_type_", "Platform"), ("g_app_info_", "Platform"),
    ("g_desktop_app_info_", "Platform"), ("g_unix_mount", "Platform"), ("utf8proc_", "Text"),
    ("fribidi_", "Canvas"), ("uchardet_", "Engine"), ("cpostgres_", "Postgres"),
  ]

  /// Escape sequences of pictures are made in Pictures; content types of bytes are detected in the worker; widths of cells are
  /// looked up in Canvas, which does not import Text; texts of shared libraries are compressed in Library.
  private static let shared: Set = [
    "\\u{1b} Pictures", "g_content_type_ Engine", "utf8proc_ Canvas",
    "compress2 Library",
  ]

  @Test func eachLibraryIsCalledInOneModule() {
    // The benchmark is a terminal itself.
    for module in Self.modules.keys where module != "recto-bench" {
      for file in Project.sources(of: module) {
        for owner in Self.owners where owner.module != module {
          if Self.shared.contains("\(owner.literal) \(module)") { continue }
          #expect(!file.text.contains(owner.literal), "\(owner.literal) in \(file.name)")
        }
      }
    }
  }

  @Test func theTopLevelHasOnlyTheKnownEntries() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Project.top.path)
      .filter { !$0.hasPrefix(".") }
    #expect(
      Set(names).subtracting(["Package.resolved"])
        == ["Package.swift", "Sources", "Tests", "Resources", "README.md"])
  }

  @Test func filesAreShort() {
    for module in Project.folders {
      for file in Project.sources(of: module) {
        let count = file.text.split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(count <= 350, "\(file.name) has \(count) lines")
      }
    }
  }
}
