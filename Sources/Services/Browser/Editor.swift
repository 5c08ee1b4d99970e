import Glibc
import DocumentModel
import Platform

/// The user's editor: `$VISUAL`, else `$EDITOR`, else the setting, else the system's.
package enum Editor {
  /// The command as written in a shell.
  package static func command(settings: String) -> String {
    let requested = ["VISUAL", "EDITOR"].compactMap { (name: String) -> String? in
      getenv(name).map { String(cString: $0) }
    }
    return (requested + [settings]).first { !$0.isEmpty } ?? "editor"
  }

  /// Returns the words that edit a file, with the cursor in a line (from 1) if given and the editor supports it.
  package static func words(_ command: String, _ path: String, line: Int? = nil) -> [String] {
    // The shell splits the command into words, as the user quoted them.
    let shell = ["/bin/sh", "-c", command + " \"$@\"", "sh"]
    guard let line, line > 1 else { return shell + [path] }
    return shell + words(path, line, of: program(in: command))
  }

  private static func words(_ path: String, _ line: Int, of program: String) -> [String] {
    switch manners[program] {
    case .plusBefore: ["+\(line)", path]
    case .colonAfter: ["\(path):\(line)"]
    case .goto: ["--goto", "\(path):\(line)"]
    case nil: [path]
    }
  }

  private enum Manner { case plusBefore, colonAfter, goto }

  /// How editors take a line number, from their manuals.
  private static let manners: [String: Manner] = [
    "editor": .plusBefore, "emacs": .plusBefore, "emacsclient": .plusBefore, "ex": .plusBefore,
    "gvim": .plusBefore, "joe": .plusBefore, "kak": .plusBefore,
    "mcedit": .plusBefore, "mg": .plusBefore, "micro": .plusBefore, "nano": .plusBefore,
    "ne": .plusBefore, "nvi": .plusBefore, "nvim": .plusBefore, "vi": .plusBefore,
    "view": .plusBefore, "vim": .plusBefore, "vis": .plusBefore,
    "helix": .colonAfter, "hx": .colonAfter, "subl": .colonAfter, "zed": .colonAfter,
    "code": .goto, "codium": .goto,
  ]

  /// Whether an editor has its own window: its command may end long before it does, so changes are watched.
  static func goesOn(_ command: String) -> Bool { windowed.contains(program(in: command)) }

  private static let windowed: Set<String> = [
    "atom", "code", "codium", "featherpad", "geany", "gedit", "gnome-text-editor", "gvim", "kate",
    "kwrite", "leafpad", "mousepad", "pluma", "subl", "xdg-open", "xed", "zed", "zeditor",
  ]

  /// The program's own name in a line of the shell, its folder left out.
  private static func program(in command: String) -> String {
    let word = command.split(separator: " ").first.map(String.init) ?? ""
    return PathParts.name(of: word)
  }
}
