import DocumentModel
import Engine
import Foundation
import Glibc
import Testing
import Wire

extension EngineTests {
  @Suite struct EncodingTests {
    private static var converters: ConverterSet { ConverterSet(loading: "IBM037") }

    /// The text in another encoding, by iconv.
    private static func bytes(_ text: String, in name: String) -> Data {
      guard let handle = iconv_open(name, "UTF-8"), Int(bitPattern: handle) != -1 else {
        return Data()
      }
      defer { iconv_close(handle) }
      var source = Array(text.utf8).map { CChar(bitPattern: $0) }
      var room = [CChar](repeating: 0, count: source.count * 4 + 16)
      let written = source.withUnsafeMutableBufferPointer { input in
        room.withUnsafeMutableBufferPointer { output in
          var (from, left) = (input.baseAddress, input.count)
          var (to, space) = (output.baseAddress, output.count)
          iconv(handle, &from, &left, &to, &space)
          iconv(handle, nil, nil, &to, &space)
          return output.count - space
        }
      }
      return Data(room[..<written].map { UInt8(bitPattern: $0) })
    }

    private static let japanese =
      "吾輩は猫である。名前はまだ無い。\nどこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした所でニャーニャー泣いていた。\n"
    private static let russian =
      "Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему.\n"
    private static let polish =
      "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw.\n"
    private static let czech = "Příliš žluťoučký kůň úpěl ďábelské ódy. Byl pozdní večer, máj.\n"
    private static let french =
      "Longtemps, je me suis couché de bonne heure. À peine l'œuvre: 5 €\n"
    private static let german =
      "Als Gregor Samsa aus unruhigen Träumen erwachte; für größere Übel.\n"
    private static let simplified = "道可道，非常道。我们在这里学习中文，这个问题很重要，没有人知道为什么。\n"
    private static let traditional = "道可道，非常道。我們在這裡學習中文，這個問題很重要，沒有人知道為什麼。\n"
    private static let korean = "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.\n"
    private static let greek = "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια.\n"
    private static let turkish =
      "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar.\n"
    private static let hebrew = "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם.\n"
    private static let arabic = "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق.\n"

    static let samples: [(text: String, encoding: String, reported: String)] = [
      (japanese, "CP932", "Shift_JIS"), (japanese, "EUC-JP", "EUC-JP"),
      (japanese, "ISO-2022-JP", "ISO-2022-JP"), (japanese, "UTF-16LE", "UTF-16LE"),
      (japanese, "UTF-16BE", "UTF-16BE"), (japanese, "UTF-32LE", "UTF-32LE"),
      (russian, "KOI8-R", "KOI8-R"), (russian, "CP1251", "windows-1251"),
      (russian, "ISO-8859-5", "ISO-8859-5"), (russian, "IBM866", "IBM866"),
      (russian, "UTF-16LE", "UTF-16LE"), (polish, "ISO-8859-2", "ISO-8859-2"),
      (polish, "CP1250", "windows-1250"), (czech, "ISO-8859-2", "ISO-8859-2"),
      (czech, "CP1250", "windows-1250"), (french, "CP1252", "windows-1252"),
      (french, "ISO-8859-15", "ISO-8859-15"), (german, "ISO-8859-1", "windows-1252"),
      (german, "UTF-16BE", "UTF-16BE"), (german, "UTF-32BE", "UTF-32BE"),
      (simplified, "GB18030", "GB18030"), (traditional, "BIG5", "Big5"),
      (korean, "EUC-KR", "EUC-KR"), (greek, "CP1253", "ISO-8859-7"),
      (turkish, "CP1254", "windows-1254"), (hebrew, "CP1255", "windows-1255"),
      (arabic, "CP1256", "windows-1256"), (simplified, "UTF-8", "UTF-8"),
    ]

    @Test(arguments: samples)
    func encodingsAreGuessed(_ text: String, _ encoding: String, _ reported: String) throws {
      let bench = try EngineBench(
        Self.bytes(text, in: encoding), name: "a.txt", converters: Self.converters)
      #expect(bench.summary.flow?.encoding == reported)
      #expect(bench.summary.flow?.isGuess == (reported != "UTF-8"))
      #expect(try bench.text().string == text)
    }

    /// Markdown is read in the same encodings.
    @Test func encodingsOfMarkdownAreGuessed() throws {
      let bench = try EngineBench(
        Self.bytes("# " + Self.russian, in: "KOI8-R"), name: "a.md", converters: Self.converters)
      #expect(bench.summary.title == Self.russian.trimmingCharacters(in: .newlines))
    }

    @Test(
      arguments: [
        ([0xEF, 0xBB, 0xBF], "UTF-8"), ([0xFF, 0xFE], "UTF-16LE"), ([0xFE, 0xFF], "UTF-16BE"),
        ([0xFF, 0xFE, 0, 0], "UTF-32LE"), ([0, 0, 0xFE, 0xFF], "UTF-32BE"),
      ] as [([UInt8], String)])
    func byteOrderMarksGiveTheEncoding(_ mark: [UInt8], _ name: String) throws {
      let bench = try EngineBench(Data(mark) + Self.bytes("größer\nzwei\n", in: name))
      #expect(bench.summary.flow?.encoding == name)
      #expect(bench.summary.flow?.isGuess == false)
      #expect(try bench.text().string == "größer\nzwei\n")
    }

    /// Lines of wide characters are found in long texts too.
    @Test func utf16TextsAreChunked() throws {
      let text = (0..<20_000).map { "строка \($0)\n" }.joined()
      let bench = try EngineBench(Self.bytes(text, in: "UTF-16BE"))
      var whole = ""
      for page in 0..<bench.summary.pageCount { whole += try bench.text(page: page).string }
      #expect(whole == text)
      #expect(try bench.pages().last.map { $0.line > 19_000 } == true)
    }

    /// Any encoding of iconv's may be named, lines that end in a byte of their own among them.
    @Test func anEncodingCanBeGiven() throws {
      let named = try EngineBench(
        Self.bytes("HELLO\u{85}WORLD\u{85}", in: "IBM037"), encoding: "IBM037",
        converters: Self.converters)
      #expect(try named.text().blocks?.count == 2)
      #expect(try named.text().string == "HELLO\nWORLD\n")
      let other = try EngineBench(
        Self.bytes(Self.russian, in: "KOI8-R"), encoding: "windows-1251",
        converters: Self.converters)
      #expect(other.summary.flow?.isGuess == false)
      #expect(try other.text().string != Self.russian)
      #expect(throws: EngineFailure.encodingUnknown) {
        try EngineBench(Data("x".utf8), encoding: "no-such", converters: Self.converters)
      }
    }

    /// A worker without converters says so, and reads what needs none.
    @Test func missingConvertersAreReported() throws {
      #expect(throws: EngineFailure.converterNeeded) {
        try EngineBench(Self.bytes(Self.russian, in: "KOI8-R"))
      }
      #expect(throws: EngineFailure.converterNeeded) {
        try EngineBench(Data("x".utf8), encoding: "KOI8-R")
      }
      #expect(try EngineBench(Data("größer\n".utf8)).summary.flow?.encoding == "UTF-8")
    }

    /// A log that holds a few lines of something else is UTF-8 all the same.
    @Test func aFewInvalidBytesDoNotChangeTheEncoding() throws {
      let lines = String(repeating: "größer und schöner\n", count: 50)
      let bench = try EngineBench(Data(lines.utf8) + Self.bytes("für\n", in: "ISO-8859-1"))
      #expect(bench.summary.flow?.encoding == "UTF-8")
      #expect(try bench.text().string.hasSuffix("f\u{FFFD}r\n"))
    }
  }
}
