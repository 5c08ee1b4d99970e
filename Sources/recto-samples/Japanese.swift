/// Writes a Japanese text: lines that break anywhere, embedded Latin words, an outline.
enum Japanese {
  private static let mincho = "Noto Serif CJK JP"
  private static let page = (width: 420.0, height: 595.0)

  static func write(to path: String) {
    let sheet = Sheet(
      path: path, width: page.width, height: page.height, title: "端末で読む", author: "Recto 作者一同")
    func turn() -> TextFrame {
      sheet.beginPage(label: "\(sheet.pageCount + 1)")
      Typesetter.line(
        "\(sheet.pageCount)", font: mincho + " 8", on: sheet, x: 52, y: page.height - 44,
        width: page.width - 104, isCentred: true)
      return TextFrame(x: 52, y: 56, width: page.width - 104, height: page.height - 116)
    }
    let setter = Typesetter(sheet, first: turn(), next: turn)
    setter.set("端末で読む", Face(font: mincho + " Bold 18", below: 4, isCentred: true))
    setter.set("Recto 作者一同", Face(font: mincho + " 10", below: 20, isCentred: true))
    for (index, chapter) in chapters.enumerated() {
      let name = "chapter-\(index + 1)"
      sheet.destination(name, x: 52, y: setter.reserve(0))
      sheet.outline(chapter.title, level: chapter.level, destination: name)
      setter.set(
        chapter.title,
        Face(
          font: mincho + (chapter.level == 1 ? " Bold 13" : " Bold 11"), above: 14, below: 6,
          keptLines: 3))
      for paragraph in chapter.paragraphs {
        setter.set(paragraph, Face(font: mincho + " 10", below: 4, indent: 10, isJustified: true))
      }
    }
    sheet.finish()
  }

  private struct Chapter {
    var title: String
    var level = 1
    var paragraphs: [String]
  }

  private static let chapters = [
    Chapter(
      title: "一　紙と画面",
      paragraphs: [
        "本を読むという行為は、紙の時代から大きく変わっていない。目は行を追い、行の終わりで次の行の始まりへ戻る。変わったのは、その行がどこにあるかである。かつては紙の上にあり、今は画面の上にある。そして端末で仕事をする人にとっては、文字だけが並ぶ黒い窓の中にある。",
        "端末は古い道具である。しかし、古いから残っているのではなく、遠くの機械につないでも軽く、手を鍵盤から離さずに済むから残っている。論文を何千本も抱える研究者が、夜行列車の細い回線から大学の計算機に入り、昨日の続きを読む。そのとき、絵は要らないが、文章は正しくなければならない。",
      ]),
    Chapter(
      title: "行の終わり", level: 2,
      paragraphs: [
        "日本語の文には語と語のあいだに空白がない。だから組版の都合で行が折り返されるとき、単語は好きなところで切れる。「索引」という語の「索」が行末に、「引」が次の行頭に来ることは珍しくない。紙の上では誰も困らないが、検索する機械は困る。二つの文字のあいだに改行があるからである。",
        "Recto はこの改行を取り除く。ただし、前後がともに Latin 文字か数字であるときは空白に替える。たとえば Portable Document Format のような語が二行にまたがるときである。句読点やかっこが行頭に来ないようにする禁則処理は、画面の幅に合わせて改めて行う。",
      ]),
    Chapter(
      title: "二　探すということ",
      paragraphs: [
        "読むことの半分は、探すことである。どこかで読んだはずの一文を、題名も著者も忘れたまま探す。手がかりは語だけであり、その語も少し違っているかもしれない。全角の「ＰＤＦ」と半角の「PDF」、「がぎぐ」と濁点が分かれた「か゛き゛く゛」、旧字体と新字体。人には同じに見えるものを、機械にも同じに見せるのが道具の役目である。",
        "索引とは、本の最後に置かれた小さな地図である。しかし地図のない本のほうが多い。そこで道具は本文そのものを読み、どの頁に何があるかを覚えておく。覚えるのは文字であって、絵ではない。だからこそ、文字が正しく取り出されていることが何よりも大切になる。",
      ]),
    Chapter(
      title: "正しさを測る", level: 2,
      paragraphs: [
        "正しいかどうかは、測らなければ分からない。私たちは本当の文章が分かっている文書を自分で組み、取り出した文字と比べた。合っている文字の割合と、途切れずに取り出せた段落の割合を数える。前者はすぐに九割を超えるが、後者はなかなか上がらない。段が二つある頁で、段のあいだの余白を一つ見落とすだけで、その頁の段落はすべて壊れるからである。"
      ]),
    Chapter(
      title: "三　明日の続き",
      paragraphs: [
        "本を閉じるとき、人はしおりを挟む。道具も同じことをする。最後に見ていた行、付けた印、たどってきた道筋を、文書ごとに覚えておく。文書の名前が変わっても、組み直されて頁がずれても、同じ行に戻れるように。",
        "読み終えた本を棚に戻し、次の本を開く。明日また続きを読むために。それだけのことを、静かに、速く、確かに行う道具でありたい。",
      ]),
  ]
}
