import Foundation
import TestSupport
import Testing

/// XFDF, FDF, review states, styles, tags and summaries on the command line.
@Suite struct ReviewCommandTests {
  private func write(_ text: String, _ name: String, _ bench: borrowing Workbench) throws -> String
  {
    let path = PathOf.beside(bench.document, name)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private enum PathOf {
    static func beside(_ document: String, _ name: String) -> String {
      URL(fileURLWithPath: document).deletingLastPathComponent().appendingPathComponent(name).path
    }
  }

  private static func xfdf(_ inner: String, before: String = "") -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\(before)<xfdf xmlns=\"http://ns.adobe.com/xfdf/\"><annots>\(inner)</annots></xfdf>"
  }

  /// As Acrobat writes them: rich text alone, a state as a hidden reply, a caret with struck-out words.
  private static let acrobat = xfdf(
    """
    <text color="#FFFF00" flags="print,nozoom,norotate" name="n1" icon="Comment" page="0" rect="100,700,118,718" subject="Sticky Note" title="Alex" date="D:20190603142414+03'00'"><contents-richtext><body xmlns="http://www.w3.org/1999/xhtml"><p>First</p><p>Second</p></body></contents-richtext><popup page="0" rect="612,0,792,100"/></text>
    <text flags="hidden,print" name="s1" page="0" rect="100,700,118,718" state="Accepted" statemodel="Review" title="Alex" inreplyto="n1" date="D:20190603142431+03'00'"><contents>Accepted set by Alex</contents></text>
    <strikeout color="#0000FF" inreplyto="c1" replyType="group" intent="StrikeOutTextEdit" name="k1" page="0" coords="95,705,162,705,95,689,162,689" rect="90,688,167,706" title="Alex"/>
    <caret color="#0000FF" intent="Replace" name="c1" page="0" rect="155,688,168,699" title="Alex"><contents>new</contents></caret>
    <line color="#E52237" start="20,50" end="120,90" head="None" tail="OpenArrow" name="l1" page="0" rect="15,45,125,95" width="2"/>
    <sound page="0" rect="1,1,9,9"/>
    """)

  @Test func acrobatsXFDFIsImportedOnce() throws {
    let bench = try Workbench(pages: 2)
    let path = try write(Self.acrobat, "review.xfdf", bench)
    let result = try bench.run(["annotate", bench.document, "--import", path])
    #expect(result.status == 0 && result.output.split(separator: "\n").count == 5)
    #expect(result.errors.contains("5 added"))
    #expect(result.errors.contains("1 annotation of kinds that Recto does not carry"))
    let list = try bench.run(["annotations", bench.document]).output
    #expect(list.contains("First\n") && list.contains("Second\n"))
    #expect(list.contains("✓ accepted: Alex") && list.contains("replace text"))
    let again = try bench.run(["annotate", bench.document, "--import", path])
    #expect(again.status == 1 && again.errors.contains("5 already there"))
    let accepted = try bench.run(["annotations", bench.document, "--state", "accepted"]).output
    #expect(accepted.contains("First") && !accepted.contains("line"))
  }

  /// Kinds that Recto does not create, and parts it cannot draw, are listed by name.
  @Test func skippedPartsOfAnImportAreNamed() throws {
    let bench = try Workbench(pages: 1)
    let path = try write(
      Self.xfdf(
        """
        <fileattachment page="0" rect="1,1,9,9" icon="PushPin"/>
        <redact page="0" rect="1,20,9,29"/><redact page="0" rect="1,40,9,49"/>
        <freetext page="0" rect="50,50,150,90" intent="FreeTextCallout" callout="9,9,20,20,50,60">
        <contents-richtext><body xmlns="http://www.w3.org/1999/xhtml"><p>a <b>bold</b> word</p></body></contents-richtext></freetext>
        <line page="0" rect="1,1,99,99" start="1,1" end="99,99" intent="LineArrow"/>
        """), "all.xfdf", bench)
    let result = try bench.run(["annotate", bench.document, "--import", path])
    #expect(result.errors.contains("2 added"), "\(result.errors)")
    for loss in [
      "1 attached file", "2 redactions", "the fonts and colours within 1 note",
      "the lines of 1 callout or dimension",
    ] {
      #expect(result.errors.contains("not imported: \(loss)\n"), "\(result.errors)")
    }
  }

  @Test(arguments: ["xfdf", "fdf"])
  func stampPicturesAreExportedAndImported(form: String) throws {
    let bench = try Workbench(pages: 1)
    let picture = try bench.write(
      MadePNG.file(8, 8, (0..<64).flatMap { _ in [255, 0, 0, 128] as [UInt8] }), "logo.png")
    let made = try bench.run([
      "annotate", bench.document, "--page", "1", "--stamp", "100,100,60,60,\(picture)",
    ])
    #expect(made.status == 0, "\(made)")
    let other = try Workbench(pages: 1)
    let file = other.folder + "/stamp.\(form)"
    let exported = try bench.run(["annotations", bench.document, "--\(form)", "-o", file])
    #expect(exported.errors.isEmpty, "\(exported.errors)")
    let result = try other.run(["annotate", other.document, "--import", file])
    #expect(result.status == 0 && result.errors.contains("1 added"), "\(result)")
    #expect(!result.errors.contains("picture"), "\(result.errors)")
    let written = try Data(contentsOf: URL(fileURLWithPath: other.document))
    #expect(written.range(of: Data("/Im0 ".utf8)) != nil)
    #expect(written.range(of: Data("/SMask".utf8)) != nil)
    let again = try other.run(["annotate", other.document, "--import", file])
    #expect(again.errors.contains("1 already there"), "\(again.errors)")
  }

  /// As Acrobat's typewriter writes it: the box is as small as its own letters, the colour is in the text's style.
  @Test func freeTextKeepsItsColourAndFits() throws {
    let bench = try Workbench(pages: 1)
    let element = """
      <freetext page="0" rect="71,637.2,139,647.3" name="f" intent="FreeTextTypewriter">\
      <contents-richtext><body xmlns="http://www.w3.org/1999/xhtml"><p><span style="font-size:9pt;color:#0000FF">\
      FreeText content</span></p></body></contents-richtext><defaultappearance>/Helvetica 9 Tf</defaultappearance>\
      <defaultstyle>font: Helvetica,sans-serif 9.00pt;color:#FF0000</defaultstyle></freetext>
      """
    let path = try write(Self.xfdf(element), "text.xfdf", bench)
    let result = try bench.run(["annotate", bench.document, "--import", path])
    #expect(result.status == 0 && result.errors.contains("1 added"), "\(result)")
    let listed = try bench.run(["annotations", bench.document, "--json"]).output
    #expect(listed.lowercased().contains("#0000ff\""), "\(listed)")
    let objects = try #require(
      try JSONSerialization.jsonObject(with: Data(listed.utf8)) as? [[String: Any]])
    let box = try #require(objects.first?["box"] as? [Double])
    #expect(box[2] - box[0] > 70 && box[3] - box[1] > 12, "\(box)")
    let again = try bench.run(["annotate", bench.document, "--import", path])
    #expect(again.errors.contains("1 already there"), "\(again.errors)")
  }

  private static func stamp(_ objects: String) -> String {
    let form = Data(objects.utf8).base64EncodedString()
    return xfdf(
      "<stamp page=\"0\" rect=\"10,10,60,40\" name=\"s\" icon=\"#A\"><appearance>\(form)</appearance></stamp>"
    )
  }

  @Test func theAppearanceOfAStampIsDrawn() throws {
    let bench = try Workbench(pages: 1)
    let form = Self.stamp(
      """
      <DICT KEY="AP"><STREAM KEY="N"><NAME KEY="Subtype" VAL="Form"/><ARRAY KEY="BBox"><FIXED VAL="0.0"/>\
      <FIXED VAL="0.0"/><FIXED VAL="50"/><FIXED VAL="30"/></ARRAY><DICT KEY="Resources"/><INT KEY="Length" VAL="9"/>\
      <NAME KEY="Filter" VAL="FlateDecode"/>\
      <DATA MODE="FILTERED" ENCODING="ASCII">1 0 0 rg 0 0 25 30 re f</DATA></STREAM></DICT>
      """)
    let result = try bench.run([
      "annotate", bench.document, "--import", try write(form, "form.xfdf", bench),
    ])
    #expect(result.status == 0 && !result.errors.contains("picture"), "\(result)")
    let written = try Data(contentsOf: URL(fileURLWithPath: bench.document))
    #expect(written.range(of: Data("/Im0 ".utf8)) != nil)
  }

  @Test(arguments: [
    "nothing", "<DICT KEY=\"AP\"/>", "<DICT KEY=\"AP\"><STREAM KEY=\"N\"/></DICT>",
    "<DICT KEY=\"AP\"><STREAM KEY=\"N\"><DATA ENCODING=\"HEX\">zz</DATA></STREAM></DICT>",
    String(repeating: "<DICT KEY=\"AP\">", count: 5_000),
    "<!DOCTYPE x [<!ENTITY a \"b\">]><DICT KEY=\"AP\"><STREAM KEY=\"N\">&a;</STREAM></DICT>",
  ])
  func damagedAppearancesAreReportedAsSkipped(objects: String) throws {
    let bench = try Workbench(pages: 1)
    let path = try write(Self.stamp(objects), "form.xfdf", bench)
    let result = try bench.run(["annotate", bench.document, "--import", path])
    #expect(result.status == 0 && result.errors.contains("1 added"), "\(result)")
    #expect(result.errors.contains("not imported: the picture of 1 stamp"), "\(result.errors)")
  }

  /// A stamp whose words are its name needs no picture.
  /// Names of a PDF may have any byte, and XML must not.
  @Test func controlsInNamesAreNotExported() throws {
    let bench = try Workbench(pages: 1)
    var document = PagedPDF()
    let note = document.writer.add(
      "<</Type/Annot/Subtype/Text/Rect[9 9 30 30]/Contents(Note)/Name/Evil#1b]0;x#07y#c2#9b>>")
    document.addPage("P", entries: "/Annots[\(note) 0 R]")
    let path = try bench.write(document.file(), "evil.pdf")
    let exported = try bench.run(["annotations", path, "--xfdf"]).output
    #expect(exported.contains("icon=\"Evil"), "\(exported)")
    #expect(
      !exported.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
  }

  @Test func namedStampsAreDrawnFromTheirName() throws {
    let bench = try Workbench(pages: 1)
    #expect(
      try bench.run([
        "annotate", bench.document, "--page", "1", "--stamp", "100,100,60,60,Approved",
      ]).status == 0)
    let exported = try bench.run(["annotations", bench.document, "--xfdf"])
    #expect(exported.errors.isEmpty && !exported.output.contains("<appearance>"))
  }

  /// An arrowhead needs room that the page may not have; the line is on it all the same.
  @Test func arrowsMayEndAtThePagesEdge() throws {
    let bench = try Workbench(pages: 1)
    let made = try bench.run(
      [
        "annotate", bench.document, "--page", "1", "--line", "2,2,60,60", "--line-ends",
        "both-arrows",
      ])
    #expect(made.status == 0 && made.errors.isEmpty, "\(made)")
    let listed = try bench.run(["annotations", bench.document, "--json"]).output
    #expect(listed.contains("open-arrow"), "\(listed)")
    let outside = try bench.run([
      "annotate", bench.document, "--page", "1", "--line", "2,2,6000,60",
    ])
    #expect(outside.status == 2 && outside.errors.contains("that is not on page 1"))
  }

  /// Programs give the icons of notes boxes of any size, and Recto its own.
  @Test func aNoteWithoutASizeIsImportedOnce() throws {
    let bench = try Workbench(pages: 1)
    let path = try write(
      Self.xfdf("<text page=\"0\" rect=\"158.6,635.4,158.6,647.3\" name=\"object-39-0\"/>"),
      "note.xfdf", bench)
    #expect(
      try bench.run(["annotate", bench.document, "--import", path]).errors.contains("1 added"))
    let again = try bench.run(["annotate", bench.document, "--import", path])
    #expect(again.status == 1 && again.errors.contains("1 already there"), "\(again.errors)")
  }

  @Test(arguments: [
    "<text page=\"0\" rect=\"nan,1,9,9\"/>", "<text page=\"0\" rect=\"1e300,1,9,9\"/>",
    "<text page=\"0\"/>", "<square page=\"0\" rect=\"1,1,1e300,9\"/>",
    "<square page=\"0\" rect=\"inf,1,9,9\"/>",
    "<ink page=\"0\" rect=\"1,1,9,9\"><inklist><gesture>1,1;1e300,2</gesture></inklist></ink>",
    "<highlight page=\"0\" rect=\"1,1,9,9\" coords=\"nan,1,2,3,4,5,6,7\"/>",
  ])
  func placesOutsideThePagesAreRefused(element: String) throws {
    let bench = try Workbench(pages: 1)
    let path = try write(Self.xfdf(element), "bad.xfdf", bench)
    let result = try bench.run(["annotate", bench.document, "--import", path])
    #expect(result.status == 1 && result.errors.contains("1 annotation without a place"))
    #expect(try bench.run(["annotations", bench.document]).status == 1)
  }

  /// A refusal comes without a list of additions.
  @Test func importIntoASignedDocumentNeedsConsent() throws {
    let bench = try Workbench(pages: 1)
    let signed = try bench.write(SignedPDF(level: 3).data, "signed.pdf")
    let path = try write(Self.acrobat, "review.xfdf", bench)
    let result = try bench.run(["annotate", signed, "--import", path])
    #expect(result.status == 2 && !result.errors.contains("added"), "\(result.errors)")
    #expect(result.errors.contains("--yes continues"))
    let asked = try bench.run(["annotate", signed, "--yes", "--import", path])
    #expect(asked.errors.contains("5 added"), "\(asked.errors)")
  }

  @Test(arguments: ["xfdf", "fdf"])
  func exportAndImportRoundTrip(form: String) throws {
    let bench = try Workbench(pages: 2)
    _ = try bench.run([
      "annotate", bench.document, "--page", "1", "--line", "50,60,150,90", "--line-ends", "arrow",
      "--line-width", "3", "--opacity", "50%", "--tag", "check", "--note", "a <b> & c",
    ])
    _ = try bench.run([
      "annotate", bench.document, "--page", "1", "--ink", "10,10,30,30;40,40,50,60",
    ])
    _ = try bench.run([
      "annotate", bench.document, "--page", "2", "--free-text", "50,60,150,40", "--note", "文字",
      "--fill", "yellow",
    ])
    let (first, second) = (
      PathOf.beside(bench.document, "a." + form), PathOf.beside(bench.document, "b." + form)
    )
    let out = try bench.run(["annotations", bench.document, "--\(form)", "-o", first])
    #expect(out.status == 0 && out.errors.isEmpty, "\(out.errors)")
    let other = try Workbench(pages: 2)
    let imported = try other.run(["annotate", other.document, "--import", first])
    #expect(imported.status == 0 && imported.errors.contains("3 added"), "\(imported.errors)")
    _ = try other.run(["annotations", other.document, "--\(form)", "-o", second])
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: first))
        == Data(contentsOf: URL(fileURLWithPath: second)))
  }

  @Test(arguments: [
    (xfdf("", before: "<!DOCTYPE xfdf [<!ENTITY a \"b\">]>"), "declares a document type"),
    ("<html/>", "neither XFDF nor FDF"), ("", "neither XFDF nor FDF"),
    ("<xfdf><annots><text", "damaged"), ("%FDF-1.2\nnothing", "damaged"),
    (
      xfdf(String(repeating: "<text page=\"0\" rect=\"1,1,9,9\"/>", count: 10_001)),
      "more than 10,000 annotations"
    ),
  ])
  func hostileFilesAreRefusedWithAReason(text: String, reason: String) throws {
    let bench = try Workbench(pages: 1)
    let before = try Data(contentsOf: URL(fileURLWithPath: bench.document))
    let path = try write(text, "bad.xfdf", bench)
    let result = try bench.run(["annotate", bench.document, "--import", path])
    #expect(result.status == 2 && result.errors.contains(reason), "\(result.errors)")
    #expect(result.errors.contains("bad.xfdf") && result.errors.contains("nothing was imported"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.document)) == before)
  }

  @Test func textInAnotherEncodingIsRefused() throws {
    let bench = try Workbench(pages: 1)
    let head = "<?xml version=\"1.0\" encoding=\"windows-1251\"?><xfdf><annots><text page=\"0\""
    let bytes =
      Data((head + " rect=\"1,1,9,9\"><contents>").utf8) + [0xCF, 0xF0]
      + Data("</contents></text></annots></xfdf>".utf8)
    let path = try bench.write(bytes, "other.xfdf")
    let result = try bench.run(["annotate", bench.document, "--import", path])
    #expect(result.status == 2 && result.errors.contains("not in UTF-8"), "\(result.errors)")
    #expect(try bench.run(["annotations", bench.document]).status == 1)
  }

  @Test func statesAccumulateAndAreSummarised() throws {
    let bench = try Workbench(pages: 1)
    let id = try bench.run([
      "annotate", bench.document, "--page", "1", "--text-note", "50,60", "--note", "Why?",
    ]).output.split(separator: "\n").map(String.init)
    #expect(id.count == 1)
    for (state, author) in [("accepted", "Ada"), ("completed", "Ben"), ("rejected", "Ada")] {
      let given = try bench.run([
        "annotate", bench.document, "--state", id[0], "--set", state, "--author", author,
      ])
      #expect(given.status == 0, "\(given.errors)")
    }
    let list = try bench.run(["annotations", bench.document]).output
    #expect(list.contains("✗ rejected: Ada") && list.contains("✔ completed: Ben"))
    #expect(!list.contains("accepted"))
    let summary = try bench.run(["annotations", bench.document, "--summary"]).output
    #expect(summary.contains("Why?") && summary.contains("rejected: Ada"))
    let pdf = PathOf.beside(bench.document, "summary.pdf")
    #expect(try bench.run(["annotations", bench.document, "--summary", "-o", pdf]).status == 0)
    let text = try bench.run(["text", pdf]).output
    #expect(text.contains("Why?") && text.contains("completed"))
    let again = try bench.run(["annotations", bench.document, "--summary", "-o", pdf])
    #expect(again.status == 2 && again.errors.contains("already exists"))
  }
}
