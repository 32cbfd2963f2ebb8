import { readFileSync } from 'node:fs';
import type { Environment } from './environment.ts';

export interface FilesRead {
  readonly values: Environment;
  readonly faults: readonly string[];
}

/**
 * Reads the settings that are given as files: `DATABASE_URL_FILE` names a file that holds `DATABASE_URL`. A line break at its end
 * does not count. A name that is a setting of its own, such as `TAX_KEY_FILE`, is left alone.
 */
export function readFiles(names: readonly string[], given: Environment): FilesRead {
  const values: Record<string, string> = {};
  const faults: string[] = [];
  for (const name of names) {
    const file = given[`${name}_FILE`];
    if (file === undefined || names.includes(`${name}_FILE`)) continue;
    const text = textOf(file);
    if (given[name] !== undefined) faults.push(`${name} and ${name}_FILE are both set; set one of them`);
    else if (text === undefined) faults.push(`${name}_FILE names a file that cannot be read`);
    else if (text === '') faults.push(`${name}_FILE names an empty file`);
    else values[name] = text;
  }
  return { values, faults };
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    // Where the file is, and why it cannot be read, is nothing for a log.
    return undefined;
  }
}
