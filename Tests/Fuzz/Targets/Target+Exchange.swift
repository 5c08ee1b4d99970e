import DocumentModel
import Engine
import Glibc
import Sync
import TestSupport
import Wire

/// Files of other people and other machines: annotations in XFDF and FDF, and values of a synchronised library.
extension Target {
  static let exchanged = [
    Target(
      name: "exchanged-annotations", seeds: { (xfdf + fdf).map { Array($0.utf8) } }, words: tags
    ) {
      bytes in
      let engine = Engine()
      let pages = Array(SmallDocument.bytes(pages: 2, lines: 2))
      _ = engine.answer(.open(password: [], name: "a.pdf"), descriptor: Scratch.memory(pages))
      return believed(
        engine.answer(.importAnnotations, descriptor: Scratch.memory(bytes)), 2)
    },
    Target(name: "synchronised-values", seeds: { [Array(values.utf8)] }, words: tags) { bytes in
      let file = SyncFile(bytes)
      let again = SyncFile(SyncFile.bytes(Array(file.replica.registers.values)))
      return again.replica == file.replica ? nil : "values are others when they were written"
    },
  ]

  private static let xfdf = [
    """
    <?xml version="1.0" encoding="UTF-8"?><xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots>
    <highlight page="0" rect="72,690,200,710" coords="72,710,200,710,72,690,200,690" color="#FFCC00" name="a"
    title="Ada" date="D:20260101120000+01'00'" opacity="0.5"><contents-richtext><body xmlns="http://www.w3.org/1999/xhtml"><p>
    <span style="color:#FF0000">rich</span> text</p></body></contents-richtext><popup page="0" rect="0,0,9,9"/></highlight>
    <text page="1" rect="10,10,30,30" name="b" inreplyto="a" statemodel="Review" state="Accepted" flags="hidden,print"/>
    <ink page="1" rect="0,0,99,99" width="2"><inklist><gesture>1,2;3,4;5,6</gesture></inklist></ink>
    <line page="0" start="1,2" end="30,40" head="OpenArrow" rect="0,0,40,50"/><stamp page="0" rect="1,1,99,40" icon="Draft"/>
    </annots><fields><field name="a"><field name="b"><value>x</value></field></field></fields></xfdf>
    """
  ]
  private static let fdf = [
    """
    %FDF-1.2
    1 0 obj<</FDF<</Annots[2 0 R 3 0 R]/Fields[<</T(a)/Kids[<</T(b)/V(x)>>]>>]/F(a.pdf)>>>>endobj
    2 0 obj<</Type/Annot/Subtype/Square/Page 0/Rect[1 2 30 40]/NM(a)/C[1 0 0]/Contents(c)>>endobj
    3 0 obj<</Type/Annot/Subtype/Text/Page 1/Rect[1 2 30 40]/NM(b)/IRT(a)/State(Accepted)/StateModel(Review)>>endobj
    trailer<</Root 1 0 R>>
    %%EOF
    """
  ]
  private static let values = """
    {"by":"laptop-1a2b","doc":"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef","id":"a","kind":"tag","rev":1,"time":1700000000000,"value":true}
    {"by":"desk-3c4d","doc":"","id":"x","kind":"favourite","rev":2,"time":1700000000001}
    {"by":"desk-3c4d","kind":"later","id":"x","rev":2,"time":1,"value":{"a":[1,2.5,null]}}

    """
  private static let tags = [
    "<annots>", "</annots>", "<highlight ", "page=\"0\"", "coords=\"", "<!DOCTYPE x>", "&lt;",
    "&#27;",
    "<gesture>", "1e999,", ";", "inreplyto=\"b\"", "<field name=\"a\">", "1 0 R", "<<", ">>",
    "/Kids[",
    "\"rev\":", "\"time\":", "99999999999999999999", "\"value\":", "{\"a\":", "null", "\n",
    "\\u0000",
    "\\ud800",
  ]
}
