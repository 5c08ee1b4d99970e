import Glibc

/// The account that Recto runs under.
package enum Account {
  /// The user's full name, else the login; empty where the system knows neither.
  package static let name: String = {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(getuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil else {
      return getenv("LOGNAME").map { String(cString: $0) } ?? ""
    }
    let login = entry.pw_name.map { String(cString: $0) } ?? ""
    let full = entry.pw_gecos.map { String(cString: $0) } ?? ""
    // The first field of the comment; & is replaced by the login (passwd(5)).
    let name =
      full.split(separator: ",", omittingEmptySubsequences: false).first.map(String.init) ?? ""
    let whole = name.split(separator: "&", omittingEmptySubsequences: false)
      .joined(separator: login.prefix(1).uppercased() + login.dropFirst())
    return whole.isEmpty ? login : whole
  }()
}
