package import Foundation

/// A PDF with a form of every kind of field, on two pages.
package struct FormPDF {
  package var document = PagedPDF()
  /// Added to the form's dictionary, and to the catalogue's.
  package var form = ""
  /// Added to the form's fonts.
  package var fonts = ""
  package var catalogue = ""
  private var fields: [Int] = []
  private var first: [Int] = []
  private var second: [Int] = []

  package init() {
    let on = document.writer.add(stream: "0 0 m 12 12 l S", Self.drawing)
    let off = document.writer.add(stream: "", Self.drawing)
    func looks(_ state: String) -> String { "/AP<</N<</\(state) \(on) 0 R/Off \(off) 0 R>>>>" }
    // A field with a name in two parts, in two places.
    let person = document.writer.reserve()
    let name = document.writer.reserve()
    let places = [0, 1].map { _ in
      document.writer.add(
        "<</Type/Annot/Subtype/Widget/Rect[150 700 350 720]/Parent \(name) 0 R/MK<</BC[0 0 1]>>>>")
    }
    let list = places.map { "\($0) 0 R" }.joined(separator: " ")
    document.writer.set(
      name, "<</T(name)/TU(Your name)/Parent \(person) 0 R/Kids[\(list)]/Q 1>>")
    document.writer.set(person, "<</T(person)/FT/Tx/V(Ada)/Kids[\(name) 0 R]>>")
    fields.append(person)
    first.append(places[0])
    second.append(places[1])
    add("/FT/Tx/T(notes)/Ff 4096/DA(/Helv 0 Tf 1 0 0 rg)", "150 600 350 660")
    add("/FT/Tx/T(code)/Ff 16777216/MaxLen 5", "150 560 250 580")
    add("/FT/Tx/T(secret)/Ff 8192/V(hidden)", "150 530 250 550")
    add("/FT/Btn/T(agree)/AS/Off\(looks("Yes"))", "150 500 162 512")
    let colour = document.writer.reserve()
    let kids = ["Red", "Green", "Blue"].enumerated().map { place, state in
      document.writer.add(
        "<</Type/Annot/Subtype/Widget/Rect[\(150 + place * 60) 470 \(162 + place * 60) 482]"
          + "/AS/\(place == 0 ? state : "Off")/Parent \(colour) 0 R\(looks(state))>>")
    }
    document.writer.set(
      colour,
      "<</FT/Btn/T(colour)/Ff 49152/V/Red/Kids[\(kids.map { "\($0) 0 R" }.joined(separator: " "))]>>"
    )
    fields.append(colour)
    first += kids
    add(
      "/FT/Ch/T(fruit)/Ff 131072/Opt[[(a)(Apple)][(b)(Banana)][(c)(Cherry)]]/V(a)",
      "150 430 250 450")
    add("/FT/Ch/T(tags)/Ff 2097152/Opt[(one)(two)(three)]", "150 360 250 420")
    add("/FT/Ch/T(own)/Ff 393216/Opt[(this)(that)]", "150 330 250 350")
    add("/FT/Tx/T(fixed)/Ff 1/V(as it is)", "150 300 250 320")
    add("/FT/Btn/T(push)/Ff 65536/MK<</CA(Send)>>/AA<</U<</S/JavaScript>>>>", "150 270 250 290")
    add("/FT/Sig/T(sign)", "150 240 250 260")
    // On the page, and not in the form's list.
    first.append(
      document.writer.add(
        "<</Type/Annot/Subtype/Widget/Rect[150 210 250 230]/FT/Tx/T(stray)/Ff 2>>"))
  }

  private static let drawing = "/Type/XObject/Subtype/Form/BBox[0 0 12 12]"

  /// Adds a field that is its own widget on the first page.
  package mutating func add(_ entries: String, _ box: String) {
    let field = document.writer.add("<</Type/Annot/Subtype/Widget/Rect[\(box)]\(entries)>>")
    fields.append(field)
    first.append(field)
  }

  package func file() -> Data {
    var whole = document
    func list(_ numbers: [Int]) -> String { numbers.map { "\($0) 0 R" }.joined(separator: " ") }
    whole.addPage("Name", at: (72, 704), entries: "/Annots[\(list(first))]")
    whole.addPage("Once more", entries: "/Annots[\(list(second))]")
    let helvetica = whole.font
    whole.catalogue =
      "/AcroForm<</Fields[\(list(fields))]/DA(/Helv 12 Tf 0 g)"
      + "/DR<</Font<</Helv \(helvetica) 0 R\(fonts)>>>>\(form)>>\(catalogue)"
    return whole.file()
  }
}
