import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { ConfigError } from '@linework/config/config-error';
import { z } from 'zod';
import { effect } from './effect.ts';
import { subscriber } from './subscriber.ts';

/** What the register's state is made of: replayed in order, the entries give the same state again. */
const journalEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('loaded'), subscribers: z.array(subscriber) }),
  z.object({ kind: z.literal('effect'), effect }),
]);
export type JournalEntry = z.infer<typeof journalEntry>;

/** Where entries are kept. */
export interface Journal {
  append(entry: JournalEntry): void;
  close(): void;
}

/** A journal for a register that forgets when it stops. */
export const noJournal: Journal = { append: () => {}, close: () => {} };

/** Opens the journal in a file and hands every entry that is in it to `replay`. */
export function openJournal(file: string, replay: (entry: JournalEntry) => void): Journal {
  if (existsSync(file)) for (const entry of readEntries(file)) replay(entry);
  const descriptor = openSync(file, 'a');
  return {
    append: (entry) => void writeSync(descriptor, `${JSON.stringify(entry)}\n`),
    close: () => closeSync(descriptor),
  };
}

function readEntries(file: string): JournalEntry[] {
  const bytes = readFileSync(file);
  const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
  // A process killed in the middle of a line never answered that call: the line is cut off, and the next one is whole.
  if (whole.length < bytes.length) truncateSync(file, whole.length);
  const lines = whole.toString('utf8').split('\n').slice(0, -1);
  return lines.map((line, at) => readEntry(line, `line ${at + 1} of ${file}`));
}

function readEntry(line: string, where: string): JournalEntry {
  try {
    return journalEntry.parse(JSON.parse(line));
  } catch {
    throw new ConfigError([`STATE_FILE cannot be read: ${where} is no entry of a journal`]);
  }
}
