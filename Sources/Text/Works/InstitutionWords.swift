/// Words of affiliations, addresses and headings that are no of a person's name.
enum InstitutionWords {
  static func contains(_ word: String) -> Bool {
    let bare = word.lowercased().filter { $0.isLetter || $0 == "-" }
    return table.contains(bare)
      || bare.split(separator: "-").contains { table.contains(String($0)) }
      || stems.contains { bare.hasPrefix($0) } || word.filter(\.isLetter).hasSuffix("Lab")
  }

  private static let stems = [
    "universi", "institu", "istitut", "departm", "laborator", "facult", "fakult", "academ",
    "hochschul", "technolog", "engineer", "informati", "comput", "mathemat", "corporat",
    "foundation", "associat", "ministr", "observator", "polytech", "politec", "politéc", "school",
    "resear", "hospital", "science", "scient", "physic", "chemi", "biolog", "medic",
    "statisti", "économ", "econom", "abteilung", "forschung", "wissenschaft", "зав", "универс",
    "инстит", "proceeding", "conferen", "workshop", "symposi", "journal", "technical", "preprint",
  ]

  private static let table = Set(
    """
    abstract academy accepted acknowledgements advisory agency air america annual appendix article \
    articles author authors avenue box branch building bureau campus cancer care case cedex center centers \
    centre centro chair city clinic cnrs college committee communications community companies company consortium \
    contents contribution copyright corp corporation corporate correspondence council country data date \
    dept dept. design development distribution division draft ecole école editor editors education electrical \
    electronics email environment european faculty federal fellow figure foundation france \
    gmbh google group groups guide guest health ieee inc incorporated independent industries information inria \
    innovation intelligence international intro introduction issue keywords lab labs laboratory laboratories learning \
    lecture leiden letter library limited llc ltd machine management manager manual mechanical member microsoft \
    museum national navy network networks nature network number nvidia office open opening organization \
    paper papers partners phone physics postgraduate press professor program programme project \
    psychology public published publisher publication purpose received references report revised review road room royal \
    science sciences section security service services société society software solutions special \
    station state states street student students studies study subject submitted summary supervisor supplement survey system systems \
    table team technology telephone template templates the thesis title topics track training tutorial \
    unit united universität universität university us usa user version volume working zentrum \
    facebook twitter amazon apple intel openai deepmind ibm nokia oracle siemens huawei \
    alibaba tencent baidu adobe samsung yahoo netflix uber meta mozilla redhat vmware princeton \
    harvard caltech cambridge
    """.split(separator: " ").map(String.init))
}

/// Names of countries and states that follow a town in an address.
enum PlaceNames {
  static func areRegion(_ words: [String]) -> Bool {
    let name = words.joined(separator: " ").lowercased().filter { $0.isLetter || $0 == " " }
    if let last = words.last, last.contains(where: \.isNumber) { return true }
    return table.contains(name)
  }

  private static let table = Set(
    """
    usa|us|uk|united states|united states of america|united kingdom|england|scotland|wales|ireland|germany|\
    deutschland|france|italy|italia|spain|españa|portugal|netherlands|the netherlands|belgium|switzerland|\
    austria|österreich|denmark|sweden|norway|finland|iceland|poland|czech republic|czechia|slovakia|hungary|romania|bulgaria|\
    greece|turkey|russia|ukraine|israel|egypt|iran|iraq|india|pakistan|bangladesh|china|pr china|taiwan|japan|\
    korea|south korea|republic of korea|singapore|malaysia|indonesia|thailand|vietnam|philippines|australia|\
    new zealand|canada|mexico|brazil|brasil|argentina|chile|colombia|peru|south africa|nigeria|kenya|hong kong|saudi arabia|qatar|\
    luxembourg|estonia|latvia|lithuania|croatia|serbia|slovenia|cyprus|malta|uae|united arab emirates|\
    alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|\
    indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|\
    montana|nebraska|nevada|new hampshire|new jersey|new mexico|new york|north carolina|ohio|oklahoma|oregon|\
    pennsylvania|rhode island|south carolina|tennessee|texas|utah|vermont|virginia|washington|wisconsin|wyoming|\
    ontario|quebec|québec|british columbia|alberta|queensland|victoria|new south wales|ca|ny|ma|wa|tx|pa|il|nj|md|ga|nc|mi|co|az|va|dc|fl|oh|in|wi|mn|or
    """.split(separator: "|").map(String.init))
}
