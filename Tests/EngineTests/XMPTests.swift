import DocumentModel
import Foundation
import TestSupport
import Testing

extension EngineTests {
  @Suite struct XMPTests {
    private func publication(_ packet: String) throws -> PublicationMetadata {
      var document = PagedPDF()
      document.addPage()
      let stream = document.writer.add(stream: packet, "/Type/Metadata/Subtype/XML")
      document.catalogue = "/Metadata \(stream) 0 R"
      return try EngineBench(document).metadata().publication
    }

    private func packet(_ properties: String, attributes: String = "") -> String {
      """
      <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
      xmlns:dc="http://purl.org/dc/elements/1.1/" \(attributes)
      xmlns:prism="http://prismstandard.org/namespaces/basic/2.0/">\(properties)</rdf:Description>
      </rdf:RDF></x:xmpmeta><?xpacket end="w"?>
      """
    }

    @Test func dublinCoreAndPRISMAreRead() throws {
      let found = try publication(
        packet(
          """
          <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Notes &amp; Engines</rdf:li></rdf:Alt></dc:title>
          <dc:creator><rdf:Seq><rdf:li>Ada King</rdf:li><rdf:li>Grace\u{1B} Hopper</rdf:li></rdf:Seq></dc:creator>
          <prism:doi>doi:10.1000/a</prism:doi><prism:startingPage>3</prism:startingPage>
          <prism:endingPage>9</prism:endingPage><prism:coverDate>1843-09-01</prism:coverDate>
          """.replacing("\u{1B}", with: "&#x9;"), attributes: "prism:volume=\"3\""))
      #expect(found.creators == ["Ada King", "Grace Hopper"])
      #expect(
        found.fields == [
          .title: "Notes & Engines", .doi: "10.1000/a", .pages: "3–9", .year: "1843", .volume: "3",
        ])
    }

    /// Entities are not expanded, and nothing is loaded.
    @Test(arguments: [
      "<!DOCTYPE a [<!ENTITY x \"y\">]><a>&x;</a>",
      "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>", "<a>&undefined;</a>", "<a><b></a>", "<", "",
      "\u{0}<a/>", "no markup",
    ]) func hostilePacketsAreIgnored(_ text: String) throws {
      #expect(try publication(text) == PublicationMetadata())
    }

    @Test func deepAndLargePacketsAreBounded() throws {
      let deep = String(repeating: "<a>", count: 100_000)
      #expect(try publication(deep) == PublicationMetadata())
      let long = packet("<dc:title>" + String(repeating: "x", count: 900_000) + "</dc:title>")
      #expect(try publication(long).fields[.title]?.count ?? 0 <= 16_384)
      let padded = packet("") + String(repeating: " ", count: 2 << 20)
      #expect(try publication(padded) == PublicationMetadata())
    }
  }
}
