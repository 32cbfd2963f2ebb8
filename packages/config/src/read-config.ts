import type { z } from 'zod';
import { ConfigError } from './config-error.ts';
import type { Environment } from './environment.ts';
import { readFiles } from './read-files.ts';
import { findRenamedSettings } from './renamed-settings.ts';

export interface ReadOptions {
  /**
   * Lists the settings whose default is for a developer's machine, such as the address of a simulator. With `NODE_ENV=production` they
   * have no default. The list may depend on other settings.
   */
  readonly requiredInProduction?: (environment: Environment) => readonly string[];
  /** Returns a sentence for each rule between settings that is broken. */
  readonly findConflicts?: (environment: Environment) => readonly string[];
}

/**
 * Reads the settings of `schema` from `env` into a frozen, typed object. A variable with an empty value counts as absent.
 * `NAME_FILE` is the path of a file that contains the value of `NAME`. Throws one `ConfigError` that lists all errors. The error
 * repeats no value, because a value may be a secret.
 */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  env: Environment,
  options: ReadOptions = {},
): Readonly<z.infer<Schema>> {
  const defined = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const names = Object.keys(schema.shape);
  const files = readFiles(names, defined);
  const values = { ...defined, ...files.values };
  const parsed = schema.safeParse(values);
  const issues = parsed.success ? [] : parsed.error.issues.map((issue) => describeIssue(issue, values));
  // A setting whose file is wrong is not reported a second time as missing.
  const reported = issues.filter(
    (issue) => !files.errors.some((error) => error.startsWith(`${issue.split(' ')[0]}_FILE `)),
  );
  const errors = [
    ...findRenamedSettings(names, defined),
    ...files.errors,
    ...reported,
    ...missingInProduction(values, options),
    ...(options.findConflicts?.(values) ?? []),
  ];
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
