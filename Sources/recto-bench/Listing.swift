import Glibc

/// A program that lists folders on the screen, and how it is made to filter.
struct Listing {
  var name: String
  var path: String
  var arguments: [String] = []
  /// What is typed before letters that are to be filtered by, and behind them.
  var filter = (before: "/", after: "")
  /// It says where a frame ends; with others the frame ends when nothing comes any more.
  var marksFrames = false

  /// The same in all of them.
  static let down = "j"
  static let windowDown = "\u{1b}[6~"
  static let last = "G"

  /// nnn and ranger as Debian has them; those that are not there are told of.
  static var peers: [Listing] {
    [
      ("nnn", [], ("/", "")),
      // Without the user's own settings, as Recto and nnn run in this measurement; what is typed ahead is kept.
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

  func start(in folder: String, remembering home: String) throws(Command.Failure) -> Session {
    try Session(path, arguments + [folder], folder: home)
  }

  /// Types a key and gives the milliseconds to the end of what it painted.
  func frameTime(of key: String, in session: Session) throws(Command.Failure) -> Double {
    marksFrames ? try session.frameTime(of: key) : try session.paintTime(of: key)
  }
}
