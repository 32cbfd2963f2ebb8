import type { Operation } from '@linework/sdk/operation';
import { Command } from 'commander';
import type { Context } from '../command/context.ts';
import type { OwnCommand } from '../command/own-command.ts';

/** A command as the generated page shows it. */
export interface DescribedCommand {
  /** Empty at the top. */
  readonly noun: string;
  readonly name: string;
  /** The words for its arguments: `ID`, or `[ID]` where it may be left out. */
  readonly args: readonly string[];
  readonly summary: string;
}

/** Describes the own commands, for the page docs/generated/commands.md. */
export function describeOwnCommands(
  commands: readonly OwnCommand[],
  operations: readonly Operation[],
): readonly DescribedCommand[] {
  return commands.map(({ noun = '', name, summary, build }) => {
    const command = new Command(name);
    // Nothing is run, so the command needs no context.
    build(command, {} as Context, operations);
    const args = command.registeredArguments.map((argument) =>
      argument.required ? argument.name() : `[${argument.name()}]`,
    );
    return { noun, name, args, summary };
  });
}
