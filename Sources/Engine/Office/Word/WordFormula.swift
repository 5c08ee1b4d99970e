/// Formulas of Office Math Markup Language as MathML (ECMA-376-1, 22.1).
enum WordFormula {
  /// Elements whose parts are an element of MathML in another order.
  private static let parts: [String: (name: String, parts: [String])] = [
    "m:f": ("mfrac", ["m:num", "m:den"]), "m:sSup": ("msup", ["m:e", "m:sup"]),
    "m:sSub": ("msub", ["m:e", "m:sub"]), "m:sSubSup": ("msubsup", ["m:e", "m:sub", "m:sup"]),
    "m:limLow": ("munder", ["m:e", "m:lim"]), "m:limUpp": ("mover", ["m:e", "m:lim"]),
    "m:phant": ("mphantom", ["m:e"]), "m:box": ("mrow", ["m:e"]),
    "m:borderBox": ("mrow", ["m:e"]),
  ]
  /// Elements of MathML by those that contain only others.
  private static let rows: [String: String] = [
    "m:m": "mtable", "m:mr": "mtr", "m:num": "mrow", "m:den": "mrow", "m:e": "mrow",
    "m:sup": "mrow", "m:sub": "mrow", "m:lim": "mrow", "m:deg": "mrow", "m:fName": "mrow",
  ]
  private typealias Handler = @Sendable (MarkupNode, MarkupTree) -> Void
  private static let handlers: [String: Handler] = [
    "m:r": { writeRun($0, $1) }, "m:rad": { writeRoot($0, $1) },
    "m:nary": { writeOperator($0, $1) },
    "m:d": { writeFence($0, $1) }, "m:func": { writeFunction($0, $1) },
    "m:eqArr": { writeArray($0, $1) }, "m:sPre": { writePrescripts($0, $1) },
    "m:acc": { writeAccent($0, $1, property: "m:accPr", name: "mover", mark: "\u{302}") },
    "m:bar": { node, tree in
      let isAbove = value(node, "m:barPr", "m:pos") == "top"
      writeAccent(node, tree, property: "m:barPr", name: isAbove ? "mover" : "munder", mark: "¯")
    },
    "m:groupChr": { node, tree in
      let isAbove = value(node, "m:groupChrPr", "m:pos") == "top"
      writeAccent(
        node, tree, property: "m:groupChrPr", name: isAbove ? "mover" : "munder", mark: "⏟")
    },
  ]

  static func write(_ node: MarkupNode, isBlock: Bool, to tree: MarkupTree) {
    tree.open("math", isBlock ? [("display", "block")] : [])
    writeChildren(node, tree)
    tree.close()
  }

  private static func writeChildren(_ node: MarkupNode, _ tree: MarkupTree) {
    for child in node.elements { write(child, tree) }
  }

  private static func write(_ node: MarkupNode, _ tree: MarkupTree) {
    if let known = parts[node.name] {
      tree.open(known.name)
      for name in known.parts { writeRow(node.child(name), tree) }
      tree.close()
    } else if let handler = handlers[node.name] {
      handler(node, tree)
    } else if let name = rows[node.name] {
      let isCell = node.name == "m:e" && node.parent?.name == "m:mr"
      tree.open(isCell ? "mtd" : name)
      writeChildren(node, tree)
      tree.close()
    } else if !node.name.hasSuffix("Pr") {
      writeChildren(node, tree)
    }
  }

  /// Writes the contents of an argument as one element.
  private static func writeRow(_ node: MarkupNode?, _ tree: MarkupTree) {
    tree.open("mrow")
    if let node { writeChildren(node, tree) }
    tree.close()
  }

  private static func writeText(_ name: String, _ text: String, _ tree: MarkupTree) {
    var text = text
    tree.open(name)
    text.withUTF8 { tree.add($0) }
    tree.close()
  }

  /// Returns the value of a property; nil without the property.
  private static func value(_ node: MarkupNode, _ properties: String, _ name: String) -> String? {
    node.child(properties)?.child(name).map { $0["m:val"] ?? "" }
  }

  private static func isOn(_ value: String?) -> Bool {
    value.map { $0.isEmpty || WordValue.isOn($0) } ?? false
  }

  // MARK: tokens

  /// A run's text is letters that are each an identifier, numbers and operators.
  private static func writeRun(_ node: MarkupNode, _ tree: MarkupTree) {
    let text = node.children.filter { $0.name == "m:t" || $0.name == "w:t" }.map(\.text).joined()
    let isPlain = node.child("m:rPr").map {
      $0.child("m:nor") != nil || $0.child("m:sty")?["m:val"] == "p"
    }
    if node.child("m:rPr")?.child("m:nor") != nil {
      if text.first?.isWhitespace == true { writeText("mspace", "", tree) }
      writeText("mtext", text, tree)
      if text.last?.isWhitespace == true { writeText("mspace", "", tree) }
      return
    }
    var token = ""
    var kind = ""
    for character in text {
      let next = self.kind(of: character, after: kind)
      let isJoined = next == kind && (kind == "mn" || kind == "mi" && isPlain == true)
      if !isJoined, !token.isEmpty {
        writeText(kind, token, tree)
        token = ""
      }
      kind = next
      token.append(character)
    }
    if !token.isEmpty { writeText(kind, token, tree) }
  }

  private static func kind(of character: Character, after kind: String) -> String {
    if character.isNumber || character == "." && kind == "mn" { return "mn" }
    return character.isLetter ? "mi" : character.isWhitespace ? "mspace" : "mo"
  }

  // MARK: structures

  private static func writeRoot(_ node: MarkupNode, _ tree: MarkupTree) {
    let degree = node.child("m:deg").flatMap { $0.words.isEmpty ? nil : $0 }
    let hasDegree = degree != nil && !isOn(value(node, "m:radPr", "m:degHide"))
    tree.open(hasDegree ? "mroot" : "msqrt")
    writeRow(node.child("m:e"), tree)
    if hasDegree { writeRow(degree, tree) }
    tree.close()
  }

  /// Limits of integrals are beside the sign, unless the document says otherwise.
  private static func writeOperator(_ node: MarkupNode, _ tree: MarkupTree) {
    let sign = value(node, "m:naryPr", "m:chr") ?? "∫"
    let place = value(node, "m:naryPr", "m:limLoc")
    let isBelow = place.map { $0 == "undOvr" } ?? !("∫"..."∳").contains(sign)
    let limits = [("m:sub", "m:subHide"), ("m:sup", "m:supHide")].filter {
      node.child($0.0) != nil && !isOn(value(node, "m:naryPr", $0.1))
    }.map(\.0)
    let names = isBelow ? ["munder", "mover", "munderover"] : ["msub", "msup", "msubsup"]
    tree.open("mrow")
    if limits.isEmpty {
      writeText("mo", sign, tree)
    } else {
      tree.open(names[limits.count == 2 ? 2 : limits == ["m:sub"] ? 0 : 1])
      writeText("mo", sign, tree)
      for limit in limits { writeRow(node.child(limit), tree) }
      tree.close()
    }
    writeRow(node.child("m:e"), tree)
    tree.close()
  }

  private static func writeFence(_ node: MarkupNode, _ tree: MarkupTree) {
    tree.open(
      "mfenced",
      [
        ("open", value(node, "m:dPr", "m:begChr") ?? "("),
        ("close", value(node, "m:dPr", "m:endChr") ?? ")"),
        ("separators", value(node, "m:dPr", "m:sepChr") ?? "|"),
      ])
    for argument in node.children("m:e") { writeRow(argument, tree) }
    tree.close()
  }

  private static func writeFunction(_ node: MarkupNode, _ tree: MarkupTree) {
    writeRow(node.child("m:fName"), tree)
    writeText("mo", "\u{2061}", tree)
    writeRow(node.child("m:e"), tree)
  }

  private static func writeArray(_ node: MarkupNode, _ tree: MarkupTree) {
    tree.open("mtable")
    for line in node.children("m:e") {
      tree.open("mtr")
      tree.open("mtd")
      writeChildren(line, tree)
      tree.close()
      tree.close()
    }
    tree.close()
  }

  private static func writePrescripts(_ node: MarkupNode, _ tree: MarkupTree) {
    tree.open("mmultiscripts")
    writeRow(node.child("m:e"), tree)
    tree.open("mprescripts")
    tree.close()
    writeRow(node.child("m:sub"), tree)
    writeRow(node.child("m:sup"), tree)
    tree.close()
  }

  private static func writeAccent(
    _ node: MarkupNode, _ tree: MarkupTree, property: String, name: String, mark: String
  ) {
    tree.open(name)
    writeRow(node.child("m:e"), tree)
    writeText("mo", value(node, property, "m:chr") ?? mark, tree)
    tree.close()
  }
}
