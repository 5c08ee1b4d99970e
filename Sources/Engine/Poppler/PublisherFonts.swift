/// Fonts of signs in journals whose glyphs have the names of letters and other signs.
enum PublisherFonts {
  /// Returns TeX's encoding that numbers the glyphs of a font; their names stand for the codes, such as `C22` and `equal`.
  static func encoding(of font: String) -> TeXEncoding? {
    encodings.first { font.contains($0.font) }?.encoding
  }

  /// Returns the signs of a font by the characters or numbers that their names mean.
  static func signs(of font: String) -> [UInt32: UInt32] {
    signs.first { $0.fonts.contains(where: font.contains) }?.signs ?? [:]
  }

  /// Returns the code that a name such as `C22` is.
  static func number(_ name: String) -> UInt32? {
    name.first == "C" ? UInt32(name.dropFirst()) : nil
  }

  /// Of IEEE, Elsevier, Springer, Nature, the physical societies and others, whose program names fonts by numbers.
  private static let encodings: [(font: String, encoding: TeXEncoding)] = [
    ("advp4c4e74", .signs), ("advmathsymb", .signs), ("mthsy", .signs),
    ("advp4c4e51", .letters), ("advttd0b5fdba", .letters),
    ("advp4c4e59", .text), ("advmathrom", .text),
    ("advmathext", .letters), ("advp4c4e46", .extensions),
  ]

  private static let signs: [(fonts: [String], signs: [UInt32: UInt32])] = [
    (["advp4c4e74", "advmathsymb", "mthsy"], pairs("¼=ð(Þ)þ+½[\u{8A}]")),
    // Bars that lengthen a root.
    (["advp4c4e46"], pairs("\u{FB03} \u{FB04} ")),
    (["advps44a44b"], pairs("$·C+D+G±K−]=d—e–")),
    (["advps3fdd77"], pairs("Z=[=w∼z≈")),
    (["advps4731b1"], pairs("!<N∞O>")),
    (["advp40798"], pairs("z+{−|×~=")),
    (["advpsmp4"], pairs("[>\\<")),
    (["advtir_symb"], pairs("9×?+B≤C≥-−")),
    (["advpssps-as"], pairs("&✉")),
    (["advps586d"], pairs("q©")),
    (["advps3f4c13", "advps4721b4"], pairs("aαbβdδgγhηlλmμnνpπqθrρsσtτDΔUΩ")),
    (["advp3eaa99"], pairs("DΔVΩWΦYΨmμpπ")),
    (["advp43b38b"], pairs("aαbβcγdδgηjξmμnνpπrρsσtτvωwφxχ")),
    (
      ["advpsmp10", "advpsmp11", "advpsmp13"],
      pairs("aαbβcγdδeεfζgηhθiιjκkλlμmνnξoοpπqρrσsτtυuφvχwψxω")
        .merging(pairs("CΓDΔHΘKΛNΞPΠRΣTΥUΦWΨXΩ")) { first, _ in first }
    ),
  ]

  private static func pairs(_ text: String) -> [UInt32: UInt32] {
    let scalars = text.unicodeScalars.map(\.value)
    return Dictionary(
      uniqueKeysWithValues: stride(from: 0, to: scalars.count - 1, by: 2).map {
        (scalars[$0], scalars[$0 + 1])
      })
  }
}
