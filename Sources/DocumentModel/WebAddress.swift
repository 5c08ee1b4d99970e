/// The addresses that Recto hands to a browser or a mail program.
package enum WebAddress {
  private static let schemes = ["http://", "https://", "mailto:", "ftp://"]

  package static func isOpened(_ address: String) -> Bool {
    schemes.contains { address.lowercased().hasPrefix($0) }
  }
}
