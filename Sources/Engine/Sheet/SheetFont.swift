internal import CPoppler

/// A font file for shaping and drawing letters; kept as long as the worker lives.
final class SheetFont {
  let face: OpaquePointer
  /// HarfBuzz's, in units of the font itself: a line breaks at the same place whatever size it is drawn in.
  private let shaper: OpaquePointer
  /// Units of a letter's height.
  private let unitsPerEm: Double

  // The worker has one thread.
  nonisolated(unsafe) private static let library: FT_Library? = {
    var library: FT_Library?
    return FT_Init_FreeType(&library) == 0 ? library : nil
  }()

  /// By which cairo knows the file that belongs to a face.
  nonisolated(unsafe) private static let key =
    UnsafeMutablePointer<cairo_user_data_key_t>.allocate(capacity: 1)

  /// Loads the font of a pattern without cairo's font lookup, which makes system calls that the sandbox forbids; nil if it cannot be
  /// loaded, or is an old Type 1 font, which lacks the tables for shaping.
  init?(_ pattern: OpaquePointer) {
    var (path, number, file): (UnsafeMutablePointer<FcChar8>?, Int32, FT_Face?) = (nil, 0, nil)
    guard FcPatternGetString(pattern, FC_FILE, 0, &path) == FcResultMatch, let path else {
      return nil
    }
    _ = FcPatternGetInteger(pattern, FC_INDEX, 0, &number)
    let outcome = path.withMemoryRebound(to: CChar.self, capacity: 1) {
      FT_New_Face(Self.library, $0, FT_Long(number), &file)
    }
    guard outcome == 0, let file else { return nil }
    let flags = Int32(truncatingIfNeeded: file.pointee.face_flags)
    guard flags & Int32(FT_FACE_FLAG_SFNT) != 0, flags & Int32(FT_FACE_FLAG_SCALABLE) != 0,
      let face = cairo_ft_font_face_create_for_ft_face(file, Int32(FT_LOAD_NO_HINTING))
    else {
      FT_Done_Face(file)
      return nil
    }
    let shaped = hb_ft_face_create_referenced(file)
    defer { hb_face_destroy(shaped) }
    // Cairo may keep the face in a store of its own, longer than we do.
    _ = cairo_font_face_set_user_data(face, Self.key, file) { file in
      if let file { FT_Done_Face(file.assumingMemoryBound(to: FT_FaceRec_.self)) }
    }
    guard let shaper = hb_font_create(shaped) else {
      cairo_font_face_destroy(face)
      return nil
    }
    unitsPerEm = max(1, Double(hb_face_get_upem(shaped)))
    self.face = face
    self.shaper = shaper
  }

  deinit {
    hb_font_destroy(shaper)
    cairo_font_face_destroy(face)
  }

  /// A glyph and its offset from the start of its run, in units of the font size.
  struct Glyph {
    var index: UInt
    var x: Double
    var y: Double
  }

  /// The glyphs of characters that are all of one direction, from left to right as they are seen, and how far they reach.
  func shape(_ scalars: ArraySlice<UInt32>) -> (glyphs: [Glyph], width: Double) {
    guard let buffer = hb_buffer_create() else { return ([], 0) }
    defer { hb_buffer_destroy(buffer) }
    Array(scalars).withUnsafeBufferPointer {
      hb_buffer_add_codepoints(buffer, $0.baseAddress, Int32($0.count), 0, Int32($0.count))
    }
    hb_buffer_guess_segment_properties(buffer)
    hb_shape(shaper, buffer, nil, 0)
    var count: UInt32 = 0
    let infos = hb_buffer_get_glyph_infos(buffer, &count)
    let positions = hb_buffer_get_glyph_positions(buffer, &count)
    guard let infos, let positions else { return ([], 0) }
    var x = 0.0
    var glyphs: [Glyph] = []
    for index in 0..<Int(count) {
      let place = positions[index]
      glyphs.append(
        Glyph(
          index: UInt(infos[index].codepoint), x: (x + Double(place.x_offset)) / unitsPerEm,
          y: -Double(place.y_offset) / unitsPerEm))
      x += Double(place.x_advance)
    }
    return (glyphs, x / unitsPerEm)
  }
}
