@testable import Engine

/// Builds a tree from a short notation: `div.a#b[x=y](p "text")`.
func tree(_ notation: String) -> MarkupTree {
  let tree = MarkupTree()
  var text = notation[...]
  func word() -> String {
    let end = text.firstIndex { " .#[]()=\"".contains($0) } ?? text.endIndex
    defer { text = text[end...] }
    return String(text[..<end])
  }
  while let first = text.first {
    switch first {
    case " ": text.removeFirst()
    case ")":
      text.removeFirst()
      tree.close()
    case "\"":
      text.removeFirst()
      let end = text.firstIndex(of: "\"") ?? text.endIndex
      Array(text[..<end].utf8).withUnsafeBufferPointer { tree.add($0) }
      text = text[end...].dropFirst()
    default:
      let name = word()
      var pairs: [(name: String, value: String)] = []
      while let mark = text.first, ".#[".contains(mark) {
        text.removeFirst()
        if mark == "[" {
          let end = text.firstIndex(of: "]") ?? text.endIndex
          let parts = text[..<end].split(separator: "=", maxSplits: 1)
          pairs.append((String(parts[0]), parts.count > 1 ? String(parts[1]) : ""))
          text = text[end...].dropFirst()
        } else if mark == "#" {
          pairs.append(("id", word()))
        } else if let index = pairs.firstIndex(where: { $0.name == "class" }) {
          pairs[index].value += " " + word()
        } else {
          pairs.append(("class", word()))
        }
      }
      tree.open(name, pairs)
      if text.first == "(" { text.removeFirst() } else { tree.close() }
    }
  }
  return tree
}

/// The styles of all elements in document order.
func styles(_ css: String, _ notation: String) -> [(name: String, style: ElementStyle)] {
  let cascade = Cascade()
  cascade.add(Array(css.utf8)) { _ in nil }
  return cascade.styles(tree(notation))
}

extension Cascade {
  func styles(_ tree: MarkupTree) -> [(name: String, style: ElementStyle)] {
    var found: [(name: String, style: ElementStyle)] = []
    func visit(_ node: MarkupNode) {
      for element in node.elements {
        found.append((element.name, enter(element)))
        visit(element)
        leave()
      }
    }
    visit(tree.root)
    return found
  }
}

/// The style of the last element.
func style(_ css: String, _ notation: String) -> ElementStyle {
  styles(css, notation).last?.style ?? ElementStyle()
}

/// Which elements a selector matches, in document order.
func matches(_ selector: String, _ notation: String) -> String {
  styles(selector + " { float: left }", notation)
    .map { $0.style.isFloat ? $0.name.uppercased() : $0.name }.joined(separator: " ")
}
