import type { z } from 'zod';
import { ConfigError } from './config-error.ts';
import type { Environment } from './environment.ts';
import { readFiles } from './read-files.ts';

export interface ReadOptions {
  /**
   * Names the settings whose default is for a developer's machine, such as the address of a simulator. With `NODE_ENV=production` they
   * have no default. Which they are may depend on what is given.
   */
  readonly neededInProduction?: (given: Environment) => readonly string[];
}

/**
 * Reads the settings that `schema` names from `env`, frozen and typed. A variable that is set to nothing counts as absent, and
 * `NAME_FILE` names a file that holds `NAME`. Throws one `ConfigError` that tells all faults at once and repeats no value, since a
 * value may be a secret.
 */
export function readConfig<Schema extends z.ZodObject>(schema: Schema, env: Environment, options: ReadOptions = {}): Readonly<z.infer<Schema>> {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const files = readFiles(Object.keys(schema.shape), set);
  const given = { ...set, ...files.values };
  const read = schema.safeParse(given);
  const issues = read.success ? [] : read.error.issues.map((issue) => faultOf(issue, given));
  // What a file was to tell is not missing as well.
  const told = issues.filter((fault) => !files.faults.some((other) => other.startsWith(`${fault.split(' ')[0]}_FILE `)));
  const faults = [...files.faults, ...told, ...missingInProduction(given, options)];
  if (!read.success || faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(read.data as object) as Readonly<z.infer<Schema>>;
}

function missingInProduction(given: Environment, { neededInProduction }: ReadOptions): readonly string[] {
  if (given['NODE_ENV'] !== 'production' || neededInProduction === undefined) return [];
  const missing = neededInProduction(given).filter((name) => given[name] === undefined);
  return missing.map((name) => `${name} is missing and has no default in production`);
}

function faultOf({ path, message, code }: z.core.$ZodIssue, given: Environment): string {
  const name = path.join('.');
  if (name === '') return message;
  return code === 'invalid_type' && !(name in given) ? `${name} is missing` : `${name} ${message}`;
}
