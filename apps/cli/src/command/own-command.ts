import type { Command } from 'commander';
import type { Context } from './context.ts';

/** A command that is more than the request of one route. */
export interface OwnCommand {
  /** The command of which it is a part: `orders` for `orders watch`. Absent at the top. */
  readonly noun?: string;
  readonly name: string;
  readonly summary: string;
  /** Adds arguments, options and the action. */
  readonly build: (command: Command, context: Context) => void;
}
