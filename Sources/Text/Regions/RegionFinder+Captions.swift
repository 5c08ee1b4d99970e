import DocumentModel

/// The captions of a page.
extension RegionFinder {
  private static let mostCaptions = 200

  mutating func findCaptions() {
    for at in pieces.indices where !isCaption[at] && pieces[at].direction == .across {
      guard captions.count < Self.mostCaptions else { return }
      let piece = pieces[at]
      let text = scalars[
        piece.range.lowerBound..<min(piece.range.upperBound, piece.range.lowerBound + 40)]
      guard let (kind, end) = CaptionWord.beginning(text) else { continue }
      let rest = text[end...].drop(while: Script.isBlank)
      let sign = end < text.endIndex ? scalars[end] : 0x0A
      let isMarked =
        [0x3A, 0x2E, 0x0A].contains(sign)
        || rest.first.map { [0x7C, 0x2014, 0x2013, 0x2D].contains($0) } ?? false
      // The label alone is bold; a sentence about a figure goes on in lower case.
      let isLabelled =
        piece.boldWords > (text[..<end].contains(where: Script.isBlank) ? 1 : 0)
        && rest.first.map { !Script.isLowerCase($0) } ?? true
      guard isMarked || piece.isBold || isLabelled || piece.size < 0.97 * body else { continue }
      var caption = Caption(kind: kind, box: piece.box)
      isCaption[at] = true
      if !rest.contains(where: Script.isLetter), let title = title(after: piece) {
        isCaption[title] = true
        caption.box = caption.box.union(pieces[title].box)
      }
      extend(&caption, from: piece)
      captions.append(caption)
    }
  }

  /// Returns the piece that is apart from a caption's label on its baseline, and set like it.
  private func title(after label: RowPiece) -> Int? {
    pieces.indices.filter { at in
      let piece = pieces[at]
      let gap = piece.box.x0 - label.box.x1
      return !isCaption[at] && piece.direction == .across && gap > 0
        && gap < Self.titleReach * label.size && abs(piece.size - label.size) < 0.04 * label.size
        && abs(piece.box.y1 - label.box.y1) < 0.1 * label.size
    }.min { pieces[$0].box.x0 < pieces[$1].box.x0 }
  }

  /// How far a caption's title may be from its label, in units of the font size.
  private static let titleReach: Float = 6

  /// Adds the lines below a caption's first one that are set like it.
  private mutating func extend(_ caption: inout Caption, from first: RowPiece) {
    // Body text in the caption's size may follow directly, so the smaller leading applies.
    let leading = isBodySize(first) ? Self.leastLeading : leading
    for _ in 0..<20 {
      let next = pieces.indices.first { at in
        let piece = pieces[at]
        let step = piece.box.y0 - caption.box.y1
        return !isCaption[at] && piece.direction == .across
          && abs(piece.size - first.size) < 0.04 * first.size
          && step > -0.8 * first.size && step < leading * first.size
          && piece.box.y1 > caption.box.y1
          && overlap(piece.box, caption.box) > 0.5 * min(piece.box.width, caption.box.width)
          && CaptionWord.beginning(scalars[piece.range].prefix(40)) == nil
          && !isCell(at, below: caption)
      }
      guard let next else { break }
      isCaption[next] = true
      caption.box = caption.box.union(pieces[next].box)
    }
  }

  /// Whether other pieces below a caption are on the baseline of one; below a figure's they may be words of a justified line.
  private func isCell(_ at: Int, below caption: Caption) -> Bool {
    let (box, size) = (pieces[at].box, pieces[at].size)
    return pieces.indices.contains {
      let other = pieces[$0].box
      return $0 != at && !isCaption[$0] && abs(other.y1 - box.y1) < 0.2 * size
        && overlap(other, caption.box) > 0
        && (caption.kind != .figure || -overlap(other, box) > Self.widestBlank * size)
    }
  }

  /// In units of the font size.
  private static let widestBlank: Float = 3

  /// Returns a little more than the white between most lines.
  static func leading(_ pieces: [RowPiece], _ body: Float) -> Float {
    var counts: [Int: Int] = [:]
    for (line, next) in zip(pieces, pieces.dropFirst())
    where line.isTextLine && next.isTextLine && abs(line.box.x0 - next.box.x0) < 3 * body
      && abs(line.size - body) < 0.06 * body && abs(next.size - body) < 0.06 * body
    {
      let gap = (next.box.y0 - line.box.y1) / body
      if gap > 0, gap < mostLeading { counts[Int(gap * 20), default: 0] += 1 }
    }
    let usual = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return max(leastLeading, usual.map { Float($0.key + 4) / 20 } ?? 0)
  }

  private static let leastLeading: Float = 0.35
  private static let mostLeading: Float = 1.5
}
