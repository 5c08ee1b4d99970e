import Canvas
import Pictures

/// The title of the terminal's window, and its clipboard.
extension Screen {
  package func setTitle(_ title: String) {
    let clean = title.unicodeScalars.compactMap { Surface.shown($0.value) }
    send(
      "\u{1b}]2;" + String(String.UnicodeScalarView(clean.compactMap(Unicode.Scalar.init)))
        + "\u{1b}\\")
  }

  /// Copies text to the terminal's clipboard (OSC 52); works over ssh, and in tmux if that allows programs to
  /// set it.
  package func copyToClipboard(_ text: String) {
    let encoded = String(decoding: Base64.encode(Array(text.utf8)), as: UTF8.self)
    send("\u{1b}]52;c;" + encoded + "\u{1b}\\")
  }
}
