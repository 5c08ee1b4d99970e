import Foundation
import Glibc

/// Keeps what the robot drives away from everything but its own folder: a file manager under random keys deletes whatever it comes upon.
enum Confinement {
  private static let mark = "RECTO_SOAK_FOLDER"

  /// The folder that may be written to, where we are confined to it.
  static var folder: String? { ProcessInfo.processInfo.environment[mark] }

  /// This program's own file.
  private static let program =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""

  /// Folders that are read: the programs', and the documents' where there is one.
  private static func read(_ documents: String?) -> [String] {
    [(program as NSString).deletingLastPathComponent] + [documents].compactMap(\.self)
  }

  /// Restarts this program where only a folder, and `/tmp` in it, can be written to, without network. Returns if that is impossible.
  ///
  /// Folders that are read and lie in `/tmp` stay in place. Paths are absolute.
  static func enter(_ folder: String, documents: String?, arguments: [String]) {
    // A user who is not root becomes one in a space of his own.
    let space =
      geteuid() == 0 ? ["--mount", "--net"] : ["--user", "--map-root-user", "--mount", "--net"]
    // A mount cannot be deleted: the robot also reaches its own `tmp` by the path of its folder.
    let script = """
      set -e
      folder=$1
      shift
      mount --make-rprivate /
      mount --bind "$folder" "$folder"
      mount --bind "$folder/tmp" "$folder/tmp"
      while [ "$1" != -- ]; do
        mkdir -p "$folder$1"
        mount --bind "$1" "$folder$1"
        # The folder in /tmp that it is below could be renamed otherwise.
        below=${1#/tmp/}
        top="$folder/tmp/${below%%/*}"
        [ "$top" = "$folder$1" ] || mount --rbind "$top" "$top"
        shift
      done
      shift
      mount --rbind "$folder/tmp" /tmp
      # From here on no path leads into what lay below.
      cd "$folder"
      cut -d' ' -f2 /proc/self/mounts | while read -r place; do
        case $place in
          "$folder"|"$folder"/tmp|/tmp|/dev|/dev/*|/proc|/proc/*) ;;
          *) mount -o remount,bind,ro "$place" 2>/dev/null || true ;;
        esac
      done
      \(mark)=$folder exec "$@"
      """
    let words =
      ["unshare"] + space + ["sh", "-c", script, "sh", folder]
      + read(documents).filter { $0.hasPrefix("/tmp/") } + ["--", program] + arguments
    var pointers = words.map { strdup($0) } + [nil]
    execvp("unshare", &pointers)
  }

  /// Whether it holds: nothing can be made where nothing is to be made.
  static func holds(documents: String?) -> Bool {
    let places = ["/", "/usr", "/var/tmp", NSHomeDirectory()] + read(documents)
    return places.allSatisfy { place in
      let path = place + "/recto-soak-\(getpid())"
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
      guard file >= 0 else { return true }
      close(file)
      unlink(path)
      return false
    }
  }
}
