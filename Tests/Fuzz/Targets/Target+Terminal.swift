import Canvas
import Terminal
import TestSupport

/// Terminal input, in arbitrary pieces.
extension Target {
  static let terminal = [
    Target(name: "input", seeds: { inputs.map { Array($0.utf8) } }, words: inputs) { bytes in
      var decoder = InputDecoder()
      // The first byte says in how large pieces it comes.
      let size = max(1, Int(bytes.first ?? 1) % 64)
      var found: [Input] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        found += decoder.feed(Array(bytes[start..<min(bytes.count, start + size)]))
        if bytes[start] & 7 == 0 { found += decoder.timeout() }
      }
      found += decoder.timeout()
      _ = decoder.takePictureAnswers()
      for case .paste(let text) in found
      where text.unicodeScalars.contains(where: {
        $0.value < 0x20 && $0 != "\n" && $0 != "\t" || (0x7F..<0xA0).contains($0.value)
      }) {
        return "a control was pasted"
      }
      return nil
    },
    Target(name: "tmux-facts", seeds: { [Array("1 0 0 80 24 %1 /dev/pts/1".utf8)] }) { bytes in
      _ = TmuxFacts(bytes.text)
      return nil
    },
    // Whatever a text is, no cell holds what steers a terminal.
    Target(name: "cells", seeds: { [Array("a\u{301}日本 \u{1b}[31m שלום".utf8)] }) { bytes in
      var surface = Surface(size: Size(width: 40, height: 4))
      for (row, x) in [-3, 0, 20, 38].enumerated() {
        surface.put(bytes.text, x: x, y: row, style: Style())
      }
      let isHarmful = surface.rows().joined().unicodeScalars.contains {
        $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || (0x202A...0x202E).contains($0.value)
          || (0x2066...0x2069).contains($0.value)
      }
      return isHarmful ? "a control is in a cell" : nil
    },
  ]

  private static let inputs = [
    "jk\u{1b}[A\u{1b}OB\u{1b}[5~\u{1b}[1;5C", "\u{1b}[<0;10;20M\u{1b}[<0;10;20m\u{1b}[<64;1;1M",
    "\u{1b}[200~pasted\u{1b}[201~", "\u{1b}]11;rgb:1e1e/1e1e/1e1e\u{1b}\\", "\u{1b}[?62;4;22c",
    "\u{1b}P>|kitty(0.26.5)\u{1b}\\", "\u{1b}_Gi=31;OK\u{1b}\\", "\u{1b}[?2026;2$y",
    "\u{1b}[6;20;10t\u{1b}[4;480;800t\u{1b}[0n", "\u{1b}[?1;0;256S\u{1b}[?2;0;800;480S",
    "\u{1b}[27;5;106~\u{1b}[106;5u", "\u{1b}[I\u{1b}[O", "é日😀",
  ]
}
