import type { z } from 'zod';
import { ConfigError } from './config-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings that `schema` names from `env`, frozen and typed. A variable that is set to nothing counts as absent.
 * Throws one `ConfigError` that tells all faults at once and repeats no value, since a value may be a secret.
 */
export function readConfig<Schema extends z.ZodType>(schema: Schema, env: Environment): Readonly<z.infer<Schema>> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const read = schema.safeParse(given);
  if (!read.success) throw new ConfigError(read.error.issues.map((issue) => faultOf(issue, given)));
  return Object.freeze(read.data as object) as Readonly<z.infer<Schema>>;
}

function faultOf({ path, message, code }: z.core.$ZodIssue, given: Environment): string {
  const name = path.join('.');
  if (name === '') return message;
  return code === 'invalid_type' && !(name in given) ? `${name} is missing` : `${name} ${message}`;
}
