/// Completion for fish, a line for each option.
struct FishCompletion {
  let words: CompletionCandidates

  var script: String {
    let first = "__fish_use_subcommand"
    var lines = [
      "# fish completion for recto; made by: recto --completion fish",
      "# Folders and what Recto opens; any file where there is none of those.",
      "function __recto_documents",
      "  set -l all (__fish_complete_path (commandline -ct))",
      "  set -l found (string match -ire -- '^(?:[^\\t]*(?:/|\\.(?:\(endings)))|(?:[^\\t]*/)?(?:\(names)))(?:\\t.*)?$' $all)",
      "  if test (count $found) -gt 0",
      "    printf '%s\\n' $found",
      "  else",
      "    printf '%s\\n' $all",
      "  end",
      "end",
      "complete -c recto -f",
    ]
    for subcommand in words.subcommands {
      lines.append(
        "complete -c recto -n \(first) -a \(subcommand.name) -d \(Self.quoted(subcommand.summary))")
    }
    let all = words.subcommands.map(\.name).joined(separator: " ")
    lines.append(
      "complete -c recto -n 'not __fish_seen_subcommand_from \(all)' -a '(__recto_documents)'")
    lines += options(of: words.own, when: first)
    for subcommand in words.subcommands {
      let condition = "'__fish_seen_subcommand_from \(subcommand.name)'"
      if let operand = operand(subcommand.takes) {
        lines.append("complete -c recto -n \(condition) \(operand)")
      }
      lines += options(of: words.form(of: subcommand), when: condition)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var endings: String {
    words.endings.map { $0.split(separator: ".").joined(separator: "\\.") }.joined(separator: "|")
  }

  private var names: String {
    words.names.map { $0.split(separator: ".").joined(separator: "\\.") }.joined(separator: "|")
  }

  private func options(of form: OptionForm, when condition: String) -> [String] {
    (form.flags.map { ($0, OptionForm.Value?.none) } + form.valued.map { ($0.key, $0.value) })
      .sorted { $0.0 < $1.0 }.map { name, value in
        let letters = form.short.filter { $0.value == name }.keys.sorted().map { " -s \($0)" }
        return "complete -c recto -n \(condition) -l \(name)\(letters.joined())"
          + (value.map { " " + Self.argument($0) } ?? "")
      }
  }

  private static func argument(_ value: OptionForm.Value) -> String {
    switch value {
    case .text: "-x"
    case .file: "-r -F"
    case .folder: "-x -a '(__fish_complete_directories)'"
    case .oneOf(let words): "-x -a \(quoted(words.joined(separator: " ")))"
    }
  }

  private func operand(_ takes: Subcommand.Operands) -> String? {
    switch takes {
    case .documents: "-a '(__recto_documents)'"
    case .files: "-F"
    case .folders: "-a '(__fish_complete_directories)'"
    case .command, .topic:
      words.words(of: takes).map { "-a \(Self.quoted($0.joined(separator: " ")))" }
    case .nothing: nil
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "'"
    for character in text {
      if character == "'" || character == "\\" { result.append("\\") }
      result.append(character)
    }
    return result + "'"
  }
}
