/// Functions for shells that start Recto and go to the folder it was left in.
extension CompletionShell {
  /// The function `rcd`, to be read by the shell at its start.
  var folderFunction: String {
    switch self {
    case .bash, .zsh:
      """
      # rcd starts Recto and goes to the folder it is left in; made by: recto --shell-function \(rawValue)
      rcd() {
        local file folder result
        file=$(mktemp "${TMPDIR:-/tmp}/recto-cwd.XXXXXX") || return
        command recto --cwd-file="$file" "$@"
        result=$?
        IFS= read -r -d '' folder <"$file"
        rm -f -- "$file"
        if [ -n "$folder" ] && [ "$folder" != "$PWD" ]; then
          builtin cd -- "$folder" || return
        fi
        return "$result"
      }

      """
    case .fish:
      """
      # rcd starts Recto and goes to the folder it is left in; made by: recto --shell-function fish
      function rcd
        set -l file (mktemp -t recto-cwd.XXXXXX); or return
        command recto --cwd-file=$file $argv
        set -l result $status
        if read -z folder <$file; and test -n "$folder"; and test "$folder" != "$PWD"
          builtin cd -- $folder
        end
        rm -f -- $file
        return $result
      end

      """
    }
  }
}
