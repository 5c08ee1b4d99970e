internal import CPoppler

/// The fonts of one style, in the order in which fontconfig takes them for characters that the first ones lack.
///
/// Pango is not used, since it starts a thread for each new style: a worker's sandbox allows only one thread.
final class SheetFonts {
  /// A style of letters.
  struct Look: Hashable {
    var isBold = false
    var isItalic = false
    var isMonospace = false
  }

  private let set: UnsafeMutablePointer<FcFontSet>?
  /// Loaded so far, by their places; nil for those that cannot be.
  private var loaded: [Int: SheetFont?] = [:]
  /// Places by characters.
  private var places: [UInt32: Int] = [:]

  /// Fonts tried for a character.
  private static let most = 200

  init(_ look: Look) {
    let pattern = FcPatternCreate()
    defer { FcPatternDestroy(pattern) }
    _ = (look.isMonospace ? "monospace" : "sans-serif").withCString { name in
      name.withMemoryRebound(to: FcChar8.self, capacity: 1) {
        FcPatternAddString(pattern, FC_FAMILY, $0)
      }
    }
    FcPatternAddInteger(pattern, FC_WEIGHT, look.isBold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR)
    FcPatternAddInteger(pattern, FC_SLANT, look.isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
    FcPatternAddBool(pattern, FC_SCALABLE, 1)
    FcConfigSubstitute(nil, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    var result = FcResultMatch
    set = FcFontSort(nil, pattern, 1, nil, &result)
  }

  deinit {
    if let set { FcFontSetDestroy(set) }
  }

  /// Returns the first font that has a character, or else the first font, which draws a box. Nil if there are no fonts.
  func font(for scalar: UInt32) -> SheetFont? {
    if let place = places[scalar] { return font(at: place) }
    let count = min(Self.most, Int(set?.pointee.nfont ?? 0))
    let found = (0..<count).first { covers($0, scalar) && font(at: $0) != nil }
    let place = found ?? (0..<count).first { font(at: $0) != nil } ?? 0
    if places.count > 20_000 { places = [:] }
    places[scalar] = place
    return font(at: place)
  }

  /// Whether the font at a place says that it has a character; it is not loaded for that.
  private func covers(_ place: Int, _ scalar: UInt32) -> Bool {
    var characters: OpaquePointer?
    guard let pattern = set?.pointee.fonts[place],
      FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) == FcResultMatch, let characters
    else { return false }
    return FcCharSetHasChar(characters, scalar) != 0
  }

  private func font(at place: Int) -> SheetFont? {
    if let known = loaded[place] { return known }
    guard let set, place < Int(set.pointee.nfont), let pattern = set.pointee.fonts[place] else {
      return nil
    }
    let font = SheetFont(pattern)
    loaded[place] = .some(font)
    return font
  }
}
