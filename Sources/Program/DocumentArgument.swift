import Glibc
package import Interface
import Platform
import Text

/// A document named on the command line and where to begin in it.
package struct DocumentArgument: Equatable {
  package var path: String
  package var start: StartingPoint

  /// `FILE`, `FILE#page=N`, `FILE#page=N&char=K`, `FILE#nameddest=X`, `FILE#X` or `FILE:N`; an existing file with the whole name wins.
  /// `recto://` and `file://` URIs with an absolute path are accepted, too.
  package init(_ text: String, exists: (String) -> Bool = { SystemPath.isThere($0) }) {
    var text = text
    if !exists(text), let address = FileURI.readable(text) {
      text = address.path + (address.fragment.isEmpty ? "" : "#" + address.fragment)
    }
    path = text
    start = .remembered
    guard !exists(text) else { return }
    // The page may be named by a hash of its own, as #12.
    let hashes = text.ranges(of: "#page=") + text.ranges(of: "#part=")
    if let hash = hashes.map(\.lowerBound).max() ?? text.lastIndex(of: "#") {
      let rest = text[text.index(after: hash)...]
      let file = String(text[..<hash])
      // A fragment alone is a name (RFC 8118), as that of a heading, or a part of the file's name.
      if let point = StartingPoint(fragment: rest), point != .named(String(rest)) || exists(file) {
        (start, path) = (point, file)
      }
    } else if let colon = text.lastIndex(of: ":") {
      let number = text[text.index(after: colon)...]
      if !number.isEmpty, number.allSatisfy(\.isNumber), exists(String(text[..<colon])) {
        path = String(text[..<colon])
        start = .page(String(number))
      }
    }
  }
}
