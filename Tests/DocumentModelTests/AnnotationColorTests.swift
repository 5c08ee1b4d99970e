import DocumentModel
import Testing

/// Naming a colour after the nearest of the user's colours.
@Suite struct AnnotationColorTests {
  @Test(
    arguments: [
      (0xFF8800, "orange"), (0xFFA500, "orange"), (0xFFFF00, "yellow"), (0xFFD100, "yellow"),
      (0x00FF00, "green"), (0x006400, "green"), (0x0000FF, "blue"), (0x87CEEB, "blue"),
      (0xFF0000, "red"), (0x800000, "red"), (0xFFC0CB, "red"), (0x800080, "purple"),
      (0xFF00FF, "purple"), (0x888888, nil), (0xFFFFFF, nil), (0x000000, nil),
    ] as [(UInt32, String?)]) func coloursOfOtherProgramsAreNamedByHue(
      _ color: UInt32, _ name: String?
    )
  {
    #expect(AnnotationColor.nearest(to: color, in: AnnotationColor.standard)?.name == name)
  }

  @Test func configuredColoursKeepTheirNames() {
    let own =
      AnnotationColor.standard + [
        AnnotationColor("brown", key: "n", color: 0x8B4513),
        AnnotationColor("grey", key: "e", color: 0x888888),
        AnnotationColor("teal", key: "t", color: 0x118A8A),
      ]
    for one in own {
      #expect(AnnotationColor.nearest(to: one.color, in: own)?.name == one.name)
      #expect(AnnotationColor.nearest(to: one.ink, in: own)?.name == one.name)
    }
    #expect(AnnotationColor.nearest(to: 0x808080, in: own)?.name == "grey")
    #expect(AnnotationColor.nearest(to: 0x8A4A20, in: own)?.name == "brown")
  }
}
