/*
 * Each script passes the words up to the cursor and shows the answer: one candidate per line, with its meaning after a
 * tab. If the first line is `:path` or `:folder`, the shell adds its own paths.
 */

// bash also splits words at = : and @, so candidates contain only the last part. Spaces are escaped, except in file
// names. The script must run in bash 3.2 of macOS. `read` without -r understands escaped spaces.
const bash = `_preflight() {
  local line="\${COMP_LINE:0:COMP_POINT}" word last head candidates item escapes=yes
  local -a words
  read -a words <<< "$line"
  [[ $line == *[[:space:]] && $line != *\\\\[[:space:]] ]] && words+=("")
  last=$((\${#words[@]} - 1))
  word="\${words[last]}"
  candidates="$("\${words[0]}" completion --complete -- "\${words[@]:1}" 2>/dev/null)" || return
  COMPREPLY=()
  case "$candidates" in
    :path*) compopt -o filenames 2>/dev/null && escapes=; while read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word") ;;
    :folder*) compopt -o filenames 2>/dev/null && escapes=; while read -r line; do COMPREPLY+=("$line"); done < <(compgen -d -- "$word") ;;
  esac
  head="\${word%"\${word##*[=:@]}"}"
  while IFS=$'\\t' read -r line _; do
    [[ $line == :* || -z $line || $line != "$word"* ]] && continue
    item="\${line#"$head"}"
    [[ -n $escapes ]] && item="$(printf '%q' "$item")"
    COMPREPLY+=("$item")
  done <<< "$candidates"
  [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *[=:@] ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -F _preflight preflight agent-preflight
`;

const zsh = `#compdef preflight agent-preflight
_preflight() {
  local line
  local -a lines items
  lines=("\${(@f)$("\${words[1]}" completion --complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  for line in "\${lines[@]}"; do
    case $line in
      :path) _files ;;
      :folder) _files -/ ;;
      ?*) items+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done
  (( \${#items} )) && _describe preflight items
}
if [ "$funcstack[1]" = _preflight ]; then _preflight "$@"; else compdef _preflight preflight agent-preflight; fi
`;

const fish = `function __preflight_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l program $words[1]
  set -l lines ($program completion --complete -- $words[2..-1] 2>/dev/null)
  for line in $lines
    switch $line
      case :path
        __fish_complete_path (commandline -ct)
      case :folder
        __fish_complete_directories (commandline -ct)
      case '*'
        printf '%s\\n' $line
    end
  end
end
complete -c preflight -f -a '(__preflight_complete)'
complete -c agent-preflight -f -a '(__preflight_complete)'
`;

/** The output of `preflight completion SHELL` by the name of the shell. */
export const scripts = { bash, zsh, fish } as const;
export type Shell = keyof typeof scripts;
