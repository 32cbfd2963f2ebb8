import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { ConfigError } from '@linework/config/config-error';
import type { z } from 'zod';

/** Where entries are kept that a simulator's state is made of: replayed in order, they give the same state again. */
export interface StateFile<Entry> {
  append(entry: Entry): void;
  close(): void;
}

export interface StateFileOptions<Entry> {
  /** Without it nothing is kept: the simulator forgets when it stops. */
  readonly file: string | undefined;
  readonly entry: z.ZodType<Entry>;
  /** Takes in each entry that the file holds already. */
  readonly replay: (entry: Entry) => void;
}

/** Opens the journal in a file and hands every entry that is in it to `replay`. */
export function openStateFile<Entry>({ file, entry: shape, replay }: StateFileOptions<Entry>): StateFile<Entry> {
  if (file === undefined) return { append: () => {}, close: () => {} };
  if (existsSync(file)) for (const entry of readEntries(file, shape)) replay(entry);
  const descriptor = openSync(file, 'a', 0o600);
  return {
    append: (entry) => void writeSync(descriptor, `${JSON.stringify(entry)}\n`),
    close: () => closeSync(descriptor),
  };
}

function readEntries<Entry>(file: string, shape: z.ZodType<Entry>): Entry[] {
  const bytes = readFileSync(file);
  const complete = bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
  // A process killed in the middle of a line never answered that call: the line is cut off, and the next one is whole.
  if (complete.length < bytes.length) truncateSync(file, complete.length);
  const lines = complete.toString('utf8').split('\n').slice(0, -1);
  return lines.map((line, at) => readEntry(line, shape, `line ${at + 1} of ${file}`));
}

function readEntry<Entry>(line: string, shape: z.ZodType<Entry>, location: string): Entry {
  try {
    return shape.parse(JSON.parse(line));
  } catch {
    throw new ConfigError([`STATE_FILE cannot be read: ${location} is no entry of a journal`]);
  }
}
