internal import CUchardet

/// An encoding that uchardet detects, with its displayed name and its converter.
struct DetectableEncoding {
  /// Its displayed name, as in the IANA's list.
  let name: String
  /// The name for conversion; vendors' versions have more characters than the standards.
  let converter: String

  private init(_ name: String, converter: String? = nil) {
    self.name = name
    self.converter = converter ?? name
  }

  static let japaneseEscapes = "ISO-2022-JP"

  /// The encoding of most single-byte texts that fit no other one.
  static let fallback = DetectableEncoding("windows-1252")

  /// Encodings by uchardet's names; IBM852, VISCII and Apple's Central European are left out, since such a text is nearly always a Western one.
  private static let detected: [String: DetectableEncoding] = {
    var all: [String: DetectableEncoding] = [
      // Supersets of the standards.
      "ISO-8859-1": fallback,
      "ISO-8859-8": DetectableEncoding("windows-1255"),
      "ISO-8859-9": DetectableEncoding("windows-1254"),
      "KOI8-R": DetectableEncoding("KOI8-R", converter: "KOI8-U"),
      "TIS-620": DetectableEncoding("TIS-620", converter: "CP874"),
      "SHIFT_JIS": DetectableEncoding("Shift_JIS", converter: "CP932"),
      "BIG5": DetectableEncoding("Big5", converter: "CP950"),
      "UHC": DetectableEncoding("EUC-KR", converter: "CP949"),
    ]
    all["EUC-KR"] = all["UHC"]
    let names = [
      "ISO-8859-2", "ISO-8859-3", "ISO-8859-4", "ISO-8859-5", "ISO-8859-6", "ISO-8859-7",
      "ISO-8859-10", "ISO-8859-13", "ISO-8859-15", "ISO-8859-16", "IBM866", "MAC-CYRILLIC",
      "EUC-JP", "EUC-TW", "GB18030", japaneseEscapes, "ISO-2022-KR", "ISO-2022-CN",
    ]
    for name in names { all[name] = DetectableEncoding(name) }
    for number in 1250...1258 {
      all["WINDOWS-\(number)"] = DetectableEncoding("windows-\(number)")
    }
    return all
  }()

  /// The encodings of Windows that resemble a standard one and have characters where it has controls.
  private static let windows = [
    "ISO-8859-2": "WINDOWS-1250", "ISO-8859-7": "WINDOWS-1253", "ISO-8859-13": "WINDOWS-1257",
    "ISO-8859-15": "WINDOWS-1252", "ISO-8859-16": "WINDOWS-1250",
  ]

  /// The names of all converters that may be needed.
  static var converters: Set<String> { Set(detected.values.map(\.converter)) }

  /// Other names of encodings, which pages declare.
  private static let aliases = [
    "LATIN1": "ISO-8859-1", "US-ASCII": "ISO-8859-1", "ASCII": "ISO-8859-1", "X-SJIS": "SHIFT_JIS",
    "GB2312": "GB18030", "GBK": "GB18030", "KS_C_5601-1987": "UHC", "CP1252": "WINDOWS-1252",
  ]

  /// Returns the encoding that a page declares by its name, as browsers read it; nil if it is none of these.
  static func named(_ name: String) -> DetectableEncoding? {
    let name = name.uppercased()
    return detected[aliases[name] ?? name]
  }

  /// Returns the encoding of a text that is not UTF-8.
  static func detect(_ bytes: [UInt8]) -> DetectableEncoding {
    guard let detector = uchardet_new() else { return fallback }
    defer { uchardet_delete(detector) }
    let result = bytes.withUnsafeBytes {
      uchardet_handle_data(detector, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
    }
    uchardet_data_end(detector)
    guard result == 0, let answer = uchardet_get_charset(detector) else { return fallback }
    let name = String(cString: answer)
    if let other = windows[name], bytes.contains(where: { 0x80..<0xA0 ~= $0 }) {
      return detected[other] ?? fallback
    }
    return detected[name] ?? fallback
  }
}
