import type { Command } from 'commander';
import { findCommand } from '../command/find-command.ts';

/**
 * The candidates for the last of the words, one a line with its meaning after a tab. The words before it choose the
 * command. The scripts of the shells call this, so that they never have to be made again.
 */
export function complete(program: Command, words: readonly string[]): string {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const command = findCommand(program, before);
  const candidates = candidatesOf(program, command, { before, typed }).filter(([name]) => name.startsWith(typed));
  return candidates.map(([name, meaning]) => `${name}\t${meaning.split('\n')[0] ?? ''}\n`).join('');
}

type Candidate = readonly [name: string, meaning: string];

interface Place {
  readonly before: readonly string[];
  readonly typed: string;
}

function candidatesOf(program: Command, command: Command, { before, typed }: Place): readonly Candidate[] {
  const options = [...command.options, ...(command === program ? [] : program.options)].filter(({ hidden }) => !hidden);
  const last = before.at(-1);
  const previous = last === undefined ? undefined : options.find(({ long, short }) => last === long || last === short);
  if (previous?.required) return (previous.argChoices ?? valuesIn(previous.description)).map((choice) => [choice, '']);
  if (typed.startsWith('-')) return options.map(({ long, short, description }) => [long ?? short ?? '', description]);
  const visible = command.createHelp().visibleCommands(command);
  return command.commands
    .filter((each) => visible.includes(each))
    .map((each) => [each.name(), each.summary() || each.description()]);
}

/** The values of an option whose help lists them. */
function valuesIn(description: string): readonly string[] {
  return /Values: ([^.]*)\./.exec(description)?.[1]?.split(', ') ?? [];
}
