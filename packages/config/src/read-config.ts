import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { ConfigError } from './config-error.ts';
import type { Environment } from './environment.ts';

/** The new names of settings by their names in 1.0.0. A setting under its old name would silently have no effect. */
const newNames: Readonly<Record<string, string>> = {
  CHECK_ANSWERS: 'CHECK_RESPONSES',
  PARTNER_ANSWER_LIMIT_MS: 'PARTNER_RESPONSE_LIMIT_MS',
  ANSWER_AFTER_MS: 'RESPONSE_DELAY_MS',
};

/** Returns one sentence for each setting in `names` that is set under its old name. */
function findRenamedSettings(names: readonly string[], environment: Environment): readonly string[] {
  return Object.entries(newNames)
    .filter(
      ([oldName, newName]) => names.includes(newName) && (oldName in environment || `${oldName}_FILE` in environment),
    )
    .map(([oldName, newName]) => `${oldName} was renamed: set ${newName} instead`);
}

export interface ReadOptions {
  /**
   * Lists the settings whose default is for a developer's machine, such as the address of a simulator. With
   * `NODE_ENV=production` they have no default. The list may depend on other settings.
   */
  readonly requiredInProduction?: (environment: Environment) => readonly string[];
  /** Returns a sentence for each rule between settings that is broken. */
  readonly findConflicts?: (environment: Environment) => readonly string[];
}

/**
 * Reads the settings of `schema` from `env` into a frozen, typed object. A variable with an empty value counts as
 * absent. `NAME_FILE` is the path of a file that contains the value of `NAME`. Throws one `ConfigError` that lists all
 * errors. The error repeats no value, because a value may be a secret.
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

interface FileValues {
  readonly values: Environment;
  readonly errors: readonly string[];
}

/**
 * Reads the settings that are set as files: `DATABASE_URL_FILE` is the path of a file with the value of `DATABASE_URL`.
 * A line break at the end is removed. A name that is a setting itself, such as `TAX_KEY_FILE`, is ignored.
 */
function readFiles(names: readonly string[], environment: Environment): FileValues {
  const values: Record<string, string> = {};
  const errors: string[] = [];
  for (const name of names) {
    const file = environment[`${name}_FILE`];
    if (file === undefined || names.includes(`${name}_FILE`)) continue;
    const text = readText(file);
    if (environment[name] !== undefined) errors.push(`${name} and ${name}_FILE are both set; set one of them`);
    else if (text === undefined) errors.push(`${name}_FILE names a file that cannot be read`);
    else if (text === '') errors.push(`${name}_FILE names an empty file`);
    else values[name] = text;
  }
  return { values, errors };
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    // The path and the reason do not belong in a log.
    return undefined;
  }
}
