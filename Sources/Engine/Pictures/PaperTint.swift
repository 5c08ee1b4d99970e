import DocumentModel
import Glibc

/// Converts the colours of a page drawn on white to those of a profile.
struct PaperTint {
  /// Opaque white.
  static let white: UInt32 = 0xFFFF_FFFF

  /// The change of lightness; hue stays.
  private enum Lightness {
    case kept, turnedOver, contrast, alone
  }

  private let lightness: Lightness
  /// The new values of each channel's 0 and 255, if they change.
  private let ends: (dark: UInt32, light: UInt32)?
  /// The result for each gray.
  private var grays: [UInt32] = []

  /// Nil for a profile that changes nothing.
  init?(_ profile: ColorProfile) {
    switch profile {
    case .normal: return nil
    case .dark: (lightness, ends) = (.turnedOver, nil)
    case .sepia: (lightness, ends) = (.kept, (0x2B1D0E, 0xF4ECD8))
    case .highContrast: (lightness, ends) = (.contrast, nil)
    case .gray: (lightness, ends) = (.alone, nil)
    case .colors(let colors):
      let isDark = Light.lightness(colors.paper) < Light.lightness(colors.ink)
      lightness = isDark ? .turnedOver : .kept
      ends = isDark ? (colors.paper, colors.ink) : (colors.ink, colors.paper)
    }
    grays = (0..<256).map { tinted($0 * 0x01_0101) }
  }

  /// Gives all pixels their new colour; those of a mask keep theirs where something was painted.
  func apply(to buffer: PixelBuffer, except mask: PixelMask?) {
    grays.withUnsafeBufferPointer { grays in
      guard let mask else {
        recolor(buffer.pixels, grays)
        return
      }
      mask.marks.withUnsafeBufferPointer { marks in
        var start = 0
        // For each run of masked or unmasked pixels.
        while start < marks.count {
          let isKept = marks[start]
          var end = start
          while end < marks.count, marks[end] == isKept { end += 1 }
          let stretch = UnsafeMutableBufferPointer(rebasing: buffer.pixels[start..<end])
          if isKept { Self.lay(stretch, on: grays[255]) } else { recolor(stretch, grays) }
          start = end
        }
      }
    }
  }

  private static func lay(_ pixels: UnsafeMutableBufferPointer<UInt32>, on paper: UInt32) {
    for index in pixels.indices { pixels[index] = laid(pixels[index], on: paper) }
  }

  private func recolor(
    _ pixels: UnsafeMutableBufferPointer<UInt32>, _ grays: UnsafeBufferPointer<UInt32>
  ) {
    // Most of a page is paper, most of the rest black ink; adjacent pixels are often equal, and coloured ones expensive.
    var last: UInt32 = 0
    var color = grays[255]
    for index in pixels.indices {
      let pixel = pixels[index]
      if pixel != last {
        last = pixel
        if pixel & 0xFFFFFF == 0 {
          color = grays[255 - Int(pixel >> 24)]
        } else {
          let rgb = Self.laid(pixel, on: Self.white) & 0xFFFFFF
          let isGray = (rgb ^ (rgb >> 8)) & 0xFFFF == 0
          color = isGray ? grays[Int(rgb & 0xFF)] : tinted(rgb)
        }
      }
      pixels[index] = color
    }
  }

  /// A premultiplied pixel laid on an opaque colour.
  static func laid(_ pixel: UInt32, on paper: UInt32) -> UInt32 {
    let open = 255 - (pixel >> 24)
    if open == 0 { return pixel }
    if open == 255 { return paper }
    func channel(_ shift: UInt32) -> UInt32 {
      let through = ((paper >> shift & 0xFF) * open + 127) / 255
      return min(255, (pixel >> shift & 0xFF) + through) << shift
    }
    return 0xFF00_0000 | channel(16) | channel(8) | channel(0)
  }

  /// Returns the converted colour.
  private func tinted(_ rgb: UInt32) -> UInt32 {
    let changed =
      switch lightness {
      case .kept: rgb
      case .alone: UInt32(Light.lightness(rgb)) * 0x01_0101
      case .turnedOver: Light.withLightness(255 - Light.lightness(rgb), rgb)
      case .contrast: Light.withLightness(Self.pushed(Light.lightness(rgb)), rgb)
      }
    guard let ends else { return 0xFF00_0000 | changed }
    var result: UInt32 = 0xFF00_0000
    for shift: UInt32 in [0, 8, 16] {
      let (dark, light) = (Int32(ends.dark >> shift & 0xFF), Int32(ends.light >> shift & 0xFF))
      let value = dark + ((light - dark) * Int32(changed >> shift & 0xFF) + 127) / 255
      result |= UInt32(min(max(0, value), 255)) << shift
    }
    return result
  }

  /// Makes nearly white paper, and everything darker dark: faint gray letters become readable.
  private static func pushed(_ lightness: Int) -> Int {
    let (dark, paper) = (190, 235)
    if lightness >= paper { return 255 }
    let low = min(lightness, dark) * 35 / 100
    return low + max(0, lightness - dark) * (255 - low) / (paper - dark)
  }

  /// Tints a drawing for a profile; photographs in some areas keep their colours where the profile wants that.
  static func apply(
    _ profile: ColorProfile, to pixels: PixelBuffer, photographs areas: [PixelRect]
  ) {
    guard let tint = PaperTint(profile) else { return }
    let mask = profile.keepsPhotographs ? Photographs(areas, on: pixels).mask : nil
    tint.apply(to: pixels, except: mask)
  }
}
