/** What a shell has to be told so that it asks Reeve what comes next. A word never passes through `eval`. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** Where it goes, in the words of somebody who does it once. */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# Completion of reeve for bash. Put into ~/.bashrc:  source <(reeve completion bash)
_reeve() {
  local line
  COMPREPLY=()
  while IFS=$'\\t' read -r line _; do
    if [ "$line" = ":files" ]; then
      compopt -o default 2>/dev/null
    elif [ -n "$line" ]; then
      COMPREPLY+=("$(printf '%q' "$line")")
    fi
  done < <(reeve completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _reeve reeve
`,
  zsh: `#compdef reeve
# Completion of reeve for zsh. Put into ~/.zshrc, after compinit:  source <(reeve completion zsh)
_reeve() {
  local -a found
  local word about files=0
  while IFS=$'\\t' read -r word about; do
    if [[ $word == ":files" ]]; then files=1
    elif [[ -n $word ]]; then found+=("\${word//:/\\\\:}\${about:+:$about}")
    fi
  done < <(reeve completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#found} )) && _describe 'reeve' found
  (( files )) && _files
}
# Sourced, it is made known; as a file of fpath it is called right away.
if [[ "\${funcstack[1]}" == _reeve ]]; then _reeve; else compdef _reeve reeve; fi
`,
  fish: `# Completion of reeve for fish. Put into ~/.config/fish/completions/reeve.fish:  reeve completion fish > that file
function __reeve_words
    set -l words (commandline -opc) (commandline -ct)
    reeve completion words -- $words[2..-1] 2>/dev/null | string match -v ':files'
end
complete -c reeve -f -a '(__reeve_words)'
complete -c reeve -n 'reeve completion words -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null | string match -q ":files"' -F
`,
};
