import DocumentModel
import Files
import Glibc
import Platform
import Program
import Remote
import Services

/// A Recto that runs, as it describes itself.
struct RunningRecto {
  let client: RemoteClient
  let name: String
  let folder: String
  let documents: [String]

  /// The one that is meant, or a sentence that says why there is none.
  enum Choice {
    case one(RunningRecto)
    case none(String)
  }

  /// Milliseconds that a running Recto has to describe itself.
  private static let patience: Int32 = 1_000

  /// Connects to a socket; nil if none answers there in time.
  private init?(_ path: String) {
    guard let client = RemoteClient(path) else { return nil }
    let facts = JSON.array([.string("server"), .string("documents")])
    guard
      case .result(.object(let members), _) = client.ask(
        [("id", .count(0)), ("get", facts)], milliseconds: Self.patience),
      case .object(let server)? = members["server"],
      case .list(let documents)? = members["documents"]
    else { return nil }
    self.client = client
    name = server["name"]?.text ?? ""
    folder = server["folder"]?.text ?? ""
    self.documents = documents.compactMap {
      if case .object(let members) = $0 { members["path"]?.text } else { nil }
    }
  }

  /// Whether a Recto that may be suspended has the socket open.
  private static func isListening(_ name: String) -> Bool {
    RemoteClient(RemoteFolder.socket(named: name)) != nil
  }

  private static let silence =
    "does not reply: Recto is suspended (fg resumes it), has lent its terminal to another program, or serves too many programs"

  /// All that run, in the order of their names.
  private static var all: [RunningRecto] {
    RemoteFolder.names.compactMap { RunningRecto(RemoteFolder.socket(named: $0)) }
  }

  /// Chooses a running Recto: by `wanted` (a name, a socket, a document it has open or its folder), else by `RECTO_SERVER`, else by the
  /// document it is about, else the one in the current folder, else the only one.
  static func choose(_ wanted: String?, holding path: String? = nil) -> Choice {
    if let objection = RemoteFolder.distrust { return .none(objection) }
    if let wanted { return named(wanted) }
    if let socket = getenv(StartScreen.serverVariable).map({ SystemPath.text($0) }),
      let running = RunningRecto(socket)
    {
      return .one(running)
    }
    let all = all
    if let path, let holder = all.first(where: { $0.documents.contains(path) }) {
      return .one(holder)
    }
    let here = all.filter { $0.folder == CurrentFolder.path }
    let few = here.isEmpty ? all : here
    guard let first = few.first else {
      let silent = RemoteFolder.names.filter(isListening).joined(separator: ", ")
      return .none(
        silent.isEmpty ? "no Recto is running; start one first" : "\(silent) \(silence)")
    }
    guard few.count > 1 else { return .one(first) }
    let names = few.map { running in
      let document = running.documents.first.map { " (\(PathParts.name(of: $0)))" } ?? ""
      return running.name + document
    }
    return .none("several are running: \(names.joined(separator: ", ")); choose with --server NAME")
  }

  /// Returns the one that has a document open: the named one if one is named, else any; nil if there is none.
  static func holder(
    of path: String, named wanted: String?
  ) throws(Arguments.Mistake) -> RunningRecto? {
    guard let wanted else { return all.first { $0.documents.contains(path) } }
    switch named(wanted) {
    case .one(let running): return running
    case .none(let sentence): throw Arguments.Mistake(sentence: sentence)
    }
  }

  private static func named(_ wanted: String) -> Choice {
    let isName = RemoteFolder.objection(to: wanted) == nil
    if isName, let running = RunningRecto(RemoteFolder.socket(named: wanted)) {
      return .one(running)
    }
    if isName, RemoteFolder.names.contains(wanted) {
      return .none(isListening(wanted) ? "\(wanted) \(silence)" : "\(wanted) has ended")
    }
    if PathParts.isAbsolute(wanted), let running = RunningRecto(wanted) { return .one(running) }
    let path = DocumentFile.absolute(wanted)
    let all = all
    let found =
      all.first { $0.documents.contains(path) } ?? all.first { $0.folder == path }
    if let found { return .one(found) }
    let names = all.map(\.name).joined(separator: ", ")
    return .none(
      "no Recto is called “\(wanted)”, has it open or runs in it"
        + (names.isEmpty ? "; none is running" : "; running: \(names)"))
  }
}
