package import Canvas

extension Surface {
  /// Returns the rows as text without trailing blanks.
  package func rows() -> [String] {
    (0..<size.height).map { y in
      var row = String.UnicodeScalarView()
      for x in 0..<size.width {
        let cell = self[x: x, y: y].scalars
        for scalar in [cell.0, cell.1, cell.2, cell.3, cell.4] where scalar != 0 {
          if let valid = Unicode.Scalar(scalar) { row.append(valid) }
        }
      }
      while row.last == " " { row.removeLast() }
      return String(row)
    }
  }
}
