package import Library
import Postgres

/// Sentences about shared libraries.
package enum SharedStrings {
  /// Why a shared library cannot be used, and what to do; `name` is the library's, or its address.
  package static func text(_ error: SharedLibraryError, _ name: String) -> String {
    switch error {
    case .database(let error): text(error, name)
    case .notALibrary:
      "\(name): the database has no library of Recto; recto share init sets one up"
    case .notEmpty(let other):
      "\(name): the database is not empty, it has \(other); name an empty one, or add --force to set the library up beside it"
    case .newer(let form):
      "\(name): the library is newer than this Recto (form \(form)); update Recto"
    case .older(let form):
      "\(name): the library is older than this Recto (form \(form)); its keeper upgrades it with recto share init"
    case .another:
      "\(name): the database has another library than the one that was joined; recto share leave \(name), and join again"
    case .notTheFirst:
      "\(name): this database is one of several of a library; name the first, whose keeper added it with recto share add-shard"
    case .notAMember(let role):
      "\(name): \(role) is not admitted to this library; its keeper admits you with recto share grant"
    case .folderMissing(let folder):
      "\(name): \(folder) is missing or empty; mount it, or name another folder with recto share join --root"
    case .noWorker: "documents cannot be read: no worker starts; recto doctor says why"
    case .part(let number, let error): text(error, "\(name), database \(number)")
    case .nonsense(let reason): "\(name): the server's answer is not that of a library: \(reason)"
    }
  }

  /// The same for results, which go on without the library, or with what is kept of it.
  package static func screen(_ error: SharedLibraryError, _ name: String, isKept: Bool) -> String {
    guard case .database(let error) = error, [.unreachable, .late].contains(error.kind) else {
      return text(error, name)
    }
    let rest =
      isKept ? "what is kept of it here is searched" : "documents of this machine are searched"
    return "the shared library \(name) does not answer; \(rest)"
  }

  /// Why annotations were not exchanged.
  package static func text(_ failure: EditExchange.Failure, _ name: String) -> String {
    switch failure {
    // The reason is of no use to the user, who sees this while reading.
    case .server(.database(let error))
    where [.unreachable, .late].contains(error.kind) || error.state.hasPrefix("57"):
      "\(name): the server does not answer"
    case .server(let error): text(error, name)
    case .library(let trouble): "\(name): the local library cannot be used: \(trouble.file)"
    }
  }

  private static func text(_ error: PostgresError, _ name: String) -> String {
    switch error.kind {
    case .noLibrary: "libpq is not installed; install it to use shared libraries (Debian: libpq5)"
    // The address is not repeated: it may have a password.
    case .address: "the address cannot be used: \(error.message)"
    case .unreachable: "\(name): the server does not answer: \(error.message)"
    case .passwordMissing:
      "\(name): the server asks for a password; write it into ~/.pgpass as host:port:database:user:password (chmod 600)"
    case .passwordRefused: "\(name): the password is wrong; correct it in ~/.pgpass"
    case .certificate where error.message.contains("expired"):
      "\(name): the server's certificate, or its authority's, has expired; the server's administrator renews it"
    case .certificate:
      "\(name): the server's certificate is not valid: \(error.message); its authority's certificate belongs in ~/.postgresql/root.crt"
    case .refused: "\(name): the server refuses the connection: \(error.message)"
    case .late: "\(name): the server takes too long to answer"
    case .cancelled: "\(name): stopped"
    case .malformed: "\(name): the server's answer makes no sense: \(error.message)"
    case .statement where error.isForbidden:
      "\(name): this is not permitted: \(reason(error))"
    // No space is left on the server's disk.
    case .statement where error.state == "53100":
      "\(name): the server's disk is full; nothing was lost here, and it goes on when there is space"
    case .statement where error.isOfStandby:
      "\(name): the server that answers is a standby and takes no changes; try again when the primary is back"
    case .statement: "\(name): the server reports an error: \(reason(error))"
    }
  }

  /// The functions that only keepers execute.
  private static let keeping: Set<String> = [
    "admit", "dismiss", "members", "make_collection", "hide", "become_part", "add_shard",
  ]

  /// Returns the first part of a server's message: what follows is its context.
  private static func reason(_ error: PostgresError) -> String {
    let first = error.message.split(separator: ";").first.map(String.init) ?? error.message
    // The names of functions tell the user nothing.
    if let function = first.split(separator: "permission denied for function ").last,
      first.contains("permission denied for function ")
    {
      return keeping.contains(String(function))
        ? "it is for keepers of the library"
        : "it is for people who may add documents; its keeper permits it with recto share grant --write"
    }
    return first.replacing("ERROR:", with: "").drop { $0 == " " }.description
  }

  /// The parts of a library that a search could not ask; `isKept` says that what is kept of it on this machine was searched.
  package static func text(
    _ missing: SharedSearcher.Missing, _ name: String, isKept: Bool = false
  ) -> String {
    if missing.parts > 0 {
      let (verb, rest) =
        missing.parts == 1
        ? ("does", "what it has is missing here") : ("do", "what they have is missing here")
      let sentence =
        "\(missing.parts) of \(missing.allParts) parts of \(name) \(verb) not answer; "
        + (isKept ? "what is kept of it here is searched" : rest)
      guard let reason = missing.reason, !reason.isTransient else { return sentence }
      return "\(sentence): \(text(reason, name))"
    }
    guard missing.unknown == 0 else {
      return
        "\(missing.unknown) of \(missing.allParts) parts of \(name) are of another version of Recto; what they have is missing here"
    }
    guard !missing.hasOtherRights else {
      return
        "the databases of \(name) differ in what you may read, and documents may be missing here; its keeper repeats the last recto share grant or revoke"
    }
    guard !missing.lacksTags else {
      return "the tags of \(name) cannot be stored on this machine; what has them is missing here"
    }
    guard missing.waiting > 0 else {
      let documents = missing.damaged == 1 ? "1 document" : "\(missing.damaged) documents"
      return
        "the stored text of \(documents) of \(name) is damaged; what the damaged pages have is missing here"
    }
    let files =
      missing.waiting == 1 ? "1 file of \(name) waits" : "\(missing.waiting) files of \(name) wait"
    return "\(files) to be read; what is in there is missing here"
  }
}
