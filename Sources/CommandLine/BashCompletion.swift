/// Completion for bash that uses builtins only.
struct BashCompletion {
  let words: CompletionCandidates

  var script: String {
    let names = words.subcommands.map(\.name)
    return """
      # bash completion for recto; made by: recto --completion bash
      _recto_files() {
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$1")
      }
      _recto_folders() {
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -d -- "$1")
      }
      # Folders and what Recto opens; any file where there is none of those.
      _recto_documents() {
        local path name
        compopt -o filenames 2>/dev/null
        while IFS= read -r path; do
          name=${path##*/}
          # Hidden ones only where they are asked for.
          case $name:${1##*/} in
            .*:.*) ;;
            .*) continue ;;
          esac
          case ${name,,} in
            \(patterns)) COMPREPLY+=("$path") ;;
            *) [ -d "${path/#\\~/$HOME}" ] && COMPREPLY+=("$path") ;;
          esac
        done < <(compgen -f -- "$1")
        [ ${#COMPREPLY[@]} -gt 0 ] || _recto_files "$1"
      }
      _recto_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$2"); }
      _recto() {
        local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} sub= word i
        COMPREPLY=()
        # An = parts words here.
        if [ "$cur" = = ]; then
          cur=
        elif [ "$prev" = = ] && [ "$COMP_CWORD" -gt 1 ]; then
          prev=${COMP_WORDS[COMP_CWORD - 2]}
        fi
        # Files are looked for by their names, not as they are quoted.
        cur=${cur#[\\"\\']} cur=${cur//\\\\/}
        if [ "$COMP_CWORD" -gt 1 ]; then
          case ${COMP_WORDS[1]} in
            \(names.joined(separator: "|"))) sub=${COMP_WORDS[1]} ;;
          esac
        fi
        for ((i = 1; i < COMP_CWORD; i++)); do
          [ "${COMP_WORDS[i]}" = -- ] && prev= word=--
        done
        case $sub:$prev in
      \(values)
        esac
        if [ -z "$word" ]; then
          case $sub:$cur in
      \(options)
          esac
        fi
        case $sub in
      \(operands)
          "") _recto_documents "$cur"
            if [ "$COMP_CWORD" -eq 1 ]; then
              mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "\(names.joined(separator: " "))" -- "$cur")
            fi ;;
          *) _recto_documents "$cur" ;;
        esac
      }
      complete -F _recto recto

      """
  }

  private var patterns: String {
    (words.endings.map { "*." + $0 } + words.names).joined(separator: "|")
  }

  /// Each subcommand's name with its options; the program's own are under an empty name.
  private var forms: [(name: String, form: OptionForm)] {
    words.subcommands.map { ($0.name, words.form(of: $0)) } + [("", words.own)]
  }

  /// Completes the values of options.
  private var values: String {
    forms.flatMap { name, form in
      form.wanting.map { option in
        let pattern = option.words.map { "\(name):\($0)" }.joined(separator: "|")
        return "    \(pattern)) \(Self.command(option.value))return ;;"
      }
    }.joined(separator: "\n")
  }

  private static func command(_ value: OptionForm.Value) -> String {
    switch value {
    case .text: ""
    case .file: "_recto_files \"$cur\"; "
    case .folder: "_recto_folders \"$cur\"; "
    case .oneOf(let words): "_recto_words \"\(words.joined(separator: " "))\" \"$cur\"; "
    }
  }

  private var options: String {
    forms.map { name, form in
      "      \(name):-*) _recto_words \"\(form.words.joined(separator: " "))\" \"$cur\"; return ;;"
    }.joined(separator: "\n")
  }

  private var operands: String {
    let named: [(Subcommand.Operands, String)] = [Subcommand.Operands.command, .topic].map {
      let list = words.words(of: $0) ?? []
      return ($0, "_recto_words \"\(list.joined(separator: " "))\" \"$cur\"")
    }
    let rows: [(Subcommand.Operands, String)] =
      named + [
        (.files, "_recto_files \"$cur\""), (.folders, "_recto_folders \"$cur\""), (.nothing, ":"),
      ]
    return rows.map { kind, command in
      let names = words.subcommands.filter { $0.takes == kind }.map(\.name)
      return "    \(names.joined(separator: "|"))) \(command) ;;"
    }.joined(separator: "\n")
  }
}
