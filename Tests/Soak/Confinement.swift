import Foundation
import Glibc

/// Keeps what the robot drives away from everything but its own folder: a file manager under random keys deletes whatever it comes upon.
enum Confinement {
  private static let mark = "RECTO_SOAK_FOLDER"

  /// The folder that may be written to, where we are confined to it.
  static var folder: String? { ProcessInfo.processInfo.environment[mark] }

  /// Starts this program anew where only a folder, and `/tmp` in it, can be written to, and no network is there. Returns where that cannot be had.
  static func enter(_ folder: String) {
    // A user who is not root becomes one in a space of his own.
    let space =
      geteuid() == 0 ? ["--mount", "--net"] : ["--user", "--map-root-user", "--mount", "--net"]
    // What is mounted cannot be deleted: the robot comes to its own `tmp` by the path of its folder too.
    let script = """
      set -e
      mount --make-rprivate /
      mount --bind "$1" "$1"
      mount --bind "$1/tmp" "$1/tmp"
      mount --bind "$1/tmp" /tmp
      cut -d' ' -f2 /proc/self/mounts | while read -r place; do
        case $place in
          "$1"|"$1"/tmp|/tmp|/dev|/dev/*|/proc|/proc/*) ;;
          *) mount -o remount,bind,ro "$place" 2>/dev/null || true ;;
        esac
      done
      folder=$1
      shift
      \(mark)=$folder exec "$@"
      """
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let words =
      ["unshare"] + space + ["sh", "-c", script, "sh", folder, own]
      + CommandLine.arguments.dropFirst()
    var pointers = words.map { strdup($0) } + [nil]
    execvp("unshare", &pointers)
  }

  /// Whether it holds: nothing can be made where nothing is to be made.
  static var holds: Bool {
    let places = ["/", "/usr", "/var/tmp", NSHomeDirectory()]
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
