import Glibc

/// The programs Recto is compared with, and their Debian packages.
enum Peer {
  static let packages = [
    "pdftotext": "poppler-utils", "pdftoppm": "poppler-utils", "pdftocairo": "poppler-utils",
    "mutool": "mupdf-tools", "pdfgrep": "pdfgrep", "recollindex": "recollcmd",
    "recollq": "recollcmd", "ranger": "ranger", "nnn": "nnn",
  ]

  static func isInstalled(_ name: String) -> Bool {
    let folders = (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin").split(separator: ":")
    return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// Whether a figure is a peer's rather than Recto's.
  static func owns(_ figure: String) -> Bool {
    let name = figure.drop { $0 == " " }
    return (Array(packages.keys) + ["recoll"]).contains { name.hasPrefix($0) }
  }
}
