/// A candidate encoding, and the letters by which it is recognised.
struct Candidate {
  /// Its displayed name, and the name for conversion: vendors' versions have more characters than the
  /// standards.
  let name: String
  let converter: String
  let script: Script

  private init(_ name: String, _ script: Script, converter: String? = nil) {
    self.name = name
    self.converter = converter ?? name
    self.script = script
  }

  /// In an order in which the first wins among equals.
  static let all: [Candidate] = [
    Candidate("windows-1252", .western), Candidate("ISO-8859-15", .western),
    Candidate("windows-1250", .central), Candidate("ISO-8859-2", .central),
    Candidate("windows-1251", .cyrillic), Candidate("KOI8-R", .cyrillic, converter: "KOI8-U"),
    Candidate("ISO-8859-5", .cyrillic), Candidate("IBM866", .cyrillic),
    Candidate("windows-1253", .greek), Candidate("windows-1254", .turkish),
    Candidate("windows-1255", .hebrew), Candidate("windows-1256", .arabic),
    Candidate("Shift_JIS", .japanese, converter: "CP932"), Candidate("EUC-JP", .japanese),
    Candidate("GB18030", .simplified), Candidate("Big5", .traditional, converter: "CP950"),
    Candidate("EUC-KR", .korean, converter: "CP949"),
    Candidate(japaneseEscapes, .escaped),
  ]

  static let japaneseEscapes = "ISO-2022-JP"

  /// Returns how plausible the bytes are in this encoding, per byte outside ASCII; nil if they are
  /// invalid.
  func score(_ bytes: [UInt8], _ encoding: TextEncoding) -> Double? {
    guard !script.isNeverGuessed else { return nil }
    let high = bytes.count { $0 >= 0x80 }
    let read = encoding.decoded(bytes)
    guard high > 0, read.broken * 100 <= high else { return nil }
    var sum = -4 * Double(read.broken)
    for index in read.scalars.indices where read.scalars[index] >= 0x80 {
      sum += script.weight(read.scalars, index)
    }
    return sum / Double(high)
  }
}

extension Candidate {
  /// The frequencies of characters in texts of some languages.
  struct Script {
    /// From about 2, the commonest, down to -0.5.
    private let letters: [UInt32: Double]
    /// Others of these are none too rare: two bytes each.
    private let others: [ClosedRange<UInt32>]
    private let otherWeight: Double
    fileprivate var isNeverGuessed = false

    private init(
      _ letters: String, scale: Double = 1, others: [ClosedRange<UInt32>] = [],
      otherWeight: Double = 0
    ) {
      let scalars = letters.unicodeScalars.map(\.value)
      // An alphabet has about thirty letters; further ones belong to rarer languages.
      let count = scale > 1 ? Double(scalars.count) : 30
      self.letters = Dictionary(
        scalars.enumerated().map { ($1, (2 - 2.5 * min(1, Double($0) / count)) * scale) },
        uniquingKeysWith: { first, _ in first })
      self.others = others
      self.otherWeight = otherWeight
    }

    /// Characters that are plausible in any text.
    private static let punctuation: Set<UInt32> = Set(
      "\u{A0}«»“”‘’„–—…§©®°€№•·、。「」，！？：；（）".unicodeScalars.map(\.value))

    func weight(_ scalars: [UInt32], _ index: Int) -> Double {
      let scalar = scalars[index]
      if scalar == UTFDecoder.replacement { return 0 }
      if scalar < 0xA0 || (0xE000...0xF8FF).contains(scalar) { return -3 }
      let before = index > 0 ? scalars[index - 1] : 0x20
      let after = index + 1 < scalars.count ? scalars[index + 1] : 0x20
      guard let properties = Unicode.Scalar(scalar)?.properties else { return -3 }
      if !properties.isAlphabetic && !(0x0300...0x06FF).contains(scalar) {
        if Self.punctuation.contains(scalar) { return 0.6 }
        // A fraction or a currency within a word is a letter read wrong.
        return Self.isLetter(before) || Self.isLetter(after) ? -1.5 : -0.2
      }
      var weight = letters[scalar] ?? letters[properties.lower] ?? rest(scalar)
      // A word turns to capitals nowhere inside, and into no other script.
      if properties.isUppercase {
        weight -= Self.isLower(before) ? 2.5 : Self.isUpper(before) ? 1 : 0.2
      }
      if scalar > 0x36F, scalar < 0x2000 {
        if Self.isASCIILetter(before) || Self.isASCIILetter(after) { weight -= 2 }
      }
      return weight
    }

    private func rest(_ scalar: UInt32) -> Double {
      others.contains { $0.contains(scalar) } ? otherWeight : -0.7
    }

    private static func isLetter(_ scalar: UInt32) -> Bool {
      Unicode.Scalar(scalar)?.properties.isAlphabetic == true
    }

    private static func isASCIILetter(_ scalar: UInt32) -> Bool {
      scalar < 0x80 && isLetter(scalar)
    }

    private static func isLower(_ scalar: UInt32) -> Bool {
      Unicode.Scalar(scalar)?.properties.isLowercase == true
    }

    private static func isUpper(_ scalar: UInt32) -> Bool {
      scalar >= 0x80 && Unicode.Scalar(scalar)?.properties.isUppercase == true
    }

    private static let han: ClosedRange<UInt32> = 0x4E00...0x9FFF
    private static let kana: ClosedRange<UInt32> = 0x3041...0x30FE

    static let western = Script("éèüäöàáñçíóßêúôâîåøæûãõëïùœŒÿšžŠŽÆ", others: [0xC0...0xFF])
    static let central = Script(
      "áíéőěłąóžščřęöüűćżýůśúńťďňäşțţăâîđźľĺŕôß", others: [0xC0...0x17F])
    static let cyrillic = Script(
      "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфіїєъёґўђјљњћџѓќѕ", others: [0x400...0x45F], otherWeight: -0.5)
    static let greek = Script("αοιετσνηυρπκμλωςάήίόέγδύώχθφβξζψϊΰϋΐ", others: [0x370...0x3FF])
    static let turkish = Script("ıişğçüöâîû")
    static let hebrew = Script("יוהלאתמרשבנדכםעחקפטגזצסןךףץ", others: [0x591...0x5F4])
    static let arabic = Script("اليومنرتبةعدسفهكقحجشطصخضذثغءظئؤىأإآ", others: [0x60C...0x6D2])
    static let japanese = Script(
      "のにはたをとがでしてれなるいまかりらもすっこあくうそきさよけだえめつみやちんおせどろばげわじずぶひほねむゆへご"
        + "ンスルトイリアクラシーッタレジドムグテコマサカフロチキメウニオエナハミデネバビプパボポブベ"
        + "日一人大年国本中会出分時行事者上生見間前手自社場地方部員立内同学作理体発対用電気数文字",
      scale: 2, others: [han, kana, 0xFF01...0xFF5E], otherWeight: 0)
    static let simplified = Script(
      "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方"
        + "多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使",
      scale: 2, others: [han, kana, 0xFF01...0xFF5E], otherWeight: 0)
    static let traditional = Script(
      "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方"
        + "多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使",
      scale: 2, others: [han, 0xFF01...0xFF5E], otherWeight: 0)
    static let korean = Script(
      "이다는의에가을하고지를한로서은도기시나사자인리대어그있라아수정일으해보부게만스것안전여들구주장우상과소제성와니면신원조선무",
      scale: 2, others: [0xAC00...0xD7A3], otherWeight: 1.4)

    /// Told by its escapes alone.
    static let escaped: Script = {
      var script = Script("")
      script.isNeverGuessed = true
      return script
    }()
  }
}

extension Unicode.Scalar.Properties {
  /// The small letter of a single one.
  fileprivate var lower: UInt32 { lowercaseMapping.unicodeScalars.first?.value ?? 0 }
}
