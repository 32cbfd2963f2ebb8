import type { Operation } from '@linework/sdk/operation';
import type { Command } from 'commander';
import type { Context } from './context.ts';

/** A command that is more than the request of one route. */
export interface OwnCommand {
  /** The command of which it is a part: `orders` for `orders watch`. Absent at the top. */
  readonly noun?: string;
  readonly name: string;
  readonly summary: string;
  /**
   * Adds arguments, options and the action. The action loads what it runs, so that other commands start without it. The
   * operations are those of its noun.
   */
  readonly build: (command: Command, context: Context, operations: readonly Operation[]) => void;
}
