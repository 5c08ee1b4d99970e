import DocumentModel

/// The part of another program's appearance that an edit preserves, with its dashes, arrows, clouds and blend mode (PDF 32000-1, 12.5.5).
enum AppearancePatch {
  /// The form is reused unchanged; viewers fit it into the new rectangle.
  case asTheyAre
  /// The form is copied with other colours: its dictionary without filters and length, and its content.
  case recolored([String: PDFObject], [UInt8])

  /// Most compressed bytes of a form that is recoloured; larger ones are redrawn.
  private static let mostPacked = 1 << 18
  private static let filters: Set<String> = [
    "FlateDecode", "LZWDecode", "ASCII85Decode", "ASCIIHexDecode", "RunLengthDecode",
  ]

  /// Returns nil if the appearance must be redrawn: its size or text changed, or the form does not reveal which colour is which. Clouds
  /// are scaled with the form.
  ///
  /// `appearance` is the annotation's `/AP`.
  init?(
    _ before: Annotation, _ after: Annotation, _ style: LineStyle, appearance: PDFObject?,
    in file: ObjectFile
  ) {
    guard before.page == after.page, before.flags.contains(.hasAppearance) else { return nil }
    var same = before
    if style.isCloudy {
      same.takePlace(of: after)
    } else {
      same.move(
        to: after.page,
        by: Point(
          x: Double(after.box.x0 - before.box.x0), y: Double(after.box.y0 - before.box.y0)))
    }
    (same.color, same.fill) = (after.color, after.fill)
    guard Appearance.looksAlike(same, after),
      let form = file.followed(appearance).dictionary?["N"]?.reference,
      case .stream(var entries) = file.object(form)
    else { return nil }
    guard before.color != after.color || before.fill != after.fill else {
      self = .asTheyAre
      return
    }
    let packing = file.followed(entries["Filter"])
    let names = packing.name.map { [$0] } ?? packing.array?.compactMap(\.name) ?? []
    guard Self.filters.isSuperset(of: names),
      (file.data(of: form, isPacked: true)?.count ?? .max) <= Self.mostPacked,
      let content = file.data(of: form),
      let tinted = TintedContent(content, from: before, to: after)?.bytes
    else { return nil }
    for key in ["Filter", "DecodeParms", "Length", "F", "FFilter", "FDecodeParms"] {
      entries[key] = nil
    }
    self = .recolored(entries, tinted)
  }
}
