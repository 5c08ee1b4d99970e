/// How `recto search` tells what it finds.
enum SearchForm {
  case lines, counts, names, json
}
