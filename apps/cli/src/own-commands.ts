import { version } from '@linework/config/version';
import { Argument } from 'commander';
import type { OwnCommand } from './command/own-command.ts';
import type { DoctorParts } from './doctor/run-doctor.ts';
import { eventCommands } from './events/event-commands.ts';
import { inventoryCommands } from './inventory/inventory-commands.ts';
import { moveInCommands } from './move-in/move-in-commands.ts';
import { orderCommands } from './orders/order-commands.ts';
import { sessionCommands } from './session/session-commands.ts';

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
const completionScripts = { bash, zsh, fish } as const;

/** All commands that are more than the request of one route. */
export const ownCommands = (doctor: DoctorParts): readonly OwnCommand[] => [
  ...sessionCommands,
  {
    name: 'doctor',
    summary: 'Check the settings, the API, the key and the clock, and say what to do',
    build: (command, context) =>
      void command.action(async () =>
        (await import('./doctor/run-doctor.ts')).runDoctor(command.optsWithGlobals(), context, doctor),
      ),
  },
  {
    name: 'version',
    summary: 'Print the version',
    build: (command, context) => void command.action(() => void context.stdout.write(`${version}\n`)),
  },
  {
    name: 'completion',
    summary: 'Print the completion script of a shell',
    build: (command, context) =>
      void command
        .addArgument(new Argument('<SHELL>', 'bash, zsh or fish').choices(Object.keys(completionScripts)))
        .action((shell: keyof typeof completionScripts) => void context.stdout.write(completionScripts[shell])),
  },
  ...orderCommands,
  ...inventoryCommands,
  ...moveInCommands,
  {
    name: 'export',
    summary: 'Write everything of a broker to a folder, as a move-in reads it, or all that is kept of a person',
    build: (command, context) =>
      void command
        .option('--broker <uuid>', 'The broker.')
        .option('--holder <uuid>', 'The person or company.')
        .option('--to <path>', 'The folder of a broker, or the file of a person.')
        .option('--csv', 'The rows of a move-in as CSV too.')
        .action(async () => (await import('./export/export.ts')).runExport(command.optsWithGlobals(), context)),
  },
  {
    noun: 'tax-rates',
    name: 'load',
    summary: 'Load tax rates from a file of JSON',
    build: (command, context) =>
      void command
        .argument('<FILE>', 'a JSON list of rates, or - for the standard input')
        .option('--dry-run', 'Load none, and say which drafts would change.')
        .action(async (file: string) =>
          (await import('./tax-rates/load-tax-rates.ts')).loadTaxRates(file, command.optsWithGlobals(), context),
        ),
  },
  ...eventCommands,
];
