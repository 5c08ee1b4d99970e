package import DocumentModel

/// The words that name numbered parts of a document, in the languages of most papers and books.
package struct ReferenceWord: Sendable {
  package var kind: Reference.Kind
  /// Sorts of one kind are numbered apart: `Lemma 1` and `Theorem 1`.
  var sort: UInt8 = 0
  /// Whether the number may be a letter, as in `Appendix A`.
  var takesLetters = false

  /// Whether it names definitions.
  var isDefinition: Bool { kind == .theorem && sort == 5 }

  /// Returns what a word names; nil for other words. Case does not matter.
  package static func named(by word: ArraySlice<UInt32>) -> ReferenceWord? {
    guard let first = word.first, let last = word.last, word.count <= longest,
      lengths[slot(first, last)] & 1 << word.count != 0
    else { return nil }
    return table[word.map(Script.lower)]
  }

  private static let longest = 14

  /// A bit for each length of a word in the table, by the word's first and last letter: most words of a text are none without being hashed.
  private static let lengths: [UInt16] = {
    var lengths = [UInt16](repeating: 0, count: slots)
    for word in table.keys where word.count <= longest {
      lengths[slot(word[0], word[word.count - 1])] |= 1 << word.count
    }
    return lengths
  }()

  private static let slots = 2_048

  private static func slot(_ first: UInt32, _ last: UInt32) -> Int {
    Int((Script.lower(first) &* 37 &+ Script.lower(last)) % UInt32(slots))
  }

  /// Returns what an abbreviation names that counts before a full stop only: `p.`, `S.`, `Ch.`; nil for others.
  static func abbreviated(_ word: ArraySlice<UInt32>) -> ReferenceWord? {
    // `П.1` is the number of an appendix.
    if word.count == 1, let first = word.first, first > 0x80, Script.isUpperCase(first) {
      return nil
    }
    let word = word.map(Script.lower)
    if chapters.contains(word) { return ReferenceWord(kind: .section, takesLetters: true) }
    return pages.contains(word) ? ReferenceWord(kind: .page) : nil
  }

  private static let chapters = words("ch chs cap abschn п пп")

  private static let pages = words("p pp s с стр pág págs")

  /// Whether a word names several parts: `Figs`, `Tables`, `Abbildungen`, and any word of scripts without plurals.
  static func isPlural(_ word: ArraySlice<UInt32>) -> Bool {
    word.first.map(Script.isIdeographic) == true
      || plurals.contains { ending in
        word.count > ending.count + 1 && word.suffix(ending.count).elementsEqual(ending)
          && named(by: word.dropLast(ending.count)) != nil
      }
  }

  /// Endings of plurals; `Table` is none of `Tab`.
  private static let plurals = words("s es en n")

  /// Words of scripts without blanks, the longest first.
  static func ideographic(at index: Int, in text: ArraySlice<UInt32>) -> (ReferenceWord, end: Int)?
  {
    guard Script.isIdeographic(text[index]) else { return nil }
    for length in [4, 3, 2, 1] where index + length <= text.endIndex {
      if let found = named(by: text[index..<index + length]) { return (found, index + length) }
    }
    return nil
  }

  private static let table: [[UInt32]: ReferenceWord] = {
    let section = ReferenceWord(kind: .section, takesLetters: true)
    func theorem(_ sort: UInt8) -> ReferenceWord {
      ReferenceWord(kind: .theorem, sort: sort, takesLetters: true)
    }
    let rows: [(ReferenceWord, String)] = [
      (
        ReferenceWord(kind: .figure),
        """
        figure figures fig figs figuur figura figuras abbildung abbildungen abb gráfico gráficos gráfica grafik diagramm schaubild рисунок рисунка рисунке \
        рисунки рис 図 图 圖
        """
      ),
      (ReferenceWord(kind: .figure, sort: 1), "scheme schemes schema schéma esquema схема"),
      (ReferenceWord(kind: .figure, sort: 2), "plate plates tafel planche lámina"),
      (
        ReferenceWord(kind: .table),
        """
        table tables tab tabs tbl tabelle tabellen tableau tableaux tabla tablas cuadro tabela tabelas \
        quadro tabella tabelle tabel таблица таблицы таблице таблицу табл 表
        """
      ),
      (
        ReferenceWord(kind: .listing),
        "listing listings auflistung листинг リスト"
      ),
      (ReferenceWord(kind: .listing, sort: 3), "code codes programm código 代码"),
      (
        ReferenceWord(kind: .listing, sort: 1),
        "algorithm algorithms alg algs algorithmus algorithme algoritmo algoritmi алгоритм アルゴリズム 算法"
      ),
      (ReferenceWord(kind: .listing, sort: 2), "box boxes kasten encadré recuadro"),
      (
        ReferenceWord(kind: .equation),
        """
        equation equations eq eqs eqn eqns gleichung gleichungen gl gln équation équations éq ecuación \
        ecuaciones ec equazione equazioni equação equações уравнение уравнения уравнении ур формула формулы формуле 式 方程
        """
      ),
      (
        section,
        """
        section sections sec secs sect subsection subsections § §§ chapter chapters chap abschnitt abschnitte kapitel kap chapitre sección secciones capítulo capítulos apartado apartados sezione sezioni capitolo capitoli hoofdstuk paragraaf \
        seção seções раздел разделе раздела разд глава главе главы гл
        """
      ),
      (
        ReferenceWord(kind: .section, sort: 1, takesLetters: true),
        """
        appendix appendices app appx annex annexes anhang annexe apéndice anexo apêndice appendice bijlage приложение приложении \
        付録 附录 附錄
        """
      ),
      (theorem(1), "theorem theorems thm thms satz théorème teorema теорема теореме теоремы 定理"),
      (theorem(2), "lemma lemmas lemmata hilfssatz lemme lema лемма лемме леммы 補題 引理"),
      (
        theorem(3),
        "corollary corollaries cor korollar corollaire corolario corolário corollario следствие 系 推论"
      ),
      (
        theorem(4),
        "proposition propositions prop props proposición proposição proposizione предложение 命題 命题"
      ),
      (
        theorem(5),
        "definition definitions def defn définition definición definição definizione определение 定義 定义"
      ),
      (theorem(6), "example examples beispiel exemple ejemplo exemplo esempio пример примере 例"),
      (theorem(7), "remark remarks rem bemerkung remarque observación замечание 注意"),
      (theorem(8), "claim claims behauptung affirmation"),
      (theorem(9), "conjecture conjectures vermutung conjetura гипотеза 予想"),
      (theorem(10), "assumption assumptions annahme hypothèse supuesto"),
      (theorem(11), "axiom axioms axiome axioma аксиома 公理"),
      (theorem(12), "exercise exercises übung aufgabe exercice ejercicio упражнение 問 練習問題"),
      (theorem(13), "problem problems problème problema задача"),
      (theorem(14), "fact facts"), (theorem(15), "observation observations beobachtung"),
      (theorem(16), "property properties eigenschaft propriété"),
      (theorem(17), "condition conditions bedingung"),
      (
        ReferenceWord(kind: .page),
        "page pages seite seiten página páginas pagina pagine страница странице страницы ページ 頁 页"
      ),
      (ReferenceWord(kind: .note), "note notes fn fußnote fußnoten anm anmerkung"),
      (ReferenceWord(kind: .cite), "ref refs reference references"),
    ]
    var table: [[UInt32]: ReferenceWord] = [:]
    for (word, list) in rows {
      for name in list.split(separator: " ") { table[name.unicodeScalars.map(\.value)] = word }
    }
    return table
  }()

  /// Whether a short word joins the numbers of a list, as in `Figures 2 and 3`. In capitals it is an initial.
  static func isJoin(_ word: ArraySlice<UInt32>) -> Bool {
    word.count <= 4 && joins.contains(Array(word))
  }

  private static let joins: Set<[UInt32]> = words(
    "and und et y e и or oder ou o to bis through à a та 及")

  /// Whether a text says that a part began before: `(continued)`, `（续表）`.
  static func continues(_ text: ArraySlice<UInt32>) -> Bool {
    let rest = text.drop { !Script.isLetter($0) && !Script.isIdeographic($0) }
    guard rest.startIndex - text.startIndex <= 4, rest.startIndex > text.startIndex else {
      return false
    }
    let word = rest.prefix(14).map(Script.lower)
    return continuations.contains { word.starts(with: $0) }
  }

  private static let continuations = words(
    "continu cont. fortsetzung suite) continuación продолжение 续 続 續")

  /// Whether a word stands between the names of a citation: `and`, `et al.`, particles.
  static func isBetweenNames(_ word: ArraySlice<UInt32>) -> Bool {
    word.count <= 10 && betweenNames.contains(Array(word))
  }

  private static let betweenNames: Set<[UInt32]> = words(
    """
    and und et y e и al others colleagues u a de la le du des del della di da dos den der van von ter ten \
    zu zur af av bin ibn el jr sr и др соавт Jr Sr authors team group consortium community project \
    developers contributors foundation t
    """)

  /// Whether a word between names belongs to the one after it: `van der Waals`.
  static func isParticle(_ word: ArraySlice<UInt32>) -> Bool {
    word.count <= 4 && particles.contains(Array(word))
  }

  private static let particles = words(
    "de la le du des del della di da dos den der van von ter ten zu zur af av bin ibn el t")

  /// Whether a heading opens a list of works.
  static func opensBibliography(_ heading: [UInt32]) -> Bool {
    guard heading.count <= 48 else { return false }
    let letters = heading.drop { !Script.isLetter($0) && !Script.isIdeographic($0) }
    // `R References`: the letter of an appendix, spaced capitals.
    var text = letters.map(Script.lower)
    while let last = text.last, !Script.isLetter(last), !Script.isIdeographic(last) {
      text.removeLast()
    }
    if bibliographies.contains(text) { return true }
    return bibliographies.contains(text.filter { !Script.isBlank($0) })
  }

  private static let bibliographies: Set<[UInt32]> = {
    let titles = """
      references|bibliography|reference|literature|literature cited|works cited|cited works|reference list|list of references|references cited
      references and notes|notes and references|references and further reading|cited literature|selected bibliography|bibliographical references
      literatur|literaturverzeichnis|quellen|quellenverzeichnis|literatur- und quellenverzeichnis|schrifttum|références|références bibliographiques
      bibliographie|referencias|referencias bibliográficas|bibliografía|referências|referências bibliográficas|bibliografia|riferimenti bibliografici
      literatuur|litteratur|referenser|normative references|informative references|literature references|works consulted|литература|список литературы|список использованных источников|библиография|библиографический список
      список источников|список использованной литературы|использованные источники|использованная литература|література|список літератури
      literatura|spis literatury|seznam použité literatury|použitá literatura|irodalomjegyzék|kaynakça|kaynaklar|daftar pustaka|lähteet|källor
      källförteckning|litteraturliste|referanser|referenties|βιβλιογραφία|참고문헌|참고 문헌
      参考文献|参考資料|引用文献|文献|參考文獻|参考书目
      """
    let list = titles.split { $0 == "|" || $0 == "\n" }.map { $0.unicodeScalars.map(\.value) }
    return Set(list + list.map { $0.filter { $0 != 0x20 } })
  }()

  /// Whether a heading opens an index with page numbers.
  static func opensIndex(_ heading: [UInt32]) -> Bool {
    guard heading.count <= 30 else { return false }
    return indexes.contains(
      Array(heading.map(Script.lower).split(separator: 0x20).joined(separator: [0x20])))
  }

  private static let indexes: Set<[UInt32]> = {
    let titles = """
      index|general index|subject index|index of names|name index|author index|sachregister|personenregister|stichwortverzeichnis
      sachverzeichnis|index général|índice analítico|índice alfabético|índice remissivo|indice analitico|предметный указатель|索引
      """
    return Set(titles.split { $0 == "|" || $0 == "\n" }.map { $0.unicodeScalars.map(\.value) })
  }()

  /// Returns words parted by blanks as scalars.
  static func words(_ list: String) -> Set<[UInt32]> {
    Set(list.split(separator: " ").map { $0.unicodeScalars.map(\.value) })
  }
}
