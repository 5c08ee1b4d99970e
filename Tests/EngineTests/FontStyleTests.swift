import Testing

@testable import Engine

@Suite struct FontStyleTests {
  @Test(arguments: [
    ("NimbusRomNo9L-Regu", false), ("VTMSCE+NimbusRomNo9L-Medi", true),
    ("NimbusRomNo9L-MediItal", true), ("HaranoAjiGothic-Medium", false), ("CMBX10", true),
    ("MyriadPro-Semibold", true), ("Times-Roman", false),
  ]) func boldIsRecognisedByName(_ name: String, _ isBold: Bool) {
    #expect(FontStyle(name: name).isBold == isBold)
  }
}
