import { isDeepStrictEqual } from 'node:util';
import { openJournal } from '@linework/simulator/journal';
import { type JournalEntry, journalEntry } from './journal-entry.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createSubscribers, type KnownSubscribers, putAll } from './subscribers.ts';

/** All that the simulated network remembers. */
export interface State {
  readonly subscribers: KnownSubscribers;
  readonly ledger: Omit<Ledger, 'add'>;
  /** Whether no other request came under this key since the start. Remembers the first, whatever becomes of it. */
  isSameAsBefore(key: string, request: unknown): boolean;
  /** The only way to change it: writes the entry down and takes it in. */
  record(entry: JournalEntry): void;
  close(): void;
}

/** The state that the file holds, or an empty one; without a file it is kept in memory only. */
export function openState(file?: string): State {
  const subscribers = createSubscribers();
  const ledger = createLedger();
  const requests = new Map<string, unknown>();
  const takeIn = (entry: JournalEntry) => {
    if (entry.kind === 'loaded') return putAll(subscribers, entry.subscribers);
    subscribers.replace(entry.effect.before, entry.effect.after);
    ledger.add(entry.effect);
  };
  const journal = openJournal({ file, entry: journalEntry, replay: takeIn });
  return {
    subscribers,
    ledger,
    isSameAsBefore(key, request) {
      const first = requests.get(key);
      if (first === undefined) requests.set(key, request);
      return first === undefined || isDeepStrictEqual(first, request);
    },
    record(entry) {
      journal.append(entry);
      takeIn(entry);
    },
    close: journal.close,
  };
}
