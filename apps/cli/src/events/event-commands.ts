import type { OwnCommand } from '../program/own-command.ts';

/** The commands about events. */
export const eventCommands: readonly OwnCommand[] = [];
