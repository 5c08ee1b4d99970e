import Foundation
import TestSupport

/// Words that would steer a terminal if they reached it: every C0 and C1 control, sequences, turns of direction.
enum Steering {
  /// The printable part of the sequences, which may appear as letters.
  static let marks = ["997", "EVIL", "RVZJTA"]

  static let attacks: [String] =
    [
      "\u{1b}]52;c;RVZJTA==\u{7}", "\u{1b}]8;;http://EVIL\u{1b}\\x", "\u{1b}[997;9m",
      "\u{9b}997;9m", "\u{9d}52;c;RVZJTA==\u{9c}", "\u{90}EVIL\u{9c}", "\u{1b}_GEVIL\u{1b}\\",
      "\u{1b}PEVIL\u{1b}\\", "\u{1b}]0;EVIL\u{7}", "\u{1b}c", "\u{202e}EVIL", "\u{2066}EVIL",
      "\u{61c}",
      "\u{1b}[997A\u{1b}[997K",
    ]
    + (Array(UInt32(0x01)..<0x20) + Array(0x7F..<0xA0)).compactMap { Unicode.Scalar($0) }.map {
      "\($0)c"
    }

  /// All of them, starting with another one for each number, so that truncated text contains each of them somewhere.
  static func words(_ number: Int) -> String {
    let start = number * 7 % attacks.count
    return "W\(number)" + (attacks[start...] + attacks[..<start]).joined(separator: "-")
  }

  /// A few of them, as a file's name can have them.
  static func name(_ number: Int) -> String {
    let start = number * 5 % attacks.count
    let some = (attacks[start...] + attacks[..<start]).prefix(6).joined()
    return "n\(number)" + some.replacing("/", with: "")
  }

  /// A text as PDF has it, UTF-16 in hexadecimal (PDF 32000-1, 7.9.2).
  static func string(_ text: String) -> String {
    "<FEFF" + text.utf16.map { String(format: "%04X", $0) }.joined() + ">"
  }

  /// A document that says such words wherever a document says anything.
  static func document() -> Data {
    var document = PagedPDF()
    var number = 0
    func next() -> String {
      number += 1
      return string(words(number))
    }
    let uri = "/A<</S/URI/URI(http://x/\u{1b}[997;9m\u{7}EVIL)>>"
    let marks = [
      "/Link/Rect[72 690 200 710]\(uri)",
      "/Link/Rect[72 650 200 670]/A<</S/GoToR/F\(next())/D[0/Fit]>>",
      "/Link/Rect[72 630 200 640]/Dest\(next())",
      "/Highlight/Rect[72 690 300 712]/QuadPoints[72 712 300 712 72 690 300 690]/Contents\(next())/T\(next())/Subj\(next())/NM\(next())",
      "/Text/Rect[300 700 320 720]/Contents\(next())/T\(next())/Name\(next())",
      "/FreeText/Rect[300 600 400 640]/Contents\(next())/DA\(next())",
      "/Widget/FT/Tx/Rect[10 10 90 30]/T\(next())/V\(next())/TU\(next())",
      "/FileAttachment/Rect[300 500 320 520]/Contents\(next())/FS<</F\(next())/UF\(next())/EF<<>>>>",
    ].map { document.writer.add("<</Type/Annot/Subtype\($0)>>") }
    let map = characterMap(&document.writer)
    let font = document.writer.add(
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode \(map) 0 R>>")
    let codes = (0x21...0x7E).map { String(format: "%02X", $0) }.joined()
    let stream = document.writer.add(
      stream: "BT /E 12 Tf 72 600 Td <\(codes)> Tj 0 -20 Td (Text) Tj ET")
    document.addPage(
      "Chapter words that are looked for",
      entries: "/Annots[\(marks.map { "\($0) 0 R" }.joined(separator: " "))]")
    let second = document.addPage("More words")
    document.writer.set(
      second,
      "<</Type/Page/Parent 1 0 R/MediaBox[0 0 612 792]/Contents \(stream) 0 R"
        + "/Resources<</Font<</E \(font) 0 R>>>>>>")
    let outline = document.writer.reserve()
    let items = (0..<6).map { _ in document.writer.reserve() }
    for (index, item) in items.enumerated() {
      let sibling = index + 1 < items.count ? "/Next \(items[index + 1]) 0 R" : ""
      document.writer.set(
        item,
        "<</Title\(next())/Parent \(outline) 0 R\(sibling)/Dest[\(document.pages[0]) 0 R/Fit]>>")
    }
    document.writer.set(
      outline, "<</Type/Outlines/First \(items[0]) 0 R/Last \(items[5]) 0 R/Count 6>>")
    document.catalogue =
      "/Outlines \(outline) 0 R/PageLabels<</Nums[0<</P\(next())/S/D>>]>>"
      + "/Names<</EmbeddedFiles<</Names[\(next())<</Type/Filespec/F\(next())/UF\(next())/Desc\(next())/EF<<>>>>]>>>>"
    let info = document.writer.add(
      "<</Title\(next())/Author\(next())/Subject\(next())/Keywords\(next())/Creator\(next())/Producer\(next())>>"
    )
    document.trailer = "/Info \(info) 0 R"
    return document.file()
  }

  /// Letters of a font that mean controls (PDF 32000-1, 9.10.3).
  private static func characterMap(_ writer: inout PDFWriter) -> Int {
    let turns = Array(UInt32(0x202A)...0x202E) + Array(0x2066...0x2069) + [0x200E, 0x200F, 0x061C]
    let meanings = Array(UInt32(1)..<0x20) + Array(0x7F..<0xA0) + turns
    let pairs = zip(0x21...0x7E, meanings).map { String(format: "<%02X> <%04X>", $0, $1) }
    return writer.add(
      stream: "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> "
        + "endcodespacerange \(pairs.count) beginbfchar \(pairs.joined(separator: " ")) endbfchar endcmap end"
    )
  }

  /// The same in Markdown: controls as they are, as entities, in titles, links and code.
  static var markdown: Data {
    let all = (0..<8).map(words)
    let lines = [
      "---\ntitle: \"\(name(1))\"\nauthor: \"\(name(2))\"\n---", "# \(all[0])", all[1],
      "> \(all[2])",
      "[\(name(3))](http://x/\(name(4)) \"\(name(5))\")", "`\(all[3])`",
      "| \(name(6)) | b |\n|---|---|\n| c | \(name(7)) |",
      "&#27;[997;9m &#x9b;997;9m &#x202e;EVIL &#7;", "[l](http://x/%1b%5b997m)",
    ]
    return Data(lines.joined(separator: "\n\n").utf8)
  }
}
