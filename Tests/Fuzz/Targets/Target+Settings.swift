import DocumentModel
import Glibc
import Program

/// The user's own files, which a slip of the hand may have spoiled.
extension Target {
  static let settings =
    [
      ("keys", "{ // keys\n \"j\": \"line-down\", 'browse:ctrl+l': \"refresh\", \"g g\": \"\", }"),
      (
        "themes",
        "{\"mine\": {\"dim\": \"#808080\", accent: \"#0af\", warning: \"#f00\"}, dark: null}"
      ),
      (
        "settings",
        "{theme: \"dark\", author: \"Ada\", annotationColors: [{name: \"rot\", letter: \"r\", color: \"#ff0000\", meaning: \"no\"}]}"
      ),
      (
        "actions",
        "[{name: \"Print\", command: \"lp {}\", key: \"P\", types: [\"pdf\"], terminal: true}]"
      ),
      (
        "document-types",
        "{types: {\"org.x\": {name: \"X\", extensions: [\".x\"], magic: [{at: [0, 4], hex: \"00ff\"}]}}, kinds: {}}"
      ),
    ].map { name, text in
      Target(name: name + "-settings", seeds: { [Array(text.utf8)] }, words: words) { bytes in
        let file = Scratch.file(name + ".json5", bytes)
        defer { unlink(file) }
        let problems = Settings.problems(in: Scratch.folder)
        return problems.contains(where: \.isEmpty) ? "a problem without words" : nil
      }
    } + [
      Target(name: "templates", seeds: { templates }, words: ["{{", "}}", "{{#", "{{/", "{{^"]) {
        bytes in
        let template = Template(name: "T", text: bytes.text, fileName: bytes.text)
        let values = Template.Values(
          title: "A {{title}}", author: "*Ada*", path: "/a b", date: "2026-01-01")
        _ = template.filled(values)
        let scope = Template.Scope(
          words: ["title": "A", "note": "x\ny"],
          lists: ["annotations": [Template.Scope(words: ["note": "*"]), Template.Scope()]])
        for ending in ["md", "org", "html", "txt"] {
          _ = try? template.filled(scope, Template.Escaping(ofFileNamed: "a." + ending))
        }
        return nil
      }
    ]

  private static let words = [
    "{", "}", "[", "]", ":", ",", "\"", "'", "//", "/*", "*/", "\\", "null", "true", "NaN",
    "Infinity", "+1", ".5", "0x10", "\"key\":", "\"ctrl+alt+f12\"",
  ]

  private static let templates = [
    "# {{title}}\n{{cursor}}\n{{#annotations}}\n> {{note}} {{^note}}-{{/note}}\n{{/annotations}}\n",
    "{{link}} {{name}} {{citation}}", "{{#annotations}}{{#annotations}}{{/annotations}}",
  ].map { Array($0.utf8) }
}
