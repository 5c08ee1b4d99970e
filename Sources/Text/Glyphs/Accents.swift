/// Accents that fonts draw over a letter as glyphs of their own.
enum Accents {
  /// Returns the combining character of a spacing accent (U+02C6 to U+0302).
  @inline(__always)
  static func combining(_ scalar: UInt32) -> UInt32? {
    if scalar >= 0x300, scalar <= 0x36F { return scalar }
    guard scalar > 0x5D else { return nil }
    return marks[scalar]
  }

  private static let marks: [UInt32: UInt32] = [
    0x5E: 0x302, 0x2C6: 0x302, 0x60: 0x300, 0x2CB: 0x300, 0xB4: 0x301, 0x2CA: 0x301, 0x7E: 0x303,
    0x2DC: 0x303, 0xAF: 0x304, 0x2C9: 0x304, 0x2D8: 0x306, 0x2D9: 0x307, 0xA8: 0x308,
    0x2DA: 0x30A, 0x2DD: 0x30B, 0x2C7: 0x30C, 0xB8: 0x327, 0x2DB: 0x328, 0x20D7: 0x20D7,
    0x2192: 0x20D7, 0x203E: 0x304, 0x2013: 0x304,
  ]

  /// Signs that are accents only above a letter, and arrows and dashes otherwise.
  static func isAmbiguous(_ scalar: UInt32) -> Bool {
    scalar == 0x2192 || scalar == 0x2013 || scalar == 0x5E || scalar == 0x7E
  }

  /// Strikes through a relation: `=` and U+0338 are `≠`.
  static let slash: UInt32 = 0x338

  /// Returns the letter with its accent as one character; nil if there is none.
  static func composed(_ base: UInt32, _ mark: UInt32) -> UInt32? {
    guard let letters = compositions[mark] else { return nil }
    return letters[base]
  }

  private static let compositions: [UInt32: [UInt32: UInt32]] = {
    let lists: [UInt32: String] = [
      0x300: "AÀEÈIÌNǸOÒUÙWẀYỲaàeèiìnǹoòuùwẁyỳıì",
      0x301:
        "AÁCĆEÉGǴIÍKḰLĹMḾNŃOÓPṔRŔSŚUÚWẂYÝZŹaácćeégǵiíkḱlĺmḿnńoópṕrŕsśuúwẃyýzźıíÆǼæǽØǾøǿ",
      0x302: "AÂCĈEÊGĜHĤIÎJĴOÔSŜUÛWŴYŶZẐaâcĉeêgĝhĥiîjĵoôsŝuûwŵyŷzẑıîȷĵ",
      0x303: "AÃEẼIĨNÑOÕUŨVṼYỸaãeẽiĩnñoõuũvṽyỹıĩ",
      0x304: "AĀEĒGḠIĪOŌUŪYȲaāeēgḡiīoōuūyȳıī",
      0x306: "AĂEĔGĞIĬOŎUŬaăeĕgğiĭoŏuŭıĭ",
      0x307:
        "AȦBḂCĊDḊEĖFḞGĠHḢIİMṀNṄOȮPṖRṘSṠTṪWẆXẊYẎZŻaȧbḃcċdḋeėfḟgġhḣmṁnṅoȯpṗrṙsṡtṫwẇxẋyẏzżıi",
      0x308: "AÄEËHḦIÏOÖUÜWẄXẌYŸaäeëhḧiïoötẗuüwẅxẍyÿıï",
      0x30A: "AÅUŮaåuůwẘyẙ",
      0x30B: "OŐUŰoőuű",
      0x30C: "AǍCČDĎEĚGǦHȞIǏKǨLĽNŇOǑRŘSŠTŤUǓZŽaǎcčdďeěgǧhȟiǐjǰkǩlľnňoǒrřsštťuǔzžıǐ",
      0x327: "CÇDḐEȨGĢHḨKĶLĻNŅRŖSŞTŢcçdḑeȩgģhḩkķlļnņrŗsştţ",
      0x328: "AĄEĘIĮOǪUŲaąeęiįoǫuų",
      0x338: "=≠∈∉∋∌<≮>≯≤≰≥≱∼≁≃≄≈≉≡≢≅≇⊂⊄⊃⊅⊆⊈⊇⊉∣∤∥∦∃∄⊢⊬⊨⊭≺⊀≻⊁→↛⇒⇏↔↮⇔⇎",
    ]
    return lists.mapValues { list in
      var letters: [UInt32: UInt32] = [:]
      var key: UInt32?
      for scalar in list.unicodeScalars {
        if let first = key {
          letters[first] = scalar.value
          key = nil
        } else {
          key = scalar.value
        }
      }
      return letters
    }
  }()
}
