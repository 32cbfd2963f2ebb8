import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { ConfigError } from '@linework/config/config-error';
import type { z } from 'zod';

/** The file of the entries from which a simulator's state is rebuilt: replayed in order, they give the same state. */
export interface StateFile<Entry> {
  append(entry: Entry): void;
  close(): void;
}

export interface StateFileOptions<Entry> {
  /** Without it nothing is stored: the state is lost when the simulator stops. */
  readonly file: string | undefined;
  readonly entry: z.ZodType<Entry>;
  /** Applies each entry that the file already has. */
  readonly replay: (entry: Entry) => void;
}

/** Opens the state file and passes every entry in it to `replay`. */
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
  // A process that was killed in the middle of a line never responded to that call: the line is removed, and the next
  // one is complete.
  if (complete.length < bytes.length) truncateSync(file, complete.length);
  const lines = complete.toString('utf8').split('\n').slice(0, -1);
  return lines.map((line, at) => readEntry(line, shape, `line ${at + 1} of ${file}`));
}

function readEntry<Entry>(line: string, shape: z.ZodType<Entry>, location: string): Entry {
  try {
    return shape.parse(JSON.parse(line));
  } catch {
    throw new ConfigError([`STATE_FILE cannot be read: ${location} is not a valid entry. Remove the line or the file`]);
  }
}
