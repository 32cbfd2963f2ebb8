import type { Command } from 'commander';

/** The command that the words name, as far as they name one. Options between them are passed over. */
export function findCommand(program: Command, words: readonly string[]): Command {
  return words.reduce<Command>(
    (command, word) => command.commands.find((each) => each.name() === word) ?? command,
    program,
  );
}
