import type { z } from 'zod';
import { ConfigError } from './config-error.ts';
import type { Environment } from './environment.ts';
import { readFiles } from './read-files.ts';

export interface ReadOptions {
  /**
   * Names the settings whose default is for a developer's machine, such as the address of a simulator. With `NODE_ENV=production` they
   * have no default. Which they are may depend on what is given.
   */
  readonly requiredInProduction?: (given: Environment) => readonly string[];
}

/**
 * Reads the settings that `schema` names from `env`, frozen and typed. A variable that is set to nothing counts as absent, and
 * `NAME_FILE` names a file that holds `NAME`. Throws one `ConfigError` that tells all faults at once and repeats no value, since a
 * value may be a secret.
 */
export function readConfig<Schema extends z.ZodObject>(schema: Schema, env: Environment, options: ReadOptions = {}): Readonly<z.infer<Schema>> {
  const defined = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const files = readFiles(Object.keys(schema.shape), defined);
  const values = { ...defined, ...files.values };
  const parsed = schema.safeParse(values);
  const issues = parsed.success ? [] : parsed.error.issues.map((issue) => describeIssue(issue, values));
  // What a file was to tell is not missing as well.
  const reported = issues.filter((fault) => !files.errors.some((other) => other.startsWith(`${fault.split(' ')[0]}_FILE `)));
  const errors = [...files.errors, ...reported, ...missingInProduction(values, options)];
  if (!parsed.success || errors.length > 0) throw new ConfigError(errors);
  return Object.freeze(parsed.data as object) as Readonly<z.infer<Schema>>;
}

function missingInProduction(values: Environment, { requiredInProduction }: ReadOptions): readonly string[] {
  if (values['NODE_ENV'] !== 'production' || requiredInProduction === undefined) return [];
  const missing = requiredInProduction(values).filter((name) => values[name] === undefined);
  return missing.map((name) => `${name} is missing and has no default in production`);
}

function describeIssue({ path, message, code }: z.core.$ZodIssue, values: Environment): string {
  const name = path.join('.');
  if (name === '') return message;
  return code === 'invalid_type' && !(name in values) ? `${name} is missing` : `${name} ${message}`;
}
