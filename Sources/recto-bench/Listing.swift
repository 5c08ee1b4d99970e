import Glibc

/// A program that lists folders on the screen, and the keys for its filter.
struct Listing {
  var name: String
  var path: String
  var arguments: [String] = []
  /// The keys typed before and after the filter's letters.
  var filter = (before: "/", after: "")
  /// Whether it marks the ends of frames; otherwise a frame ends when output pauses.
  var marksFrames = false

  /// The same in all of these programs.
  static let down = "j"
  static let windowDown = "\u{1b}[6~"
  static let last = "G"

  /// nnn and ranger as packaged by Debian; a warning is printed for each that is missing.
  static var peers: [Listing] {
    [
      ("nnn", [], ("/", "")),
      // Without the user's settings, as for Recto and nnn in this measurement; type-ahead is kept.
      ("ranger", ["--clean", "--cmd=set flushinput false"], ("zf", "\r")),
    ].compactMap { name, arguments, filter in
      let folders = ["/usr/local/bin/", "/usr/bin/", "/bin/"]
      guard let folder = folders.first(where: { access($0 + name, X_OK) == 0 }) else {
        warn("\(name) is not installed and left out")
        return nil
      }
      return Listing(name: name, path: folder + name, arguments: arguments, filter: filter)
    }
  }

  func start(in folder: String, remembering home: String) throws(ProgramRun.Failure)
    -> TerminalSession
  {
    try TerminalSession(path, arguments + [folder], folder: home)
  }

  /// Types a key; returns the milliseconds to the end of its output.
  func frameTime(of key: String, in session: TerminalSession) throws(ProgramRun.Failure) -> Double {
    marksFrames ? try session.frameTime(of: key) : try session.paintTime(of: key)
  }
}
