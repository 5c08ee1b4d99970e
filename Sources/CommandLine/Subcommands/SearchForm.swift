/// The output of `recto search`.
enum SearchForm {
  case lines, counts, names, json
}
