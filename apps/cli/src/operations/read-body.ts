import { readFileSync } from 'node:fs';
import { usageError } from '../errors/cli-error.ts';

/** Reads the JSON of `--body FILE`, or of the standard input with `-`. */
export function readBody(source: string): unknown {
  const text = readSource(source);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(
      `The body in ${source === '-' ? 'the input' : source} is no JSON: ` +
        `${error instanceof Error ? error.message : error}.`,
    );
  }
}

const standardInput = 0;

function readSource(source: string): string {
  try {
    return readFileSync(source === '-' ? standardInput : source, 'utf8');
  } catch (error) {
    throw usageError(`The body cannot be read from ${source} (${(error as NodeJS.ErrnoException).code}).`);
  }
}
