import DocumentModel

extension CSSProperty {
  /// Numbers of the properties by name: indices into `all`.
  static let numbers: [String: Int] = Dictionary(
    names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  /// The number of a property, which books may write with the prefix of EPUB (EPUB 3.3, B.1) or of WebKit; nil if it has no effect here.
  static func number(of name: String) -> Int? {
    let prefix = ["-epub-", "-webkit-"].first { name.hasPrefix($0) } ?? ""
    return numbers[String(name.dropFirst(prefix.count))]
  }
  static let all: [CSSProperty] = names.compactMap { table[$0] }

  private static let names = table.keys.sorted()
  private static let table = [longhands, shorthands].reduce(into: [:]) {
    $0.merge($1) { first, _ in first }
  }

  private static let longhands: [String: CSSProperty] = [
    "display": .init(\.style.display, words: displays),
    "font-weight": .init(\.style.isBold, isInherited: true, CSSValues.isBold),
    "font-style": .init(
      \.style.isItalic, isInherited: true,
      words: ["normal": false, "italic": true, "oblique": true]),
    "font-family": .init(\.style.isMonospace, isInherited: true, CSSValues.isMonospace),
    "font-variant": .init(\.style.isSmallCaps, isInherited: true, CSSValues.isSmallCaps),
    "font-variant-caps": .init(\.style.isSmallCaps, isInherited: true, CSSValues.isSmallCaps),
    "font-size": .init(\.isSmaller, CSSValues.isSmaller),
    "visibility": .init(
      \.style.isHidden, isInherited: true,
      words: ["visible": false, "hidden": true, "collapse": true]),
    "direction": .init(
      \.style.isRightToLeft, isInherited: true, words: ["ltr": false, "rtl": true]),
    "white-space": .init(\.style.space, isInherited: true, words: spaces),
    "text-align": .init(\.style.align, isInherited: true, words: aligns),
    "text-align-last": .init(\.style.alignLast, isInherited: true, CSSValues.alignLast),
    "text-transform": .init(\.style.letters, isInherited: true, words: cases),
    "hyphens": .init(\.style.rules.hyphens, isInherited: true, words: hyphens),
    "line-break": .init(\.style.rules.strictness, isInherited: true, words: strictness),
    "word-break": .init(\.style.rules.words, isInherited: true, words: wordBreaks),
    "writing-mode": .init(\.style.rules.writing, isInherited: true, words: writings),
    "text-combine-upright": combine,
    "text-combine-horizontal": combine,
    "text-combine": combine,
    "text-indent": .init(\.style.firstLine, isInherited: true, CSSValues.firstLine),
    "list-style-type": .init(\.style.marker, isInherited: true, CSSValues.marker),
    "quotes": .init(\.quotes, isInherited: true, CSSValues.quotes),
    "vertical-align": .init(\.verticalAlign, CSSValues.verticalAlign),
    "position": .init(
      \.isRelative,
      words: ["relative": true, "static": false, "absolute": false, "fixed": false]),
    "top": .init(\.top, CSSValues.margin),
    "bottom": .init(\.bottom, CSSValues.margin),
    "float": .init(
      \.style.isFloat,
      words: [
        "none": false, "left": true, "right": true, "inline-start": true, "inline-end": true,
      ]),
    "margin-top": .init(\.margin.top, CSSValues.margin),
    "margin-bottom": .init(\.margin.bottom, CSSValues.margin),
    "padding-top": .init(\.padding.top, CSSValues.length),
    "padding-bottom": .init(\.padding.bottom, CSSValues.length),
    "margin-left": .init(\.margin.left, CSSValues.margin),
    "margin-right": .init(\.margin.right, CSSValues.margin),
    "padding-left": .init(\.padding.left, CSSValues.length),
    "padding-right": .init(\.padding.right, CSSValues.length),
    "page-break-before": .init(\.style.breaksBefore, words: breaks),
    "page-break-after": .init(\.style.breaksAfter, words: breaks),
    "break-before": .init(\.style.breaksBefore, words: breaks),
    "break-after": .init(\.style.breaksAfter, words: breaks),
    "counter-reset": .init(\.resets) { CSSValues.counters($0, usual: 0) },
    "counter-set": .init(\.sets) { CSSValues.counters($0, usual: 0) },
    "counter-increment": .init(\.increments) { CSSValues.counters($0, usual: 1) },
    "content": .init(\.content, CSSValues.content),
  ]

  private static let shorthands: [String: CSSProperty] = [
    "font": of(
      ["font-style", "font-variant", "font-weight", "font-size", "font-family"], CSSValues.font),
    "list-style": of(["list-style-type"], CSSValues.listStyle),
    "text-decoration": decoration,
    "text-decoration-line": decoration,
    "margin": of(sides.map { "margin-\($0)" }, CSSValues.sides),
    "padding": of(sides.map { "padding-\($0)" }, CSSValues.sides),
    "margin-block": of(["margin-top", "margin-bottom"], start),
    "margin-block-start": of(["margin-top"]) { [$0] },
    "margin-block-end": of(["margin-bottom"]) { [$0] },
    // The start is the left or the right side: only the one that is the start has an effect.
    "margin-inline-start": of(["margin-right", "margin-left"]) { [$0, $0] },
    "padding-inline-start": of(["padding-right", "padding-left"]) { [$0, $0] },
    "margin-inline": of(["margin-right", "margin-left"], start),
    "padding-inline": of(["padding-right", "padding-left"], start),
  ]

  private static let sides = ["top", "right", "bottom", "left"]

  private static func of(
    _ names: [String], _ split: @escaping @Sendable ([CSSToken]) -> [[CSSToken]]?
  ) -> CSSProperty {
    .init(names.compactMap { longhands[$0] }, split: split)
  }

  @Sendable private static func start(_ tokens: [CSSToken]) -> [[CSSToken]]? {
    (1...2).contains(tokens.count) ? [[tokens[0]], [tokens[0]]] : nil
  }

  /// Colours and styles of lines are accepted and have no effect.
  private static let decoration = CSSProperty([
    .init(\.isUnderlined) { $0.contains { $0.keyword == "underline" } },
    .init(\.isStruck) { $0.contains { $0.keyword == "line-through" } },
  ]) { [$0, $0] }

  // MARK: keywords

  private static let displays: [String: ElementStyle.Display] = [
    "inline": .inline, "inline-block": .inline, "inline-flex": .inline, "inline-grid": .inline,
    "contents": .inline, "block": .block, "flow-root": .block, "flex": .block, "grid": .block,
    "run-in": .block, "list-item": .listItem, "none": .none, "table": .table,
    "inline-table": .table, "table-row-group": .rowGroup, "table-header-group": .rowGroup,
    "table-footer-group": .rowGroup, "table-row": .row, "table-cell": .cell,
    "table-caption": .caption, "table-column": .none, "table-column-group": .none,
    "ruby": .ruby, "ruby-base": .inline, "ruby-base-container": .inline, "ruby-text": .rubyText,
    "ruby-text-container": .inline,
    // CSS has no keyword for `rp`; the user-agent sheet needs one.
    "-rp": .rubyParenthesis,
  ]

  private static let spaces: [String: ElementStyle.Space] = [
    "normal": .normal, "nowrap": .nowrap, "pre": .pre, "pre-line": .preLine,
    "pre-wrap": .preWrap, "break-spaces": .preWrap,
  ]

  static let aligns: [String: ElementStyle.Align] = [
    "start": .start, "left": .left, "center": .center, "-webkit-center": .center,
    "right": .right, "justify": .justify, "end": .end,
  ]

  private static let hyphens: [String: LineRules.Hyphens] = [
    "none": .none, "manual": .manual, "auto": .auto,
  ]

  private static let strictness: [String: LineRules.Strictness] = [
    "auto": .strict, "strict": .strict, "normal": .normal, "loose": .loose, "anywhere": .anywhere,
  ]

  private static let wordBreaks: [String: LineRules.WordBreak] = [
    "normal": .normal, "break-word": .normal, "auto-phrase": .normal, "keep-all": .keepAll,
    "break-all": .breakAll,
  ]

  private static let writings: [String: LineRules.Writing] = [
    "horizontal-tb": .horizontal, "vertical-rl": .verticalFromRight,
    "vertical-lr": .verticalFromLeft, "lr-tb": .horizontal, "rl-tb": .horizontal,
    "tb-rl": .verticalFromRight,
  ]

  /// Digits within words, which `digits` means, stay as they are.
  private static let combine = CSSProperty(
    \.style.isCombined, isInherited: true, words: ["none": false, "all": true, "horizontal": true])

  private static let cases: [String: ElementStyle.Case] = [
    "none": .asWritten, "uppercase": .upper, "lowercase": .lower, "capitalize": .capitals,
    "full-width": .wide, "-epub-fullwidth": .wide,
  ]

  private static let breaks: [String: Bool] = [
    "auto": false, "avoid": false, "avoid-page": false, "avoid-column": false, "always": true,
    "all": true, "page": true, "left": true, "right": true, "recto": true, "verso": true,
    "column": true,
  ]
}
