const bash = `# linework completion for bash. Add to ~/.bashrc: source <(linework completion bash)
_linework() {
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  local IFS=$'\\n'
  COMPREPLY=($(linework __complete "\${words[@]}" 2>/dev/null | cut -f1))
}
complete -o default -F _linework linework
`;

const zsh = `#compdef linework
# linework completion for zsh. Add to ~/.zshrc: source <(linework completion zsh)
_linework() {
  local -a candidates
  local line
  for line in "\${(@f)$(linework __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    [[ -n $line ]] && candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  if (( \${#candidates} )); then _describe 'linework' candidates; else _files; fi
}
compdef _linework linework
`;

const fish = `# linework completion for fish. Save as ~/.config/fish/completions/linework.fish
function __linework_complete
  set -l words (commandline -opc) (commandline -ct)
  linework __complete $words[2..-1] 2>/dev/null
end
complete -c linework -f -a '(__linework_complete)'
`;

/** The completion script of each shell. */
export const completionScripts = { bash, zsh, fish } as const;
