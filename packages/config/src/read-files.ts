import { readFileSync } from 'node:fs';
import type { Environment } from './environment.ts';

export interface FileValues {
  readonly values: Environment;
  readonly errors: readonly string[];
}

/**
 * Reads the settings that are set as files: `DATABASE_URL_FILE` is the path of a file with the value of `DATABASE_URL`. A line break at
 * the end is removed. A name that is a setting itself, such as `TAX_KEY_FILE`, is ignored.
 */
export function readFiles(names: readonly string[], environment: Environment): FileValues {
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
