/// Completion for zsh, by `_arguments`.
struct ZshCompletion {
  let words: CompletionCandidates

  var script: String {
    let names = words.subcommands.map {
      "    \(Self.quoted("\($0.name):\($0.summary.split(separator: ":").joined(separator: ","))"))"
    }
    let cases = words.subcommands.map { subcommand in
      "      \(subcommand.name))\n        _arguments -s : \\\n"
        + (Self.specifications(of: words.form(of: subcommand))
        + [operand(subcommand.takes)].compactMap(\.self))
        .map { "          \($0)" }.joined(separator: " \\\n") + " ;;"
    }
    let own = Self.specifications(of: words.own).map { "    \($0) \\\n" }.joined()
    return """
      #compdef recto
      # zsh completion for recto; made by: recto --completion zsh
      _recto_documents() {
        _files -g '(#i)(\(patterns))(-.)'
      }
      _recto_subcommands() {
        local -a subcommands=(
      \(names.joined(separator: "\n"))
        )
        _describe -t commands subcommand subcommands
      }
      _recto_first() {
        _alternative 'commands:subcommand:_recto_subcommands' 'files:document:_recto_documents'
      }
      _recto() {
        if (( CURRENT > 2 )); then
          case $words[2] in
            \(words.subcommands.map(\.name).joined(separator: "|")))
              local subcommand=$words[2]
              shift words
              (( CURRENT-- ))
              _recto_of $subcommand
              return ;;
          esac
        fi
        _arguments -s : \\
      \(own)    '1: :_recto_first' \\
          '*: :_recto_documents'
      }
      _recto_of() {
        case $1 in
      \(cases.joined(separator: "\n"))
        esac
      }
      if [ "$funcstack[1]" = _recto ]; then _recto "$@"; else compdef _recto recto; fi

      """
  }

  private var patterns: String {
    "*.(" + words.endings.joined(separator: "|") + ")|" + words.names.joined(separator: "|")
  }

  /// Each option as `_arguments` takes it; all may come more than once, for some do.
  private static func specifications(of form: OptionForm) -> [String] {
    let letters = form.short.sorted { $0.key < $1.key }
    let flags =
      form.flags.sorted().map { "*--\($0)" }
      + letters.filter { form.valued[$0.value] == nil }.map { "*-\($0.key)" }
    let valued =
      form.valued.sorted { $0.key < $1.key }.map { "*--\($0.key)=" + action($0.value) }
      + letters.compactMap { letter, name in
        form.valued[name].map { "*-\(letter)+" + action($0) }
      }
    return (flags + valued).map(quoted)
  }

  private static func action(_ value: OptionForm.Value) -> String {
    switch value {
    case .text: ":value: "
    case .file: ":file:_files"
    case .folder: ":folder:_files -/"
    case .oneOf(let words): ":value:(\(words.joined(separator: " ")))"
    }
  }

  private func operand(_ takes: Subcommand.Operands) -> String? {
    switch takes {
    case .documents: Self.quoted("*:document:_recto_documents")
    case .files: Self.quoted("*:file:_files")
    case .folders: Self.quoted("*:folder:_files -/")
    case .command, .topic:
      words.words(of: takes).map { Self.quoted("1:word:(\($0.joined(separator: " ")))") }
    case .nothing: nil
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}
