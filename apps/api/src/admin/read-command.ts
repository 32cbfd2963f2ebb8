import { parseArgs } from 'node:util';
import { ConfigError } from '@linework/config/config-error';
import type { Db } from '@linework/db/db';
import { bodyErrors } from '@linework/http/request/field-errors';
import type { z } from 'zod';
import { type CommandResult, commands } from './commands.ts';

/** Runs the command. */
export type RunCommand = (db: Db) => Promise<CommandResult>;

/** Whether the help was requested. */
export const isHelpRequest = (words: readonly string[]): boolean => words.length === 0 || words.includes('--help') || words[0] === 'help';

/** Parses the command-line arguments. Throws a `ConfigError` that lists all errors. */
export function readCommand([name = '', ...words]: readonly string[]): RunCommand {
  if (!isCommand(name)) throw new ConfigError([`there is no command "${name}", only ${Object.keys(commands).join(' and ')}`]);
  const { options, run } = commands[name];
  const values = parseOptions(words, Object.keys(options.shape));
  const parsed = options.safeParse(values);
  if (!parsed.success) throw new ConfigError(describeIssues(parsed.error, values));
  // The values were parsed with the options that this command declares.
  return (db) => run(db, parsed.data as never);
}

const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name);

function parseOptions(words: readonly string[], names: readonly string[]): Readonly<Record<string, unknown>> {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  try {
    return { ...parseArgs({ args: [...words], options, strict: true, allowPositionals: false }).values };
  } catch (error) {
    // The text after the first sentence is advice on options that start with a hyphen.
    throw new ConfigError([error instanceof Error ? (error.message.split(/\.\s/)[0] ?? '') : String(error)]);
  }
}

function describeIssues({ issues }: z.ZodError, given: unknown): readonly string[] {
  return bodyErrors(issues, given).map(({ pointer = '', detail }) => `--${pointer.slice(1)} ${detail}`);
}

/** All commands with their options. */
export function help(): string {
  const lines = Object.entries(commands).map(([name, { summary, options }]) => `  ${[name, ...describeOptions(options)].join(' ')}\n      ${summary}.`);
  return `Usage: linework COMMAND\n\n${lines.join('\n')}\n\nDATABASE_URL names the database, whose migrations have been run.\n`;
}

function describeOptions({ shape }: z.ZodObject): readonly string[] {
  return Object.entries(shape).map(([name, schema]) => {
    const usage = `--${name} ${name.toUpperCase()}`;
    return (schema as z.ZodType).safeParse(undefined).success ? `[${usage}]` : usage;
  });
}
